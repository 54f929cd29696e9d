/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A game's timer: what happens by itself, after all that its board said before. Set by session_arm(). */
#ifndef SHELL_SESSION_TIMER_H
#define SHELL_SESSION_TIMER_H

#include "daemon/games/session.h"

int session_timer_add(struct session *session);
/* The beat has come (beat.h): what the timer is not set for, as nobody may hear of it. context_now() was called. */
void session_on_beat(struct session *session);

#endif
