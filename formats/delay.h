/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What of a game may be shown when an event shows its games later. A move is shown when so many moves of the game
 * (each player's counts) and so much time have passed since; the result, and with it the last moves, when so much time
 * has passed since the game was over: no move comes after it. That a game is over is not told by its moves earlier.
 */
#ifndef FORMATS_DELAY_H
#define FORMATS_DELAY_H

#include <stdbool.h>
#include <stdint.h>

struct delay {
	unsigned moves;
	int64_t us;
};

/* Instants by a clock that nobody sets, microseconds. */
struct delay_game {
	const int64_t *made_us; /* of each turn, in order */
	unsigned count;
	bool over;
	int64_t over_us;
};

struct delay_shown {
	unsigned count;	 /* turns */
	bool all;	 /* and the result */
	int64_t next_us; /* when more is to be shown though nothing happens; INT64_MAX: nothing is */
};

void delay_apply(const struct delay *delay, const struct delay_game *game, int64_t now_us, struct delay_shown *ret);

#endif
