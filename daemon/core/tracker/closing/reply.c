/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Turns that are closed by the reply: without a lever (R8), and where its press is seen late (R10, R11). */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/core/tracker/closing/catch-up.h"
#include "daemon/core/tracker/closing/reply.h"
#include "daemon/core/tracker/internal.h"
#include "daemon/core/tracker/reading/beam.h"
#include "daemon/core/tracker/reading/changes.h"
#include "daemon/core/tracker/reading/readings.h"
#include "daemon/core/tracker/reading/standing-move.h"
#include "daemon/core/tracker/report/revisions.h"

enum {
	OWED_US = 700000,   /* from a piece's standing to its press, at most */
	IMPLIED_COST = 100, /* what a move may assume that only its reply shows */
	MANY_FROM = 45,	    /* … and from here on some turns together are tried */
	SEVERAL = 4,
	IGNORE_REPLY = 25, /* a reply that was none */
};

/* The turn is closed, its press may still be on its way. */
void reply_owes_press(struct readings *r, enum side side, int64_t stood_us)
{
	if (r->unpressed_count == UNPRESSED)
		memmove(r->unpressed, r->unpressed + 1, --r->unpressed_count * sizeof(r->unpressed[0]));
	r->unpressed[r->unpressed_count++] = (struct unpressed){ side, stood_us };
}

/* Is this the press of a turn that a reply has closed already? What is older will not come any more. */
bool reply_was_pressed(struct readings *r, enum side side, int64_t t_us)
{
	unsigned n = 0;

	while (n < r->unpressed_count && r->unpressed[n].t_us + (int64_t)r->setup.late_us + OWED_US < t_us)
		n++;
	if (n < r->unpressed_count && r->unpressed[n].side != side)
		n++;
	if (n >= r->unpressed_count) {
		r->unpressed_count = 0;
		return false;
	}
	r->unpressed_count -= n + 1;
	memmove(r->unpressed, r->unpressed + n + 1, r->unpressed_count * sizeof(r->unpressed[0]));
	return true;
}

/* Without a lever: does lifting from square begin the reply to what stands? */
int reply_begins(struct tracker *t, unsigned square)
{
	struct readings *r = t->readings;
	const struct reading *h = reported_reading(r);
	enum side mover = (enum side)h->side;
	struct judging judging = { .patience = IF_CLEAR, .ignoring = IGNORE_REPLY };

	if (t->setup.has_lever || r->provisional.state == PROVISIONAL_NONE || square == r->provisional.move.to ||
	    t->game->piece_side(h->expected[square]) != other_side(mover))
		return 0;
	memcpy(r->at_press, r->sensor, sizeof(r->at_press));
	judging.side = mover;
	judging.t_us = r->provisional.t_us;
	return beam_press(r, &judging) == BEAM_JUDGED ? report_turns(t) : 0;
}

/* The turn is judged by what stood at t_us. */
static void judge_past(struct readings *r, int64_t t_us)
{
	struct judging judging = {
		.side = (enum side)reported_reading(r)->side, .t_us = t_us, .patience = PAST, .ignoring = IGNORE_REPLY
	};

	beam_press(r, &judging);
}

/* The turn is judged by what stood when its move became provisional: what came since belongs to the next one. */
bool reply_closes(struct tracker *t)
{
	struct readings *r = t->readings;
	struct change later[REWIND_MAX];
	unsigned n = sensors_rewind(r, r->provisional.changes, reported_reading(r)->expected, later);

	if (!n)
		return false;
	judge_past(r, r->provisional.t_us);
	sensors_replay(r, later, n);
	return true;
}

/*
 * A piece of the other side has come to stand on square by a legal move, after one of the side to move had been lifted:
 * number of the last change of the move before it. 0: there is no such piece, or the other may be taking it.
 */
static uint32_t move_ended(struct tracker *t, unsigned square)
{
	struct readings *r = t->readings;
	const struct reading *h = reported_reading(r);
	enum side mover = (enum side)h->side;
	squares_t fresh = new_mismatches(r, h), away = 0, replies = 0;
	struct game_position pos = h->pos;
	const struct game_moves *own = legal_moves(t);
	struct game_moves moves;
	uint32_t first = UINT32_MAX, ended = 0;

	if (!own->count || (h->expected[square] != '.' && t->game->piece_side(h->expected[square]) != mover))
		return 0;
	for (squares_t rest = fresh; rest; rest &= rest - 1) {
		unsigned q = (unsigned)__builtin_ctzll(rest);

		if (r->sensor[q] != '.')
			continue;
		if (t->game->piece_side(h->expected[q]) != mover) {
			replies |= square_bit(q);
			continue;
		}
		away |= square_bit(q);
		if (r->number[q] < first)
			first = r->number[q];
	}
	if (!away || !replies)
		return 0;
	t->game->set_placement(&pos, h->expected, other_side(mover));
	t->game->moves(&pos, &moves);
	for (unsigned i = 0; i < moves.count; i++) {
		const struct game_move *m = &moves.move[i];
		bool victim = false;

		/* a piece that was away already when the position was set was not lifted for this */
		if (m->to != square || !(replies & square_bit(m->from)) || r->number[m->from] <= r->position_change ||
		    r->number[m->from] < first || r->number[m->from] > r->number[square] ||
		    !square_agrees(r, h->expected[m->from], r->sensor[square]))
			continue;
		for (unsigned j = 0; j < own->count && !victim; j++)
			victim = own->move[j].to == m->from && (away & square_bit(own->move[j].from));
		if (victim)
			continue;
		ended = r->number[m->from] - 1;
		/* a hand that began early: the move stood only later */
		for (squares_t rest = fresh; rest; rest &= rest - 1) {
			unsigned q = (unsigned)__builtin_ctzll(rest);

			if (q != square && r->sensor[q] != '.' && r->number[q] > ended)
				ended = r->number[square] - 1;
		}
	}
	return ended;
}

/* Without a lever: a reply stands on a move that was not seen whole. The move is what it must have been, or some turns
 * together. */
int reply_implies_move(struct tracker *t, unsigned square)
{
	struct readings *r = t->readings, *before;
	uint32_t ended = move_ended(t, square);
	struct change later[REWIND_MAX];
	int32_t cost;
	unsigned n;
	int r1 = 0;

	if (!ended)
		return 0;
	before = malloc(3 * sizeof(*before));
	if (!before)
		return -ENOMEM;
	before[0] = *r;
	n = sensors_rewind(r, ended, reported_reading(r)->expected, later);
	if (n) {
		int64_t t_us = ended > r->position_change ? r->change[ended % HISTORY].t_us : t->now;

		before[1] = *r;
		judge_past(r, t_us);
		cost = r->spent - before[1].spent;
		if (cost > MANY_FROM) {
			int32_t many;

			before[2] = *r;
			readings_restore(r, &before[1]);
			many = catch_up_turns(t, SEVERAL, 0, false);
			if (many < 0 || many >= cost)
				readings_restore(r, &before[2]);
			else
				cost = many;
		}
		if (cost <= IMPLIED_COST) {
			sensors_replay(r, later, n);
			r1 = report_turns(t);
		} else {
			readings_restore(r, &before[0]);
		}
	}
	free(before);
	return r1;
}
