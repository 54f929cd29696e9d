/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Answers to method calls, made piece by piece. What failed meanwhile, r, is passed on, and nothing is sent then. */
#ifndef DAEMON_METHOD_REPLY_H
#define DAEMON_METHOD_REPLY_H

#include <systemd/sd-bus.h>

/*
 * An answer that is one list, into which sd_bus_message_append() puts what it has.
 * @types: of one of its items
 * @reply: a new reference, which reply_end_list() or reply_send() takes; NULL after a failure
 */
int reply_begin_list(sd_bus_message *call, const char *types, sd_bus_message **reply);
/* Sends the list. As reply_send(). */
int reply_end_list(sd_bus_message *reply, int r);
/*
 * Sends the answer; the reference is taken, and may be NULL. What a method's handler returns: 1 or a negative errno
 * value.
 */
int reply_send(sd_bus_message *reply, int r);

#endif
