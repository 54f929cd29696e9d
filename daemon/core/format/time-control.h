/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How much time a game is played with: as text, as JSON and in words. */
#ifndef DAEMON_CORE_FORMAT_TIME_CONTROL_H
#define DAEMON_CORE_FORMAT_TIME_CONTROL_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "rules/game.h"

enum clock_mode {
	CLOCK_NONE = 0, /* no clock: presses commit moves, no time runs */
	CLOCK_SUDDEN_DEATH,
	CLOCK_FISCHER,
	CLOCK_DELAY,
	CLOCK_BRONSTEIN,
	CLOCK_PERIODS,
	CLOCK_HOURGLASS,
};

#define CLOCK_MAX_PERIODS 8

struct clock_period {
	unsigned moves;
	int64_t us;
	int64_t increment_us;
};

struct clock_control {
	enum clock_mode mode;
	int64_t start_us[2];
	int64_t bonus_us;     /* increment or delay */
	unsigned first_moves; /* increment for this many moves only, 0: always */
	unsigned period_count;
	struct clock_period period[CLOCK_MAX_PERIODS];
	unsigned period_index; /* where it begins */
	bool credit_on_move;   /* periods: next time added at the press, not on zero */
	bool credit_said;      /* and the event has it so, whatever the rulebook has */
	enum side running;     /* at the start */
};

const char *clock_mode_name(enum clock_mode mode); /* "sudden-death", … as in JSON and rulebooks */

#define CLOCK_CONTROL_TEXT 128
/* Time control text, PGN's with additions ("300", "300+2", "180+2", "40/7200:3600", "-"), or people's ("5m+3s",
 * "90m/40,30m+30s"). -EINVAL with a sentence. */
int clock_control_parse(const char *text, struct clock_control *ret, char err[static 160]);
int clock_control_format(const struct clock_control *control, char *buf, size_t size);
/* In words: "5 minutes and 2 seconds added at every press". */
int clock_control_words(const struct clock_control *control, char *buf, size_t size);
/* The casebook's and trace's "clock" object. */
int clock_control_from_json(json_t *object, struct clock_control *ret, char err[static 160]);
/* Does it say that the clock waits for the first press? */
bool clock_starts_by_press(const json_t *object);

/* --- time-entry.c: A time control as people type it: "5m+3s", "90m/40,30m+30s". --- */

/* Does it name units or part its periods with commas? Else it is PGN's, in seconds. */
bool time_entry_is(const char *text);

/*
 * Into PGN's form, as clock_control_parse() reads it. A time is one or several numbers with h, m or s behind them
 * ("1h30m"); a number without one is seconds. A period's moves stand behind its time ("90m/40") or before it
 * ("40/90m"). Behind a comma an increment that only the last period has is that of all of them: "90m/40,30m+30s" adds
 * it from the first move on; a colon leaves to each its own. -EINVAL with a sentence.
 */
int time_entry_to_pgn(const char *text, char *pgn, size_t size, char err[static 160]);

/*
 * What a person may have meant by minutes but wrote as seconds, for the question "did you mean": true, with the form in
 * minutes, where a base without a unit is under a minute ("5+3": "5m+3s").
 */
bool time_entry_suspect(const char *text, char *meant, size_t size);

#endif
