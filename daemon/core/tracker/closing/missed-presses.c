/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Presses that were missed, several in a row: both players forgot the lever.
 *
 *   M1   a ──╮_ b __╭──    x ──╮_ y __╭── |       the waiting side presses: the turn before was not pressed
 *   M2   a ──╮_ b __╭──    x ──╮_ y __╭──    c ──╮_ d __╭── |     nor was the one before that
 *   M5   a ──╮_ b __╭──    x ──╮_ y __╭──    b ──╮_ c __╭── |  |  a rested on b, and x began early: its own press says
 * so
 *
 * Read as one turn, everything but the last move is pieces displaced. Read one after the other, each move stood when
 * its reply came to stand, as without a lever. What comes later decides: the readings of both are kept.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/core/tracker/closing/missed-presses.h"
#include "daemon/core/tracker/closing/unpressed-turns.h"
#include "daemon/core/tracker/internal.h"
#include "daemon/core/tracker/reading/beam.h"
#include "daemon/core/tracker/reading/changes.h"
#include "daemon/core/tracker/reading/merged-beams.h"
#include "daemon/core/tracker/reading/readings.h"
#include "daemon/core/tracker/reading/standing-move.h"

enum {
	MISSED = 40,	  /* a press was missed */
	MISSED_MORE = 15, /* … and the next one: the clock was forgotten */
	CHEAPER = 6,	  /* so much the reading must gain by it */
	KEPT = 20,	  /* … and readings that cost so much more are kept beside it */
	CHANGES = 4,	  /* two moves take so many at least */
};

/* Notes the move that stands, without reporting it. */
static void note_standing_move(struct tracker *t, int64_t t_us)
{
	struct readings *r = t->readings;
	const struct reading *h = reported_reading(r);
	struct game_move move;

	if (!new_mismatches(r, h)) {
		r->provisional.state = PROVISIONAL_NONE;
	} else if (find_standing_move(r, h, legal_moves(t), &move)) {
		if (r->provisional.state == PROVISIONAL_REPORTED && !memcmp(&r->provisional.move, &move, sizeof(move)))
			return;
		r->provisional = (struct provisional_move){
			.state = PROVISIONAL_REPORTED, .move = move, .t_us = t_us, .changes = r->changes
		};
	}
}

static bool close_standing_move(struct tracker *t)
{
	struct readings *r = t->readings;
	struct change later[REWIND_MAX];
	unsigned n = sensors_rewind(r, r->provisional.changes, reported_reading(r)->expected, later);
	struct judging judging = {
		.side = (enum side)reported_reading(r)->side,
		.t_us = r->provisional.t_us,
		.patience = PAST,
		.ignoring = -1,
		.unpressed = true,
	};

	if (!n)
		return false;
	beam_press(r, &judging);
	sensors_replay(r, later, n);
	r->reported_index = 0;
	r->moves_known = false;
	r->provisional.state = PROVISIONAL_NONE;
	return true;
}

/* Everything since the last turn once more, each turn closed when the reply to it stands. Returns how many were. */
static unsigned replay_as_replies(struct tracker *t)
{
	struct readings *r = t->readings;
	struct change later[REWIND_MAX];
	unsigned n = sensors_rewind(r, r->window_start, reported_reading(r)->expected, later), closed = 0;

	r->provisional.state = PROVISIONAL_NONE;
	r->moves_known = false;
	/* a reply may have stood when the turn before it was pressed */
	if (n && r->changes)
		note_standing_move(t, r->change[r->changes % HISTORY].t_us);
	for (unsigned i = 0; i < n; i++) {
		note_change(r, later[i].t_us, later[i].square, later[i].is);
		if (later[i].is != '.' && reply_stands(t, &r->provisional)) {
			if (!close_standing_move(t))
				return 0;
			closed++;
		}
		note_standing_move(t, later[i].t_us);
	}
	return closed;
}

/* What is in the readings now, reads the press at that cost since before; what is in *best at *spent. Afterwards *best
 * has the readings of both, and *spent is what the cheapest of them costs. */
static void keep_both(struct readings *r, struct readings *best, int32_t cost, int32_t *spent)
{
	if (cost + CHEAPER <= *spent) {
		beam_merge(r, best, *spent - cost - CHEAPER);
		*best = *r;
		*spent = cost;
	} else {
		beam_merge(best, r, cost + CHEAPER - *spent);
	}
}

int missed_presses(struct tracker *t, const struct readings *before, int32_t spent)
{
	struct readings *r = t->readings, *best;
	struct turn_press press = r->press;
	struct judging judging = { .side = press.side, .t_us = press.t_us, .patience = WAITED, .ignoring = -1 };
	unsigned closed;
	int32_t cost;

	/* some of them may have come before the last turn was judged */
	if (before->changes < reported_reading(before)->explained_upto + CHANGES ||
	    before->changes - before->window_start > REWIND_MAX || work_is_exhausted(r))
		return 0;
	best = malloc(sizeof(*best));
	if (!best)
		return -ENOMEM;
	*best = *r;
	readings_restore(r, before);
	closed = replay_as_replies(t);
	memcpy(r->at_press, before->at_press, sizeof(r->at_press));
	r->provisional = best->provisional;
	if (closed && (enum side)reported_reading(r)->side == press.side) {
		beam_press(r, &judging);
		cost = r->spent - before->spent + MISSED + (int32_t)(closed - 1) * MISSED_MORE;
		keep_both(r, best, cost, &spent);
	}
	/* hands of both sides at once: no move stood alone */
	readings_restore(r, before);
	cost = play_unpressed_turns(t, press.side, press.t_us, spent + KEPT);
	if (cost >= 0)
		keep_both(r, best, cost, &spent);
	readings_restore(r, best);
	r->moves_known = false;
	free(best);
	return 0;
}
