// SPDX-License-Identifier: GPL-2.0-or-later
/* What a ruling says: the facts that its sentence names. */
#include <string.h>

#include "rules/arbiter/rulings.h"
#include "rules/arbiter/state.h"
#include "rules/arbiter/moves.h"

static void name_square(const struct arbiter *a, unsigned square, char ret[static FACT_SQUARE])
{
	if (square >= a->game->squares || a->game->square_name(square, ret) < 0)
		ret[0] = '\0';
}

void name_piece(const struct arbiter *a, struct sentence_facts *f, char piece, unsigned square)
{
	f->piece = piece_word(a->game, piece);
	name_square(a, square, f->square);
}

void name_other_piece(const struct arbiter *a, struct sentence_facts *f, char piece, unsigned square)
{
	f->other_piece = piece_word(a->game, piece);
	name_square(a, square, f->other_square);
}

void name_move(const struct arbiter *a, struct sentence_facts *f, const struct game_position *before,
	       const struct game_move *move)
{
	char squares[GAME_MAX_SQUARES];

	a->game->placement(before, squares);
	name_piece(a, f, squares[move->from], move->from);
	name_square(a, move->to, f->to);
	f->captures = move->captured;
}

/* A piece stood where it went, or, in draughts, pieces were taken with it. The king that castles takes none. */
static bool turn_captures(const struct arbiter *a, const struct turn *turn, const char *squares)
{
	switch (turn->fault) {
	case TURN_FAULT_NONE:
		return turn->has_move && turn->move.captured;
	case TURN_FAULT_CAPTURE_COUNT:
	case TURN_FAULT_UNFINISHED:
	case TURN_FAULT_CAPTURED_LEFT:
	case TURN_FAULT_NOT_JUMPED:
	case TURN_FAULT_OWN_CAPTURE:
		return true;
	case TURN_FAULT_CASTLING:
		return false;
	default:
		return turn->to < a->game->squares && squares[turn->to] != '.';
	}
}

/* The king went to where a rook of his own stood, and that stands elsewhere: it was castled. */
static bool castled_onto_rook(const struct arbiter *a, const struct turn *turn, const char *squares)
{
	const char rook = turn->side == WHITE ? 'R' : 'r';

	if (turn->fault != TURN_FAULT_OWN_CAPTURE || (turn->piece | 0x20) != 'k' || turn->to >= a->game->squares ||
	    squares[turn->to] != rook)
		return false;
	for (unsigned q = 0; q < a->game->squares; q++)
		if (turn->placement[q] == rook && squares[q] != rook)
			return true;
	return false;
}

/* The rook with which it was castled, though that is not allowed. */
static void name_castled_rook(const struct arbiter *a, struct sentence_facts *f, const struct turn *turn,
			      const char *squares)
{
	for (unsigned q = 0; q < a->game->squares; q++)
		if ((squares[q] | 0x20) == 'r' && a->game->piece_side(squares[q]) == turn->side &&
		    turn->placement[q] != squares[q])
			name_other_piece(a, f, squares[q], q);
}

/* The rook with which the king would castle that goes from there to there: the next one beyond, or there. */
static unsigned castling_rook_beyond(const char *squares, unsigned from, unsigned to, char rook)
{
	const unsigned first = from & ~7U;

	for (unsigned q = to; q >= first && q<first + 8; q = to> from ? q + 1 : q - 1)
		if (squares[q] == rook)
			return q;
	return GAME_NO_SQUARE;
}

/* Would a king that stands there be in check, with the rest as it is? */
static bool is_attacked_on(const struct arbiter *a, const struct game_position *before, const char *squares,
			   unsigned from, unsigned square, enum side side)
{
	struct game_position there = *before;
	char with[GAME_MAX_SQUARES];

	memcpy(with, squares, sizeof(with));
	with[square] = squares[from];
	if (square != from)
		with[from] = '.';
	a->game->set_placement(&there, with, side);
	return a->game->in_check(&there, side);
}

/* Why castling was not allowed. Of several reasons the one that is seen on the board comes first. */
static const char *castling_fault(const struct arbiter *a, const struct ply *ply, const char *squares, unsigned from,
				  unsigned to, unsigned rook)
{
	const struct turn *turn = ply->turn;
	const struct game_position *before = ply_before(ply);

	if (a->game->in_check(before, turn->side))
		return "castling-in-check";
	if (to >= a->game->squares || from / 8 != to / 8)
		return turn_fault_name(TURN_FAULT_CASTLING);
	if (rook == GAME_NO_SQUARE && from != to)
		rook = castling_rook_beyond(squares, from, to, turn->side == WHITE ? 'R' : 'r');
	if (rook == GAME_NO_SQUARE)
		return turn_fault_name(TURN_FAULT_CASTLING);
	for (unsigned q = from; q != rook;) {
		q = rook > from ? q + 1 : q - 1;
		if (q != rook && squares[q] != '.')
			return "castling-blocked";
	}
	for (unsigned q = from; q != to;) {
		q = to > from ? q + 1 : q - 1;
		if ((squares[q] == '.' || q == rook) && is_attacked_on(a, before, squares, from, q, turn->side))
			return q == to ? "castling-into-check" : "castling-through-check";
	}
	return "castling-right-lost";
}

/* King and a rook of his own stand where castling ends, and both were in his hand: in another array than the usual one
 * the king may have stayed, or gone a step. Where both stood in *king and *rook, and where the king ends in *to. */
static bool castled_by_squares(const struct arbiter *a, const struct turn *turn, const char *squares, unsigned *king,
			       unsigned *rook, unsigned *to)
{
	const char k = turn->side == WHITE ? 'K' : 'k', r = turn->side == WHITE ? 'R' : 'r';
	const unsigned first = turn->side == WHITE ? 0 : 56;

	if (turn->kind != TURN_ILLEGAL || a->game->width != 8 || !touched_king_and_rook(turn) ||
	    (IS(a, SWAPPED_KQ_CASTLING, "mirrored") && king_and_queen_swapped(a)))
		return false;
	for (unsigned wing = 0; wing < 2; wing++) {
		const unsigned end = first + (wing ? 2 : 6), rook_end = first + (wing ? 3 : 5);

		*king = *rook = GAME_NO_SQUARE;
		*to = end;
		if (turn->placement[end] != k || turn->placement[rook_end] != r || squares[rook_end] == r)
			continue;
		for (unsigned q = first; q < first + 8; q++) {
			if (squares[q] == k)
				*king = q;
			if (squares[q] == r && turn->placement[q] != r)
				*rook = q;
		}
		if (*king != GAME_NO_SQUARE && *rook != GAME_NO_SQUARE && (*rook > *king) == !wing)
			return true;
	}
	return false;
}

/* What is wrong with a pawn that captured straight ahead, went off without a piece, or became one where it cannot go.
 * NULL: nothing like that. */
static const char *pawn_word(const struct arbiter *a, const struct turn *turn, const char *squares)
{
	const char *piece = turn->from < a->game->squares ? piece_word(a->game, squares[turn->from]) : NULL;

	if (!piece || strcmp(piece, "pawn") || a->game->piece_side(squares[turn->from]) != turn->side)
		return NULL;
	/* what stands where it went was taken, and is no obstacle */
	if (turn->fault == TURN_FAULT_BLOCKED && turn->to < a->game->squares &&
	    a->game->piece_side(squares[turn->to]) == other_side(turn->side))
		return "pawn-straight";
	if (turn->fault == TURN_FAULT_VANISHED && turn->from / 8 == (turn->side == WHITE ? 6 : 1))
		return "pawn-gone";
	return turn->fault == TURN_FAULT_APPEARED && turn->to < a->game->squares ? "pawn-astray" : NULL;
}

/* It would have been legal, had more been done: the pawn taken in passing put off the board, the rook of castling
 * moved. The word for that, and the move in *ret; NULL: nothing like that. */
static const char *half_done_word(const struct arbiter *a, const struct ply *ply, struct game_move *ret)
{
	const struct turn *turn = ply->turn;
	char squares[GAME_MAX_SQUARES];
	struct game_moves moves;
	const char *piece;

	if (turn->kind != TURN_ILLEGAL || turn->from >= a->game->squares || turn->to >= a->game->squares)
		return NULL;
	a->game->placement(ply_before(ply), squares);
	piece = piece_word(a->game, squares[turn->from]);
	if (!piece || squares[turn->to] != '.')
		return NULL;
	a->game->moves(ply_before(ply), &moves);
	for (unsigned i = 0; i < moves.count; i++) {
		const struct game_move *m = &moves.move[i];

		if (m->from != turn->from || m->to != turn->to)
			continue;
		*ret = *m;
		if (!strcmp(piece, "pawn") && m->captured)
			return "passant-left";
		if (!strcmp(piece, "king") && m->flags & GAME_MOVE_CASTLING)
			return "castling-unfinished";
	}
	return NULL;
}

bool half_done_move(const struct arbiter *a, const struct ply *ply, struct game_move *ret)
{
	const struct turn *turn = ply->turn;
	char before[GAME_MAX_SQUARES];

	if (!IS(a, TOUCH_MOVE, "yes") || !IS(a, RELEASE_EVIDENCE, "set-down") || !half_done_word(a, ply, ret))
		return false;
	/* a piece of his own that was touched and has no part in the move may bind him otherwise */
	a->game->placement(ply_before(ply), before);
	for (unsigned i = 0; i < turn->touched_count; i++) {
		const uint8_t q = turn->touched[i].square;

		if (before[q] == turn->touched[i].piece && a->game->piece_side(before[q]) == turn->side &&
		    q != ret->from && (i == 0 || ((before[q] | 0x20) == 'r' && q != ret->rook_from)))
			return false;
	}
	return true;
}

void name_half_done(const struct arbiter *a, struct sentence_facts *f, const struct game_move *move)
{
	name_square(a, move->captured ? (unsigned)__builtin_ctzll(move->captured) : move->rook_from, f->other_square);
}

void name_turn(const struct arbiter *a, struct sentence_facts *f, const struct ply *ply)
{
	const struct turn *turn = ply->turn;
	char squares[GAME_MAX_SQUARES];
	unsigned king, rook = GAME_NO_SQUARE, to;
	struct game_move half_done;
	const char *word;

	f->player = turn->side;
	/* exchanged only after the press: what was pressed was a pawn */
	f->word = ply->pawn_left && turn->kind == TURN_LEGAL ? turn_kind_name(TURN_PROMOTION_OWED) : turn_word(turn);
	/* a person has found what the squares do not show */
	if (turn->kind == TURN_LEGAL && a->count && ply->turn->t_us == ply_at(a, a->count - 1)->turn->t_us &&
	    promotion_order_in_doubt(a, other_side(turn->side)))
		f->word = "promotion-order";
	if (turn->kind == TURN_NO_MOVE || turn->kind == TURN_SEVERAL || turn->from >= a->game->squares)
		return;
	a->game->placement(ply_before(ply), squares);
	name_piece(a, f, squares[turn->from] != '.' ? squares[turn->from] : turn->piece, turn->from);
	word = half_done_word(a, ply, &half_done);
	word = word ? word : pawn_word(a, turn, squares);
	if (turn->fault == TURN_FAULT_PIECE && f->piece && !strcmp(f->piece, "man"))
		word = "man-astray";
	/* everybody saw it go from where it stood, and could go there from that square */
	if ((turn->fault == TURN_FAULT_PIECE || turn->fault == TURN_FAULT_BLOCKED) && turn->from_disorder)
		word = "stood-wrongly";
	f->word = word ? word : f->word;
	name_square(a, turn->to, f->to);
	f->captures = turn_captures(a, turn, squares);
	if (castled_onto_rook(a, turn, squares)) {
		f->word = turn_fault_name(TURN_FAULT_CASTLING);
		f->captures = false;
	}
	if (castled_by_squares(a, turn, squares, &king, &rook, &to)) {
		name_piece(a, f, squares[king], king);
		name_other_piece(a, f, squares[rook], rook);
		name_square(a, king == to ? GAME_NO_SQUARE : to, f->to);
		f->captures = false;
		f->word = castling_fault(a, ply, squares, king, to, rook);
	} else if (f->word && !strcmp(f->word, turn_fault_name(TURN_FAULT_CASTLING))) {
		name_castled_rook(a, f, turn, squares);
		f->word = castling_fault(a, ply, squares, turn->from, turn->to, GAME_NO_SQUARE);
	}
}

struct sentence_facts facts_of_turn(const struct arbiter *a, unsigned n)
{
	struct sentence_facts f = a->facts;

	if (n < a->count)
		name_turn(a, &f, ply_at(a, n));
	return f;
}

void name_displaced(struct arbiter *a, const struct turn *turn)
{
	if (!turn || !turn->displaced_count)
		return;
	a->facts.piece = piece_word(a->game, turn->displaced[0].piece);
	name_square(a, turn->displaced[0].from, a->facts.square);
	name_square(a, turn->displaced[0].to, a->facts.to);
}

/* Whoever displaced pieces puts them back on his own time, before anything else is played. */
static bool puts_back_first(const struct ruling *r)
{
	static const char *const words[] = { "put-back", "flag-lifted", "hand-undone" };

	for (unsigned i = 0; r->facts.word && i < sizeof(words) / sizeof(*words); i++)
		if (!strcmp(r->facts.word, words[i]))
			return true;
	return false;
}

/* The claimant's own pieces are in disorder, which he may not claim anything of. */
static bool clears_own_disorder(const struct ruling *r)
{
	return (r->facts.by == PERSON_WHITE || r->facts.by == PERSON_BLACK) &&
	       (r->claim == CLAIM_DISPLACED || (r->facts.word && !strcmp(r->facts.word, "own-disorder")));
}

static bool stands_elsewhere(const struct arbiter *a, const struct turn_displaced *d)
{
	return a->setup.sensors_sure || (d->from != GAME_NO_SQUARE && d->to != GAME_NO_SQUARE);
}

/* Who left pieces off their squares in a turn that stands, before the one that is taken back; NO_SIDE: nobody. */
static enum side left_disorder(const struct arbiter *a, const struct ruling *r)
{
	bool stands = false;
	const struct turn *turn;

	if (!(r->effects & EFFECT_UNDO) || r->effects & (EFFECT_REPLY | EFFECT_PROMOTE) || r->ply >= a->count ||
	    r->reason == REASON_DISPLACED)
		return NO_SIDE;
	turn = ply_at(a, r->ply)->turn;
	for (unsigned i = 0; i < turn->displaced_count; i++)
		stands |= turn->displaced[i].inherited && stands_elsewhere(a, &turn->displaced[i]);
	for (unsigned n = r->ply; stands && n-- > 0;)
		if (turn_displaces(ply_at(a, n)->turn))
			return ply_at(a, n)->turn->side;
	return NO_SIDE;
}

/* Play goes on by it, though the clocks were stopped for what it answers. */
static bool goes_on_after_stop(const struct arbiter *a, const struct ruling *r)
{
	switch (r->reason) {
	case REASON_PLAY_ON:
	case REASON_CLOCK_CHOICE:
	case REASON_FLAG_MOVES_MET:
	case REASON_IRREGULAR_STANDS:
	case REASON_NOT_CROWNED:
	case REASON_CLOCK_DEFECT:
		return a->clock_ran;
	default:
		return false;
	}
}

/* Both flags were down and do not count: nobody's clock is started before both have time. */
static bool waits_for_times(const struct arbiter *a, const struct ruling *r)
{
	if (r->kind == RULING_ADJUST_CLOCK && r->effects & EFFECT_REVIVE)
		return a->seen.out_of_time[other_side(r->side)];
	return r->reason == REASON_FLAG_NOT_DOWN && a->seen.out_of_time[WHITE] && a->seen.out_of_time[BLACK];
}

/* Whose clock has to run after it, and does not. What a silent rulebook hides must not be told by that. */
static void name_clock(const struct arbiter *a, struct ruling *r)
{
	enum side next = r->effects & EFFECT_UNDO || r->kind == RULING_TOUCH_OBLIGATION ? r->side : a->seen.to_move;

	/* where a piece is owed the clocks may stand until it is there */
	if (r->kind == RULING_CLAIM_PENDING && !a->seen.has_clock)
		r->facts.clock_stopped = true;
	/* before the game begins none has to run */
	if (!a->clock_ran && !(r->effects & EFFECT_UNDO) && r->kind == RULING_CLAIM_REJECTED)
		return;
	if (a->over || !a->seen.has_clock || (a->absent[WHITE] && a->absent[BLACK]) || r->result != RESULT_NONE ||
	    r->reason == REASON_PROMOTION_OWED || waits_for_times(a, r))
		return;
	switch (r->kind) {
	case RULING_MOVE_ILLEGAL:
	case RULING_RESTORE_POSITION:
	case RULING_TOUCH_OBLIGATION:
	case RULING_WARNING:
	case RULING_TIME_PENALTY:
	case RULING_ADJUST_CLOCK:
	case RULING_CLAIM_REJECTED:
	case RULING_CLAIM_POSTPONED:
		break;
	case RULING_CLAIM_PENDING:
		r->facts.clock_stopped = a->seen.running == NO_SIDE;
		if (puts_back_first(r))
			break;
		return;
	case RULING_CONTINUE:
		if (r->reason == REASON_APPEAL_UPHELD || (a->seen.running == NO_SIDE && goes_on_after_stop(a, r)))
			break;
		return;
	case RULING_MOVE_ACCEPTED:
	case RULING_PROMOTION_INCOMPLETE:
	case RULING_REPLACE_CLOCK:
		if (a->seen.running == NO_SIDE && goes_on_after_stop(a, r))
			break;
		return;
	default:
		return;
	}
	if (r->reason == REASON_NOT_ENTITLED && clears_own_disorder(r)) {
		const enum side own = r->facts.by == PERSON_WHITE ? WHITE : BLACK;

		r->facts.has_move = own == a->seen.pressed_to;
		r->facts.starts = own != a->seen.running ? own : NO_SIDE;
		return;
	}
	if (puts_back_first(r)) {
		r->facts.has_move = r->facts.player == a->seen.pressed_to;
		r->facts.starts = r->facts.player != a->seen.running ? r->facts.player : NO_SIDE;
		return;
	}
	if (r->effects & (EFFECT_REPLY | EFFECT_PROMOTE))
		next = other_side(r->side);
	/* who has set his move down may still press; and whether the turn was a move a silent book does not tell */
	if (!(r->effects & EFFECT_UNDO) && (a->silent || a->move_stands))
		next = a->seen.running == NO_SIDE ? a->seen.ran : a->seen.running;
	if (r->facts.puts_back != NO_SIDE)
		next = r->facts.puts_back;
	r->facts.starts = next != a->seen.running ? next : NO_SIDE;
}

/* More than the turn that the sentence speaks of is taken back: turns after it, or a move that stands unpressed. */
static bool undoes_more(const struct arbiter *a, const struct ruling *r)
{
	const unsigned own = r->effects & EFFECT_PROMOTE ? 0 : 1;

	/* of pieces that were displaced the sentence says so itself */
	if ((r->kind != RULING_MOVE_ILLEGAL && r->kind != RULING_RESTORE_POSITION &&
	     r->kind != RULING_TOUCH_OBLIGATION) ||
	    r->reason == REASON_DISPLACED)
		return false;
	if (!(r->effects & EFFECT_UNDO))
		return false;
	for (unsigned n = r->ply + own; n < a->count; n++)
		if (ply_at(a, n)->turn->kind != TURN_NO_MOVE)
			return true;
	return a->move_stands && r->ply < a->count;
}

void complete_facts(const struct arbiter *a, struct ruling *r)
{
	r->facts.undone = undoes_more(a, r);
	/* of one clock that is put right */
	if (r->reason == REASON_WRONG_TIME && !r->adjust_us[WHITE] != !r->adjust_us[BLACK])
		r->facts.player = r->adjust_us[WHITE] ? WHITE : BLACK;
	if (r->kind == RULING_MOVE_ILLEGAL || r->kind == RULING_RESTORE_POSITION || r->kind == RULING_TOUCH_OBLIGATION)
		r->facts.puts_back = left_disorder(a, r);
	if (r->facts.player == NO_SIDE && r->result == RESULT_NONE)
		r->facts.player = r->side;
	name_clock(a, r);
}
