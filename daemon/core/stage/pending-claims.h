/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What people say is judged after what happened on the board and on the clock at the same instant, and what several say
 * at the same instant is judged together. Where the rulebook takes more than one instant for the same one, and where a
 * piece was just set down (settling.h), what is said is pending that long: with the table as it stood, for a stop or a
 * time that came later answers nothing. What is done to the clock after it is done at once, and ruled on in its turn.
 */
#ifndef STAGE_PENDING_CLAIMS_H
#define STAGE_PENDING_CLAIMS_H

#include "daemon/core/state.h"

/* Of these inputs, what is said from number first on: judged now, or pending. 0 or negative errno. */
int on_said(struct core *core, const struct input *inputs, unsigned count, unsigned first);
/* The clock was stopped; it is to be started. 0 or negative errno. */
int on_stopped(struct core *core, const struct input *in);
int on_started(struct core *core, const struct input *in);
/* A clock that is started at the instant of something said: only after that? */
bool clock_starts_after_answer(const struct core *core);
/* All that is pending is judged now; what is due by now. */
void judge_pending(struct core *core);
void judge_pending_due(struct core *core);
/* A move that was set down then may end the game: what came before it is judged first. */
void judge_pending_before(struct core *core, int64_t t_us);
/* What waits for the board alone is judged before a press makes a move of what was set down since. */
void judge_pending_before_press(struct core *core);
/* The game has ended first. */
void drop_pending(struct core *core);

#endif
