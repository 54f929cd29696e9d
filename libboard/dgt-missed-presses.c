/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Legend: A is to move in the first of two readings, B waits.
 *
 *   U1   A → A, time was given to A or B      each pressed: 2
 *   U2   A → A, B's time has run              each pressed: 2
 *   U3   A → B, time was given to B           A, B, A: 3
 *   U4   A → B                                1; what it gave to A is what a press gives
 *
 * While the clock runs only presses give time, except at the end of a period: that gives more than a press did, or to a
 * side that had none left.
 */
#include "libboard/dgt.h"

enum {
	LEAST_MS = 1000,
	MOST_MS = 60000,   /* what a press may give */
	ROUNDED_MS = 1000, /* whole seconds: it may look like so much more */
	RAN_MS = 2000,	   /* between two readings no more runs */
};

/* Did a press give the side this? */
static bool given(const struct dgt_increment *increment, const struct dgt_clock_reading *now, uint32_t before_ms,
		  uint32_t now_ms)
{
	return now->has_increment && increment->given_ms && before_ms && now_ms >= before_ms + LEAST_MS &&
	       now_ms - before_ms <= increment->given_ms + ROUNDED_MS;
}

unsigned board_dgt_count_presses(struct dgt_increment *increment, const struct dgt_clock_reading *before,
				 const struct dgt_clock_reading *now)
{
	bool left = before->to_move == DGT_LEFT;
	uint32_t a_before = left ? before->left_ms : before->right_ms, a_now = left ? now->left_ms : now->right_ms;
	uint32_t b_before = left ? before->right_ms : before->left_ms, b_now = left ? now->right_ms : now->left_ms;

	if (!before->running || !now->running)
		return before->to_move != now->to_move && (before->running || now->running);
	if (before->to_move == now->to_move)
		return given(increment, now, a_before, a_now) || given(increment, now, b_before, b_now) ||
				       (b_now < b_before && b_before - b_now <= RAN_MS) ?
			       2 :
			       0;
	if (now->has_increment && a_before && a_now >= a_before + LEAST_MS && a_now - a_before <= MOST_MS &&
	    a_now - a_before > increment->given_ms)
		increment->given_ms = a_now - a_before;
	return given(increment, now, b_before, b_now) ? 3 : 1;
}
