/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Groups of users. */
#ifndef DAEMON_USER_GROUPS_H
#define DAEMON_USER_GROUPS_H

#include <stdbool.h>
#include <sys/types.h>

/* A group or user that does not exist has no members and is in none. */
bool user_is_in_group(uid_t uid, const char *group);

#endif
