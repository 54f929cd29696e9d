/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The searcher: what a game's ruling left undecided is searched on here, in a
 * thread of its own, one search at a time. The thread sees a position and
 * nothing else of the daemon; its answer is fed to the game as an input.
 *
 * There is no queue to fill: each game has at most one open question, and is
 * asked for it when the thread is free.
 */
#ifndef DAEMON_SEARCHER_H
#define DAEMON_SEARCHER_H

#include "daemon/context.h"

struct searcher;

int searcher_new(struct context *ctx, struct searcher **ret);
/* Stops a search that is under way and waits for its end; it is begun again by the next daemon. NULL is allowed. */
void searcher_free(struct searcher *searcher);
/*
 * Starts the next search if there is one and none is under way; stops one that nobody asks for any more. asks: one of
 * the games in which something has happened asks for one. NULL is allowed.
 */
void searcher_update(struct searcher *searcher, bool asks);

#endif
