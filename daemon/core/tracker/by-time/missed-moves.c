/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/core/tracker/by-time/missed-moves.h"
#include "daemon/core/tracker/by-time/lines.h"
#include "daemon/core/tracker/by-time/simple-move.h"
#include "daemon/core/tracker/reading/beam.h"
#include "daemon/core/tracker/reading/changes.h"

enum {
	MOST_MOVES = LINES_MOVES,
	MOST_SQUARES = 12,
	FROM_LINES = 6, /* the cheapest readings only */
	COST_MISSED = 12,
	SQUARES_A_MOVE = 4,
	TWO_MISSED = 30, /* a line of two moves that were missed costs no less */
};

struct search {
	struct readings *r;
	int64_t t_us;
	bool but_one;
	squares_t wrong; /* where the line begins */
	squares_t stuck; /* … but for these: what their sensors show says nothing */
	struct reading from;
	struct game_move move[MOST_MOVES];
	struct reading *before[MOST_MOVES]; /* each move; NULL: what it gives away is known */
	unsigned blunder[MOST_MOVES];	    /* hundredths */
	bool found;
};

static unsigned count_of(squares_t squares)
{
	return (unsigned)__builtin_popcountll(squares);
}

/* It stands on its goal, and where it came from it was never seen to be lifted. */
static bool still_there(const struct readings *r, squares_t wrong, const struct game_move *m)
{
	return wrong == square_bit(m->from) && r->number[m->to] > r->position_change;
}

/* What the moves of the line give away. Asked only of lines that lead somewhere. */
static unsigned blunders(struct search *s, unsigned count)
{
	unsigned sum = 0;

	for (unsigned i = 0; i < count; i++) {
		if (s->before[i])
			s->blunder[i] = (unsigned)move_blunder(s->r, s->before[i], &s->move[i]) * 100;
		s->before[i] = NULL;
		sum += s->blunder[i];
	}
	return sum;
}

/* The line of so many moves makes what stands. */
static void line_stands(struct search *s, unsigned count, unsigned cost)
{
	struct readings *r = s->r;

	if (!line_has_room(r, &s->from, cost))
		return;
	cost += blunders(s, count);
	if (s->from.cost + (int32_t)(cost / 100) > r->beam[0].cost + LINES_KEEP)
		return;
	s->found |= add_line(r, &s->from, s->move, count, cost, s->t_us);
	if (count > 1)
		add_line(r, &s->from, s->move, count - 1, cost + LINES_UNDONE * 100, s->t_us);
}

/* The side's kings: one may have castled without being seen to leave. */
static squares_t kings_of(const struct reading *h)
{
	squares_t kings = 0;

	for (squares_t own = h->pieces[h->side & 1u]; own; own &= own - 1) {
		char piece = h->expected[__builtin_ctzll(own)];

		if (piece == 'K' || piece == 'k')
			kings |= own & -own;
	}
	return kings;
}

/*
 * What the next move may be. A line touches squares that are wrong, and its last move leaves none so but one, which may
 * be its own: it puts its piece away from a square where it is not, unless next to nothing is wrong.
 */
static struct game_choice next_move(const struct search *s, const struct reading *h, unsigned more)
{
	const struct readings *r = s->r;
	struct game_choice choice = { ~UINT64_C(0), ~UINT64_C(0), s->wrong };
	unsigned right = count_of(h->mismatch);

	if (more || r->game->path_squares || r->game->starts)
		return choice;
	if (right >= 3)
		choice.from = h->mismatch | kings_of(h);
	if (!s->but_one)
		choice.onto = ~empty_squares(r->sensor) | s->stuck;
	else if (right)
		right--;
	/* so many squares a move must put right: its own two, or more in castling and en passant alone */
	if (right > 2)
		choice.onto = 0;
	else if (right == 2)
		choice.onto &= h->mismatch;
	if (right == 2)
		choice.from &= h->mismatch | (s->but_one ? kings_of(h) : 0);
	return choice;
}

/* The line stands, or can still be made to with so many more moves. */
static void search_line(struct search *s, struct reading *h, unsigned depth, unsigned more, unsigned cost)
{
	struct readings *r = s->r;
	struct game_choice choice = next_move(s, h, more);
	struct game_moves moves;

	r->game->some_moves(&h->pos, &choice, &moves);
	r->work += moves.count;
	for (unsigned i = 0; i < moves.count && !work_is_exhausted(r); i++) {
		const struct game_move *m = &moves.move[i];
		struct reading after;
		squares_t own = square_bit(m->from) | square_bit(m->to) | m->captured, wrong;
		bool stands, goes_on;
		unsigned sum;

		if (!(own & s->wrong))
			continue;
		r->work++;
		if (!move_is_simple(r, m)) {
			after = *h;
			r->game->play(&after.pos, m);
			reading_expect(r, &after);
			wrong = after.mismatch & ~s->stuck;
		} else {
			wrong = mismatch_after(r, h, m) & ~s->stuck;
		}
		stands = !wrong || (!more && count_of(wrong) == 1 && (s->but_one || still_there(r, wrong, m)));
		goes_on = more && wrong && count_of(wrong) <= SQUARES_A_MOVE * more + 1;
		if (!stands && !goes_on)
			continue;
		sum = cost + line_cost(r, h, m, s->t_us) + COST_MISSED * 100;
		if (s->from.cost + (int32_t)(sum / 100) > r->beam[0].cost + LINES_KEEP)
			continue;
		s->move[depth] = *m;
		s->before[depth] = h;
		if (stands)
			line_stands(s, depth + 1, sum);
		if (!goes_on)
			continue;
		if (move_is_simple(r, m)) {
			reading_copy(&after, h);
			r->game->play(&after.pos, m);
			play_on_squares(&after, m, wrong);
		}
		after.mismatch = wrong;
		after.explained_upto = h->explained_upto;
		after.roles = own;
		search_line(s, &after, depth + 1, more - 1, sum);
	}
}

void search_missed_moves(struct readings *r, unsigned least, bool but_one, int64_t t_us)
{
	struct search s = { .r = r, .t_us = t_us, .but_one = but_one };
	unsigned lines = r->count < FROM_LINES ? r->count : FROM_LINES;

	/* one that fits, but costs more, is no reason not to search */
	for (unsigned i = 0; i < r->count; i++)
		if (r->beam[i].cost <= r->beam[0].cost + TWO_MISSED &&
		    count_of(r->beam[i].mismatch & ~r->beam[i].stuck) < least)
			return;
	if (count_of(r->beam[0].mismatch) > MOST_SQUARES)
		return;
	for (unsigned more = 0; more < MOST_MOVES && !s.found; more++)
		for (unsigned i = 0; i < lines; i++) {
			struct reading from;

			s.from = from = r->beam[i];
			s.stuck = from.stuck;
			s.wrong = from.mismatch &= ~from.stuck;
			if (count_of(s.wrong) <= SQUARES_A_MOVE * (more + 1) && !work_is_exhausted(r))
				search_line(&s, &from, 0, more, 0);
		}
}
