// SPDX-License-Identifier: GPL-2.0-or-later
/* Turns that are accepted, and the articles that tell what they were. */
#include <string.h>

#include "rules/arbiter/accepted-turn.h"
#include "rules/arbiter/common-rulings.h"
#include "rules/arbiter/ruling.h"
#include "rules/arbiter/ruling-articles.h"
#include "rules/arbiter/turn-legality.h"

/* The king stood two files from where it was taken up: castling was begun. */
static bool began_to_castle(const struct arbiter *a, const struct ply *ply)
{
	const struct turn *turn = &ply->turn;
	uint8_t from = GAME_NO_SQUARE;

	for (unsigned i = 0; i < turn->touched_count && i < TURN_MAX_TOUCHED; i++) {
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

/* Pieces were lifted that are no part of the move. */
static bool touched_others(const struct arbiter *a, const struct ply *ply)
{
	char squares[GAME_MAX_SQUARES];

	memset(squares, '.', sizeof(squares));
	a->game->placement(&ply->before, squares);
	for (unsigned i = 0; i < ply->turn.touched_count && i < TURN_MAX_TOUCHED; i++) {
		uint8_t q = ply->turn.touched[i].square;

		if (q != ply->turn.move.from && q != ply->turn.move.to &&
		    !(ply->turn.move.captured & UINT64_C(1) << q) && squares[q] == ply->turn.touched[i].piece &&
		    !(touched_king_and_rook(&ply->turn) && (squares[q] | 0x20) == 'r'))
			return true;
	}
	return false;
}

/* A piece that had been set down elsewhere was lifted again. */
static bool lifted_again(const struct arbiter *a, const struct ply *ply)
{
	char squares[GAME_MAX_SQUARES];

	memset(squares, '.', sizeof(squares));
	a->game->placement(&ply->before, squares);
	for (unsigned i = 0; !ply->turn.move.captured && i < ply->turn.touched_count && i < TURN_MAX_TOUCHED; i++)
		if (squares[ply->turn.touched[i].square] != ply->turn.touched[i].piece && !ply->turn.move.promotion &&
		    a->game->piece_side(ply->turn.touched[i].piece) == ply->turn.side)
			return true;
	return false;
}

/* Captured pieces were lifted before the capturing piece had arrived. */
static bool captured_before_arrival(const struct arbiter *a, const struct ply *ply)
{
	const struct turn *turn = &ply->turn;
	bool taken = false;

	for (unsigned i = 0; turn->has_move && i < turn->touched_count && i < TURN_MAX_TOUCHED; i++) {
		const uint8_t q = turn->touched[i].square;

		if (taken && a->game->piece_side(turn->touched[i].piece) == turn->side)
			return true;
		taken |= q != turn->move.to && turn->move.captured & UINT64_C(1) << q;
	}
	return false;
}

static unsigned aspects(const struct arbiter *a, const struct ply *ply, const char *ret[static GAME_ASPECTS])
{
	return a->game->aspects && ply->turn.has_move ? a->game->aspects(&ply->before, &ply->turn.move, ret) : 0;
}

static bool clock_is(const struct arbiter *a, const char *mode)
{
	return a->setup.clock_mode && !strcmp(a->setup.clock_mode, mode);
}

/* How this clock counts, who sees to it, and what became of it in this turn. */
static void cite_clock(struct arbiter *a, struct ruling *r, const struct ply *ply)
{
	if (ply->credited_us || clock_is(a, "fischer"))
		cite_context(a, r, "increment");
	if (a->increment_given)
		cite_parameter(a, r, PARAM_ADD_INCREMENT_REQUEST);
	if (clock_is(a, "periods"))
		cite_word(a, r, "periods");
	if (clock_is(a, "delay") || clock_is(a, "bronstein"))
		cite_word(a, r, "delay");
	if (!a->flag_auto)
		cite_word(a, r, "flags-by-claim");
	if (a->assisted)
		cite_word(a, r, "assistant");
	if (a->was_stopped)
		cite_word(a, r, "stopped");
}

/* Accepted. What is cited depends on what everybody sees, never on whether the move was legal. */
void accept_turn(struct arbiter *a, const struct arbiter_view *v, const struct ply *ply)
{
	struct ruling r = new_ruling(a, v, RULING_MOVE_ACCEPTED, REASON_PLAYED, CLAIM_NONE);
	const char *words[GAME_ASPECTS];

	r.facts.player = ply->turn.side;
	if (touched_king_and_rook(&ply->turn) && king_and_queen_swapped(a))
		cite_parameter(a, &r, PARAM_SWAPPED_KQ_CASTLING);
	if (a->offer != NO_SIDE || a->offered)
		r.context = CLAIM_OFFER_DRAW;
	a->offered = a->offer != NO_SIDE;
	/* the pawn that was left was published */
	if (a->count > 1 && ply == &a->ply[a->count - 1] && ply[-1].pawn_unpromoted &&
	    IS(a, PROMOTION_PAWN_LEFT, "owed"))
		cite_parameter(a, &r, PARAM_PROMOTION_PAWN_LEFT);
	if (!a->silent && turn_is_illegal(a, ply))
		r.word = turn_word(&ply->turn);
	/* where the arbiter may speak: the articles of what this turn was */
	if (!a->silent && !turn_is_illegal(a, ply)) {
		if (touched_king_and_rook(&ply->turn) || began_to_castle(a, ply))
			cite_context(a, &r, "castling");
		if (ply->turn.has_move && ply->turn.move.promotion)
			cite_context(a, &r, "promotion");
		if (ply->as_announced)
			cite_parameter(a, &r, PARAM_WRONG_DRAW_CLAIM_AWARD);
		if (ply->said_adjust)
			cite_word(a, &r, "adjusted");
		if (lifted_again(a, ply))
			cite_word(a, &r, "corrected");
		if (touched_others(a, ply))
			cite_word(a, &r, "touched");
		if (captured_before_arrival(a, ply))
			cite_word(a, &r, "removed-early");
		for (unsigned i = 0, n = aspects(a, ply, words); i < n; i++)
			cite_word(a, &r, words[i]);
		if (ply->turn.displaced_count)
			cite_word(a, &r, "displaced");
	}
	if (!a->silent)
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
	struct ply ply = { .turn = *turn };

	if (a->over)
		return;
	if (turn->kind == TURN_PROMOTION_OWED && IS(a, PROMOTION_PAWN_LEFT, "owed"))
		rule_promotion_owed(a, v, turn);
	else
		accept_turn(a, v, &ply);
}
