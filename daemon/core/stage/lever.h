/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Presses of the lever, stops and restarts of the clock. */
#ifndef STAGE_LEVER_H
#define STAGE_LEVER_H

#include "daemon/core/state.h"

/* 0 or negative errno. */
int on_press(struct core *core, enum side side);
void on_pause(struct core *core);
/* side: whose clock starts, NO_SIDE: of whoever is to move. */
void on_resume(struct core *core, enum side side);

#endif
