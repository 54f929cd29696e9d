/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/ctl/start-report.h"

#include <stdio.h>
#include <string.h>

#include "daemon/ctl/bus.h"
#include "daemon/ctl/screen-board.h"

#define MANY 6 /* wrong squares, from which on two boards are easier to read */

/* One of StartGame's sentences: "e2: expected P, found nothing". */
static bool read_wrong(const struct game *game, const char *sentence, int *square, char *found)
{
	char name[8], expected[16], seen[16];

	if (sscanf(sentence, "%7[^:]: expected %15[^,], found %15s", name, expected, seen) != 3)
		return false;
	*square = game->square_parse(name);
	*found = strcmp(seen, "nothing") == 0 ? '.' : strcmp(seen, "a") == 0 ? '?' : seen[0];
	return *square >= 0;
}

/* What is wanted beside what stands. False: it cannot be drawn. */
static bool draw_both(json_t *game_properties, const json_t *wrong)
{
	const struct game *game = game_find(ctl_text(game_properties, "Kind"));
	char wanted[GAME_MAX_SQUARES], stands[GAME_MAX_SQUARES], found;
	const json_t *sentence;
	size_t i;
	int square;

	if (!game || !screen_read_placement(game, ctl_text(game_properties, "Placement"), wanted))
		return false;
	memcpy(stands, wanted, sizeof(stands));
	json_array_foreach(wrong, i, sentence) {
		if (!read_wrong(game, json_string_value(sentence), &square, &found))
			return false;
		stands[square] = found;
	}
	fprintf(stderr, "flagfallctl start: %zu squares stand wrongly:\n", json_array_size(wrong));
	screen_draw_two(game, "as it should be", wanted, "as it stands", stands, stderr);
	return true;
}

static void say_wrong(const struct ctl *ctl, sd_bus *bus, const char *path, const json_t *wrong)
{
	json_t *objects = NULL;
	const json_t *sentence;
	bool drawn = false;
	size_t i;

	if (json_array_size(wrong) >= MANY && bus_objects(ctl, bus, &objects) == 0)
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
		ctl_print_json(json_pack("{s:s, s:s, s:O}", "game", id, "path", path, "wrong", list));
	else
		puts(id);
	json_decref(list);
	return CTL_DONE;
}
