/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Who may act, and who may hear what is not public: root, the daemon's own
 * user, and members of one group. The bus policy says the same; this is the
 * daemon's own check, on the credentials the bus vouches for.
 */
#ifndef SHELL_ACCESS_H
#define SHELL_ACCESS_H

#include <stdbool.h>
#include <systemd/sd-bus.h>

/* True for a user that may act. group: its name; a group that does not exist has no members. */
bool access_allowed(uid_t uid, const char *group);
/* 1 the sender may; else a negative errno value with *error set. */
int access_check(sd_bus_message *message, const char *group, sd_bus_error *error);

#endif
