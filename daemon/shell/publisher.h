/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The publisher: sends what is queued, once what must be is on disk, and shows what has changed since. Boards and games
 * mark that there is something to publish (context_flush()), and the event loop comes here next; who must have it done
 * before going on, since a reply follows, calls it.
 */
#ifndef SHELL_PUBLISHER_H
#define SHELL_PUBLISHER_H

#include "daemon/shell/context.h"

/* Adds it to the event loop. */
int publisher_start(struct context *ctx);
/*
 * publisher_flush - make durable what must be, then send what is queued
 * Where the journal cannot be written, what is queued waits, the bus is told, and a timer tries again.
 */
void publisher_flush(struct context *ctx);
/* As publisher_flush(), but what is staged is written even if nothing waits for it. 0 or the journal's fault. */
int publisher_sync(struct context *ctx);

#endif
