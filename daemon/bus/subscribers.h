/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Clients that are sent something until they leave the bus. So that one user shuts nobody out, his places are counted.
 * All that leave are told by one match for all: a match for each would be more than the bus gives one connection.
 */
#ifndef DAEMON_SUBSCRIBERS_H
#define DAEMON_SUBSCRIBERS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>
#include <systemd/sd-bus.h>

struct subscribers {
	struct subscriber {
		char name[32]; /* on the bus */
		uid_t uid;
	} * members;
	size_t count;
};

/* Answer the call. */
int subscribers_add(struct subscribers *subscribers, sd_bus_message *call);
int subscribers_remove(struct subscribers *subscribers, sd_bus_message *call);
bool subscribers_have(const struct subscribers *subscribers, const char *name);
/* This one has left the bus. */
void subscribers_drop(struct subscribers *subscribers, const char *name);
/* Nobody is any more. */
void subscribers_done(struct subscribers *subscribers);

#endif
