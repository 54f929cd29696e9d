/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What people change in the game itself. Each returns 0; -EINVAL with a sentence; -ENOMEM. */
#ifndef STAGE_CORRECTIONS_H
#define STAGE_CORRECTIONS_H

#include "daemon/core/state.h"

int on_position(struct core *core, const char *fen, char err[static 160]);
/* Both agreed to take back so many turns. */
int on_takeback(struct core *core, unsigned count, char err[static 160]);
/* The move that was played: the last turn where the sensors could not read it, else the next. */
int on_move(struct core *core, const char *text, char err[static 160]);
/* The piece that the pawn of the last turn became. */
int on_promotion(struct core *core, char piece, char err[static 160]);
/* text: the result, or "none" where none is known. */
int on_end(struct core *core, const char *text, char err[static 160]);

#endif
