/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Exact sensors: every lift and place is what happened, pieces keep their
 * identity, and a turn is judged by what stands at the press.
 *
 *   S1   lift a, place b, press                 legal move; set down at the place
 *   S2   lift a, place b, lift b, place c, press   set down, taken back, set down
 *   S3   lift a, place b, lift x, place y, press a, press x   a reply set down before the press: both turns count
 *   S4   press                                  no move
 *   S5   lift a, place b (illegal), press       illegal, with its fault; what stands is the position
 *   S6   lift pawn, place on the last rank, press; exchange   promotion owed, then revised
 *   S7   lift a, place b, lift c, press; place c   legal with a displaced piece, corrected later
 *   S8   position corrected; pieces put back       nothing is a move until they stand as decided
 *   S9   position corrected; another move made at once   the first difference that is a legal move ends the restoring
 *   S10  lift a, place b, lift x, place y, press a, another move of the opponent's   x was displaced and not played
 */
#include <string.h>

#include "daemon/core/tracker/classify.h"
#include "daemon/core/tracker/exact/disorder.h"
#include "daemon/core/tracker/exact/sensors.h"
#include "daemon/core/tracker/facts.h"
#include "daemon/core/tracker/internal.h"
#include "daemon/core/tracker/setup/promotion.h"
#include "daemon/core/tracker/squares.h"

static void find_moves(struct tracker *t)
{
	t->game->moves(standing(t), &t->moves);
}

static enum side set_down_side(const struct tracker *t, unsigned i)
{
	return other_side(t->game->to_move(&t->set_down[i].after));
}

static uint64_t square_set(unsigned square)
{
	return square < 64 ? UINT64_C(1) << square : 0;
}

static bool agree(const struct tracker *t, const char *stands, const struct game_position *pos)
{
	char placement[GAME_MAX_SQUARES];

	t->game->placement(pos, placement);
	return !(placement_diff(t->game, placement, stands) & ~square_set(t->owed_square));
}

/* As the board stands, or with what was in disorder before the turn put right. */
static bool board_shows(const struct tracker *t, const struct game_position *pos)
{
	char squares[GAME_MAX_SQUARES];

	return agree(t, t->identity.piece, pos) || (disorder_put_right(t, squares) && agree(t, squares, pos));
}

static bool makes(const struct tracker *t, const struct game_position *pos, const struct game_moves *moves,
		  const char *stands, struct game_move *ret)
{
	struct turn turn;
	struct game_position after;

	classify(t->game, pos, moves, stands, t->owed_square, &turn, &after);
	if (turn.kind != TURN_LEGAL || turn.displaced_count)
		return false;
	*ret = turn.move;
	return true;
}

/* The legal move of pos that makes what stands now, or would if pieces that were in disorder before stood rightly. */
static bool find_move(const struct tracker *t, const struct game_position *pos, const struct game_moves *moves,
		      struct game_move *ret)
{
	char squares[GAME_MAX_SQUARES];

	return makes(t, pos, moves, t->identity.piece, ret) ||
	       (disorder_put_right(t, squares) && makes(t, pos, moves, squares, ret));
}

static void take_back(struct tracker *t)
{
	unsigned i = --t->set_down_count;

	report_move(t, TRACKER_TAKEN_BACK, set_down_side(t, i), t->record.count + i, &t->set_down[i].move, t->now);
	find_moves(t);
}

static void set_down(struct tracker *t, const struct game_move *move)
{
	struct set_down_move *s;
	unsigned i = t->set_down_count;

	if (i == SET_DOWN_MAX)
		return;
	s = &t->set_down[i];
	*s = (struct set_down_move){ .move = *move, .t_us = t->now, .after = *standing(t) };
	t->game->play(&s->after, move);
	t->set_down_count++;
	find_moves(t);
	report_move(t, TRACKER_SET_DOWN, set_down_side(t, i), t->record.count + i, move, t->now);
}

/* A king that was not crowned moved: is it a move that an uncrowned man could not make? */
static void find_uncrowned(struct tracker *t, struct turn *turn)
{
	const struct game *g = t->game;
	struct game_position pos = t->record.pos;
	char pieces[GAME_MAX_SQUARES];
	struct game_moves moves;

	t->uncrowned &= ~turn->move.captured;
	if (!turn->has_move || !(t->uncrowned & square_set(turn->move.from)))
		return;
	t->uncrowned = (t->uncrowned & ~square_set(turn->move.from)) | square_set(turn->move.to);
	memset(pieces, '.', sizeof(pieces));
	g->placement(&pos, pieces);
	/* the letter of the man that shows as that king */
	for (const char *p = g->pieces; *p; p++)
		if (*p != pieces[turn->move.from] && g->shows_as(pieces[turn->move.from], *p)) {
			pieces[turn->move.from] = *p;
			break;
		}
	g->set_placement(&pos, pieces, turn->side);
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
	report_turn(t, TRACKER_TURN, ply, turn);
	disorder_begin_as(t, turn->placement);
	return 0;
}

static void turn_over(struct tracker *t)
{
	char placement[GAME_MAX_SQUARES];

	t->turn.touched_count = 0;
	t->game->placement(standing(t), placement);
	identity_settle(&t->identity, placement);
	disorder_begin(t);
	find_moves(t);
}

/* The opponent has replied to a pawn that was left on the last rank: it counts as the piece that was assumed. */
static void promotion_assumed(struct tracker *t)
{
	const struct short_turn *last = record_last(&t->record);

	if (t->game->shows_as && last->has_move)
		t->uncrowned |= square_set(last->move_to);
	if (t->identity.piece[t->owed_square] == last->piece)
		t->identity.piece[t->owed_square] = last->promotion;
	t->owed_square = GAME_NO_SQUARE;
	t->owed_piece = 0;
}

/* The oldest move set down becomes a turn. */
static int close_first(struct tracker *t, int64_t t_us, bool pressed)
{
	struct turn turn = t->turn;
	struct set_down_move s = t->set_down[0];
	struct game_position after = t->record.pos;
	char before[GAME_MAX_SQUARES];
	int r;

	t->game->play(&after, &s.move);

	turn.side = set_down_side(t, 0);
	turn.kind = TURN_LEGAL;
	turn.has_move = true;
	turn.move = s.move;
	turn.from = s.move.from;
	turn.to = s.move.to;
	turn.displaced_count = 0;
	turn.t_us = t_us;
	turn.set_down_us = s.t_us;
	turn.unpressed = !pressed && t->setup.has_lever;
	memset(turn.placement, '.', sizeof(turn.placement));
	t->game->placement(&after, turn.placement);
	t->game->placement(&t->record.pos, before);
	turn.piece = before[s.move.from];
	if (t->set_down_count == 1) {
		/* what does not stand as the last move has it is displaced */
		list_displaced(t->game, turn.placement, t->identity.piece, ~square_set(t->owed_square), &turn);
		disorder_mark(t, &turn);
		memcpy(turn.placement, t->identity.piece, sizeof(turn.placement));
	}
	if (t->owed_square != GAME_NO_SQUARE)
		promotion_assumed(t);
	r = close_turn(t, &turn, &after);
	if (r < 0)
		return r;
	memmove(&t->set_down[0], &t->set_down[1], --t->set_down_count * sizeof(t->set_down[0]));
	return 0;
}

static bool promotion_exchanged(struct tracker *t)
{
	const struct short_turn *last;
	char piece;

	if (t->owed_square == GAME_NO_SQUARE || !t->record.count)
		return false;
	last = record_last(&t->record);
	piece = t->identity.piece[t->owed_square];
	if (piece == '.' || piece == last->piece || t->game->piece_side(piece) != (enum side)last->side ||
	    (t->owed_piece && piece != t->owed_piece))
		return false;
	t->owed_square = GAME_NO_SQUARE;
	t->owed_piece = 0;
	promotion_set(t, t->record.count - 1, piece);
	return true;
}

static int reply_without_press(struct tracker *t)
{
	int r = 0;

	while (!t->setup.has_lever && t->set_down_count > 1 && r == 0)
		r = close_first(t, t->now, false);
	return r;
}

/* Nothing is a move until the official position stands, or one move from it (S8, S9). */
static void restore_changed(struct tracker *t)
{
	struct game_move move;

	if (board_shows(t, &t->record.pos)) {
		t->restoring = false;
		turn_over(t);
		report_fact(t, TRACKER_RESTORED, t->game->to_move(&t->record.pos));
		return;
	}
	if (!memcmp(t->restoring_from, t->identity.piece, sizeof(t->restoring_from)) ||
	    !find_move(t, &t->record.pos, &t->moves, &move))
		return;
	t->restoring = false;
	report_fact(t, TRACKER_RESTORED, t->game->to_move(&t->record.pos));
	set_down(t, &move);
}

/* The last move set down may have become another one, or none. */
static void reconsider_last(struct tracker *t)
{
	struct game_position before;
	struct game_moves moves;
	struct game_move move;

	if (t->identity.in_hand_count == 0) {
		take_back(t);
		if (!board_shows(t, standing(t)) && find_move(t, standing(t), &t->moves, &move))
			set_down(t, &move);
		return;
	}
	before = t->set_down_count > 1 ? t->set_down[t->set_down_count - 2].after : *official_position(t);
	if (board_shows(t, &before)) {
		take_back(t);
		return;
	}
	t->game->moves(&before, &moves);
	if (find_move(t, &before, &moves, &move)) {
		take_back(t);
		set_down(t, &move);
	}
}

static int squares_changed(struct tracker *t)
{
	struct game_move move;

	if (promotion_exchanged(t))
		find_moves(t);
	if (t->restoring) {
		restore_changed(t);
		return 0;
	}
	if (t->set_down_count && board_shows(t, standing(t)))
		return 0;
	if (find_move(t, standing(t), &t->moves, &move)) {
		set_down(t, &move);
		return reply_without_press(t);
	}
	if (t->set_down_count)
		reconsider_last(t);
	return 0;
}

static int lift(struct tracker *t, const struct tracker_event *event)
{
	char piece = identity_lift(&t->identity, event->square, event->piece);
	enum side side = t->game->to_move(&t->record.pos);

	if (piece == '.')
		return 0;
	if (!t->restoring) {
		if (t->set_down_count && t->game->piece_side(piece) == t->game->to_move(standing(t)))
			side = t->game->to_move(standing(t));
		report_touched(t, side, event->square, piece);
	}
	return squares_changed(t);
}

static int place(struct tracker *t, const struct tracker_event *event)
{
	enum side side = t->game->to_move(standing(t));
	struct game_moves before;
	const struct game_moves *moves = &t->moves;

	/* no piece of the side that replies is in the hand but what was captured: the other is still moving */
	if (t->set_down_count && event->piece == 0) {
		uint64_t captured = t->set_down[t->set_down_count - 1].move.captured;
		bool own = false;

		for (unsigned i = 0; i < t->identity.in_hand_count; i++)
			own |= t->game->piece_side(t->identity.in_hand[i].piece) == side &&
			       !(captured & UINT64_C(1) << t->identity.in_hand[i].from);
		if (!own) {
			side = other_side(side);
			t->game->moves(t->set_down_count > 1 ? &t->set_down[t->set_down_count - 2].after :
							       official_position(t),
				       &before);
			moves = &before;
		}
	}
	if (event->piece && event->piece != '?')
		t->uncrowned &= ~square_set(event->square);
	identity_place(&t->identity, event->square, event->piece, side, moves);
	return squares_changed(t);
}

/* Where pieces taken off belong to the move: what was set down may stand no more, against the rules. */
static void take_back_irregular(struct tracker *t, enum side side)
{
	struct turn turn;
	struct game_position before = t->record.pos, after;
	struct game_moves moves;

	if (!t->game->irregular || t->set_down_count != 1 || set_down_side(t, 0) != side || board_shows(t, standing(t)))
		return;
	t->game->moves(&before, &moves);
	classify(t->game, &before, &moves, t->identity.piece, t->owed_square, &turn, &after);
	if (turn.kind == TURN_ILLEGAL)
		take_back(t);
}

/* The moves set down up to the last one of that side become turns: this one is pressed. False: there is none. */
static bool close_set_down(struct tracker *t, enum side side, int *ret)
{
	unsigned last = 0;

	for (unsigned i = 0; i < t->set_down_count; i++)
		if (set_down_side(t, i) == side)
			last = i + 1;
	if (!last)
		return false;
	*ret = 0;
	for (unsigned i = 0; i < last && *ret == 0; i++)
		*ret = close_first(t, t->now, i + 1 == last);
	if (t->set_down_count == 0)
		t->restoring = false;
	turn_over(t);
	return true;
}

static int press(struct tracker *t, enum side side)
{
	struct turn turn;
	struct game_position after;
	int r;

	take_back_irregular(t, side);
	if (close_set_down(t, side, &r))
		return r;
	if (side != t->game->to_move(&t->record.pos) || t->set_down_count) {
		report_fact(t, TRACKER_EMPTY_PRESS, side);
		return 0;
	}
	turn = t->turn;
	disorder_classify(t, &turn, &after);
	turn.side = side;
	turn.t_us = t->now;
	turn.set_down_us = INT64_MIN;
	if (t->owed_square != GAME_NO_SQUARE && turn.kind != TURN_NO_MOVE) {
		promotion_settle(t, &after);
		promotion_assumed(t);
	}
	r = close_turn(t, &turn, &after);
	if (turn.kind == TURN_PROMOTION_OWED)
		promotion_owe(t, &turn, &after);
	t->restoring = false;
	turn_over(t);
	return r;
}

int exact_event(struct tracker *t, const struct tracker_event *event)
{
	switch (event->type) {
	case TRACKER_LIFT:
		return lift(t, event);
	case TRACKER_PLACE:
		return place(t, event);
	case TRACKER_PRESS:
		return press(t, event->side);
	case TRACKER_SQUARES: {
		char pieces[GAME_MAX_SQUARES];

		memset(pieces, '.', sizeof(pieces));
		for (unsigned q = 0; q < t->game->squares; q++)
			pieces[q] = event->squares[q] == '?' && t->identity.piece[q] != '.' ? t->identity.piece[q] :
											      event->squares[q];
		identity_set(&t->identity, t->game, pieces);
		return squares_changed(t);
	}
	case TRACKER_EVENTS_LOST:
		report_fact(t, TRACKER_NEED_SQUARES, NO_SIDE);
		return 0;
	case TRACKER_TIME:
		return 0;
	}
	return 0;
}

int exact_finish(struct tracker *t)
{
	int r = 0;

	while (t->set_down_count && r == 0)
		r = close_first(t, t->set_down[0].t_us, false);
	return r;
}

void exact_restart(struct tracker *t)
{
	while (t->set_down_count)
		take_back(t);
	t->turn.touched_count = 0;
	/* nothing is in disorder of old: all that is wrong is to be put right */
	memset(t->began, '.', sizeof(t->began));
	t->game->placement(&t->record.pos, t->began);
	t->restoring = !board_shows(t, &t->record.pos);
	memcpy(t->restoring_from, t->identity.piece, sizeof(t->restoring_from));
	find_moves(t);
}
