/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Legend: A is to move in the first of two readings, B waits.
 *
 *   U1   A → A, time was given to A or B      each pressed: 2
 *   U2   A → A, B's time has run              each pressed: 2
 *   U3   A → B, time was given to B           A, B, A: 3
 *   U4   A → B                                1; what it gave to A is what a press gives
 *
 * Time is given by presses alone while the clock runs, except where a period ends: that gives more than a press did, or to a
 * side that had none left.
 */
#include "libboard/dgt-missed-presses.h"

enum {
	LEAST_MS = 1000, MOST_MS = 60000,	/* what a press may give */
	ROUNDED_MS = 1000,	/* whole seconds: it may look like so much more */
	RAN_MS = 2000,		/* between two looks no more runs */
};

/* Did a press give the side this? */
static bool given(const struct dgt_increment *pace, const struct dgt_clock_reading *is, uint32_t had_ms, uint32_t is_ms)
{
	return is->gives && pace->given_ms && had_ms && is_ms >= had_ms + LEAST_MS && is_ms - had_ms <= pace->given_ms + ROUNDED_MS;
}

unsigned board_dgt_count_presses(struct dgt_increment *pace, const struct dgt_clock_reading *had, const struct dgt_clock_reading *is)
{
	bool left = had->to_move == DGT_LEFT;
	uint32_t a_had = left ? had->left_ms : had->right_ms, a_is = left ? is->left_ms : is->right_ms;
	uint32_t b_had = left ? had->right_ms : had->left_ms, b_is = left ? is->right_ms : is->left_ms;

	if (!had->running || !is->running)
		return had->to_move != is->to_move && (had->running || is->running);
	if (had->to_move == is->to_move)
		return given(pace, is, a_had, a_is) || given(pace, is, b_had, b_is) || (b_is < b_had && b_had - b_is <= RAN_MS) ? 2 : 0;
	if (is->gives && a_had && a_is >= a_had + LEAST_MS && a_is - a_had <= MOST_MS && a_is - a_had > pace->given_ms)
		pace->given_ms = a_is - a_had;
	return given(pace, is, b_had, b_is) ? 3 : 1;
}
