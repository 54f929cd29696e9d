// SPDX-License-Identifier: GPL-2.0-or-later
/* list: the boards and the games that the daemon knows. */
#include "daemon/ctl/bus.h"
#include "daemon/ctl/publication-text.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const struct argp argp = {
	.doc = "List the boards that are plugged in and the games.\v"
		"With --json each line is an object whose \"type\" is \"board\" or \"game\", and whose other keys are the properties of "
		"org.flagfall1.Board and org.flagfall1.Game, written small with underscores.",
};

static const char *text(const json_t *object, const char *key)
{
	const char *s = json_string_value(json_object_get(object, key));

	return s ? s : "";
}

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
static void say_board(const struct ctl *ctl, json_t *objects, json_t *board)
{
	json_t *game = bus_properties(objects, text(board, "Game"), BUS_GAME);
	const char *where = *text(board, "Node") ? text(board, "Node") : text(board, "Uri");

	printf("board  %s%-16s%s  %s", say_bold(ctl), text(board, "Name"), say_plain(ctl), *text(board, "Model") ? text(board, "Model") : "a board");
	if (*text(board, "Serial"))
		printf(", serial %s", text(board, "Serial"));
	printf(", %s", has_feature(board, "lever") ? "with clock" : "without a clock");
	if (strcmp(text(board, "Sensors"), "piece-id") != 0)
		printf(", does not name the men");
	if (json_integer_value(json_object_get(board, "Width")) != 8)
		printf(", %" PRIdMAX "x%" PRIdMAX, (intmax_t)json_integer_value(json_object_get(board, "Width")),
		       (intmax_t)json_integer_value(json_object_get(board, "Height")));
	printf(", on %s", where);
	if (game)
		printf("  game %s", text(game, "Id"));
	putchar('\n');
}

static void say_game(const struct ctl *ctl, json_t *game)
{
	printf("game   %s%-16s%s  %s - %s  %s  %s  on %s  %s", say_bold(ctl), text(game, "Id"), say_plain(ctl),
	       *text(game, "White") ? text(game, "White") : "?", *text(game, "Black") ? text(game, "Black") : "?",
	       *text(game, "Rulebook") ? text(game, "Rulebook") : "no rulebook", text(game, "TimeControl"), text(game, "Board"),
	       text(game, "State"));
	if (strcmp(text(game, "Result"), "none") != 0)
		printf("  %s", text(game, "Result"));
	putchar('\n');
}

static void print_object(const char *type, const json_t *properties)
{
	json_t *object = json_pack("{s:s}", "type", type), *rest = bus_snake_case(properties);

	json_object_update(object, rest);
	json_decref(rest);
	ctl_print_json(object);
}

int verb_list(struct ctl *ctl, int argc, char **argv);

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
			say_board(ctl, objects, p);
	}
	if (n == 0)
		fprintf(stderr, "flagfallctl list: no board is plugged in; \"flagfallctl doctor\" says why one is not seen.\n");
	json_object_foreach(objects, path, object) {
		if (!(p = json_object_get(object, BUS_GAME)))
			continue;
		if (ctl->json)
			print_object("game", p);
		else
			say_game(ctl, p);
	}
	json_decref(objects);
	return CTL_DONE;
}
