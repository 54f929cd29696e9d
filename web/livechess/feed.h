/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What one client was promised of one board: each change of its squares and its clock, and from "setup" on the moves
 * that were made. A feed outlives its board: unplugged and plugged in again, it goes on.
 */
#ifndef WEB_LIVECHESS_FEED_H
#define WEB_LIVECHESS_FEED_H

#include "web/livechess/eboards.h"
#include "web/livechess/reconstruction.h"
#include "web/livechess/request.h"

#define FEED_GATHER_US 20000 /* changes of squares within such a time are one message; a move never waits */

struct feed {
	char id[REQUEST_ID]; /* JSON text as the client wrote it */
	char *serial;
	bool is_flipped, flip;	     /* the client said which side it is seen from, and which */
	char *fen;		     /* "setup" was called; NULL never */
	struct reconstruction *game; /* from fen on, while it may be told */
	bool named;		     /* the board named its pieces when game began */
	struct naming naming;	     /* the board's, and what game says of it */
	unsigned change;	     /* the board's, when it was looked at */
	bool is_new;		     /* nothing was told yet: all is */
	bool dirty;
	int64_t due_us; /* when what is dirty is told */
	char told_board[SQUARES_FEN];
	bool told_flipped;
	struct live_clock told_clock;
	bool told_game, told_match; /* … of a game, and what of it */
	unsigned told_moves, told_revisions;
	struct feed *next;
};

/* NULL: no memory. */
struct feed *feed_new(const char *id, const struct eboard *board);
void feed_free(struct feed *f);

/* "setup". 0, -ENOMEM, -EINVAL with a sentence: then all is as it was. */
int feed_setup(struct feed *f, const struct eboard *board, const char *fen, int64_t now_us, char err[static 160]);
void feed_flip(struct feed *f, const struct eboard *board, bool flip, int64_t now_us);

/* The sensors saw that; changed: as eboards_sensor() said. */
void feed_sensor(struct feed *f, const struct eboard *board, const struct live_news *news, bool changed,
		 int64_t now_us);
/* Something else of the board may have changed: it came or went, it has other sensors, its game is another. */
void feed_look(struct feed *f, const struct eboard *board, int64_t now_us);
void feed_time(struct feed *f, int64_t now_us);
/* When feed_time() and feed_next() have to be called though nothing happens; INT64_MAX never. */
int64_t feed_due(const struct feed *f, const struct eboard *board);

/*
 * feed_next - what is to be told now: a message's "param"
 * To be called until it returns NULL. A move that was made is a message of its own. New reference.
 */
json_t *feed_next(struct feed *f, const struct eboard *board, int64_t now_us);

/* How this feed sees the board. */
bool feed_is_flipped(const struct feed *f, const struct eboard *board);

#endif
