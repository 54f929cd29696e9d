/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a game is played by, from a trace's header or a casebook case. */
#ifndef FORMAT_SETUP_H
#define FORMAT_SETUP_H

#include "daemon/core/clock.h"
#include "daemon/core/tracker/tracker.h"
#include "rules/arbiter.h"

/* What a game is played by. Text form: JSON object with the trace header's keys. */
struct core_setup {
	const struct game *game;
	enum tracker_sensors sensors;
	bool has_lever;
	bool lever_by_hand; /* beside the board: its presses are known at once, however late the squares are */
	uint32_t scan_us;
	uint32_t grace_us;
	struct game_position start;
	bool any_start;	 /* nothing says where the game starts: start, unless named pieces show that it began before */
	bool open_start; /* one of the game's arrays: start, unless named pieces show another on the board */
	const struct rulebook *rulebook; /* NULL: moves are recorded, nothing is ruled. Outlives the core */
	struct clock_control clock;	 /* mode CLOCK_NONE: no clock */
	bool press_starts;		 /* a clock that nobody started yet starts with the first press */
	bool keeps_events;		 /* the last ones, for evidence_of() */
	bool fitted;			 /* the rulebook has the event's sections applied already */
	json_t *options;		 /* casebook options, NULL none; a reference is taken */
	json_t *state;			 /* casebook state, NULL none */
};

/* Fills *ret from a trace header or casebook case. The rulebook is left NULL. err: a sentence. */
int core_setup_from_json(json_t *header, struct core_setup *ret, char err[static 160]);
void core_setup_done(struct core_setup *setup);
/* Is this a game that its rulebook is for, from the start? Times and clock as the book has them: 0, or -EINVAL with a
 * sentence. For starting a game; what was recorded or is taken up in the middle is ruled as it is. */
int core_setup_check(const struct core_setup *setup, char err[static 160]);
/* The rulebook with the sections that apply to this event. rulebook_free() it. 0, -ENOMEM. */
int core_fit_rulebook(const struct core_setup *setup, struct rulebook **ret);
/* What the arbiter needs of it, but for the rulebook. -EINVAL with a sentence. */
int core_arbiter_setup(const struct core_setup *setup, struct arbiter_setup *ret, char err[static 160]);

#endif
