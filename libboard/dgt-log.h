/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The log that a DGT board keeps of changes while no host reads it. Pure.
 *
 * It is a ring of changes of fields, clock times at presses, and marks (the pieces stand at the start, power came). The
 * squares at every instant follow from the last mark that determines them all; what was missed begins where they are
 * those that the host has seen last.
 */
#ifndef BOARD_DGT_LOG_H
#define BOARD_DGT_LOG_H

#include "libboard/dgt-frame.h"

struct dgt_logged {
	bool is_press; /* the clock's lever; else a change of a square */
	uint8_t square;
	char piece; /* '.' nothing */
};

/*
 * board_dgt_log_missed - what happened between two states
 * @log, @size:  the data of the frame, oldest first
 * @from, @to:   what stood when the host read last, and what stands now
 * Returns how many of *ret are filled, at most room; -ENODATA where the log does not lead from one to the other: it was
 * begun anew meanwhile (power was lost), or it is another game's; -ENOSPC.
 */
int board_dgt_log_missed(const uint8_t *log, size_t size, const char from[static DGT_SQUARES],
			 const char to[static DGT_SQUARES], struct dgt_logged *ret, size_t room);

#endif
