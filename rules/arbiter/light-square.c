// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A piece on a square that is not played on: it is out of play until the opponent has it put back, or lets it be. No
 * sensor need be there to see it.
 */
#include <string.h>

#include "rules/arbiter/rulings.h"
#include "rules/arbiter/moves.h"
#include "rules/arbiter/state.h"

/* The piece of side that is not on the board, though the move leaves it there; GAME_NO_SQUARE: more than that is wrong,
 * or nothing. */
static unsigned missing_after(const struct arbiter *a, const struct game_position *before, const struct game_move *move,
			      const struct turn *turn)
{
	struct game_position after = *before;
	char squares[GAME_MAX_SQUARES];
	unsigned missing = GAME_NO_SQUARE;

	a->game->play(&after, move);
	a->game->placement(&after, squares);
	for (unsigned q = 0; q < a->game->squares; q++) {
		/* a king may not be crowned yet */
		if (squares[q] == turn->placement[q] ||
		    (a->game->shows_as && a->game->shows_as(squares[q], turn->placement[q])))
			continue;
		if (missing != GAME_NO_SQUARE || turn->placement[q] != '.' || q == move->to ||
		    a->game->piece_side(squares[q]) != turn->side)
			return GAME_NO_SQUARE;
		missing = q;
	}
	return missing;
}

/* The legal move beside which one piece went to a light square: the one that was set down first, where several are
 * possible. Returns that piece's square. */
static unsigned find_regular_move(const struct arbiter *a, const struct ply *ply, struct game_move *ret)
{
	const struct game_position *before = ply_before(ply);
	unsigned missing = GAME_NO_SQUARE, found = 0;
	struct game_moves moves;

	a->game->moves(before, &moves);
	for (unsigned i = 0; i < moves.count; i++) {
		const unsigned q = missing_after(a, before, &moves.move[i], ply->turn);

		if (q == GAME_NO_SQUARE)
			continue;
		*ret = moves.move[i];
		missing = q;
		if (ply->has_set_down && same_move(ret, &ply->set_down))
			return missing;
		found++;
	}
	return found == 1 ? missing : GAME_NO_SQUARE;
}

/* Only that piece goes back: the move was regular, and stands. */
static bool put_back_beside_move(struct arbiter *a, unsigned n, struct ruling *r)
{
	const unsigned missing = find_regular_move(a, ply_at(a, n), &r->keep);
	char squares[GAME_MAX_SQUARES];

	if (missing == GAME_NO_SQUARE)
		return false;
	r->effects = EFFECT_REPLY;
	r->ply = n;
	r->facts.word = "beside-move";
	name_move(a, &r->facts, ply_before(ply_at(a, n)), &r->keep);
	a->game->placement(ply_before(ply_at(a, n)), squares);
	name_other_piece(a, &r->facts, squares[missing], missing);
	count_turn_as(a, n, &r->keep);
	return true;
}

static void put_back(struct arbiter *a, const struct arbiter_view *v, enum side against)
{
	struct ruling r = new_ruling(a, v, RULING_RESTORE_POSITION, REASON_DISPLACED, CLAIM_LIGHT_SQUARE);
	unsigned n = a->count;

	r.side = against;
	if (n && ply_at(a, n - 1)->turn->side == against && turn_is_illegal(a, ply_at(a, n - 1)) && !a->move_stands &&
	    !put_back_beside_move(a, n - 1, &r)) {
		/* the move that ended there was none */
		r.reason = REASON_ILLEGAL_MOVE;
		r.effects = EFFECT_UNDO | EFFECT_REVOKE;
		r.ply = n - 1;
		uncount_moves_from(a, r.ply);
	}
	issue_ruling(a, &r);
}

/* As far as the sensors know all pieces are where they were played to. */
static bool nothing_is_missing(const struct arbiter *a, const struct arbiter_view *v, enum side against)
{
	const struct ply *last = a->count ? ply_at(a, a->count - 1) : NULL;

	if (last && last->turn->side == against && (turn_is_illegal(a, last) || last->turn->displaced_count))
		return false;
	return table_shows(a, v, &v->set_down);
}

void claim_light_square(struct arbiter *a, const struct arbiter_view *v, const struct arbiter_claim *c, enum side by)
{
	enum side against = c->against != NO_SIDE ? c->against : by != NO_SIDE ? other_side(by) : NO_SIDE;
	struct question q = { .claim = CLAIM_LIGHT_SQUARE, .by = by, .against = against, .made = *c };

	if (a->game->squares == a->game->width * a->game->height)
		reject_claim(a, v, REASON_ALLOWED_ACT, CLAIM_LIGHT_SQUARE);
	else if (by != NO_SIDE && by == against)
		reject_claim(a, v, REASON_NOT_ENTITLED, CLAIM_LIGHT_SQUARE);
	else if (!c->is_report && a->setup.sensors_sure && nothing_is_missing(a, v, against))
		reject_claim(a, v, REASON_POSITION_INTACT, CLAIM_LIGHT_SQUARE);
	else if (!strcmp(c->want, "rectify") && (c->is_report || !nothing_is_missing(a, v, against)))
		put_back(a, v, against);
	else
		ask_person(a, v, REASON_NEEDS_VERDICT, &q);
}

void decide_light_square(struct arbiter *a, const struct arbiter_view *v, bool accept, enum side against)
{
	struct ruling r = new_ruling(a, v, RULING_MOVE_ACCEPTED, REASON_IRREGULAR_STANDS, CLAIM_LIGHT_SQUARE);

	r.side = against;
	if (accept)
		put_back(a, v, against);
	else
		issue_ruling(a, &r);
}
