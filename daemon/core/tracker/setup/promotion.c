/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A pawn left on the last rank, and what it becomes.
 *
 *   A6  a pawn left on the last rank is exchanged     the promotion is known
 */
#include <errno.h>
#include <string.h>

#include "daemon/core/tracker/facts.h"
#include "daemon/core/tracker/internal.h"
#include "daemon/core/tracker/reading/readings.h"
#include "daemon/core/tracker/setup/promotion.h"
#include "daemon/core/tracker/setup/start.h"

int promotion_set(struct tracker *t, unsigned ply, char piece)
{
	struct game_position before, after;
	struct game_moves moves;
	struct turn turn;
	int r;

	/* only the last turn can still change: play has gone on after the others */
	if (ply >= t->record.count || ply + 1 != t->record.count)
		return -ERANGE;
	turn = *record_turn_whole(&t->record, ply);
	record_position(&t->record, ply, &before);
	t->game->moves(&before, &moves);
	for (unsigned i = 0; i < moves.count; i++) {
		const struct game_move *m = &moves.move[i];

		if (!turn.has_move || m->from != turn.move.from || m->to != turn.move.to ||
		    !(m->flags & GAME_MOVE_PROMOTION))
			continue;
		if (m->promotion != (piece ? piece : turn.move.promotion))
			continue;
		turn.kind = TURN_LEGAL;
		turn.move = *m;
		after = before;
		t->game->play(&after, m);
		r = record_drop(&t->record, 1);
		if (r == 0)
			r = record_add(&t->record, &turn, &after);
		if (r < 0)
			return r;
		if (t->identity.piece[m->to] != '.' && t->game->piece_side(t->identity.piece[m->to]) == turn.side)
			t->identity.piece[m->to] = m->promotion;
		t->owed_square = GAME_NO_SQUARE;
		t->owed_piece = 0;
		if (t->readings)
			readings_restart(t);
		report_turn(t, TRACKER_REVISED, ply, &turn);
		return 0;
	}
	return -EINVAL;
}

void promotion_owe(struct tracker *t, const struct turn *turn, const struct game_position *after)
{
	char pieces[GAME_MAX_SQUARES];

	memset(pieces, '.', sizeof(pieces));
	t->game->placement(after, pieces);
	pieces[turn->to] = turn->piece;
	t->owed_square = turn->to;
	t->owed_piece = 0;
	t->owed_position = *after;
	t->game->set_placement(&t->owed_position, pieces, t->game->to_move(after));
}

void promotion_owed_again(struct tracker *t)
{
	const struct turn *last = t->record.count ? record_turn_whole(&t->record, t->record.count - 1) : NULL;

	if (last && last->kind == TURN_PROMOTION_OWED)
		promotion_owe(t, last, &t->record.pos);
}

void promotion_settle(const struct tracker *t, struct game_position *pos)
{
	const struct short_turn *last = record_last(&t->record);
	char pieces[GAME_MAX_SQUARES];

	memset(pieces, '.', sizeof(pieces));
	t->game->placement(pos, pieces);
	if (pieces[t->owed_square] != last->piece)
		return;
	pieces[t->owed_square] = last->promotion;
	t->game->set_placement(pos, pieces, t->game->to_move(pos));
}

int promotion_rule(struct tracker *t, unsigned ply, char piece)
{
	const struct short_turn *last = record_last(&t->record);

	/* the pawn still stands there: it is no other piece before that is put in its place */
	if (t->owed_square != GAME_NO_SQUARE && ply + 1 == t->record.count && last->promotion == piece) {
		t->owed_piece = piece;
		return 0;
	}
	return promotion_set(t, ply, piece);
}

/* A6 */
int promotion_check(struct tracker *t)
{
	const struct short_turn *last;
	char is;
	int r;

	if (t->owed_square == GAME_NO_SQUARE || !t->record.count)
		return 0;
	last = record_last(&t->record);
	is = t->readings->sensor[t->owed_square];
	if (is == '.' || is == '?' || is == last->piece || t->game->piece_side(is) != (enum side)last->side ||
	    (t->owed_piece && is != t->owed_piece))
		return 0;
	r = promotion_set(t, t->record.count - 1, is);
	/* what else shows otherwise is the reply, or a hand that makes it */
	if (r == 0)
		t->restoring = false;
	return r == -ENOMEM ? -ENOMEM : 0;
}
