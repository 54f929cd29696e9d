/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Who may do what. Anybody may listen. An operator starts games, claims for players and stops clocks; an arbiter
 * decides, corrects, and sees what is not public. polkit says who is which; where there is none, on a private bus or a
 * small system, groups alone do. Where there is one that does not answer nobody may act, since its rules are not known.
 * Root and the daemon's own user are both. The bus policy lets everybody call: no other place judges.
 */
#ifndef DAEMON_BUS_ACCESS_H
#define DAEMON_BUS_ACCESS_H

#include <stdbool.h>
#include <sys/types.h>

#include "daemon/context.h"

enum access_role { ACCESS_OPERATE = 1, ACCESS_ARBITRATE };

/* 0 or -ENOMEM. */
int access_open(struct context *ctx);
void access_close(struct context *ctx);
/*
 * access_check - may the sender of this call do that?
 * 1: yes. 0: polkit is asked; the method returns 1 at once, having read and done nothing, and is called again with the
 * same message when the answer is there. Else a negative errno value with *error set.
 */
int access_check(struct context *ctx, sd_bus_message *call, enum access_role role, sd_bus_error *error);
/* The same for what is to be done, and so goes into the journal: refused while that cannot be written. */
int access_check_act(struct context *ctx, sd_bus_message *call, enum access_role role, sd_bus_error *error);
/* The sender of the call that access_check() let pass last. */
uid_t access_caller(const struct context *ctx);
/*
 * A call that polkit has said something about goes to its method, or is refused before it. What asks for the answer is
 * the method; what is gone by then, or refuses it unasked, does not.
 */
void access_passes(struct context *ctx, const sd_bus_message *call);
/* One of those whose answer nobody has asked for when it was handled, NULL none. New reference. */
sd_bus_message *access_take_unasked(struct context *ctx);
/* Is it one that waited for polkit, and comes back? */
bool access_has_answer(const struct context *ctx, const sd_bus_message *call);
/* Their bus is gone. */
void access_forget(struct context *ctx);

/*
 * access_goes_on - may the caller, and are the arguments right?
 * @may:   what access_check() gave
 * @read:  negative: the arguments are not right, for the reason in *wrong. It is told in *error to those alone who may,
 *         so that others learn nothing from it; and forgotten
 * As access_check().
 */
int access_goes_on(int may, int read, sd_bus_error *wrong, sd_bus_error *error);

/* What a method returns where access_check() gave no 1. */
static inline int access_pending(int r)
{
	return r < 0 ? r : 1;
}

/*
 * --- caller-uid.c ---
 * Whose a call is. What there is only so much of is counted by user, since one user may have as many connections to the
 * bus as he likes.
 */

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

/* --- user-groups.c: Groups of users. --- */

/* A group or user that does not exist has no members and is in none. */
bool user_is_in_group(uid_t uid, const char *group);

#endif
