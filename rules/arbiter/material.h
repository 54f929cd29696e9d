/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef RULES_ARBITER_MATERIAL_H
#define RULES_ARBITER_MATERIAL_H

#include "rules/arbiter/state.h"

enum mating { MATES_NOT, MATES, MATES_IF_FORCED };
enum endgame { ENDGAME_NO, ENDGAME_DRAW, ENDGAME_VERDICT };

/* test: the parameter that says how it is found out. */
enum mating can_mate(struct arbiter *a, const struct game_position *pos, enum side side, enum rulebook_parameter test);
enum endgame endgame_pattern(struct arbiter *a, const struct game_position *pos, enum claim_kind claim);
bool bare_kings(const struct arbiter *a, const struct game_position *pos);
/* With a queen or a rook nothing short of a forced capture could keep both sides from mating. A board that is
 * dead in spite of it is found by search at the next claim or flag. */
bool has_major_piece(const struct arbiter *a, const struct game_position *pos);

#endif
