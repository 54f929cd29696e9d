/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/core/tracker/internal.h"

static void send(struct tracker *t, struct tracker_fact *fact)
{
	t->sink(t->userdata, fact);
}

void say(struct tracker *t, enum tracker_fact_type type, enum side side)
{
	struct tracker_fact fact = {
		.type = type, .t_us = t->now, .side = side, .ply = t->record.count, .square = GAME_NO_SQUARE,
		.winner = NO_SIDE,
	};

	send(t, &fact);
}

void say_square(struct tracker *t, enum tracker_fact_type type, enum side side, unsigned square, char piece)
{
	struct tracker_fact fact = {
		.type = type, .t_us = t->now, .side = side, .ply = t->record.count, .square = (uint8_t)square,
		.piece = piece, .winner = NO_SIDE,
	};

	send(t, &fact);
}

void say_move(struct tracker *t, enum tracker_fact_type type, enum side side, unsigned ply, const struct game_move *move,
	      int64_t t_us)
{
	struct tracker_fact fact = {
		.type = type, .t_us = t_us, .side = side, .ply = ply, .square = move->to, .winner = NO_SIDE, .move = *move,
	};

	send(t, &fact);
}

void say_turn(struct tracker *t, enum tracker_fact_type type, unsigned ply, const struct turn *turn)
{
	struct tracker_fact fact = {
		.type = type, .t_us = turn->t_us, .side = turn->side, .ply = ply, .square = turn->to, .winner = NO_SIDE,
		.move = turn->move, .turn = *turn,
	};

	send(t, &fact);
}
