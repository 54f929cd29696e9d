/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the tracker reports, one fact after the other. */
#include "daemon/core/tracker/facts.h"
#include "daemon/core/tracker/internal.h"

void report(struct tracker *t, const struct tracker_fact *fact)
{
	t->sink(t->userdata, fact);
}

void report_fact(struct tracker *t, enum tracker_fact_type type, enum side side)
{
	struct tracker_fact fact = {
		.type = type,
		.t_us = t->now,
		.side = side,
		.ply = t->record.count,
		.square = GAME_NO_SQUARE,
		.winner = NO_SIDE,
	};

	report(t, &fact);
}

/* Touched squares gather in the turn that is played. */
static void touch(struct tracker *t, unsigned square, char piece)
{
	unsigned n = t->turn.touched_count;

	for (unsigned i = 0; i < n; i++)
		if (t->turn.touched[i].square == square)
			return;
	if (n == TURN_MAX_TOUCHED)
		return;
	t->turn.touched[n].square = (uint8_t)square;
	t->turn.touched[n].piece = piece;
	t->turn.touched[n].t_us = t->now;
	t->turn.touched_count++;
}

void report_touched(struct tracker *t, enum side side, unsigned square, char piece)
{
	struct tracker_fact fact = {
		.type = TRACKER_TOUCHED,
		.t_us = t->now,
		.side = side,
		.ply = t->record.count,
		.square = (uint8_t)square,
		.piece = piece,
		.winner = NO_SIDE,
	};

	touch(t, square, piece);
	report(t, &fact);
}

void report_move(struct tracker *t, enum tracker_fact_type type, enum side side, unsigned ply,
		 const struct game_move *move, int64_t t_us)
{
	struct tracker_fact fact = {
		.type = type,
		.t_us = t_us,
		.side = side,
		.ply = ply,
		.square = move->to,
		.winner = NO_SIDE,
		.move = *move,
	};

	report(t, &fact);
}

void report_turn(struct tracker *t, enum tracker_fact_type type, unsigned ply, const struct turn *turn)
{
	struct tracker_fact fact = {
		.type = type,
		.t_us = turn->t_us,
		.side = turn->side,
		.ply = ply,
		.square = turn->to,
		.winner = NO_SIDE,
		.move = turn->move,
		.turn = *turn,
	};

	report(t, &fact);
}
