/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/tournaments/pairing-game.h"

#include <stdio.h>
#include <string.h>

#include "common/json-text.h"
#include "daemon/boards/live-board.h"

static void add_player_tags(json_t *tags, const char *side, const json_t *player)
{
	static const char *const keys[][2] = {
		{ "elo", "Elo" }, { "fide", "FideId" }, { "title", "Title" }, { "team", "Team" }, { "fed", "Fed" },
	};
	char name[24];

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
		if (!*text_of(player, keys[i][0]))
			continue;
		snprintf(name, sizeof(name), "%s%s", side, keys[i][1]);
		json_object_set(tags, name, json_object_get(player, keys[i][0]));
	}
}

json_t *pairing_game_tags(const struct tournament *e, const json_t *pairing)
{
	json_t *tags = json_copy(json_object_get(e->file, "tags"));
	char board[16];

	snprintf(board, sizeof(board), "%" JSON_INTEGER_FORMAT, json_integer_value(json_object_get(pairing, "board")));
	json_object_set_new(tags, "Board", json_string(board));
	add_player_tags(tags, "White", json_object_get(pairing, "white"));
	add_player_tags(tags, "Black", json_object_get(pairing, "black"));
	return tags;
}

/* A board without a lever may have one beside it. */
static void add_lever(json_t *options, const struct tournament *e, const json_t *pairing)
{
	const struct live_board *board = live_board_find(e->context, text_of(pairing, "seat"));

	if (board && !(board_get_info(board->handle)->features & BOARD_FEATURE_LEVER) && *text_of(e->file, "lever"))
		json_object_set(options, "lever", json_object_get(e->file, "lever"));
}

static void add_absent(json_t *options, const json_t *pairing)
{
	const char *absent = text_of(pairing, "absent");
	json_t *present = json_array();

	if (*absent && strcmp(absent, "white") != 0 && strcmp(absent, "both") != 0)
		json_array_append_new(present, json_string("white"));
	if (*absent && strcmp(absent, "black") != 0 && strcmp(absent, "both") != 0)
		json_array_append_new(present, json_string("black"));
	if (*absent)
		json_object_set_new(options, "state", json_pack("{s:O}", "present", present));
	json_decref(present);
}

json_t *pairing_game_options(const struct tournament *e, const struct round *round, const json_t *pairing)
{
	static const char *const keys[][2] = {
		{ "rulebook", "rulebook" }, { "time", "time" }, { "event", "name" }, { "site", "site" }
	};
	json_t *options = json_pack("{s:O, s:O, s:O, s:O, s:s, s:{s:s, s:i, s:O, s:O, s:O}}", "round",
				    json_object_get(pairing, "round_tag"), "white",
				    json_object_get(json_object_get(pairing, "white"), "name"), "black",
				    json_object_get(json_object_get(pairing, "black"), "name"), "overrides",
				    json_object_get(e->file, "overrides"), "running", "press", "pairing", "event",
				    e->id, "round", (int)round->number, "board", json_object_get(pairing, "board"),
				    "timezone", json_object_get(e->file, "timezone"), "delay",
				    json_object_get(e->file, "delay"));

	if (!options)
		return NULL;
	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		if (*text_of(e->file, keys[i][1]))
			json_object_set(options, keys[i][0], json_object_get(e->file, keys[i][1]));
	if (*text_of(e->file, "timezone"))
		json_object_set(options, "timezone", json_object_get(e->file, "timezone"));
	if (json_object_size(json_object_get(e->file, "options")) > 0)
		json_object_set_new(options, "options", json_copy(json_object_get(e->file, "options")));
	json_object_set_new(options, "tags", pairing_game_tags(e, pairing));
	add_lever(options, e, pairing);
	add_absent(options, pairing);
	return options;
}
