/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Without a lever: hands of both sides at once. No move ever stood alone, since the reply's hand was in motion before
 * the move had come to stand, and both stand now (R13).
 */
#include <string.h>

#include "daemon/core/tracker/closing/simultaneous.h"
#include "daemon/core/tracker/internal.h"
#include "daemon/core/tracker/reading/changes.h"
#include "daemon/core/tracker/reading/readings.h"
#include "daemon/core/tracker/reading/standing-move.h"
#include "daemon/core/tracker/report/provisional.h"

/* Number of the last change of the move's own squares. */
static uint32_t stood_at(const struct readings *r, const struct game_move *move)
{
	return r->number[move->from] > r->number[move->to] ? r->number[move->from] : r->number[move->to];
}

/* Does the reply, seen by itself, stand? */
static bool may_stand(const struct readings *r, const struct reading *h, const struct game_move *reply)
{
	return (h->mismatch & square_bit(reply->from)) && r->sensor[reply->from] == '.' &&
	       r->sensor[reply->to] != '.' && r->number[reply->to] > h->explained_upto &&
	       square_agrees(r, reply->promotion ? reply->promotion : h->expected[reply->from], r->sensor[reply->to]);
}

/* Perhaps the piece is on its way to take the one that is away, and no reply is being made. */
static bool may_take(struct tracker *t, const struct game_move *move, const struct game_move *reply)
{
	const struct game_moves *own = legal_moves(t);

	for (unsigned i = 0; i < own->count; i++)
		if (own->move[i].from == move->from && own->move[i].to == reply->from)
			return true;
	return false;
}

bool simultaneous_moves_stand(struct tracker *t)
{
	struct readings *r = t->readings;
	const struct reading *h = reported_reading(r);
	struct reading rest;
	struct game_position pos = h->pos;
	struct game_moves replies;

	if (__builtin_popcountll(h->mismatch) < 3 || __builtin_popcountll(new_mismatches(r, h)) > 6)
		return false;
	t->game->set_placement(&pos, h->expected, other_side((enum side)h->side));
	t->game->moves(&pos, &replies);
	r->work += replies.count;
	for (unsigned i = 0; i < replies.count && !work_is_exhausted(r); i++) {
		const struct game_move *reply = &replies.move[i];
		struct provisional_move found;
		struct game_move move;
		uint32_t stood;

		if (!may_stand(r, h, reply))
			continue;
		rest = *h;
		rest.mismatch &= ~(square_bit(reply->from) | square_bit(reply->to) | reply->captured);
		if (!rest.mismatch || !find_standing_move(r, &rest, legal_moves(t), &move) || may_take(t, &move, reply))
			continue;
		stood = stood_at(r, &move);
		if (stood <= r->position_change || stood + HISTORY <= r->changes)
			continue;
		found = (struct provisional_move){
			.state = PROVISIONAL_SOON,
			.move = move,
			.t_us = r->change[stood % HISTORY].t_us,
			.changes = stood,
		};
		if (!reply_stands(t, &found))
			continue;
		if (r->provisional.state == PROVISIONAL_REPORTED && !memcmp(&r->provisional.move, &move, sizeof(move)))
			found.state = PROVISIONAL_REPORTED;
		else
			provisional_withdraw(t);
		r->provisional = found;
		return true;
	}
	return false;
}
