/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The beat: each whole second of CLOCK_BOOTTIME while a game goes on, whatever happens in it. What a silent rulebook
 * keeps back is noticed, written and told to the arbiter's side then, if no press or person has had something written
 * before: at an instant of its own a thread that wakes up, or a disk that is written to, would tell others that there
 * was something to keep back.
 */
#ifndef DAEMON_BEAT_H
#define DAEMON_BEAT_H

#include "daemon/context.h"

/* Before the first game; context_await_beat() lets it begin. */
int beat_start(struct context *ctx);

#endif
