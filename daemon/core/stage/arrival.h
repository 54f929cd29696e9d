/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Players who are not there yet. */
#ifndef STAGE_ARRIVAL_H
#define STAGE_ARRIVAL_H

#include "daemon/core/state.h"

/* A clock that runs while nobody is there stands, where the rulebook has it so. */
void await_players(struct core *core);
void on_arrive(struct core *core, enum side side);

#endif
