/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The provisional move: it stands, and is not pressed yet. */
#include <string.h>

#include "daemon/core/tracker/facts.h"
#include "daemon/core/tracker/internal.h"
#include "daemon/core/tracker/reading/changes.h"
#include "daemon/core/tracker/reading/readings.h"
#include "daemon/core/tracker/reading/standing-move.h"
#include "daemon/core/tracker/report/provisional.h"

enum { PROVISIONAL_US = 250000 }; /* a piece that could slide on is reported when it has stood so long */

void provisional_withdraw(struct tracker *t)
{
	struct readings *r = t->readings;

	if (r->provisional.state == PROVISIONAL_REPORTED) {
		t->set_down_count = 0;
		report_move(t, TRACKER_TAKEN_BACK, t->game->to_move(&t->record.pos), t->record.count,
			    &r->provisional.move, t->now);
	}
	r->provisional.state = PROVISIONAL_NONE;
}

static void provisional_report(struct tracker *t, int64_t t_us)
{
	struct readings *r = t->readings;

	r->provisional.state = PROVISIONAL_REPORTED;
	t->set_down[0] = (struct set_down_move){ .move = r->provisional.move,
						 .t_us = r->provisional.t_us,
						 .after = *official_position(t) };
	t->game->play(&t->set_down[0].after, &r->provisional.move);
	t->set_down_count = 1;
	report_move(t, TRACKER_SET_DOWN, t->game->to_move(&t->record.pos), t->record.count, &r->provisional.move, t_us);
}

void provisional_due(struct tracker *t, int64_t t_us)
{
	struct readings *r = t->readings;

	if (r->provisional.state == PROVISIONAL_SOON && t_us >= r->provisional.due_us)
		provisional_report(t, r->provisional.due_us);
}

/* Could the piece go on in the same direction? Then it may be on its way. */
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

void provisional_update(struct tracker *t)
{
	struct readings *r = t->readings;
	const struct reading *h = reported_reading(r);
	squares_t fresh = new_mismatches(r, h);
	struct game_move move;

	if (r->ended_by_kings)
		return;
	if (!fresh || __builtin_popcountll(fresh) > (t->game->path_squares ? 24 : 5) ||
	    !find_standing_move(r, h, legal_moves(t), &move)) {
		if (r->provisional.state == PROVISIONAL_SOON)
			r->provisional.state = PROVISIONAL_NONE;
		/* a hand that began early holds its piece still: it bounces, or goes on */
		else if (r->provisional.state == PROVISIONAL_REPORTED && !fresh &&
			 !(h->mismatch & square_bit(r->provisional.move.from)))
			provisional_withdraw(t);
		return;
	}
	if (r->provisional.state != PROVISIONAL_NONE && !memcmp(&r->provisional.move, &move, sizeof(move)))
		return;
	provisional_withdraw(t);
	r->provisional.move = move;
	r->provisional.t_us = t->now;
	r->provisional.changes = r->changes;
	r->provisional.state = PROVISIONAL_SOON;
	r->provisional.due_us = t->now + (slides_on(t, &t->moves, &move) ? PROVISIONAL_US : 0);
	provisional_due(t, t->now);
}
