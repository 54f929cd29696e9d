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

#include "daemon/core/tracker/internal.h"
#include "daemon/core/tracker/reading/readings.h"

enum {
	WAIT_US = 1500000,	/* after a press, for what is still to come */
	HAND_US = 300000,	/* … and then the opponent's hand ends the wait */
	SAME_HAND_US = 300000,	/* a man that is set down is seen to be lifted before so long, however slow the scan */
	CLEARED = 8,		/* squares that are wrong without a press */
	PERHAPS_FROM = 50,	/* a turn that assumes so much: perhaps a press was missed */
};

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

static int judge(struct tracker *t, enum patience patience)
{
	struct reader *r = t->reader, *before = NULL;
	bool judged;

	if (r->over) {
		r->press.waiting = false;
		return 0;
	}

	around_first_press(t);
	/* of the side that waits, or not clear: perhaps presses were missed */
	if ((patience != IF_CLEAR || (enum side)reader_told(r)->side != r->press.side) && r->setup.has_lever && !reader_is_late(r)) {
		before = malloc(sizeof(*before));
		if (!before)
			return -ENOMEM;
		*before = *r;
	}
	judged = beam_press(r, r->press.side, r->press.t_us, patience, IGNORE_LEVER);
	if (judged && before && r->spent - before->spent >= PERHAPS_FROM)
		missed_presses(t, before, r->spent - before->spent);
	free(before);
	if (!judged)
		return r->dear ? judge(t, WAITED) : 0;
	r->press.waiting = false;
	r->press.fresh = patience == IF_CLEAR;
	return tell_turns(t);
}

/* Something must be known by now; and what was clear at the press may stand otherwise since. */
static int wait_over(struct tracker *t, int64_t t_us)
{
	struct reader *r = t->reader;

	if (t_us < r->press.t_us + WAIT_US)
		return 0;
	if (r->press.waiting)
		return judge(t, WAITED);
	if (!r->press.fresh || r->over)
		return 0;
	r->press.fresh = false;
	return tell_again(t);
}

/* Two presses that were not seen: the lever is down on the side that is to move, and its move has stood for long. */
static int64_t unseen_us(const struct tracker *t)
{
	const struct reader *r = t->reader;
	const struct reading *h = &r->beam[r->told_index];
	int64_t since = r->changes ? r->change[r->changes % HISTORY].t_us : 0;

	if (!reader_is_late(r) || r->press.waiting || r->lever != (enum side)h->side || r->shown.state != SHOWN_SET_DOWN)
		return INT64_MAX;
	return since + (int64_t)r->setup.late_us;
}

static int press_unseen(struct tracker *t, int64_t t_us)
{
	struct reader *r = t->reader;

	if (t_us < unseen_us(t))
		return 0;
	r->press = (struct turn_press){ .waiting = true, .side = r->lever, .t_us = r->shown.t_us };
	memcpy(r->at_press, r->sensor, sizeof(r->at_press));
	return judge(t, WAITED);
}

void reader_note(struct tracker *t, unsigned square, char is)
{
	struct reader *r = t->reader;
	squares_t b = square_bit(square);

	r->sensor[square] = is;
	r->since[square] = t->now;
	r->number[square] = r->changes + 1;
	r->change[++r->changes % HISTORY] = (struct change){ t->now, (uint8_t)square, is };
	for (unsigned i = 0; i < r->count; i++) {
		struct reading *h = beam_reading(r, i);

		if (square_agrees(r, h->want[square], is))
			h->bad &= ~b;
		else
			h->bad |= b;
	}
}

void reader_begin_here(struct tracker *t)
{
	struct reader *r = t->reader;
	squares_t rest = fresh_squares(r, reader_told(r));

	r->begun = r->window = r->changes;
	for (unsigned i = 0; i < r->count; i++) {
		struct reading *h = beam_reading(r, i);
		squares_t wrong = h->bad & ~fresh_squares(r, h);

		h->bad1 = h->bad2 = wrong;
		h->old_bad &= wrong;
		h->light = h->way = 0;
		h->done = r->changes;
	}
	memcpy(r->at_press, r->sensor, sizeof(r->at_press));
	for (; rest; rest &= rest - 1)
		reader_note(t, (unsigned)__builtin_ctzll(rest), r->sensor[__builtin_ctzll(rest)]);
}

static char seen_as(const struct tracker *t, char piece)
{
	return t->setup.sensors == TRACKER_PRESENCE || !piece ? '?' : piece;
}

/* The square in the game's view: the board may stand turned. */
static unsigned view(const struct tracker *t, unsigned square)
{
	return t->reader->turned ? t->game->squares - 1 - square : square;
}

/* A man of the other side stands on square, and this one stands there on a board that is turned. */
static bool stands_turned(const struct tracker *t, unsigned square, char piece)
{
	const char *want = t->reader->beam[t->reader->told_index].want;

	return want[square] != piece && want[t->game->squares - 1 - square] == piece &&
		t->game->piece_side(want[square]) == other_side(t->game->piece_side(piece));
}

/*
 * A sensor that names the piece shows at the first touch that the board stands turned. Where it does not know what stood
 * there to begin with, the first man that is set down does.
 */
static void find_turned(struct tracker *t, const struct tracker_event *event)
{
	struct reader *r = t->reader;
	const struct change *first = &r->change[(r->begun + 1) % HISTORY];
	unsigned square = view(t, event->square);
	bool lifted = event->type == TRACKER_LIFT, named = event->piece && event->piece != '?';

	if (t->righting || t->setup.sensors != TRACKER_PIECE_ID)
		return;
	if (r->changes == r->begun) {
		if (lifted && named && stands_turned(t, square, event->piece))
			around_turn(t);
	} else if (r->changes == r->begun + 1 && !t->record.count && lifted != (first->is == '.') && r->lever == NO_SIDE &&
		   (!lifted || t->now <= first->t_us + SAME_HAND_US)) {
		const char *want = r->beam[r->told_index].want;

		/* one lifted, one set down by the same hand, in whichever order they were seen */
		if (lifted ? named || first->is == '?' || !stands_turned(t, square, first->is) :
		    !named || !r->nameless || !stands_turned(t, first->square, event->piece))
			return;
		/* what nobody told was supposed, and is to be supposed from the other side */
		for (unsigned q = 0; q < t->game->squares; q++)
			if (q != first->square)
				r->sensor[q] = want[t->game->squares - 1 - q];
		around_turn(t);
	}
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
	event->square = (uint8_t)view(t, event->square);
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
			touch(t, event->square, piece);
			say_square(t, TRACKER_TOUCHED, side, event->square, piece);
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

/* A man of this side is gone, and none was put down since the last turn. */
static bool in_the_air(const struct reader *r, const struct reading *h, enum side side)
{
	uint32_t first = r->changes > HISTORY ? r->changes - HISTORY + 1 : 1;
	bool gone = false;

	for (uint32_t i = h->done + 1 < first ? first : h->done + 1; i <= r->changes; i++) {
		const struct change *c = &r->change[i % HISTORY];

		if (c->is != '.' && (c->is == '?' || r->game->piece_side(c->is) == side))
			return false;
		gone |= c->is == '.' && r->game->piece_side(h->want[c->square]) == side;
	}
	return gone;
}

static int press(struct tracker *t, enum side side)
{
	struct reader *r = t->reader;
	struct reading *h;
	int r1 = 0;

	if (r->press.waiting)
		r1 = judge(t, t->now < r->press.t_us + HAND_US ? AT_ONCE : WAITED);
	if (r1 < 0)
		return r1;
	r->lever = side;
	r->gap = 0;
	if (reader_is_late(r) && reply_was_pressed(r, side, t->now))
		return 0;
	h = reader_told(r);
	if (h->side != side && !fresh_squares(r, h)) {
		/* nothing was moved since the last turn was pressed */
		say(t, TRACKER_EMPTY_PRESS, side);
		return 0;
	}
	r->press = (struct turn_press){ .waiting = true, .side = side, .t_us = t->now };
	memcpy(r->at_press, r->sensor, sizeof(r->at_press));
	/* a press that is read late was made before all this */
	return judge(t, reader_is_late(r) && !in_the_air(r, h, side) ? AT_ONCE : IF_CLEAR);
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
		unsigned v = view(t, q);
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

static void righted(struct tracker *t)
{
	struct reader *r = t->reader;

	if (t->righting && !reader_told(r)->bad) {
		t->righting = false;
		/* what was wrong is forgotten: the same squares may be wrong again */
		beam_start(r, &t->record.pos, t->record.count);
		around_begin(t);
		say(t, TRACKER_RESTORED, t->game->to_move(&t->record.pos));
	}
	if (t->wrong_setup && !reader_told(r)->bad) {
		t->wrong_setup = false;
		say(t, TRACKER_SETUP_OK, NO_SIDE);
	}
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
	case TRACKER_LOST:
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

void reader_official_changed(struct tracker *t)
{
	struct reader *r = t->reader;

	tell_nothing(t);
	r->press.waiting = r->press.fresh = false;
	r->unpressed_count = 0;
	r->lever = NO_SIDE;
	r->told = NO_NODE;
	r->told_index = 0;
	r->moves_known = false;
	r->over = false;
	r->gap = 0;
	r->new_game_told = false;
	beam_start(r, &t->record.pos, t->record.count);
	around_begin(t);
	t->righting = reader_told(r)->bad != 0;
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

/* Letters where the sensors give none: what the reading says stands there. */
void reader_placement(const struct tracker *t, char *squares)
{
	const struct reader *r = t->reader;
	const struct reading *h = &r->beam[r->told_index];

	for (unsigned q = 0; q < t->game->squares; q++) {
		squares[q] = r->sensor[q];
		if (r->sensor[q] == '?')
			squares[q] = h->want[q] != '.' ? h->want[q] :
				r->shown.state != SHOWN_NOTHING && r->shown.move.to == q ? h->want[r->shown.move.from] : '?';
	}
	memset(squares + t->game->squares, '.', GAME_MAX_SQUARES - t->game->squares);
}
