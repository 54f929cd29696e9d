/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What was published, in words for people. */
#ifndef CTL_SAY_H
#define CTL_SAY_H

#include <stdint.h>
#include <stdio.h>
#include "daemon/ctl/ctl.h"

/* A committed move and the clocks after it as one line; clock may be NULL. */
void say_move_line(const struct ctl *ctl, FILE *out, json_t *move, json_t *clock);

/* One publication (the JSON of Published, Observed and replay --events) as one line. */
void say_published(const struct ctl *ctl, FILE *out, json_t *publication);

#define SAY_CLOCK 24
/* Microseconds as a chess clock shows them: 1:02:03, 4:05, 0:09.8 below twenty seconds. Never below zero. */
const char *say_clock(char buf[static SAY_CLOCK], int64_t us);

/* ANSI sequences where stdout takes them, else "". */
const char *say_bold(const struct ctl *ctl);
const char *say_dim(const struct ctl *ctl);
const char *say_red(const struct ctl *ctl);
const char *say_green(const struct ctl *ctl);
const char *say_plain(const struct ctl *ctl);

#endif
