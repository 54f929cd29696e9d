/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "flagfallctl/client/texts.h"

#include <stdio.h>
#include <string.h>

#include "flagfallctl/client/bus.h"

/* What is wanted beside what stands. False: it cannot be drawn. */
static bool draw_both(json_t *game_properties, const json_t *wrong)
{
	fprintf(stderr, "flagfallctl start: %zu squares stand wrongly:\n", json_array_size(wrong));
	return wrong_squares_draw(game_find(ctl_text(game_properties, "Kind")), ctl_text(game_properties, "Placement"),
				  wrong, stderr);
}

static void say_wrong(const struct ctl *ctl, sd_bus *bus, const char *path, const json_t *wrong)
{
	json_t *objects = NULL;
	const json_t *sentence;
	bool drawn = false;
	size_t i;

	if (json_array_size(wrong) >= WRONG_SQUARES_MANY && bus_objects(ctl, bus, &objects) == 0)
		drawn = draw_both(bus_properties(objects, path, BUS_GAME), wrong);
	json_decref(objects);
	if (drawn)
		return;
	json_array_foreach(wrong, i, sentence)
		fprintf(stderr, "flagfallctl start: %s\n", json_string_value(sentence));
}

/* What is known to be wrong with the board or its clock is said before the players begin. */
static void say_remarks(const struct ctl *ctl, sd_bus *bus, const char *path)
{
	json_t *objects = NULL, *object, *game;
	const char *at;

	if (bus_objects(ctl, bus, &objects))
		return;
	game = bus_properties(objects, path, BUS_GAME);
	if (*ctl_text(game, "ClockNote"))
		fprintf(stderr, "flagfallctl start: %s.\n", ctl_text(game, "ClockNote"));
	json_object_foreach(objects, at, object) {
		const json_t *board = json_object_get(object, BUS_BOARD);

		if (board && strcmp(ctl_text(board, "Game"), path) == 0 && *ctl_text(board, "Remark"))
			fprintf(stderr, "flagfallctl start: %s.\n", ctl_text(board, "Remark"));
	}
	json_decref(objects);
}

int start_report(const struct ctl *ctl, sd_bus *bus, sd_bus_message *reply)
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
	say_wrong(ctl, bus, path, list);
	say_remarks(ctl, bus, path);
	if (ctl->json)
		ctl_print_json(
			json_pack("{s:o, s:s, s:O}", "game", json_sprintf("g%s", id), "path", path, "wrong", list));
	else
		printf("g%s\n", id);
	json_decref(list);
	return CTL_DONE;
}
