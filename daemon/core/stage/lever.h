/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Presses of the lever, stops and restarts of the clock. */
#ifndef STAGE_LEVER_H
#define STAGE_LEVER_H

#include "daemon/core/state.h"

/* What waited for it has been judged (core.c). 0 or negative errno. */
int on_press(struct core *core, enum side side);
/* False: it stands, or the game is over. */
bool stop_clock(struct core *core);
/* side: whose clock starts, NO_SIDE: of whoever is to move. Returns whose it is. */
enum side start_clock(struct core *core, enum side side);
/* … and is ruled on. */
void on_resume(struct core *core, enum side side);

#endif
