/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Presses of a DGT clock's lever between two readings of the clock. Pure.
 *
 * The board reads its clock two or three times a second. In a scramble the lever goes there and back between two
 * readings and is then where it was; but the times on the clock show that both sides' ran.
 */
#ifndef BOARD_DGT_MISSED_PRESSES_H
#define BOARD_DGT_MISSED_PRESSES_H

#include "libboard/dgt-frame.h"

/* Zeroed to begin with. */
struct dgt_increment {
	uint32_t given_ms; /* the most that a press that was seen has given to its side; 0: none has yet */
};

/*
 * How many presses lie between two readings that follow each other; the first is that of the side that was to move in
 * before, the others alternate. 0 to 3.
 */
unsigned board_dgt_count_presses(struct dgt_increment *increment, const struct dgt_clock_reading *before,
				 const struct dgt_clock_reading *now);

#endif
