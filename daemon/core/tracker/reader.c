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

#include "daemon/core/tracker/private.h"
#include "daemon/core/tracker/reader.h"

enum {
	WAIT_US = 1500000,	/* after a press, for what is still to come */
	HAND_US = 300000,	/* … and then the opponent's hand ends the wait */
	CLEARED = 8,		/* squares that are wrong without a press */
	LONG_AGO_US = 10000000,
	CATCH_UP = 6,		/* turns that may lie in a gap of lost events */
	QUIET_US = 3000000, QUIET_LATE_US = 900000,
	ASTRAY = 4, ASTRAY_TURNS = 4,	/* changes that fit nothing, and turns that may explain them */
	SOON_QUIET_US = 600000, FAR_ASTRAY = 8,	/* so many fit nothing */
	ASTRAY_COST = 200,	/* that they may assume */
	OWED_US = 700000,	/* from a man's standing to its press, at most */
	BACK = HISTORY / 2, SEVERAL_FROM = 45,
	IMPLIED_COST = 100,	/* what a move may assume that only its reply shows */
	IGNORE_REPLY = 25,	/* without a lever: a reply that was none */
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

static struct reading *told(struct reader *r)
{
	return beam_reading(r, r->told_index);
}

static int judge(struct tracker *t, enum patience patience)
{
	struct reader *r = t->reader;

	if (r->over) {
		r->press.waiting = false;
		return 0;
	}

	around_first_press(t);
	if (!beam_press(r, r->press.side, r->press.t_us, patience, IGNORE_LEVER))
		return 0;
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
	const struct reading *h = &r->beam[r->now_beam][r->told_index];
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

static char seen_as(const struct tracker *t, char piece)
{
	return t->setup.sensors == TRACKER_PRESENCE || !piece ? '?' : piece;
}

/* The turn is closed, its press may still be on its way. */
static void owe_press(struct reader *r, enum side side, int64_t stood_us)
{
	if (r->unpressed_count == UNPRESSED)
		memmove(r->unpressed, r->unpressed + 1, --r->unpressed_count * sizeof(r->unpressed[0]));
	r->unpressed[r->unpressed_count++] = (struct unpressed){ side, stood_us };
}

/* Is this the press of a turn that a reply has closed already? What is older will not come any more. */
static bool is_owed(struct reader *r, enum side side, int64_t t_us)
{
	unsigned n = 0;

	while (n < r->unpressed_count && r->unpressed[n].t_us + (int64_t)r->setup.late_us + OWED_US < t_us)
		n++;
	if (n < r->unpressed_count && r->unpressed[n].side != side)
		n++;
	if (n >= r->unpressed_count) {
		r->unpressed_count = 0;
		return false;
	}
	r->unpressed_count -= n + 1;
	memmove(r->unpressed, r->unpressed + n + 1, r->unpressed_count * sizeof(r->unpressed[0]));
	return true;
}

/* Without a lever: does lifting from square begin the reply to what stands? */
static int reply(struct tracker *t, unsigned square)
{
	struct reader *r = t->reader;
	const struct reading *h = told(r);
	enum side mover = (enum side)h->side;

	if (t->setup.has_lever || r->shown.state == SHOWN_NOTHING || square == r->shown.move.to ||
	    t->game->piece_side(h->want[square]) != other_side(mover))
		return 0;
	memcpy(r->at_press, r->sensor, sizeof(r->at_press));
	if (!beam_press(r, mover, r->shown.t_us, IF_CLEAR, IGNORE_REPLY))
		return 0;
	return tell_turns(t);
}

/* What the sensor said, and when, after change number upto. */
static void state_then(struct reader *r, unsigned square, uint32_t upto, const char *want)
{
	for (uint32_t i = upto; i > r->begun && i + HISTORY > r->changes; i--) {
		const struct change *c = &r->change[i % HISTORY];

		if (c->square != square)
			continue;
		r->sensor[square] = c->is;
		r->since[square] = c->t_us;
		r->number[square] = i;
		return;
	}
	r->sensor[square] = want[square] == '.' || r->setup.sensors != TRACKER_PRESENCE ? want[square] : '?';
	r->since[square] = r->change[(upto + 1) % HISTORY].t_us - LONG_AGO_US;
	r->number[square] = r->begun;
}

/* The sensors as they were after change number upto. Returns how many came since, in later; 0: too many, nothing is done. */
static unsigned go_back(struct reader *r, uint32_t upto, const char *want, struct change later[static BACK])
{
	unsigned n = r->changes - upto;

	if (n > BACK || upto < r->begun)
		return 0;
	for (unsigned i = 0; i < n; i++)
		later[i] = r->change[(upto + 1 + i) % HISTORY];
	for (unsigned i = 0; i < n; i++)
		state_then(r, later[i].square, upto, want);
	r->changes = upto;
	for (unsigned i = 0; i < r->count; i++)
		beam_reading(r, i)->bad = compare(r, beam_reading(r, i)->want);
	memcpy(r->at_press, r->sensor, sizeof(r->at_press));
	return n;
}

static void go_on(struct tracker *t, const struct change *later, unsigned n)
{
	int64_t now = t->now;

	for (unsigned i = 0; i < n; i++) {
		t->now = later[i].t_us;
		reader_note(t, later[i].square, later[i].is);
	}
	t->now = now;
}

/* The turn is judged as it stood when it was shown: what came since belongs to the next one. */
static bool judge_shown(struct tracker *t)
{
	struct reader *r = t->reader;
	struct change later[BACK];
	unsigned n = go_back(r, r->shown.changes, told(r)->want, later);
	bool judged;

	if (!n)
		return false;
	judged = beam_press(r, (enum side)told(r)->side, r->shown.t_us, PAST, IGNORE_REPLY);
	go_on(t, later, n);
	return judged;
}

/* The square in the game's view: the board may stand turned. */
static unsigned view(const struct tracker *t, unsigned square)
{
	return t->reader->turned ? t->game->squares - 1 - square : square;
}

/* A sensor that names the piece shows at the first touch that the board stands turned. */
static void find_turned(struct tracker *t, const struct tracker_event *event)
{
	struct reader *r = t->reader;
	unsigned other = t->game->squares - 1 - event->square;
	const char *want = told(r)->want;

	if (r->changes != r->begun || t->righting || t->setup.sensors != TRACKER_PIECE_ID || event->type != TRACKER_LIFT ||
	    !event->piece || event->piece == '?' || want[event->square] == event->piece || want[other] != event->piece ||
	    t->game->piece_side(want[event->square]) == t->game->piece_side(event->piece))
		return;
	around_turn(t);
}

/* Turns are closed until a legal position, or one move from it, stands. Returns what that assumes, -1 if none does. */
static int32_t close_turns(struct tracker *t, unsigned most, squares_t wrong)
{
	struct reader *r = t->reader;
	int32_t spent = r->spent;

	for (unsigned n = 0; n < most && !tell_stands_but(t, wrong); n++) {
		if (!beam_press(r, (enum side)told(r)->side, t->now, WAITED, -1))
			return -1;
		r->told_index = 0;
		r->moves_known = false;
	}
	return tell_stands_but(t, wrong) ? r->spent - spent : -1;
}

/* Events are missing: turns are closed until what stands is the position, or one move from it. They may assume dear. */
static int catch_up(struct tracker *t, unsigned most, int32_t dear)
{
	struct reader *r = t->reader;
	struct reader *before;
	squares_t wrong = 0;	/* for long, and no part of what was missed */
	int32_t cost;
	int r1 = 0;

	/* nothing is played after the last move; with a lever somebody may press all the same */
	if (tell_stands(t) || (!t->setup.has_lever && !tell_moves(t)->count))
		return 0;
	for (squares_t rest = told(r)->bad & told(r)->bad1; rest; rest &= rest - 1)
		if (r->number[__builtin_ctzll(rest)] <= told(r)->done)
			wrong |= rest & -rest;
	before = malloc(sizeof(*before));
	if (!before)
		return -ENOMEM;
	*before = *r;
	memcpy(r->at_press, r->sensor, sizeof(r->at_press));
	/* nobody saw what was played: that it was against the rules would be a mere guess */
	r->legal_only = t->setup.has_lever;
	cost = close_turns(t, most, wrong);
	r->legal_only = false;
	if (cost >= 0 && cost <= dear)
		r1 = tell_turns(t);
	else
		*r = *before;
	free(before);
	return r1;
}

/*
 * A man of the other side has come to stand on square by a legal move, after one of the side to move had been lifted:
 * number of the last change of the move before it. 0: there is no such man, or the other may be taking it.
 */
static uint32_t move_ended(struct tracker *t, unsigned square)
{
	struct reader *r = t->reader;
	const struct reading *h = told(r);
	enum side mover = (enum side)h->side;
	squares_t fresh = fresh_squares(r, h), away = 0, replies = 0;
	struct game_position pos = h->pos;
	const struct game_moves *own = tell_moves(t);
	struct game_moves moves;
	uint32_t first = UINT32_MAX, ended = 0;

	if (!own->count || (h->want[square] != '.' && t->game->piece_side(h->want[square]) != mover))
		return 0;
	for (squares_t rest = fresh; rest; rest &= rest - 1) {
		unsigned q = (unsigned)__builtin_ctzll(rest);

		if (r->sensor[q] != '.')
			continue;
		if (t->game->piece_side(h->want[q]) != mover) {
			replies |= square_bit(q);
			continue;
		}
		away |= square_bit(q);
		if (r->number[q] < first)
			first = r->number[q];
	}
	if (!away || !replies)
		return 0;
	t->game->set_placement(&pos, h->want, other_side(mover));
	t->game->moves(&pos, &moves);
	for (unsigned i = 0; i < moves.count; i++) {
		const struct game_move *m = &moves.move[i];
		bool victim = false;

		if (m->to != square || !(replies & square_bit(m->from)) || r->number[m->from] < first ||
		    r->number[m->from] > r->number[square] || !square_agrees(r, h->want[m->from], r->sensor[square]))
			continue;
		for (unsigned j = 0; j < own->count && !victim; j++)
			victim = own->move[j].to == m->from && (away & square_bit(own->move[j].from));
		if (victim)
			continue;
		ended = r->number[m->from] - 1;
		/* a hand that began early: the move stood only later */
		for (squares_t rest = fresh; rest; rest &= rest - 1) {
			unsigned q = (unsigned)__builtin_ctzll(rest);

			if (q != square && r->sensor[q] != '.' && r->number[q] > ended)
				ended = r->number[square] - 1;
		}
	}
	return ended;
}

/* Without a lever: a reply stands upon a move that was not seen whole. The move is what it must have been, or some turns
 * together. */
static int implied(struct tracker *t, unsigned square)
{
	struct reader *r = t->reader, *before;
	uint32_t ended = move_ended(t, square);
	struct change later[BACK];
	int32_t cost;
	unsigned n;
	int r1 = 0;

	if (!ended)
		return 0;
	before = malloc(3 * sizeof(*before));
	if (!before)
		return -ENOMEM;
	before[0] = *r;
	n = go_back(r, ended, told(r)->want, later);
	if (n) {
		int64_t t_us = ended > r->begun ? r->change[ended % HISTORY].t_us : t->now;

		before[1] = *r;
		cost = beam_press(r, (enum side)told(r)->side, t_us, PAST, IGNORE_REPLY) ? r->spent - before[1].spent : INT32_MAX;
		if (cost > SEVERAL_FROM) {
			int32_t many;

			before[2] = *r;
			*r = before[1];
			many = close_turns(t, ASTRAY_TURNS, 0);
			if (many < 0 || many >= cost)
				*r = before[2];
			else
				cost = many;
		}
		if (cost <= IMPLIED_COST) {
			go_on(t, later, n);
			r1 = tell_turns(t);
		} else {
			*r = before[0];
		}
	}
	free(before);
	return r1;
}

/* What stood for a while fits nothing: perhaps some turns together make it. */
static int astray(struct tracker *t)
{
	struct reader *r = t->reader;
	const struct change *last = &r->change[r->changes % HISTORY];
	bool late = reader_is_late(r);
	int64_t quiet = late ? QUIET_LATE_US : r->changes >= told(r)->done + FAR_ASTRAY ? SOON_QUIET_US : QUIET_US;

	if (!reader_by_reply(r) || r->press.waiting || r->changes < told(r)->done + ASTRAY || last->is == '.' ||
	    t->now - last->t_us <= quiet || tell_stands(t))
		return 0;
	/* by now the lever is known: it went there and back */
	if (late && r->lever == (enum side)told(r)->side)
		return 0;
	return catch_up(t, late ? 2 : ASTRAY_TURNS, ASTRAY_COST);
}

static int squares_event(struct tracker *t, const struct tracker_event *given)
{
	struct reader *r = t->reader;
	const struct reading *h;
	struct tracker_event copy = *given, *event = &copy;
	char is = event->type == TRACKER_LIFT ? '.' : seen_as(t, event->piece);
	int r1;

	find_turned(t, event);
	r1 = astray(t);
	if (r1 < 0)
		return r1;
	event->square = (uint8_t)view(t, event->square);
	if (r->sensor[event->square] == is)
		return 0;
	if (is == '.') {
		char piece;

		h = told(r);
		if (r->press.waiting && t->now >= r->press.t_us + HAND_US &&
		    t->game->piece_side(h->want[event->square]) == other_side((enum side)h->side))
			r1 = judge(t, WAITED);
		else
			r1 = reply(t, event->square);
		if (r1 < 0)
			return r1;
		h = told(r);
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
	if (reader_by_reply(r) && r->shown.state == SHOWN_SET_DOWN && (is != '.' || t->setup.has_lever) && tell_reply_stands(t)) {
		enum side mover = (enum side)told(r)->side;
		int64_t stood_us = r->shown.t_us;

		if (judge_shown(t)) {
			if (t->setup.has_lever)
				owe_press(r, mover, stood_us);
			return tell_turns(t);
		}
	}
	if (!t->setup.has_lever && is != '.' && !tell_stands(t))
		return implied(t, event->square);
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
	if (reader_is_late(r) && is_owed(r, side, t->now))
		return 0;
	h = told(r);
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
	if (!r->lost && changed < 2)
		return 0;
	r->lost = false;
	return around_new_game(t) ? 0 : catch_up(t, CATCH_UP, INT32_MAX);
}

static void righted(struct tracker *t)
{
	struct reader *r = t->reader;

	if (t->righting && !told(r)->bad) {
		t->righting = false;
		/* what was wrong is forgotten: the same squares may be wrong again */
		beam_start(r, &t->record.pos, t->record.count);
		around_begin(t);
		say(t, TRACKER_RESTORED, t->game->to_move(&t->record.pos));
	}
	if (t->wrong_setup && !told(r)->bad) {
		t->wrong_setup = false;
		say(t, TRACKER_SETUP_OK, NO_SIDE);
	}
}

int reader_event(struct tracker *t, const struct tracker_event *event)
{
	int r = wait_over(t, t->now);

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
	return t->reader->press.waiting ? judge(t, WAITED) : 0;
}

int reader_finish(struct tracker *t)
{
	struct reader *r = t->reader;
	int r1 = 0;

	if (r->press.waiting)
		r1 = judge(t, WAITED);
	tell_due(t, INT64_MAX);
	if (r->kings)
		t->now = r->kings_us > t->now ? r->kings_us : t->now;
	around_due(t, false);
	/* men that were set up anew, or cleared away, say nothing about the turns before */
	if (r1 == 0 && !r->over && !r->new_game_told && __builtin_popcountll(fresh_squares(r, told(r))) <= CLEARED) {
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
	r->new_game_told = false;
	beam_start(r, &t->record.pos, t->record.count);
	around_begin(t);
	t->righting = told(r)->bad != 0;
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
	const struct reading *h = &r->beam[r->now_beam][r->told_index];

	for (unsigned q = 0; q < t->game->squares; q++) {
		squares[q] = r->sensor[q];
		if (r->sensor[q] == '?')
			squares[q] = h->want[q] != '.' ? h->want[q] :
				r->shown.state != SHOWN_NOTHING && r->shown.move.to == q ? h->want[r->shown.move.from] : '?';
	}
	memset(squares + t->game->squares, '.', GAME_MAX_SQUARES - t->game->squares);
}
