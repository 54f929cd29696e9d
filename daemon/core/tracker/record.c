/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/core/tracker/record.h"

static int add_break(struct record *record, unsigned ply, const struct game_position *pos)
{
	if (record->break_count == record->break_room) {
		unsigned room = record->break_room ? record->break_room * 2 : 4;
		struct record_break *more = realloc(record->breaks, room * sizeof(*more));

		if (!more)
			return -ENOMEM;
		record->breaks = more;
		record->break_room = room;
	}
	record->breaks[record->break_count++] = (struct record_break){ ply, *pos };
	return 0;
}

int record_init(struct record *record, const struct game *game, const struct game_position *start)
{
	*record = (struct record){ .game = game, .pos = *start };
	return add_break(record, 0, start);
}

void record_done(struct record *record)
{
	free(record->turn);
	free(record->breaks);
}

int record_add(struct record *record, const struct turn *turn, const struct game_position *after)
{
	struct game_position played = record->pos;
	struct record_turn *t;
	int r;

	if (record->count == record->room) {
		unsigned room = record->room + 128;
		struct record_turn *more = realloc(record->turn, room * sizeof(*more));

		if (!more)
			return -ENOMEM;
		record->turn = more;
		record->room = room;
	}
	t = &record->turn[record->count];
	*t = (struct record_turn){
		.move = turn->move, .t_us = turn->t_us, .set_down_us = turn->set_down_us, .side = turn->side,
		.kind = turn->kind, .fault = turn->fault, .from = turn->from, .to = turn->to, .piece = turn->piece,
		.has_move = turn->has_move,
	};
	if (turn->has_move) {
		record->game->play(&played, &turn->move);
		t->plays = !memcmp(&played, after, sizeof(played));
	}
	if (!t->plays) {
		r = add_break(record, record->count + 1, after);
		if (r < 0)
			return r;
	}
	record->whole[record->count % RECORD_WHOLE] = *turn;
	record->count++;
	record->pos = *after;
	return 0;
}

int record_set_position(struct record *record, const struct game_position *pos)
{
	struct record_break *last = &record->breaks[record->break_count - 1];

	record->pos = *pos;
	if (last->ply == record->count) {
		last->pos = *pos;
		return 0;
	}
	return add_break(record, record->count, pos);
}

void record_position(const struct record *record, unsigned ply, struct game_position *ret)
{
	unsigned b = record->break_count;

	if (ply >= record->count) {
		*ret = record->pos;
		return;
	}
	while (b > 1 && record->breaks[b - 1].ply > ply)
		b--;
	*ret = record->breaks[b - 1].pos;
	for (unsigned i = record->breaks[b - 1].ply; i < ply; i++)
		record->game->play(ret, &record->turn[i].move);
}

int record_drop(struct record *record, unsigned plies)
{
	struct game_position pos;

	if (plies > record->count)
		return -ERANGE;
	record_position(record, record->count - plies, &pos);
	record->count -= plies;
	while (record->break_count > 1 && record->breaks[record->break_count - 1].ply > record->count)
		record->break_count--;
	record->pos = pos;
	return 0;
}

const struct turn *record_turn_whole(struct record *record, unsigned ply)
{
	const struct record_turn *t;
	struct turn *e = &record->expanded;

	if (ply >= record->count)
		return NULL;
	t = &record->turn[ply];
	/* whole[] may hold a turn since dropped and played again: then it was overwritten by record_add() */
	if (ply + RECORD_WHOLE >= record->count && record->whole[ply % RECORD_WHOLE].t_us == t->t_us &&
	    record->whole[ply % RECORD_WHOLE].side == t->side)
		return &record->whole[ply % RECORD_WHOLE];
	*e = (struct turn){
		.side = t->side, .kind = t->kind, .fault = t->fault, .has_move = t->has_move, .move = t->move,
		.from = t->from, .to = t->to, .piece = t->piece, .t_us = t->t_us, .set_down_us = t->set_down_us,
	};
	memset(e->placement, '.', sizeof(e->placement));
	{
		struct game_position pos;

		record_position(record, ply + 1, &pos);
		record->game->placement(&pos, e->placement);
	}
	return e;
}
