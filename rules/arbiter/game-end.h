/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef RULES_ARBITER_GAME_END_H
#define RULES_ARBITER_GAME_END_H

#include "rules/arbiter/state.h"

/* How often a position has stood: in the record, and with what stands now. */
unsigned occurrences(const struct arbiter *a, const struct game_position *pos);
unsigned occurrences_now(const struct arbiter *a, const struct arbiter_view *v);
/* Plies without capture or pawn move, up to what stands now. By the moves as the rules count them; where the arbiter is
 * silent by what everybody sees: a turn against the rules counts as any other that moves such pieces. */
unsigned quiet_plies_now(const struct arbiter *a, const struct arbiter_view *v);
/* What a small search cannot decide stays open for a larger one (win-search.h). */
bool dead_position_found(struct arbiter *a, const struct arbiter_view *v, enum claim_kind claim);
/* Mate, stalemate, and what a game's rules end at once; then draws that need nobody. True: the game is over. */
bool rule_game_end(struct arbiter *a, const struct arbiter_view *v, enum side mover);

#endif
