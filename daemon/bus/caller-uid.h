/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Whose a call is. What there is only so much of is counted by user, since one user may have as many connections to the
 * bus as he likes.
 */
#ifndef DAEMON_CALLER_UID_H
#define DAEMON_CALLER_UID_H

#include "daemon/context.h"

#define CALLER_GONE ((uid_t)-1)

/* 0 or -ENOMEM. */
int caller_uids_open(struct context *ctx);
void caller_uids_close(struct context *ctx);
/* The user who has sent it, as the bus says; it is asked once a connection, as far as they are remembered. 0, or a
 * negative errno value with CALLER_GONE. */
int caller_uid(struct context *ctx, sd_bus_message *call, uid_t *ret);
/* The same, and the bus is asked now: it fails for one who has left. */
int caller_uid_now(sd_bus_message *call, uid_t *ret);
/* Another bus has other connections by these names. */
void caller_uids_forget(struct context *ctx);

#endif
