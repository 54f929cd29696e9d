/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Presses that nobody made: the lever springs back. */
#ifndef TRACKER_REBOUND_H
#define TRACKER_REBOUND_H

#include "rules/game.h"

struct tracker;

/*
 * That side's lever goes down now: is it the lever of the press before, which springs back? Then it closes no turn and
 * is no empty press. Presses, squares and the turn as it was reported decide it, not whether that turn was legal: the
 * answer tells nobody anything that is not known. Remembers the press. 1, 0 or -ENOMEM.
 */
int lever_rebounds(struct tracker *t, enum side side);

#endif
