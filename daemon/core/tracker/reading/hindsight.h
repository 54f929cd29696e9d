/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Two readings compared by all that the sensors have reported since they parted. */
#ifndef TRACKER_HINDSIGHT_H
#define TRACKER_HINDSIGHT_H

#include "daemon/core/tracker/reading/readings.h"

/*
 * hindsight - by how much the changes since they parted cost more if a is right than if b is
 * False: they cannot be compared so. They can where both are moves, legal or not, closed by the same presses, of a game
 * in which a move takes one piece at most.
 */
bool hindsight(struct readings *r, const struct reading *a, const struct reading *b, int32_t *ret);

#endif
