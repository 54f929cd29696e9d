/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A board is asked who it is, and one that is none or is hung does not answer: that takes up to two seconds, in which
 * other boards play. So it is opened in a thread of its own. The thread sees copies of the URI and of the state
 * folder's name, and nothing else of the daemon, so that it can be left alone when that ends.
 */
#ifndef DAEMON_ASYNC_OPEN_H
#define DAEMON_ASYNC_OPEN_H

#include "daemon/context.h"
#include "libboard/board.h"

struct async_open;

/*
 * Would opening this wait for what is behind it? A line, a hidraw node, a FIFO, a socket, what libusb reads; the
 * kernel driver's node does not.
 */
bool async_open_needed(const char *uri);
/*
 * Begins. done is called once from the event loop: with the board, which it owns then, and what stands on it (count
 * 0: it does not say), or with r < 0 and the sentence;
 * the opening is gone then. 0, or a negative errno value.
 */
typedef void (*async_open_done)(void *userdata, struct board *board, const struct board_squares *squares, int r,
				const char *why);
int async_open_start(struct context *ctx, const char *uri, async_open_done done, void *userdata,
		     struct async_open **ret);
/* Nobody waits for it any more; the thread ends, and closes what it has opened, when it can. NULL is allowed. */
void async_open_free(struct async_open *opening);

#endif
