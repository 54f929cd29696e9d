/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Who may act, and who may hear what is not public: root, the daemon's own
 * user, and members of one group. The bus policy says the same; this is the
 * daemon's own check, on the credentials the bus vouches for.
 */
#ifndef SHELL_ACCESS_H
#define SHELL_ACCESS_H

#include <systemd/sd-bus.h>

/*
 * group: its name; one that does not exist has no members. 1 the sender may; else a negative errno value with *error
 * set.
 */
int access_check(sd_bus_message *message, const char *group, sd_bus_error *error);

#endif
