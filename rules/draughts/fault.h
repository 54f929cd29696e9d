/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is irregular on a board where no legal move stands (Annex I 5.4), in the words of turn.h. */
#ifndef RULES_DRAUGHTS_FAULT_H
#define RULES_DRAUGHTS_FAULT_H

#include "rules/draughts/position.h"

/* See struct game. */
int draughts_fault(const struct game_position *pos, unsigned from, unsigned to);
int draughts_irregular(const struct game_position *pos, const char squares[static GAME_MAX_SQUARES], unsigned *from, unsigned *to);

/*
 * draughts_jumps - what a piece has taken when it stands on to in the midst of a capture
 * The captures of the piece of from are followed jump by jump, complete or not. Of the sets of pieces jumped by then the
 * one nearest to removed (gapped sets both) is taken. *unfinished: the capture could go on from there.
 * False: no jumps lead there.
 */
bool draughts_jumps(const struct draughts_position *d, unsigned from, unsigned to, uint64_t removed, uint64_t *jumped, bool *unfinished);

#endif
