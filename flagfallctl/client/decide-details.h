/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a verdict needs to be told, and what follows from it. */
#ifndef FLAGFALLCTL_DECIDE_DETAILS_H
#define FLAGFALLCTL_DECIDE_DETAILS_H

#include "flagfallctl/client/game-arguments.h"

/*
 * A verdict costs whom "against" names. A time penalty with so many ms is the opponent's gain, or, below zero or with
 * the offender's own side, taken off the offender's clock: what of the bus' signed ms and side follows from that is
 * filled in. NULL; else what is missing or contradicts itself, a sentence that lives until the next call.
 */
const char *decide_details_complete(const char *verdict, struct game_arguments *words);

#endif
