// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Legal moves at once: checkers and pins are found first, every set of target
 * squares is cut by them, and nothing has to be tried out but en passant.
 *
 * Written once over what is done with moves (they are listed, or only counted) and compiled for each colour:
 * generate_legal() is always inlined with both known.
 */
#include "rules/chess/attacks.h"
#include "rules/chess/moves.h"

#define INLINE static inline __attribute__((always_inline))
#define ALL (~UINT64_C(0))
#define LAST_RANKS (RANK_1 | RANK_8)

/* Every square that the colour attacks, seen through the other's king. */
INLINE uint64_t attacked_by(const struct chess_position *p, const unsigned them, uint64_t occ)
{
	uint64_t set = pawns_attack(p->type[PAWN] & p->colour[them], them);
	uint64_t s;

	for (s = pieces(p, them, KNIGHT); s; s &= s - 1)
		set |= chess_knight_attacks[first_square(s)];
	for (s = (p->type[BISHOP] | p->type[QUEEN]) & p->colour[them]; s; s &= s - 1)
		set |= bishop_attacks(first_square(s), occ);
	for (s = (p->type[ROOK] | p->type[QUEEN]) & p->colour[them]; s; s &= s - 1)
		set |= rook_attacks(first_square(s), occ);
	for (s = pieces(p, them, KING); s; s &= s - 1)
		set |= chess_king_attacks[first_square(s)];
	return set;
}

struct collector {
	chess_move *at;
	unsigned count;
};

/* What is done with moves that are found: of one piece to several squares; of pawns that came from as many squares
 * away; and a single one. */
struct sink {
	void (*moves)(struct collector *c, unsigned from, uint64_t to);
	void (*pawn_moves)(struct collector *c, uint64_t to, int back);
	void (*move)(struct collector *c, unsigned from, unsigned to, unsigned kind);
};

/* Every move there is. */
#define EVERY ((struct game_choice){ ALL, ALL, ALL })

/* The squares to which the piece of that square may be asked to go. */
INLINE uint64_t asked_goals(const struct game_choice *choice, unsigned from)
{
	return choice->onto & (choice->through | -(choice->through >> from & 1));
}

INLINE void list_moves(struct collector *c, unsigned from, uint64_t to)
{
	for (; to; to &= to - 1)
		*c->at++ = chess_move_make(from, first_square(to), MOVE_PLAIN);
}

INLINE void list_pawn_moves(struct collector *c, uint64_t to, int back)
{
	uint64_t promoted = to & LAST_RANKS;

	for (to ^= promoted; to; to &= to - 1) {
		unsigned t = first_square(to);
		*c->at++ = chess_move_make((unsigned)((int)t + back), t, MOVE_PLAIN);
	}
	for (; promoted; promoted &= promoted - 1) {
		unsigned t = first_square(promoted);
		for (int k = 3; k >= 0; k--)
			*c->at++ = chess_move_make((unsigned)((int)t + back), t, MOVE_PROMOTION | (unsigned)k << 12);
	}
}

INLINE void list_move(struct collector *c, unsigned from, unsigned to, unsigned kind)
{
	*c->at++ = chess_move_make(from, to, kind);
}

INLINE void count_moves(struct collector *c, unsigned from, uint64_t to)
{
	c->count += (unsigned)__builtin_popcountll(to);
}

INLINE void count_pawn_moves(struct collector *c, uint64_t to, int back)
{
	c->count += (unsigned)(__builtin_popcountll(to) + 3 * __builtin_popcountll(to & LAST_RANKS));
}

INLINE void count_move(struct collector *c, unsigned from, unsigned to, unsigned kind)
{
	c->count++;
}

static const struct sink listing = { list_moves, list_pawn_moves, list_move };
static const struct sink counting = { count_moves, count_pawn_moves, count_move };

/* Pawns that are free, pawns pinned along a file or rank (to the squares of straight), and along a diagonal. */
INLINE void pawn_moves(struct collector *c, const struct sink *const sink, const struct chess_position *p,
		       const unsigned us, const struct game_choice *choice, uint64_t straight, uint64_t diagonal,
		       uint64_t target)
{
	const uint64_t third = RANK_1 << (16 + 24 * us);
	const int back = 16 * (int)us - 8;
	const uint64_t through = choice->through, pushed = pawns_push(through, us);
	uint64_t pawns = pieces(p, us, PAWN) & choice->from, empty = ~occupied(p), enemies;
	uint64_t pushing = pawns & ~diagonal, taking = pawns & ~straight, once, twice;

	target &= choice->onto;
	enemies = p->colour[us ^ 1] & target;

	once = (pawns_push(pushing & ~straight, us) | (pawns_push(pushing & straight, us) & straight)) & empty;
	twice = pawns_push(once & third, us) & empty & target;
	sink->pawn_moves(c, once & target & (through | pushed), back);
	sink->pawn_moves(c, twice & (through | pawns_push(pushed, us)), 2 * back);
	sink->pawn_moves(c,
			 (pawns_attack_toward_a(taking & ~diagonal, us) |
			  (pawns_attack_toward_a(taking & diagonal, us) & diagonal)) &
				 enemies & (through | pawns_attack_toward_a(through, us)),
			 back + 1);
	sink->pawn_moves(c,
			 (pawns_attack_toward_h(taking & ~diagonal, us) |
			  (pawns_attack_toward_h(taking & diagonal, us) & diagonal)) &
				 enemies & (through | pawns_attack_toward_h(through, us)),
			 back - 1);
}

INLINE void piece_moves(struct collector *c, const struct sink *const sink, const struct chess_position *p,
			const unsigned us, const struct game_choice *choice, uint64_t straight, uint64_t diagonal,
			uint64_t target)
{
	uint64_t own = p->colour[us] & choice->from, occ = occupied(p), s, q = p->type[QUEEN];

	for (s = p->type[KNIGHT] & own & ~(straight | diagonal); s; s &= s - 1)
		sink->moves(c, first_square(s),
			    chess_knight_attacks[first_square(s)] & target & asked_goals(choice, first_square(s)));
	s = (p->type[BISHOP] | q) & own & ~straight;
	for (uint64_t pinned = s & diagonal; pinned; pinned &= pinned - 1)
		sink->moves(c, first_square(pinned),
			    bishop_attacks(first_square(pinned), occ) & target & diagonal &
				    asked_goals(choice, first_square(pinned)));
	for (s &= ~diagonal; s; s &= s - 1)
		sink->moves(c, first_square(s),
			    bishop_attacks(first_square(s), occ) & target & asked_goals(choice, first_square(s)));
	s = (p->type[ROOK] | q) & own & ~diagonal;
	for (uint64_t pinned = s & straight; pinned; pinned &= pinned - 1)
		sink->moves(c, first_square(pinned),
			    rook_attacks(first_square(pinned), occ) & target & straight &
				    asked_goals(choice, first_square(pinned)));
	for (s &= ~straight; s; s &= s - 1)
		sink->moves(c, first_square(s),
			    rook_attacks(first_square(s), occ) & target & asked_goals(choice, first_square(s)));
}

/* From one square of a rank to the other, both included. */
static uint64_t span(unsigned a, unsigned b)
{
	return a < b ? bit(b) * 2 - bit(a) : bit(a) * 2 - bit(b);
}

/*
 * Castling of kings and rooks that stood elsewhere, mirrored or in Chess960: all between where both stood and where
 * both end is free of others, and nothing attacks the king's way. The rook may have hidden the king from an attacker.
 */
static __attribute__((noinline)) unsigned unusual_castling(const struct chess_position *p, unsigned us, uint64_t danger,
							   chess_move ret[static 2])
{
	unsigned rank = 56 * us, king = first_square(pieces(p, us, KING)), count = 0;
	uint64_t enemies = (p->type[ROOK] | p->type[QUEEN]) & p->colour[us ^ 1];

	for (uint64_t rooks = p->castling & RANK_1 << rank; rooks && count < 2; rooks ^= bit(last_square(rooks))) {
		unsigned rook = last_square(rooks), to, rook_to;
		uint64_t way, others = occupied(p) & ~(bit(king) | bit(rook));

		if (p->castling_style & CASTLE_CHESS960)
			to = rank + (rook > king ? 6 : 2);
		else
			to = rook > king ? king + 2 : king - 2;
		rook_to = chess_castled_rook(rook, king, to);
		way = span(king, to);
		if ((way | span(rook, rook_to)) & others || way & danger ||
		    rook_attacks(to, others | bit(rook_to)) & enemies)
			continue;
		ret[count++] = chess_move_make(king, to, MOVE_CASTLING);
	}
	return count;
}

/* danger: what the opponent attacks. */
INLINE void castling_moves(struct collector *c, const struct sink *const sink, const struct chess_position *p,
			   const unsigned us, uint64_t danger)
{
	const unsigned rank = 56 * us, king = rank + 4;
	uint64_t rooks = p->castling >> rank, occ = occupied(p) >> rank, bad = danger >> rank;

	if (p->castling_style) {
		chess_move unusual[2];
		unsigned count = unusual_castling(p, us, danger, unusual);

		for (unsigned i = 0; i < count; i++)
			sink->move(c, chess_move_from(unusual[i]), chess_move_to(unusual[i]), MOVE_CASTLING);
		return;
	}
	if (rooks & 0x80 && !(occ & 0x60) && !(bad & 0x60))
		sink->move(c, king, king + 2, MOVE_CASTLING);
	if (rooks & 0x01 && !(occ & 0x0e) && !(bad & 0x0c))
		sink->move(c, king, king - 2, MOVE_CASTLING);
}

INLINE void generate_legal(struct collector *c, const struct sink *const sink, const struct chess_position *p,
			   const unsigned us, const struct game_choice *choice)
{
	const unsigned them = us ^ 1;
	uint64_t own = p->colour[us], enemy = p->colour[them], occ = own | enemy, kings = p->type[KING] & own;
	unsigned k = first_square(kings);
	uint64_t bq = (p->type[BISHOP] | p->type[QUEEN]) & enemy, rq = (p->type[ROOK] | p->type[QUEEN]) & enemy;
	uint64_t target = ~(own | p->type[KING]), straight = 0, diagonal = 0;
	uint64_t checkers = (chess_knight_attacks[k] & p->type[KNIGHT] & enemy) |
			    (pawns_attack(kings, us) & p->type[PAWN] & enemy);
	uint64_t escapes = chess_king_attacks[k] & target & asked_goals(choice, k),
		 rights = p->castling & RANK_1 << 56 * us;

	/* From the king outward: an enemy slider behind a single piece of ours pins it. */
	uint64_t seen = bishop_attacks(k, occ), behind;
	uint64_t sliding_checkers = seen & bq;
	if (bishop_attacks(k, enemy) & bq & ~seen) {
		behind = bishop_attacks(k, occ ^ (seen & own)) & bq & ~seen;
		for (; behind; behind &= behind - 1)
			diagonal |= (bishop_attacks(k, behind & -behind) &
				     bishop_attacks(first_square(behind), kings)) |
				    (behind & -behind);
	}
	seen = rook_attacks(k, occ);
	sliding_checkers |= seen & rq;
	if (rook_attacks(k, enemy) & rq & ~seen) {
		behind = rook_attacks(k, occ ^ (seen & own)) & rq & ~seen;
		for (; behind; behind &= behind - 1)
			straight |= (rook_attacks(k, behind & -behind) & rook_attacks(first_square(behind), kings)) |
				    (behind & -behind);
	}
	checkers |= sliding_checkers;

	if (kings & choice->from && (escapes || rights)) {
		uint64_t danger = attacked_by(p, them, occ ^ kings);
		sink->moves(c, k, escapes & ~danger);
		if (rights && !checkers)
			castling_moves(c, sink, p, us, danger);
	}
	if (checkers) {
		if (more_than_one(checkers))
			return;
		unsigned s = first_square(checkers);
		uint64_t block = checkers;
		if (sliding_checkers) {
			if (rook_attacks(k, 0) & checkers)
				block |= rook_attacks(k, checkers) & rook_attacks(s, kings);
			else
				block |= bishop_attacks(k, checkers) & bishop_attacks(s, kings);
		}
		target &= block;
	}
	pawn_moves(c, sink, p, us, choice, straight, diagonal, target);
	piece_moves(c, sink, p, us, choice, straight, diagonal, target);
	if (p->en_passant < 64)
		for (uint64_t s = chess_en_passant_capturers(p, us) & choice->from; s; s &= s - 1)
			if (chess_en_passant_legal(p, us, first_square(s), p->en_passant))
				sink->move(c, first_square(s), p->en_passant, MOVE_EN_PASSANT);
}

/* No king or several: rare and never in a game, so each move is tried out. */
static __attribute__((noinline)) void generate_by_trying(const struct chess_position *p, struct chess_moves *ret)
{
	struct chess_position bare = *p;
	const struct game_choice every = EVERY;
	struct collector c = { .at = ret->move };
	unsigned us = p->side, n, kept = 0;

	bare.castling = 0;
	pawn_moves(&c, &listing, &bare, us, &every, 0, 0, ~(p->colour[us] | p->type[KING]));
	piece_moves(&c, &listing, &bare, us, &every, 0, 0, ~(p->colour[us] | p->type[KING]));
	for (uint64_t s = pieces(p, us, KING); s; s &= s - 1)
		list_moves(&c, first_square(s), chess_king_attacks[first_square(s)] & ~(p->colour[us] | p->type[KING]));
	for (uint64_t s = chess_en_passant_capturers(p, us); s; s &= s - 1)
		list_move(&c, first_square(s), p->en_passant, MOVE_EN_PASSANT);
	n = (unsigned)(c.at - ret->move);
	for (unsigned i = 0; i < n; i++) {
		struct chess_position after = bare;
		chess_play(&after, ret->move[i]);
		if (!chess_in_check(&after, us))
			ret->move[kept++] = ret->move[i];
	}
	ret->count = kept;
}

INLINE bool has_one_king(const struct chess_position *p)
{
	uint64_t kings = pieces(p, p->side, KING);
	return kings && !more_than_one(kings);
}

void chess_generate(const struct chess_position *p, struct chess_moves *ret)
{
	const struct game_choice every = EVERY;
	struct collector c = { .at = ret->move };

	if (!has_one_king(p)) {
		generate_by_trying(p, ret);
		return;
	}
	if (p->side == WHITE)
		generate_legal(&c, &listing, p, WHITE, &every);
	else
		generate_legal(&c, &listing, p, BLACK, &every);
	ret->count = (unsigned)(c.at - ret->move);
}

/* Could any piece go to where it is asked to, legally or not? Mostly none can, and that is known at once. */
static bool may_be_any(const struct chess_position *p, const struct game_choice *choice)
{
	uint64_t own = p->colour[p->side] & choice->from, occ = occupied(p), s;
	uint64_t moving = own & p->type[PAWN], target = ~p->colour[p->side] & choice->onto, reached;

	if ((own & p->type[KING] && p->castling & p->colour[p->side]) || (moving && p->en_passant < 64))
		return true;
	if (!(choice->through & own))
		target &= choice->through;
	if (!target)
		return false;
	reached = pawns_push(moving, p->side) & ~occ;
	reached |= pawns_push(reached, p->side) | pawns_attack(moving, p->side);
	if (reached & target)
		return true;
	for (s = own & ~p->type[PAWN]; s; s &= s - 1) {
		unsigned q = first_square(s);

		reached = p->type[KNIGHT] & bit(q) ? chess_knight_attacks[q] :
			  p->type[KING] & bit(q)   ? chess_king_attacks[q] :
						     0;
		if ((p->type[BISHOP] | p->type[QUEEN]) & bit(q))
			reached = bishop_attacks(q, occ);
		if ((p->type[ROOK] | p->type[QUEEN]) & bit(q))
			reached |= rook_attacks(q, occ);
		if (reached & target)
			return true;
	}
	return false;
}

/* Are all squares free that a castling of those rooks would pass? */
static bool may_castle(const struct chess_position *p, uint64_t rights)
{
	uint64_t occ = occupied(p);

	if (!rights || p->castling_style)
		return rights;
	for (unsigned rank = 0; rank <= 56; rank += 56)
		if ((rights >> rank & 0x80 && !(occ >> rank & 0x60)) ||
		    (rights >> rank & 0x01 && !(occ >> rank & 0x0e)))
			return true;
	return false;
}

/* Can all that these pieces do be tried out, in the order of other moves? They neither castle nor take in passing, and
 * at most one moves on lines, since pinned ones come first. */
static bool may_be_tried(const struct chess_position *p, uint64_t asked)
{
	return !more_than_one(asked & (p->type[BISHOP] | p->type[ROOK] | p->type[QUEEN])) &&
	       !(asked & p->type[PAWN] && p->en_passant < 64) &&
	       !(asked & p->type[KING] && may_castle(p, p->castling & p->colour[p->side]));
}

/* Is the only king attacked, who stands on k then, once the piece of from has gone to to? Another piece does not have
 * to mind the other king beside him. */
static bool is_left_in_check(const struct chess_position *p, unsigned k, unsigned from, unsigned to)
{
	uint64_t enemy = p->colour[p->side ^ 1] & ~bit(to), occ = (occupied(p) & ~bit(from)) | bit(to);
	uint64_t beside = k == to ? chess_king_attacks[k] & p->type[KING] : 0;

	return enemy &
	       ((chess_knight_attacks[k] & p->type[KNIGHT]) | beside | (pawns_attack(bit(k), p->side) & p->type[PAWN]) |
		(bishop_attacks(k, occ) & (p->type[BISHOP] | p->type[QUEEN])) |
		(rook_attacks(k, occ) & (p->type[ROOK] | p->type[QUEEN])));
}

/* The pieces that may go wherever they can, since no line leads to them from the king; none if he is in check. */
static uint64_t free_pieces(const struct chess_position *p, unsigned k)
{
	uint64_t occ = occupied(p), enemy = p->colour[p->side ^ 1];
	uint64_t diagonals = bishop_attacks(k, occ), straight = rook_attacks(k, occ);

	if (enemy & ((diagonals & (p->type[BISHOP] | p->type[QUEEN])) | (straight & (p->type[ROOK] | p->type[QUEEN])) |
		     (chess_knight_attacks[k] & p->type[KNIGHT]) | (pawns_attack(bit(k), p->side) & p->type[PAWN])))
		return 0;
	return ~(diagonals | straight | bit(k));
}

/* The moves of few pieces: what they can do is mostly nothing, and else tried out. */
static void generate_few(struct collector *c, const struct chess_position *p, const struct game_choice *choice,
			 uint64_t asked)
{
	const unsigned us = p->side, k = first_square(pieces(p, us, KING));
	uint64_t target = ~(p->colour[us] | p->type[KING]), free;
	chess_move *kept = c->at;

	if (asked & bit(k))
		list_moves(c, k, chess_king_attacks[k] & target & asked_goals(choice, k));
	if (asked & p->type[PAWN] && us == WHITE)
		pawn_moves(c, &listing, p, WHITE, choice, 0, 0, target);
	else if (asked & p->type[PAWN])
		pawn_moves(c, &listing, p, BLACK, choice, 0, 0, target);
	for (uint64_t s = asked & p->type[KNIGHT]; s; s &= s - 1)
		list_moves(c, first_square(s),
			   chess_knight_attacks[first_square(s)] & target & asked_goals(choice, first_square(s)));
	asked &= p->type[BISHOP] | p->type[ROOK] | p->type[QUEEN];
	if (asked & ~p->type[ROOK])
		list_moves(c, first_square(asked),
			   bishop_attacks(first_square(asked), occupied(p)) & target &
				   asked_goals(choice, first_square(asked)));
	if (asked & ~p->type[BISHOP])
		list_moves(c, first_square(asked),
			   rook_attacks(first_square(asked), occupied(p)) & target &
				   asked_goals(choice, first_square(asked)));
	if (c->at == kept)
		return;
	free = free_pieces(p, k);
	for (const chess_move *m = kept, *last = c->at; m < last; m++) {
		unsigned from = chess_move_from(*m), to = chess_move_to(*m);

		if (free >> from & 1 || !is_left_in_check(p, from == k ? to : k, from, to))
			*kept++ = *m;
	}
	c->at = kept;
}

void chess_generate_some(const struct chess_position *p, const struct game_choice *choice, struct chess_moves *ret)
{
	struct collector c = { .at = ret->move };
	unsigned kept = 0;

	ret->count = 0;
	if (has_one_king(p)) {
		uint64_t asked = p->colour[p->side] & choice->from;

		if (choice->from != ALL && may_be_tried(p, asked)) {
			generate_few(&c, p, choice, asked);
			ret->count = (unsigned)(c.at - ret->move);
			return;
		}
		if (choice->from != ALL && !may_be_any(p, choice))
			return;
		if (p->side == WHITE)
			generate_legal(&c, &listing, p, WHITE, choice);
		else
			generate_legal(&c, &listing, p, BLACK, choice);
		ret->count = (unsigned)(c.at - ret->move);
		return;
	}
	generate_by_trying(p, ret);
	for (unsigned i = 0; i < ret->count; i++) {
		unsigned from = chess_move_from(ret->move[i]), to = chess_move_to(ret->move[i]);

		if (choice->from & bit(from) &&
		    (asked_goals(choice, from) & bit(to) || chess_move_kind(ret->move[i]) == MOVE_EN_PASSANT))
			ret->move[kept++] = ret->move[i];
	}
	ret->count = kept;
}

static unsigned count_all(const struct chess_position *p)
{
	const struct game_choice every = EVERY;
	struct collector c = { 0 };

	if (!has_one_king(p)) {
		struct chess_moves m;
		generate_by_trying(p, &m);
		return m.count;
	}
	if (p->side == WHITE)
		generate_legal(&c, &counting, p, WHITE, &every);
	else
		generate_legal(&c, &counting, p, BLACK, &every);
	return c.count;
}

bool chess_has_move(const struct chess_position *p)
{
	return count_all(p) > 0;
}

uint64_t chess_perft(const struct chess_position *p, unsigned depth)
{
	struct chess_moves m;
	uint64_t sum = 0;

	if (depth == 0)
		return 1;
	if (depth == 1)
		return count_all(p);
	chess_generate(p, &m);
	for (unsigned i = 0; i < m.count; i++) {
		struct chess_position next = *p;
		chess_play(&next, m.move[i]);
		sum += depth == 2 ? count_all(&next) : chess_perft(&next, depth - 1);
	}
	return sum;
}
