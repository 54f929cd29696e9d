/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The publisher: sends what is queued, once what must be is on disk, and shows what has changed since. Boards and games
 * mark that there is something to publish (context_flush()), and the event loop comes here next; who must have it done
 * before going on, since a reply follows, calls it.
 */
#ifndef DAEMON_PUBLISHER_H
#define DAEMON_PUBLISHER_H

#include "daemon/context.h"

/* Adds it to the event loop. */
int publisher_start(struct context *ctx);
/*
 * publisher_flush - what may be heard now is sent; what must be on disk first goes to the journal's thread
 * It is sent when it is there. Where the journal cannot be written, what is queued waits, the bus is told, and a timer
 * tries again.
 */
void publisher_flush(struct context *ctx);
/*
 * Writes all that is staged, waits for it, and sends all that is queued. The event loop stands still meanwhile: only
 * before it turns and after, else publication_queue_add_act(). 0 or the journal's fault.
 */
int publisher_sync(struct context *ctx);
/* Nothing is written any more: whoever waits for it is told. */
void publisher_end(struct context *ctx);

#endif
