/* SPDX-License-Identifier: GPL-2.0-or-later */
/* list: the boards and the games that the daemon knows. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "flagfallctl/client/bus.h"
#include "flagfallctl/terminal/screen.h"
#include "flagfallctl/verbs.h"

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

/* --- the objects of one interface, in order --- */

struct listing {
	json_t **item; /* properties, borrowed */
	size_t count;
};

/* Numbers in names by their value: board 9 before board 10. */
static int by_name(const void *a, const void *b)
{
	return strverscmp(ctl_text(*(json_t *const *)a, "Name"), ctl_text(*(json_t *const *)b, "Name"));
}

static int by_id(const void *a, const void *b)
{
	return strverscmp(ctl_text(*(json_t *const *)a, "Id"), ctl_text(*(json_t *const *)b, "Id"));
}

static struct listing list_objects(json_t *objects, const char *interface, int (*order)(const void *a, const void *b))
{
	struct listing l = { .item = calloc(json_object_size(objects) + 1, sizeof(json_t *)) };
	const char *path;
	json_t *object, *p;

	if (!l.item)
		return l;
	json_object_foreach(objects, path, object)
		if ((p = json_object_get(object, interface)))
			l.item[l.count++] = p;
	qsort(l.item, l.count, sizeof(*l.item), order);
	return l;
}

/* The widest text that of() makes of the items, least at least. */
static int column(const struct listing *l, const char *(*of)(const json_t *item, char buf[static 256]), int least)
{
	char buf[256];

	for (size_t i = 0; i < l->count; i++) {
		int width = text_width(of(l->item[i], buf));

		least = width > least ? width : least;
	}
	return least;
}

static void print_cell(const char *text, int width)
{
	char buf[1100];

	printf("%s", text_fit(text, width, buf, sizeof(buf)));
}

/* "table 3"; "" in no round */
static const char *game_table(const json_t *game, char buf[static 256])
{
	const json_int_t table = json_integer_value(json_array_get(json_object_get(game, "Pairing"), 2));

	*buf = '\0';
	if (table)
		snprintf(buf, 256, "table %" JSON_INTEGER_FORMAT, table);
	return buf;
}

/* --- boards --- */

static const char *board_name(const json_t *board, char buf[static 256])
{
	snprintf(buf, 256, "%s", ctl_text(board, "Name"));
	return buf;
}

/* In the words of a club: "DGT e-Board, serial 12345, with clock, on /dev/ttyACM0". */
static void print_board(const struct ctl *ctl, json_t *objects, json_t *board, int name_width)
{
	json_t *game = bus_properties(objects, ctl_text(board, "Game"), BUS_GAME);
	const char *where = *ctl_text(board, "Node") ? ctl_text(board, "Node") : ctl_text(board, "Uri");

	printf("board  %s", colour_bold(ctl));
	print_cell(ctl_text(board, "Name"), name_width);
	printf("%s  %s", colour_end(ctl), *ctl_text(board, "Model") ? ctl_text(board, "Model") : "a board");
	if (*ctl_text(board, "Serial"))
		printf(", serial %s", ctl_text(board, "Serial"));
	printf(", %s", has_feature(board, "lever") ? "with clock" : "without a clock");
	if (strcmp(ctl_text(board, "Sensors"), "piece-id") != 0)
		printf(", does not identify pieces");
	if (json_integer_value(json_object_get(board, "Width")) != 8)
		printf(", %" PRIdMAX "x%" PRIdMAX, (intmax_t)json_integer_value(json_object_get(board, "Width")),
		       (intmax_t)json_integer_value(json_object_get(board, "Height")));
	printf(", on %s", where);
	if (game) {
		char table[256];

		printf("  game g%s%s%s", ctl_text(game, "Id"), *game_table(game, table) ? ", " : "", table);
	}
	if (*ctl_text(board, "Remark"))
		printf("\n       %s%s%s", colour_red(ctl), ctl_text(board, "Remark"), colour_end(ctl));
	putchar('\n');
}

/* --- games --- */

static const char *game_id(const json_t *game, char buf[static 256])
{
	snprintf(buf, 256, "g%s", ctl_text(game, "Id"));
	return buf;
}

static const char *game_players(const json_t *game, char buf[static 256])
{
	snprintf(buf, 256, "%s - %s", *ctl_text(game, "White") ? ctl_text(game, "White") : "?",
		 *ctl_text(game, "Black") ? ctl_text(game, "Black") : "?");
	return buf;
}

static const char *game_rulebook(const json_t *game, char buf[static 256])
{
	snprintf(buf, 256, "%s", *ctl_text(game, "Rulebook") ? ctl_text(game, "Rulebook") : "no rulebook");
	return buf;
}

static const char *game_time(const json_t *game, char buf[static 256])
{
	snprintf(buf, 256, "%s", ctl_text(game, "TimeControl"));
	return buf;
}

static const char *game_board(const json_t *game, char buf[static 256])
{
	snprintf(buf, 256, "on %s", ctl_text(game, "Board"));
	return buf;
}

static const char *(*const game_columns[])(const json_t *game, char buf[static 256]) = {
	game_id, game_table, game_players, game_rulebook, game_time, game_board,
};
#define GAME_COLUMNS (sizeof(game_columns) / sizeof(game_columns[0]))

static void print_game(const struct ctl *ctl, json_t *game, const int width[static GAME_COLUMNS])
{
	char buf[256];

	printf("game   ");
	for (size_t i = 0; i < GAME_COLUMNS; i++) {
		if (width[i] == 0)
			continue;
		fputs(i ? "  " : colour_bold(ctl), stdout);
		print_cell(game_columns[i](game, buf), width[i]);
		fputs(i ? "" : colour_end(ctl), stdout);
	}
	printf("  %s", ctl_text(game, "State"));
	if (strcmp(ctl_text(game, "Result"), "none") != 0)
		printf("  %s", ctl_text(game, "Result"));
	if (*ctl_text(game, "Question"))
		printf("  %sasked: %s%s", colour_red(ctl), ctl_text(game, "Question"), colour_end(ctl));
	if (json_is_false(json_object_get(game, "BoardAgrees")))
		printf("  %sthe pieces stand otherwise than recorded%s", colour_red(ctl), colour_end(ctl));
	if (*ctl_text(game, "RecordFault"))
		printf("  %srecord not written: %s%s", colour_red(ctl), ctl_text(game, "RecordFault"), colour_end(ctl));
	if (*ctl_text(game, "ClockNote"))
		printf("\n       %s%s%s", colour_red(ctl), ctl_text(game, "ClockNote"), colour_end(ctl));
	putchar('\n');
}

static void print_object(const char *type, const json_t *properties)
{
	json_t *object = json_pack("{s:s}", "type", type), *rest = bus_snake_case(properties);

	json_object_update(object, rest);
	json_decref(rest);
	bus_name_game(object, "id");
	if (strncmp(ctl_text(object, "game"), BUS_PATH "/game/", sizeof(BUS_PATH "/game/") - 1) == 0)
		json_object_set_new(object, "game",
				    json_sprintf("g%s", ctl_text(object, "game") + sizeof(BUS_PATH "/game/") - 1));
	ctl_print_json(object);
}

static void list_boards(const struct ctl *ctl, json_t *objects)
{
	struct listing l = list_objects(objects, BUS_BOARD, by_name);
	int width = column(&l, board_name, 10);

	for (size_t i = 0; i < l.count; i++) {
		if (ctl->json)
			print_object("board", l.item[i]);
		else
			print_board(ctl, objects, l.item[i], width);
	}
	if (l.count == 0)
		fprintf(stderr,
			"flagfallctl list: no board is plugged in; \"flagfallctl doctor\" says why one is not seen.\n");
	free(l.item);
}

static void list_games(const struct ctl *ctl, json_t *objects)
{
	struct listing l = list_objects(objects, BUS_GAME, by_id);
	int width[GAME_COLUMNS];

	for (size_t i = 0; i < GAME_COLUMNS; i++)
		width[i] = column(&l, game_columns[i], 0);
	for (size_t i = 0; i < l.count; i++) {
		if (ctl->json)
			print_object("game", l.item[i]);
		else
			print_game(ctl, l.item[i], width);
	}
	free(l.item);
}

/* Games that keep their boards though they could not be taken up. */
static int print_unrecovered(const struct ctl *ctl, sd_bus *bus)
{
	__attribute__((cleanup(sd_bus_message_unrefp))) sd_bus_message *reply = NULL;
	const char *text;
	int r = sd_bus_call_method(bus, BUS_NAME, BUS_PATH, BUS_MANAGER, "FindGames", NULL, &reply, "a{sv}t", 1,
				   "state", "s", "unrecovered", (uint64_t)0);

	if (r >= 0)
		r = sd_bus_message_enter_container(reply, 'a', "s");
	while (r >= 0 && (r = sd_bus_message_read_basic(reply, 's', &text)) > 0) {
		json_t *game = json_loads(text, 0, NULL);

		bus_name_game(game, "id");
		if (ctl->json) {
			json_t *object = json_pack("{s:s}", "type", "game");

			json_object_update(object, game);
			ctl_print_json(object);
		} else {
			printf("game   %s%-16s%s  %s - %s  on %s  not recovered: %s\n", colour_bold(ctl),
			       ctl_text(game, "id"), colour_end(ctl),
			       *ctl_text(game, "white") ? ctl_text(game, "white") : "?",
			       *ctl_text(game, "black") ? ctl_text(game, "black") : "?", ctl_text(game, "board"),
			       ctl_text(game, "fault"));
		}
		json_decref(game);
	}
	return r < 0 ? r : 0;
}

static int run_list(struct ctl *ctl, int argc, char **argv)
{
	__attribute__((cleanup(sd_bus_flush_close_unrefp))) sd_bus *bus = NULL;
	json_t *objects = NULL;
	int status;

	ctl_parse(ctl, &argp, argc, argv, NULL);
	status = bus_open(ctl, &bus);
	if (!status)
		status = bus_objects(ctl, bus, &objects);
	if (status)
		return status;
	list_boards(ctl, objects);
	list_games(ctl, objects);
	print_unrecovered(ctl, bus); /* a daemon of an older version has none */
	json_decref(objects);
	return CTL_DONE;
}

const struct verb verb_list = { "list", run_list, "boards and running games" };
