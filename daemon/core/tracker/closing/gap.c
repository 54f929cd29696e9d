/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The board was away and shows what stands now: which turns were played in between? Legend as in sensor-events.c, : the
 * cable is out.
 *
 *   G1   : a __ b ──  c __ d ── :             a-b is closed, c-d stands and is closed as any other move
 *   G2   : a __ b ── : c __ … d               the hand is at the next move: a-b is closed, c-d waits for d
 *   G3   a __ : h __ g ── : … f ──            a move of two pieces or with a victim, half done at one end or at both
 *   G4   a __ b ── : c __ d ── :              what stood before is no other move now, though it would explain as much
 *   G5   a __ b __ : b ── c __ b __ :         taken and taken again: nothing is new, and b is another piece's
 *   G6   :  a __ c ── :                       hands had no time for a-b x-y b-c y-x: a-c, against the rules
 *   G7   : a __ x ── y __ b ── c __ d ── :    b was attacked from x: its move is the next one, and c-d the last
 *
 * From every reading that is alive, lines of turns are searched that lead to what stands, the last one possibly in
 * part; they are the readings from then on. As long as the cheapest is not a move that stands as a whole, the next
 * changes are read in the same way: presence-only sensors cannot distinguish a capture from a piece in the air, what
 * follows does.
 *
 * The gap lasts from when the board was heard last, and no more moves are searched than hands can make in that time.
 */
#include <string.h>

#include "daemon/core/tracker/closing/gap.h"
#include "daemon/core/tracker/closing/unseen-turns.h"
#include "daemon/core/tracker/internal.h"
#include "daemon/core/tracker/reading/beam.h"
#include "daemon/core/tracker/reading/changes.h"
#include "daemon/core/tracker/reading/move-cost.h"
#include "daemon/core/tracker/reading/readings.h"
#include "daemon/core/tracker/reading/standing-move.h"
#include "daemon/core/tracker/report/revisions.h"

enum {
	TRIES = 16,	/* changes after which nothing is searched for any more */
	MOVES = 4,	/* generating so many moves counts as one unit of work */
	FROM_START = 2, /* turns that may have been played before any was seen */
	GUESSED = 2,	/* turns that were missed, beside the last one: which pieces stand is a guess then */
	COST_EXCHANGE = 12,
	COST_HALF_SEEN = 6,   /* presence only: a capture; its victim was lifted before the cable was out */
	COST_IN_HAND = 12,    /* the last move is not made as a whole */
	COST_OTHER_MOVE = 40, /* another move stood before the cable was out */
	COST_OTHER_HAND = 15, /* another piece was in the hand before */
	COST_TURN = 15,	      /* each turn that was missed */
	COST_MORE = 28,	      /* lines that cost so much more than the best are not searched */
	COST_BACK = 46,	      /* a piece goes back to where it has just come from */
	COST_STAYS = 5,	      /* a piece that was attacked does not move at once */
	COST_HURRY = 46,      /* each move after the first two, at a second each */
	COST_ASTRAY = 60,     /* a reading that explains nothing of it */
	COST_REWRITTEN = 10,  /* what was reported is another turn, which must be clearly better */
	AT_ONCE_MOVES = 2,    /* both sides' hands make one each in no time, … */
	MOVE_US = 500000,     /* … and after that together one in this time at best */
};

struct search {
	struct readings *r;
	const struct game *game;
	const struct reading *from;	  /* the lines begin there */
	squares_t wrong;		  /* it was before, and is no part of what was missed */
	squares_t touched, lifted;	  /* before the cable was out */
	const struct game_move *stood;	  /* … and the move that did, or NULL */
	int stood_cost;			  /* that it was another */
	unsigned most;			  /* moves that hands can have made meanwhile */
	int32_t best;			  /* cost of the cheapest line */
	struct game_move move[GAP_TURNS]; /* of the line that is searched */
	unsigned count;			  /* lines */
	struct gap_line line[BEAM_WIDTH];
};

static int capture_cost(const struct search *s, const struct game_move *m, bool first)
{
	if (!(m->captured & square_bit(m->to)) || !is_unnamed(s->r, m->to))
		return 0;
	return first && (s->touched & square_bit(m->to)) ? COST_HALF_SEEN : COST_EXCHANGE;
}

/* What it assumes that everything that differs from h is that move, made as a whole or in part; -1: it is not. */
static int last_cost(const struct search *s, const struct reading *h, const struct game_move *m, bool first,
		     bool *whole)
{
	const struct readings *r = s->r;
	struct effect effect;
	squares_t roles;

	effect_of(r, h, m, &effect);
	roles = square_bit(m->from) | square_bit(m->to) | effect.emptied;
	if (effect.castles)
		roles |= square_bit(effect.rook_from) | square_bit(effect.rook_to);
	if (h->mismatch & ~roles)
		return -1;
	*whole = r->sensor[m->to] != '.' && square_agrees(r, effect.piece, r->sensor[m->to]);
	for (squares_t rest = roles; rest; rest &= rest - 1) {
		unsigned q = (unsigned)__builtin_ctzll(rest);
		bool came = (q == m->to && square_agrees(r, effect.piece, r->sensor[q])) ||
			    (effect.castles && q == effect.rook_to && square_agrees(r, effect.rook, r->sensor[q]));

		if ((h->mismatch & square_bit(q)) && r->sensor[q] != '.' && !came)
			return -1;
		*whole &= came || (r->sensor[q] == '.' && q != m->to);
	}
	return *whole ? capture_cost(s, m, first) : COST_IN_HAND;
}

static void add_line(struct search *s, unsigned n, int32_t cost, bool whole)
{
	struct gap_line *line = s->line, *costliest = line;

	cost += (int32_t)n * COST_TURN;
	if (cost < s->best)
		s->best = cost;
	if (s->count < BEAM_WIDTH) {
		costliest = &line[s->count++];
	} else {
		for (unsigned i = 1; i < s->count; i++)
			if (line[i].cost > costliest->cost)
				costliest = &line[i];
		if (costliest->cost <= cost)
			return;
	}
	costliest->from = s->from;
	costliest->cost = cost;
	costliest->count = (uint8_t)n;
	costliest->whole = whole;
	memcpy(costliest->move, s->move, n * sizeof(s->move[0]));
}

/*
 * Can so many turns, and a last move possibly in part, make what stands? Each empties the square that it comes from and
 * fills one; castling two. A piece more may be away that was taken in passing, and one that is the victim of the last
 * move.
 */
static bool is_too_far(const struct search *s, const struct reading *h, unsigned turns, enum side mover)
{
	unsigned moves[2] = { turns / 2 + 1, (turns + 1) / 2 }; /* of the side to move, and of the other */
	unsigned gone[2] = { 0 }, came[2] = { 0 }, castles[2] = { 0 }, passed[2] = { 0 }, nameless = 0, all;

	for (squares_t rest = h->mismatch; rest; rest &= rest - 1) {
		unsigned q = (unsigned)__builtin_ctzll(rest);
		char is = s->r->sensor[q], expected = h->expected[q];

		if (expected == 'K' || expected == 'k')
			castles[s->game->piece_side(expected) != mover] = 1;
		if (is == '.') {
			bool other = s->game->piece_side(expected) != mover;

			gone[other]++;
			passed[other] |= (expected == 'P' && q / 8 == 3 && (h->mismatch & square_bit(q - 8))) ||
					 (expected == 'p' && q / 8 == 4 && (h->mismatch & square_bit(q + 8)));
		} else if (is == '?') {
			nameless++;
		} else {
			came[s->game->piece_side(is) != mover]++;
		}
	}
	all = turns + 1 + castles[0] + castles[1];
	if (came[0] > moves[0] + castles[0] || came[1] > moves[1] + castles[1] || came[0] + came[1] + nameless > all)
		return true;
	/* one capture may take many pieces */
	if (s->game->path_squares)
		return false;
	return gone[0] > moves[0] + castles[0] + passed[0] + 1 || gone[1] > moves[1] + castles[1] + passed[1] + 1 ||
	       gone[0] + gone[1] > all + 1 + passed[0] + passed[1];
}

static void expect_on(const struct search *s, struct reading *h, unsigned square, char piece)
{
	squares_t b = square_bit(square) & ~s->wrong;

	h->expected[square] = piece;
	h->mismatch = square_agrees(s->r, piece, s->r->sensor[square]) ? h->mismatch & ~b : h->mismatch | b;
}

/* The move is played, if so many turns after it can lead to what stands. */
static bool play_expected(const struct search *s, const struct reading *h, const struct game_move *m, unsigned turns,
			  struct reading *next)
{
	enum side waits = other_side((enum side)h->side);

	*next = *h;
	if (!(m->flags & GAME_MOVE_CASTLING)) {
		for (squares_t taken = m->captured; taken; taken &= taken - 1)
			expect_on(s, next, (unsigned)__builtin_ctzll(taken), '.');
		expect_on(s, next, m->from, '.');
		expect_on(s, next, m->to, m->promotion ? m->promotion : h->expected[m->from]);
		if (is_too_far(s, next, turns, waits))
			return false;
	}
	s->game->play(&next->pos, m);
	next->side = (uint8_t)waits;
	memset(next->expected, '.', sizeof(next->expected));
	s->game->placement(&next->pos, next->expected);
	next->mismatch = mismatching_squares(s->r, next->expected) & ~s->wrong;
	s->r->work += WORK_READING;
	return !is_too_far(s, next, turns, waits);
}

static bool is_move(const struct game_move *m, const struct game_move *other)
{
	return game_moves_alike(m, other) && m->promotion == other->promotion;
}

/* It undoes what its side did before, the first done moves being played. */
static int back_cost(const struct search *s, const struct game_move *m, unsigned done)
{
	const struct game_move *before = done > 1 ? &s->move[done - 2] : NULL;

	return before && m->from == before->to && m->to == before->from ? COST_BACK : 0;
}

/* All that stands but for a last move is what n turns lead to, the first done of them are played. */
static void search_lines(struct search *s, const struct reading *h, unsigned done, unsigned n, int32_t cost)
{
	struct game_moves moves;
	int best = INT32_MAX;
	bool best_whole = false;

	if (work_is_exhausted(s->r))
		return;
	if (done == n && !h->mismatch) {
		add_line(s, n, cost, true);
		return;
	}
	s->game->moves(&h->pos, &moves);
	s->r->work += moves.count / MOVES;
	/* work may run out: the likeliest first */
	for (unsigned i = 0; done == 0 && s->stood && i < moves.count; i++)
		if (is_move(&moves.move[i], s->stood)) {
			struct game_move first = moves.move[i];

			moves.move[i] = moves.move[0];
			moves.move[0] = first;
		}
	for (unsigned i = 0; i < moves.count; i++) {
		const struct game_move *m = &moves.move[i];
		struct reading next;
		int own;

		if (done == n) {
			bool whole;

			own = last_cost(s, h, m, n == 0, &whole);
			if (own < 0 || n + whole > s->most)
				continue;
			own += back_cost(s, m, done);
			if (own < best) {
				best = own;
				best_whole = whole;
			}
			continue;
		}
		if (!play_expected(s, h, m, n - done - 1, &next))
			continue;
		own = capture_cost(s, m, done == 0) + back_cost(s, m, done);
		if (m->promotion)
			own += promotion_cost(s->r, m->promotion, promotion_named(s->r, h, m));
		if (done == 0 && s->stood)
			own += is_move(m, s->stood) ? 0 : s->stood_cost;
		else if (done == 0 && s->lifted && !(s->lifted & (square_bit(m->from) | square_bit(m->to))))
			own += COST_OTHER_HAND;
		s->move[done] = *m;
		search_lines(s, &next, done + 1, n, cost + own);
	}
	if (done == n && best < INT32_MAX)
		add_line(s, n, cost + best, best_whole);
}

/* So many moves can have been made meanwhile; what is in a hand takes no time. */
static unsigned most_moves(const struct readings *r, int64_t now)
{
	const int64_t most = r->begun + AT_ONCE_MOVES + (now - r->gap_us) / MOVE_US;

	return most < GAP_TURNS ? (unsigned)most : GAP_TURNS;
}

static void search_from(struct search *s, const struct reading *h, unsigned n)
{
	struct readings *r = s->r;
	uint32_t first = r->changes > HISTORY ? r->changes - HISTORY + 1 : 1;
	struct reading from = *h;

	s->from = h;
	s->wrong = h->mismatch & ~new_mismatches(r, h);
	s->touched = s->lifted = 0;
	for (uint32_t i = h->explained_upto + 1 < first ? first : h->explained_upto + 1; i < r->gap; i++) {
		squares_t b = square_bit(r->change[i % HISTORY].square);

		s->touched |= b;
		s->lifted = r->change[i % HISTORY].is == '.' ? s->lifted | b : s->lifted & ~b;
	}
	s->stood = h == reported_reading(r) && r->before_gap.state == PROVISIONAL_REPORTED ? &r->before_gap.move : NULL;
	/* its piece may go on, if it was lifted again */
	s->stood_cost = r->before_gap.changes + 2 == r->gap &&
					r->change[(r->gap - 1) % HISTORY].square == r->before_gap.move.to ?
				COST_OTHER_HAND :
				COST_OTHER_MOVE;
	from.mismatch &= ~s->wrong;
	if (is_too_far(s, &from, n, (enum side)from.side))
		return;
	search_lines(s, &from, 0, n, h->cost);
}

/* Might the piece of by take the one of square, which belongs to the side to move? */
static bool is_attacked(const struct game *game, const struct game_position *pos, unsigned by, unsigned square)
{
	const struct game_choice choice = { .from = square_bit(by),
					    .onto = square_bit(square),
					    .through = ~UINT64_C(0) };
	struct game_position theirs = *pos;
	char pieces[GAME_MAX_SQUARES];
	struct game_moves moves;

	memset(pieces, '.', sizeof(pieces));
	game->placement(pos, pieces);
	game->set_placement(&theirs, pieces, other_side(game->to_move(pos)));
	game->some_moves(&theirs, &choice, &moves);
	for (unsigned i = 0; i < moves.count; i++)
		if (moves.move[i].from == by && moves.move[i].captured & square_bit(square))
			return true;
	return false;
}

/* Which of several orders? Players rarely give pieces away, and move the one that was just attacked. (Of three turns
 * from 9,681 positions of real games on 47 % have one order, and of the others 78 % are found so, 72 % without the
 * latter.) */
static void weigh_orders(struct search *s)
{
	for (unsigned i = 0; s->game->exchange_loss && s->count > 1 && i < s->count; i++) {
		struct gap_line *line = &s->line[i];
		struct game_position pos = line->from->pos;
		unsigned last = line->from->node != NO_NODE ? s->r->node[line->from->node].to : GAME_NO_SQUARE;

		for (unsigned n = 0; n < line->count; n++) {
			const struct game_move *m = &line->move[n];

			s->r->work += WORK_READING;
			line->cost += blunder_cost(s->r, &pos, m, NULL);
			if (last != GAME_NO_SQUARE && is_attacked(s->game, &pos, last, m->from))
				line->cost -= COST_STAYS;
			s->game->play(&pos, m);
			last = m->to;
		}
	}
}

/* Cheapest first; of equal ones the one that was found first, which has fewer turns. */
static void sort_lines(struct search *s)
{
	for (unsigned i = 1; i < s->count; i++) {
		struct gap_line line = s->line[i];
		unsigned j = i;

		for (; j && s->line[j - 1].cost > line.cost; j--)
			s->line[j] = s->line[j - 1];
		s->line[j] = line;
	}
}

/* Readings that explain nothing of it may still be right. */
static void keep_others(struct search *s)
{
	unsigned fit = s->count;

	for (unsigned i = 0; i < s->r->count && s->count < BEAM_WIDTH; i++) {
		bool fits = false;

		s->from = beam_reading(s->r, i);
		for (unsigned j = 0; j < fit && !fits; j++)
			fits = s->line[j].from == s->from;
		if (!fits)
			add_line(s, 0, s->from->cost + COST_ASTRAY, false);
	}
}

/* What was reported was another turn, and that is not clearly better than that nothing explains the board. */
static bool is_rewritten(const struct readings *r, const struct gap_line *line)
{
	return line->from != reported_reading(r) &&
	       line->cost + COST_REWRITTEN > reported_reading(r)->cost + COST_ASTRAY;
}

/* Moves in such a hurry are less likely than that the turn is against the rules, which its press will show. */
static bool is_rather_illegal(const struct readings *r, const struct gap_line *line, int64_t now)
{
	const int64_t us = now - r->gap_us, after_two = line->count + line->whole - 2;

	return is_one_piece(r) && line->cost + COST_HURRY * after_two * 1000000 / (us > 0 ? us : 1) >
					  reported_reading(r)->cost + COST_ASTRAY;
}

/* Changes so far are no evidence any more, except those that the reported turn does not explain. */
static void begin_here(struct tracker *t)
{
	struct readings *r = t->readings;
	squares_t rest = new_mismatches(r, reported_reading(r));

	r->position_change = r->window_start = r->changes;
	for (unsigned i = 0; i < r->count; i++) {
		struct reading *h = beam_reading(r, i);
		squares_t wrong = h->mismatch & ~new_mismatches(r, h);

		h->mismatch_last = h->mismatch_twice = wrong;
		h->stuck &= wrong;
		h->early_hand = h->path = 0;
		h->explained_upto = r->changes;
	}
	memcpy(r->at_press, r->sensor, sizeof(r->at_press));
	for (; rest; rest &= rest - 1)
		note_change(r, t->now, (unsigned)__builtin_ctzll(rest), r->sensor[__builtin_ctzll(rest)]);
	if (memcmp(r->gap_stood, r->sensor, t->game->squares) == 0)
		r->gap_upto = r->changes;
}

/* The lines become the readings, if they contain anything new. */
static int adopt_lines(struct tracker *t, struct search *s)
{
	struct readings *r = t->readings;
	bool played, whole;
	int r1;

	/* few turns first */
	s->best = INT32_MAX - COST_MORE;
	s->most = most_moves(r, t->now);
	for (unsigned n = 0; n < GAP_TURNS && n <= s->most; n++)
		for (unsigned i = 0; i < r->count; i++)
			if (beam_reading(r, i)->cost + (int32_t)n * COST_TURN < s->best + COST_MORE)
				search_from(s, beam_reading(r, i), n);
	r->unseen = !s->count && s->most == GAP_TURNS;
	if (!s->count)
		return 0;
	weigh_orders(s);
	sort_lines(s);
	whole = s->line[0].whole;
	if (!s->line[0].count && s->line[0].from == reported_reading(r)) {
		if (whole && position_stands(t))
			r->gap = 0;
		return 0;
	}
	/* a piece that is missing from the start, and no move was seen: more likely it was never put there */
	if (t->wrong_setup && !whole && r->before_gap.state == PROVISIONAL_NONE && s->line[0].count > FROM_START)
		return 0;
	played = s->line[0].count;
	if (played && (is_rewritten(r, &s->line[0]) || is_rather_illegal(r, &s->line[0], t->now)))
		return 0;
	if (!played) {
		keep_others(s);
		sort_lines(s);
	}
	if (!beam_play(r, s->line, s->count, t->now))
		return 0;
	r->reported_index = 0;
	if (played) {
		r->gap_side = other_side((enum side)reported_reading(r)->side);
		if (s->line[0].count >= GUESSED)
			gap_is_guess(r);
		begin_here(t);
		r->before_gap.state = PROVISIONAL_NONE;
	}
	r1 = report_turns(t);
	if (whole && position_stands(t))
		r->gap = 0;
	return r1;
}

int gap_search(struct tracker *t)
{
	struct readings *r = t->readings;
	struct search s = { .r = r, .game = t->game };

	if (!r->gap || r->ended_by_kings || r->press.pending)
		return 0;
	if (r->changes > r->gap_end + TRIES || !new_mismatches(r, reported_reading(r))) {
		r->gap = 0;
		return 0;
	}
	return adopt_lines(t, &s);
}
