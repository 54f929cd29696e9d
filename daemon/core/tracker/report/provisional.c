/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The move that stands before it is pressed, as it is told. */
#include <string.h>

#include "daemon/core/tracker/facts.h"
#include "daemon/core/tracker/internal.h"
#include "daemon/core/tracker/reading/changes.h"
#include "daemon/core/tracker/reading/readings.h"
#include "daemon/core/tracker/reading/standing-move.h"
#include "daemon/core/tracker/report/provisional.h"

enum { SHOW_US = 250000 };	/* a man that could slide on is shown when it has stood so long */

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
