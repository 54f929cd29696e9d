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

#define GAME_DOC " GAME may be left out when one is running."

struct found {
	char path[256], id[128];
};

/* Calls method with no argument or a string. */
static int call(const struct ctl *ctl, const struct game_arguments *w, const char *method, char type, const char *arg)
{
	__attribute__((cleanup(sd_bus_flush_close_unrefp))) sd_bus *bus = NULL;
	sd_bus_message *m = NULL;
	int status, r = 0;

	status = bus_open(ctl, &bus);
	if (!status)
		status = game_call_new(ctl, bus, w->game, BUS_GAME, method, &m);
	if (status)
		return status;
	if (type == 's')
		r = sd_bus_message_append(m, "s", arg);
	if (r < 0) {
		sd_bus_message_unref(m);
		return bus_fail(ctl, NULL, r);
	}
	return game_call_run(ctl, bus, m);
}

static int run_pause(struct ctl *ctl, int argc, char **argv)
{
	static const struct argp argp = { .parser = game_arguments_parse,
					  .args_doc = "[GAME]",
					  .doc = "Stop both clocks." GAME_DOC };
	struct game_arguments w = { .wanted = 0 };

	ctl_parse(ctl, &argp, argc, argv, &w);
	return call(ctl, &w, "Pause", 0, NULL);
}

const struct verb verb_pause = { "pause", run_pause, "stop both clocks" };

static int side_verb(struct ctl *ctl, int argc, char **argv, const struct argp *argp, const char *method)
{
	struct game_arguments w = { .wanted = 1 };
	const char *side;

	ctl_parse(ctl, argp, argc, argv, &w);
	side = side_argument(w.fixed[0]);
	if (!side) {
		ctl_fail(ctl, "\"%s\" is not a side; it is white or black.", w.fixed[0]);
		return CTL_USAGE;
	}
	return call(ctl, &w, method, 's', side);
}

static int run_resume(struct ctl *ctl, int argc, char **argv)
{
	static const struct argp argp = { .parser = game_arguments_parse,
					  .args_doc = "[GAME] SIDE",
					  .doc = "Start SIDE's clock." GAME_DOC };

	return side_verb(ctl, argc, argv, &argp, "Resume");
}

const struct verb verb_resume = { "resume", run_resume, "start a side's clock" };

static int run_arrive(struct ctl *ctl, int argc, char **argv)
{
	static const struct argp argp = { .parser = game_arguments_parse,
					  .args_doc = "[GAME] SIDE",
					  .doc = "SIDE's player has reached the board." GAME_DOC };

	return side_verb(ctl, argc, argv, &argp, "Arrive");
}

const struct verb verb_arrive = { "arrive", run_arrive, "a player has reached the board" };

static int run_press(struct ctl *ctl, int argc, char **argv)
{
	static const struct argp argp = {
		.parser = game_arguments_parse,
		.args_doc = "[GAME] SIDE",
		.doc = "SIDE's lever went down, in a game that was started with --lever hand. Its time is that at which "
		       "the daemon receives it." GAME_DOC
	};

	return side_verb(ctl, argc, argv, &argp, "Press");
}

const struct verb verb_press = { "press", run_press, "press a lever that is not the board's" };

static int text_verb(struct ctl *ctl, int argc, char **argv, const struct argp *argp, const char *method)
{
	struct game_arguments w = { .wanted = 1 };

	ctl_parse(ctl, argp, argc, argv, &w);
	return call(ctl, &w, method, 's', w.fixed[0]);
}

/* The one object and id that the words name; 0, or an exit status. */
static int verb_actions_find(const struct ctl *ctl, sd_bus *bus, const char *id, struct found *ret)
{
	json_t *objects = NULL;
	const char *path;
	int status = bus_objects(ctl, bus, &objects);

	if (!status)
		status = bus_find_game(ctl, objects, id, &path);
	if (!status) {
		snprintf(ret->path, sizeof(ret->path), "%s", path);
		snprintf(ret->id, sizeof(ret->id), "%s", ctl_text(bus_properties(objects, path, BUS_GAME), "Id"));
	}
	json_decref(objects);
	return status;
}

/* "0-0" and the like is how castling is written, too; what was meant is said back. */
static int run_end(struct ctl *ctl, int argc, char **argv)
{
	static const struct argp argp = {
		.parser = game_arguments_parse,
		.args_doc = "[GAME] RESULT",
		.doc = "End a game with a result that was agreed or decided away from the board: 1-0, 0-1, 1/2-1/2, 0-0; draughts 2-0, 0-2, 1-1, 0-0." GAME_DOC
	};

	__attribute__((cleanup(sd_bus_flush_close_unrefp))) sd_bus *bus = NULL;
	struct game_arguments w = { .wanted = 1 };
	struct found game;
	sd_bus_message *m = NULL;
	int status;

	ctl_parse(ctl, &argp, argc, argv, &w);
	status = bus_open(ctl, &bus);
	if (!status)
		status = verb_actions_find(ctl, bus, w.game, &game);
	if (!status)
		status = game_call_new(ctl, bus, game.id, BUS_GAME, "End", &m);
	if (status)
		return status;
	sd_bus_message_append(m, "s", w.fixed[0]);
	status = game_call_run(ctl, bus, m);
	if (status)
		return status;
	if (ctl->json)
		ctl_print_json(json_pack("{s:s, s:s}", "game", game.id, "result", w.fixed[0]));
	else
		printf("game %s is over  %s%s\n", game.id, w.fixed[0],
		       strcmp(w.fixed[0], "0-0") == 0 ? "  (both lose)" : "");
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

	return text_verb(ctl, argc, argv, &argp, "SetPosition");
}

const struct verb verb_position = { "position", run_position, "the arbiter sets the official position" };

static int run_promotion(struct ctl *ctl, int argc, char **argv)
{
	static const struct argp argp = {
		.parser = game_arguments_parse,
		.args_doc = "[GAME] PIECE",
		.doc = "Say which piece the pawn became (q, r, b, n), on a board whose sensors do not know pieces." GAME_DOC
	};

	return text_verb(ctl, argc, argv, &argp, "SetPromotion");
}

const struct verb verb_promotion = { "promotion", run_promotion, "say which piece a pawn became" };

static int run_move(struct ctl *ctl, int argc, char **argv)
{
	static const struct argp argp = {
		.parser = game_arguments_parse,
		.args_doc = "[GAME] MOVE",
		.doc = "Enter the move that was played where the sensors could not see it." GAME_DOC
	};

	return text_verb(ctl, argc, argv, &argp, "TellMove");
}

const struct verb verb_move = { "move", run_move, "enter a move that the sensors could not see" };

/* What was in the list before and is not any more, the latest first. */
static void say_taken(const struct ctl *ctl, const json_t *before, const json_t *after)
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

		printf("taken back:");
		json_array_foreach(taken, i, move)
			printf("%s %s", i ? "," : "", game_move_text(move, buf));
		printf("%s\n", json_array_size(taken) ? "" : " nothing");
	}
	json_decref(taken);
}

static int take_back(const struct ctl *ctl, sd_bus *bus, const char *id, uint32_t turns)
{
	json_t *before = NULL, *after = NULL;
	sd_bus_message *m = NULL;
	struct found game;
	int status;

	status = verb_actions_find(ctl, bus, id, &game);
	if (!status)
		status = game_moves_get(ctl, bus, game.path, &before);
	if (!status)
		status = game_call_new(ctl, bus, game.id, BUS_GAME, "TakeBack", &m);
	if (!status) {
		sd_bus_message_append(m, "u", turns);
		status = game_call_run(ctl, bus, m);
	}
	if (!status)
		status = game_moves_get(ctl, bus, game.path, &after);
	if (!status)
		say_taken(ctl, before, after);
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
	struct game_arguments w = { .wanted = 1 };
	unsigned long n;
	int status;
	char *end;

	ctl_parse(ctl, &argp, argc, argv, &w);
	errno = 0;
	n = strtoul(w.fixed[0], &end, 10);
	if (*end || w.fixed[0][0] == '-' || !*w.fixed[0] || errno || n < 1 || n > 10000) {
		ctl_fail(ctl, "\"%s\" is not a number of turns.", w.fixed[0]);
		return CTL_USAGE;
	}
	status = bus_open(ctl, &bus);
	return status ? status : take_back(ctl, bus, w.game, (uint32_t)n);
}

const struct verb verb_takeback = { "takeback", run_takeback, "take moves back by agreement" };
