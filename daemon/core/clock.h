/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The chess clock: arithmetic on event times. Integers, microseconds.
 * Casebook semantics: a flag is down at the first instant the time reaches 0.
 */
#ifndef DAEMON_CLOCK_H
#define DAEMON_CLOCK_H

#include "daemon/core/format/time-control.h"

#define CLOCK_NEVER INT64_MAX

struct game_clock {
	struct clock_control control;
	int64_t now_us;		/* advanced to here */
	int64_t left_us[2];	/* at now_us */
	int64_t turn_us;	/* running time of this turn so far */
	int64_t flag_us[2];	/* when the flag fell, CLOCK_NEVER while up */
	unsigned moves[2];	/* credited presses */
	unsigned completed[2];	/* moves, pressed or not, that were complete when the next was made */
	int64_t credited_us[2]; /* what the last press of each added */
	unsigned period[2];
	enum side running; /* NO_SIDE while paused or before the start */
	enum side paused;  /* whose clock ran when it was paused */
	bool by_device;	   /* counted by a device alone: no time passes here, each reading is the time */
};

void game_clock_init(struct game_clock *clock, const struct clock_control *control);
/* Let time pass. Returns a mask of sides (1 << side) whose flag fell meanwhile. */
unsigned game_clock_advance(struct game_clock *clock, int64_t t_us);
/* A press by side at now_us: stops its clock, credits, starts the other. False if its clock does not run. */
bool game_clock_press(struct game_clock *clock, enum side side);
/* The move counter of side is corrected. */
void game_clock_set_counter(struct game_clock *clock, enum side side, unsigned moves);
/* Side has made its next move: count earlier ones are complete. */
void game_clock_moves_complete(struct game_clock *clock, enum side side, unsigned count);
void game_clock_pause(struct game_clock *clock);
void game_clock_resume(struct game_clock *clock, enum side side);
void game_clock_adjust(struct game_clock *clock, enum side side, int64_t us);
/* The time shown is now this, whatever was reckoned: an arbiter's or a device's reading. 0: the flag is down, else up.
 */
void game_clock_set(struct game_clock *clock, enum side side, int64_t us);
/* Takes the last press of side out of the move count, with what it credited if increment. Returns the time taken off.
 */
int64_t game_clock_revoke(struct game_clock *clock, enum side side, bool increment);
/* A ruling lifts a fallen flag and awards time. */
void game_clock_revive(struct game_clock *clock, enum side side, int64_t us);
static inline bool game_clock_flag_down(const struct game_clock *clock, enum side side)
{
	return clock->flag_us[side] != CLOCK_NEVER;
}
/* Periods: has side made the moves of one, so that the next one's time was added, or would be if the time ran out now?
 */
bool game_clock_moves_met(const struct game_clock *clock, enum side side);
/* How many moves the period of side takes, 0 all that remain; *ret_made: how many of them it has made. */
unsigned game_clock_period_moves(const struct game_clock *clock, enum side side, unsigned *ret_made);
/* When its time runs out, the running side gets the next period's, by the moves that it has made. */
bool game_clock_gets_time(const struct game_clock *clock);
/* When the running side's flag will fall if nothing happens, CLOCK_NEVER if never. */
static inline int64_t game_clock_deadline(const struct game_clock *clock)
{
	enum side side = clock->running;
	int64_t us;

	if (side == NO_SIDE || clock->by_device || game_clock_flag_down(clock, side))
		return CLOCK_NEVER;
	us = clock->left_us[side];
	if (clock->control.mode == CLOCK_DELAY && clock->control.bonus_us > clock->turn_us)
		us += clock->control.bonus_us - clock->turn_us;
	/* a flag that was put up again without any time falls as soon as time passes */
	return clock->now_us + (us > 0 ? us : 1);
}

#endif
