/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The move of a reading that stands on the board, and nothing else beside it. */
#include <string.h>

#include "daemon/core/tracker/internal.h"
#include "daemon/core/tracker/reading/changes.h"
#include "daemon/core/tracker/reading/move-cost.h"
#include "daemon/core/tracker/reading/noise-cost.h"
#include "daemon/core/tracker/reading/standing-move.h"

enum { SHOW_OWN = 10, SHOW_GAP = 20 };	/* it assumes no more than that, and the next so much more */

/* The squares that differ from before the move when it stands. */
static squares_t difference(const struct reader *r, const struct game_move *m, const struct effect *e)
{
	squares_t d = square_bit(m->from) | square_bit(m->to) | e->emptied;

	if (e->takes && is_nameless(r, m->to))
		d &= ~square_bit(m->to);
	if (e->castles)
		d ^= square_bit(e->rook_from) | square_bit(e->rook_to);
	return d;
}

bool tell_find(struct reader *r, const struct reading *h, const struct game_moves *moves, struct game_move *ret)
{
	squares_t fresh = fresh_squares(r, h);
	int best = INT32_MAX, second = INT32_MAX;
	bool gathered = false;
	struct evidence e;

	if (!fresh || __builtin_popcountll(fresh) > (r->game->way ? 24 : 5))
		return false;
	r->work += moves->count;
	for (unsigned i = 0; i < moves->count; i++) {
		const struct game_move *m = &moves->move[i];
		struct effect effect;
		squares_t roles;
		int cost;

		if (!(h->bad & square_bit(m->from)))
			continue;
		effect_of(r, h, m, &effect);
		roles = difference(r, m, &effect);
		/* from the square where it should not be: the rest was wrong before */
		if ((roles != fresh && roles != h->bad) || r->sensor[m->to] == '.' || r->sensor[m->from] != '.')
			continue;
		if (!gathered) {
			gather(r, h, (enum side)h->side, &e);
			gathered = true;
		}
		cost = weigh_move(r, h, &e, m, &effect, false, &roles);
		if (m->promotion && is_nameless(r, m->to) && strchr("NBRnbr", m->promotion))
			cost += 40;
		if (cost < best) {
			second = best;
			best = cost;
			*ret = *m;
		} else if (cost < second) {
			second = cost;
		}
	}
	return best <= SHOW_OWN && second - best >= SHOW_GAP;
}

/* Does a reply stand upon the move that is shown? */
bool tell_reply_stands(const struct tracker *t)
{
	struct reader *r = t->reader;
	struct reading h = r->beam[r->told_index];
	struct game_moves moves;
	struct game_move reply;

	if (r->shown.state == SHOWN_NOTHING)
		return false;
	for (uint32_t i = r->changes; i > h.done && i + HISTORY > r->changes; i--)
		if (r->change[i % HISTORY].square == r->shown.move.to && r->change[i % HISTORY].t_us <= r->shown.t_us) {
			h.done = i;
			break;
		}
	t->game->play(&h.pos, &r->shown.move);
	memset(h.want, '.', sizeof(h.want));
	t->game->placement(&h.pos, h.want);
	h.side = (uint8_t)other_side((enum side)h.side);
	h.bad = compare(r, h.want);
	h.bad1 = h.bad2 = 0;
	t->game->moves(&h.pos, &moves);
	return tell_find(r, &h, &moves, &reply);
}

const struct game_moves *tell_moves(struct tracker *t)
{
	struct reader *r = t->reader;

	if (!r->moves_known)
		t->game->moves(&beam_reading(r, r->told_index)->pos, &t->moves);
	r->moves_known = true;
	return &t->moves;
}

bool tell_stands(struct tracker *t)
{
	struct reader *r = t->reader;
	const struct reading *h = beam_reading(r, r->told_index);
	struct game_move move;

	return !(fresh_squares(r, h)) || tell_find(r, h, tell_moves(t), &move);
}

bool tell_stands_but(struct tracker *t, squares_t wrong)
{
	struct reader *r = t->reader;
	struct reading h = *beam_reading(r, r->told_index);
	struct game_move move;

	h.bad &= ~wrong;
	h.bad1 = h.bad2 = 0;
	return !h.bad || tell_find(r, &h, tell_moves(t), &move);
}
