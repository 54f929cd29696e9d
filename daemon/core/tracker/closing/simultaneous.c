/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Without a lever: hands of both sides at once. No move ever stood alone, since the reply's hand was in motion before the
 * move had come to stand, and both stand now (R13).
 */
#include <string.h>

#include "daemon/core/tracker/closing/simultaneous.h"
#include "daemon/core/tracker/internal.h"
#include "daemon/core/tracker/reading/changes.h"
#include "daemon/core/tracker/reading/readings.h"
#include "daemon/core/tracker/reading/standing-move.h"
#include "daemon/core/tracker/report/provisional.h"

/* Number of the last change of the move's own squares. */
static uint32_t stood_at(const struct reader *r, const struct game_move *move)
{
	return r->number[move->from] > r->number[move->to] ? r->number[move->from] : r->number[move->to];
}

/* Does the reply, seen by itself, stand? */
static bool may_stand(const struct reader *r, const struct reading *h, const struct game_move *reply)
{
	return (h->bad & square_bit(reply->from)) && r->sensor[reply->from] == '.' && r->sensor[reply->to] != '.' &&
	       r->number[reply->to] > h->done && square_agrees(r, reply->promotion ? reply->promotion : h->want[reply->from],
							       r->sensor[reply->to]);
}

/* Perhaps the man is on its way to take the one that is away, and no reply is being made. */
static bool may_take(struct tracker *t, const struct game_move *move, const struct game_move *reply)
{
	const struct game_moves *own = tell_moves(t);

	for (unsigned i = 0; i < own->count; i++)
		if (own->move[i].from == move->from && own->move[i].to == reply->from)
			return true;
	return false;
}

bool pair_stands(struct tracker *t)
{
	struct reader *r = t->reader;
	const struct reading *h = reader_told(r);
	struct reading rest;
	struct game_position pos = h->pos;
	struct game_moves replies;

	if (__builtin_popcountll(h->bad) < 3 || __builtin_popcountll(fresh_squares(r, h)) > 6)
		return false;
	t->game->set_placement(&pos, h->want, other_side((enum side)h->side));
	t->game->moves(&pos, &replies);
	r->work += replies.count;
	for (unsigned i = 0; i < replies.count && !reader_is_tired(r); i++) {
		const struct game_move *reply = &replies.move[i];
		struct shown before = r->shown, found;
		struct game_move move;
		uint32_t stood;

		if (!may_stand(r, h, reply))
			continue;
		rest = *h;
		rest.bad &= ~(square_bit(reply->from) | square_bit(reply->to) | reply->captured);
		if (!rest.bad || !tell_find(r, &rest, tell_moves(t), &move) || may_take(t, &move, reply))
			continue;
		stood = stood_at(r, &move);
		if (stood <= r->begun || stood + HISTORY <= r->changes)
			continue;
		found = (struct shown){ .state = SHOWN_SOON, .move = move, .t_us = r->change[stood % HISTORY].t_us, .changes = stood };
		r->shown = found;
		if (!tell_reply_stands(t)) {
			r->shown = before;
			continue;
		}
		r->shown = before;
		if (before.state == SHOWN_SET_DOWN && !memcmp(&before.move, &move, sizeof(move)))
			found.state = SHOWN_SET_DOWN;
		else
			tell_nothing(t);
		r->shown = found;
		return true;
	}
	return false;
}
