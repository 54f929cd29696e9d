/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Plays a trace on an emulated board, as fast as told or as fast as the host
 * takes it, and lets the board's time run while nothing is played.
 */
#ifndef TESTS_SIM_TRACE_PLAYER_H
#define TESTS_SIM_TRACE_PLAYER_H

#include <stdbool.h>

#include "emulator/emulated-board.h"
#include "tests/sim/sim.h"

enum trace_player_state {
	TRACE_PLAYER_HELD = 0, /* the board's time stands still */
	TRACE_PLAYER_RUNNING,  /* it runs, nothing is played */
	TRACE_PLAYER_PLAYING,
	TRACE_PLAYER_PASSING, /* time is let pass up to a given instant */
};

struct trace_player {
	struct sim *sim;
	const struct emulated_script *trace; /* NULL: none */
	double speed; /* of the board's time against real time; 0: as fast as the host takes events */
	/* At that speed, wait after each press until the host has shown the clock: so it has read all that went before,
	 * however much its driver would queue for it. A host that shows none holds up each press by ACK_MS. */
	bool in_step;
	enum trace_player_state state;
	enum trace_player_state after; /* what follows the trace: HELD or RUNNING */
	bool begun;
	uint64_t base_us;    /* the board's time of the trace's 0 */
	size_t next;	     /* event */
	unsigned presses;    /* played so far */
	unsigned until;	     /* stop once so many were; 0: never */
	uint64_t until_t_us; /* stop before the first event later than this; 0: never */
	uint64_t until_us;   /* PASSING */
	int64_t real_us;     /* CLOCK_MONOTONIC at which the board's time was at mark_us */
	uint64_t mark_us;
	int64_t room_us; /* CLOCK_MONOTONIC at which the host last had room for more */
};

void trace_player_init(struct trace_player *player, struct sim *sim, const struct emulated_script *trace, double speed);
/* until: number of presses from the trace's beginning; 0 to its end. */
void trace_player_play(struct trace_player *player, unsigned until);
/* All events up to this time of the trace, and up to this time. */
void trace_player_play_to(struct trace_player *player, uint64_t t_us);
void trace_player_pass(struct trace_player *player, uint64_t us);
void trace_player_run(struct trace_player *player);
void trace_player_hold(struct trace_player *player);

/*
 * trace_player_step - do what is due
 * Returns true if it came to an end just now: the trace, the press asked for, the time asked for. *wait_ms: how long
 * nothing will be due, -1 for ever.
 */
bool trace_player_step(struct trace_player *player, int *wait_ms);

#endif
