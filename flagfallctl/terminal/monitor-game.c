/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "flagfallctl/terminal/monitor.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "flagfallctl/client/calls.h"

/* A game at the table that is waited for, which goes on. */
static bool is_at_table(const struct monitor *m, const json_t *game)
{
	const json_t *pairing = json_object_get(game, "Pairing");

	return strcmp(ctl_text(game, "State"), "over") != 0 &&
	       json_integer_value(json_array_get(pairing, 2)) == m->table &&
	       (!*m->event_id || strcmp(json_string_value(json_array_get(pairing, 0)) ?: "", m->event_id) == 0);
}

bool monitor_has_game(struct monitor *m, int *status)
{
	json_t *objects = NULL, *object;
	const char *path;
	bool found = false;

	*status = bus_objects(m->ctl, m->bus, &objects);
	json_object_foreach(objects, path, object) {
		json_t *game = json_object_get(object, BUS_GAME);

		if (game && m->table && is_at_table(m, game)) {
			snprintf(m->found, sizeof(m->found), "%s", ctl_text(game, "Id"));
			m->id = m->found;
			found = true;
		} else if (game && !m->table) {
			found |= m->id ? strcmp(ctl_text(game, "Id"), m->id) == 0 :
					 strcmp(ctl_text(game, "State"), "over") != 0;
		}
	}
	json_decref(objects);
	return found;
}

bool monitor_is_awaited(struct monitor *m, const char *id, const char *path)
{
	__attribute__((cleanup(sd_bus_error_free))) sd_bus_error error = SD_BUS_ERROR_NULL;
	char *state = NULL;
	int status;
	bool is;

	if (m->table)
		return monitor_has_game(m, &status) && !status;
	if (m->id)
		return strcmp(m->id, id) == 0;
	is = sd_bus_get_property_string(m->bus, BUS_NAME, path, BUS_GAME, "State", &error, &state) < 0 ||
	     strcmp(state, "over") != 0;
	free(state);
	return is;
}

/* "3", "club:3" */
static bool is_table(const char *word)
{
	const char *colon = strrchr(word, ':'), *number = colon ? colon + 1 : word;

	return *number && strlen(number) < 6 && !number[strspn(number, "0123456789")];
}

int monitor_take_game(struct monitor *m)
{
	struct called_game game;
	int status;

	if (m->wait && *m->id == 'g' && m->id[1] && !m->id[1 + strspn(m->id + 1, "0123456789")]) {
		m->id++;
		return 0;
	}
	if (m->wait && is_table(m->id)) {
		const char *colon = strrchr(m->id, ':');

		if (colon)
			snprintf(m->event_id, sizeof(m->event_id), "%.*s", (int)(colon - m->id), m->id);
		m->table = atoi(colon ? colon + 1 : m->id);
		m->id = NULL;
		return 0;
	}
	status = called_game_find(m->ctl, m->bus, m->id, false, &game);
	snprintf(m->found, sizeof(m->found), "%s", game.id);
	m->id = m->found;
	return status;
}
