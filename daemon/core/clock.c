// SPDX-License-Identifier: GPL-2.0-or-later
#include "daemon/core/clock.h"

void game_clock_init(struct game_clock *clock, const struct clock_control *control)
{
	*clock = (struct game_clock){
		.control = *control,
		.left_us = { control->start_us[WHITE], control->start_us[BLACK] },
		.flag_us = { CLOCK_NEVER, CLOCK_NEVER },
		.period = { control->period_index, control->period_index },
		.running = control->mode == CLOCK_NONE ? NO_SIDE : control->running,
		.paused = NO_SIDE,
	};
}

/* How many moves side must have made for the next period's time to be due; 0: there is none. */
static unsigned moves_due(const struct game_clock *clock, enum side side)
{
	unsigned sum = 0;

	if (clock->control.mode != CLOCK_PERIODS || clock->period[side] + 1 >= clock->control.period_count)
		return 0;
	for (unsigned i = 0; i <= clock->period[side]; i++)
		sum += clock->control.period[i].moves;
	return sum;
}

static unsigned moves_done(const struct game_clock *clock, enum side side)
{
	return clock->completed[side] > clock->moves[side] ? clock->completed[side] : clock->moves[side];
}

static bool next_period(struct game_clock *clock, enum side side)
{
	unsigned due = moves_due(clock, side);

	if (!due || moves_done(clock, side) < due)
		return false;
	clock->left_us[side] += clock->control.period[++clock->period[side]].us;
	return true;
}

bool game_clock_moves_met(const struct game_clock *clock, enum side side)
{
	unsigned due = moves_due(clock, side);

	return clock->period[side] > clock->control.period_index || (due && moves_done(clock, side) >= due);
}

unsigned game_clock_period_moves(const struct game_clock *clock, enum side side, unsigned *ret_made)
{
	const unsigned due = moves_due(clock, side), done = moves_done(clock, side);
	const unsigned moves = due ? clock->control.period[clock->period[side]].moves : 0;

	*ret_made = done + moves > due ? done + moves - due : 0;
	return moves;
}

bool game_clock_gets_time(const struct game_clock *clock)
{
	const unsigned due = clock->running == NO_SIDE ? 0 : moves_due(clock, clock->running);

	return due && moves_done(clock, clock->running) >= due;
}

/* Of dt more microseconds in this turn, how many come off the main time. */
static int64_t charged(const struct game_clock *clock, int64_t dt)
{
	int64_t free_us = clock->control.mode == CLOCK_DELAY ? clock->control.bonus_us - clock->turn_us : 0;

	if (free_us <= 0)
		return dt;
	return dt > free_us ? dt - free_us : 0;
}

static bool run_out(struct game_clock *clock, enum side side, int64_t when)
{
	while (clock->left_us[side] <= 0)
		if (!next_period(clock, side)) {
			clock->left_us[side] = 0;
			clock->flag_us[side] = when;
			return true;
		}
	return false;
}

unsigned game_clock_advance(struct game_clock *clock, int64_t t_us)
{
	enum side side = clock->running;
	int64_t dt = t_us - clock->now_us, off, left;

	if (dt <= 0)
		return 0;
	clock->now_us = t_us;
	if (side == NO_SIDE)
		return 0;
	off = charged(clock, dt);
	clock->turn_us += dt;
	if (clock->by_device || game_clock_flag_down(clock, side) || !off)
		return 0;
	left = clock->left_us[side];
	clock->left_us[side] -= off;
	if (clock->control.mode == CLOCK_HOURGLASS)
		clock->left_us[other_side(side)] += off < left ? off : left;
	if (clock->left_us[side] > 0)
		return 0;
	/* the instant of the fall: what is below zero passed after it */
	if (!next_period(clock, side) || clock->left_us[side] <= 0)
		return run_out(clock, side, t_us + clock->left_us[side]) ? 1u << side : 0;
	return 0;
}

/* For the turn at hand, side's move of that number. */
static int64_t increment(const struct game_clock *clock, enum side side, unsigned move)
{
	const struct clock_control *c = &clock->control;

	switch (c->mode) {
	case CLOCK_FISCHER:
		return !c->first_moves || move <= c->first_moves ? c->bonus_us : 0;
	case CLOCK_BRONSTEIN:
		return clock->turn_us < c->bonus_us ? clock->turn_us : c->bonus_us;
	case CLOCK_PERIODS:
		return c->period[clock->period[side]].increment_us;
	default:
		return 0;
	}
}

void game_clock_moves_complete(struct game_clock *clock, enum side side, unsigned count)
{
	clock->completed[side] = count;
}

void game_clock_set_counter(struct game_clock *clock, enum side side, unsigned moves)
{
	clock->moves[side] = clock->completed[side] = moves;
}

bool game_clock_press(struct game_clock *clock, enum side side)
{
	if (side == NO_SIDE || clock->running != side)
		return false;
	clock->credited_us[side] = 0;
	if (!game_clock_flag_down(clock, side)) {
		clock->moves[side] = moves_done(clock, side) + 1;
		clock->credited_us[side] = increment(clock, side, clock->moves[side]);
		clock->left_us[side] += clock->credited_us[side];
		if (clock->control.credit_on_move)
			next_period(clock, side);
	}
	clock->running = other_side(side);
	clock->turn_us = 0;
	return true;
}

void game_clock_pause(struct game_clock *clock)
{
	if (clock->running == NO_SIDE)
		return;
	clock->paused = clock->running;
	clock->running = NO_SIDE;
}

void game_clock_resume(struct game_clock *clock, enum side side)
{
	enum side had = clock->running != NO_SIDE ? clock->running : clock->paused;

	if (clock->control.mode == CLOCK_NONE || side == NO_SIDE)
		return;
	/* the fixed time of a delay is not renewed by a pause */
	if (side != had)
		clock->turn_us = 0;
	clock->running = side;
	clock->paused = NO_SIDE;
}

void game_clock_adjust(struct game_clock *clock, enum side side, int64_t us)
{
	if (clock->control.mode == CLOCK_NONE)
		return;
	clock->left_us[side] += us;
	if (clock->left_us[side] > 0)
		return;
	clock->left_us[side] = 0;
	if (!game_clock_flag_down(clock, side))
		clock->flag_us[side] = clock->now_us;
}

void game_clock_set(struct game_clock *clock, enum side side, int64_t us)
{
	if (clock->control.mode == CLOCK_NONE)
		return;
	clock->left_us[side] = us > 0 ? us : 0;
	clock->flag_us[side] = us > 0 ? CLOCK_NEVER : clock->now_us;
}

int64_t game_clock_revoke(struct game_clock *clock, enum side side, bool with_increment)
{
	int64_t us = with_increment ? clock->credited_us[side] : 0;

	if (clock->moves[side])
		clock->moves[side]--;
	if (clock->completed[side] > clock->moves[side])
		clock->completed[side] = clock->moves[side];
	clock->credited_us[side] = 0;
	if (us)
		game_clock_adjust(clock, side, -us);
	return us;
}

void game_clock_revive(struct game_clock *clock, enum side side, int64_t us)
{
	clock->flag_us[side] = CLOCK_NEVER;
	clock->left_us[side] += us;
}
