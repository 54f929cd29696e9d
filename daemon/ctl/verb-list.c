/* SPDX-License-Identifier: GPL-2.0-or-later */
/* list: the boards and the games that the daemon knows. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "daemon/ctl/bus.h"
#include "daemon/ctl/colours.h"
#include "daemon/ctl/verbs.h"

static const struct argp argp = {
	.doc = "List the boards that are plugged in and the games.\v"
	       "With --json each line is an object whose \"type\" is \"board\" or \"game\", and whose other keys are the properties of "
	       "org.flagfall1.Board and org.flagfall1.Game, in lower case with underscores.",
};

static bool has_feature(const json_t *board, const char *feature)
{
	const json_t *list = json_object_get(board, "Features"), *word;
	size_t i;

	json_array_foreach(list, i, word)
		if (strcmp(json_string_value(word), feature) == 0)
			return true;
	return false;
}

/* In the words of a club: "DGT e-Board, serial 12345, with clock, on /dev/ttyACM0". */
static void print_board(const struct ctl *ctl, json_t *objects, json_t *board)
{
	json_t *game = bus_properties(objects, ctl_text(board, "Game"), BUS_GAME);
	const char *where = *ctl_text(board, "Node") ? ctl_text(board, "Node") : ctl_text(board, "Uri");

	printf("board  %s%-16s%s  %s", colour_bold(ctl), ctl_text(board, "Name"), colour_end(ctl),
	       *ctl_text(board, "Model") ? ctl_text(board, "Model") : "a board");
	if (*ctl_text(board, "Serial"))
		printf(", serial %s", ctl_text(board, "Serial"));
	printf(", %s", has_feature(board, "lever") ? "with clock" : "without a clock");
	if (strcmp(ctl_text(board, "Sensors"), "piece-id") != 0)
		printf(", does not identify pieces");
	if (json_integer_value(json_object_get(board, "Width")) != 8)
		printf(", %" PRIdMAX "x%" PRIdMAX, (intmax_t)json_integer_value(json_object_get(board, "Width")),
		       (intmax_t)json_integer_value(json_object_get(board, "Height")));
	printf(", on %s", where);
	if (game)
		printf("  game %s", ctl_text(game, "Id"));
	putchar('\n');
}

static void print_game(const struct ctl *ctl, json_t *game)
{
	printf("game   %s%-16s%s  %s - %s  %s  %s  on %s  %s", colour_bold(ctl), ctl_text(game, "Id"), colour_end(ctl),
	       *ctl_text(game, "White") ? ctl_text(game, "White") : "?",
	       *ctl_text(game, "Black") ? ctl_text(game, "Black") : "?",
	       *ctl_text(game, "Rulebook") ? ctl_text(game, "Rulebook") : "no rulebook", ctl_text(game, "TimeControl"),
	       ctl_text(game, "Board"), ctl_text(game, "State"));
	if (strcmp(ctl_text(game, "Result"), "none") != 0)
		printf("  %s", ctl_text(game, "Result"));
	putchar('\n');
}

static void print_object(const char *type, const json_t *properties)
{
	json_t *object = json_pack("{s:s}", "type", type), *rest = bus_snake_case(properties);

	json_object_update(object, rest);
	json_decref(rest);
	ctl_print_json(object);
}

int verb_list(struct ctl *ctl, int argc, char **argv)
{
	__attribute__((cleanup(sd_bus_flush_close_unrefp))) sd_bus *bus = NULL;
	json_t *objects = NULL, *object, *p;
	const char *path;
	int status, n = 0;

	ctl_parse(ctl, &argp, argc, argv, NULL);
	status = bus_open(ctl, &bus);
	if (!status)
		status = bus_objects(ctl, bus, &objects);
	if (status)
		return status;
	json_object_foreach(objects, path, object) {
		if (!(p = json_object_get(object, BUS_BOARD)))
			continue;
		n++;
		if (ctl->json)
			print_object("board", p);
		else
			print_board(ctl, objects, p);
	}
	if (n == 0)
		fprintf(stderr,
			"flagfallctl list: no board is plugged in; \"flagfallctl doctor\" says why one is not seen.\n");
	json_object_foreach(objects, path, object) {
		if (!(p = json_object_get(object, BUS_GAME)))
			continue;
		if (ctl->json)
			print_object("game", p);
		else
			print_game(ctl, p);
	}
	json_decref(objects);
	return CTL_DONE;
}
