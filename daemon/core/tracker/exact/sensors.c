/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Sure sensors: every lift and place is what happened, men keep their
 * identity, and a turn is judged by what stands at the press.
 *
 *   S1   lift a, place b, press                 legal move; set down at the place
 *   S2   lift a, place b, lift b, place c, press   set down, taken back, set down
 *   S3   lift a, place b, lift x, place y, press a, press x   a reply set down before the press: both turns count
 *   S4   press                                  no move
 *   S5   lift a, place b (illegal), press       illegal, with its fault; what stands is the position
 *   S6   lift pawn, place on the last rank, press; exchange   promotion owed, then revised
 *   S7   lift a, place b, lift c, press; place c   legal with a displaced man, put right later
 *   S8   position corrected; men put back       nothing is a move until they stand as decided
 *   S9   position corrected; another move made at once   the first difference that is a legal move ends the putting right
 */
#include <string.h>

#include "daemon/core/tracker/classify.h"
#include "daemon/core/tracker/exact/sensors.h"
#include "daemon/core/tracker/facts.h"
#include "daemon/core/tracker/internal.h"
#include "daemon/core/tracker/setup/promotion.h"
#include "daemon/core/tracker/squares.h"

static void find_moves(struct tracker *t)
{
	t->game->moves(standing(t), &t->moves);
}

static enum side chain_side(const struct tracker *t, unsigned i)
{
	return other_side(t->game->to_move(&t->chain[i].after));
}

static uint64_t bit(unsigned square)
{
	return square < 64 ? UINT64_C(1) << square : 0;
}

static bool stands(const struct tracker *t, const struct game_position *pos)
{
	char placement[GAME_MAX_SQUARES];

	t->game->placement(pos, placement);
	return !(placement_diff(t->game, placement, t->table.man) & ~bit(t->owed));
}

/* The legal move of pos that makes what stands now. */
static bool find_move(const struct tracker *t, const struct game_position *pos, const struct game_moves *moves,
		      struct game_move *ret)
{
	struct turn turn;
	struct game_position after;

	classify(t->game, pos, moves, t->table.man, t->owed, &turn, &after);
	if (turn.kind != TURN_LEGAL || turn.displaced_count)
		return false;
	*ret = turn.move;
	return true;
}

static void take_back(struct tracker *t)
{
	unsigned i = --t->chain_count;

	say_move(t, TRACKER_TAKEN_BACK, chain_side(t, i), t->record.count + i, &t->chain[i].move, t->now);
	find_moves(t);
}

static void set_down(struct tracker *t, const struct game_move *move)
{
	struct set_down *s;
	unsigned i = t->chain_count;

	if (i == TRACKER_CHAIN)
		return;
	s = &t->chain[i];
	*s = (struct set_down){ .move = *move, .t_us = t->now, .after = *standing(t) };
	t->game->play(&s->after, move);
	t->chain_count++;
	find_moves(t);
	say_move(t, TRACKER_SET_DOWN, chain_side(t, i), t->record.count + i, move, t->now);
}

/* A king that was not crowned moved: is it a move that a man could not make? */
static void find_uncrowned(struct tracker *t, struct turn *turn)
{
	const struct game *g = t->game;
	struct game_position pos = t->record.pos;
	char men[GAME_MAX_SQUARES];
	struct game_moves moves;

	t->uncrowned &= ~turn->move.captured;
	if (!turn->has_move || !(t->uncrowned & bit(turn->move.from)))
		return;
	t->uncrowned = (t->uncrowned & ~bit(turn->move.from)) | bit(turn->move.to);
	memset(men, '.', sizeof(men));
	g->placement(&pos, men);
	/* the letter of the man that shows as that king */
	for (const char *p = g->pieces; *p; p++)
		if (*p != men[turn->move.from] && g->shows_as(men[turn->move.from], *p)) {
			men[turn->move.from] = *p;
			break;
		}
	g->set_placement(&pos, men, turn->side);
	g->moves(&pos, &moves);
	for (unsigned i = 0; i < moves.count; i++)
		if (moves.move[i].from == turn->move.from && moves.move[i].to == turn->move.to &&
		    moves.move[i].captured == turn->move.captured)
			return;
	if (turn->kind == TURN_LEGAL)
		turn->fault = TURN_FAULT_AS_KING;
}

static int close_turn(struct tracker *t, struct turn *turn, const struct game_position *after)
{
	unsigned ply = t->record.count;
	int r;

	if (t->uncrowned)
		find_uncrowned(t, turn);
	r = record_add(&t->record, turn, after);
	if (r < 0)
		return r;
	say_turn(t, TRACKER_TURN, ply, turn);
	return 0;
}

static void turn_over(struct tracker *t)
{
	char placement[GAME_MAX_SQUARES];

	t->turn.touched_count = 0;
	t->game->placement(standing(t), placement);
	table_settle(&t->table, placement);
	find_moves(t);
}

/* The oldest set-down move becomes a turn. reply: what was touched belongs to the one that follows. */
static int close_first(struct tracker *t, int64_t t_us, bool last)
{
	struct turn turn = t->turn;
	struct set_down s = t->chain[0];
	int r;

	turn.side = chain_side(t, 0);
	turn.kind = TURN_LEGAL;
	turn.fault = TURN_FAULT_NONE;
	turn.has_move = true;
	turn.move = s.move;
	turn.from = s.move.from;
	turn.to = s.move.to;
	turn.piece = 0;
	turn.displaced_count = 0;
	turn.t_us = t_us;
	turn.set_down_us = s.t_us;
	memset(turn.placement, '.', sizeof(turn.placement));
	t->game->placement(&s.after, turn.placement);
	{
		char before[GAME_MAX_SQUARES];

		t->game->placement(&t->record.pos, before);
		turn.piece = before[s.move.from];
	}
	if (last) {
		/* what does not stand as the last move has it is displaced */
		list_displaced(t->game, turn.placement, t->table.man, ~bit(t->owed), &turn);
		memcpy(turn.placement, t->table.man, sizeof(turn.placement));
	}
	r = close_turn(t, &turn, &s.after);
	if (r < 0)
		return r;
	memmove(&t->chain[0], &t->chain[1], --t->chain_count * sizeof(t->chain[0]));
	return 0;
}

/* A pawn that was left on the last rank is exchanged, or counts as the piece that was supposed. */
static void owed_paid(struct tracker *t, char piece)
{
	unsigned ply = t->record.count - 1;

	if (!piece && t->game->shows_as && record_last(&t->record)->has_move)
		t->uncrowned |= bit(record_last(&t->record)->move_to);
	t->owed = GAME_NO_SQUARE;
	promotion_set(t, ply, piece);
}

static bool owed_changed(struct tracker *t)
{
	const struct record_turn *last;
	char man;

	if (t->owed == GAME_NO_SQUARE || !t->record.count)
		return false;
	last = record_last(&t->record);
	man = t->table.man[t->owed];
	if (man == '.' || man == last->piece || t->game->piece_side(man) != (enum side)last->side)
		return false;
	owed_paid(t, man);
	return true;
}

static int reply_without_press(struct tracker *t)
{
	int r = 0;

	while (!t->setup.has_lever && t->chain_count > 1 && r == 0)
		r = close_first(t, t->now, false);
	return r;
}

static int squares_changed(struct tracker *t)
{
	struct game_move move;
	bool official;

	if (owed_changed(t))
		find_moves(t);
	official = stands(t, &t->record.pos);
	if (t->righting) {
		if (official) {
			t->righting = false;
			turn_over(t);
			say(t, TRACKER_RESTORED, t->game->to_move(&t->record.pos));
			return 0;
		}
		if (!memcmp(t->righting_from, t->table.man, sizeof(t->righting_from)) ||
		    !find_move(t, &t->record.pos, &t->moves, &move))
			return 0;
		t->righting = false;
		say(t, TRACKER_RESTORED, t->game->to_move(&t->record.pos));
		set_down(t, &move);
		return 0;
	}
	if (t->wrong_setup && official) {
		t->wrong_setup = false;
		say(t, TRACKER_SETUP_OK, NO_SIDE);
	}
	if (t->chain_count && stands(t, standing(t)))
		return 0;
	if (find_move(t, standing(t), &t->moves, &move)) {
		set_down(t, &move);
		return reply_without_press(t);
	}
	/* the last move set down may have become another one, or none */
	if (t->chain_count && t->table.air_count == 0) {
		take_back(t);
		if (!stands(t, standing(t)) && find_move(t, standing(t), &t->moves, &move))
			set_down(t, &move);
	} else if (t->chain_count) {
		struct game_position before = t->chain_count > 1 ? t->chain[t->chain_count - 2].after : t->record.pos;
		struct game_moves moves;

		if (stands(t, &before)) {
			take_back(t);
			return 0;
		}
		t->game->moves(&before, &moves);
		if (find_move(t, &before, &moves, &move)) {
			take_back(t);
			set_down(t, &move);
		}
	}
	return 0;
}

static int lift(struct tracker *t, const struct tracker_event *event)
{
	char piece = table_lift(&t->table, event->square, event->piece);
	enum side side = t->game->to_move(&t->record.pos);

	if (piece == '.')
		return 0;
	if (!t->righting) {
		if (t->chain_count && t->game->piece_side(piece) == t->game->to_move(standing(t)))
			side = t->game->to_move(standing(t));
		say_touched(t, side, event->square, piece);
	}
	return squares_changed(t);
}

static int place(struct tracker *t, const struct tracker_event *event)
{
	enum side side = t->game->to_move(standing(t));
	struct game_moves before;
	const struct game_moves *moves = &t->moves;

	/* a man of the side that has set down its move is still in the hand: it is still moving */
	if (t->chain_count && event->piece == 0) {
		bool own = false;

		for (unsigned i = 0; i < t->table.air_count; i++)
			own |= t->game->piece_side(t->table.air[i].piece) == side;
		if (!own) {
			side = other_side(side);
			t->game->moves(t->chain_count > 1 ? &t->chain[t->chain_count - 2].after : &t->record.pos, &before);
			moves = &before;
		}
	}
	if (event->piece && event->piece != '?')
		t->uncrowned &= ~bit(event->square);
	table_place(&t->table, event->square, event->piece, side, moves);
	return squares_changed(t);
}

static int press(struct tracker *t, enum side side)
{
	enum side mover = t->game->to_move(&t->record.pos);
	struct turn turn;
	struct game_position after;
	unsigned last = 0;
	bool owed = t->owed != GAME_NO_SQUARE;
	int r = 0;

	/* what was set down is no more, where men taken off belong to the move */
	if (t->game->irregular && t->chain_count == 1 && chain_side(t, 0) == side && !stands(t, standing(t))) {
		struct game_position before = t->record.pos;
		struct game_moves moves;

		t->game->moves(&before, &moves);
		classify(t->game, &before, &moves, t->table.man, t->owed, &turn, &after);
		if (turn.kind == TURN_ILLEGAL)
			take_back(t);
	}
	for (unsigned i = 0; i < t->chain_count; i++)
		if (chain_side(t, i) == side)
			last = i + 1;
	if (last) {
		/* the opponent replied: the owed piece is the one supposed */
		if (owed)
			owed_paid(t, 0);
		for (unsigned i = 0; i < last && r == 0; i++)
			r = close_first(t, t->now, t->chain_count == 1);
		if (t->chain_count == 0)
			t->righting = false;
		turn_over(t);
		return r;
	}
	if (side != mover || (t->chain_count && side == mover)) {
		say(t, TRACKER_EMPTY_PRESS, side);
		return 0;
	}
	turn = t->turn;
	classify(t->game, &t->record.pos, &t->moves, t->table.man, t->owed, &turn, &after);
	turn.side = side;
	turn.t_us = t->now;
	turn.set_down_us = INT64_MIN;
	if (owed && turn.kind != TURN_NO_MOVE)
		owed_paid(t, 0);
	r = close_turn(t, &turn, &after);
	if (turn.kind == TURN_PROMOTION_OWED) {
		t->owed = turn.to;
		t->owing = after;
		t->game->set_placement(&t->owing, turn.placement, other_side(side));
	}
	t->righting = false;
	turn_over(t);
	return r;
}

int sure_event(struct tracker *t, const struct tracker_event *event)
{
	switch (event->type) {
	case TRACKER_LIFT:
		return lift(t, event);
	case TRACKER_PLACE:
		return place(t, event);
	case TRACKER_PRESS:
		return press(t, event->side);
	case TRACKER_SQUARES: {
		char men[GAME_MAX_SQUARES];

		memset(men, '.', sizeof(men));
		for (unsigned q = 0; q < t->game->squares; q++)
			men[q] = event->squares[q] == '?' && t->table.man[q] != '.' ? t->table.man[q] : event->squares[q];
		table_set(&t->table, t->game, men);
		return squares_changed(t);
	}
	case TRACKER_EVENTS_LOST:
		say(t, TRACKER_NEED_SQUARES, NO_SIDE);
		return 0;
	case TRACKER_TIME:
		return 0;
	}
	return 0;
}

int sure_finish(struct tracker *t)
{
	int r = 0;

	while (t->chain_count && r == 0)
		r = close_first(t, t->chain[0].t_us, t->chain_count == 1);
	return r;
}

void sure_official_changed(struct tracker *t)
{
	while (t->chain_count)
		take_back(t);
	t->turn.touched_count = 0;
	t->righting = !stands(t, &t->record.pos);
	memcpy(t->righting_from, t->table.man, sizeof(t->righting_from));
	find_moves(t);
}
