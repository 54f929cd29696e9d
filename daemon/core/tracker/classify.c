/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <string.h>

#include "daemon/core/tracker/classify.h"
#include "daemon/core/tracker/squares.h"

/* Pieces whose letters nobody knows are those that are missing, the nearest first. */
static uint64_t pair_unknown(const struct game *game, const char *expected, const char *stands, uint64_t left,
			     struct turn *ret)
{
	for (;;) {
		struct turn_displaced *best = NULL;
		unsigned at = 0, nearest = UINT32_MAX;

		for (unsigned d = 0; d < ret->displaced_count; d++)
			for (uint64_t rest = ret->displaced[d].to == GAME_NO_SQUARE ? left : 0; rest;
			     rest &= rest - 1) {
				unsigned r = (unsigned)__builtin_ctzll(rest);

				if (stands[r] != '?' || expected[r] != '.' ||
				    square_distance(game, ret->displaced[d].from, r) >= nearest)
					continue;
				nearest = square_distance(game, ret->displaced[d].from, r);
				best = &ret->displaced[d];
				at = r;
			}
		if (!best)
			return left;
		best->to = (uint8_t)at;
		left &= ~square_bit(at);
	}
}

void list_displaced(const struct game *game, const char *expected, const char *stands, uint64_t mask, struct turn *ret)
{
	uint64_t wrong = placement_diff(game, expected, stands) & mask, came = 0;

	/* what stands where something else or nothing should; an unknown piece on an empty square counts */
	for (uint64_t left = wrong; left; left &= left - 1) {
		unsigned q = (unsigned)__builtin_ctzll(left);

		if (stands[q] != '.')
			came |= square_bit(q);
	}
	ret->displaced_count = 0;
	for (uint64_t left = wrong; left && ret->displaced_count < TURN_MAX_DISPLACED; left &= left - 1) {
		unsigned q = (unsigned)__builtin_ctzll(left);
		struct turn_displaced *d = &ret->displaced[ret->displaced_count];

		if (expected[q] == '.')
			continue;
		*d = (struct turn_displaced){ (uint8_t)q, GAME_NO_SQUARE, expected[q], false };
		for (uint64_t to = came; to; to &= to - 1) {
			unsigned r = (unsigned)__builtin_ctzll(to);

			if (stands[r] == expected[q]) {
				d->to = (uint8_t)r;
				came &= ~square_bit(r);
				break;
			}
		}
		ret->displaced_count++;
	}
	came = pair_unknown(game, expected, stands, came, ret);
	for (; came && ret->displaced_count < TURN_MAX_DISPLACED; came &= came - 1) {
		unsigned r = (unsigned)__builtin_ctzll(came);

		ret->displaced[ret->displaced_count++] = (struct turn_displaced){ GAME_NO_SQUARE, (uint8_t)r, stands[r],
										  false };
	}
}

struct comparison {
	const struct game *game;
	const struct game_position *pos;
	const struct game_moves *moves;
	const char *stands;
	enum side side;
	char before[GAME_MAX_SQUARES];
	uint64_t diff; /* squares that are not as before */
	uint64_t own_gone, own_came, other_gone, other_came;
};

static void find_differences(struct comparison *s)
{
	s->diff = placement_diff(s->game, s->before, s->stands);
	for (uint64_t left = s->diff; left; left &= left - 1) {
		unsigned q = (unsigned)__builtin_ctzll(left);
		enum side was = s->game->piece_side(s->before[q]), is = s->game->piece_side(s->stands[q]);

		if (was == s->side)
			s->own_gone |= square_bit(q);
		else if (was != NO_SIDE)
			s->other_gone |= square_bit(q);
		if (is == s->side || (is == NO_SIDE && s->stands[q] == '?'))
			s->own_came |= square_bit(q);
		else if (is != NO_SIDE)
			s->other_came |= square_bit(q);
	}
}

static void set_move(struct turn *ret, const struct comparison *s, const struct game_move *move)
{
	ret->has_move = true;
	ret->move = *move;
	ret->from = move->from;
	ret->to = move->to;
	ret->piece = s->before[move->from];
}

/* Is everything as after this promotion, but for the pawn that still stands on the last rank? */
static bool pawn_left(const struct comparison *s, const struct game_move *move, const char *after)
{
	uint64_t diff = placement_diff(s->game, after, s->stands);

	return (move->flags & GAME_MOVE_PROMOTION) && diff == square_bit(move->to) &&
	       s->stands[move->to] == s->before[move->from];
}

/* What stands after the move. */
static void place_after(const struct comparison *s, const struct game_move *m, char after[static GAME_MAX_SQUARES])
{
	struct game_position pos = *s->pos;

	if (m->flags & GAME_MOVE_CASTLING || s->game->path_squares) {
		s->game->play(&pos, m);
		s->game->placement(&pos, after);
		return;
	}
	memcpy(after, s->before, GAME_MAX_SQUARES);
	after[m->from] = '.';
	for (uint64_t taken = m->captured; taken; taken &= taken - 1)
		after[__builtin_ctzll(taken)] = '.';
	after[m->to] = m->promotion ? m->promotion : s->before[m->from];
}

/* The legal move whose own squares all stand right, and how many squares do not. */
static int nearest_legal(const struct comparison *s, struct game_move *move, char after[static GAME_MAX_SQUARES])
{
	int best = -1;

	for (unsigned i = 0; i < s->moves->count; i++) {
		const struct game_move *m = &s->moves->move[i];
		char placement[GAME_MAX_SQUARES];
		uint64_t wrong;
		int count;
		bool castles = m->flags & GAME_MOVE_CASTLING;

		/* most moves cannot be it: check the two squares before playing the move; king and rook of a castling
		 * may come to stand on each other's */
		if (!castles && m->from != m->to && s->game->piece_side(s->stands[m->from]) == s->side)
			continue;
		if (!castles && !(s->diff & square_bit(m->to)) && m->from != m->to)
			continue;
		place_after(s, m, placement);
		wrong = placement_diff(s->game, placement, s->stands);
		if (wrong & placement_diff(s->game, s->before, placement))
			continue;
		count = __builtin_popcountll(wrong);
		if (best < 0 || count < best) {
			best = count;
			*move = *m;
			memcpy(after, placement, GAME_MAX_SQUARES);
		}
	}
	return best;
}

/* Does the piece that stands wrongly make a second move of the same side after the first? */
static bool second_move(const struct comparison *s, const struct turn *turn, const char *after)
{
	struct game_position pos = *s->pos;
	struct game_moves moves;

	s->game->play(&pos, &turn->move);
	s->game->set_placement(&pos, after, s->side);
	s->game->moves(&pos, &moves);
	for (unsigned d = 0; d < turn->displaced_count; d++)
		for (unsigned i = 0; i < moves.count; i++)
			if (turn->displaced[d].from == moves.move[i].from && turn->displaced[d].to == moves.move[i].to)
				return true;
	return false;
}

static unsigned first_square(uint64_t set)
{
	return set ? (unsigned)__builtin_ctzll(set) : GAME_NO_SQUARE;
}

static bool is_king(char piece)
{
	return piece == 'K' || piece == 'k';
}

/* One piece of side s moved from a square to another against the rules: the pair, king first. */
static bool moved_piece(const struct comparison *s, uint64_t gone, uint64_t came, unsigned *from, unsigned *to)
{
	bool found = false;

	for (; gone; gone &= gone - 1) {
		unsigned f = (unsigned)__builtin_ctzll(gone);

		for (uint64_t left = came; left; left &= left - 1) {
			unsigned t = (unsigned)__builtin_ctzll(left);

			if (!piece_agrees(s->before[f], s->stands[t]))
				continue;
			if (found && !is_king(s->before[f]))
				continue;
			*from = f;
			*to = t;
			found = true;
		}
	}
	return found;
}

static enum turn_fault fault_of(const struct comparison *s, unsigned from, unsigned to)
{
	int fault = 0;

	if (s->game->fault)
		fault = s->game->fault(s->pos, from, to);
	/* half of a legal move, and the rest of it was not made */
	for (unsigned i = 0; i < s->moves->count && fault == TURN_FAULT_CHECK; i++)
		if (s->moves->move[i].from == from && s->moves->move[i].to == to)
			fault = TURN_FAULT_PIECE;
	return fault > 0 ? (enum turn_fault)fault : TURN_FAULT_PIECE;
}

/* In games where removing captured pieces belongs to the move, the game names what is wrong. */
static bool irregular(const struct comparison *s, struct turn *ret)
{
	unsigned from, to;
	int fault = s->game->irregular ? s->game->irregular(s->pos, s->stands, &from, &to) : 0;

	if (fault <= 0)
		return false;
	ret->kind = TURN_ILLEGAL;
	ret->fault = (enum turn_fault)fault;
	ret->from = (uint8_t)from;
	ret->to = (uint8_t)to;
	ret->piece = from != GAME_NO_SQUARE ? s->before[from] : 0;
	return true;
}

/* A pawn went where it may be promoted, and a piece of the opponent's was put there for it. */
static bool promoted_to_others_piece(const struct comparison *s, unsigned *from, unsigned *to)
{
	*from = first_square(s->own_gone);
	*to = first_square(s->other_came);
	if (s->own_gone != square_bit(*from) || s->other_came != square_bit(*to) || s->own_came ||
	    s->other_gone & ~s->other_came)
		return false;
	for (unsigned i = 0; i < s->moves->count; i++) {
		const struct game_move *move = &s->moves->move[i];

		if (move->flags & GAME_MOVE_PROMOTION && move->from == *from && move->to == *to)
			return true;
	}
	return false;
}

/* A pawn has gone to the last rank and become what it may, and could have but for the own king. */
static bool promoted_in_check(const struct comparison *s, unsigned from, unsigned to)
{
	unsigned last = s->side == WHITE ? s->game->squares - s->game->width : 0;

	return from != GAME_NO_SQUARE && to != GAME_NO_SQUARE && (s->before[from] | 0x20) == 'p' &&
	       (s->stands[to] | 0x20) != 'k' && s->stands[to] != '?' && to >= last && to < last + s->game->width &&
	       fault_of(s, from, to) == TURN_FAULT_CHECK;
}

/* No legal move stands: name what does. */
static void name_fault(const struct comparison *s, struct turn *ret)
{
	unsigned from, to;

	ret->kind = TURN_ILLEGAL;
	if (moved_piece(s, s->own_gone, s->own_came, &from, &to)) {
		ret->fault = fault_of(s, from, to);
	} else if (promoted_to_others_piece(s, &from, &to)) {
		ret->fault = TURN_FAULT_PROMOTION;
	} else if (moved_piece(s, s->other_gone, s->other_came, &from, &to)) {
		ret->fault = TURN_FAULT_OTHER_SIDE;
	} else if (s->own_gone && s->own_came) {
		/* one went and another came: a promotion to something else, or an exchange of pieces */
		from = first_square(s->own_gone & ~s->own_came);
		to = first_square(s->own_came);
		if (from == GAME_NO_SQUARE)
			from = to;
		ret->fault = promoted_in_check(s, from, to) ? TURN_FAULT_CHECK : TURN_FAULT_PROMOTION;
		if (ret->fault == TURN_FAULT_CHECK)
			goto named;
		for (unsigned i = 0; i < s->moves->count; i++)
			if (s->moves->move[i].from == from && s->moves->move[i].to == to)
				goto named;
		ret->kind = TURN_UNREADABLE;
		ret->fault = TURN_FAULT_APPEARED;
	} else if ((s->own_came | s->other_came) && !(s->own_gone | s->other_gone)) {
		from = GAME_NO_SQUARE;
		to = first_square(s->own_came | s->other_came);
		ret->fault = TURN_FAULT_APPEARED;
	} else if ((s->own_gone | s->other_gone) && !(s->own_came | s->other_came)) {
		from = first_square(s->own_gone ? s->own_gone : s->other_gone);
		to = GAME_NO_SQUARE;
		ret->fault = TURN_FAULT_VANISHED;
	} else {
		ret->kind = TURN_UNREADABLE;
		from = first_square(s->own_gone | s->other_gone);
		to = first_square(s->own_came | s->other_came);
	}
named:
	ret->from = (uint8_t)from;
	ret->to = (uint8_t)to;
	ret->piece = from != GAME_NO_SQUARE ? s->before[from] : s->stands[to];
	if (ret->kind == TURN_ILLEGAL && from != GAME_NO_SQUARE && to != GAME_NO_SQUARE)
		/* what else stands wrongly beside the piece that moved */
		list_displaced(s->game, s->before, s->stands, s->diff & ~square_bit(from) & ~square_bit(to), ret);
}

/* Of two pieces that a pawn may become, the one assumed until it is known: the last before the king in the game's list.
 */
static bool better(const struct game *game, char a, char b)
{
	return strchr(game->pieces, a) > strchr(game->pieces, b);
}

/* Only the pawn of a promotion stands where its piece should: the promotion is owed. */
static bool find_owed_promotion(const struct comparison *s, struct turn *ret, struct game_position *after)
{
	for (unsigned i = 0; i < s->moves->count; i++) {
		const struct game_move *move = &s->moves->move[i];
		struct game_position pos = *s->pos;
		char then[GAME_MAX_SQUARES];

		if (!(move->flags & GAME_MOVE_PROMOTION) || !(s->diff & square_bit(move->to)))
			continue;
		s->game->play(&pos, move);
		s->game->placement(&pos, then);
		if (!pawn_left(s, move, then))
			continue;
		if (ret->kind == TURN_PROMOTION_OWED && !better(s->game, move->promotion, ret->move.promotion))
			continue;
		ret->kind = TURN_PROMOTION_OWED;
		set_move(ret, s, move);
		*after = pos;
	}
	return ret->kind == TURN_PROMOTION_OWED;
}

/* The squares of ret->move all stand right, and others do not: displaced pieces, or a second move. False: a king moved
 * instead. */
static bool name_displaced(const struct comparison *s, const char *placement, struct turn *ret,
			   struct game_position *after)
{
	unsigned from = GAME_NO_SQUARE, to = GAME_NO_SQUARE;

	if (moved_piece(s, s->own_gone, s->own_came, &from, &to) && is_king(s->before[from]) && ret->move.from != from)
		return false;
	set_move(ret, s, &ret->move);
	list_displaced(s->game, placement, s->stands, ~UINT64_C(0), ret);
	ret->kind = second_move(s, ret, placement) ? TURN_SEVERAL : TURN_LEGAL;
	if (ret->kind == TURN_LEGAL)
		s->game->play(after, &ret->move);
	else
		s->game->set_placement(after, s->stands, other_side(s->side));
	return true;
}

void classify(const struct game *game, const struct game_position *pos, const struct game_moves *moves,
	      const char *stands, unsigned owed, struct turn *ret, struct game_position *after)
{
	struct comparison s = { .game = game, .pos = pos, .moves = moves, .side = game->to_move(pos) };
	char pieces[GAME_MAX_SQUARES], placement[GAME_MAX_SQUARES];
	int wrong;

	game->placement(pos, s.before);
	memcpy(pieces, stands, sizeof(pieces));
	if (owed != GAME_NO_SQUARE && game->piece_side(pieces[owed]) == game->piece_side(s.before[owed]))
		pieces[owed] = s.before[owed];
	s.stands = pieces;
	find_differences(&s);
	memcpy(ret->placement, stands, sizeof(ret->placement));
	ret->kind = TURN_UNREADABLE;
	ret->fault = TURN_FAULT_NONE;
	ret->has_move = false;
	ret->displaced_count = 0;
	ret->from = ret->to = GAME_NO_SQUARE;
	ret->piece = 0;
	*after = *pos;

	wrong = nearest_legal(&s, &ret->move, placement);
	if (wrong == 0) {
		ret->kind = TURN_LEGAL;
		set_move(ret, &s, &ret->move);
		game->play(after, &ret->move);
		return;
	}
	if (!s.diff) {
		ret->kind = TURN_NO_MOVE;
		game->set_placement(after, s.before, other_side(s.side));
		return;
	}
	if (find_owed_promotion(&s, ret, after))
		return;
	if (irregular(&s, ret)) {
		game->set_placement(after, pieces, other_side(s.side));
		return;
	}
	if (wrong > 0 && name_displaced(&s, placement, ret, after))
		return;
	name_fault(&s, ret);
	game->set_placement(after, pieces, other_side(s.side));
}

bool is_legal_from(const struct game *game, const struct game_position *pos, const char *began, const char *stands)
{
	struct game_position from = *pos, after;
	struct game_moves moves;
	struct turn turn;

	game->set_placement(&from, began, game->to_move(pos));
	game->moves(&from, &moves);
	classify(game, &from, &moves, stands, GAME_NO_SQUARE, &turn, &after);
	return turn.kind == TURN_LEGAL && !turn.displaced_count;
}
