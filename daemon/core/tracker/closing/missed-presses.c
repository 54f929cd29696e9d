/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Presses that were missed, several in a row: both players forgot the lever.
 *
 *   M1   a ──╮_ b __╭──    x ──╮_ y __╭── |       the waiting side presses: the turn before was not pressed
 *   M2   a ──╮_ b __╭──    x ──╮_ y __╭──    c ──╮_ d __╭── |     nor was the one before that
 *
 * Read as one turn, everything but the last move is men displaced. Read one after the other, each move stood when its
 * reply came to stand, as without a lever.
 */
#include <stdlib.h>
#include <string.h>

#include "daemon/core/tracker/closing/missed-presses.h"
#include "daemon/core/tracker/internal.h"
#include "daemon/core/tracker/reading/beam.h"
#include "daemon/core/tracker/reading/changes.h"
#include "daemon/core/tracker/reading/readings.h"
#include "daemon/core/tracker/reading/standing-move.h"

enum {
	MISSED = 40,		/* a press was missed */
	MISSED_MORE = 15,	/* … and the next one: the clock was forgotten */
	CHEAPER = 10,		/* so much the reading must gain by it */
	CHANGES = 4,		/* two moves take so many at least */
};

/* The move that stands, and nothing that is told. */
static void look(struct tracker *t)
{
	struct reader *r = t->reader;
	const struct reading *h = reader_told(r);
	struct game_move move;

	if (!fresh_squares(r, h)) {
		r->shown.state = SHOWN_NOTHING;
	} else if (tell_find(r, h, tell_moves(t), &move)) {
		if (r->shown.state == SHOWN_SET_DOWN && !memcmp(&r->shown.move, &move, sizeof(move)))
			return;
		r->shown = (struct shown){ .state = SHOWN_SET_DOWN, .move = move, .t_us = t->now, .changes = r->changes };
	}
}

static bool close_shown(struct tracker *t)
{
	struct reader *r = t->reader;
	struct change later[BACK];
	unsigned n = look_back(r, r->shown.changes, reader_told(r)->want, later);
	bool judged;

	if (!n)
		return false;
	judged = beam_press(r, (enum side)reader_told(r)->side, r->shown.t_us, PAST, -1);
	look_on(t, later, n);
	r->told_index = 0;
	r->moves_known = false;
	r->shown.state = SHOWN_NOTHING;
	return judged;
}

/* Everything since the last turn once more, each turn closed when the reply to it stands. Returns how many were. */
static unsigned replay(struct tracker *t)
{
	struct reader *r = t->reader;
	struct change later[BACK];
	unsigned n = look_back(r, r->window, reader_told(r)->want, later), closed = 0;

	r->shown.state = SHOWN_NOTHING;
	r->moves_known = false;
	for (unsigned i = 0; i < n; i++) {
		t->now = later[i].t_us;
		reader_note(t, later[i].square, later[i].is);
		if (later[i].is != '.' && tell_reply_stands(t)) {
			if (!close_shown(t))
				return 0;
			closed++;
		}
		look(t);
	}
	return closed;
}

void missed_presses(struct tracker *t, const struct reader *before, int32_t spent)
{
	struct reader *r = t->reader, *as_one;
	struct turn_press press = r->press;
	int64_t now = t->now;
	unsigned closed;

	if (before->changes < before->window + CHANGES || before->changes - before->window > BACK || reader_is_tired(r))
		return;
	as_one = malloc(sizeof(*as_one));
	if (!as_one)
		return;
	*as_one = *r;
	reader_restore(r, before);
	closed = replay(t);
	t->now = now;
	memcpy(r->at_press, before->at_press, sizeof(r->at_press));
	r->shown = as_one->shown;
	if (!closed || (enum side)reader_told(r)->side != press.side || !beam_press(r, press.side, press.t_us, WAITED, -1) ||
	    r->spent - before->spent + MISSED + (int32_t)(closed - 1) * MISSED_MORE + CHEAPER > spent)
		reader_restore(r, as_one);
	r->press = press;
	r->moves_known = false;
	free(as_one);
}
