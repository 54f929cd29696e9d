// SPDX-License-Identifier: GPL-2.0-or-later
/* A second move in a row, made on the opponent's time: no press closes it, and it is irregular all the same. */
#include <string.h>

#include "rules/arbiter/rulings.h"
#include "rules/arbiter/moves.h"
#include "rules/arbiter/state.h"

/* One piece of side, or king and rook, left its square and stands on another, and no piece of the opponent appeared:
 * compared with the pieces before. Where it went is put into turn. */
static bool one_piece_moved(const struct arbiter *a, const struct arbiter_view *v, enum side side, const char *before,
			    struct turn *turn)
{
	unsigned came = 0, left = 0;
	bool king = false;

	for (unsigned q = 0; q < a->game->squares; q++) {
		enum side was = a->game->piece_side(before[q]), is = a->game->piece_side(v->squares[q]);

		/* a king that is not crowned has not moved */
		if (before[q] == v->squares[q] || (a->game->shows_as && a->game->shows_as(before[q], v->squares[q])))
			continue;
		if (is == other_side(side))
			return false;
		if (is == side && (!came || (v->squares[q] | 0x20) == 'k')) {
			turn->to = (uint8_t)q;
			turn->piece = v->squares[q];
		}
		if (was == side && (!left || (before[q] | 0x20) == 'k'))
			turn->from = (uint8_t)q;
		king |= is == side && (v->squares[q] | 0x20) == 'k';
		came += is == side;
		left += was == side;
	}
	return came == left && (came == 1 || (came == 2 && king));
}

bool second_move_stands(const struct arbiter *a, const struct arbiter_view *v, enum side offender)
{
	struct turn turn = { .side = offender };
	const struct turn *last;
	char before[GAME_MAX_SQUARES];

	if (!IS(a, ILLEGAL_REMEDY, "rectify-or-stand") || !a->count ||
	    ply_at(a, a->count - 1)->turn->side != offender || a->game->to_move(&v->position) == offender ||
	    a->move_stands || a->reply_made)
		return false;
	a->game->placement(&v->position, before);
	if (!one_piece_moved(a, v, offender, before, &turn))
		return false;
	/* it stood so at the press, and may have since before that turn */
	last = ply_at(a, a->count - 1)->turn;
	for (unsigned i = 0; i < last->displaced_count; i++)
		if (last->displaced[i].from == turn.from && last->displaced[i].to == turn.to)
			return false;
	return true;
}

static const char *second_move_word(void)
{
	const struct turn turn = { .kind = TURN_SEVERAL };

	return turn_word(&turn);
}

void rule_second_move_back(struct arbiter *a, const struct arbiter_view *v, enum side offender)
{
	struct ruling r = new_ruling(a, v, RULING_RESTORE_POSITION, REASON_ILLEGAL_MOVE, CLAIM_ILLEGAL_MOVE);

	r.word = r.facts.word = second_move_word();
	r.side = r.facts.player = offender;
	issue_ruling(a, &r);
}

void rule_second_move_stands(struct arbiter *a, const struct arbiter_view *v, enum side offender)
{
	struct ruling r = new_ruling(a, v, RULING_MOVE_ACCEPTED, REASON_IRREGULAR_STANDS, CLAIM_ACCEPT_STAND);

	r.word = r.facts.word = second_move_word();
	r.side = r.facts.player = offender;
	r.effects = EFFECT_STANDS;
	a->game->set_placement(change_position(a, ply_at(a, a->count - 1)), v->squares, other_side(offender));
	issue_ruling(a, &r);
}

/* All that is displaced is one piece of that side, which left a square and stands on another. */
static bool one_piece_displaced(const struct arbiter *a, const struct turn *turn, uint8_t *from, uint8_t *to)
{
	*from = *to = GAME_NO_SQUARE;
	for (unsigned i = 0; i < turn->displaced_count; i++) {
		const struct turn_displaced *d = &turn->displaced[i];

		if (d->inherited || a->game->piece_side(d->piece) != turn->side ||
		    (d->from != GAME_NO_SQUARE && *from != GAME_NO_SQUARE) ||
		    (d->to != GAME_NO_SQUARE && *to != GAME_NO_SQUARE))
			return false;
		*from = d->from != GAME_NO_SQUARE ? d->from : *from;
		*to = d->to != GAME_NO_SQUARE ? d->to : *to;
	}
	return *from != GAME_NO_SQUARE && *to != GAME_NO_SQUARE;
}

static bool can_go(const struct arbiter *a, const struct game_position *pos, uint8_t from, uint8_t to)
{
	struct game_moves moves;

	a->game->moves(pos, &moves);
	for (unsigned i = 0; i < moves.count; i++)
		if (moves.move[i].from == from && moves.move[i].to == to)
			return true;
	return false;
}

/* Of two pieces that are alike it is the first set down that tells which of them went where. */
bool second_move_pressed(const struct arbiter *a, const struct ply *ply)
{
	const struct game_move *read = &ply->turn->move, *first = ply->has_set_down ? &ply->set_down : read;
	uint8_t from, to;

	if (ply->turn->kind == TURN_SEVERAL)
		return ply->has_set_down;
	if (ply->turn->kind != TURN_LEGAL || !ply->turn->has_move || !one_piece_displaced(a, ply->turn, &from, &to))
		return false;
	if (first->from == from)
		from = read->from;
	else if (first->from != read->from)
		return false;
	if (first->to == to)
		to = read->to;
	else if (first->to != read->to)
		return false;
	return can_go(a, ply_before(ply), from, to);
}

void rule_pressed_move_back(struct arbiter *a, const struct arbiter_view *v, unsigned n)
{
	struct ruling r = new_ruling(a, v, RULING_RESTORE_POSITION, REASON_ILLEGAL_MOVE, CLAIM_ILLEGAL_MOVE);
	const struct ply *ply = ply_at(a, n);

	r.word = r.facts.word = second_move_word();
	r.side = r.facts.player = ply->turn->side;
	r.effects = EFFECT_REPLY;
	r.ply = n;
	r.keep = ply->has_set_down ? ply->set_down : ply->turn->move;
	count_turn_as(a, n, &r.keep);
	issue_ruling(a, &r);
}
