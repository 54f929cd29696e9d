/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The lever springs back. Legend as in sensor-events.c, w and b its two sides.
 *
 *   L1   a ──╮_ b __╭── w b w                          one press, however often the lever jumps
 *   L2   a ──╮_ b __╭── w b                            … and though it comes to rest on the wrong side
 *   L3   a ──╮_ b __╭── w x ──╮_ y __╭── b             a reply, however fast, changes squares: two presses
 *   L4   a ──╮_ b __╭── x ──╮_ y __╭── w b             a reply stands when the forgotten press is made: two presses
 *   L5   a ──╮_ b __╭── x ──╮_ w b y __╭──             the hand that began early presses before its piece stands
 *   L6   a ──╮_ b __╭── x ──╮_ w b w y __╭── b         … but not if the lever is back on the first side
 *   L7   a ──╮_ b (unseen) | y __╭── x ──╮_ … w b      another reading knows that the piece of b went to y: press.c
 *   L8   a ──╮_ b __╭── w … b w                        … long after, seen at once: it sprang between two polls
 *
 * Nobody moves a piece and presses within REBOUND_US without a square that changes. So what follows a press so soon,
 * and on the same squares, is that press, unless the side had begun to move before: then one of its pieces is away from
 * where the turn that was pressed leaves it. A polled clock gives several presses one time.
 */
#include "daemon/core/tracker/closing/rebound.h"

#include <string.h>

#include "daemon/core/tracker/closing/pending-turn.h"
#include "daemon/core/tracker/internal.h"
#include "daemon/core/tracker/reading/changes.h"
#include "daemon/core/tracker/reading/readings.h"

enum { REBOUND_US = 300000 };

/* What stands on the board by what is known of the last press: the turn is closed, or would be this one. 0 or -ENOMEM.
 */
static int expected_after(const struct tracker *t, char pieces[static GAME_MAX_SQUARES])
{
	const struct readings *r = t->readings;
	struct game_position pos = t->record.pos;
	struct turn turn;
	int e;

	memcpy(pieces, reported_reading(r)->expected, GAME_MAX_SQUARES);
	if (!r->press.pending)
		return 0;
	e = guess_turn(t, &turn);
	if (e < 0)
		return e;
	if (turn.has_move) {
		t->game->play(&pos, &turn.move);
		memset(pieces, '.', GAME_MAX_SQUARES);
		t->game->placement(&pos, pieces);
	} else if (turn.from != GAME_NO_SQUARE && turn.to != GAME_NO_SQUARE) {
		pieces[turn.to] = pieces[turn.from];
		pieces[turn.from] = '.';
	}
	return 0;
}

/* Is a piece of that side not where it was, or another one there (L4, L5; castling exchanges them), or does a sensor
 * name one on an empty square, whose own has not reported that it left? 1, 0 or -ENOMEM. */
static int has_begun(const struct tracker *t, enum side side)
{
	const struct readings *r = t->readings;
	const struct reading *h = reported_reading(r);
	squares_t old = r->press.pending ? h->mismatch_last : h->mismatch_twice;
	char pieces[GAME_MAX_SQUARES];
	int e = expected_after(t, pieces);

	for (unsigned q = 0; e == 0 && q < t->game->squares; q++) {
		bool its = t->game->piece_side(pieces[q]) == side, named = t->game->piece_side(r->sensor[q]) == side;

		if (r->number[q] > r->position_change &&
		    ((its && r->sensor[q] == '.') || (its && named && !square_agrees(r, pieces[q], r->sensor[q])) ||
		     (named && pieces[q] == '.' && !(old & square_bit(q)))))
			e = 1;
	}
	return e;
}

int lever_rebounds(struct tracker *t, enum side side)
{
	struct readings *r = t->readings;
	struct lever_press *last = &r->last_press;
	bool soon = last->side != NO_SIDE && last->changes == r->changes && t->now - last->t_us <= REBOUND_US;
	int begun = 0;

	if (soon && side != last->side) {
		begun = has_begun(t, side);
		if (begun < 0)
			return begun;
	}
	if (!soon || begun) {
		*last = (struct lever_press){
			.side = side,
			.t_us = t->now,
			.changes = r->changes,
			.doubtful = soon,
			.idle = last->side == other_side(side) && last->changes == r->changes,
			.sprang = NO_SIDE,
		};
		return 0;
	}
	/* back again: the hand that had begun did not press, it was a rebound; or nobody can have pressed in between
	 * (L8)
	 */
	if (side != last->side && (last->doubtful || (last->idle && last->t_us == t->now)) && r->press.pending) {
		r->press.pending = false;
		last->side = side;
		last->doubtful = false;
	}
	last->sprang = side != last->side ? side : NO_SIDE;
	last->sprang_us = t->now;
	last->t_us = t->now;
	last->rebounded = true;
	return 1;
}
