/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The board was away, and what stands now no few turns make (legend as in gap.c):
 *
 *   G8   : ? :  a __ b ── |       a-b is legal from what stood then: what was played meanwhile was not seen, a-b was
 *   G9   : ? : |                  … the press belongs to what was not seen, too
 *   G10  : ? :  … a __ c ── |     presence only: a-c is against the rules by a guess of what stands, and is not seen
 *
 * How many turns that were nobody knows, and none is invented: one that cannot be read stands for all of them, and play
 * goes on from what stands. One piece that stands elsewhere alone is a turn of its own, whatever it is.
 *
 * Where sensors do not name the pieces, which of them stand then is a guess, and so it is after a line of three turns
 * and more: nothing is against the rules from there on.
 */
#include <string.h>

#include "daemon/core/tracker/closing/unseen-turns.h"
#include "daemon/core/tracker/internal.h"
#include "daemon/core/tracker/reading/beam.h"
#include "daemon/core/tracker/reading/castling-cost.h"
#include "daemon/core/tracker/reading/changes.h"
#include "daemon/core/tracker/reading/readings.h"
#include "daemon/core/tracker/reading/turn-tree.h"
#include "daemon/core/tracker/reading/unnamed-pieces.h"
#include "daemon/core/tracker/report/revisions.h"

/* Does a legal move of the side lead from what stood to the squares as they were after one of the changes since? */
static bool move_was_seen(const struct readings *r, const char stood[static GAME_MAX_SQUARES], enum side side)
{
	struct game_position pos = reported_reading(r)->pos;
	struct game_moves moves;

	r->game->set_placement(&pos, stood, side);
	if (r->game->playable(&pos, NULL) < 0)
		return false;
	r->game->moves(&pos, &moves);
	for (unsigned i = 0; i < moves.count; i++) {
		struct game_position after = pos;
		char now[GAME_MAX_SQUARES], then[GAME_MAX_SQUARES];
		unsigned differ = 0;

		memcpy(now, stood, sizeof(now));
		memset(then, '.', sizeof(then));
		r->game->play(&after, &moves.move[i]);
		r->game->placement(&after, then);
		for (unsigned q = 0; q < r->game->squares; q++)
			differ += now[q] != then[q];
		for (uint32_t n = r->gap_upto + 1; n <= r->changes; n++) {
			const struct change *c = &r->change[n % HISTORY];

			differ -= now[c->square] != then[c->square];
			now[c->square] = c->is == '?' ? then[c->square] : c->is;
			differ += now[c->square] != then[c->square];
			if (!differ)
				return true;
		}
	}
	return false;
}

/* The turns that the search has found since the board was away are given up: what was reported before, and behind it a
 * turn that cannot be read, after which those pieces stand and that side is to move. Changes before since are no
 * evidence any more. False: nobody can play on so. */
static bool begin_with(struct readings *r, const char stands[static GAME_MAX_SQUARES], uint32_t since,
		       enum side to_move)
{
	struct reading h = *reported_reading(r);
	uint16_t i;

	r->unreadable = h.pos;
	r->game->set_placement(&r->unreadable, stands, to_move);
	if (r->game->playable(&r->unreadable, NULL) < 0)
		return false;
	while (h.ply > r->gap_ply && h.node != NO_NODE) {
		h.ply--;
		h.node = r->node[h.node].parent;
	}
	node_hold(r, h.node);
	for (i = 0; i < r->count; i++)
		node_release(r, r->beam[i].node);
	i = node_new(r);
	r->node[i] = (struct node){
		.kind = TURN_UNSEEN,
		.side = other_side(to_move) & 1u,
		.from = GAME_NO_SQUARE,
		.to = GAME_NO_SQUARE,
		.t_us = r->gap_us,
		.parent = h.node,
		.refs = 1,
		.ply = h.ply,
	};
	r->beam[0] = (struct reading){
		.pos = r->unreadable, .node = i, .ply = h.ply + 1, .swapped = h.swapped, .explained_upto = since
	};
	reading_expect(r, &r->beam[0]);
	r->count = 1;
	r->reported_index = 0;
	r->position_change = r->window_start = since;
	return true;
}

bool is_one_piece(const struct readings *r)
{
	const squares_t fresh = new_mismatches(r, reported_reading(r));
	unsigned came = 0;

	for (squares_t rest = fresh; rest; rest &= rest - 1)
		came += r->sensor[__builtin_ctzll(rest)] != '.';
	return __builtin_popcountll(fresh) == 2 && came == 1;
}

/* All of these squares may be the reply's, as a whole or in part. */
static bool may_be_reply(const struct readings *r, const struct reading *h, squares_t rest)
{
	struct game_moves moves;

	if (!rest)
		return true;
	r->game->moves(&h->pos, &moves);
	for (unsigned i = 0; i < moves.count; i++) {
		const struct game_move *m = &moves.move[i];
		squares_t roles = square_bit(m->from) | square_bit(m->to) | m->captured;

		if (m->flags & GAME_MOVE_CASTLING)
			roles |= castling_squares(m);
		if (!(rest & ~roles))
			return true;
	}
	return false;
}

/* Is a piece of that side away? */
static bool is_piece_of(const struct readings *r, enum side side)
{
	const struct reading *h = reported_reading(r);

	for (squares_t rest = new_mismatches(r, h); rest; rest &= rest - 1)
		if (r->sensor[__builtin_ctzll(rest)] == '.' &&
		    r->game->piece_side(h->expected[__builtin_ctzll(rest)]) == side)
			return true;
	return false;
}

/* Does a sensor name the piece of the reading's last turn on a square where it is not expected? */
static bool stands_elsewhere(const struct readings *r, const struct reading *h)
{
	for (squares_t rest = new_mismatches(r, h); rest; rest &= rest - 1)
		if (r->sensor[__builtin_ctzll(rest)] == r->node[h->node].piece)
			return true;
	return false;
}

/* Does all stand by one of the readings? */
static bool one_stands(const struct readings *r)
{
	for (unsigned i = 0; i < r->count; i++)
		if (!(r->beam[i].mismatch & ~r->gap_wrong))
			return true;
	return false;
}

bool gap_is_unread(struct tracker *t, const struct readings *before)
{
	struct readings *r = t->readings;
	const struct reading *h = beam_reading(r, reading_to_report(t));
	const uint16_t last = before->beam[before->reported_index].node;
	bool unread = before->unseen;
	squares_t rest;

	if (!r->after_gap)
		return false;
	if (t->restoring || t->wrong_setup || !new_mismatches(before, reported_reading(before)) ||
	    (t->record.count == r->gap_ply && is_one_piece(before) && is_piece_of(before, r->press.side))) {
		r->after_gap = false;
		return false;
	}
	for (uint16_t n = h->node; n != NO_NODE && r->node[n].ply >= r->gap_ply; n = r->node[n].parent)
		unread |= r->node[n].kind != TURN_LEGAL;
	if (unread)
		return true;
	/* what stands otherwise since the board was back is the next turn's, or the reading is wrong */
	rest = h->mismatch & ~r->gap_wrong;
	if (h->node == last) {
		r->gap_rest = rest;
		return false;
	}
	/* its piece may come yet, unless it stands elsewhere */
	if (h->mismatch & square_bit(r->node[h->node].to))
		return stands_elsewhere(r, h);
	if (rest & r->gap_rest || !may_be_reply(r, h, rest))
		return !one_stands(r);
	r->gap_rest = rest;
	r->after_gap = rest;
	return false;
}

void gap_is_guess(struct readings *r)
{
	if (r->guessed || r->setup.sensors == TRACKER_PIECE_ID)
		return;
	r->guessed = true;
	r->guessed_ply = r->gap_ply;
}

/* What stood when a piece of that side was put down last before its press. Returns the number of that change. */
static uint32_t stood_at_press(const struct readings *r, char stood[static GAME_MAX_SQUARES])
{
	uint32_t since = r->gap_upto;
	char now[GAME_MAX_SQUARES], hand = '?';

	memcpy(stood, r->gap_stood, sizeof(now));
	memcpy(now, r->gap_stood, sizeof(now));
	for (uint32_t n = r->gap_upto + 1; n <= r->changes; n++) {
		const struct change *c = &r->change[n % HISTORY];

		if (c->t_us > r->press.t_us)
			break;
		if (c->is == '.' && r->game->piece_side(now[c->square]) == r->press.side)
			hand = now[c->square];
		now[c->square] = c->is == '?' ? hand : c->is;
		if (r->game->piece_side(now[c->square]) != r->press.side)
			continue;
		memcpy(stood, now, sizeof(now));
		since = n;
	}
	return since;
}

int read_on_after_gap(struct tracker *t)
{
	struct readings *r = t->readings;
	const enum side side = r->press.side;
	char stood[GAME_MAX_SQUARES];
	uint32_t since;

	gap_is_guess(r);
	r->after_gap = r->unseen = false;
	if (r->changes - r->gap_upto >= HISTORY || !pieces_that_stand(r, reported_reading(r), r->gap_stood, stood))
		return 1;
	memcpy(r->gap_stood, stood, sizeof(stood));
	if (move_was_seen(r, r->gap_stood, side) && begin_with(r, r->gap_stood, r->gap_upto, side))
		return 1;
	since = stood_at_press(r, stood);
	if (!begin_with(r, stood, since, other_side(side)))
		return 1;
	r->press.pending = false;
	return report_turns(t);
}
