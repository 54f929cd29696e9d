/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The chess clock: arithmetic on event times. Integers, microseconds.
 * Casebook semantics: a flag is down at the first instant the time reaches 0.
 */
#ifndef DAEMON_CLOCK_H
#define DAEMON_CLOCK_H

#include <jansson.h>
#include "rules/game.h"

enum clock_mode {
	CLOCK_NONE = 0,		/* no clock: presses commit moves, no time runs */
	CLOCK_SUDDEN_DEATH, CLOCK_FISCHER, CLOCK_DELAY, CLOCK_BRONSTEIN, CLOCK_PERIODS, CLOCK_HOURGLASS,
};

#define CLOCK_MAX_PERIODS 8
#define CLOCK_NEVER INT64_MAX

struct clock_period { unsigned moves; int64_t us; int64_t increment_us; };

struct clock_control {
	enum clock_mode mode;
	int64_t start_us[2];
	int64_t bonus_us;	/* increment or delay */
	unsigned first_moves;	/* increment for this many moves only, 0: always */
	unsigned period_count;
	struct clock_period period[CLOCK_MAX_PERIODS];
	unsigned period_index;	/* where it begins */
	bool credit_on_move;	/* periods: next time added at the press, not on zero */
	bool credit_said;	/* and that was said, whatever the rulebook has */
	bool credit_before;	/* increments are added before each move, not at its press (set by the rulebook) */
	enum side running;	/* at the start */
};

const char *clock_mode_name(enum clock_mode mode);	/* "sudden-death", … as in JSON and rulebooks */

/* Time control text, PGN's with additions ("300", "300+2", "180+2", "40/7200:3600", "-"). -EINVAL with a sentence. */
int clock_control_parse(const char *text, struct clock_control *ret, char err[static 160]);
int clock_control_format(const struct clock_control *control, char *buf, size_t size);
/* In words: "5 minutes and 2 seconds added at every press". */
int clock_control_words(const struct clock_control *control, char *buf, size_t size);
/* The casebook's and trace's "clock" object. */
int clock_control_from_json(json_t *object, struct clock_control *ret, char err[static 160]);

struct game_clock {
	struct clock_control control;
	int64_t now_us;		/* advanced to here */
	int64_t left_us[2];	/* at now_us */
	int64_t turn_us;	/* running time of this turn so far */
	int64_t flag_us[2];	/* when the flag fell, CLOCK_NEVER while up */
	unsigned moves[2];	/* credited presses */
	int64_t credited_us[2];	/* what the last press of each added */
	unsigned period[2];
	enum side running;	/* NO_SIDE while paused or before the start */
	enum side paused;	/* whose clock ran when it was paused */
	bool by_device;		/* counted by a device alone: no time passes here, each reading is the time */
};

void game_clock_init(struct game_clock *clock, const struct clock_control *control);
/* Let time pass. Returns a mask of sides (1 << side) whose flag fell meanwhile. */
unsigned game_clock_advance(struct game_clock *clock, int64_t t_us);
/* A press by side at now_us: stops its clock, credits, starts the other. False if its clock does not run. */
bool game_clock_press(struct game_clock *clock, enum side side);
void game_clock_pause(struct game_clock *clock);
void game_clock_resume(struct game_clock *clock, enum side side);
void game_clock_adjust(struct game_clock *clock, enum side side, int64_t us);
/* The time shown is now this, whatever was reckoned: an arbiter's or a device's reading. 0: the flag is down, else up. */
void game_clock_set(struct game_clock *clock, enum side side, int64_t us);
/* Takes the last press of side out of the move count, with what it credited if increment. Returns the time taken off. */
int64_t game_clock_revoke(struct game_clock *clock, enum side side, bool increment);
/* A ruling lifts a fallen flag and awards time. */
void game_clock_revive(struct game_clock *clock, enum side side, int64_t us);
static inline bool game_clock_flag_down(const struct game_clock *clock, enum side side)
{
	return clock->flag_us[side] != CLOCK_NEVER;
}
/* Periods: has side made the moves of one, so that the next one's time was added, or would be if the time ran out now? */
bool game_clock_moves_met(const struct game_clock *clock, enum side side);
/* When the running side's flag will fall if nothing happens, CLOCK_NEVER if never. */
int64_t game_clock_deadline(const struct game_clock *clock);

#endif
