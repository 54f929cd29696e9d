// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Where can every piece ever get? Sets that only grow, until nothing new comes.
 *
 * At first all pieces are taken as fixed. A piece may enter a square that is empty,
 * that an opponent may stand on (to take him), or that its own piece may have
 * left; a king moreover only if no fixed opponent guards the square. What may
 * be entered makes more pieces move and fewer squares guarded, so the sets grow
 * to the least ones that contain every real game: turns, pins, checks and the
 * places of other pieces at the same time are forgotten, which only adds.
 *
 * Then a mate is looked for in those sets. If the loser's king can stand on no
 * square where a piece could check him and everything around him be taken or
 * blocked, from one place of the winner's king, there is none in the game.
 */
#include "rules/chess/attacks.h"
#include "rules/chess/unwinnable.h"

struct piece {
	uint8_t home, type, side;
	bool fixed;	   /* has never moved and was never taken */
	uint64_t reach;	   /* squares it may stand on */
	uint64_t promoted; /* as a piece, if it is a pawn */
};

struct fortress {
	struct piece piece[64];
	unsigned count;
	uint64_t reach[2]; /* union of the colour's sets without its king's */
	uint64_t king_reach[2];
	uint64_t fixed[2]; /* squares of fixed pieces */
};

#define FEWEST_FIXED 3

static uint64_t one_step(uint64_t s)
{
	uint64_t rank = s | (s & ~FILE_A) >> 1 | (s & ~FILE_H) << 1;
	return (rank | rank << 8 | rank >> 8) & ~s;
}

static uint64_t straight_step(uint64_t s)
{
	return (s & ~FILE_A) >> 1 | (s & ~FILE_H) << 1 | s << 8 | s >> 8;
}

static uint64_t diagonal_step(uint64_t s)
{
	uint64_t sides = (s & ~FILE_A) >> 1 | (s & ~FILE_H) << 1;
	return sides << 8 | sides >> 8;
}

static uint64_t knight_step(uint64_t s)
{
	uint64_t l1 = (s & ~FILE_A) >> 1, l2 = (s & ~(FILE_A | FILE_A << 1)) >> 2;
	uint64_t r1 = (s & ~FILE_H) << 1, r2 = (s & ~(FILE_H | FILE_H >> 1)) << 2;
	uint64_t one = l1 | r1, two = l2 | r2;
	return one << 16 | one >> 16 | two << 8 | two >> 8;
}

/* A slider goes step by step: where it may stand it may stop. */
static uint64_t step(unsigned type, uint64_t s)
{
	switch (type) {
	case KNIGHT:
		return knight_step(s);
	case BISHOP:
		return diagonal_step(s);
	case ROOK:
		return straight_step(s);
	default:
		return one_step(s); /* king, queen */
	}
}

/* Squares that fixed pieces of a side guard whatever happens: pawns and knights, kings, sliders next to themselves. */
static uint64_t guarded(const struct fortress *f, unsigned side)
{
	uint64_t set = 0;

	for (unsigned i = 0; i < f->count; i++) {
		const struct piece *m = &f->piece[i];
		if (m->side == side && m->fixed)
			set |= m->type == PAWN ? pawns_attack(bit(m->home), side) : step(m->type, bit(m->home));
	}
	return set;
}

static bool grow(struct fortress *f)
{
	bool grown = false;
	uint64_t safe[2];

	for (unsigned s = WHITE; s <= BLACK; s++)
		safe[s] = ~guarded(f, s ^ 1);
	for (unsigned i = 0; i < f->count; i++) {
		struct piece *m = &f->piece[i];
		unsigned us = m->side, them = us ^ 1;
		uint64_t open = ~f->fixed[us], before = m->reach, promoted = m->promoted;

		if (m->type == PAWN) {
			uint64_t last = us ? RANK_1 : RANK_8;
			m->reach |= pawns_push(m->reach & ~last, us) & open & ~f->fixed[them];
			m->reach |= pawns_attack(m->reach, us) & open & f->reach[them];
			m->promoted |= m->reach & last;
			if (m->promoted)
				m->promoted |= (one_step(m->promoted) | knight_step(m->promoted)) & open;
		} else if (m->type == KING) {
			m->reach |= one_step(m->reach) & open & safe[us];
		} else {
			m->reach |= step(m->type, m->reach) & open;
		}
		if (m->reach == before && m->promoted == promoted)
			continue;
		grown = true;
		if (m->type == KING)
			f->king_reach[us] |= m->reach;
		else
			f->reach[us] |= m->reach | m->promoted;
	}
	/* Who has moved, or may have been taken where he stood? Kings are not taken. */
	f->fixed[WHITE] = f->fixed[BLACK] = 0;
	for (unsigned i = 0; i < f->count; i++) {
		struct piece *m = &f->piece[i];
		unsigned them = m->side ^ 1;
		m->fixed = m->reach == bit(m->home) &&
			   (m->type == KING || !((f->reach[them] | f->king_reach[them]) & m->reach));
		if (m->fixed)
			f->fixed[m->side] |= m->reach;
	}
	return grown;
}

/* What a slider anywhere in s may attack: lines go through all but fixed pieces. */
static uint64_t sliding_attacks_from(uint64_t s, bool straight, uint64_t fixed)
{
	static const struct {
		int shift;
		uint64_t edge;
	} ways[8] = {
		{ 1, FILE_H }, { -1, FILE_A }, { 8, 0 },       { -8, 0 },
		{ 9, FILE_H }, { 7, FILE_A },  { -7, FILE_H }, { -9, FILE_A },
	};
	uint64_t set = 0;

	for (unsigned i = straight ? 0 : 4; i < (straight ? 4 : 8); i++)
		for (uint64_t run = s; run; run &= ~fixed) {
			run &= ~ways[i].edge;
			run = ways[i].shift > 0 ? run << ways[i].shift : run >> -ways[i].shift;
			set |= run;
		}
	return set;
}

static uint64_t attacks_of(const struct piece *m, uint64_t reach, uint64_t fixed)
{
	switch (m->type) {
	case PAWN:
		return pawns_attack(reach, m->side);
	case KNIGHT:
		return knight_step(reach);
	case BISHOP:
		return sliding_attacks_from(reach, false, fixed);
	case ROOK:
		return sliding_attacks_from(reach, true, fixed);
	default:
		return sliding_attacks_from(reach, false, fixed) | sliding_attacks_from(reach, true, fixed);
	}
}

/* One piece for each of the squares? (augmenting paths; at most eight squares) */
static bool place(const struct fortress *f, enum side side, const uint8_t *square, unsigned at, int8_t *holder,
		  uint64_t *tried)
{
	for (unsigned i = 0; i < f->count; i++) {
		const struct piece *m = &f->piece[i];
		if (m->side != side || m->type == KING || *tried >> i & 1 ||
		    !((m->reach | m->promoted) >> square[at] & 1))
			continue;
		*tried |= bit(i);
		if (holder[i] < 0 || place(f, side, square, (unsigned)holder[i], holder, tried)) {
			holder[i] = (int8_t)at;
			return true;
		}
	}
	return false;
}

static bool can_be_blocked(const struct fortress *f, enum side side, uint64_t squares)
{
	int8_t holder[64];
	uint8_t square[8];
	unsigned n = 0;

	if (squares & ~f->reach[side])
		return false;
	if (!more_than_one(squares))
		return true;
	for (unsigned i = 0; i < f->count; i++)
		holder[i] = -1;
	for (; squares; squares &= squares - 1) {
		uint64_t tried = 0;
		square[n++] = (uint8_t)first_square(squares);
		if (!place(f, side, square, n - 1, holder, &tried))
			return false;
	}
	return true;
}

/* Is there a square for the loser's king, and one for the winner's, with all around him taken? */
static bool mate_somewhere(const struct fortress *f, enum side winner)
{
	enum side loser = (enum side)(winner ^ 1);
	/* lines go through the loser's king: he does not escape along them */
	uint64_t fixed = (f->fixed[0] | f->fixed[1]) & ~f->king_reach[loser], cover = 0, check = 0;

	for (unsigned i = 0; i < f->count; i++) {
		const struct piece *m = &f->piece[i];
		uint64_t attacks;
		if (m->side != winner || m->type == KING)
			continue;
		attacks = attacks_of(m, m->reach, fixed);
		if (m->promoted)
			attacks |= sliding_attacks_from(m->promoted, false, fixed) |
				   sliding_attacks_from(m->promoted, true, fixed) | knight_step(m->promoted);
		cover |= attacks;
		/* a pawn or knight that never moves gives no new check */
		if (!(m->fixed && (m->type == PAWN || m->type == KNIGHT)))
			check |= attacks;
	}
	for (uint64_t k = f->king_reach[loser] & check; k; k &= k - 1) {
		uint64_t around = chess_king_attacks[first_square(k)], open = around & ~cover;
		if (!open)
			return true;
		/* What no other piece can take, the winner's king takes from one square, or the loser's own pieces
		 * stand on. */
		uint64_t blocked_anyway = open & f->fixed[loser], last = ~UINT64_C(0);
		open &= ~blocked_anyway;
		for (uint64_t w = f->king_reach[winner] & ~around & ~(k & -k); w; w &= w - 1) {
			uint64_t left = open & ~chess_king_attacks[first_square(w)];
			if (left != last && can_be_blocked(f, loser, left))
				return true;
			last = left;
		}
	}
	return false;
}

bool chess_fortress_can_break(const struct chess_position *p, enum side side)
{
	struct fortress f;

	/* Castling and a pending en passant are moves that the steps above do not know. */
	if (p->castling || chess_en_passant(p) < 64)
		return true;
	f.count = 0;
	for (unsigned t = PAWN; t <= KING; t++)
		for (uint64_t s = p->type[t]; s; s &= s - 1) {
			unsigned home = first_square(s), colour = p->colour[BLACK] >> home & 1;
			f.piece[f.count++] = (struct piece){ .home = (uint8_t)home,
							     .type = (uint8_t)t,
							     .side = (uint8_t)colour,
							     .fixed = true,
							     .reach = s & -s };
		}
	for (unsigned s = WHITE; s <= BLACK; s++) {
		f.king_reach[s] = pieces(p, s, KING);
		f.fixed[s] = p->colour[s];
		f.reach[s] = p->colour[s] & ~p->type[KING];
	}
	/* A fortress is made of pieces that never move: a wall has several. Open positions leave here after a pass or
	 * two. */
	while (grow(&f))
		if (__builtin_popcountll(f.fixed[0] | f.fixed[1]) < FEWEST_FIXED)
			return true;
	return mate_somewhere(&f, side);
}
