/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The move that stands before it is pressed. */
#include <string.h>

#include "daemon/core/tracker/internal.h"
#include "daemon/core/tracker/reading/readings.h"

enum {
	SHOW_US = 250000,	/* a man that could slide on is shown when it has stood so long */
	SHOW_OWN = 10, SHOW_GAP = 20,
};

void tell_nothing(struct tracker *t)
{
	struct reader *r = t->reader;

	if (r->shown.state == SHOWN_SET_DOWN) {
		t->chain_count = 0;
		say_move(t, TRACKER_TAKEN_BACK, t->game->to_move(&t->record.pos), t->record.count, &r->shown.move, t->now);
	}
	r->shown.state = SHOWN_NOTHING;
}

static void show(struct tracker *t, int64_t t_us)
{
	struct reader *r = t->reader;

	r->shown.state = SHOWN_SET_DOWN;
	t->chain[0] = (struct set_down){ .move = r->shown.move, .t_us = r->shown.t_us, .after = t->record.pos };
	t->game->play(&t->chain[0].after, &r->shown.move);
	t->chain_count = 1;
	say_move(t, TRACKER_SET_DOWN, t->game->to_move(&t->record.pos), t->record.count, &r->shown.move, t_us);
}

void tell_due(struct tracker *t, int64_t t_us)
{
	struct reader *r = t->reader;

	if (r->shown.state == SHOWN_SOON && t_us >= r->shown.show_us)
		show(t, r->shown.show_us);
}

/* Could the man go on in the same direction? Then it may be on its way. */
static bool slides_on(const struct tracker *t, const struct game_moves *moves, const struct game_move *move)
{
	const struct game *g = t->game;
	int w = (int)g->width, a = g->cell_of_square(move->from), b = g->cell_of_square(move->to);
	int dx = b % w - a % w, dy = b / w - a / w, n;

	if ((move->captured & square_bit(move->to)) || (dx && dy && dx != dy && dx != -dy))
		return false;
	n = dx > 0 ? dx : dx < 0 ? -dx : dy > 0 ? dy : -dy;
	for (unsigned i = 0; n && i < moves->count; i++) {
		const struct game_move *m = &moves->move[i];
		int c, ex, ey;

		if (m->from != move->from || m->to == move->to)
			continue;
		c = g->cell_of_square(m->to);
		ex = c % w - b % w;
		ey = c / w - b / w;
		if (ex * dy == ey * dx && ex * dx >= 0 && ey * dy >= 0 && (ex || ey))
			return true;
	}
	return false;
}

/* The sensor knows that a man stands there, not which. */
static bool is_nameless(const struct reader *r, unsigned square)
{
	return r->setup.sensors == TRACKER_PRESENCE || r->sensor[square] == '?';
}

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

void tell_set_down(struct tracker *t)
{
	struct reader *r = t->reader;
	const struct reading *h = beam_reading(r, r->told_index);
	squares_t fresh = fresh_squares(r, h);
	struct game_move move;

	if (r->over)
		return;
	if (!fresh || __builtin_popcountll(fresh) > (t->game->way ? 24 : 5) || !tell_find(r, h, tell_moves(t), &move)) {
		if (r->shown.state == SHOWN_SOON)
			r->shown.state = SHOWN_NOTHING;
		/* a hand that began early holds its man still: it bounces, or goes on */
		else if (r->shown.state == SHOWN_SET_DOWN && !fresh && !(h->bad & square_bit(r->shown.move.from)))
			tell_nothing(t);
		return;
	}
	if (r->shown.state != SHOWN_NOTHING && !memcmp(&r->shown.move, &move, sizeof(move)))
		return;
	tell_nothing(t);
	r->shown.move = move;
	r->shown.t_us = t->now;
	r->shown.changes = r->changes;
	r->shown.state = SHOWN_SOON;
	r->shown.show_us = t->now + (slides_on(t, &t->moves, &move) ? SHOW_US : 0);
	tell_due(t, t->now);
}
