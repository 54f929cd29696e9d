/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Boards named on the command line, by the URI they are to be found at: opened now, and again whenever one is missing,
 * since no udev tells when it comes back.
 */
#ifndef DAEMON_CONFIGURED_BOARD_H
#define DAEMON_CONFIGURED_BOARD_H

#include "daemon/context.h"
#include "libboard/board.h"

struct async_open;

struct configured_board {
	struct context *context;
	struct configured_board *next;
	char *uri;
	sd_event_source *timer;
	struct async_open *opening; /* under way, NULL none */
	uint64_t delay_us;	    /* until it is tried again; doubles */
	int said;		    /* the fault that was said last: not again and again */
};

/* It was found: the next time that it is missing, it is tried again soon. */
void configured_board_found(struct configured_board *board);
/* It is missing: its timer is set. */
void configured_board_lost(struct configured_board *board);
/* The device that its URI leads to now. 0 or -ENAMETOOLONG. */
int configured_board_device(const struct configured_board *board, struct board_device *ret);

/* Is one of them missing, and may be any device that comes? */
bool configured_board_missing(const struct context *ctx);
/* Is one of them being opened at this node? */
bool configured_board_opens_at(const struct context *ctx, const char *node);

#endif
