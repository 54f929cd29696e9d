// SPDX-License-Identifier: GPL-2.0-or-later
/* Turns that are accepted, and the articles that tell what they were. */
#include <string.h>

#include "rules/arbiter/moves.h"
#include "rules/arbiter/rulings.h"
#include "rules/arbiter/state.h"

/* The turn of side before ply, NULL none. */
static const struct ply *turn_before(const struct arbiter *a, const struct ply *ply, enum side side)
{
	for (unsigned n = a->count; n-- > 0;)
		if (ply_at(a, n) != ply && ply_at(a, n)->turn->side == side)
			return ply_at(a, n);
	return NULL;
}

/* The player's last move was never pressed: it is complete by this one. */
static bool completes_unpressed(const struct arbiter *a, const struct ply *ply)
{
	const struct ply *own = turn_before(a, ply, ply->turn->side);

	return own && own->turn->kind == TURN_LEGAL && own->turn->unpressed;
}

/* The king stood two files from where it was taken up: castling was begun. */
static bool began_to_castle(const struct arbiter *a, const struct ply *ply)
{
	const struct turn *turn = ply->turn;
	uint8_t from = GAME_NO_SQUARE;

	for (unsigned i = 0; i < turn->touched_count; i++) {
		uint8_t q = turn->touched[i].square;

		if ((turn->touched[i].piece | 0x20) != 'k' || a->game->piece_side(turn->touched[i].piece) != turn->side)
			continue;
		if (from == GAME_NO_SQUARE)
			from = q;
		else if (q == from + 2 || q + 2 == from)
			return true;
	}
	return false;
}

static bool lifted_in(const struct turn *turn, uint8_t square)
{
	for (unsigned i = 0; i < turn->touched_count; i++)
		if (turn->touched[i].square == square)
			return true;
	return false;
}

/* What this turn moved was lifted before the opponent had pressed, and not again since: another piece that was touched
 * then was the opponent's doing. */
static bool replied_before_press(const struct arbiter *a, const struct ply *ply, const char *squares)
{
	const struct ply *last = turn_before(a, ply, other_side(ply->turn->side));
	for (unsigned i = 0; last && i < last->turn->touched_count; i++) {
		const uint8_t q = last->turn->touched[i].square;

		if (ply->turn->has_move && (q != ply->turn->move.from || lifted_in(ply->turn, q)))
			continue;
		if (a->game->piece_side(squares[q]) == ply->turn->side && last->turn->touched[i].piece == squares[q] &&
		    ply->turn->placement[q] != squares[q])
			return true;
	}
	return false;
}

static bool can_move_from(const struct arbiter *a, const struct game_position *pos, uint8_t q)
{
	struct game_moves moves;

	a->game->moves(pos, &moves);
	for (unsigned i = 0; i < moves.count; i++)
		if (moves.move[i].from == q)
			return true;
	return false;
}

/* What was lifted that is no part of the move, in a word. NULL: nothing. */
static const char *word_for_others(const struct arbiter *a, const struct ply *ply, const char *squares)
{
	const struct turn *turn = ply->turn;
	const bool castles = touched_king_and_rook(turn);
	unsigned own = 0, enemy = 0;
	uint8_t last = GAME_NO_SQUARE;

	for (unsigned i = 0; i < turn->touched_count; i++) {
		const uint8_t q = turn->touched[i].square;

		if (q == turn->move.from || q == turn->move.to || turn->move.captured & UINT64_C(1) << q ||
		    squares[q] != turn->touched[i].piece || (castles && (squares[q] | 0x20) == 'r'))
			continue;
		own += a->game->piece_side(squares[q]) == turn->side;
		enemy += a->game->piece_side(squares[q]) != turn->side;
		last = q;
	}
	if (enemy)
		return "both-colours";
	if (own > 1)
		return "put-right";
	if (!own)
		return NULL;
	return can_move_from(a, ply_before(ply), last) ? "touched" : "touched-unmovable";
}

/* A piece that had been set down elsewhere was lifted again. */
static bool lifted_again(const struct arbiter *a, const struct ply *ply, const char *squares)
{
	const struct ply *last = turn_before(a, ply, other_side(ply->turn->side));

	for (unsigned i = 0; !ply->turn->move.captured && i < ply->turn->touched_count; i++)
		if (squares[ply->turn->touched[i].square] != ply->turn->touched[i].piece &&
		    !ply->turn->move.promotion && (!last || ply->turn->touched[i].t_us >= last->turn->t_us) &&
		    a->game->piece_side(ply->turn->touched[i].piece) == ply->turn->side)
			return true;
	return false;
}

/* With king and rook in the hand, or the king set down for it: castling, or something else after all. */
static const char *word_for_castling(const struct arbiter *a, const struct ply *ply, const char *squares)
{
	const struct turn *turn = ply->turn;
	const bool castled = turn->has_move && turn->move.flags & GAME_MOVE_CASTLING;

	/* what a board shows that was away has castled all the same */
	if (!castled && !touched_king_and_rook(turn) && !began_to_castle(a, ply))
		return NULL;
	if (!castled || lifted_again(a, ply, squares))
		return "castling-changed";
	return turn->touched_count && (turn->touched[0].piece | 0x20) == 'r' ? "rook-first" : "castling";
}

/* How a pawn was promoted. */
static const char *word_for_promotion(const struct ply *ply)
{
	const struct turn *turn = ply->turn;

	if (!turn->has_move || !turn->move.promotion)
		return NULL;
	if (turn->move.captured)
		return "promotion-by-capture";
	if (promoted_before_pawn_lifted(turn))
		return "piece-before-pawn";
	for (unsigned i = 0; i < turn->touched_count; i++)
		if (turn->touched[i].square == turn->move.to)
			return "promotion";
	return "pawn-exchanged"; /* it never stood on the last rank */
}

/* Captured pieces were lifted before the capturing piece had arrived. */
bool captured_before_arrival(const struct arbiter *a, const struct ply *ply)
{
	const struct turn *turn = ply->turn;
	bool taken = false;

	for (unsigned i = 0; turn->has_move && i < turn->touched_count; i++) {
		const uint8_t q = turn->touched[i].square;

		if (taken && a->game->piece_side(turn->touched[i].piece) == turn->side)
			return true;
		taken |= q != turn->move.to && turn->move.captured & UINT64_C(1) << q;
	}
	return false;
}

static void cite_word_if(struct arbiter *a, struct ruling *r, bool holds, const char *word)
{
	if (holds && word)
		cite_word(a, r, word);
}

/* What this turn was, the most particular first: only where the arbiter may speak. */
static void cite_turn(struct arbiter *a, struct ruling *r, const struct ply *ply, const char *squares)
{
	const char *aspects[GAME_ASPECTS], *castling = word_for_castling(a, ply, squares);

	if (ply->as_announced)
		cite_parameter(a, r, PARAM_WRONG_DRAW_CLAIM_AWARD);
	if (a->increment_given)
		cite_parameter(a, r, PARAM_ADD_INCREMENT_REQUEST);
	cite_word_if(a, r, true, castling);
	cite_word_if(a, r, true, word_for_promotion(ply));
	cite_word_if(a, r, ply->turn->has_move && ply->turn->move.promotion, "promotion");
	cite_word_if(a, r, completes_unpressed(a, ply), "unpressed");
	cite_word_if(a, r, replied_before_press(a, ply, squares), "reply-before-press");
	cite_word_if(a, r, ply->adjust_said_us != ARBITER_NEVER, "adjusted");
	cite_word_if(a, r, !castling && lifted_again(a, ply, squares), "corrected");
	cite_word_if(a, r, !castling, word_for_others(a, ply, squares));
	cite_word_if(a, r, captured_before_arrival(a, ply), "removed-early");
	cite_word_if(a, r, turn_displaces(ply->turn), "displaced");
	if (a->game->aspects && ply->turn->has_move)
		for (unsigned i = 0, n = a->game->aspects(ply_before(ply), &ply->turn->move, aspects); i < n; i++)
			cite_word(a, r, aspects[i]);
}

/* What everybody saw of this turn, whether it was legal or not: squares alone decide. */
static void cite_what_was_seen(struct arbiter *a, struct ruling *r, const struct ply *ply, const char *squares)
{
	const unsigned seventh = ply->turn->side == WHITE ? a->game->height - 2u : 1;
	bool put_right = false, arrived = false;

	for (unsigned i = 0; i < ply->turn->touched_count; i++) {
		const uint8_t q = ply->turn->touched[i].square;

		put_right |= squares[q] == ply->turn->touched[i].piece && squares[q] == ply->turn->placement[q];
		/* a pawn has gone to the last rank, whatever stands there now */
		arrived |= squares[q] == (ply->turn->side == WHITE ? 'P' : 'p') && q / a->game->width == seventh &&
			   ply->turn->placement[q] != squares[q];
	}
	cite_word_if(a, r, replied_before_press(a, ply, squares), "reply-before-press");
	cite_word_if(a, r, arrived, "promotion");
	cite_word_if(a, r, put_right, lifted_again(a, ply, squares) ? "corrected" : "put-right");
}

static bool clock_is(const struct arbiter *a, const char *mode)
{
	return a->setup.clock_mode && !strcmp(a->setup.clock_mode, mode);
}

/* How this clock counts, who sees to it, and what became of it in this turn. */
static void cite_clock(struct arbiter *a, struct ruling *r, const struct ply *ply)
{
	cite_word_if(a, r, a->assisted, "assistant");
	cite_word_if(a, r, clock_is(a, "delay") || clock_is(a, "bronstein"), "delay");
	cite_word_if(a, r, ply->credited_us || clock_is(a, "fischer"), "increment");
	cite_word_if(a, r, clock_is(a, "periods"), "periods");
	cite_word_if(a, r, !a->flag_auto, "flags-by-claim");
	cite_word_if(a, r, a->was_stopped, "stopped");
}

/* A pawn stood on the last rank at that press. */
static bool pawn_was_left(const struct arbiter *a, const struct turn *turn)
{
	const char *rank = turn->placement + (turn->side == WHITE ? a->game->squares - a->game->width : 0);

	return memchr(rank, turn->side == WHITE ? 'P' : 'p', a->game->width);
}

/* Accepted. Under a silent rulebook what is cited depends on what everybody sees, never on whether the move was legal.
 */
void accept_turn(struct arbiter *a, const struct arbiter_view *v, const struct ply *ply)
{
	struct ruling r = new_ruling(a, v, RULING_MOVE_ACCEPTED, REASON_PLAYED, CLAIM_NONE);
	char squares[GAME_MAX_SQUARES]; /* what stood before the turn */

	r.facts.player = ply->turn->side;
	if (touched_king_and_rook(ply->turn) && king_and_queen_swapped(a))
		cite_parameter(a, &r, PARAM_SWAPPED_KQ_CASTLING);
	if ((a->is_pressed ? a->told_offer != NO_SIDE : a->offer != NO_SIDE || a->offered) && !a->offered_by_claim)
		r.context = CLAIM_OFFER_DRAW;
	a->offered = a->offer != NO_SIDE;
	/* the pawn that was left was published, or cannot be claimed any more */
	if (a->count > 1 && ply == ply_at(a, a->count - 1) &&
	    ((IS(a, PROMOTION_PAWN_LEFT, "owed") && ply_at(a, a->count - 2)->pawn_unpromoted) ||
	     (IS(a, PROMOTION_PAWN_LEFT, "illegal-if-claimed") && pawn_was_left(a, ply_at(a, a->count - 2)->turn))))
		cite_parameter(a, &r, PARAM_PROMOTION_PAWN_LEFT);
	/* nobody has said that the position is illegal: the move that made it so stands */
	if (a->count > 1 && ply == ply_at(a, a->count - 1) && !a->silent && !a->illegal_auto &&
	    IS(a, ILLEGAL_POSITION_FOUND, "draw-after-next-move") && illegal_position_stands(a) &&
	    (ply_at(a, a->count - 2)->pawn_unpromoted || turn_is_illegal(a, ply_at(a, a->count - 2)))) {
		cite_parameter(a, &r, PARAM_ILLEGAL_WINDOW);
		cite_parameter(a, &r, PARAM_ILLEGAL_POSITION_FOUND);
	}
	a->game->placement(ply_before(ply), squares);
	if (a->silent)
		cite_what_was_seen(a, &r, ply, squares);
	else if (turn_is_illegal(a, ply))
		r.word = turn_word(ply->turn);
	else
		cite_turn(a, &r, ply, squares);
	cite_clock(a, &r, ply);
	a->was_stopped = false;
	issue_ruling(a, &r);
}

void rule_promotion_owed(struct arbiter *a, const struct arbiter_view *v, const struct turn *turn)
{
	a->facts.player = turn->side;
	if (turn->to < a->game->squares)
		a->game->square_name(turn->to, a->facts.square);
	issue_plain_ruling(a, v, RULING_PROMOTION_INCOMPLETE, REASON_PROMOTION_OWED, CLAIM_NONE);
}

void arbiter_pressed(struct arbiter *a, int64_t t_us, const struct turn *turn)
{
	const struct arbiter_view view = { .t_us = t_us }, *v = &view; /* no more is asked of it */
	struct kept_turn start = { 0 }, kept = { .last = &start, .turn = turn_copy(turn) };
	struct ply ply = { .kept = &kept, .turn = &kept.turn };

	if (a->over)
		return;
	a->is_pressed = true;
	if (turn->kind == TURN_PROMOTION_OWED && IS(a, PROMOTION_PAWN_LEFT, "owed"))
		rule_promotion_owed(a, v, turn);
	else
		accept_turn(a, v, &ply);
	if (a->told_offer == other_side(turn->side))
		a->told_offer = NO_SIDE;
}
