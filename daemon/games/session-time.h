/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A game's present time, and what it brings about: what persons did takes its turn, and the core gets its ticks. */
#ifndef SHELL_SESSION_TIME_H
#define SHELL_SESSION_TIME_H

#include "daemon/games/session.h"

void session_time_init(struct session *session);
void session_time_done(struct session *session);

/* Present time of the game. */
int64_t session_now(struct session *session);
/*
 * session_add_waiting - what a person does, at the present time
 * It is fed once the watermark has passed it: a press made before a claim may still be on its way. call is
 * answered then, if it is to be replied to. 0 or -ENOMEM.
 */
int session_add_waiting(struct session *session, const struct input *input, sd_bus_message *call, bool replies);
/*
 * Keeps the place of an act at the present time until session_let_go(): nothing later is fed before. What is added for
 * the same call then has that place. 0 or -ENOMEM.
 */
int session_hold(struct session *session, sd_bus_message *call);
bool session_has_place(const struct session *session, const sd_bus_message *call);
void session_let_go(struct session *session, const sd_bus_message *call);
void session_let_all_go(struct session *session);
/* Feeds what the board reports, behind what persons did before; as session_feed(). */
int session_take(struct session *session, const struct input *input, char err[static 160]);
/* Do so many acts wait in it, of all or of the call's user, that no more may? */
bool session_waiting_full(const struct session *session, sd_bus_message *call);
/* Feeds what persons did up to t_us. */
void session_release(struct session *session, int64_t t_us);
/* A tick if something happens by itself up to t_us. */
void session_tick(struct session *session, int64_t t_us);
/* By context_now(): does something happen by itself that no timer is set for, or that one has just come for? */
bool session_is_due(struct session *session);
/* This machine's time: what is held back is ruled on if that has been long enough. */
void session_process_claims(struct session *session, int64_t boottime_us);
/* After any change: sets the timer for what comes next. */
void session_arm(struct session *session);

#endif
