/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/bench/known-game.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void read_event(struct known_game *tr, const json_t *j)
{
	const char *type = json_string_value(json_object_get(j, "type")),
		   *piece = json_string_value(json_object_get(j, "piece"));
	struct tracker_event *e = &tr->event[tr->events];

	*e = (struct tracker_event){ .t_us = json_integer_value(json_object_get(j, "t_us")),
				     .piece = piece ? piece[0] : 0 };
	if (!type || tr->events == EVENTS)
		return;
	if (!strcmp(type, "press")) {
		e->type = TRACKER_PRESS;
		e->side = *json_string_value(json_object_get(j, "side")) == 'w' ? WHITE : BLACK;
	} else if (!strcmp(type, "lift") || !strcmp(type, "place")) {
		e->type = *type == 'l' ? TRACKER_LIFT : TRACKER_PLACE;
		e->square = (uint8_t)tr->game->square_parse(json_string_value(json_object_get(j, "square")));
	} else {
		return;
	}
	tr->events++;
}

bool known_game_read(const char *path, struct known_game *tr)
{
	char moves[4096], *line = NULL, *dash;
	size_t room = 0;
	FILE *f = fopen(path, "r");

	tr->game = NULL;
	tr->events = tr->plies = 0;
	tr->left_out = false;
	if (!f)
		return false;
	while (getline(&line, &room, f) > 0) {
		json_t *j = json_loads(line, 0, NULL);
		const char *fen = json_string_value(json_object_get(j, "start"));
		const char *sensors = json_string_value(json_object_get(j, "sensors"));
		const char *name = json_string_value(json_object_get(j, "game"));

		if (tr->game) {
			read_event(tr, j);
		} else if (name && (tr->game = game_find(name))) {
			tr->named = sensors && !strcmp(sensors, "piece-id");
			tr->game->parse(fen ? fen : tr->game->start_fen, &tr->start, NULL);
		}
		json_decref(j);
	}
	fclose(f);
	free(line);
	snprintf(moves, sizeof(moves) - 8, "%s", path);
	dash = strrchr(moves, '-');
	if (!tr->game || !dash)
		return false;
	strcpy(dash, ".moves");
	f = fopen(moves, "r");
	if (!f)
		return false;
	for (char text[256]; tr->plies < PLIES && fgets(text, sizeof(text), f); tr->plies++) {
		tr->tags[tr->plies][0] = 0;
		sscanf(text, "%11s %*s %119s", tr->move[tr->plies], tr->tags[tr->plies]);
		tr->left_out |= strstr(tr->tags[tr->plies], "rook_as_queen") != NULL;
	}
	fclose(f);
	return true;
}

/* The move as the file has it: e7e8q, 35x31. */
bool known_game_is_move(const struct known_game *tr, unsigned ply, unsigned from, unsigned to, char promotion)
{
	char a[8] = "", b[8] = "", text[24];
	const char *want = tr->move[ply], *second = strpbrk(want, "-x");

	if (from == GAME_NO_SQUARE || to == GAME_NO_SQUARE)
		return false;
	tr->game->square_name(from, a);
	tr->game->square_name(to, b);
	if (second && tr->game != &game_chess) {
		snprintf(text, sizeof(text), "%s%c%s", a, *second, b);
		return !strcmp(text, want);
	}
	snprintf(text, sizeof(text), "%s%s%c", a, b, tr->named && promotion ? promotion | 32 : 0);
	return tr->named ? !strcmp(text, want) : !strncmp(text, want, 4);
}
