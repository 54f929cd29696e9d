/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef RULES_ARBITER_UNPRESSED_MOVE_H
#define RULES_ARBITER_UNPRESSED_MOVE_H

#include "rules/arbiter/state.h"

/* If such a move stands, it is the last ply until … */
bool assume_unpressed_move(struct arbiter *a, const struct arbiter_view *v);
/* … the claim of it is answered. assumed: what the function above returned. */
void drop_unpressed_move(struct arbiter *a, bool assumed);

/* One piece of side, or king and rook, left its square and stands on another, and no piece of the opponent appeared:
 * compared with the pieces before. Where it went is put into turn. */
bool one_piece_moved(const struct arbiter *a, const struct arbiter_view *v, enum side side, const char *before,
		     struct turn *turn);

#endif
