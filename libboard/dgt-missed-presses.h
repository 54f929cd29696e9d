/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Presses of a DGT clock's lever that no look at the clock saw. Pure.
 *
 * The board asks its clock two or three times a second. In a scramble the lever goes there and back between two looks, and is
 * then where it was; but the times on the clock tell that both sides' ran.
 */
#ifndef BOARD_DGT_MISSED_PRESSES_H
#define BOARD_DGT_MISSED_PRESSES_H

#include "libboard/dgt-frame.h"

/* Zeroed to begin with. */
struct dgt_increment {
	uint32_t given_ms;	/* the most that a press which was seen has given to its side; 0: none has yet */
};

/*
 * How many presses lie between two readings that follow each other; the first is that of the side that was to move in
 * had, the others take turns. 0 to 3.
 */
unsigned board_dgt_count_presses(struct dgt_increment *pace, const struct dgt_clock_reading *had, const struct dgt_clock_reading *is);

#endif
