// SPDX-License-Identifier: GPL-2.0-or-later
/* Claims that a turn was illegal: who may make them, and how long. */
#include <string.h>

#include "rules/arbiter/moves.h"
#include "rules/arbiter/rulings.h"
#include "rules/arbiter/claims.h"
#include "rules/arbiter/state.h"

/* Pieces stand otherwise than any move allows, and than at the last press; nobody has pressed since. */
static bool move_uncompleted(const struct arbiter *a, const struct arbiter_view *v)
{
	if (a->count && !memcmp(v->squares, ply_at(a, a->count - 1)->turn->placement, a->game->squares))
		return false;
	return !a->move_stands && !table_shows(a, v, &v->position);
}

/* What the record holds for such a claim. */
struct illegal_turns {
	unsigned found; /* the one to rule on; a->count: none that is still open to this claimant */
	bool any;
	bool own_last; /* the last turn is the claimant's own, and the one before it was not illegal. It is illegal
			* itself, or the book is silent: then that must not be told by the answer */
};

/* Only the opponent of the offender may claim it. */
static bool is_for_opponent(const struct arbiter *a)
{
	return !IS(a, ILLEGAL_CALLER, "anyone");
}

static bool others_displaced(const struct arbiter *a, const struct turn *turn)
{
	for (unsigned i = 0; i < turn->displaced_count; i++)
		if (a->game->piece_side(turn->displaced[i].piece) == other_side(turn->side))
			return true;
	return false;
}

/* The last turn is by's own, and it does not answer an illegal one of the opponent's. */
static bool last_is_own(const struct arbiter *a, enum side by)
{
	const unsigned n = a->count;

	return n && ply_at(a, n - 1)->turn->side == by && !others_displaced(a, ply_at(a, n - 1)->turn) &&
	       !(n > 1 && ply_at(a, n - 2)->turn->side != by && turn_is_illegal(a, ply_at(a, n - 2)));
}

unsigned arbiter_illegal_seen(const struct arbiter *a)
{
	if (a->over || a->silent || a->illegal_auto || is_for_opponent(a))
		return 0;
	for (unsigned n = 0; n < a->count; n++)
		if (turn_is_illegal(a, ply_at(a, n)) && illegal_window_open(a, n))
			return n + 1;
	return 0;
}

static struct illegal_turns find_illegal_turns(const struct arbiter *a, enum side by)
{
	struct illegal_turns t = { .found = a->count };

	for (unsigned n = 0; n < a->count && t.found == a->count; n++) {
		/* counted as a queen by the reply that passed it over */
		t.any |= ply_at(a, n)->pawn_unpromoted && ply_at(a, n)->turn->side != by &&
			 IS(a, PROMOTION_PAWN_LEFT, "illegal-if-claimed");
		/* a piece that the opponent had moved on this player's time: he has replied to that */
		t.any |= n + 1 == a->count && ply_at(a, n)->turn->side == by && others_displaced(a, ply_at(a, n)->turn);
		t.any |= ply_at(a, n)->turn->kind == TURN_PROMOTION_OWED && ply_at(a, n)->turn->side != by &&
			 IS(a, PROMOTION_PAWN_LEFT, "not-crowned");
		/* it is not known that there was none */
		t.any |= ply_at(a, n)->turn->unsure && ply_at(a, n)->turn->side != by;
		/* pieces put where they do not belong are irregular too, where the opponent may have that put right */
		if (!turn_is_illegal(a, ply_at(a, n)) &&
		    !(IS(a, ILLEGAL_REMEDY, "rectify-or-stand") && ply_at(a, n)->turn->side != by &&
		      turn_displaces(ply_at(a, n)->turn)))
			continue;
		/* his own is nothing to him: what he hears of the opponent's must not tell of it */
		t.any |= !is_for_opponent(a) || by == NO_SIDE || ply_at(a, n)->turn->side != by;
		t.own_last = n + 1 == a->count && last_is_own(a, by);
		if (illegal_window_open(a, n) &&
		    (!is_for_opponent(a) || by == NO_SIDE || ply_at(a, n)->turn->side != by))
			t.found = n;
	}
	t.own_last |= a->silent && is_for_opponent(a) && !a->reply_made && !a->move_stands && last_is_own(a, by);
	return t;
}

/* All that is wrong with it are pieces of the claimant's own that stand elsewhere: it may be he who moved them. */
static bool moved_by_claimant(const struct arbiter *a, const struct turn *turn, enum person by)
{
	if (turn->kind != TURN_LEGAL || turn->fault != TURN_FAULT_NONE || !turn->displaced_count ||
	    by != (turn->side == WHITE ? PERSON_BLACK : PERSON_WHITE))
		return false;
	for (unsigned i = 0; i < turn->displaced_count; i++)
		if (a->game->piece_side(turn->displaced[i].piece) == turn->side ||
		    turn->displaced[i].from == GAME_NO_SQUARE || turn->displaced[i].to == GAME_NO_SQUARE)
			return false;
	return true;
}

/* All that the opponent did is press, after an illegal turn of the claimant's: to give the turn back? */
static bool gave_illegal_turn_back(const struct arbiter *a, unsigned n, enum person by)
{
	return n && ply_at(a, n)->turn->kind == TURN_NO_MOVE && !IS(a, RESTART_PRESS, "no") &&
	       by == (ply_at(a, n - 1)->turn->side == WHITE ? PERSON_WHITE : PERSON_BLACK) &&
	       turn_is_illegal(a, ply_at(a, n - 1));
}

static void rule_on_claimed_turn(struct arbiter *a, const struct arbiter_view *v, unsigned n,
				 const struct arbiter_claim *c, struct question *q)
{
	const struct turn *turn = ply_at(a, n)->turn;

	q->turn = turn->unsure ? n + 1 : 0;
	if (turn->unsure || turn_was_misled(a, n) || moved_by_claimant(a, turn, c->by) ||
	    gave_illegal_turn_back(a, n, c->by) ||
	    (promotion_was_left(ply_at(a, n)) && IS(a, PROMOTION_PAWN_LEFT, "ask"))) {
		ask_person(a, v, REASON_NEEDS_VERDICT, q);
	} else if (YES(a, ILLEGAL_CLAIM_NEEDS_STOP) && !clock_is_stopped(v) && !c->is_report) {
		a->waiting_claim = *c;
		issue_plain_ruling(a, v, RULING_CLAIM_PENDING, REASON_NEEDS_STOP, CLAIM_ILLEGAL_MOVE);
	} else if (IS(a, ILLEGAL_REMEDY, "rectify-or-stand") && strcmp(c->want, "rectify")) {
		a->facts.word = "remedy";
		ask_person(a, v, REASON_NEEDS_VERDICT, q);
	} else {
		rule_on_illegal_turn(a, v, n, c, other_side(turn->side));
	}
}

static bool made_irregularly(struct arbiter *a, const struct arbiter_view *v, enum side by)
{
	if (by == NO_SIDE || !IS(a, ILLEGAL_REMEDY, "rectify-or-stand") || !a->count ||
	    ply_at(a, a->count - 1)->turn->side == by || a->move_stands || a->reply_made)
		return false;
	return man_stands_uncrowned(a, v, other_side(by)) || second_move_stands(a, v, other_side(by)) ||
	       broke_touch_rules(a, ply_at(a, a->count - 1));
}

/* The last turn of by's opponent, if it was irregular; a->count: it was not. */
static unsigned find_irregular_turn(const struct arbiter *a, enum side by)
{
	unsigned n = a->count;

	while (n-- > 0) {
		const struct ply *ply = ply_at(a, n);

		if (ply->turn->side == by)
			continue;
		return turn_is_illegal(a, ply) || turn_displaces(ply->turn) || ply->turn->unsure ||
				       captured_before_arrival(a, ply) ?
			       n :
			       a->count;
	}
	return a->count;
}

/* Pieces stand beside the last turn where they do not belong: they stay there, and are the position. */
static void let_pieces_stand(struct arbiter *a, const struct arbiter_view *v)
{
	struct ruling r = new_ruling(a, v, RULING_MOVE_ACCEPTED, REASON_IRREGULAR_STANDS, CLAIM_ACCEPT_STAND);
	struct ply *ply = ply_at(a, a->count - 1);
	const enum side side = ply->turn->side;
	const struct turn second = { .kind = TURN_SEVERAL };

	r.word = r.facts.word = turn_word(second_move_pressed(a, ply) ? &second : ply->turn);
	r.side = r.facts.player = side;
	r.effects = EFFECT_STANDS;
	ply->sanctioned = true;
	a->game->set_placement(change_position(a, ply), v->squares, other_side(side));
	issue_ruling(a, &r);
}

/* The move itself is regular, and what was wrong is how it was made. */
static const char *word_for_making(struct arbiter *a, const struct ply *ply)
{
	if (captured_before_arrival(a, ply))
		return "removed-early";
	return released_first(a, ply) ? "released" : broke_touch_rules(a, ply) ? "touched" : NULL;
}

static void let_move_stand(struct arbiter *a, const struct arbiter_view *v, const struct ply *ply)
{
	const char *making = turn_is_illegal(a, ply) ? NULL : word_for_making(a, ply);
	const struct sentence_facts touched = a->facts;
	struct ruling r = new_ruling(a, v, RULING_MOVE_ACCEPTED, REASON_IRREGULAR_STANDS, CLAIM_ACCEPT_STAND);

	name_turn(a, &r.facts, ply);
	r.word = turn_word(ply->turn);
	if (making) {
		r.word = r.facts.word = making;
		r.facts.other_piece = touched.piece;
		memcpy(r.facts.other_square, touched.square, sizeof(r.facts.other_square));
	}
	issue_ruling(a, &r);
}

void claim_accept_stand(struct arbiter *a, const struct arbiter_view *v, const struct arbiter_claim *c, enum side by)
{
	const unsigned n = find_irregular_turn(a, by);
	const bool open = n < a->count && illegal_window_open(a, n);

	/* it is put right whoever finds it, and who lets it stand has found it */
	if (IS(a, ILLEGAL_REMEDY, "restore") && IS(a, ILLEGAL_CALLER, "anyone") && by != NO_SIDE) {
		struct arbiter_claim found = *c;

		found.claim = CLAIM_ILLEGAL_MOVE;
		claim_illegal(a, v, &found, by);
		return;
	}
	if (!IS(a, ILLEGAL_REMEDY, "rectify-or-stand")) {
		reject_claim(a, v, REASON_NOT_ENTITLED, CLAIM_ACCEPT_STAND);
		return;
	}
	if (by != NO_SIDE && second_move_stands(a, v, other_side(by))) {
		rule_second_move_stands(a, v, other_side(by));
	} else if (by != NO_SIDE && man_stands_uncrowned(a, v, other_side(by))) {
		rule_uncrowned_stands(a, v, other_side(by));
	} else if (open && n + 1 == a->count && ply_at(a, n)->turn->kind == TURN_LEGAL &&
		   turn_displaces(ply_at(a, n)->turn) && !a->move_stands && !table_shows(a, v, &v->position)) {
		let_pieces_stand(a, v);
	} else if (open || made_irregularly(a, v, by)) {
		let_move_stand(a, v, ply_at(a, open ? n : a->count - 1));
	} else {
		reject_claim(a, v, n < a->count ? REASON_ILLEGAL_STANDS : REASON_NO_ILLEGALITY, CLAIM_ACCEPT_STAND);
		return;
	}
	if (a->question.claim == CLAIM_ILLEGAL_MOVE)
		a->question.claim = CLAIM_NONE;
}

bool rectify_making(struct arbiter *a, const struct arbiter_view *v, const struct arbiter_claim *c, enum side by)
{
	struct arbiter_claim touch = *c;

	touch.claim = CLAIM_TOUCH_MOVE;
	if (!made_irregularly(a, v, by))
		return false;
	if (second_move_stands(a, v, other_side(by)))
		rule_second_move_back(a, v, other_side(by));
	else if (man_stands_uncrowned(a, v, other_side(by)))
		rule_crowning(a, v, other_side(by));
	else
		claim_touch(a, v, &touch, by, TOUCH_TESTIFIED);
	return true;
}

/* The opponent's last turn has left a pawn on the last rank: a piece is owed, and nothing else. */
static bool owed_to(const struct arbiter *a, enum side by)
{
	unsigned n = a->count;

	while (n-- > 0 && ply_at(a, n)->turn->side == by)
		;
	return n < a->count && ply_at(a, n)->turn->kind == TURN_PROMOTION_OWED &&
	       !IS(a, PROMOTION_PAWN_LEFT, "not-crowned") && !ply_at(a, n)->promotion_ruled &&
	       !turn_is_illegal(a, ply_at(a, n));
}

/* The last turn of the opponent that is read as legal, and is not proved to have been; a->count: there is none that is
 * still open. */
static unsigned find_doubtful_turn(const struct arbiter *a, enum side by)
{
	for (unsigned n = a->doubt < a->count ? a->doubt : a->count; n-- > 0;)
		if (ply_at(a, n)->turn->unsure && ply_at(a, n)->turn->kind == TURN_LEGAL &&
		    (by == NO_SIDE || ply_at(a, n)->turn->side != by) && illegal_window_open(a, n))
			return n;
	return a->count;
}

/* The arbiter has seen an illegal position and acts on it once the next move is completed: until then it is his alone.
 */
static bool wait_for_next_move(struct arbiter *a, const struct arbiter_view *v, const struct arbiter_claim *c)
{
	struct ruling r;

	if (!c->is_report || !IS(a, ILLEGAL_POSITION_FOUND, "draw-after-next-move") || !illegal_position_stands(a))
		return false;
	a->position_found = c->by;
	a->decided_by = PARAM_ILLEGAL_POSITION_FOUND;
	r = new_ruling(a, v, RULING_CONTINUE, REASON_PLAY_ON, CLAIM_ILLEGAL_MOVE);
	r.is_public = false;
	issue_ruling(a, &r);
	a->decided_by = PARAM_COUNT;
	return true;
}

/* Whose turn put it where it still stood when the last turn was closed, NO_SIDE: of none that is known. */
static enum side put_there(const struct arbiter *a, const struct turn_displaced *now)
{
	for (unsigned n = a->count; n-- > 0;) {
		const struct turn *turn = ply_at(a, n)->turn;

		for (unsigned i = 0; i < turn->displaced_count; i++)
			if (turn->displaced[i].from == now->from && turn->displaced[i].to == now->to &&
			    !turn->displaced[i].inherited)
				return turn->side;
	}
	return NO_SIDE;
}

/* There was no illegal move, but a piece stands beside the last one where no move has put it: where it belongs. If it
 * is the other player's, it may be he who moved it. */
static void name_what_goes_back(struct arbiter *a, const struct arbiter_view *v)
{
	const struct turn *last = a->count ? ply_at(a, a->count - 1)->turn : NULL;

	for (unsigned i = 0; last && i < last->displaced_count; i++) {
		const struct turn_displaced *d = &last->displaced[i];
		enum side side;

		if (d->from == GAME_NO_SQUARE || !piece_word(a->game, d->piece) || v->squares[d->from] != '.' ||
		    (d->to == GAME_NO_SQUARE ? !a->setup.sensors_sure : v->squares[d->to] != d->piece))
			continue;
		side = put_there(a, d);
		name_other_piece(a, &a->facts, d->piece, d->from);
		a->facts.puts_back = side == a->game->piece_side(d->piece) ? side : NO_SIDE;
		a->also_cites = PARAM_DISPLACED_FIRST;
		return;
	}
}

/* Castling that only an array with king and queen swapped allows: towards either side from the d-file. */
static bool castled_mirrored(const struct arbiter *a, const struct turn *turn)
{
	char from[FACT_SQUARE];

	return turn->has_move && turn->move.flags & GAME_MOVE_CASTLING && IS(a, SWAPPED_KQ_CASTLING, "mirrored") &&
	       a->game->square_name(turn->move.from, from) >= 0 && from[0] == 'd';
}

/* The claimant left his king in check, the opponent overlooked it, and the check is still there: where the book knows
 * that case, it is said that he ends it now, and elsewhere nothing, since the opponent's move was legal. */
#define CHECK_OVERLOOKED "check-overlooked"

static bool check_was_overlooked(const struct arbiter *a, enum side by)
{
	const unsigned n = a->count;

	return n > 1 && by != NO_SIDE && ply_at(a, n - 1)->turn->side != by && ply_at(a, n - 2)->turn->side == by &&
	       ply_at(a, n - 2)->turn->fault == TURN_FAULT_CHECK && !a->move_stands &&
	       a->game->in_check(&ply_at(a, n - 1)->kept->after, by) &&
	       rulebook_cite_exactly(a->book, ruling_name(RULING_CLAIM_REJECTED), reason_name(REASON_ILLEGAL_STANDS),
				     CHECK_OVERLOOKED);
}

/* It is too late to claim a pawn that was left on the last rank: it counts as a queen, and nobody has put one there. */
static void name_pawn_left(struct arbiter *a, const struct arbiter_view *v, enum side by)
{
	const struct ply *last = a->count ? ply_at(a, a->count - 1) : NULL, *ply = pawn_still_left(a);
	const struct turn *turn;

	/* the reply stands unpressed */
	if (last && last->turn->kind == TURN_PROMOTION_OWED && !last->promotion_ruled)
		ply = last;
	if (!ply || by == NO_SIDE || ply->turn->side == by || !IS(a, PROMOTION_PAWN_LEFT, "illegal-if-claimed"))
		return;
	turn = ply->turn;
	if (turn->to >= a->game->squares || a->game->piece_side(v->squares[turn->to]) != turn->side)
		return;
	for (unsigned i = 0; i < a->touched_count[turn->side]; i++)
		if (a->touched[turn->side][i].square == turn->to)
			return;
	a->facts.player = turn->side;
	a->facts.word = "pawn-left";
	a->game->square_name(turn->to, a->facts.to);
	a->also_cites = PARAM_PROMOTION_PAWN_LEFT;
}

/* No turn of the record answers the claim: what else may, and why it is rejected. */
static void rule_without_illegal_turn(struct arbiter *a, const struct arbiter_view *v, const struct arbiter_claim *c,
				      enum side by, const struct illegal_turns *t, struct question *q)
{
	const struct turn *last = a->count ? ply_at(a, a->count - 1)->turn : NULL;
	const unsigned doubtful = find_doubtful_turn(a, by);

	if (wait_for_next_move(a, v, c))
		return;
	if (by != NO_SIDE && last && last->side != by && illegal_window_open(a, a->count - 1) &&
	    enforce_announced_move_on_claim(a, v, a->count - 1, CLAIM_ILLEGAL_MOVE))
		return;
	if (doubtful < a->count) {
		q->turn = doubtful + 1;
		ask_person(a, v, REASON_NEEDS_VERDICT, q);
		return;
	}
	if (made_irregularly(a, v, by)) {
		if (!strcmp(c->want, "rectify")) {
			rectify_making(a, v, c, by);
			return;
		}
		a->facts.word = "remedy";
		ask_person(a, v, REASON_NEEDS_VERDICT, q);
		return;
	}
	if (promotion_order_in_doubt(a, by) && !illegal_window_open(a, a->count - 1)) {
		reject_claim(a, v, REASON_ILLEGAL_STANDS, CLAIM_ILLEGAL_MOVE);
	} else if (promotion_order_in_doubt(a, by)) {
		a->decided_by = PARAM_PROMOTION_ORDER;
		ask_person(a, v, REASON_NEEDS_VERDICT, q);
		a->decided_by = PARAM_COUNT;
	} else if (moved_on_others_time(a, v, by) && IS(a, ILLEGAL_REMEDY, "rectify-or-stand")) {
		/* a piece of his moved on the other's time */
		ask_person(a, v, REASON_NEEDS_VERDICT, q);
	} else if (owed_to(a, by)) {
		a->facts.player = other_side(by);
		reject_claim(a, v, REASON_PROMOTION_OWED, CLAIM_ILLEGAL_MOVE);
	} else if (by != NO_SIDE && move_was_fined(a, other_side(by))) {
		a->facts.player = other_side(by);
		a->facts.word = "dealt-with";
		reject_claim(a, v, REASON_NO_ILLEGALITY, CLAIM_ILLEGAL_MOVE);
	} else if (by != NO_SIDE && second_move_stands(a, v, by)) {
		/* no press could close it: it is one already */
		a->facts.word = "own-move";
		reject_claim(a, v, REASON_NOT_ENTITLED, CLAIM_ILLEGAL_MOVE);
	} else if (by != NO_SIDE && a->game->to_move(&v->position) != by && move_uncompleted(a, v)) {
		reject_claim(a, v, REASON_ILLEGAL_NOT_COMPLETED, CLAIM_ILLEGAL_MOVE);
	} else if (t->own_last) {
		a->facts.word = "own-move";
		reject_claim(a, v, REASON_NOT_ENTITLED, CLAIM_ILLEGAL_MOVE);
	} else if (check_was_overlooked(a, by)) {
		a->circumstance = a->facts.word = CHECK_OVERLOOKED;
		reject_claim(a, v, REASON_ILLEGAL_STANDS, CLAIM_ILLEGAL_MOVE);
		a->circumstance = NULL;
	} else {
		if (!t->any && by != NO_SIDE && last && last->side != by && castled_mirrored(a, last))
			a->decided_by = PARAM_SWAPPED_KQ_CASTLING;
		if (by != NO_SIDE && last && last->side != by && ply_at(a, a->count - 1)->piece_asked &&
		    (IS(a, PROMOTION_PAWN_LEFT, "illegal-if-claimed") || IS(a, PROMOTION_PAWN_LEFT, "owed")))
			a->circumstance = a->facts.word = "piece-given";
		else if (!t->any && by != NO_SIDE && last && last->side != by && last->has_move && last->move.promotion)
			a->circumstance = "promotion";
		else if (t->any)
			name_pawn_left(a, v, by);
		else
			name_what_goes_back(a, v);
		reject_claim(a, v, t->any ? REASON_ILLEGAL_STANDS : REASON_NO_ILLEGALITY, CLAIM_ILLEGAL_MOVE);
		a->decided_by = a->also_cites = PARAM_COUNT;
		a->circumstance = NULL;
	}
}

/* All that is otherwise than after the move are men that are gone, or captured ones that still stand. */
static bool taken_off_wrongly(const struct arbiter *a, const struct arbiter_view *v, const struct game_move *move)
{
	char after[GAME_MAX_SQUARES];
	bool any = false;

	a->game->placement(&v->position, after);
	for (unsigned q = 0; q < a->game->squares; q++) {
		if ((after[q] == '.') == (v->squares[q] == '.'))
			continue;
		if (after[q] == '.' && !(move->captured & UINT64_C(1) << q))
			return false;
		any = true;
	}
	return any && v->squares[move->to] != '.';
}

/* What stands on the board now, of the opponent's last turn, that was read as legal while more might have come: a pawn
 * that went off for a piece that never came, a man too many that is gone, or a captured one that still stands. Whoever
 * claims that sees it. */
static void read_last_turn_by_table(struct arbiter *a, const struct arbiter_view *v, enum side by)
{
	const struct turn *last = a->count ? ply_at(a, a->count - 1)->turn : NULL;
	unsigned from = GAME_NO_SQUARE, to = GAME_NO_SQUARE;
	struct turn *turn;
	int fault = 0;

	if (a->setup.sensors_sure || by == NO_SIDE || !last || last->side == by || last->kind != TURN_LEGAL ||
	    !last->has_move || a->move_stands || a->touched_count[by] || !illegal_window_open(a, a->count - 1))
		return;
	if (a->game->irregular) {
		if (taken_off_wrongly(a, v, &last->move))
			fault = a->game->irregular(ply_before(ply_at(a, a->count - 1)), v->squares, &from, &to);
	} else if (last->move.promotion && v->squares[last->move.to] == '.') {
		fault = TURN_FAULT_VANISHED;
		from = last->move.from;
	}
	if (fault <= TURN_FAULT_NONE)
		return;
	turn = change_turn(a, ply_at(a, a->count - 1));
	turn->kind = TURN_ILLEGAL;
	turn->fault = (enum turn_fault)fault;
	turn->has_move = false;
	turn->from = (uint8_t)from;
	turn->to = (uint8_t)to;
}

/* The claimant had put his own king beside the other one, and claims that the opponent has overlooked that. */
static bool claims_own_adjacent_kings(const struct arbiter *a, enum side by)
{
	const unsigned n = a->count;

	return IS(a, ADJACENT_KING_CLAIM, "loses") && by != NO_SIDE && n > 1 && ply_at(a, n - 1)->turn->side != by &&
	       ply_at(a, n - 2)->turn->side == by && ply_at(a, n - 2)->turn->fault == TURN_FAULT_KINGS;
}

void claim_illegal(struct arbiter *a, const struct arbiter_view *v, const struct arbiter_claim *c, enum side by)
{
	struct question q = { .claim = CLAIM_ILLEGAL_MOVE, .by = by, .against = other_side(by), .made = *c };
	struct illegal_turns t;

	if (c->is_report && (a->silent || is_for_opponent(a)) && !a->setup.options.arbiter_calls) {
		a->facts.word = "report";
		a->circumstance = "illegal-move-reported";
		reject_claim(a, v, REASON_NOT_ENTITLED, CLAIM_ILLEGAL_MOVE);
		a->circumstance = NULL;
		return;
	}
	/* irregular ways of making a legal move are corrected where the opponent asks for it */
	if (!strcmp(c->about, "early-removal") && IS(a, ILLEGAL_REMEDY, "rectify-or-stand") && a->count &&
	    ply_at(a, a->count - 1)->turn->side != by) {
		rule_rectification(a, v, a->count - 1, c);
		return;
	}
	/* not every sensor shows whether it was done */
	if (!strcmp(c->about, "crown") && by != NO_SIDE && made_a_king(a, other_side(by))) {
		rule_crowning(a, v, other_side(by));
		return;
	}
	if (!c->is_report && claims_own_adjacent_kings(a, by)) {
		a->decided_by = PARAM_ADJACENT_KING_CLAIM;
		rule_on_illegal_turn(a, v, a->count - 2, c, other_side(by));
		a->decided_by = PARAM_COUNT;
		return;
	}
	read_last_turn_by_table(a, v, by);
	t = find_illegal_turns(a, by);
	if (t.found < a->count)
		rule_on_claimed_turn(a, v, t.found, c, &q);
	else
		rule_without_illegal_turn(a, v, c, by, &t, &q);
}
