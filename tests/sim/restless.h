/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Restless hands on real sensors: a game's moves in, what a board reports out.
 *
 * Two layers. Hands move pieces: every action is possible with the pieces as they
 * stand, and after the last one the game's moves were played. Sensors report
 * what happens to their squares, sometimes late, several times, in another
 * order, or not at all. All drawn from one seed; nothing else is read.
 */
#ifndef TESTS_RESTLESS_H
#define TESTS_RESTLESS_H

#include "tests/sim/hands.h"

/* What may happen, each in a thousand moves (or changes, or presses) unless it says otherwise. */
struct restless_style {
	const char *name;
	unsigned beat_ms;  /* between two actions of a hand, median */
	unsigned think_ms; /* before a move, median */

	unsigned slide, hover, recentre, takeback, jadoube, touch;
	unsigned victim_last, both_hands, push_off, drag_victim;
	unsigned rook_first, king_steps, rook_late, passant_late;
	unsigned promotion_swap, promotion_early, promotion_late; /* else directly */
	unsigned knock, roll, sweep, set_right_late;
	unsigned early_press, early_opponent, early_ms;

	unsigned adjust_waiting; /* own pieces adjusted on the opponent's time */
	unsigned hold;		 /* other pieces lifted first, held for long and put back */
	unsigned shove;	 /* of captures: the piece goes on the square and pushes the victim to the next one, from where
			    it is taken later */
	unsigned park;	 /* of captures: the victim is put down on an empty square first, until after the press */
	unsigned fumble; /* the piece is dropped on its goal or beside it, and set up */

	unsigned bounce, late, never, stuck, nameless; /* of changes; stuck: of games */
	unsigned late_ms, stuck_ms;
	unsigned flicker, flicker_ms,
		dead;	  /* of games: a square that toggles for so long; one that never says anything */
	unsigned scan_ms; /* 0: each change is reported when it happens */

	unsigned lever_forgotten; /* of moves: its press is missed and the one of the reply */
	unsigned lever_missed, lever_double, lever_late, lever_late_ms; /* of presses; late by up to */
};

extern const struct restless_style restless_styles[]; /* ends with a NULL name */

/* What was done in a ply beside the plain move, and what the sensors made of it. */
enum restless_tag {
	RESTLESS_NEVER = 1 << 0,
	RESTLESS_LATE = 1 << 1,
	RESTLESS_STUCK = 1 << 2,
	RESTLESS_MISSED_PRESS = 1 << 3,
	RESTLESS_KNOCK = 1 << 4,
	RESTLESS_EARLY_PRESS = 1 << 5,
	RESTLESS_EARLY_OPPONENT = 1 << 6,
	RESTLESS_HOVER = 1 << 7,
	RESTLESS_TAKEBACK = 1 << 8,
	RESTLESS_SLIDE = 1 << 9,
	RESTLESS_PUSH_OFF = 1 << 10,
	RESTLESS_LATE_PRESS = 1 << 11,
	RESTLESS_SWEEP = 1 << 12,
	RESTLESS_LATE_PIECE = 1 << 13,
	RESTLESS_BOTH = 1 << 14,
	RESTLESS_ADJUST = 1 << 15,
	RESTLESS_HOLD = 1 << 16,
	RESTLESS_SHOVE = 1 << 17,
	RESTLESS_PARK = 1 << 18,
	RESTLESS_FUMBLE = 1 << 19,
};
const char *restless_tags(unsigned tags, char *buf, size_t size);

struct restless {
	struct hands_event *event; /* its ply from 0 */
	size_t count, room;
	unsigned *tags; /* of each ply */
};

/* 0 or -ENOMEM. restless_free() frees. */
int restless_play(const struct hands_score *score, const struct restless_style *style, uint64_t seed,
		  struct restless *ret);
void restless_free(struct restless *r);

#endif
