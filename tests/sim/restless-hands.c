// SPDX-License-Identifier: GPL-2.0-or-later
/* What hands do with single pieces. */
#include "tests/sim/restless-internal.h"

void hand_put(struct play *p, unsigned square, char piece)
{
	hand_add(&p->plan,
		 (struct action){ .t_us = p->now, .square = (uint8_t)square, .piece = piece, .ply = (uint16_t)p->ply });
	p->pieces[square] = piece;
}

unsigned hand_any_square(struct play *p, bool (*wanted)(const struct play *p, unsigned q, unsigned near), unsigned near)
{
	unsigned n = p->game->squares, first = chance_below(&p->chance, n);

	for (unsigned i = 0; i < n; i++)
		if (wanted(p, (first + i) % n, near))
			return (first + i) % n;
	return GAME_NO_SQUARE;
}

static bool near_by(const struct play *p, unsigned a, unsigned b)
{
	int w = (int)p->game->width, x = p->game->cell_of_square(a), y = p->game->cell_of_square(b);
	int dx = abs(x % w - y % w), dy = abs(x / w - y / w);

	return a != b && dx <= 1 && dy <= 1;
}

static bool empty_near(const struct play *p, unsigned q, unsigned near)
{
	return p->pieces[q] == '.' && near_by(p, q, near);
}

static bool piece_near(const struct play *p, unsigned q, unsigned near)
{
	return p->pieces[q] != '.' && near_by(p, q, near);
}

bool hand_own_piece(const struct play *p, unsigned q, unsigned side)
{
	return p->game->piece_side(p->pieces[q]) == (enum side)side;
}

/* Squares on the line between; 0 if there is no such line. */
static unsigned squares_between(const struct play *p, unsigned from, unsigned to, unsigned *ret)
{
	int w = (int)p->game->width, a = p->game->cell_of_square(from), b = p->game->cell_of_square(to);
	int dx = b % w - a % w, dy = b / w - a / w, steps = abs(dx) > abs(dy) ? abs(dx) : abs(dy);
	unsigned n = 0;

	if (dx && dy && abs(dx) != abs(dy))
		return 0;
	for (int i = 1; i < steps; i++)
		ret[n++] = (unsigned)p->game->square_of_cell(
			(unsigned)((a / w + dy / steps * i) * w + a % w + dx / steps * i));
	return n;
}

void hand_adjust(struct play *p, unsigned q)
{
	char piece = p->pieces[q];

	if (q == GAME_NO_SQUARE)
		return;
	hand_put(p, q, '.');
	hand_beat(p);
	hand_put(p, q, piece);
	hand_beat(p);
}

/* A neighbour falls, perhaps rolls, and is set right: now, or after the press. */
void hand_knock(struct play *p, unsigned near, struct actions *later)
{
	unsigned q = hand_any_square(p, piece_near, near), over;
	char piece;

	if (q == GAME_NO_SQUARE)
		return;
	piece = p->pieces[q];
	p->tags[p->ply] |= RESTLESS_KNOCK;
	hand_put(p, q, '.');
	for (unsigned i = 0, at = q; i < 3 && hand_happens(p, p->style->roll); i++) {
		over = hand_any_square(p, empty_near, at);
		if (over == GAME_NO_SQUARE || over == q)
			break;
		hand_pass(p, 30);
		hand_put(p, over, piece);
		hand_pass(p, 40);
		hand_put(p, over, '.');
		at = over;
	}
	if (hand_happens(p, p->style->set_right_late)) {
		hand_add(later,
			 (struct action){ .t_us = 0, .square = (uint8_t)q, .piece = piece, .ply = (uint16_t)p->ply });
		return;
	}
	hand_beat(p);
	hand_put(p, q, piece);
	hand_beat(p);
}

/* A sleeve passes over a file: its pieces flicker or fall. */
void hand_sweep(struct play *p)
{
	unsigned file = chance_below(&p->chance, p->game->width);

	p->tags[p->ply] |= RESTLESS_SWEEP;
	for (unsigned row = 0; row < p->game->height; row++) {
		int q = p->game->square_of_cell(row * p->game->width + file);
		char piece;

		if (q < 0 || p->pieces[q] == '.' || !hand_happens(p, 600))
			continue;
		piece = p->pieces[q];
		hand_put(p, (unsigned)q, '.');
		hand_pass(p, hand_happens(p, 300) ? 400 : 25);
		hand_put(p, (unsigned)q, piece);
		hand_pass(p, 15);
	}
}

static void land(struct play *p, unsigned from, unsigned to, char piece, bool slides)
{
	unsigned on[8], n = squares_between(p, from, to, on), over;

	if (slides && n && hand_happens(p, p->style->slide)) {
		p->tags[p->ply] |= RESTLESS_SLIDE;
		for (unsigned i = 0; i < n; i++) {
			if (p->pieces[on[i]] != '.')
				break;
			hand_pass(p, 30);
			hand_put(p, on[i], piece);
			hand_pass(p, hand_happens(p, 150) ? 350 : 25);
			hand_put(p, on[i], '.');
		}
	}
	if (hand_happens(p, p->style->hover)) {
		over = hand_any_square(p, empty_near, hand_happens(p, 700) ? to : from);
		if (over != GAME_NO_SQUARE) {
			p->tags[p->ply] |= RESTLESS_HOVER;
			hand_beat(p);
			hand_put(p, over, piece);
			hand_pass(p, hand_happens(p, 300) ? 700 : 200);
			hand_put(p, over, '.');
		}
	}
}

/* The captured piece leaves, perhaps over a neighbour. */
static void remove_piece(struct play *p, unsigned q)
{
	char piece = p->pieces[q];
	unsigned over;

	hand_put(p, q, '.');
	if (!hand_happens(p, p->style->drag_victim))
		return;
	over = hand_any_square(p, empty_near, q);
	if (over == GAME_NO_SQUARE)
		return;
	hand_pass(p, 40);
	hand_put(p, over, piece);
	hand_pass(p, 40);
	hand_put(p, over, '.');
}

/* Pieces are lifted, held over the board and put back where they were. */
void hand_hold(struct play *p, enum side side)
{
	for (unsigned n = 1 + chance_below(&p->chance, 3); n; n--) {
		unsigned q = hand_any_square(p, hand_own_piece, (unsigned)side);
		char piece;

		if (q == GAME_NO_SQUARE)
			return;
		piece = p->pieces[q];
		p->tags[p->ply] |= RESTLESS_HOLD;
		hand_put(p, q, '.');
		hand_pass(p, 1500);
		hand_put(p, q, piece);
		hand_beat(p);
	}
}

/* The piece goes on its goal while the victim is pushed on to an empty neighbour, from where it is taken soon or late.
 */
static bool shove(struct play *p, const struct game_move *m, char after, struct actions *later)
{
	unsigned over = hand_any_square(p, empty_near, m->to);
	char victim = p->pieces[m->to];

	if (over == GAME_NO_SQUARE || over == m->from)
		return false;
	p->tags[p->ply] |= RESTLESS_SHOVE;
	hand_put(p, m->from, '.');
	hand_beat(p);
	if (chance_below(&p->chance, 2)) {
		/* no scan sees the square empty */
		hand_put(p, m->to, '.');
		p->now += 1000;
	} else {
		hand_put(p, m->to, '.');
		hand_pass(p, 30);
	}
	hand_put(p, over, victim);
	hand_pass(p, 30);
	hand_put(p, m->to, after);
	if (chance_below(&p->chance, 3)) {
		hand_beat(p);
		hand_put(p, over, '.');
	} else {
		p->pieces[over] = '.';
		hand_add(later, (struct action){ .square = (uint8_t)over, .piece = '.', .ply = (uint16_t)p->ply });
	}
	return true;
}

/* The captured piece is put down somewhere on the board until the move is pressed. */
static void park(struct play *p, const struct game_move *m, struct actions *later)
{
	unsigned over = hand_any_square(p, empty_near, chance_below(&p->chance, 2) ? m->to : m->from);
	char victim = p->pieces[m->to];

	hand_put(p, m->to, '.');
	hand_beat(p);
	if (over == GAME_NO_SQUARE || over == m->to || over == m->from)
		return;
	p->tags[p->ply] |= RESTLESS_PARK;
	hand_put(p, over, victim);
	hand_beat(p);
	hand_add(later, (struct action){ .square = (uint8_t)over, .piece = '.', .ply = (uint16_t)p->ply });
}

/* It falls on the goal or beside it, and is set up. */
static void fumble(struct play *p, unsigned to, char piece)
{
	p->tags[p->ply] |= RESTLESS_FUMBLE;
	for (unsigned n = 1 + chance_below(&p->chance, 2); n; n--) {
		unsigned at = chance_below(&p->chance, 2) ? hand_any_square(p, empty_near, to) : to;

		if (at == GAME_NO_SQUARE || p->pieces[at] != '.')
			at = to;
		hand_put(p, at, piece);
		hand_pass(p, 120);
		hand_put(p, at, '.');
		hand_pass(p, 200);
	}
}

/* The hand takes the piece that moves, and the captured one in one of many ways. */
static void take_up(struct play *p, const struct game_move *m, bool takes, struct actions *later)
{
	if (takes && p->style->park && hand_happens(p, p->style->park)) {
		park(p, m, later);
		hand_put(p, m->from, '.');
		hand_beat(p);
	} else if (takes && hand_happens(p, p->style->push_off)) {
		p->tags[p->ply] |= RESTLESS_PUSH_OFF;
		hand_put(p, m->from, '.');
		hand_beat(p);
		hand_put(p, m->to, '.');
		p->now += 1000 * (2 + chance_below(&p->chance, 30));
	} else if (takes && hand_happens(p, p->style->both_hands)) {
		p->tags[p->ply] |= RESTLESS_BOTH;
		hand_put(p, m->from, '.');
		p->now += 1000 * chance_below(&p->chance, 40);
		remove_piece(p, m->to);
		hand_beat(p);
	} else if (takes && hand_happens(p, p->style->victim_last)) {
		hand_put(p, m->from, '.');
		hand_beat(p);
		remove_piece(p, m->to);
		hand_beat(p);
	} else if (takes) {
		remove_piece(p, m->to);
		hand_beat(p);
		hand_put(p, m->from, '.');
		hand_beat(p);
	} else {
		hand_put(p, m->from, '.');
		hand_beat(p);
	}
}

void hand_plain_move(struct play *p, const struct game_move *m, char after, struct actions *later)
{
	bool takes = p->pieces[m->to] != '.';
	char piece = p->pieces[m->from];
	bool swap = m->promotion && hand_happens(p, p->style->promotion_swap);
	bool early = m->promotion && !swap && hand_happens(p, p->style->promotion_early);

	if (early) {
		/* the new piece stands before the pawn is gone */
		if (takes) {
			remove_piece(p, m->to);
			hand_beat(p);
		}
		hand_put(p, m->to, after);
		hand_beat(p);
		hand_put(p, m->from, '.');
		return;
	}
	if (takes && !m->promotion && p->style->shove && hand_happens(p, p->style->shove) && shove(p, m, after, later))
		return;
	take_up(p, m, takes, later);
	land(p, m->from, m->to, piece, !takes || chance_below(&p->chance, 2));
	if (p->style->fumble && hand_happens(p, p->style->fumble))
		fumble(p, m->to, piece);
	if (swap) {
		hand_put(p, m->to, piece);
		hand_beat(p);
		hand_put(p, m->to, '.');
		hand_beat(p);
	}
	hand_put(p, m->to, after);
	if (!m->promotion && hand_happens(p, p->style->recentre)) {
		hand_pass(p, 150);
		hand_adjust(p, m->to);
	}
}

/* Both pieces in the air at once. */
static void castle_with_both(struct play *p, const struct game_move *m, char king, char rook)
{
	p->tags[p->ply] |= RESTLESS_BOTH;
	hand_put(p, m->from, '.');
	p->now += 1000 * chance_below(&p->chance, 60);
	hand_put(p, m->rook_from, '.');
	hand_beat(p);
	if (hand_happens(p, 500)) {
		hand_put(p, m->rook_to, rook);
		p->now += 1000 * chance_below(&p->chance, 150);
		hand_put(p, m->to, king);
	} else {
		hand_put(p, m->to, king);
		p->now += 1000 * chance_below(&p->chance, 150);
		hand_put(p, m->rook_to, rook);
	}
}

/* One of the two stays, or is only taken up and put back. */
static void castle_past(struct play *p, unsigned from, unsigned to, unsigned stays)
{
	char piece = p->pieces[from];

	if (hand_happens(p, 250))
		hand_adjust(p, stays);
	hand_put(p, from, '.');
	hand_beat(p);
	if (hand_happens(p, 100))
		hand_adjust(p, stays);
	hand_put(p, to, piece);
}

void hand_castle(struct play *p, const struct game_move *m, struct actions *later)
{
	unsigned rook_from = m->rook_from, rook_to = m->rook_to;
	char king = p->pieces[m->from], rook = p->pieces[rook_from];
	/* the other one stands there still */
	bool king_must_wait = m->to == rook_from, rook_must_wait = rook_to == m->from;

	if (m->from == m->to) {
		castle_past(p, rook_from, rook_to, m->from);
	} else if (rook_from == rook_to) {
		castle_past(p, m->from, m->to, rook_from);
	} else if ((king_must_wait && rook_must_wait) || hand_happens(p, p->style->both_hands)) {
		castle_with_both(p, m, king, rook);
	} else if (king_must_wait || (!rook_must_wait && hand_happens(p, p->style->rook_first))) {
		hand_put(p, rook_from, '.');
		hand_beat(p);
		land(p, rook_from, rook_to, rook, true);
		hand_put(p, rook_to, rook);
		hand_beat(p);
		hand_put(p, m->from, '.');
		hand_beat(p);
		hand_put(p, m->to, king);
	} else {
		hand_put(p, m->from, '.');
		hand_beat(p);
		if (!rook_must_wait && hand_happens(p, p->style->king_steps)) {
			hand_put(p, rook_to, king);
			hand_beat(p);
			hand_put(p, rook_to, '.');
			hand_beat(p);
		}
		hand_put(p, m->to, king);
		hand_beat(p);
		if (hand_happens(p, p->style->rook_late)) {
			p->tags[p->ply] |= RESTLESS_LATE_PIECE;
			hand_add(later, (struct action){
						.square = (uint8_t)rook_from, .piece = '.', .ply = (uint16_t)p->ply });
			hand_add(later,
				 (struct action){ .square = (uint8_t)rook_to, .piece = rook, .ply = (uint16_t)p->ply });
			return;
		}
		hand_put(p, rook_from, '.');
		hand_beat(p);
		hand_put(p, rook_to, rook);
	}
}

/* A legal move made and taken back, or a piece put down on another square by a hand that changes its mind. */
void hand_take_back(struct play *p, const struct game_position *pos)
{
	struct game_moves moves;
	const struct game_move *m;
	char piece;

	p->game->moves(pos, &moves);
	m = &moves.move[chance_below(&p->chance, moves.count)];
	if (m->captured || m->promotion || (m->flags & GAME_MOVE_CASTLING) || m->from == m->to)
		return;
	piece = p->pieces[m->from];
	p->tags[p->ply] |= RESTLESS_TAKEBACK;
	hand_put(p, m->from, '.');
	hand_beat(p);
	hand_put(p, m->to, piece);
	hand_pass(p, 900);
	hand_put(p, m->to, '.');
	hand_beat(p);
	hand_put(p, m->from, piece);
	hand_pass(p, 400);
}
