/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Castling in which king and rook share squares, as Chess960 has it. */
#ifndef TRACKER_CASTLING_COST_H
#define TRACKER_CASTLING_COST_H

#include "daemon/core/tracker/reading/noise-cost.h"

/* Does one of the two stay, or end where the other stood? Then a square is not simply left or reached. */
bool castling_is_close(const struct game_move *move);
/* The squares of king and rook, before and after. */
squares_t castling_squares(const struct game_move *move);
/* Those of them on which the sensors show something else when it is done. */
squares_t castling_difference(const struct readings *r, const struct reading *h, const struct game_move *move);
/* What a close castling assumes of its own squares. waited: the press was long enough ago. */
int castling_cost(const struct readings *r, const struct reading *h, const struct evidence *e,
		  const struct game_move *move, bool waited);
/* Was every square seen to be exchanged on which the sensors name no piece? Then no king's or rook's move explains it.
 */
bool castling_exchange_seen(const struct readings *r, const struct reading *h, const struct evidence *e,
			    const struct game_move *move);

#endif
