/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/core/tracker/by-time/missed-moves.h"
#include "daemon/core/tracker/by-time/lines.h"
#include "daemon/core/tracker/reading/beam.h"
#include "daemon/core/tracker/reading/move-cost.h"

enum {
	MOST_MOVES = 3,
	MOST_SQUARES = 12,
	FROM_LINES = 6, /* the cheapest readings only */
	COST_MISSED = 12,
	SQUARES_A_MOVE = 4,
};

struct search {
	struct readings *r;
	int64_t t_us;
	bool but_one;
	squares_t wrong; /* where the line begins */
	struct reading from;
	struct game_move move[MOST_MOVES];
	bool found;
};

static unsigned count_of(squares_t squares)
{
	return (unsigned)__builtin_popcountll(squares);
}

/* It stands on its goal, and where it came from it was never seen to be lifted. */
static bool still_there(const struct readings *r, const struct reading *after, const struct game_move *m)
{
	return after->mismatch == square_bit(m->from) && r->number[m->to] > r->position_change;
}

/* The line stands, or can still be made to with so many more moves. */
static void search_line(struct search *s, const struct reading *h, unsigned depth, unsigned more, unsigned cost)
{
	struct readings *r = s->r;
	struct game_moves moves;

	r->game->moves(&h->pos, &moves);
	r->work += moves.count;
	for (unsigned i = 0; i < moves.count && !work_is_exhausted(r); i++) {
		const struct game_move *m = &moves.move[i];
		struct reading after;
		squares_t own = square_bit(m->from) | square_bit(m->to) | m->captured;
		unsigned wrong, sum;

		if (!(own & s->wrong))
			continue;
		r->work++;
		sum = cost + line_cost(r, h, m, s->t_us) + (COST_MISSED + (unsigned)blunder_cost(r, &h->pos, m)) * 100;
		if (s->from.cost + (int32_t)(sum / 100) > r->beam[0].cost + LINES_KEEP)
			continue;
		after = *h;
		r->game->play(&after.pos, m);
		reading_expect(r, &after);
		wrong = count_of(after.mismatch);
		s->move[depth] = *m;
		if (!wrong || (!more && wrong == 1 && (s->but_one || still_there(r, &after, m)))) {
			s->found |= add_line(r, &s->from, s->move, depth + 1, sum, s->t_us);
			if (depth)
				add_line(r, &s->from, s->move, depth, sum + LINES_UNDONE * 100, s->t_us);
		}
		if (more && wrong && wrong <= SQUARES_A_MOVE * more + 1) {
			after.explained_upto = h->explained_upto;
			after.roles = own;
			search_line(s, &after, depth + 1, more - 1, sum);
		}
	}
}

void search_missed_moves(struct readings *r, unsigned least, bool but_one, int64_t t_us)
{
	struct search s = { .r = r, .t_us = t_us, .but_one = but_one };
	unsigned lines = r->count < FROM_LINES ? r->count : FROM_LINES;

	for (unsigned i = 0; i < r->count; i++)
		if (count_of(r->beam[i].mismatch) < least)
			return;
	if (count_of(r->beam[0].mismatch) > MOST_SQUARES)
		return;
	for (unsigned more = 0; more < MOST_MOVES && !s.found; more++)
		for (unsigned i = 0; i < lines; i++) {
			s.from = r->beam[i];
			s.wrong = s.from.mismatch;
			if (count_of(s.wrong) <= SQUARES_A_MOVE * (more + 1) && !work_is_exhausted(r))
				search_line(&s, &s.from, 0, more, 0);
		}
}
