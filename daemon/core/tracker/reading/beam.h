/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The readings: which are kept, and what one press makes of them. */
#ifndef TRACKER_BEAM_H
#define TRACKER_BEAM_H

#include "daemon/core/tracker/reading/readings.h"

enum { IGNORE_LEVER = 110 }; /* a press that was none */
enum { SEVERAL_FROM = 80 };  /* a turn that assumes so much: presses before it may have been missed */

/* One reading, of that position. */
void beam_start(struct readings *r, const struct game_position *pos, unsigned ply);
/* One more reading of the same start, with other pieces on it. */
void beam_add(struct readings *r, const struct game_position *pos, unsigned swapped, int cost);
/* How a turn is to be judged. */
struct judging {
	enum side side; /* that pressed */
	int64_t t_us;
	enum patience patience;
	int ignoring;	 /* what it costs to take the press for none; negative: it was one */
	bool legal_only; /* no turn is read that is no move or against the rules */
	bool unpressed;	 /* nobody pressed, the reply stands */
};
enum beam_answer {
	BEAM_NOT_CLEAR = 0,    /* IF_CLEAR only: nothing has changed */
	BEAM_CLEAR_BUT_COSTLY, /* … nor here: it assumes much beside its own squares */
	BEAM_JUDGED,	       /* every reading is continued by the turn */
};
enum beam_answer beam_press(struct readings *r, const struct judging *j);
/* What stands by the reading's position, its side to move, and what the sensors show otherwise. */
void reading_expect(struct readings *r, struct reading *h);
/* Readings that do not share the best one's past are given up, until so many turns are free. */
void beam_agree(struct readings *r, unsigned least_free);
/* Turns of a reading that were played while the board was away, and what that assumes. */
#define GAP_TURNS 6
struct gap_line {
	const struct reading *from;
	int32_t cost;
	uint8_t count;
	bool whole;	   /* the move that stands after them does so as a whole, or there is none */
	bool timed;	   /* t_us says when each was closed */
	uint8_t unpressed; /* so many of its turns, the first ones, were closed without a press */
	struct game_move move[GAP_TURNS];
	int64_t t_us[GAP_TURNS];
};
/* The readings are those of the lines, cheapest first; their turns were closed at t_us, or when the line says. Returns
 * how many, 0: none, and nothing has changed. */
unsigned beam_play(struct readings *r, const struct gap_line *line, unsigned count, int64_t t_us);
/* No event will come: the readings are weighed by what the sensors show now; if the cheapest needs it, a last turn is
 * closed at t_us. */
void beam_finish(struct readings *r, int64_t t_us);

#endif
