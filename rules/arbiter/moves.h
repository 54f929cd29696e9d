/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef RULES_ARBITER_MOVES_H
#define RULES_ARBITER_MOVES_H

#include "rules/arbiter/state.h"

/* --- accepted-turn.c --- */

void accept_turn(struct arbiter *a, const struct arbiter_view *v, const struct ply *ply);
/* Pieces of the opponent were taken off before the one that captures them had arrived. */
bool captured_before_arrival(const struct arbiter *a, const struct ply *ply);
/* A pawn was pressed on the last rank, and its piece is owed: nothing is lost by that. */
void rule_promotion_owed(struct arbiter *a, const struct arbiter_view *v, const struct turn *turn);

/* --- closed-turn.c --- */

void rule_on_closed_turn(struct arbiter *a, const struct arbiter_view *v, unsigned n);

/* --- turn-legality.c --- */

bool turn_is_illegal(const struct arbiter *a, const struct ply *ply);
/* May turn n still be claimed, were it illegal? */
bool illegal_window_open(const struct arbiter *a, unsigned n);
/* Turn n has an explanation that is no fault of its side: the opponent had left pieces in disorder before it. */
/* Is it not proved what a turn was that led to the position? */
bool position_is_doubtful(const struct arbiter *a);
bool turn_was_misled(const struct arbiter *a, unsigned n);
/* The move of turn n was set down before the opponent had pressed, and pressed without touching anything since. */
bool turn_was_made_early(const struct arbiter *a, unsigned n);
/* Turn n only puts back the piece of such a move: its side had displaced it, and was given the clock to put it right.
 */
bool turn_puts_back(const struct arbiter *a, unsigned n);
/* Where a person judges the order in which a promotion was made, and the opponent of claimant made his last turn so. */
bool promotion_order_in_doubt(const struct arbiter *a, enum side claimant);
/* The pawn stood on the last rank unexchanged at the press. */
static inline bool promotion_was_left(const struct ply *ply)
{
	return ply->turn->kind == TURN_PROMOTION_OWED || ply->pawn_left;
}
bool illegal_position(const struct arbiter *a, const struct game_position *pos);
/* The turn that left a pawn on the last rank where it still stands; NULL: none. */
const struct ply *pawn_still_left(const struct arbiter *a);
/* After the last turn both kings are in check, or a pawn that was left still stands on the last rank. */
bool illegal_position_stands(const struct arbiter *a);
bool king_and_queen_swapped(const struct arbiter *a);
/* The new piece of a promotion was put down before the pawn was taken up, or as it was. */
bool promoted_before_pawn_lifted(const struct turn *turn);
/* King and rook were in the hand. */
bool touched_king_and_rook(const struct turn *turn);

/* --- illegal-move.c --- */

/* c: the claim that it answers, NULL where the arbiter acts by himself. */
void rule_on_illegal_turn(struct arbiter *a, const struct arbiter_view *v, unsigned n, const struct arbiter_claim *c,
			  enum side claimant);
/* Several irregularities of one move are one offence: side's last turn was counted, and may have been taken back since;
 * or it is now. */
bool move_was_fined(const struct arbiter *a, enum side side);
void note_fine(struct arbiter *a, enum side side);
void rule_rectification(struct arbiter *a, const struct arbiter_view *v, unsigned n, const struct arbiter_claim *c);

/* --- replacing-move.c --- */

/* Of an illegal turn that is taken back: what must be played instead is named, where something must: a move that was
 * half made or was let go, a capture, or a move with the piece that was touched first if that is another one. */
void name_replacing_move(struct arbiter *a, struct ruling *r, const struct ply *ply);
/* The player is bound to it. After the ruling has been issued. */
void bind_replacing_move(struct arbiter *a, const struct ply *ply);

/* --- second-move.c --- */

/* A piece of offender stands where he moved it after his turn, and the opponent has not replied. Only where the
 * opponent chooses what becomes of an irregularity (illegal-remedy). */
bool second_move_stands(const struct arbiter *a, const struct arbiter_view *v, enum side offender);
/* The same made before the press: a piece beside the move that was read stands where it could have moved, and nothing
 * else is wrong. */
bool second_move_pressed(const struct arbiter *a, const struct ply *ply);
/* Turn n was the first of them, and the other piece goes back, … */
void rule_pressed_move_back(struct arbiter *a, const struct arbiter_view *v, unsigned n);
/* It is put back, … */
void rule_second_move_back(struct arbiter *a, const struct arbiter_view *v, enum side offender);
/* … or stays. */
void rule_second_move_stands(struct arbiter *a, const struct arbiter_view *v, enum side offender);

/* --- uncrowned-man.c --- */

/* The last turn of offender made a king, and the opponent may still have it crowned … */
bool made_a_king(const struct arbiter *a, enum side offender);
/* … which was not done, as far as it is known. */
bool man_stands_uncrowned(const struct arbiter *a, const struct arbiter_view *v, enum side offender);
/* A second man is put on it, … */
void rule_crowning(struct arbiter *a, const struct arbiter_view *v, enum side offender);
/* … or not. */
void rule_uncrowned_stands(struct arbiter *a, const struct arbiter_view *v, enum side offender);

/* --- touched-pieces.c --- */

/* What else is known of a touch that is claimed. */
enum touch_evidence {
	TOUCH_ALLEGED,	  /* what the sensors saw */
	TOUCH_ACCIDENTAL, /* the opponent says at the same time that it was an accident */
	TOUCH_TESTIFIED,  /* whoever decides was told of it and believes it, whatever the sensors saw */
};
void claim_touch(struct arbiter *a, const struct arbiter_view *v, const struct arbiter_claim *c, enum side by,
		 enum touch_evidence evidence);
/* Another move than was made was set down first and is legal, and what had been touched until then allowed it: it
 * stands, where the rulebook goes by what is set down. */
bool released_first(struct arbiter *a, const struct ply *ply);
/* Was another piece due, or another move of it, by what was touched and set down? */
bool broke_touch_rules(struct arbiter *a, const struct ply *ply);
/* The same of the move of side that stands unpressed. */
bool standing_move_breaks_touch(struct arbiter *a, const struct arbiter_view *v, enum side side);

/* --- announced-move.c --- */

/* released: it was let go in a turn that is taken back. What breaks that is for the opponent to claim. */
void announce_move(struct arbiter *a, enum side side, const struct game_move *move, bool released);
/* Must side play the move that was announced with a wrong claim? */
bool announced_is_due(const struct arbiter *a, enum side side);
/* Turn n was another and is taken back: at the press where the arbiter acts by himself, else where the opponent claims
 * it. */
bool enforce_announced_move(struct arbiter *a, const struct arbiter_view *v, unsigned n);
bool enforce_announced_move_on_claim(struct arbiter *a, const struct arbiter_view *v, unsigned n,
				     enum claim_kind claim);

/* --- moving-hand.c --- */

/* Whose hand moved the piece of a square: established, or a player's word, which somebody has to judge. */
void claim_hand(struct arbiter *a, const struct arbiter_view *v, const struct arbiter_claim *c, enum side by);
/* It was the hand of against. */
void rule_hand(struct arbiter *a, const struct arbiter_view *v, uint8_t square, enum side against);

/* --- light-square.c --- */

void claim_light_square(struct arbiter *a, const struct arbiter_view *v, const struct arbiter_claim *c, enum side by);
/* The opponent of against, whose piece it is, has it put back, or does not. */
void decide_light_square(struct arbiter *a, const struct arbiter_view *v, bool accept, enum side against);

/* --- doubtful-turn.c: A turn of which sensors do not prove what it was: what a person decides it to have been. --- */

/* The answer to a question about an illegal move: accepted, there was one; rejected, there was none. */
void decide_doubtful_turn(struct arbiter *a, const struct arbiter_view *v, const struct arbiter_decision *d,
			  const struct question *q);
/* Where nothing is asked any more: the last turn that is disputed and may still be ruled on, if there is one. */
void ask_about_next_doubt(struct arbiter *a);

/* --- agreed-rectification.c --- */

/* The players have agreed to put an illegal move right; or one of them says so, and the other is asked. */
void claim_rectify_agreed(struct arbiter *a, const struct arbiter_view *v, const struct arbiter_claim *c, enum side by);
void decide_rectify_agreed(struct arbiter *a, const struct arbiter_view *v, bool accept);

#endif
