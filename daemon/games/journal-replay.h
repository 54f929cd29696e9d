/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the journal has of games: it is played again, or told. */
#ifndef DAEMON_JOURNAL_REPLAY_H
#define DAEMON_JOURNAL_REPLAY_H

#include "daemon/journal/journal.h"
#include "daemon/games/live-game.h"

/* Takes up the running games. One that cannot be is said in the log and left: its fault is not the others'. */
int journal_replay(struct context *ctx);
/* A game as the journal has it, to be looked at and freed with live_game_free(). Nothing may wait to be published. 0,
 * or a failure that was said in the log. */
int journal_replay_game(struct context *ctx, const struct journal_game *game, struct live_game **ret);
/* A finished game, to go on from where its file ends. 0; a fault that is not said: *error, or the errno value. */
int journal_replay_finished(struct context *ctx, const struct journal_game *game, struct live_game **ret,
			    sd_bus_error *error);

/* Rows of a game's rulings that are none any more, since an act was undone: an array of numbers, NULL: it cannot be
 * played again. New reference. Nothing may wait to be published. 0 or -ENOMEM. */
int journal_undone_rulings(struct context *ctx, uint64_t number, json_t **ret);

/* How a game's inputs are fed from the journal. */
struct journal_feed {
	struct live_game *game;
	struct undone_acts undone; /* what is left out: besides the journal's own what the caller has noted */
	/* For who undoes an act, else 0 and NULL: */
	uint32_t act;	 /* verdicts behind this one that answer nothing without it … */
	json_t *dropped; /* … are added here, as the journal has them */
	char *why;	 /* 160 bytes: why an input cannot be fed, which is then not said in the log */
};

/* All inputs into feed->game. 0; -EBADMSG one cannot be; or what journal_inputs() returns. journal_feed_done() in any
 * case. */
int journal_feed_run(struct journal_feed *feed);
static inline void journal_feed_done(struct journal_feed *feed)
{
	undone_acts_done(&feed->undone);
}

/* --- journal-reply.c: What the journal has of a game, as the two methods Journal answer it. --- */

/*
 * journal_reply - answers call when all that went into games before it is on disk
 * @setup:   what the game was started with, JSON; taken, also on failure. NULL: as the journal has it
 * @salvage: rows as far as they are sound, and a sentence behind them that says what is wrong then, "" nothing; else
 *           what is unsound is an error
 * 1, the reply follows; or *error.
 */
int journal_reply(struct context *ctx, sd_bus_message *call, uint64_t game, char *setup, bool salvage,
		  sd_bus_error *error);

#endif
