/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef RULES_CHESS_MATING_MATERIAL_H
#define RULES_CHESS_MATING_MATERIAL_H

#include "rules/chess/position.h"

/* False: no series of moves mates with these pieces, wherever they stand. Exact, and monotone: captures never undo it.
 */
bool chess_material_can_mate(const struct chess_position *p, enum side side);

#endif
