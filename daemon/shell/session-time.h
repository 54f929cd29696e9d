/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A game's present time, and what it brings about: what persons did takes its turn, and the core gets its ticks. */
#ifndef SHELL_SESSION_TIME_H
#define SHELL_SESSION_TIME_H

#include "daemon/shell/session.h"

void session_time_init(struct session *session);
void session_time_done(struct session *session);

/* Present time of the game. */
int64_t session_now(struct session *session);
/*
 * session_add_waiting - what a person does, at the present time
 * It is fed once the watermark has passed it: a press made before a claim may still be on its way. call (or NULL) is
 * answered then. 0 or -ENOMEM.
 */
int session_add_waiting(struct session *session, const struct input *input, sd_bus_message *call);
bool session_waiting_full(const struct session *session);
/* Feeds what persons did up to t_us. */
void session_release(struct session *session, int64_t t_us);
/* A tick if something happens by itself up to t_us. */
void session_tick(struct session *session, int64_t t_us);
/* This machine's time: what is held back is ruled on if that has been long enough. */
void session_process_claims(struct session *session, int64_t boottime_us);
/* After any change: sets the timer for what comes next. */
void session_arm(struct session *session);

#endif
