/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What people say is judged after what happened on the board and on the clock at the same instant, and what several say
 * at the same instant is judged together. Where the rulebook takes more than one instant for the same one, what is said
 * is pending that long: with the clock as it stood, for a stop or a time that came later answers nothing.
 */
#ifndef STAGE_PENDING_CLAIMS_H
#define STAGE_PENDING_CLAIMS_H

#include "daemon/core/state.h"

/* Of these inputs, what is said from number first on: judged now, or pending. 0 or negative errno. */
int on_said(struct core *core, const struct input *inputs, unsigned count, unsigned first);
/* What is pending is judged now. */
void judge_pending(struct core *core);
/* The game has ended first. */
void drop_pending(struct core *core);

#endif
