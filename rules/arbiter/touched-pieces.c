// SPDX-License-Identifier: GPL-2.0-or-later
/* Touched pieces: what a turn was bound to, and whether it kept to it. */
#include <stdlib.h>
#include <string.h>

#include "rules/arbiter/moves.h"
#include "rules/arbiter/rulings.h"
#include "rules/arbiter/state.h"

enum obligation {
	OBLIGATION_NONE,
	OBLIGATION_KEPT,
	OBLIGATION_BROKEN,
	OBLIGATION_UNMOVABLE,
	OBLIGATION_CASTLE,
	OBLIGATION_ROOK_FIRST
};

struct touched {
	uint8_t square;
	char piece;
};

/* What was touched, in order: what binds from before, then this turn. */
static unsigned list_touched(const struct ply *ply, struct touched list[2 * TURN_MAX_TOUCHED])
{
	unsigned n = 0;

	for (unsigned i = 0; i < ply->binding_count; i++)
		list[n++] = (struct touched){ ply->binding[i].square, ply->binding[i].piece };
	for (unsigned i = 0; i < ply->turn->touched_count; i++)
		list[n++] = (struct touched){ ply->turn->touched[i].square, ply->turn->touched[i].piece };
	return n;
}

/* Where the piece stood that was moved, legally or not; GAME_NO_SQUARE: none. */
static uint8_t moved_from(const struct turn *turn)
{
	return turn->has_move ? turn->move.from : turn->kind == TURN_ILLEGAL ? turn->from : GAME_NO_SQUARE;
}

/* 1: the played move obeys, 0: another move would, -1: none could. */
static int obeys(const struct game_moves *moves, const struct ply *ply, uint8_t own, uint8_t enemy)
{
	const struct turn *turn = ply->turn;
	int could = -1;

	/* what was touched was moved, and taken: whether that is legal is not asked here */
	if (!turn->has_move && moved_from(turn) != GAME_NO_SQUARE &&
	    (own == GAME_NO_SQUARE || own == moved_from(turn)) && (enemy == GAME_NO_SQUARE || enemy == turn->to))
		return 1;
	for (unsigned i = 0; i < moves->count; i++) {
		const struct game_move *m = &moves->move[i];

		if ((own != GAME_NO_SQUARE && m->from != own) ||
		    (enemy != GAME_NO_SQUARE && !(m->captured & UINT64_C(1) << enemy)))
			continue;
		if (ply->turn->has_move && same_move(m, &ply->turn->move))
			return 1;
		could = 0;
	}
	return could;
}

/* Castling of the king of that square with the rook of the other, or to the other. */
static const struct game_move *castling_move(const struct game_moves *moves, uint8_t king_square, uint8_t other)
{
	for (unsigned i = 0; i < moves->count; i++) {
		const struct game_move *m = &moves->move[i];

		if (m->flags & GAME_MOVE_CASTLING && m->from == king_square &&
		    (m->rook_from == other || m->to == other))
			return m;
	}
	return NULL;
}

/* What the ruling names: the piece that was touched, and a second one. */
static void name_touched(struct arbiter *a, const char *word, const struct touched *first, const struct touched *second)
{
	a->facts.word = word;
	name_piece(a, &a->facts, first->piece, first->square);
	if (second)
		name_other_piece(a, &a->facts, second->piece, second->square);
}

static enum obligation castling_obligation(struct arbiter *a, const struct ply *ply, const struct game_moves *moves,
					   const struct touched *t, unsigned n, const char *before)
{
	char king = ply->turn->side == WHITE ? 'K' : 'k', rook = ply->turn->side == WHITE ? 'R' : 'r';
	const struct game_move *castles;
	unsigned k = n, r = n;

	for (unsigned i = 0; i < n; i++) {
		if (t[i].piece == king && before[t[i].square] == king && k == n)
			k = i;
		if (t[i].piece == rook && before[t[i].square] == rook && r == n)
			r = i;
	}
	if (k == n)
		return OBLIGATION_NONE;
	/* the king was released where castling ends, more than a step away, and taken up again */
	for (unsigned i = k + 1; i < n; i++)
		if (t[i].piece == king && before[t[i].square] == '.' && abs((int)t[i].square - (int)t[k].square) >= 2) {
			castles = castling_move(moves, t[k].square, t[i].square);
			if (castles && castles->to == t[i].square &&
			    !(ply->turn->has_move && same_move(castles, &ply->turn->move))) {
				name_touched(a, "released", &t[k], &t[i]);
				return OBLIGATION_CASTLE;
			}
		}
	if (r == n)
		return OBLIGATION_NONE;
	castles = castling_move(moves, t[k].square, t[r].square);
	if (!castles)
		return OBLIGATION_NONE;
	name_touched(a, k < r ? "king-first" : "rook-first", &t[k], &t[r]);
	if (k < r)
		return ply->turn->has_move && same_move(castles, &ply->turn->move) ? OBLIGATION_KEPT :
										     OBLIGATION_CASTLE;
	if (!ply->turn->has_move || !same_move(castles, &ply->turn->move))
		return OBLIGATION_NONE;
	if (obeys(moves, ply, t[r].square, GAME_NO_SQUARE) >= 0)
		return OBLIGATION_ROOK_FIRST;
	/* a rook that is shut in cannot move: the king has to, and not by castling with it */
	for (unsigned i = 0; i < moves->count; i++)
		if (moves->move[i].from == t[k].square && !same_move(&moves->move[i], castles)) {
			a->facts.word = "rook-shut-in";
			return OBLIGATION_ROOK_FIRST;
		}
	return OBLIGATION_NONE;
}

/* A claim may name another piece: what was touched first binds. */
static enum obligation obligation_of(struct arbiter *a, const struct ply *ply)
{
	struct touched t[2 * TURN_MAX_TOUCHED];
	unsigned n = list_touched(ply, t), own = n, enemy = n, first;
	struct game_moves moves;
	char before[GAME_MAX_SQUARES];
	bool any = false, unmovable = false;
	enum obligation b;

	a->game->moves(ply_before(ply), &moves);
	a->game->placement(ply_before(ply), before);
	b = castling_obligation(a, ply, &moves, t, n, before);
	if (b != OBLIGATION_NONE)
		return b;
	for (unsigned i = n; i-- > 0;) {
		enum side s = a->game->piece_side(t[i].piece);

		/* a piece lifted from where it did not stand was in the hand already */
		if (before[t[i].square] != t[i].piece)
			continue;
		if (s == ply->turn->side)
			own = i;
		else if (s != NO_SIDE)
			enemy = i;
	}
	/* both colours: that capture, if it can be made */
	if (own < n && enemy < n) {
		int o = obeys(&moves, ply, t[own].square, t[enemy].square);

		name_touched(a, ply->binds_from_illegal && enemy < ply->binding_count ? "both-bound" : "both", &t[own],
			     &t[enemy]);
		if (o >= 0)
			return o ? OBLIGATION_KEPT : OBLIGATION_BROKEN;
	}
	for (first = 0; first < n; first++) {
		enum side s = a->game->piece_side(t[first].piece);
		int o;

		if (before[t[first].square] != t[first].piece)
			continue;
		any = true;
		o = s == ply->turn->side ? obeys(&moves, ply, t[first].square, GAME_NO_SQUARE) :
					   obeys(&moves, ply, GAME_NO_SQUARE, t[first].square);
		/* what could not be moved is named before what was */
		if (!unmovable || !o)
			name_touched(a,
				     unmovable && !o	  ? (s == ply->turn->side ? "can-move" : "can-be-captured") :
				     s == ply->turn->side ? NULL :
							    "capture",
				     &t[first], NULL);
		if (o >= 0)
			return o ? (unmovable ? OBLIGATION_UNMOVABLE : OBLIGATION_KEPT) : OBLIGATION_BROKEN;
		unmovable = true;
	}
	return any ? OBLIGATION_UNMOVABLE : OBLIGATION_NONE;
}

static bool breaks_obligation(enum obligation o)
{
	return o == OBLIGATION_BROKEN || o == OBLIGATION_CASTLE || o == OBLIGATION_ROOK_FIRST;
}

/* Another move was set down first, and what had been touched until then allowed it. */
static bool first_move_was_due(struct arbiter *a, const struct ply *ply)
{
	struct turn turn = turn_copy(ply->turn);
	struct ply first = *ply;
	unsigned n = 0;

	if (!ply->has_set_down || (ply->turn->has_move && same_move(&ply->set_down, &ply->turn->move)))
		return false;
	first.turn = &turn;
	turn.has_move = true;
	turn.move = ply->set_down;
	while (n < ply->turn->touched_count && ply->turn->touched[n].t_us <= ply->first_set_down_us)
		n++;
	turn.touched_count = (uint8_t)n;
	return !breaks_obligation(obligation_of(a, &first));
}

bool released_first(struct arbiter *a, const struct ply *ply)
{
	const struct sentence_facts facts = a->facts;
	const bool first = IS(a, RELEASE_EVIDENCE, "set-down") && first_move_was_due(a, ply);

	a->facts = facts;
	return first;
}

bool broke_touch_rules(struct arbiter *a, const struct ply *ply)
{
	return (IS(a, RELEASE_EVIDENCE, "set-down") && first_move_was_due(a, ply)) ||
	       breaks_obligation(obligation_of(a, ply));
}

/* Of all that was touched, nothing was before the player said that he adjusts. */
static bool touched_to_adjust(const struct ply *ply)
{
	if (ply->adjust_said_us == ARBITER_NEVER || ply->binding_count)
		return false;
	for (unsigned i = 0; i < ply->turn->touched_count; i++)
		if (ply->turn->touched[i].t_us < ply->adjust_said_us)
			return false;
	return true;
}

/* The word for what binds: the king's release, or whose pieces were touched. */
static const char *touched_word(const struct arbiter *a, const struct ply *ply, enum reason reason)
{
	struct touched t[2 * TURN_MAX_TOUCHED];
	unsigned n = list_touched(ply, t);
	char before[GAME_MAX_SQUARES];
	bool own = false, enemy = false, rook = false;

	a->game->placement(ply_before(ply), before);
	for (unsigned i = 0; i < n; i++) {
		if (before[t[i].square] != t[i].piece)
			continue;
		/* the piece that was moved instead binds nobody: where nothing else was due it was not instead */
		own |= a->game->piece_side(t[i].piece) == ply->turn->side &&
		       !(enemy && reason != REASON_NOT_PROVEN && ply->turn->has_move &&
			 t[i].square == ply->turn->move.from);
		enemy |= a->game->piece_side(t[i].piece) == other_side(ply->turn->side);
		rook |= (t[i].piece | 0x20) == 'r';
	}
	if (reason == REASON_TOUCH_MOVE && a->facts.word && !strncmp(a->facts.word, "both", 4))
		return "both-colours";
	if (reason == REASON_MUST_CASTLE)
		return rook ? NULL : "king-released";
	return own && enemy ? "both-colours" : enemy ? "opponents-piece" : own ? "own-piece" : NULL;
}

/* The move of side that stands unpressed, as if it were closed. False: none does, or there is no memory.
 * drop_standing() it. */
static bool standing_ply(const struct arbiter *a, const struct arbiter_view *v, enum side side, struct turn *turn,
			 struct ply *ret)
{
	const unsigned n = a->set_down_count[side];
	struct kept_turn *before;

	*ret = (struct ply){ .adjust_said_us = a->adjust_said_us[side], .turn = turn };
	*turn = (struct turn){ .kind = TURN_LEGAL, .side = side, .t_us = v->t_us };
	if (!n || !a->move_stands || a->game->to_move(&v->position) != side || a->game->to_move(&v->set_down) == side)
		return false;
	turn->has_move = true;
	turn->move = a->set_down[side][n - 1];
	turn->from = turn->move.from;
	turn->to = turn->move.to;
	turn->touched_count = (uint8_t)a->touched_count[side];
	for (unsigned i = 0; i < a->touched_count[side]; i++) {
		turn->touched[i].square = a->touched[side][i].square;
		turn->touched[i].piece = a->touched[side][i].piece;
		turn->touched[i].t_us = v->t_us;
	}
	ret->binding_count = (uint8_t)a->binding_count;
	memcpy(ret->binding, a->binding, sizeof(ret->binding));
	before = kept_turn_new(NULL, NULL, &v->position);
	ret->kept = before ? kept_turn_new(before, turn, &v->set_down) : NULL;
	kept_turn_drop(before);
	return ret->kept;
}

bool standing_move_breaks_touch(struct arbiter *a, const struct arbiter_view *v, enum side side)
{
	const struct sentence_facts facts = a->facts;
	struct turn turn;
	struct ply ply;
	bool breaks;

	if (!standing_ply(a, v, side, &turn, &ply))
		return false;
	breaks = !touched_to_adjust(&ply) && breaks_obligation(obligation_of(a, &ply));
	kept_turn_drop(ply.kept);
	a->facts = facts;
	return breaks;
}

/* The move would have ended the game, and does not, since another one was due. */
static void void_end(struct arbiter *a, struct ruling *r, const struct game_position *after)
{
	if (a->held_end.mover != NO_SIDE)
		r->facts.void_end = mate_word(a->game->end(after)) ?: reason_name(REASON_DEAD_POSITION);
	a->held_end.mover = NO_SIDE;
}

/* Claimed of a move that stands and is not pressed yet: it is not made with the piece that binds. False: it is. */
static bool rule_on_standing_move(struct arbiter *a, const struct arbiter_view *v, enum side mover,
				  enum claim_kind claim)
{
	static const enum reason reasons[] = { [OBLIGATION_BROKEN] = REASON_TOUCH_MOVE,
					       [OBLIGATION_CASTLE] = REASON_MUST_CASTLE,
					       [OBLIGATION_ROOK_FIRST] = REASON_ROOK_FIRST };
	const struct sentence_facts facts = a->facts;
	enum obligation o = OBLIGATION_NONE;
	struct turn turn;
	struct ply ply;
	struct ruling r;

	if (!standing_ply(a, v, mover, &turn, &ply))
		return false;
	if (!touched_to_adjust(&ply))
		o = obligation_of(a, &ply);
	if (breaks_obligation(o)) {
		a->facts.player = mover;
		a->move_stands = a->end_was_judged[mover] = false;
		r = new_ruling(a, v, RULING_TOUCH_OBLIGATION, reasons[o], claim);
		r.side = mover;
		r.word = touched_word(a, &ply, reasons[o]);
		void_end(a, &r, &v->set_down);
		issue_ruling(a, &r);
	} else {
		a->facts = facts;
	}
	kept_turn_drop(ply.kept);
	return breaks_obligation(o);
}

/* The piece that a move captures, and where it stood; several are not named. */
static void name_captured(const struct arbiter *a, struct sentence_facts *f, const struct game_position *before,
			  const struct game_move *move)
{
	char squares[GAME_MAX_SQUARES];

	unsigned at = move->to;

	if (move->captured & (move->captured - 1))
		return;
	if (move->captured)
		at = (unsigned)__builtin_ctzll(move->captured);
	a->game->placement(before, squares);
	if (a->game->piece_side(squares[at]) == other_side(a->game->to_move(before)))
		name_other_piece(a, f, squares[at], at);
}

/* The first legal move set down stands: the hand had left the piece. */
static bool rule_released_piece(struct arbiter *a, const struct arbiter_view *v, unsigned n, enum claim_kind claim)
{
	const struct ply *ply = ply_at(a, n);
	struct ruling r;

	if (!IS(a, RELEASE_EVIDENCE, "set-down") || !ply->has_set_down ||
	    (ply->turn->has_move && same_move(&ply->set_down, &ply->turn->move)))
		return false;
	r = new_ruling(a, v, RULING_RESTORE_POSITION, REASON_RELEASED, claim);
	if (ply->turn->has_move && ply->set_down.from == ply->turn->move.from && ply->set_down.to == ply->turn->move.to)
		r.reason = REASON_PROMOTION_FINAL;
	r.effects = EFFECT_REPLY;
	r.ply = n;
	r.keep = ply->set_down;
	r.facts.player = ply->turn->side;
	name_move(a, &r.facts, ply_before(ply), &r.keep);
	name_captured(a, &r.facts, ply_before(ply), &r.keep);
	if (r.reason == REASON_PROMOTION_FINAL)
		r.facts.piece = piece_word(a->game, r.keep.promotion);
	r.side = ply->turn->side;
	count_turn_as(a, n, &r.keep);
	issue_ruling(a, &r);
	return true;
}

static void issue_obligation(struct arbiter *a, const struct arbiter_view *v, unsigned n, enum reason reason,
			     enum claim_kind claim)
{
	HELD_PLY ply = ply_held(a, n);
	struct ruling r = new_ruling(a, v, RULING_TOUCH_OBLIGATION, reason, claim);

	void_end(a, &r, &ply.kept->after);
	r.effects = EFFECT_UNDO | EFFECT_REVOKE;
	r.ply = n;
	r.side = ply.turn->side;
	r.word = touched_word(a, &ply, reason);
	/* bound by what was touched in an illegal move that was taken back */
	if (ply.binds_from_illegal)
		cite_parameter(a, &r, PARAM_ILLEGAL_REMEDY);
	if (a->moves_made[ply.turn->side])
		a->moves_made[ply.turn->side]--;
	issue_ruling(a, &r);
	keep_touched_binding(a, &ply, false);
}

/* The sensors saw no touch but that of the piece that moved, or none of the one that is named. */
static bool is_unseen(const struct arbiter *a, const struct ply *ply, uint8_t square)
{
	char before[GAME_MAX_SQUARES];
	struct touched t[2 * TURN_MAX_TOUCHED];
	unsigned n = list_touched(ply, t), others = 0;

	a->game->placement(ply_before(ply), before);
	for (unsigned i = 0; i < n; i++) {
		if (t[i].square == square)
			return false;
		others += t[i].square != moved_from(ply->turn);
	}
	return square == GAME_NO_SQUARE ? !others : before[square] != '.';
}

/* The piece of square was touched first, as a person has found. */
static void add_testified_touch(struct arbiter *a, struct ply *ply, uint8_t square)
{
	char before[GAME_MAX_SQUARES];
	struct turn *turn = change_turn(a, ply);

	a->game->placement(ply_before(ply), before);
	if (turn->touched_count < TURN_MAX_TOUCHED)
		turn->touched_count++;
	memmove(turn->touched + 1, turn->touched, (turn->touched_count - 1) * sizeof(turn->touched[0]));
	turn->touched[0].square = square;
	turn->touched[0].piece = before[square];
	turn->touched[0].t_us = INT64_MIN;
}

/* The last turn of the opponent, or the last at all; -1: none. One that the claimant pressed without a move, to give
 * the clock back, is none. */
static int touched_turn(const struct arbiter *a, enum side by)
{
	unsigned n = a->count;

	if (n && by != NO_SIDE && ply_at(a, n - 1)->turn->side == by && ply_at(a, n - 1)->turn->kind == TURN_NO_MOVE &&
	    !IS(a, RESTART_PRESS, "no"))
		n--;
	return (int)n - 1;
}

static bool touch_right_lost(const struct arbiter *a, const struct arbiter_view *v, enum side by, unsigned n)
{
	if (by != NO_SIDE && ply_at(a, n)->turn->side == by)
		return true;
	if ((a->move_stands || a->reply_made) && !moved_on_others_time(a, v, by))
		return true;
	return IS(a, TOUCH_CLAIM_WINDOW, "until-touch") && by != NO_SIDE && a->has_touched[by];
}

/* His opponent's last turn, which he may have answered, was not the move that had been announced. */
static bool broke_announcement(struct arbiter *a, enum side by, unsigned n)
{
	if (n && ply_at(a, n)->turn->side == by)
		n--;
	if (!ply_at(a, n)->broke_announcement)
		return false;
	a->facts.player = ply_at(a, n)->turn->side;
	return true;
}

/* On real sensors the piece that moved rested where it could have gone as well, and too shortly to say that the hand
 * had left it. */
static bool perhaps_released(const struct arbiter *a, const struct ply *ply)
{
	struct game_moves moves;
	char before[GAME_MAX_SQUARES];

	if (a->setup.sensors_sure || !IS(a, RELEASE_EVIDENCE, "set-down") || ply->has_set_down || !ply->turn->has_move)
		return false;
	a->game->placement(ply_before(ply), before);
	a->game->moves(ply_before(ply), &moves);
	for (unsigned i = 0; i < ply->turn->touched_count; i++)
		for (unsigned k = 0; before[ply->turn->touched[i].square] == '.' && k < moves.count; k++)
			if (moves.move[k].from == ply->turn->move.from && moves.move[k].to != ply->turn->move.to &&
			    moves.move[k].to == ply->turn->touched[i].square)
				return true;
	return false;
}

/* What was done with the pieces that name_touched() named, as it had to be. */
static const char *obeyed_word(const struct arbiter *a, const struct ply *ply, const char *touched)
{
	uint8_t all[2 * TURN_MAX_TOUCHED];

	for (unsigned n = touched ? 0 : touched_squares(a, ply, all); n-- > 0;)
		if (all[n] != moved_from(ply->turn))
			return "obeyed-first";
	return !touched			      ? "obeyed" :
	       !strcmp(touched, "capture")    ? "obeyed-capture" :
	       !strcmp(touched, "king-first") ? "obeyed-castling" :
						"obeyed-both";
}

static void rule_on_touches(struct arbiter *a, const struct arbiter_view *v, unsigned n, const struct arbiter_claim *c,
			    const struct question *q, enum touch_evidence evidence)
{
	const char *obeyed;
	enum obligation o;

	if (first_move_was_due(a, ply_at(a, n)) && rule_released_piece(a, v, n, c->claim))
		return;
	o = obligation_of(a, ply_at(a, n));
	obeyed = o == OBLIGATION_KEPT ? obeyed_word(a, ply_at(a, n), a->facts.word) : NULL;
	switch (o) {
	case OBLIGATION_CASTLE:
		issue_obligation(a, v, n, REASON_MUST_CASTLE, c->claim);
		break;
	case OBLIGATION_ROOK_FIRST:
		issue_obligation(a, v, n, REASON_ROOK_FIRST, c->claim);
		break;
	case OBLIGATION_BROKEN:
		issue_obligation(a, v, n, REASON_TOUCH_MOVE, c->claim);
		break;
	case OBLIGATION_UNMOVABLE:
		if (!rule_released_piece(a, v, n, c->claim))
			reject_claim(a, v, REASON_TOUCHED_UNMOVABLE, c->claim);
		break;
	default:
		/* what was touched is part of the move */
		a->facts.word = NULL;
		if (evidence == TOUCH_ALLEGED && perhaps_released(a, ply_at(a, n))) {
			ask_person(a, v, REASON_NEEDS_VERDICT, q);
		} else if (!rule_released_piece(a, v, n, c->claim)) {
			a->facts.word = obeyed;
			a->circumstance = obeyed && !strcmp(obeyed, "obeyed-castling") ?
						  obeyed :
						  touched_word(a, ply_at(a, n), REASON_NOT_PROVEN);
			reject_claim(a, v, REASON_NOT_PROVEN, c->claim);
			a->circumstance = NULL;
		}
		break;
	}
}

void claim_touch(struct arbiter *a, const struct arbiter_view *v, const struct arbiter_claim *c, enum side by,
		 enum touch_evidence evidence)
{
	struct question q = { .claim = CLAIM_TOUCH_MOVE, .by = by, .against = other_side(by), .made = *c };
	int last = touched_turn(a, by);
	struct ply *ply = last >= 0 ? ply_at(a, last) : NULL;

	if (ply)
		a->facts.player = ply->turn->side;
	if (IS(a, TOUCH_MOVE, "no")) {
		reject_claim(a, v, REASON_TOUCH_MOVE_OFF, c->claim);
	} else if (IS(a, TOUCH_MOVE, "ask")) {
		ask_person(a, v, REASON_SILENT, &q);
	} else if (IS(a, TOUCH_MOVE, "yes") && by != NO_SIDE && evidence == TOUCH_ALLEGED &&
		   rule_on_standing_move(a, v, other_side(by), c->claim)) {
		return;
	} else if (!ply) {
		reject_claim(a, v, REASON_NOT_PROVEN, c->claim);
	} else if (touch_right_lost(a, v, by, (unsigned)last)) {
		if (broke_announcement(a, by, (unsigned)last))
			a->facts.word = "announced";
		else if (IS(a, TOUCH_CLAIM_WINDOW, "until-reply"))
			a->facts.word = "replied";
		a->circumstance = released_first(a, ply) ? "released" : NULL;
		reject_claim(a, v, REASON_TOUCH_RIGHT_LOST, c->claim);
		a->circumstance = NULL;
	} else if (moved_on_others_time(a, v, by)) {
		/* what looks like his reply: whose hand it was nobody knows */
		ask_person(a, v, REASON_NEEDS_VERDICT, &q);
	} else if (enforce_announced_move_on_claim(a, v, (unsigned)last, c->claim)) {
		return;
	} else if (touched_to_adjust(ply)) {
		reject_claim(a, v, REASON_ADJUSTED, c->claim);
	} else if (evidence == TOUCH_ACCIDENTAL) {
		ask_person(a, v, REASON_ACCIDENTAL, &q);
	} else if (is_unseen(a, ply, c->square) && evidence == TOUCH_ALLEGED && !first_move_was_due(a, ply)) {
		ask_person(a, v, REASON_NEEDS_VERDICT, &q);
	} else if (evidence == TOUCH_TESTIFIED && is_unseen(a, ply, c->square) && c->square == GAME_NO_SQUARE) {
		issue_obligation(a, v, (unsigned)last, REASON_TOUCH_MOVE, c->claim);
	} else {
		if (c->square != GAME_NO_SQUARE && is_unseen(a, ply, c->square))
			add_testified_touch(a, ply, c->square);
		rule_on_touches(a, v, (unsigned)last, c, &q, evidence);
	}
}
