/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Can a side still win "by any possible series of legal moves, even with the
 * most unskilled counterplay"? (Handbook 6.10, FIDE 5.2.2 and 6.9)
 */
#ifndef RULES_CHESS_UNWINNABLE_H
#define RULES_CHESS_UNWINNABLE_H

#include "rules/chess/position.h"

/* GAME_YES, GAME_NO, or GAME_UNDECIDED after searching at most nodes positions. Safe on any readable position. */
enum game_answer chess_can_win(const struct chess_position *p, enum side side, uint64_t nodes);

#endif
