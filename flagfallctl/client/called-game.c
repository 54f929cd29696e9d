/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "flagfallctl/client/calls.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "flagfallctl/client/bus.h"
#include "formats/round.h"

static bool is_number(const char *word)
{
	return *word && strlen(word) <= 19 && !word[strspn(word, "0123456789")];
}

static int no_table(const struct ctl *ctl, json_t *objects, const char *number)
{
	const char *path = bus_game_path(objects, number);
	const json_t *game;

	if (!path)
		return ctl_fail(
			ctl, "no round is running, so %s is no table; a game is named as g%s (\"flagfallctl games\").",
			number, number);
	game = bus_properties(objects, path, BUS_GAME);
	return ctl_fail(ctl, "no round is running, so %s is no table; the game of that number is g%s, %s – %s.", number,
			number, *ctl_text(game, "White") ? ctl_text(game, "White") : "?",
			*ctl_text(game, "Black") ? ctl_text(game, "Black") : "?");
}

/* The event in whose running round the table is. */
static int find_event(const struct ctl *ctl, json_t *objects, const char *name, const char *number, const char **ret)
{
	char known[512] = "", running[512] = "";
	const char *path, *found = NULL;
	size_t n = 0, k = 0;
	unsigned count = 0;
	json_t *object;

	json_object_foreach(objects, path, object) {
		const json_t *event = json_object_get(object, BUS_EVENT);
		const char *id = ctl_text(event, "Id");

		if (!event)
			continue;
		if (name && strcmp(id, name) == 0) {
			*ret = path;
			return bus_running_round(event) ? 0 : ctl_fail(ctl, "no round of %s is running.", id);
		}
		if (k < sizeof(known))
			k += (size_t)snprintf(known + k, sizeof(known) - k, "%s%s", k ? ", " : "", id);
		if (!bus_running_round(event))
			continue;
		found = path;
		count++;
		if (n < sizeof(running))
			n += (size_t)snprintf(running + n, sizeof(running) - n, "%s%s:%s", n ? ", " : "", id, number);
	}
	if (name)
		return ctl_fail(ctl, "there is no event \"%s\"; known: %s.", name, *known ? known : "none");
	if (!found)
		return no_table(ctl, objects, number);
	if (count > 1)
		return ctl_fail(ctl, "rounds of %u events are running, so say whose table: %s.", count, running);
	*ret = found;
	return 0;
}

/* The id of the game at a table. */
static int find_at_table(const struct ctl *ctl, sd_bus *bus, json_t *objects, const char *name, const char *number,
			 struct called_game *ret)
{
	json_int_t table = strtoll(number, NULL, 10);
	struct table_ranges tables = { .text = "" };
	json_t *round = NULL, *pairing, *found = NULL;
	const char *path = NULL;
	size_t i;
	int status = find_event(ctl, objects, name, number, &path);

	if (!status)
		status = event_call_round(ctl, bus, path, bus_running_round(bus_properties(objects, path, BUS_EVENT)),
					  &round);
	if (status)
		return status;
	json_array_foreach(json_object_get(round, "pairings"), i, pairing) {
		const json_int_t n = json_integer_value(json_object_get(pairing, "table"));

		if (n && n == table)
			found = pairing;
		if (n)
			table_ranges_add(&tables, (unsigned)n);
	}
	if (!found)
		status = ctl_fail(ctl, "round %" JSON_INTEGER_FORMAT " of %s has no table %s; its tables are %s.",
				  json_integer_value(json_object_get(round, "round")), ctl_text(round, "event"), number,
				  tables.text);
	else if (!*ctl_text(found, "game"))
		status = ctl_fail(ctl, "Table %s, %s – %s: no game has begun.", number,
				  ctl_text(json_object_get(found, "white"), "name"),
				  ctl_text(json_object_get(found, "black"), "name"));
	else
		snprintf(ret->id, sizeof(ret->id), "%s", ctl_text(found, "game"));
	json_decref(round);
	return status;
}

/* The id that a word means; "" where the one game that is running is meant. */
static int find_id(const struct ctl *ctl, sd_bus *bus, json_t *objects, const char *word, struct called_game *ret)
{
	const char *colon = word ? strrchr(word, ':') : NULL;
	char *event = NULL;
	int status;

	if (!word)
		return 0;
	if (*word == 'g' && is_number(word + 1)) {
		snprintf(ret->id, sizeof(ret->id), "%s", word + 1);
		return 0;
	}
	if (is_number(colon ? colon + 1 : word)) {
		event = colon ? strndup(word, (size_t)(colon - word)) : NULL;
		status = find_at_table(ctl, bus, objects, event, colon ? colon + 1 : word, ret);
		free(event);
		return status;
	}
	return ctl_fail(
		ctl,
		"there is no game \"%s\"; a game is named by its table in the running round, as 3 or EVENT:3, or as "
		"\"flagfallctl list\" shows it, as g31.",
		word);
}

static void name_event(json_t *objects, const json_t *game, char event[static 256])
{
	const char *id = json_string_value(json_array_get(json_object_get(game, "Pairing"), 0)), *path;
	json_t *object;

	json_object_foreach(objects, path, object)
		if (id && *id && strcmp(ctl_text(json_object_get(object, BUS_EVENT), "Id"), id) == 0)
			snprintf(event, 256, "%s", path);
}

int called_game_find(const struct ctl *ctl, sd_bus *bus, const char *word, bool past, struct called_game *ret)
{
	json_t *objects = NULL;
	const char *path = NULL;
	int status = bus_objects(ctl, bus, &objects);

	*ret = (struct called_game){ 0 };
	if (!status)
		status = find_id(ctl, bus, objects, word, ret);
	if (!status && past && *ret->id)
		path = bus_game_path(objects, ret->id);
	else if (!status)
		status = bus_find_game(ctl, objects, *ret->id ? ret->id : NULL, &path);
	if (!status && path) {
		const json_t *game = bus_properties(objects, path, BUS_GAME);

		snprintf(ret->path, sizeof(ret->path), "%s", path);
		snprintf(ret->id, sizeof(ret->id), "%s", ctl_text(game, "Id"));
		bus_game_title(game, ret->title);
		bus_game_word(objects, game, ret->word);
		bus_pairing_words(game, ret->pairing);
		name_event(objects, game, ret->event);
	} else if (!status) {
		snprintf(ret->title, sizeof(ret->title), "g%s", ret->id);
		snprintf(ret->word, sizeof(ret->word), "g%s", ret->id);
	}
	json_decref(objects);
	return status;
}
