/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A game's timer: what happens by itself, after all that its board said before. Set by session_arm(). */
#ifndef SHELL_SESSION_TIMER_H
#define SHELL_SESSION_TIMER_H

#include "daemon/shell/session.h"

int session_timer_add(struct session *session);

#endif
