/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "flagfallctl/client/texts.h"

#include <stdio.h>
#include <string.h>

#include "flagfallctl/client/bus.h"

/* A board by what it is called here; NULL: by another name. */
static const json_t *board_named(json_t *objects, const char *name)
{
	const char *path;
	json_t *object;

	json_object_foreach(objects, path, object) {
		const json_t *board = json_object_get(object, BUS_BOARD);

		if (board &&
		    (strcmp(ctl_text(board, "Name"), name) == 0 || strcmp(ctl_text(board, "Serial"), name) == 0 ||
		     strcmp(ctl_text(board, "Node"), name) == 0))
			return board;
	}
	return NULL;
}

/* What is wanted beside what stands. game: NULL, it has not begun. False: it cannot be drawn. */
static bool draw_both(const json_t *game, const json_t *board, const json_t *wrong)
{
	fprintf(stderr, "flagfallctl start: %zu squares stand wrongly:\n", json_array_size(wrong));
	if (game)
		return wrong_squares_draw(game_find(ctl_text(game, "Kind")), ctl_text(game, "Placement"), wrong,
					  stderr);
	return wrong_squares_draw_by_board(
		game_find(json_integer_value(json_object_get(board, "Width")) == 8 ? "chess" : "draughts-10x10"),
		ctl_text(board, "Placement"), wrong, stderr);
}

static void say_wrong(const struct ctl *ctl, sd_bus *bus, const char *path, const char *board, const json_t *wrong)
{
	json_t *objects = NULL;
	const json_t *sentence;
	bool drawn = false;
	size_t i;

	if (json_array_size(wrong) >= WRONG_SQUARES_MANY && bus_objects(ctl, bus, &objects) == 0)
		drawn = draw_both(bus_properties(objects, path, BUS_GAME), board_named(objects, board), wrong);
	json_decref(objects);
	if (drawn)
		return;
	json_array_foreach(wrong, i, sentence)
		fprintf(stderr, "flagfallctl start: %s\n", json_string_value(sentence));
}

/* What is known to be wrong with the board or its clock is said before the players begin. */
static void say_remarks(const struct ctl *ctl, sd_bus *bus, const char *path, bool found)
{
	json_t *objects = NULL, *object, *game;
	const struct game *kind;
	const char *at;

	if (bus_objects(ctl, bus, &objects))
		return;
	game = bus_properties(objects, path, BUS_GAME);
	kind = game_find(ctl_text(game, "Kind"));
	if (found && kind && !kind->starts && strcmp(ctl_text(game, "StartFen"), kind->start_fen) != 0)
		fprintf(stderr, "flagfallctl start: The game begins with what stands on the board: %s.\n",
			ctl_text(game, "StartFen"));
	if (*ctl_text(game, "ClockNote"))
		fprintf(stderr, "flagfallctl start: %s.\n", ctl_text(game, "ClockNote"));
	json_object_foreach(objects, at, object) {
		const json_t *board = json_object_get(object, BUS_BOARD);

		if (board && strcmp(ctl_text(board, "Game"), path) == 0 && *ctl_text(board, "Remark"))
			fprintf(stderr, "flagfallctl start: %s.\n", ctl_text(board, "Remark"));
	}
	json_decref(objects);
}

int start_report(const struct ctl *ctl, sd_bus *bus, const char *board, bool found, sd_bus_message *reply)
{
	const char *id, *path, *wrong;
	json_t *list;
	int r;

	r = sd_bus_message_read(reply, "so", &id, &path);
	if (r >= 0)
		r = sd_bus_message_enter_container(reply, 'a', "s");
	if (r < 0)
		return bus_fail(ctl, NULL, r);
	list = json_array();
	while ((r = sd_bus_message_read(reply, "s", &wrong)) > 0)
		json_array_append_new(list, json_string(wrong));
	say_wrong(ctl, bus, path, board, list);
	say_remarks(ctl, bus, path, found);
	if (ctl->json)
		ctl_print_json(json_pack("{s:o, s:s, s:O}", "game", *id ? json_sprintf("g%s", id) : json_string(""),
					 "path", path, "wrong", list));
	else if (*id)
		printf("g%s\n", id);
	json_decref(list);
	if (*id)
		return CTL_DONE;
	fprintf(stderr,
		"flagfallctl start: The game begins on board %s when all pieces stand; --anyway begins it now.\n",
		board);
	return CTL_FAILED;
}
