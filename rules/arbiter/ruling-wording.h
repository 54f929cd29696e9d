/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef RULES_ARBITER_RULING_WORDING_H
#define RULES_ARBITER_RULING_WORDING_H

#include "rules/arbiter/state.h"

/* What the sentence names: a piece and where it stood, a second one; or a move; or what a turn was, and whose. */
void name_piece(const struct arbiter *a, struct sentence_facts *f, char piece, unsigned square);
void name_other_piece(const struct arbiter *a, struct sentence_facts *f, char piece, unsigned square);
void name_move(const struct arbiter *a, struct sentence_facts *f, const struct game_position *before,
	       const struct game_move *move);
void name_turn(const struct arbiter *a, struct sentence_facts *f, const struct ply *ply);
/* The same of turn n, for the next ruling. */
struct sentence_facts facts_of_turn(const struct arbiter *a, unsigned n);
/* Of the next ruling: the first piece that stands wrongly after the turn, where it belongs and where it stands. turn
 * may be NULL. */
void name_displaced(struct arbiter *a, const struct turn *turn);
/* Whom it concerns, and whose clock a person has to start, of a ruling of which all else is known. */
void complete_facts(const struct arbiter *a, struct ruling *r);

#endif
