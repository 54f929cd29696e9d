/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Real sensors. Legend:  ─ a man stands, _ the square is empty, | the press.
 *
 *   R1   a ──╮____   b __╭───  |             a move; told at the press
 *   R2   a ──╮____  |  b __╭───              pressed in the air: judged when the man stands, or after WAIT_US
 *   R3   |  a ──╮____  b __╭──               pressed before the hand began: judged in the same way
 *   R4   a ──╮_ b __╭╮ c __╭──  |            a slide; b is shown only if the man stays for SHOW_US
 *   R5   x ──╮_ |                            the opponent began early: no part of the turn
 *   R6   a ──╮____  b ____  |                b never came: the readings wait for what follows
 *   R7   |                                   no move, if nothing follows within WAIT_US
 *   R8   a ──╮_ b __╭── x ──╮_               without a lever: x, the reply's man, ends the turn
 *   R9   a ──╮_ b __╭─ | ─╮_ c __╭──           pressed on the way: what stands WAIT_US after the press counts
 *   R13  a ──╮_ x ──╮_ b __╭── y __╭──         without a lever: both hands at once, the reply ends the turn
 *
 * and where the lever is read late (reader_is_late()), | the press, ' the instant at which it is read:
 *
 *   R10  b __╭── | x ──╮_ '                  the hand that moves meanwhile is the opponent's: judged at once
 *   R11  b __╭── | x ──╮_ y __╭── '          the reply stands: the turn is closed, and its press is owed
 *   R12  b __╭── | x ──╮_ y __╭── |          both presses between two looks: when all is quiet and the lever is where
 *                                            it was, the two moves that make what stands are closed
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/core/tracker/closing/catch-up.h"
#include "daemon/core/tracker/closing/gap.h"
#include "daemon/core/tracker/closing/press.h"
#include "daemon/core/tracker/closing/reply.h"
#include "daemon/core/tracker/closing/simultaneous.h"
#include "daemon/core/tracker/facts.h"
#include "daemon/core/tracker/internal.h"
#include "daemon/core/tracker/reading/beam.h"
#include "daemon/core/tracker/reading/changes.h"
#include "daemon/core/tracker/reading/readings.h"
#include "daemon/core/tracker/reading/sensor-events.h"
#include "daemon/core/tracker/reading/standing-move.h"
#include "daemon/core/tracker/report/provisional.h"
#include "daemon/core/tracker/report/revisions.h"
#include "daemon/core/tracker/setup/board-check.h"
#include "daemon/core/tracker/setup/kings.h"
#include "daemon/core/tracker/setup/orientation.h"
#include "daemon/core/tracker/setup/start.h"

enum { CLEARED = 8 };	/* squares that are wrong without a press */

int reader_new(struct tracker *t)
{
	struct reader *r = calloc(1, sizeof(*r));

	if (!r)
		return -ENOMEM;
	r->game = t->game;
	r->setup = t->setup;
	r->told = NO_NODE;
	r->limit_us = INT64_MAX;
	r->centre = around_centre(t->game);
	t->reader = r;
	r->lever = NO_SIDE;
	memset(r->sensor, '.', sizeof(r->sensor));
	t->game->placement(&t->record.pos, r->sensor);
	if (t->setup.sensors == TRACKER_PRESENCE)
		for (unsigned q = 0; q < t->game->squares; q++)
			if (r->sensor[q] != '.')
				r->sensor[q] = '?';
	beam_start(r, &t->record.pos, 0);
	around_begin(t);
	return 0;
}

static char seen_as(const struct tracker *t, char piece)
{
	return t->setup.sensors == TRACKER_PRESENCE || !piece ? '?' : piece;
}

static int squares_event(struct tracker *t, const struct tracker_event *given)
{
	struct reader *r = t->reader;
	const struct reading *h;
	struct tracker_event copy = *given, *event = &copy;
	char is = event->type == TRACKER_LIFT ? '.' : seen_as(t, event->piece);
	int r1;

	find_turned(t, event);
	r1 = catch_up_astray(t);
	if (r1 < 0)
		return r1;
	event->square = (uint8_t)board_square(t, event->square);
	if (r->sensor[event->square] == is)
		return 0;
	r->nameless = is == '.' && (!event->piece || event->piece == '?');
	if (is == '.') {
		char piece;

		h = reader_told(r);
		if (r->press.waiting && t->now >= r->press.t_us + HAND_US &&
		    t->game->piece_side(h->want[event->square]) == other_side((enum side)h->side))
			r1 = judge(t, WAITED);
		else
			r1 = reply_begins(t, event->square);
		if (r1 < 0)
			return r1;
		h = reader_told(r);
		piece = r->sensor[event->square] != '?' ? r->sensor[event->square] : h->want[event->square];
		reader_note(t, event->square, is);
		if (piece != '.' && !r->press.waiting) {
			enum side side = (enum side)h->side;

			if (r->shown.state == SHOWN_SET_DOWN && t->game->piece_side(piece) == other_side(side))
				side = other_side(side);
			say_touched(t, side, event->square, piece);
		}
	} else {
		reader_note(t, event->square, is);
	}
	r1 = around_changed(t);
	if (r1 < 0)
		return r1;
	if (r->press.waiting)
		return judge(t, IF_CLEAR);
	tell_set_down(t);
	if (r->gap) {
		unsigned turns = t->record.count;

		r1 = gap_search(t);
		if (r1 < 0 || t->record.count != turns)
			return r1;
	}
	if (reader_by_reply(r) && r->shown.state == SHOWN_SET_DOWN && tell_reply_stands(t)) {
		enum side mover = (enum side)reader_told(r)->side;
		int64_t stood_us = r->shown.t_us;

		if (reply_closes(t)) {
			if (t->setup.has_lever)
				reply_owes_press(r, mover, stood_us);
			return tell_turns(t);
		}
	}
	if (!t->setup.has_lever && !tell_stands(t) && pair_stands(t) && reply_closes(t))
		return tell_turns(t);
	if (!t->setup.has_lever && is != '.' && !tell_stands(t))
		return reply_implies(t, event->square);
	return 0;
}

static int whole_board(struct tracker *t, const char *squares)
{
	struct reader *r = t->reader;
	struct shown shown = r->shown;
	uint32_t before = r->changes;
	unsigned changed = 0;
	bool moved = false;	/* a square is empty that was not, or the other way round */
	int r1;

	for (unsigned q = 0; q < t->game->squares; q++) {
		char said = squares[q];
		unsigned v = board_square(t, q);
		char is = said == '.' ? '.' : seen_as(t, said);

		/* a sensor that does not know the man there says nothing new */
		if (is != r->sensor[v] && !(is == '?' && r->sensor[v] != '.')) {
			moved |= (is == '.') != (r->sensor[v] == '.');
			reader_note(t, v, is);
			changed++;
		}
	}
	r1 = around_board(t);
	if (r1 < 0)
		return r1;
	if (r->press.waiting)
		return judge(t, IF_CLEAR);
	tell_set_down(t);
	/* set up so: nobody plays men from one's place to the other's */
	if (t->wrong_setup && !r->lost && r->changes == r->begun + changed && !moved)
		return 0;
	/* a cable that was pulled loses events without a word */
	if (!r->lost && t->setup.has_lever && !changed)
		return 0;
	r->lost = false;
	/* nothing is played after the last move; with a lever somebody may press all the same */
	if (around_new_game(t) || (!t->setup.has_lever && !tell_moves(t)->count))
		return 0;
	r->gap = before + 1;
	r->gap_shown = r->changes;
	r->before_gap = shown;
	return gap_search(t);
}

int reader_event(struct tracker *t, const struct tracker_event *event)
{
	int r;

	t->reader->work = 0;
	r = wait_over(t, t->now);
	if (r == 0)
		r = press_unseen(t, t->now);
	if (r < 0)
		return r;
	tell_due(t, t->now);
	around_due(t, event->type == TRACKER_PRESS);
	switch (event->type) {
	case TRACKER_LIFT:
	case TRACKER_PLACE:
		r = squares_event(t, event);
		break;
	case TRACKER_PRESS:
		return press(t, event->side);
	case TRACKER_SQUARES:
		r = whole_board(t, event->squares);
		break;
	case TRACKER_EVENTS_LOST:
		t->reader->lost = true;
		say(t, TRACKER_NEED_SQUARES, NO_SIDE);
		return 0;
	case TRACKER_TIME:
		return 0;
	}
	if (t->righting || t->wrong_setup)
		righted(t);
	return r;
}

int reader_settle(struct tracker *t)
{
	t->reader->work = 0;
	return t->reader->press.waiting ? judge(t, WAITED) : 0;
}

int reader_finish(struct tracker *t)
{
	struct reader *r = t->reader;
	int r1 = 0;

	r->work = 0;
	if (r->press.waiting)
		r1 = judge(t, WAITED);
	tell_due(t, INT64_MAX);
	if (r->kings)
		t->now = r->kings_us > t->now ? r->kings_us : t->now;
	around_due(t, false);
	/* men that were set up anew, or cleared away, say nothing about the turns before */
	if (r1 == 0 && !r->over && !r->new_game_told && __builtin_popcountll(fresh_squares(r, reader_told(r))) <= CLEARED) {
		memcpy(r->at_press, r->sensor, sizeof(r->at_press));
		beam_finish(r, r->changes ? r->change[r->changes % HISTORY].t_us : t->now);
		r1 = tell_turns(t);
	}
	return r1;
}

bool reader_waits(const struct tracker *t)
{
	return t->reader->press.waiting;
}

int64_t reader_deadline(const struct tracker *t)
{
	const struct reader *r = t->reader;
	int64_t due = INT64_MAX;

	if (r->shown.state == SHOWN_SOON)
		due = r->shown.show_us;
	if ((r->press.waiting || (r->press.fresh && !r->over && tell_other_stands(t))) && r->press.t_us + WAIT_US < due)
		due = r->press.t_us + WAIT_US;
	if (r->kings && r->kings_us < due)
		due = r->kings_us;
	if (unseen_us(t) < due)
		due = unseen_us(t);
	return due;
}
