/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/core/tracker/turn-record.h"

/* The turns before that one are forgotten, and the positions that only they needed. */
static void forget(struct turn_record *record, unsigned ply)
{
	struct game_position pos;
	unsigned later = 0;

	record_position(record, ply, &pos);
	while (later < record->break_count && record->breaks[later].ply <= ply)
		later++;
	/* breaks[0] is the position before the first turn that stays */
	record->breaks[0] = (struct record_break){ ply, pos };
	memmove(record->breaks + 1, record->breaks + later, (record->break_count - later) * sizeof(*record->breaks));
	record->break_count -= later - 1;
	memmove(record->turn, record->turn + (ply - record->first), (record->count - ply) * sizeof(*record->turn));
	record->first = ply;
}

static int add_break(struct turn_record *record, unsigned ply, const struct game_position *pos)
{
	if (record->break_count == record->break_most)
		forget(record, record->breaks[1].ply);
	if (record->break_count == record->break_room) {
		unsigned room = record->break_room ? record->break_room * 2 : 4;
		struct record_break *more;

		if (room > record->break_most)
			room = record->break_most;
		more = realloc(record->breaks, room * sizeof(*more));
		if (!more)
			return -ENOMEM;
		record->breaks = more;
		record->break_room = room;
	}
	record->breaks[record->break_count++] = (struct record_break){ ply, *pos };
	return 0;
}

int record_init(struct turn_record *record, const struct game *game, const struct game_position *start, unsigned most,
		unsigned break_most)
{
	*record = (struct turn_record){
		.game = game, .start = *start, .pos = *start, .most = most, .break_most = break_most
	};
	return add_break(record, 0, start);
}

void record_done(struct turn_record *record)
{
	free(record->turn);
	free(record->breaks);
}

size_t record_memory(const struct turn_record *record)
{
	return record->room * sizeof(*record->turn) + record->break_room * sizeof(*record->breaks);
}

static struct game_move move_of(const struct short_turn *t)
{
	return (struct game_move){ .from = t->move_from,
				   .to = t->move_to,
				   .flags = t->move_flags,
				   .rook_from = t->rook_from,
				   .rook_to = t->rook_to,
				   .promotion = t->promotion,
				   .captured = t->captured };
}

static void follow(const struct turn_record *record, const struct short_turn *t, enum record_how how,
		   struct game_position *pos)
{
	struct game_move move = move_of(t);
	char pieces[GAME_MAX_SQUARES];

	if (how == RECORD_MOVE) {
		record->game->play(pos, &move);
		return;
	}
	memset(pieces, '.', sizeof(pieces));
	record->game->placement(pos, pieces);
	if (how == RECORD_PIECE) {
		pieces[move.to] = pieces[move.from];
		pieces[move.from] = '.';
		for (uint64_t taken = move.captured; taken; taken &= taken - 1)
			pieces[__builtin_ctzll(taken)] = '.';
	}
	record->game->set_placement(pos, pieces, other_side((enum side)t->side));
}

/* How the position after it follows from the turn, so that the position itself need not be kept. */
static enum record_how how_follows(const struct turn_record *record, const struct short_turn *t,
				   const struct game_position *after)
{
	unsigned squares = record->game->squares;
	struct game_position pos = record->pos;

	if (t->has_move) {
		follow(record, t, RECORD_MOVE, &pos);
		return memcmp(&pos, after, sizeof(pos)) ? RECORD_BREAK : RECORD_MOVE;
	}
	follow(record, t, RECORD_PASS, &pos);
	if (!memcmp(&pos, after, sizeof(pos)))
		return RECORD_PASS;
	if (t->move_from >= squares || t->move_to >= squares || t->move_from == t->move_to)
		return RECORD_BREAK;
	pos = record->pos;
	follow(record, t, RECORD_PIECE, &pos);
	return memcmp(&pos, after, sizeof(pos)) ? RECORD_BREAK : RECORD_PIECE;
}

static int32_t stood_us(const struct turn *turn)
{
	int64_t us = turn->set_down_us == INT64_MIN ? -1 : turn->t_us - turn->set_down_us;

	return us < 0 ? -1 : us < INT32_MAX ? (int32_t)us : INT32_MAX;
}

static int64_t set_down_us(const struct short_turn *t)
{
	return t->stood_us < 0 ? INT64_MIN : t->t_us - t->stood_us;
}

int record_add(struct turn_record *record, const struct turn *turn, const struct game_position *after)
{
	struct short_turn *t;
	int r;

	if (record->count - record->first == record->room && record->room < record->most) {
		unsigned room = record->room + RECORD_STEP;
		struct short_turn *more = realloc(record->turn, room * sizeof(*more));

		if (!more)
			return -ENOMEM;
		record->turn = more;
		record->room = room;
	} else if (record->count - record->first == record->room) {
		forget(record, record->first + RECORD_STEP);
	}
	t = &record->turn[record->count - record->first];
	*t = (struct short_turn){
		.captured = turn->move.captured,
		.move_from = turn->move.from,
		.move_to = turn->move.to,
		.move_flags = turn->move.flags,
		.rook_from = turn->move.rook_from,
		.rook_to = turn->move.rook_to,
		.promotion = turn->move.promotion,
		.t_us = turn->t_us,
		.stood_us = stood_us(turn),
		.side = turn->side & 1u,
		.kind = turn->kind & 15u,
		.fault = (uint8_t)turn->fault,
		.from = turn->from,
		.to = turn->to,
		.piece = turn->piece,
		.has_move = turn->has_move,
		.unpressed = turn->unpressed,
	};
	t->how = how_follows(record, t, after) & 3u;
	if (t->how == RECORD_BREAK) {
		record->count++;
		r = add_break(record, record->count, after);
		if (r < 0) {
			record->count--;
			return r;
		}
		record->count--;
	}
	record->whole[record->count % RECORD_WHOLE] = *turn;
	record->count++;
	record->pos = *after;
	return 0;
}

int record_set_position(struct turn_record *record, const struct game_position *pos)
{
	struct record_break *last = &record->breaks[record->break_count - 1];

	record->pos = *pos;
	if (record->count == 0)
		record->start = *pos;
	if (last->ply == record->count) {
		last->pos = *pos;
		return 0;
	}
	return add_break(record, record->count, pos);
}

void record_position(const struct turn_record *record, unsigned ply, struct game_position *ret)
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
		follow(record, record_at(record, i), record_at(record, i)->how, ret);
}

int record_drop(struct turn_record *record, unsigned plies)
{
	struct game_position pos;

	if (plies > record->count)
		return -ERANGE;
	if (plies == record->count) {
		record->count = record->first = 0;
		record->break_count = 1;
		record->breaks[0] = (struct record_break){ 0, record->start };
		record->pos = record->start;
		return 0;
	}
	if (record->count - plies < record->first)
		return -ERANGE;
	record_position(record, record->count - plies, &pos);
	record->count -= plies;
	while (record->break_count > 1 && record->breaks[record->break_count - 1].ply > record->count)
		record->break_count--;
	record->pos = pos;
	return 0;
}

const struct short_turn *record_at(const struct turn_record *record, unsigned ply)
{
	return ply >= record->first && ply < record->count ? &record->turn[ply - record->first] : NULL;
}

const struct short_turn *record_last(const struct turn_record *record)
{
	return record->count ? record_at(record, record->count - 1) : NULL;
}

const struct turn *record_turn_whole(struct turn_record *record, unsigned ply)
{
	const struct short_turn *t = record_at(record, ply);
	struct turn *e = &record->expanded;
	struct game_position pos;

	if (!t)
		return NULL;
	/* whole[] may hold a turn since dropped and played again: then it was overwritten by record_add() */
	if (ply + RECORD_WHOLE >= record->count && record->whole[ply % RECORD_WHOLE].t_us == t->t_us &&
	    record->whole[ply % RECORD_WHOLE].side == t->side)
		return &record->whole[ply % RECORD_WHOLE];
	*e = (struct turn){
		.side = (enum side)t->side,
		.kind = (enum turn_kind)t->kind,
		.fault = (enum turn_fault)t->fault,
		.has_move = t->has_move,
		.move = move_of(t),
		.from = t->from,
		.to = t->to,
		.piece = t->piece,
		.t_us = t->t_us,
		.set_down_us = set_down_us(t),
		.unpressed = t->unpressed,
	};
	memset(e->placement, '.', sizeof(e->placement));
	record_position(record, ply + 1, &pos);
	record->game->placement(&pos, e->placement);
	return e;
}
