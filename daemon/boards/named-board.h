/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Boards named on the command line, by the URI they are to be found at: opened now, and again whenever one is missing,
 * since no udev tells when it comes back.
 */
#ifndef SHELL_NAMED_BOARD_H
#define SHELL_NAMED_BOARD_H

#include "daemon/context.h"
#include "libboard/board.h"

struct async_open;

struct named_board {
	struct context *context;
	struct named_board *next;
	char *uri;
	sd_event_source *timer;
	struct async_open *opening; /* under way, NULL none */
	uint64_t delay_us;	    /* until it is tried again; doubles */
	int said;		    /* the fault that was said last: not again and again */
};

/* It was found: the next time that it is missing, it is tried again soon. */
void named_board_found(struct named_board *board);
/* It is missing: its timer is set. */
void named_board_lost(struct named_board *board);
/* The device that its URI leads to now. 0 or -ENAMETOOLONG. */
int named_board_device(const struct named_board *board, struct board_device *ret);

/* Is one of them missing, and may be any device that comes? */
bool named_board_missing(const struct context *ctx);
/* Is one of them being opened at this node? */
bool named_board_opens_at(const struct context *ctx, const char *node);

#endif
