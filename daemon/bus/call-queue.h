/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Calls of clients that are not handled at once, in the order in which they came. A call waits
 * - for the disk: it is handled when all that happened before it has been published. Whoever has an answer has heard
 *   of that before, and finds it in the properties;
 * - for an act, a call with a place in a game, that came before it;
 * - for calls of the same client that came before it. The first is handled at once; those that came while another one
 *   waited follow one in two milliseconds. A client with many calls under way waits, and the others do not.
 */
#ifndef DAEMON_CALL_QUEUE_H
#define DAEMON_CALL_QUEUE_H

#include "daemon/context.h"

#define CALLS_OF_CLIENT 128 /* that wait, at most: as many as the system bus lets a client have under way; */
#define CALLS_OF_USER 512   /* … who may have many clients */

/* Makes ctx->calls. 0, or a negative errno value. */
int call_queue_open(struct context *ctx);
void call_queue_close(struct context *ctx);

/* Is there anything that a call has to wait for? */
bool call_queue_disk_waits(const struct context *ctx);
/* Has the bus more than what was taken from it? Who sends much is known when all of that is in the queue. */
bool call_queue_more_come(const struct context *ctx);
/* How many of this client wait; NULL: of all. */
unsigned call_queue_count(const struct context *ctx, const char *sender);
/* game: where it has a place that is kept, 0 none. 0; -EBUSY: too many wait; -ENOMEM. */
int call_queue_add(struct context *ctx, sd_bus_message *call, uint64_t game);
/* It is back, and what somebody did before it is not on disk yet: it waits for that, too. False: it need not. */
bool call_queue_put_back(struct context *ctx, const sd_bus_message *call);
/* It is back, and handled now. *game as it was added. False: it is none of them. */
bool call_queue_take(struct context *ctx, const sd_bus_message *call, uint64_t *game);
/* Those whose turn it is go back into the bus' queue; while the journal cannot be written nobody waits for it. */
void call_queue_release(struct context *ctx);
/* The final record of a game is on its way to the disk, and is there: calls wait for that, too. */
void call_queue_final_given(struct context *ctx);
void call_queue_final_taken(struct context *ctx);
/* Their bus is gone. */
void call_queue_forget(struct context *ctx);

#endif
