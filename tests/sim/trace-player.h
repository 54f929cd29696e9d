/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Plays a trace on an emulated board, as fast as told or as fast as the host
 * takes it, and lets the board's time run while nothing is played.
 */
#ifndef TESTS_SIM_TRACE_PLAYER_H
#define TESTS_SIM_TRACE_PLAYER_H

#include <stdbool.h>

#include "tests/sim/sim.h"
#include "tests/sim/trace-script.h"

enum player_state {
	PLAYER_HELD = 0,	/* the board's time stands still */
	PLAYER_RUNNING,		/* it runs, nothing is played */
	PLAYER_PLAYING,
	PLAYER_PASSING,		/* time is let pass up to a given instant */
};

struct player {
	struct sim *sim;
	const struct trace *trace;	/* NULL: none */
	double speed;		/* of the board's time against real time; 0: as fast as the host takes events */
	/* At that speed, wait after each press until the host has shown the clock: so it has read all that went before,
	 * however much its driver would queue for it. A host that shows none holds up each press by ACK_MS. */
	bool in_step;
	enum player_state state;
	enum player_state after;	/* what follows the trace: HELD or RUNNING */
	bool begun;
	uint64_t base_us;	/* the board's time of the trace's 0 */
	size_t next;		/* event */
	unsigned presses;	/* played so far */
	unsigned until;		/* stop once so many were; 0: never */
	uint64_t until_t_us;	/* stop before the first event later than this; 0: never */
	uint64_t until_us;	/* PASSING */
	int64_t real_us;	/* CLOCK_MONOTONIC at which the board's time was at mark_us */
	uint64_t mark_us;
};

void player_init(struct player *player, struct sim *sim, const struct trace *trace, double speed);
/* until: number of presses from the trace's beginning; 0 to its end. */
void player_play(struct player *player, unsigned until);
/* All events up to this time of the trace, and up to this time. */
void player_play_to(struct player *player, uint64_t t_us);
void player_pass(struct player *player, uint64_t us);
void player_run(struct player *player);
void player_hold(struct player *player);

/*
 * player_step - do what is due
 * Returns true if it came to an end just now: the trace, the press asked for, the time asked for. *wait_ms: how long
 * nothing will be due, -1 for ever.
 */
bool player_step(struct player *player, int *wait_ms);

#endif
