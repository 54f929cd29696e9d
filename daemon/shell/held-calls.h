/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Calls of clients that came while something was not published yet. Each is handled when all that happened before it
 * has been: whoever has an answer has heard of that before, and finds it in the properties.
 */
#ifndef SHELL_HELD_CALLS_H
#define SHELL_HELD_CALLS_H

#include "daemon/shell/context.h"

/* Is there anything that a call has to wait for? */
bool held_calls_wait(const struct context *ctx);
/*
 * held_calls_add - keeps it until all that is queued has been sent, and the records of games that ended so are written
 * game: where it has a place that is kept, 0 none. 0; -EBUSY: too many wait; -ENOMEM.
 */
int held_calls_add(struct context *ctx, sd_bus_message *call, uint64_t game);
/* Does this client have so many waiting that no more of them are to keep a place? */
bool held_calls_are_many(const struct context *ctx, const char *sender);
/* Has it waited, and is on its way back? */
bool held_calls_has(const struct context *ctx, const sd_bus_message *call);
/* … and has it a place in a game, so that others wait for it? */
bool held_calls_is_act(const struct context *ctx, const sd_bus_message *call);
/* Are there calls of other clients among them? */
bool held_calls_of_others(const struct context *ctx, const char *sender);
/* It is back, and what somebody did before it is not on disk yet: it waits for that, too. False: it need not. */
bool held_calls_put_back(struct context *ctx, const sd_bus_message *call);
/* It is back: no longer held. *game as it was added. False: it is none of them. */
bool held_calls_take(struct context *ctx, const sd_bus_message *call, uint64_t *game);
/* Those whose turn it is go back into the bus' queue; all of them while the journal cannot be written. */
void held_calls_release(struct context *ctx);
/* Their bus is gone. */
void held_calls_forget(struct context *ctx);

#endif
