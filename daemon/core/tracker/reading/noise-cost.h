/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the squares have done in a turn, and what each assumes if its move has nothing to do with them. */
#ifndef TRACKER_NOISE_COST_H
#define TRACKER_NOISE_COST_H

#include "daemon/core/tracker/reading/readings.h"

enum {
	COST_SLID = 2,	      /* a piece stood on an empty square in passing, on the way of the move */
	COST_REPEATED = 7,    /* the same again and again */
	COST_RIGHT_AGAIN = 2, /* what stood wrongly stands rightly now */
	BOUNCE_US = 80000,    /* so soon after one another changes are a bounce */
	LANDS_US = 300000,    /* a hand puts a piece down as it presses; later it may have stood elsewhere before */
	STOOD_US = 250000,    /* what stays so long stood there */
};

struct evidence {
	squares_t seen; /* squares that changed since the reading's last turn */
	uint8_t changes[GAME_MAX_SQUARES];
	int64_t begun_us[GAME_MAX_SQUARES]; /* first change since then */
	int64_t last_place[GAME_MAX_SQUARES], last_lift[GAME_MAX_SQUARES];
	int64_t first[GAME_MAX_SQUARES], latest[GAME_MAX_SQUARES]; /* change in the window */
	uint8_t window_changes[GAME_MAX_SQUARES];
	squares_t window_seen;
	squares_t rested; /* what stood there in the window did so for long */
	int32_t noise[GAME_MAX_SQUARES];
	squares_t noisy;
	int32_t noise_sum;
	squares_t touched; /* all others are as they were at the last turn, and nothing was seen of them */
	squares_t slid;	   /* noisy squares that would be cheaper on the way of the move */
	squares_t away,
		down;  /* of the other side: it is in a hand, one stands where it could not have gone before the move */
	int32_t early; /* so much less for a reply that stands already: no reply begins without a move */
};

void gather_evidence(struct readings *r, const struct reading *h, enum side side, struct evidence *e);
/* So much less the squares assume if the move is made: only then a reply that stands already may have gone there, by a
 * line that the move opens or in passing. To be asked where evidence.away is not empty. */
int32_t opened_reply(struct readings *r, const struct reading *h, const struct evidence *e,
		     const struct game_move *move);
/* Only what the squares have done since the reading's last turn: seen, changes, begun_us, last_place, last_lift. */
void gather_turn(struct readings *r, const struct reading *h, struct evidence *e);

/* Was there time enough since the reading's last press for a piece that was in the air by then to come down on square?
 */
bool hand_came(const struct readings *r, const struct reading *h, unsigned square);

/*
 * A square went and came faster than a hand exchanges pieces: rather its sensor flickered. How often those of this
 * board do is known from the turns before.
 */
bool may_be_flicker(const struct readings *r, const struct reading *h, const struct evidence *e, unsigned square);
/* The turn of h was judged; roles: the squares of its move. Counts those beside it that flickered. */
void note_flickers(struct readings *r, const struct reading *h, const struct evidence *e, squares_t roles);

#endif
