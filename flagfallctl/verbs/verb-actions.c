/* SPDX-License-Identifier: GPL-2.0-or-later */
/* pause, resume, takeback, end, and what a person at the board enters: one method each. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "flagfallctl/client/bus.h"
#include "flagfallctl/client/calls.h"
#include "flagfallctl/client/texts.h"
#include "flagfallctl/verbs.h"
#include "formats/pairings.h"

#define GAME_DOC " " GAME_ARGUMENT_DOC

/* Calls method with no argument or a string. done: what is said where nothing is ruled. */
static int call(const struct ctl *ctl, const struct game_arguments *w, const char *method, const char *arg,
		const char *done)
{
	__attribute__((cleanup(sd_bus_flush_close_unrefp))) sd_bus *bus = NULL;
	struct called_game game;
	sd_bus_message *m = NULL;
	int status, r = 0;

	status = bus_open(ctl, &bus);
	if (!status)
		status = called_game_find(ctl, bus, w->game, false, &game);
	if (!status)
		status = game_call_new(ctl, bus, &game, BUS_GAME, method, &m);
	if (status)
		return status;
	if (arg)
		r = sd_bus_message_append(m, "s", arg);
	if (r < 0) {
		sd_bus_message_unref(m);
		return bus_fail(ctl, NULL, r);
	}
	return game_call_run(ctl, bus, &game, m, done);
}

static int run_pause(struct ctl *ctl, int argc, char **argv)
{
	static const struct argp argp = { .parser = game_arguments_parse,
					  .args_doc = "[GAME]",
					  .doc = "Stop both clocks." GAME_DOC };
	struct game_arguments w = { .wanted = 0 };

	ctl_parse(ctl, &argp, argc, argv, &w);
	return call(ctl, &w, "Pause", NULL, "Both clocks are stopped.");
}

const struct verb verb_pause = { "pause", run_pause, "stop both clocks" };

static int side_verb(struct ctl *ctl, int argc, char **argv, const struct argp *argp, const char *method,
		     const char *white, const char *black)
{
	struct game_arguments w = { .wanted = 1, .example = "[GAME] SIDE, as 3 white" };
	const char *side;

	ctl_parse(ctl, argp, argc, argv, &w);
	side = side_argument(w.fixed[0]);
	if (!side) {
		ctl_fail(ctl, "\"%s\" is not a side; it is white or black.", w.fixed[0]);
		return CTL_USAGE;
	}
	return call(ctl, &w, method, side, strcmp(side, "white") == 0 ? white : black);
}

static int run_resume(struct ctl *ctl, int argc, char **argv)
{
	static const struct argp argp = { .parser = game_arguments_parse,
					  .args_doc = "[GAME] SIDE",
					  .doc = "Start SIDE's clock." GAME_DOC };

	return side_verb(ctl, argc, argv, &argp, "Resume", "White's clock runs.", "Black's clock runs.");
}

const struct verb verb_resume = { "resume", run_resume, "start a side's clock" };

static int run_arrive(struct ctl *ctl, int argc, char **argv)
{
	static const struct argp argp = { .parser = game_arguments_parse,
					  .args_doc = "[GAME] SIDE",
					  .doc = "SIDE's player has reached the table." GAME_DOC };

	return side_verb(ctl, argc, argv, &argp, "Arrive", "White is there.", "Black is there.");
}

const struct verb verb_arrive = { "arrive", run_arrive, "a player has reached the table" };

static int run_press(struct ctl *ctl, int argc, char **argv)
{
	static const struct argp argp = {
		.parser = game_arguments_parse,
		.args_doc = "[GAME] SIDE",
		.doc = "SIDE's lever went down, in a game that was started with --lever hand. Its time is that at which "
		       "the daemon receives it." GAME_DOC
	};

	return side_verb(ctl, argc, argv, &argp, "Press", "White has pressed.", "Black has pressed.");
}

const struct verb verb_press = { "press", run_press, "press a lever that is not the board's" };

/* "queen" is q. */
static char *piece_word(char *word)
{
	static const char *const names[][2] = {
		{ "queen", "q" }, { "rook", "r" }, { "bishop", "b" }, { "knight", "n" }
	};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (strcmp(word, names[i][0]) == 0)
			return (char *)names[i][1];
	return word;
}

static int text_verb(struct ctl *ctl, int argc, char **argv, const struct argp *argp, const char *method,
		     const char *example, const char *done)
{
	struct game_arguments w = { .wanted = 1, .example = example };

	ctl_parse(ctl, argp, argc, argv, &w);
	if (strcmp(method, "SetPromotion") == 0)
		w.fixed[0] = piece_word(w.fixed[0]);
	return call(ctl, &w, method, w.fixed[0], done);
}

/* Who has won by that result, in chess or draughts: 'w', 'b', 'd' a draw, '0' nobody. */
static char winner(const char *result)
{
	return !strncmp(result, "1/2", 3) || !strcmp(result, "1-1") ? 'd' :
	       !strcmp(result, "0-0")				    ? '0' :
	       *result == '0'					    ? 'b' :
								      'w';
}

/* The round was given another result, and that one stays whatever the game's own is. */
static bool is_another(const char *asked, const char *result)
{
	char read[16];

	return (*result >= '0' && *result <= '2') && result_read(asked, strlen(asked), read) == 0 && *read &&
	       winner(read) != winner(result);
}

/* "0-0" and the like is how castling is written, too; what was meant is said back. */
static int run_end(struct ctl *ctl, int argc, char **argv)
{
	static const struct argp argp = {
		.options = game_arguments_ending,
		.parser = game_arguments_parse,
		.args_doc = "[GAME] RESULT",
		.doc = "End a game with a result that was agreed or decided away from the board: 1-0, 0-1, 1/2-1/2 or draw, 0-0; draughts 2-0, 0-2, 1-1 or draw, 0-0." GAME_DOC
	};

	__attribute__((cleanup(sd_bus_flush_close_unrefp))) sd_bus *bus = NULL;
	struct game_arguments w = { .wanted = 1, .example = "[GAME] RESULT, as 3 1-0 or 3 draw" };
	struct called_game game;
	sd_bus_message *m = NULL;
	char *result = NULL, question[64];
	int status;

	ctl_parse(ctl, &argp, argc, argv, &w);
	status = bus_open(ctl, &bus);
	if (!status)
		status = called_game_find(ctl, bus, w.game, false, &game);
	snprintf(question, sizeof(question), "End the game with %.20s?", w.fixed[0]);
	if (!status && !game_ending_confirm(ctl, w.yes, game.title, question))
		status = CTL_FAILED;
	if (!status)
		status = game_call_new(ctl, bus, &game, BUS_GAME, "End", &m);
	if (status)
		return status;
	sd_bus_message_append(m, "s", w.fixed[0]);
	status = game_call_run(ctl, bus, &game, m, NULL);
	if (status)
		return status;
	/* "draw" is 1-1 in draughts */
	if (sd_bus_get_property_string(bus, BUS_NAME, game.path, BUS_GAME, "Result", NULL, &result) < 0)
		result = strdup(w.fixed[0]);
	if (result && is_another(w.fixed[0], result)) {
		status = ctl_fail(ctl,
				  "%s: the result stays %s, which its round was given: \"round change\" changes it.",
				  game.title, result);
		free(result);
		return status;
	}
	if (ctl->json)
		ctl_print_json(json_pack("{s:o, s:s}", "game", json_sprintf("g%s", game.id), "result", result));
	else
		printf("%s: The game is over  %s%s\n", game.title, result,
		       strcmp(result, "0-0") == 0 ? "  (both lose)" : "");
	free(result);
	return CTL_DONE;
}

const struct verb verb_end = { "end", run_end, "end a game with a result" };

static int run_position(struct ctl *ctl, int argc, char **argv)
{
	static const struct argp argp = {
		.parser = game_arguments_parse,
		.args_doc = "[GAME] FEN",
		.doc = "The arbiter sets the official position. The pieces on the board are then put right; that does not count as a move." GAME_DOC
	};

	return text_verb(ctl, argc, argv, &argp, "SetPosition", "[GAME] FEN, as 3 \"4k3/8/8/8/8/8/8/4K3 w - -\"",
			 "The position is set.");
}

const struct verb verb_position = { "position", run_position, "the arbiter sets the official position" };

static int run_promotion(struct ctl *ctl, int argc, char **argv)
{
	static const struct argp argp = {
		.parser = game_arguments_parse,
		.args_doc = "[GAME] PIECE",
		.doc = "Say which piece the pawn became (q, r, b, n), on a board whose sensors do not know pieces." GAME_DOC
	};

	return text_verb(ctl, argc, argv, &argp, "SetPromotion", "[GAME] PIECE, as 3 n", "The piece is recorded.");
}

const struct verb verb_promotion = { "promotion", run_promotion, "say which piece a pawn became" };

static int run_move(struct ctl *ctl, int argc, char **argv)
{
	static const struct argp argp = {
		.parser = game_arguments_parse,
		.args_doc = "[GAME] MOVE",
		.doc = "Enter the move that was played where the sensors could not see it." GAME_DOC
	};

	return text_verb(ctl, argc, argv, &argp, "TellMove", "[GAME] MOVE, as 3 Nf3", "The move is recorded.");
}

const struct verb verb_move = { "move", run_move, "enter a move that the sensors could not see" };

/* What was in the list before and is not any more, the latest first. */
static void say_taken(const struct ctl *ctl, const struct called_game *game, const json_t *before, const json_t *after)
{
	json_t *taken = json_array();

	for (size_t i = json_array_size(before); i-- > json_array_size(after);)
		json_array_append(taken, json_array_get(before, i));
	if (ctl->json) {
		ctl_print_json(json_pack("{s:O}", "taken", taken));
	} else {
		char buf[GAME_MOVE_TEXT];
		json_t *move;
		size_t i;

		printf("%s: taken back:", game->title);
		json_array_foreach(taken, i, move)
			printf("%s %s", i ? "," : "", game_move_text(move, buf));
		printf("%s\n", json_array_size(taken) ? "" : " nothing");
	}
	json_decref(taken);
}

static int take_back(const struct ctl *ctl, sd_bus *bus, const char *word, uint32_t turns)
{
	json_t *before = NULL, *after = NULL;
	sd_bus_message *m = NULL;
	struct called_game game;
	int status;

	status = called_game_find(ctl, bus, word, false, &game);
	if (!status)
		status = game_moves_get(ctl, bus, game.path, &before);
	if (!status)
		status = game_call_new(ctl, bus, &game, BUS_GAME, "TakeBack", &m);
	if (!status) {
		sd_bus_message_append(m, "u", turns);
		status = game_call_run(ctl, bus, &game, m, NULL);
	}
	if (!status)
		status = game_moves_get(ctl, bus, game.path, &after);
	if (!status)
		say_taken(ctl, &game, before, after);
	json_decref(before);
	json_decref(after);
	return status;
}

/* A turn is what one side did between two presses. */
static int run_takeback(struct ctl *ctl, int argc, char **argv)
{
	static const struct argp argp = {
		.parser = game_arguments_parse,
		.args_doc = "[GAME] TURNS",
		.doc = "Take the last TURNS turns back (a turn is one side's move), by agreement of both players, and say "
		       "which they were. Of what status shows, never more." GAME_DOC
	};
	__attribute__((cleanup(sd_bus_flush_close_unrefp))) sd_bus *bus = NULL;
	struct game_arguments w = { .wanted = 1, .number = true, .example = "[GAME] TURNS, as 3 1" };
	unsigned long n;
	int status;
	char *end;

	ctl_parse(ctl, &argp, argc, argv, &w);
	errno = 0;
	n = strtoul(w.fixed[0], &end, 10);
	if (*end || w.fixed[0][0] == '-' || !*w.fixed[0] || errno || n < 1 || n > 10000) {
		ctl_fail(ctl, "\"%s\" is not a number of turns, as 1 or 2.", w.fixed[0]);
		return CTL_USAGE;
	}
	status = bus_open(ctl, &bus);
	return status ? status : take_back(ctl, bus, w.game, (uint32_t)n);
}

const struct verb verb_takeback = { "takeback", run_takeback, "take moves back by agreement" };
