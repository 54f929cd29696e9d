/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The move of a reading that stands on the board, and nothing else beside it. */
#include <string.h>

#include "daemon/core/tracker/internal.h"
#include "daemon/core/tracker/reading/castling-cost.h"
#include "daemon/core/tracker/reading/changes.h"
#include "daemon/core/tracker/reading/move-cost.h"
#include "daemon/core/tracker/reading/noise-cost.h"
#include "daemon/core/tracker/reading/standing-move.h"

enum { STANDING_OWN = 10, STANDING_GAP = 20 }; /* it assumes no more than that, and the next so much more */

/* The squares that differ from before the move when it stands. */
static squares_t difference(const struct readings *r, const struct reading *h, const struct game_move *m,
			    const struct effect *e)
{
	squares_t d = square_bit(m->from) | square_bit(m->to) | e->emptied;

	if (e->castles)
		return castling_difference(r, h, m);
	if (e->takes && is_unnamed(r, m->to))
		d &= ~square_bit(m->to);
	return d;
}

bool find_standing_move(struct readings *r, const struct reading *h, const struct game_moves *moves,
			struct game_move *ret)
{
	squares_t fresh = new_mismatches(r, h);
	int best = INT32_MAX, second = INT32_MAX;
	bool gathered = false;
	struct evidence e;

	if (!fresh || __builtin_popcountll(fresh) > (r->game->path_squares ? 24 : 5))
		return false;
	r->work += moves->count;
	for (unsigned i = 0; i < moves->count; i++) {
		const struct game_move *m = &moves->move[i];
		struct effect effect;
		squares_t roles;
		int cost;

		bool close = m->flags & GAME_MOVE_CASTLING && castling_is_close(m);

		if (!close &&
		    (!(h->mismatch & square_bit(m->from)) || r->sensor[m->to] == '.' || r->sensor[m->from] != '.'))
			continue;
		effect_of(r, h, m, &effect);
		roles = difference(r, h, m, &effect);
		/* from the square where it should not be: the rest was wrong before */
		if (roles != fresh && roles != h->mismatch)
			continue;
		if (!gathered) {
			gather_turn(r, h, &e);
			gathered = true;
		}
		cost = move_cost(r, h, &e, m, &effect, false, &roles);
		if (m->promotion && is_unnamed(r, m->to) && strchr("NBRnbr", m->promotion))
			cost += 40;
		/* no move of the king or the rook alone explains what the other's square did */
		if (close && cost <= STANDING_OWN && castling_exchange_seen(r, h, &e, m)) {
			*ret = *m;
			return true;
		}
		if (cost < best) {
			second = best;
			best = cost;
			*ret = *m;
		} else if (cost < second) {
			second = cost;
		}
	}
	return best <= STANDING_OWN && second - best >= STANDING_GAP;
}

/* Does a reply to that move stand? */
bool reply_stands(const struct tracker *t, const struct provisional_move *move)
{
	struct readings *r = t->readings;
	struct reading h = *reported_reading(r);
	struct game_moves moves;
	struct game_move reply;

	if (move->state == PROVISIONAL_NONE)
		return false;
	for (uint32_t i = r->changes; i > h.explained_upto && i + HISTORY > r->changes; i--)
		if (r->change[i % HISTORY].square == move->move.to && r->change[i % HISTORY].t_us <= move->t_us) {
			h.explained_upto = i;
			break;
		}
	t->game->play(&h.pos, &move->move);
	memset(h.expected, '.', sizeof(h.expected));
	t->game->placement(&h.pos, h.expected);
	h.side = (uint8_t)other_side((enum side)h.side);
	h.mismatch = mismatching_squares(r, h.expected);
	h.mismatch_last = h.mismatch_twice = 0;
	t->game->moves(&h.pos, &moves);
	return find_standing_move(r, &h, &moves, &reply);
}

const struct game_moves *legal_moves(struct tracker *t)
{
	struct readings *r = t->readings;

	if (!r->moves_known) {
		t->game->moves(&reported_reading(r)->pos, &t->moves);
		r->moves_key = reported_reading(r)->key;
	}
	r->moves_known = true;
	return &t->moves;
}

bool position_stands(struct tracker *t)
{
	struct readings *r = t->readings;
	const struct reading *h = reported_reading(r);
	struct game_move move;

	return !(new_mismatches(r, h)) || find_standing_move(r, h, legal_moves(t), &move);
}

bool position_stands_except(struct tracker *t, squares_t wrong)
{
	struct readings *r = t->readings;
	struct reading h = *reported_reading(r);
	struct game_move move;

	h.mismatch &= ~wrong;
	h.mismatch_last = h.mismatch_twice = 0;
	return !h.mismatch || find_standing_move(r, &h, legal_moves(t), &move);
}
