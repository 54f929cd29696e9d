/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A chess clock that cannot be wrong: it counts every unit of time by itself, one after the other, and knows each kind
 * of clock by the sentence that describes it. It shares nothing with daemon/core/clock.c, reads no text and is slow.
 */
#ifndef TESTS_UNIT_SLOW_CLOCK_H
#define TESTS_UNIT_SLOW_CLOCK_H

#include <stdbool.h>

enum slow_kind {
	SLOW_NONE,
	SLOW_SUDDEN,
	SLOW_FISCHER,
	SLOW_DELAY,
	SLOW_BRONSTEIN,
	SLOW_PERIODS,
	SLOW_HOURGLASS,
	SLOW_KINDS
};

enum { NOBODY = -1 };

struct slow_period {
	int moves;
	long time, increment;
};

struct slow_clock {
	enum slow_kind kind;
	long bonus;	 /* increment, delay or the most that is added back */
	int first_moves; /* increment for so many, 0 all */
	struct slow_period period[4];
	int periods;
	bool on_move; /* the next period's time comes with the press, not at zero */

	long left[2], turn;
	bool down[2];
	int moves[2], at_period[2];
	int running, stopped; /* whose clock runs; whose ran when both were stopped */
	long credited[2];

	/* where time went and came from */
	long spent[2], gained[2], given[2];
};

static inline bool slow_period_played(const struct slow_clock *c, int side)
{
	int due = 0;

	if (c->kind != SLOW_PERIODS || c->at_period[side] + 1 >= c->periods)
		return false;
	for (int i = 0; i <= c->at_period[side]; i++)
		due += c->period[i].moves;
	return c->moves[side] >= due;
}

static inline void slow_give(struct slow_clock *c, int side, long time)
{
	c->left[side] += time;
	c->given[side] += time;
}

static inline void slow_next_period(struct slow_clock *c, int side)
{
	c->at_period[side]++;
	slow_give(c, side, c->period[c->at_period[side]].time);
}

/* Nothing is left: the next period's time comes if its moves are made, else the flag is down. */
static inline void slow_zero(struct slow_clock *c, int side)
{
	while (c->left[side] == 0 && slow_period_played(c, side))
		slow_next_period(c, side);
	if (c->left[side] == 0)
		c->down[side] = true;
}

/* One unit of time passes. */
static inline void slow_tick(struct slow_clock *c)
{
	int side = c->running, other = 1 - side;

	if (side == NOBODY)
		return;
	c->turn++;
	if (c->down[side])
		return;
	if (c->kind == SLOW_DELAY && c->turn <= c->bonus)
		return;
	/* a flag that was lifted with nothing on the clock */
	slow_zero(c, side);
	if (c->down[side])
		return;
	c->left[side]--;
	c->spent[side]++;
	if (c->kind == SLOW_HOURGLASS) {
		c->left[other]++;
		c->gained[other]++;
	}
	slow_zero(c, side);
}

static inline long slow_increment(const struct slow_clock *c, int side, int move)
{
	if (c->kind == SLOW_FISCHER)
		return c->first_moves == 0 || move <= c->first_moves ? c->bonus : 0;
	if (c->kind == SLOW_PERIODS)
		return c->period[c->at_period[side]].increment;
	return 0;
}

static inline void slow_press(struct slow_clock *c, int side)
{
	int other = 1 - side;

	if (c->running != side)
		return;
	c->credited[side] = 0;
	if (!c->down[side]) {
		c->moves[side]++;
		if (c->kind == SLOW_BRONSTEIN)
			c->credited[side] = c->turn < c->bonus ? c->turn : c->bonus;
		else
			c->credited[side] = slow_increment(c, side, c->moves[side]);
		slow_give(c, side, c->credited[side]);
		if (c->on_move && slow_period_played(c, side))
			slow_next_period(c, side);
	}
	c->running = other;
	c->turn = 0;
}

static inline void slow_pause(struct slow_clock *c)
{
	if (c->running == NOBODY)
		return;
	c->stopped = c->running;
	c->running = NOBODY;
}

static inline void slow_resume(struct slow_clock *c, int side)
{
	int had = c->running != NOBODY ? c->running : c->stopped;

	/* a delay is had once in a turn, however often the clock is stopped */
	if (side != had)
		c->turn = 0;
	c->running = side;
	c->stopped = NOBODY;
}

/* A ruling gives time or takes it, never more than there is. */
static inline void slow_adjust(struct slow_clock *c, int side, long time)
{
	if (c->left[side] + time <= 0) {
		slow_give(c, side, -c->left[side]);
		c->down[side] = true;
	} else {
		slow_give(c, side, time);
	}
}

/* Another clock is put there, or the arbiter sets this one. */
static inline void slow_set(struct slow_clock *c, int side, long time)
{
	slow_give(c, side, time - c->left[side]);
	c->down[side] = time == 0;
}

static inline void slow_revive(struct slow_clock *c, int side, long time)
{
	c->down[side] = false;
	slow_give(c, side, time);
}

/* The last press of side does not count. */
static inline void slow_revoke(struct slow_clock *c, int side, bool increment)
{
	long time = increment ? c->credited[side] : 0;

	if (c->moves[side] > 0)
		c->moves[side]--;
	c->credited[side] = 0;
	if (time > 0)
		slow_adjust(c, side, -time);
}

#endif
