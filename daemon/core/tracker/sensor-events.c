/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Real sensors. Legend:  ─ a piece stands, _ the square is empty, | the press. Without a lever by-time/by-time.c reads
 * them.
 *
 *   R1   a ──╮____   b __╭───  |             a move; reported at the press
 *   R2   a ──╮____  |  b __╭───              pressed in the air: judged when the piece stands, or after WAIT_US
 *   R3   |  a ──╮____  b __╭──               pressed before the hand began: judged in the same way
 *   R4   a ──╮_ b __╭╮ c __╭──  |            a slide; b is provisional only if the piece stays for PROVISIONAL_US
 *   R5   x ──╮_ |                            the opponent began early: no part of the turn
 *   R6   a ──╮____  b ____  |                b never came: the readings wait for what follows
 *   R7   |                                   no move, if nothing follows within WAIT_US
 *   R8   a ──╮_ b __╭── x ──╮_               without a lever: x, the reply's piece, ends the turn
 *   R9   a ──╮_ b __╭─ | ─╮_ c __╭──           pressed on the way: what stands WAIT_US after the press counts
 *   R13  a ──╮_ x ──╮_ b __╭── y __╭──         without a lever: both hands at once, the reply ends the turn
 *
 * and where the lever is read late (lever_is_late()), | the press, ' the instant at which it is read:
 *
 *   R10  b __╭── | x ──╮_ '                  the hand that moves in between is the opponent's: judged at once
 *   R11  b __╭── | x ──╮_ y __╭── '          the reply stands: the turn is closed, and its press is owed
 *   R12  b __╭── | x ──╮_ y __╭── |          both presses between two polls: when all is quiet and the lever is where
 *                                            it was, the two moves that make what stands are closed
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/core/tracker/by-time/by-time.h"
#include "daemon/core/tracker/closing/catch-up.h"
#include "daemon/core/tracker/closing/gap.h"
#include "daemon/core/tracker/closing/press.h"
#include "daemon/core/tracker/closing/reply.h"
#include "daemon/core/tracker/closing/unpressed-move.h"
#include "daemon/core/tracker/closing/unpressed-turns.h"
#include "daemon/core/tracker/facts.h"
#include "daemon/core/tracker/internal.h"
#include "daemon/core/tracker/reading/beam.h"
#include "daemon/core/tracker/reading/changes.h"
#include "daemon/core/tracker/reading/move-cost.h"
#include "daemon/core/tracker/reading/readings.h"
#include "daemon/core/tracker/reading/standing-move.h"
#include "daemon/core/tracker/reading/unsteady-squares.h"
#include "daemon/core/tracker/report/provisional.h"
#include "daemon/core/tracker/report/revisions.h"
#include "daemon/core/tracker/setup/after-end.h"
#include "daemon/core/tracker/setup/board-check.h"
#include "daemon/core/tracker/setup/kings.h"
#include "daemon/core/tracker/setup/orientation.h"
#include "daemon/core/tracker/sensor-events.h"
#include "daemon/core/tracker/setup/set-up-anew.h"
#include "daemon/core/tracker/setup/start.h"

enum { CLEARED = 8 }; /* squares that are wrong without a press */

int readings_new(struct tracker *t)
{
	struct readings *r = calloc(1, sizeof(*r));

	if (!r)
		return -ENOMEM;
	r->game = t->game;
	r->setup = t->setup;
	r->reported = NO_NODE;
	r->limit_us = INT64_MAX;
	r->centre = centre_squares(t->game);
	t->readings = r;
	r->lever = r->last_press.side = r->last_press.sprang = NO_SIDE;
	memset(r->sensor, '.', sizeof(r->sensor));
	t->game->placement(&t->record.pos, r->sensor);
	if (t->setup.sensors == TRACKER_PRESENCE)
		for (unsigned q = 0; q < t->game->squares; q++)
			if (r->sensor[q] != '.')
				r->sensor[q] = '?';
	beam_start(r, &t->record.pos, 0);
	start_readings(t);
	return 0;
}

static char seen_as(const struct tracker *t, char piece)
{
	return t->setup.sensors == TRACKER_PRESENCE || !piece ? '?' : piece;
}

/* The piece there is one that the turn takes elsewhere than where it goes: in passing, or by a jump. Lifting it is the
 * end of that turn, however late, and not the opponent's hand. */
static bool is_taken_elsewhere(const struct readings *r, const struct reading *h, unsigned square)
{
	struct game_moves moves;
	struct effect effect;

	r->game->moves(&h->pos, &moves);
	for (unsigned i = 0; i < moves.count; i++) {
		const struct game_move *m = &moves.move[i];

		if (r->sensor[m->to] == '.' || (m->from != m->to && r->sensor[m->from] != '.'))
			continue;
		effect_of(r, h, m, &effect);
		if (effect.emptied & square_bit(square))
			return true;
	}
	return false;
}

static int lift(struct tracker *t, unsigned square)
{
	struct readings *r = t->readings;
	const struct reading *h = reported_reading(r);
	char piece;
	int e = 0;

	if (r->press.pending && t->now >= r->press.t_us + HAND_US &&
	    t->game->piece_side(h->expected[square]) == other_side((enum side)h->side) &&
	    !is_taken_elsewhere(r, h, square))
		e = judge_press(t, WAITED);
	if (e < 0)
		return e;
	h = reported_reading(r);
	piece = r->sensor[square] != '?' ? r->sensor[square] : h->expected[square];
	note_change(r, t->now, square, '.');
	if (piece != '.' && !r->press.pending) {
		enum side side = (enum side)h->side;

		if (r->provisional.state == PROVISIONAL_REPORTED && t->game->piece_side(piece) == other_side(side))
			side = other_side(side);
		report_touched(t, side, square, piece);
	}
	return 0;
}

/* Where the lever is read late, a reply that stands closes the turn before it. */
static int close_by_reply(struct tracker *t)
{
	struct readings *r = t->readings;
	enum side mover = (enum side)reported_reading(r)->side;
	int64_t stood_us = r->provisional.t_us;

	if (!lever_is_late(r) || r->provisional.state != PROVISIONAL_REPORTED || !reply_stands(t, &r->provisional) ||
	    !reply_closes(t))
		return 0;
	reply_owes_press(r, mover, stood_us);
	return report_turns(t);
}

/* unnamed: a sensor that did not know what stood there. */
static int square_changes(struct tracker *t, unsigned square, char is, bool unnamed)
{
	struct readings *r = t->readings;
	int e = 0;

	if (game_is_over(t)) {
		note_change(r, t->now, square, is);
		play_goes_on(t);
		return report_new_game(t);
	}
	if (t->setup.has_lever)
		remember_standing_move(t);
	else
		by_time_before(t);
	r->unnamed_lift = is == '.' && unnamed;
	if (is == '.') {
		e = sprung_press(t, square);
		e = e < 0 ? e : lift(t, square);
	} else
		note_change(r, t->now, square, is);
	if (e == 0)
		e = check_change(t);
	if (e < 0)
		return e;
	if (r->press.pending)
		return judge_press(t, IF_CLEAR);
	if (t->setup.has_lever || r->gap)
		provisional_update(t);
	if (r->gap) {
		unsigned turns = t->record.count;

		e = gap_search(t);
		if (e < 0 || (t->setup.has_lever ? t->record.count != turns : r->gap))
			return e;
	}
	return t->setup.has_lever ? close_by_reply(t) : by_time_change(t, square);
}

static int square_event(struct tracker *t, const struct tracker_event *event)
{
	struct readings *r = t->readings;
	char is = event->type == TRACKER_LIFT ? '.' : seen_as(t, event->piece);
	unsigned square;
	int e;

	orientation_by_names(t, event);
	e = catch_up_when_quiet(t);
	if (e < 0)
		return e;
	square = board_square(t, event->square);
	if (unsteady_holds(r, square, is, t->now) || r->sensor[square] == is)
		return 0;
	return square_changes(t, square, is, !event->piece || event->piece == '?');
}

/* What unsteady squares have shown for long enough, or, at the end, what they show. */
static int unsteady_squares_settle(struct tracker *t, int64_t t_us)
{
	unsigned square;
	char is;
	int e = 0;

	while (e == 0 && (square = unsteady_settles(t->readings, t_us, &is)) != GAME_NO_SQUARE)
		e = square_changes(t, square, is, true);
	return e;
}

/* Is all that is new one square? A sensor that does not know the piece there reports nothing new. */
static bool is_one_change(const struct tracker *t, const char *squares, unsigned *square, char *is)
{
	const struct readings *r = t->readings;
	unsigned changed = 0;

	for (unsigned q = 0; q < t->game->squares && changed < 2; q++) {
		const unsigned v = board_square(t, q);
		const char now = squares[q] == '.' ? '.' : seen_as(t, squares[q]);

		if (now == r->sensor[v] || (now == '?' && r->sensor[v] != '.'))
			continue;
		changed++;
		*square = v;
		*is = now;
	}
	return changed == 1;
}

static int whole_board(struct tracker *t, const char *squares)
{
	struct readings *r = t->readings;
	struct provisional_move provisional = r->provisional;
	uint32_t before = r->changes;
	unsigned changed = 0;
	bool moved = false; /* a square is empty that was not, or the other way round */
	const unsigned differ = (unsigned)__builtin_popcountll(new_mismatches(r, reported_reading(r)));
	const squares_t wrong = reported_reading(r)->mismatch & ~new_mismatches(r, reported_reading(r));
	unsigned square;
	char is;
	int r1;

	unsteady_forget(r);
	/* sensors that name no piece may show no more of a capture that was played meanwhile */
	if (!t->setup.has_lever && t->setup.sensors == TRACKER_PIECE_ID && !r->events_lost && r->told_us &&
	    is_one_change(t, squares, &square, &is)) {
		r->told_us = t->now;
		return square_changes(t, square, is, is == '?');
	}
	for (unsigned q = 0; q < t->game->squares; q++) {
		char said = squares[q];
		unsigned v = board_square(t, q);

		is = said == '.' ? '.' : seen_as(t, said);
		/* a sensor that does not know the piece there reports nothing new */
		if (is != r->sensor[v] && !(is == '?' && r->sensor[v] != '.')) {
			moved |= (is == '.') != (r->sensor[v] == '.');
			note_change(r, t->now, v, is);
			changed++;
		}
	}
	r->told_us = t->now;
	if (game_is_over(t)) {
		r->events_lost = false;
		play_goes_on(t);
		return report_new_game(t);
	}
	r1 = check_whole_board(t);
	if (r1 < 0)
		return r1;
	if (r->press.pending)
		return judge_press(t, IF_CLEAR);
	provisional_update(t);
	/* set up so: nobody plays pieces from one's place to the other's */
	if (t->wrong_setup && !r->events_lost && r->changes == r->position_change + changed && !moved)
		return 0;
	/* a cable that was pulled loses events without a word; of what was played meanwhile two squares show something
	 * else at least, one alone is a hand's that moves */
	if (!r->events_lost && t->setup.has_lever && changed <= 1)
		return 0;
	r->events_lost = false;
	/* nothing is played after the last move; with a lever somebody may still press */
	if (start_stands_again(t) || (!t->setup.has_lever && !legal_moves(t)->count))
		return 0;
	if (!t->setup.has_lever && changed)
		by_time_gap(t);
	r->gap = before + 1;
	r->gap_end = r->gap_upto = r->changes;
	r->gap_us = r->heard_us;
	r->begun = (uint8_t)((differ + 1) / 2);
	r->before_gap = provisional;
	r->gap_side = NO_SIDE;
	r->gap_wrong = wrong;
	r->gap_rest = 0;
	if (!r->after_gap)
		r->gap_ply = (uint16_t)t->record.count;
	r->after_gap = t->setup.sensors == TRACKER_PRESENCE || !memchr(r->sensor, '?', t->game->squares);
	memcpy(r->gap_stood, r->sensor, sizeof(r->gap_stood));
	r1 = gap_search(t);
	return r1 < 0 || r->gap || t->setup.has_lever ? r1 : by_time_change(t, GAME_NO_SQUARE);
}

static int take_event(struct tracker *t, const struct tracker_event *event)
{
	int r;

	t->readings->work = 0;
	notice_end(t);
	r = unsteady_squares_settle(t, t->now);
	if (r == 0)
		r = judge_when_waited(t, t->now);
	if (r == 0)
		r = judge_unseen_presses(t, t->now);
	if (r == 0 && !t->setup.has_lever && !game_is_over(t))
		r = by_time_passes(t);
	if (r == 0 && !game_is_over(t))
		r = t->setup.has_lever ? close_move_before_kings(t) : by_time_kings(t);
	if (r < 0)
		return r;
	if (find_position_anew(t, event->type == TRACKER_PRESS) && reported_reading(t->readings)->mismatch)
		turn_board(t);
	provisional_due(t, t->now);
	kings_due(t, event->type == TRACKER_PRESS);
	switch (event->type) {
	case TRACKER_LIFT:
	case TRACKER_PLACE:
		r = square_event(t, event);
		break;
	case TRACKER_PRESS:
		if (!game_is_over(t))
			return press_event(t, event->side);
		t->readings->lever = event->side;
		return 0;
	case TRACKER_SQUARES:
		r = whole_board(t, event->squares);
		break;
	case TRACKER_EVENTS_LOST:
		t->readings->events_lost = true;
		report_fact(t, TRACKER_NEED_SQUARES, NO_SIDE);
		return 0;
	case TRACKER_TIME:
		return 0;
	}
	if (t->restoring || t->wrong_setup)
		check_restored(t);
	return r;
}

int readings_event(struct tracker *t, const struct tracker_event *event)
{
	int r = take_event(t, event);

	if (event->type != TRACKER_TIME && !t->readings->events_lost)
		t->readings->heard_us = t->now;
	return r;
}

int readings_judge_now(struct tracker *t)
{
	t->readings->work = 0;
	return t->readings->press.pending ? judge_press(t, WAITED) : 0;
}

int readings_finish(struct tracker *t)
{
	struct readings *r = t->readings;
	unsigned turns;
	int r1 = 0;

	r->work = 0;
	r1 = unsteady_squares_settle(t, INT64_MAX - 1);
	if (r1 == 0)
		r1 = judge_when_waited(t, INT64_MAX);
	provisional_due(t, INT64_MAX);
	if (r->kings_in_centre)
		t->now = r->kings_us > t->now ? r->kings_us : t->now;
	if (r1 == 0)
		r1 = t->setup.has_lever ? close_move_before_kings(t) : by_time_kings(t);
	kings_due(t, false);
	if (r1 < 0 || game_is_over(t))
		return r1;
	if (!t->setup.has_lever)
		return by_time_finish(t);
	/* pieces that were set up again, or cleared away, are no evidence of the turns before; the last move may have
	 * stood */
	if (r->new_game_reported || __builtin_popcountll(new_mismatches(r, reported_reading(r))) > CLEARED)
		return close_standing_move(t);
	turns = t->record.count;
	memcpy(r->at_press, r->sensor, sizeof(r->at_press));
	r1 = close_unpressed_turns(t);
	if (r1)
		return r1 < 0 ? r1 : 0;
	beam_finish(r, r->changes ? r->change[r->changes % HISTORY].t_us : t->now);
	r1 = report_turns(t);
	return r1 < 0 || t->record.count != turns ? r1 : close_standing_move(t);
}

bool readings_press_pending(const struct tracker *t)
{
	return t->readings->press.pending;
}

int64_t readings_deadline(const struct tracker *t)
{
	const struct readings *r = t->readings;
	int64_t due = INT64_MAX;

	if (r->provisional.state == PROVISIONAL_SOON)
		due = r->provisional.due_us;
	if ((r->press.pending || (r->press.revisable && !r->ended_by_kings && other_reading_stands(t))) &&
	    r->press.t_us + WAIT_US < due)
		due = r->press.t_us + WAIT_US;
	if (scanned_us(r) < due)
		due = scanned_us(r);
	if (r->kings_in_centre && r->kings_us < due)
		due = r->kings_us;
	if (unseen_presses_us(t) < due)
		due = unseen_presses_us(t);
	if (unsteady_due(r) < due)
		due = unsteady_due(r);
	if (!t->setup.has_lever && by_time_due(t) < due)
		due = by_time_due(t);
	return due;
}
