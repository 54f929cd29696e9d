/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Turns that are closed by the press of the lever: when it is judged. The timelines are in sensor-events.c. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/core/tracker/closing/missed-presses.h"
#include "daemon/core/tracker/closing/press.h"
#include "daemon/core/tracker/closing/rebound.h"
#include "daemon/core/tracker/closing/reply.h"
#include "daemon/core/tracker/closing/unseen-turns.h"
#include "daemon/core/tracker/facts.h"
#include "daemon/core/tracker/internal.h"
#include "daemon/core/tracker/reading/beam.h"
#include "daemon/core/tracker/reading/changes.h"
#include "daemon/core/tracker/reading/readings.h"
#include "daemon/core/tracker/report/revisions.h"
#include "daemon/core/tracker/setup/orientation.h"
#include "daemon/core/tracker/setup/start.h"

enum {
	PERHAPS_FROM = 50,   /* a turn that assumes so much: a press may have been missed */
	COST_REBOUND = 30,   /* a press that is a rebound of the one before it */
	REBOUND_WITHIN = 60, /* … that is asked of readings no costlier than this */
	TOLD_GAP = 12,	     /* what stood after the press is clear if the next reading costs so much more */
};

/*
 * The whole board, which tells of that press, tells what stood after it: where only one legal move explains it, nothing
 * of the turn is still to come. What had to be seen of it, as of a capture where sensors name no piece, nobody saw.
 */
static enum beam_answer judge_as_told(struct readings *r, const struct judging *judging, const struct readings *before)
{
	struct judging told = *judging;
	const struct node *turn, *other;
	bool clear;

	told.patience = WAITED;
	beam_press(r, &told);
	turn = r->beam[0].node != NO_NODE ? &r->node[r->beam[0].node] : NULL;
	clear = turn && turn->kind == TURN_LEGAL && turn->t_us == told.t_us;
	for (unsigned i = 1; clear && i < r->count && r->beam[i].cost < TOLD_GAP; i++) {
		other = r->beam[i].node != NO_NODE ? &r->node[r->beam[i].node] : NULL;
		clear = other && other->kind == TURN_LEGAL && other->from == turn->from && other->to == turn->to &&
			other->promotion == turn->promotion;
	}
	if (!clear)
		readings_restore(r, before);
	return clear ? BEAM_JUDGED : BEAM_NOT_CLEAR;
}

/* Two pieces of the side that pressed are away, and where the second went the scan is still to bring: that may explain
 * the turn for less. */
static bool is_under_way(const struct readings *r, int64_t now)
{
	const struct reading *h = reported_reading(r);
	squares_t away = new_mismatches(r, h) & h->pieces[r->press.side];

	for (squares_t rest = away; rest; rest &= rest - 1)
		if (r->sensor[__builtin_ctzll(rest)] != '.')
			away &= ~(rest & -rest);
	return away & (away - 1) && now < r->press.t_us + (int64_t)r->setup.scan_us;
}

int judge_press(struct tracker *t, enum patience patience)
{
	struct readings *r = t->readings, *before = NULL;
	struct judging judging = { .patience = patience, .ignoring = IGNORE_LEVER };
	enum beam_answer answer;
	const bool scanning = is_under_way(r, t->now);
	int r1;

	if (r->ended_by_kings) {
		r->press.pending = false;
		return 0;
	}

	r1 = orientation_at_first_press(t);
	if (r1 < 0)
		return r1;
	/* however clear the turn is, if it assumes much presses may have been missed */
	if (r->setup.has_lever && (!lever_is_late(r) || r->after_gap)) {
		before = malloc(sizeof(*before));
		if (!before)
			return -ENOMEM;
		*before = *r;
	}
	judging.side = r->press.side;
	judging.t_us = r->press.t_us;
	answer = beam_press(r, &judging);
	if (answer == BEAM_NOT_CLEAR && before && !lever_is_late(r) && r->told_us == r->press.t_us)
		answer = judge_as_told(r, &judging, before);
	if (answer == BEAM_JUDGED && before && !lever_is_late(r) && r->spent - before->spent >= PERHAPS_FROM) {
		if (patience == IF_CLEAR && scanning) {
			readings_restore(r, before);
			answer = BEAM_CLEAR_BUT_COSTLY;
		} else {
			r1 = missed_presses(t, before, r->spent - before->spent);
		}
	}
	if (answer == BEAM_JUDGED && r1 == 0 && before && gap_is_unread(t, before)) {
		readings_restore(r, before);
		free(before);
		r1 = read_on_after_gap(t);
		return r1 <= 0 ? r1 : judge_press(t, patience);
	}
	free(before);
	if (r1 < 0)
		return r1;
	if (answer == BEAM_CLEAR_BUT_COSTLY && !scanning)
		return judge_press(t, WAITED);
	r->press.scanned = answer == BEAM_CLEAR_BUT_COSTLY;
	if (answer != BEAM_JUDGED)
		return 0;
	r->press.pending = false;
	r->press.revisable = patience == IF_CLEAR;
	return report_turns(t);
}

int64_t scanned_us(const struct readings *r)
{
	return r->press.pending && r->press.scanned ? r->press.t_us + (int64_t)r->setup.scan_us : INT64_MAX;
}

/* Something must be known by now; and what was clear at the press may stand otherwise since. */
int judge_when_waited(struct tracker *t, int64_t t_us)
{
	struct readings *r = t->readings;

	if (t_us < r->press.t_us + WAIT_US)
		return t_us >= scanned_us(r) ? judge_press(t, IF_CLEAR) : 0;
	if (r->press.pending)
		return judge_press(t, WAITED);
	if (!r->press.revisable || r->ended_by_kings)
		return 0;
	r->press.revisable = false;
	return report_other_reading(t);
}

/* Two presses that were not seen: the lever is down on the side that is to move, and its move has stood for long. */
int64_t unseen_presses_us(const struct tracker *t)
{
	const struct readings *r = t->readings;
	const struct reading *h = reported_reading(r);
	int64_t since = r->changes ? r->change[r->changes % HISTORY].t_us : 0;

	if (!lever_is_late(r) || r->press.pending || r->lever != (enum side)h->side ||
	    r->provisional.state != PROVISIONAL_REPORTED)
		return INT64_MAX;
	return since + (int64_t)r->setup.late_us;
}

int judge_unseen_presses(struct tracker *t, int64_t t_us)
{
	struct readings *r = t->readings;

	if (t_us < unseen_presses_us(t))
		return 0;
	r->press = (struct turn_press){ .pending = true, .side = r->lever, .t_us = r->provisional.t_us };
	memcpy(r->at_press, r->sensor, sizeof(r->at_press));
	return judge_press(t, WAITED);
}

/* Has any square changed that this side may have to do with since the last turn? */
static bool has_moved(const struct readings *r, const struct reading *h, enum side side)
{
	for (squares_t rest = new_mismatches(r, h); rest; rest &= rest - 1)
		if (r->sensor[__builtin_ctzll(rest)] != '.' ||
		    r->game->piece_side(h->expected[__builtin_ctzll(rest)]) == side)
			return true;
	return false;
}

/* A piece of this side is gone, and none was put down since the last turn. */
static bool in_the_air(const struct readings *r, const struct reading *h, enum side side)
{
	uint32_t first = r->changes > HISTORY ? r->changes - HISTORY + 1 : 1;
	bool gone = false;

	for (uint32_t i = h->explained_upto + 1 < first ? first : h->explained_upto + 1; i <= r->changes; i++) {
		const struct change *c = &r->change[i % HISTORY];

		if (c->is != '.' && (c->is == '?' || r->game->piece_side(c->is) == side))
			return false;
		gone |= c->is == '.' && r->game->piece_side(h->expected[c->square]) == side;
	}
	return gone;
}

/* A sensor names a piece of this side where no legal move puts one, and the other side has not begun: it goes on, or
 * was put there against the rules. */
static bool stands_wrongly(const struct readings *r, const struct reading *h, enum side side)
{
	squares_t strange = 0;
	struct game_moves moves;

	if (r->provisional.state != PROVISIONAL_NONE || __builtin_popcountll(new_mismatches(r, h)) != 2)
		return false;
	for (squares_t rest = new_mismatches(r, h); rest; rest &= rest - 1) {
		const unsigned q = (unsigned)__builtin_ctzll(rest);

		if (r->game->piece_side(r->sensor[q]) == side)
			strange |= square_bit(q);
		else if (r->sensor[q] != '.' || r->game->piece_side(h->expected[q]) != side)
			return false;
	}
	r->game->moves(&h->pos, &moves);
	for (unsigned i = 0; i < moves.count; i++)
		strange &= ~square_bit(moves.move[i].to);
	return strange;
}

/* Is a piece of side, which is to move, away by one of the likely readings, or has one come that may be its? */
static bool perhaps_moved(const struct readings *r, enum side side)
{
	for (unsigned i = 0; i < r->count && r->beam[i].cost <= REBOUND_WITHIN; i++) {
		const struct reading *h = &r->beam[i];

		for (squares_t rest = h->side == side ? h->mismatch : 0; rest; rest &= rest - 1) {
			unsigned q = (unsigned)__builtin_ctzll(rest);

			if (r->game->piece_side(h->expected[q]) == side ||
			    (h->expected[q] == '.' && r->sensor[q] == '?'))
				return true;
		}
	}
	return false;
}

/*
 * By the reading that is reported the press is a rebound (rebound.c): nobody of that side had begun to move. By another
 * one a piece of it stood where no sensor reported it, and has gone on since. So all readings are asked: in each it may
 * be a rebound, which costs, or the side's turn, which has to explain what changed.
 */
static int weigh_rebound(struct tracker *t, enum side side)
{
	struct readings *r = t->readings;
	struct judging judging = { .side = side, .t_us = t->now, .patience = AT_ONCE, .ignoring = COST_REBOUND };
	unsigned turns = t->record.count;
	int e;

	if (r->press.pending || lever_is_late(r) || !perhaps_moved(r, side))
		return 0;
	memcpy(r->at_press, r->sensor, sizeof(r->at_press));
	beam_press(r, &judging);
	e = report_turns(t);
	if (t->record.count > turns)
		r->last_press =
			(struct lever_press){ .side = side, .t_us = t->now, .changes = r->changes, .sprang = NO_SIDE };
	return e;
}

int press_event(struct tracker *t, enum side side)
{
	struct readings *r = t->readings;
	const struct reading *h;
	int r1;

	r1 = lever_rebounds(t, side);
	if (r1 < 0)
		return r1;
	if (r1) {
		r1 = side != r->lever ? weigh_rebound(t, side) : 0;
		r->lever = side;
		return r1;
	}
	if (r->press.pending)
		r1 = judge_press(t, t->now < r->press.t_us + HAND_US ? AT_ONCE : WAITED);
	if (r1 < 0)
		return r1;
	r->lever = side;
	r->gap = 0;
	/* told with the board: of a turn that what stood has closed */
	if (r->gap_side == side && t->now == r->told_us && r->after_gap) {
		r->gap_side = NO_SIDE;
		return 0;
	}
	if (lever_is_late(r) && reply_was_pressed(r, side, t->now))
		return 0;
	start_is_pressed(t, side);
	h = reported_reading(r);
	if (h->side != side && !new_mismatches(r, h)) {
		/* nothing was moved since the last turn was pressed */
		report_fact(t, TRACKER_EMPTY_PRESS, side);
		return 0;
	}
	r->press = (struct turn_press){ .pending = true, .side = side, .t_us = t->now };
	memcpy(r->at_press, r->sensor, sizeof(r->at_press));
	/* a press that is read late was made before all this, unless the board is later still: nothing was moved yet */
	return judge_press(t, lever_is_late(r) && has_moved(r, h, side) && !in_the_air(r, h, side) &&
					      !stands_wrongly(r, h, side) ?
				      AT_ONCE :
				      IF_CLEAR);
}

/* A slow scan brings, after what seemed to be a rebound, the lift of a piece of the side that is to move and whose
 * lever went down: that was its press. */
int sprung_press(struct tracker *t, unsigned square)
{
	struct readings *r = t->readings;
	struct lever_press *last = &r->last_press;
	const struct reading *h = reported_reading(r);
	enum side side = last->sprang;
	int e = 0;

	if (side == NO_SIDE || !presses_are_seen(r) || t->now - last->sprang_us > (int64_t)r->setup.scan_us ||
	    r->lever != side || t->game->piece_side(h->expected[square]) != side)
		return 0;
	if (r->press.pending)
		e = judge_press(t, AT_ONCE);
	h = reported_reading(r);
	if (e < 0 || h->side != side)
		return e;
	r->press = (struct turn_press){ .pending = true, .side = side, .t_us = last->sprang_us };
	*last = (struct lever_press){ .side = side, .t_us = last->sprang_us, .changes = r->changes, .sprang = NO_SIDE };
	memcpy(r->at_press, r->sensor, sizeof(r->at_press));
	return 0;
}
