// SPDX-License-Identifier: GPL-2.0-or-later
/* Draws by counted moves and by the pieces alone, and claims in time shortage: draughts. */
#include <stdio.h>
#include <string.h>

#include "rules/arbiter/rulings.h"
#include "rules/arbiter/claims.h"
#include "rules/arbiter/state.h"

struct piece_counts {
	unsigned men[2], kings[2];
};

static struct piece_counts count_pieces(const struct arbiter *a, const struct game_position *pos)
{
	struct piece_counts m = { { 0, 0 }, { 0, 0 } };
	char squares[GAME_MAX_SQUARES];

	a->game->placement(pos, squares);
	for (unsigned q = 0; q < a->game->squares; q++) {
		enum side s = a->game->piece_side(squares[q]);

		if (s == NO_SIDE)
			continue;
		if (squares[q] == 'W' || squares[q] == 'B')
			m.kings[s]++;
		else
			m.men[s]++;
	}
	return m;
}

/* Pieces of the stronger side against one king alone; 0: no such ending. */
static unsigned against_one_king(const struct arbiter *a, const struct game_position *pos)
{
	struct piece_counts m = count_pieces(a, pos);

	for (enum side s = WHITE; s <= BLACK; s++) {
		enum side o = other_side(s);

		if (m.kings[o] == 1 && !m.men[o] && m.kings[s] >= 1)
			return m.kings[s] + m.men[s];
	}
	return 0;
}

static unsigned fewer(const unsigned moves[2])
{
	return moves[WHITE] < moves[BLACK] ? moves[WHITE] : moves[BLACK];
}

/* A king moved and took nothing, by what stood: whatever else the rules say of the turn. */
static bool only_kings_moved(const struct arbiter *a, const struct ply *ply)
{
	const struct piece_counts was = count_pieces(a, ply_before(ply)), is = count_pieces(a, &ply->kept->after);
	char before[GAME_MAX_SQUARES], after[GAME_MAX_SQUARES];

	if (ply->turn->kind == TURN_LEGAL)
		return !(ply->turn->move.flags & GAME_MOVE_IRREVERSIBLE);
	if (!a->silent || memcmp(&was, &is, sizeof(was)))
		return false;
	a->game->placement(ply_before(ply), before);
	a->game->placement(&ply->kept->after, after);
	for (unsigned q = 0; q < a->game->squares; q++)
		if ((before[q] == 'w' || before[q] == 'b') && after[q] != before[q])
			return false;
	return true;
}

/* Moves that both sides have made since the condition has held, newest first. */
static unsigned moves_counted(const struct arbiter *a, int64_t rule)
{
	unsigned moves[2] = { 0, 0 }, n, before = 0;
	bool three = a->setup.sixteen; /* what was captured since does not end the count of sixteen */

	for (n = a->count; n-- > 0;) {
		const struct ply *ply = ply_at(a, n);
		bool king = only_kings_moved(a, ply);
		unsigned strong = against_one_king(a, ply_before(ply));

		if (rule == 25 ? !king : rule == 16 ? strong < 1 || strong > 3 : strong < 1 || strong > 2)
			break;
		moves[ply->turn->side]++;
		three |= strong == 3;
	}
	if (rule == 16 && !three)
		return 0;
	if (n == (unsigned)-1) {
		before = rule == 25 ? a->setup.kings_only : rule == 16 ? a->setup.sixteen : a->setup.five;
	}
	return fewer(moves) + before;
}

/* The limit that the pieces make the nearest to be reached, where none is said: 5, 16, else 25. */
static int64_t limit_that_fits(const struct arbiter *a, const struct arbiter_view *v)
{
	const unsigned strong = against_one_king(a, &v->set_down);

	return strong >= 1 && strong <= 2 ? 5 : strong == 3 ? 16 : 25;
}

static void claim_counted_draw(struct arbiter *a, const struct arbiter_view *v, const struct arbiter_claim *c)
{
	int64_t limits[RULEBOOK_LIST];
	unsigned n = rulebook_numbers(a->book, PARAM_COUNTED_DRAWS, limits);

	struct ruling r = new_ruling(a, v, RULING_CLAIM_REJECTED, n ? REASON_COUNTED_SHORT : REASON_NOT_ENTITLED,
				     c->claim);
	const int64_t said = c->count != ARBITER_ABSENT ? c->count : limit_that_fits(a, v);
	char word[16];

	for (unsigned i = 0; i < n && r.kind != RULING_DRAW; i++) {
		const unsigned counted = moves_counted(a, limits[i]);
		const bool is_draw = counted >= (unsigned)limits[i];

		/* any of them will do, where none is said */
		if (limits[i] != said && (c->count != ARBITER_ABSENT || !is_draw))
			continue;
		snprintf(word, sizeof(word), "%d", (int)limits[i]);
		if (is_draw) {
			r = new_ruling(a, v, RULING_DRAW, REASON_COUNTED, c->claim);
			r.result = RESULT_DRAW;
		} else {
			r.facts.count = a->silent ? FACT_NO_NUMBER : counted;
		}
		r.word = word;
		r.facts.limit = limits[i];
		/* of whatever stands there; of three against one, though one was captured since */
		if (limits[i] == 25)
			r.facts.word = "kings-alone";
		else if (is_draw && limits[i] == 16 && against_one_king(a, &v->set_down) < 3)
			r.word = r.facts.word = "captured-since";
	}
	issue_ruling(a, &r);
}

static bool has_regulation_material(const struct arbiter *a, const struct game_position *pos)
{
	struct piece_counts m = count_pieces(a, pos);

	for (enum side s = WHITE; s <= BLACK; s++) {
		enum side o = other_side(s);
		unsigned all = m.kings[s] + m.men[s];

		if (m.kings[o] == 1 && !m.men[o] && m.kings[s] >= 1 && all <= 3)
			return true;
	}
	return false;
}

/* Can side win by force within so many plies? */
static bool wins_by_force(const struct arbiter *a, const struct game_position *pos, enum side side, unsigned plies)
{
	struct game_moves moves;
	bool mine = a->game->to_move(pos) == side;

	if (a->game->end(pos) != GAME_GOES_ON)
		return !mine;
	if (!plies)
		return false;
	a->game->moves(pos, &moves);
	for (unsigned i = 0; i < moves.count; i++) {
		struct game_position next = *pos;

		a->game->play(&next, &moves.move[i]);
		if (wins_by_force(a, &next, side, plies - 1) == mine)
			return mine;
	}
	return !mine;
}

static bool fixed_time(const struct arbiter *a)
{
	return a->setup.clock_mode && !strcmp(a->setup.clock_mode, "sudden-death");
}

bool rule_regulation_draw(struct arbiter *a, const struct arbiter_view *v)
{
	if (!IS(a, REGULATION_DRAW, "material-list") || !fixed_time(a) || !has_regulation_material(a, &v->set_down) ||
	    wins_by_force(a, &v->set_down, WHITE, 3) || wins_by_force(a, &v->set_down, BLACK, 3))
		return false;
	rule_draw(a, v, REASON_REGULATION_DRAW, CLAIM_NONE);
	return true;
}

static void claim_regulation(struct arbiter *a, const struct arbiter_view *v, const struct arbiter_claim *c,
			     enum side by, bool contested)
{
	struct question q = { .claim = CLAIM_FORCED_WIN,
			      .object = CLAIM_REGULATION_DRAW,
			      .by = by,
			      .against = other_side(by),
			      .made = *c };

	if (!IS(a, REGULATION_DRAW, "material-list"))
		reject_claim(a, v, fixed_time(a) ? REASON_NOT_ENTITLED : REASON_REGULATION_FISCHER, c->claim);
	else if (!fixed_time(a))
		reject_claim(a, v, REASON_REGULATION_FISCHER, c->claim);
	else if (!has_regulation_material(a, &v->set_down))
		reject_claim(a, v, REASON_REGULATION_MATERIAL, c->claim);
	else if (wins_by_force(a, &v->set_down, WHITE, 3) || wins_by_force(a, &v->set_down, BLACK, 3))
		reject_claim(a, v, REASON_REGULATION_OBVIOUS_WIN, c->claim);
	else if (contested)
		ask_person(a, v, REASON_REGULATION_CONTESTED, &q);
	else
		rule_draw(a, v, REASON_REGULATION_DRAW, c->claim);
}

bool time_shortage_open(const struct arbiter *a, const struct arbiter_view *v)
{
	int64_t limit[RULEBOOK_LIST];
	struct piece_counts m = count_pieces(a, &v->set_down);

	return rulebook_numbers(a->book, PARAM_TIME_SHORTAGE_CLAIM, limit) >= 2 && fixed_time(a) &&
	       m.men[WHITE] + m.men[BLACK] + m.kings[WHITE] + m.kings[BLACK] <= (unsigned)limit[1];
}

static void claim_time_shortage(struct arbiter *a, const struct arbiter_view *v, const struct arbiter_claim *c,
				enum side by)
{
	int64_t limit[RULEBOOK_LIST];
	unsigned n = rulebook_numbers(a->book, PARAM_TIME_SHORTAGE_CLAIM, limit);
	struct piece_counts m = count_pieces(a, &v->set_down);
	unsigned pieces = m.men[WHITE] + m.men[BLACK] + m.kings[WHITE] + m.kings[BLACK];
	struct question q = { .claim = c->claim, .by = by, .against = other_side(by), .made = *c };

	if (n >= 2) {
		a->facts.time_us = limit[0] * 1000;
		a->facts.limit = limit[1];
	}
	if (!fixed_time(a))
		reject_claim(a, v, REASON_TIME_SHORTAGE_FISCHER, c->claim);
	else if (n < 2)
		reject_claim(a, v, REASON_NOT_ENTITLED, c->claim);
	else if (v->left_us[by] > limit[0] * 1000)
		reject_claim(a, v, REASON_TIME_SHORTAGE_TOO_EARLY, c->claim);
	else if (pieces > (unsigned)limit[1])
		reject_claim(a, v, REASON_TIME_SHORTAGE_PIECES, c->claim);
	else {
		/* what a person needs to decide it costs the claimant his time, unless he stops the clocks */
		a->facts.word = a->circumstance = clock_is_stopped(v) ? NULL : "clock-running";
		ask_person(a, v, REASON_TIME_SHORTAGE_ADMISSIBLE, &q);
		a->circumstance = NULL;
	}
}

void claim_draughts_draw(struct arbiter *a, const struct arbiter_view *v, const struct arbiter_claim *c, enum side by,
			 bool contested)
{
	if (c->claim == CLAIM_COUNTED_DRAW)
		claim_counted_draw(a, v, c);
	else if (c->claim == CLAIM_REGULATION_DRAW)
		claim_regulation(a, v, c, by, contested);
	else
		claim_time_shortage(a, v, c, by);
}
