/* SPDX-License-Identifier: GPL-2.0-or-later */
/* pause, resume, takeback, end, and what a person at the board enters: one method each. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/ctl/bus.h"
#include "daemon/ctl/game-arguments.h"
#include "daemon/ctl/game-call.h"
#include "daemon/ctl/verbs.h"

#define GAME_DOC " GAME may be left out when one is running."

/* Calls method with no argument, a string, or a number where type is 'u'. */
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
	else if (type == 'u')
		r = sd_bus_message_append(m, "u", (uint32_t)strtoul(arg, NULL, 10));
	if (r < 0) {
		sd_bus_message_unref(m);
		return bus_fail(ctl, NULL, r);
	}
	return game_call_run(ctl, bus, m);
}

int verb_pause(struct ctl *ctl, int argc, char **argv)
{
	static const struct argp argp = { .parser = game_arguments_parse,
					  .args_doc = "[GAME]",
					  .doc = "Stop both clocks." GAME_DOC };
	struct game_arguments w = { .wanted = 0 };

	ctl_parse(ctl, &argp, argc, argv, &w);
	return call(ctl, &w, "Pause", 0, NULL);
}

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

int verb_resume(struct ctl *ctl, int argc, char **argv)
{
	static const struct argp argp = { .parser = game_arguments_parse,
					  .args_doc = "[GAME] SIDE",
					  .doc = "Start SIDE's clock." GAME_DOC };

	return side_verb(ctl, argc, argv, &argp, "Resume");
}

int verb_arrive(struct ctl *ctl, int argc, char **argv)
{
	static const struct argp argp = { .parser = game_arguments_parse,
					  .args_doc = "[GAME] SIDE",
					  .doc = "SIDE's player has reached the board." GAME_DOC };

	return side_verb(ctl, argc, argv, &argp, "Arrive");
}

int verb_press(struct ctl *ctl, int argc, char **argv)
{
	static const struct argp argp = {
		.parser = game_arguments_parse,
		.args_doc = "[GAME] SIDE",
		.doc = "SIDE's lever went down, in a game that was started with --lever hand. Its time is that at which "
		       "the daemon receives it." GAME_DOC
	};

	return side_verb(ctl, argc, argv, &argp, "Press");
}

static int text_verb(struct ctl *ctl, int argc, char **argv, const struct argp *argp, const char *method)
{
	struct game_arguments w = { .wanted = 1 };

	ctl_parse(ctl, argp, argc, argv, &w);
	return call(ctl, &w, method, 's', w.fixed[0]);
}

int verb_end(struct ctl *ctl, int argc, char **argv)
{
	static const struct argp argp = {
		.parser = game_arguments_parse,
		.args_doc = "[GAME] RESULT",
		.doc = "End a game with a result that was agreed or decided away from the board: 1-0, 0-1, 1/2-1/2, 0-0; draughts 2-0, 0-2, 1-1, 0-0." GAME_DOC
	};

	return text_verb(ctl, argc, argv, &argp, "End");
}

int verb_position(struct ctl *ctl, int argc, char **argv)
{
	static const struct argp argp = {
		.parser = game_arguments_parse,
		.args_doc = "[GAME] FEN",
		.doc = "The arbiter sets the official position. The pieces on the board are then put right; that does not count as a move." GAME_DOC
	};

	return text_verb(ctl, argc, argv, &argp, "SetPosition");
}

int verb_promotion(struct ctl *ctl, int argc, char **argv)
{
	static const struct argp argp = {
		.parser = game_arguments_parse,
		.args_doc = "[GAME] PIECE",
		.doc = "Say which piece the pawn became (q, r, b, n), on a board whose sensors do not know pieces." GAME_DOC
	};

	return text_verb(ctl, argc, argv, &argp, "SetPromotion");
}

int verb_move(struct ctl *ctl, int argc, char **argv)
{
	static const struct argp argp = {
		.parser = game_arguments_parse,
		.args_doc = "[GAME] MOVE",
		.doc = "Enter the move that was played where the sensors could not see it." GAME_DOC
	};

	return text_verb(ctl, argc, argv, &argp, "TellMove");
}

/* A turn is what one side did between two presses. */
int verb_takeback(struct ctl *ctl, int argc, char **argv)
{
	static const struct argp argp = {
		.parser = game_arguments_parse,
		.args_doc = "[GAME] TURNS",
		.doc = "Take the last TURNS turns back (a turn is one side's move), by agreement of both players." GAME_DOC
	};
	struct game_arguments w = { .wanted = 1 };
	unsigned long n;
	char *end;

	ctl_parse(ctl, &argp, argc, argv, &w);
	errno = 0;
	n = strtoul(w.fixed[0], &end, 10);
	if (*end || w.fixed[0][0] == '-' || !*w.fixed[0] || errno || n < 1 || n > 10000) {
		ctl_fail(ctl, "\"%s\" is not a number of turns.", w.fixed[0]);
		return CTL_USAGE;
	}
	return call(ctl, &w, "TakeBack", 'u', w.fixed[0]);
}
