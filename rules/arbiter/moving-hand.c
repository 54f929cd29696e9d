// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Sensors see that a piece was moved, not by whom. What was taken for the doing of the player who pressed may be his
 * opponent's: then it is no move, no disorder and no touch of his.
 */
#include <string.h>

#include "rules/arbiter/rulings.h"
#include "rules/arbiter/claims.h"
#include "rules/arbiter/moves.h"
#include "rules/arbiter/state.h"

/* Besides what a move leaves, one piece has come to, or gone from, that square, and nothing else is otherwise. */
static bool differs_by_one_piece(const struct arbiter *a, const char *played, const char *stands, uint8_t square)
{
	unsigned others = 0;

	for (unsigned q = 0; q < a->game->squares; q++) {
		bool same = stands[q] == '?' ? played[q] != '.' : stands[q] == played[q];

		if (q == square ? same : !same && (++others > 1 || (stands[q] != '.' && stands[square] != '.')))
			return false;
	}
	return true;
}

static int64_t when_touched(const struct turn *turn, uint8_t square)
{
	for (unsigned i = 0; i < turn->touched_count; i++)
		if (turn->touched[i].square == square)
			return turn->touched[i].t_us;
	return INT64_MIN;
}

/* The legal move of a turn which is none as it stands, were it not for the piece of that square; of two the one whose
 * piece was taken up last: a player moves after his opponent has meddled. */
static bool legal_without(const struct arbiter *a, const struct ply *ply, uint8_t square, struct game_move *ret)
{
	struct game_moves moves;
	char played[GAME_MAX_SQUARES];
	bool found = false;

	if (ply->turn->kind == TURN_LEGAL && !(ply->turn->unsure && ply->turn->has_move &&
					       (ply->turn->move.from == square || ply->turn->move.to == square)))
		return false;
	a->game->moves(ply_before(ply), &moves);
	for (unsigned i = 0; i < moves.count; i++) {
		struct game_position pos = *ply_before(ply);

		a->game->play(&pos, &moves.move[i]);
		a->game->placement(&pos, played);
		if (differs_by_one_piece(a, played, ply->turn->placement, square) &&
		    (!found || when_touched(ply->turn, moves.move[i].from) > when_touched(ply->turn, ret->from))) {
			*ret = moves.move[i];
			found = true;
		}
	}
	return found;
}

static bool drop_displaced(struct turn *turn, uint8_t square)
{
	unsigned kept = 0, n = turn->displaced_count < TURN_MAX_DISPLACED ? turn->displaced_count : TURN_MAX_DISPLACED;

	for (unsigned i = 0; i < n; i++)
		if (turn->displaced[i].from != square && turn->displaced[i].to != square)
			turn->displaced[kept++] = turn->displaced[i];
	turn->displaced_count = kept;
	return kept < n;
}

static bool drop_touched(struct turn *turn, uint8_t square)
{
	unsigned kept = 0, n = turn->touched_count < TURN_MAX_TOUCHED ? turn->touched_count : TURN_MAX_TOUCHED;

	for (unsigned i = 0; i < n; i++)
		if (turn->touched[i].square != square)
			turn->touched[kept++] = turn->touched[i];
	turn->touched_count = kept;
	return kept < n;
}

/* The same in the turn at hand. */
static bool drop_touched_now(struct arbiter *a, enum side side, uint8_t square)
{
	unsigned kept = 0, n = a->touched_count[side];

	for (unsigned i = 0; i < n; i++)
		if (a->touched[side][i].square != square)
			a->touched[side][kept++] = a->touched[side][i];
	a->touched_count[side] = kept;
	if (!kept && n)
		a->has_touched[side] = false;
	return kept < n;
}

static bool is_displaced(const struct turn *turn, uint8_t square)
{
	for (unsigned i = 0; i < turn->displaced_count; i++)
		if (turn->displaced[i].from == square || turn->displaced[i].to == square)
			return true;
	return false;
}

/* played: as which the last turn counts then, NULL as it is. */
static void restore_what_hand_moved(struct arbiter *a, const struct arbiter_view *v, uint8_t square, enum side against,
				    const struct game_move *played)
{
	struct ruling r = new_ruling(a, v, RULING_RESTORE_POSITION, REASON_DISPLACED, CLAIM_HAND);

	if (IS(a, DISPLACED_FOUND_LATER, "undo")) {
		/* as it stood before the hand moved it: what was played since goes too */
		r.effects = EFFECT_UNDO | EFFECT_REVOKE;
		r.ply = a->count - 1;
		r.facts.word = "hand-undone";
		uncount_moves_from(a, r.ply);
	} else if (played) {
		r.effects = EFFECT_REPLY;
		r.ply = a->count - 1;
		r.keep = *played;
		count_turn_as(a, r.ply, played);
	}
	r.side = other_side(against);
	r.facts.player = against;
	name_piece(a, &r.facts, v->squares[square], square);
	issue_ruling(a, &r);
}

static void rule_others_touch(struct arbiter *a, const struct arbiter_view *v, uint8_t square, enum side against)
{
	struct ruling r = new_ruling(a, v, RULING_CONTINUE, REASON_PLAY_ON, CLAIM_HAND);

	r.side = against;
	name_piece(a, &r.facts, v->squares[square], square);
	issue_ruling(a, &r);
}

/* What stands there stood there before the last turn, too. */
static bool stands_unmoved(const struct arbiter *a, const struct arbiter_view *v, const struct ply *last,
			   uint8_t square)
{
	char before[GAME_MAX_SQUARES];

	a->game->placement(last ? ply_before(last) : &v->position, before);
	return v->squares[square] == before[square];
}

void rule_hand(struct arbiter *a, const struct arbiter_view *v, uint8_t square, enum side against)
{
	struct ply *last = a->count ? ply_at(a, a->count - 1) : NULL;
	enum side next = a->game->to_move(&v->set_down);
	struct game_move played;

	if (last && last->turn->side == against && is_displaced(last->turn, square)) {
		const struct arbiter_claim displaced = { .claim = CLAIM_DISPLACED,
							 .by = PERSON_ARBITER,
							 .is_report = true,
							 .against = against,
							 .square = square,
							 .about = "" };

		claim_conduct(a, v, &displaced, NO_SIDE);
	} else if (last && last->turn->side != against && legal_without(a, last, square, &played)) {
		drop_touched(change_turn(a, last), square);
		restore_what_hand_moved(a, v, square, against, &played);
	} else if (last && last->turn->side != against && drop_displaced(change_turn(a, last), square)) {
		drop_touched(change_turn(a, last), square);
		restore_what_hand_moved(a, v, square, against, NULL);
	} else if ((last && last->turn->side != against && drop_touched(change_turn(a, last), square)) |
		   (next != against && drop_touched_now(a, next, square))) {
		rule_others_touch(a, v, square, against);
	} else {
		name_piece(a, &a->facts, v->squares[square], square);
		if (stands_unmoved(a, v, last, square))
			a->facts.word = "unmoved";
		reject_claim(a, v, REASON_POSITION_INTACT, CLAIM_HAND);
	}
}

void claim_hand(struct arbiter *a, const struct arbiter_view *v, const struct arbiter_claim *c, enum side by)
{
	enum side against = c->against != NO_SIDE ? c->against : c->side;
	struct question q = { .claim = CLAIM_HAND, .by = by, .against = against, .made = *c };

	if (!c->is_report || against == NO_SIDE || c->square == GAME_NO_SQUARE) {
		if (against != NO_SIDE && c->square != GAME_NO_SQUARE)
			name_piece(a, &a->facts, v->squares[c->square], c->square);
		ask_person(a, v, REASON_NEEDS_VERDICT, &q);
	} else {
		rule_hand(a, v, c->square, against);
	}
}
