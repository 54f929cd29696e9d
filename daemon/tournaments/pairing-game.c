/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/tournaments/inside.h"

#include <stdio.h>
#include <string.h>

#include "daemon/boards/live-board.h"

static void add_player_tags(json_t *tags, const char *side, const struct player *player)
{
	const struct {
		const char *tag, *text;
	} list[] = {
		{ "Elo", player->elo },	  { "FideId", player->fide }, { "Title", player->title },
		{ "Team", player->team }, { "Fed", player->fed },
	};
	char name[24];

	for (size_t i = 0; i < sizeof(list) / sizeof(list[0]); i++) {
		if (!*list[i].text)
			continue;
		snprintf(name, sizeof(name), "%s%s", side, list[i].tag);
		json_object_set_new(tags, name, json_string(list[i].text));
	}
}

json_t *pairing_game_tags(const struct tournament *e, const struct pairing *pairing)
{
	json_t *tags = json_copy(e->file->tags);
	char board[16];

	snprintf(board, sizeof(board), "%u", pairing->board);
	json_object_set_new(tags, "Board", json_string(board));
	add_player_tags(tags, "White", &pairing->player[0]);
	add_player_tags(tags, "Black", &pairing->player[1]);
	return tags;
}

/* A board without a lever may have one beside it. */
static void add_lever(json_t *options, const struct tournament *e, const struct pairing *pairing)
{
	const struct live_board *board = live_board_find(e->context, pairing->board_name);

	if (board && !(board_get_info(board->handle)->features & BOARD_FEATURE_LEVER) && *e->file->lever)
		json_object_set_new(options, "lever", json_string(e->file->lever));
}

static void add_absent(json_t *options, const struct pairing *pairing)
{
	const char *absent = pairing->absent;
	json_t *present = json_array();

	if (*absent && strcmp(absent, "white") != 0 && strcmp(absent, "both") != 0)
		json_array_append_new(present, json_string("white"));
	if (*absent && strcmp(absent, "black") != 0 && strcmp(absent, "both") != 0)
		json_array_append_new(present, json_string("black"));
	if (*absent)
		json_object_set_new(options, "state", json_pack("{s:O}", "present", present));
	json_decref(present);
}

json_t *pairing_game_options(const struct tournament *e, const struct round *round, const struct pairing *pairing)
{
	const struct event_file *file = e->file;
	const struct {
		const char *key, *text;
	} texts[] = {
		{ "rulebook", file->rulebook }, { "time", file->time },		{ "event", file->name },
		{ "site", file->site },		{ "timezone", file->timezone },
	};
	json_t *options = json_pack("{s:s, s:s, s:s, s:O, s:s, s:o}", "round", pairing->round_tag, "white",
				    pairing->player[0].name, "black", pairing->player[1].name, "overrides",
				    file->overrides, "running", "press", "pairing",
				    event_pairing_format(file, round->number, pairing->board));

	if (!options)
		return NULL;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		if (*texts[i].text)
			json_object_set_new(options, texts[i].key, json_string(texts[i].text));
	if (json_object_size(file->options) > 0)
		json_object_set_new(options, "options", json_copy(file->options));
	json_object_set_new(options, "tags", pairing_game_tags(e, pairing));
	add_lever(options, e, pairing);
	add_absent(options, pairing);
	return options;
}
