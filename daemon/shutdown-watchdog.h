/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The end of the daemon is the one time when its loop waits for the disk: for the journal, for the records of games. A
 * disk that does not answer would hold it for ever, so a thread looks on; when nothing has been written for as long as
 * the disk's patience, it says what is lost and what is not, and ends the program.
 */
#ifndef DAEMON_SHUTDOWN_WATCHDOG_H
#define DAEMON_SHUTDOWN_WATCHDOG_H

#include <stddef.h>

#include "daemon/context.h"

struct shutdown_watchdog;

/* From now on. NULL: there is no thread for it, and the end waits. */
struct shutdown_watchdog *shutdown_watchdog_start(struct context *ctx);
/* Something was written; so many inputs and rulings are not yet. NULL is allowed. */
void shutdown_watchdog_progress(struct shutdown_watchdog *watch, size_t unwritten);
/* All was. NULL is allowed. */
void shutdown_watchdog_stop(struct shutdown_watchdog *watch);

#endif
