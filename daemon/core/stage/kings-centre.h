/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Kings put to the centre: the players show their result. */
#ifndef STAGE_KINGS_CENTRE_H
#define STAGE_KINGS_CENTRE_H

#include "daemon/core/state.h"

void on_kings_centre(struct core *core, const struct tracker_fact *fact);
/* The game is over, and a move that nobody pressed was counted: perhaps it was a king on its way to the centre. in:
 * NULL when no more will come. 0 or negative errno. */
int follow_after_end(struct core *core, const struct input *in);

#endif
