/* SPDX-License-Identifier: GPL-2.0-or-later */
/* status: one game as it stands. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "flagfallctl/client/texts.h"
#include "flagfallctl/client/bus.h"
#include "flagfallctl/terminal/screen.h"
#include "flagfallctl/client/calls.h"
#include "flagfallctl/verbs.h"

struct input {
	const char *game;
	bool arbiter;
};

static const struct argp_option options[] = {
	{ "arbiter", 'a', 0, 0,
	  "Also what only the arbiter may know: legality, fallen flags, the evidence for an open question", 0 },
	{ 0 }
};

static error_t verb_status_parse(int key, char *arg, struct argp_state *state)
{
	struct input *in = state->input;

	switch (key) {
	case 'a':
		in->arbiter = true;
		return 0;
	case ARGP_KEY_ARG:
		return one_word_parse(&in->game, arg, state);
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp argp = {
	.options = options,
	.parser = verb_status_parse,
	.args_doc = "[GAME]",
	.doc = "Show a game: board, clocks, moves, the last ruling. " GAME_ARGUMENT_DOC "\v"
	       "With --json, one object: the properties of org.flagfall1.Game in lower case with underscores, \"clock\", \"moves\", \"counters\" (as of metrics), \"journal_fault\" while the journal cannot be written, and with "
	       "--arbiter \"arbiter\". Clock times are those of the last press, pause or correction, at \"instant\".",
};

static void say_moves(json_t *moves)
{
	size_t i;
	json_t *move;

	if (json_array_size(moves) == 0)
		return;
	json_array_foreach(moves, i, move) {
		json_int_t ply = json_integer_value(json_object_get(move, "ply"));

		if (ply % 2)
			printf("%s%" PRIdMAX ". ", i ? (i % 16 == 0 ? "\n" : " ") : "", (intmax_t)(ply + 1) / 2);
		else
			printf(i ? " " : "%" PRIdMAX "... ", (intmax_t)ply / 2);
		fputs(game_move_word(move), stdout);
	}
	putchar('\n');
}

/* What the last ruling said. */
static void say_after_reboot(const char *text)
{
	json_t *o = *text ? json_loads(text, 0, NULL) : NULL;
	json_int_t white, black, gap, boot, white_counted, black_counted;
	const char *running;

	if (o && json_unpack(o, "{s:s, s:I, s:I, s:I, s:I, s:{s:I, s:I}}", "running", &running, "white_us", &white,
			     "black_us", &black, "wall_gap_us", &gap, "since_boot_us", &boot, "gap_counted", "white_us",
			     &white_counted, "black_us", &black_counted) == 0)
		printf("found after a reboot, the clocks stand: White %.1f s, Black %.1f s; %s's ran.\n"
		       "  by the wall clock %.0f s have passed (the computer has run for %.0f s); counted, White would have %.1f s, "
		       "Black %.1f s.\n  \"flagfallctl resume SIDE\" goes on as they stand; \"flagfallctl report arbiter adjust\" first sets "
		       "them.\n",
		       (double)white / 1e6, (double)black / 1e6, running, (double)gap / 1e6, (double)boot / 1e6,
		       (double)white_counted / 1e6, (double)black_counted / 1e6);
	json_decref(o);
}

static void say_last_ruling(const struct ctl *ctl, const char *text)
{
	json_t *ruling = json_loads(text, 0, NULL);

	if (ruling) {
		print_sentence(ctl, stdout, ruling);
		putchar('\n');
	}
	json_decref(ruling);
}

/* What a person is asked; of a game that is over that is an appeal, or the result that was taken away by one. */
static void say_question(const json_t *game, const char *word)
{
	const char *question = ctl_text(game, "Question");
	const bool over = strcmp(ctl_text(game, "State"), "over") == 0;
	char words[BUS_RESULT_WORDS];

	if (over && *question)
		printf("appealed: the result stands until \"flagfallctl decide %s %s accept\", or reject\n", word,
		       question);
	else if (*question)
		printf("open question: %s\n", question);
	else if (strcmp(ctl_text(game, "Open"), "result") == 0)
		printf("open: the result%s; \"flagfallctl %s\" gives it\n",
		       strcmp(ctl_text(game, "Result"), "none") == 0 ? "" : ", which the round was given",
		       bus_result_words(game, word, words));
}

static void say_status(const struct ctl *ctl, const struct called_game *called, json_t *object, json_t *moves,
		       json_t *arbiter)
{
	json_t *game = json_object_get(object, BUS_GAME);
	struct screen screen;
	char id[32];

	snprintf(id, sizeof(id), "g%s  ", called->id);
	screen_from_object(&screen, object);
	printf("%s%s%s: %son %s  %s  %s  %s\n", colour_bold(ctl), called->title, colour_end(ctl),
	       *called->title == 'g' ? "" : id, ctl_text(game, "Board"),
	       *ctl_text(game, "Rulebook") ? ctl_text(game, "Rulebook") : "no rulebook",
	       strcmp(screen.mode, "device") == 0 ? "by the clock beside the board" : ctl_text(game, "TimeControl"),
	       ctl_text(game, "State"));
	screen_draw_board(ctl, &screen, stdout);
	if (arbiter)
		print_arbiter_clocks(ctl, stdout, object, arbiter);
	else
		screen_draw_clocks(ctl, &screen, stdout);
	say_moves(moves);
	if (*ctl_text(game, "Ruling") && !(json_array_size(moves) && strcmp(ctl_text(game, "Reason"), "start") == 0)) {
		printf("last ruling: %s%s%s", colour_bold(ctl),
		       ruling_word(ctl_text(game, "Ruling"), ctl_text(game, "Reason")), colour_end(ctl));
		if (*ctl_text(game, "Reason"))
			printf(" (%s)", ctl_text(game, "Reason"));
		if (strcmp(ctl_text(game, "Result"), "none") != 0)
			printf("  %s", ctl_text(game, "Result"));
		putchar('\n');
		say_last_ruling(ctl, ctl_text(game, "LastRuling"));
	} else if (strcmp(ctl_text(game, "Result"), "none") != 0) {
		printf("result: %s\n", ctl_text(game, "Result"));
	}
	if (*ctl_text(game, "Absent"))
		printf("%s\n", bus_absent_text(ctl_text(game, "Absent")));
	say_after_reboot(ctl_text(game, "AfterReboot"));
	say_question(game, called->word);
	if (json_is_false(json_object_get(game, "BoardAgrees")))
		printf("%sthe pieces on the board stand otherwise than recorded%s\n", colour_red(ctl), colour_end(ctl));
	if (*ctl_text(game, "ClockNote"))
		printf("%s%s%s\n", colour_red(ctl), ctl_text(game, "ClockNote"), colour_end(ctl));
	if (*ctl_text(game, "RecordFault"))
		printf("%sthe record cannot be written: %s; it is tried again%s\n", colour_red(ctl),
		       ctl_text(game, "RecordFault"), colour_end(ctl));
	if (*ctl_text(game, "PgnPath"))
		printf("record: %s\n", ctl_text(game, "PgnPath"));
	if (arbiter)
		print_arbiter_status(ctl, stdout, called->word, arbiter);
}

/* Of all games, so it stands last, where it is seen. */
static void verb_status_say_fault(const struct ctl *ctl, sd_bus *bus)
{
	char *fault = bus_journal_fault(bus);

	if (fault && *fault)
		printf("%sno rulings now: %s%s\n", colour_red(ctl), fault, colour_end(ctl));
	free(fault);
}

static void print_status(sd_bus *bus, json_t *object, json_t *moves, json_t *arbiter)
{
	char *fault = bus_journal_fault(bus);
	json_t *counters = NULL;
	json_t *out = bus_snake_case(json_object_get(object, BUS_GAME));

	bus_name_game(out, "id");
	json_object_set_new(out, "clock", bus_snake_case(json_object_get(object, BUS_CLOCK)));
	json_object_set(out, "moves", moves);
	if (arbiter)
		json_object_set(out, "arbiter", arbiter);
	if (bus_counters(bus, NULL, &counters) >= 0)
		json_object_set_new(out, "counters", counters);
	if (fault && *fault)
		json_object_set_new(out, "journal_fault", json_string(fault));
	free(fault);
	ctl_print_json(out);
}

static int run_status(struct ctl *ctl, int argc, char **argv)
{
	__attribute__((cleanup(sd_bus_flush_close_unrefp))) sd_bus *bus = NULL;
	json_t *objects = NULL, *moves = NULL, *arbiter = NULL;
	struct input in = { 0 };
	struct called_game game;
	int status;

	ctl_parse(ctl, &argp, argc, argv, &in);
	status = bus_open(ctl, &bus);
	if (!status)
		status = called_game_find(ctl, bus, in.game, false, &game);
	if (!status)
		status = bus_objects(ctl, bus, &objects);
	if (!status)
		status = game_moves_get(ctl, bus, game.path, &moves);
	if (!status && in.arbiter)
		status = game_call_status(ctl, bus, game.path, &arbiter);
	if (!status && ctl->json)
		print_status(bus, json_object_get(objects, game.path), moves, arbiter);
	else if (!status)
		say_status(ctl, &game, json_object_get(objects, game.path), moves, arbiter);
	if (!status && !ctl->json)
		verb_status_say_fault(ctl, bus);
	json_decref(objects);
	json_decref(moves);
	json_decref(arbiter);
	return status;
}

const struct verb verb_status = { "status", run_status, "one game: position, clocks, last ruling, open question" };
