// SPDX-License-Identifier: GPL-2.0-or-later
/* The squares that a move goes over and lands on. */
#include "rules/draughts/position.h"

/* All routes of one capture, in search of the lowest that visits what is asked for. */
struct routing {
	const struct draughts_move *move;
	uint64_t occupied;
	bool king;
	const uint8_t *via;
	unsigned via_count;
	uint8_t path[DRAUGHTS_MAX_CAPTURED], best[DRAUGHTS_MAX_CAPTURED];
	unsigned best_count;
};

/* How a square was reached: in which direction, and whether the captured piece is right behind. 0: it is the first. */
struct leg {
	int by;
	bool is_near;
};

static void end_route(struct routing *r, unsigned n)
{
	unsigned seen = 0;

	for (unsigned i = 0; i < n; i++)
		seen += seen < r->via_count && r->path[i] == r->via[seen];
	if (seen < r->via_count)
		return;
	for (unsigned i = 0; r->best_count && i < n; i++) {
		if (r->path[i] > r->best[i])
			return;
		if (r->path[i] < r->best[i])
			break;
	}
	for (unsigned i = 0; i < n; i++)
		r->best[i] = r->path[i];
	r->best_count = n;
}

/* PDN writes the square behind a captured piece where the way goes straight on; what others write is looked for, too.
 */
static void routes(struct routing *r, unsigned at, uint64_t left, unsigned n, struct leg last)
{
	if (!left) {
		if (at == r->move->to)
			end_route(r, n);
		return;
	}
	for (unsigned i = 0; i < 4; i++) {
		const int by = directions[i];
		uint64_t over = step(bit(at), by);
		unsigned b = at + by, behind = 0;

		if (!r->via_count && last.by == by && !last.is_near)
			continue;
		while (r->king && (over & ~r->occupied)) {
			over = step(over, by);
			b += by;
		}
		if (!(over & left))
			continue;
		for (uint64_t onto = step(over, by) & ~r->occupied; onto; onto = step(onto, by) & ~r->occupied) {
			b += by;
			r->path[n] = (uint8_t)b;
			routes(r, b, left & ~over, n + 1, (struct leg){ by, behind++ == 0 });
			if (!r->king)
				break;
		}
	}
}

unsigned draughts_route(const struct draughts_position *d, const struct draughts_move *m, const uint8_t *via,
			unsigned via_count, uint8_t route[static DRAUGHTS_MAX_CAPTURED])
{
	struct routing r = {
		.move = m,
		.via = via,
		.via_count = via_count,
		.king = d->kings[d->side] & bit(m->from),
		.occupied = (d->men[0] | d->men[1] | d->kings[0] | d->kings[1]) & ~bit(m->from),
	};

	if (__builtin_popcountll(m->captured) > DRAUGHTS_MAX_CAPTURED)
		return 0;
	routes(&r, m->from, m->captured, 0, (struct leg){ 0 });
	for (unsigned i = 0; i < r.best_count; i++)
		route[i] = r.best[i];
	return r.best_count;
}

struct crossing {
	const struct draughts_move *move;
	uint64_t occupied, path;
	bool king;
	unsigned budget;
};

/* Whether a route goes on to its end from there; what it crosses joins the path. */
static bool cross_squares(struct crossing *c, unsigned at, uint64_t left)
{
	bool ends = false;

	if (!left)
		return at == c->move->to;
	for (unsigned i = 0; i < 4 && c->budget; i++) {
		const int by = directions[i];
		uint64_t over = step(bit(at), by), crossed = 0;
		unsigned b = at + by;

		while (c->king && (over & ~c->occupied)) {
			crossed |= over;
			over = step(over, by);
			b += by;
		}
		if (!(over & left))
			continue;
		for (uint64_t onto = step(over, by) & ~c->occupied; onto; onto = step(onto, by) & ~c->occupied) {
			if (c->budget)
				c->budget--;
			b += by;
			crossed |= onto;
			if (cross_squares(c, b, left & ~over)) {
				ends = true;
				c->path |= crossed;
			}
			if (!c->king || !c->budget)
				break;
		}
	}
	return ends;
}

uint64_t draughts_path_squares(const struct draughts_position *d, const struct draughts_move *m)
{
	struct crossing c = {
		.move = m,
		.king = d->kings[d->side] & bit(m->from),
		.budget = 4000,
		.occupied = (d->men[0] | d->men[1] | d->kings[0] | d->kings[1]) & ~bit(m->from),
	};

	if (m->captured) {
		cross_squares(&c, m->from, m->captured);
		return c.path;
	}
	for (unsigned i = 0; i < 4; i++) {
		uint64_t crossed = 0;

		for (uint64_t on = step(bit(m->from), directions[i]) & ~c.occupied; on;
		     on = step(on, directions[i]) & ~c.occupied) {
			if (on == bit(m->to))
				return crossed;
			crossed |= on;
		}
	}
	return 0;
}
