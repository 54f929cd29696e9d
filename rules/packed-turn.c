// SPDX-License-Identifier: GPL-2.0-or-later
#include "rules/packed-turn.h"

#include <string.h>

#include "rules/number-bytes.h"

/* What the first number says. */
enum head {
	HEAD_BLACK = 1 << 0,
	HEAD_HAS_MOVE = 1 << 1,
	HEAD_AFTER = 3 << 2, /* enum after */
	HEAD_SET_DOWN = 1 << 4,
	HEAD_BEFORE = 1 << 5,	 /* the position before is another than the turn before left */
	HEAD_PLACEMENT = 1 << 6, /* something else stood than follows */
	HEAD_ODD = 1 << 7,	 /* more is to be said than of a legal move: enum odd */
};

/* How the position after the turn follows from the one before. */
enum after {
	AFTER_MOVE,    /* the move was played */
	AFTER_PASS,    /* the same pieces, the other side to move */
	AFTER_PRESSED, /* the pieces as they stood at the press, the other side to move */
	AFTER_OTHER,   /* it does not */
};

enum odd {
	ODD_KIND = 1 << 0, /* and fault */
	ODD_SQUARES = 1 << 1,
	ODD_DISPLACED = 1 << 2,
	ODD_OTHER = 1 << 3,
	ODD_FROM_DISORDER = 1 << 4,
	ODD_UNSURE = 1 << 5,
	ODD_SIDE = 1 << 6,
	ODD_UNPRESSED = 1 << 7,
};

enum move_bits {
	MOVE_EXPECTED = 1 << 0,
	MOVE_FLAGS = 1 << 1,
	MOVE_PROMOTED = 1 << 2,
	MOVE_ROOK = 1 << 3,
	MOVE_CAPTURED_THERE = 1 << 4, /* the piece of its to */
	MOVE_CAPTURED = 1 << 5,
};

static bool is_move(const struct game_move *a, const struct game_move *b)
{
	return game_moves_same(a, b) && a->rook_from == b->rook_from && a->rook_to == b->rook_to;
}

static uint64_t square_set(unsigned square)
{
	return square < 64 ? UINT64_C(1) << square : 0;
}

unsigned char *pack_move(unsigned char *to, const struct game_move *m, const struct game_move *expected)
{
	const bool there = m->captured && m->captured == square_set(m->to);

	if (expected && is_move(m, expected)) {
		*to++ = MOVE_EXPECTED;
		return to;
	}
	*to++ = (unsigned char)((m->flags ? MOVE_FLAGS : 0) | (m->promotion ? MOVE_PROMOTED : 0) |
				(m->rook_from || m->rook_to ? MOVE_ROOK : 0) | (there ? MOVE_CAPTURED_THERE : 0) |
				(m->captured && !there ? MOVE_CAPTURED : 0));
	*to++ = m->from;
	*to++ = m->to;
	if (m->flags)
		*to++ = m->flags;
	if (m->promotion)
		*to++ = (unsigned char)m->promotion;
	if (m->rook_from || m->rook_to) {
		*to++ = m->rook_from;
		*to++ = m->rook_to;
	}
	return m->captured && !there ? put_number(to, m->captured) : to;
}

const unsigned char *unpack_move(const unsigned char *from, struct game_move *m, const struct game_move *expected)
{
	const unsigned bits = *from++;

	if (bits & MOVE_EXPECTED) {
		*m = *expected;
		return from;
	}
	*m = (struct game_move){ .from = from[0], .to = from[1] };
	from += 2;
	if (bits & MOVE_FLAGS)
		m->flags = *from++;
	if (bits & MOVE_PROMOTED)
		m->promotion = (char)*from++;
	if (bits & MOVE_ROOK) {
		m->rook_from = *from++;
		m->rook_to = *from++;
	}
	if (bits & MOVE_CAPTURED_THERE)
		m->captured = square_set(m->to);
	return bits & MOVE_CAPTURED ? get_number(from, &m->captured) : from;
}

static void placement_of(const struct game *game, const struct game_position *pos, char ret[static GAME_MAX_SQUARES])
{
	memset(ret, '.', GAME_MAX_SQUARES);
	game->placement(pos, ret);
}

/* The position that follows in that way; AFTER_OTHER: none. */
static void follow(const struct game *game, enum after how, const struct turn *turn, const struct game_position *before,
		   struct game_position *ret)
{
	char pieces[GAME_MAX_SQUARES];

	*ret = *before;
	if (how == AFTER_MOVE) {
		game->play(ret, &turn->move);
	} else if (how == AFTER_PASS) {
		placement_of(game, before, pieces);
		game->set_placement(ret, pieces, other_side(turn->side));
	} else if (how == AFTER_PRESSED) {
		game->set_placement(ret, turn->placement, other_side(turn->side));
	}
}

static enum after how_follows(const struct game *game, const struct turn *turn, const struct game_position *before,
			      const struct game_position *after)
{
	struct game_position pos;

	for (enum after how = turn->has_move ? AFTER_MOVE : AFTER_PASS; how < AFTER_OTHER; how++) {
		if (how != AFTER_MOVE && turn->side == NO_SIDE) /* nobody is to move then */
			break;
		follow(game, how, turn, before, &pos);
		if (!memcmp(&pos, after, sizeof(pos)))
			return how;
	}
	return AFTER_OTHER;
}

/* What most often stands at the press. */
static void expected_placement(const struct game *game, enum after how, const struct turn *turn,
			       const struct game_position *before, char ret[static GAME_MAX_SQUARES])
{
	struct game_position pos;

	follow(game, how == AFTER_MOVE ? AFTER_MOVE : AFTER_OTHER, turn, before, &pos);
	placement_of(game, &pos, ret);
}

static unsigned char *put_squares(unsigned char *to, const char *squares, const char *expected)
{
	unsigned char *count = to++;

	*count = 0;
	for (unsigned q = 0; q < GAME_MAX_SQUARES; q++)
		if (squares[q] != expected[q]) {
			*to++ = (unsigned char)q;
			*to++ = (unsigned char)squares[q];
			++*count;
		}
	return to;
}

static const unsigned char *get_squares(const unsigned char *from, char *squares)
{
	for (unsigned n = *from++; n--; from += 2)
		squares[from[0]] = (char)from[1];
	return from;
}

static unsigned char *put_displaced(unsigned char *to, const struct turn *turn)
{
	to = put_number(to, turn->displaced_count);
	for (unsigned i = 0; i < turn->displaced_count && i < TURN_MAX_DISPLACED; i++) {
		*to++ = turn->displaced[i].from;
		*to++ = turn->displaced[i].to;
		*to++ = (unsigned char)turn->displaced[i].piece;
		*to++ = turn->displaced[i].inherited;
	}
	return to;
}

static const unsigned char *get_displaced(const unsigned char *from, struct turn *turn)
{
	uint64_t n;

	from = get_number(from, &n);
	turn->displaced_count = (unsigned)n;
	for (unsigned i = 0; i < n && i < TURN_MAX_DISPLACED; i++, from += 4)
		turn->displaced[i] = (struct turn_displaced){
			.from = from[0], .to = from[1], .piece = (char)from[2], .inherited = from[3]
		};
	return from;
}

/* Most pieces stood where they were touched, and none was touched for longer than a turn. */
static unsigned char *put_touched(unsigned char *to, const struct turn *turn, const char *before)
{
	int64_t t_us = turn->t_us;

	to = put_number(to, turn->touched_count);
	for (unsigned i = 0; i < turn->touched_count && i < TURN_MAX_TOUCHED; i++) {
		const unsigned q = turn->touched[i].square;
		const bool stood = q < GAME_MAX_SQUARES && before[q] == turn->touched[i].piece;

		to = put_number(to, q << 1 | !stood);
		if (!stood)
			*to++ = (unsigned char)turn->touched[i].piece;
		to = put_difference(to, turn->touched[i].t_us, t_us);
		t_us = turn->touched[i].t_us;
	}
	return to;
}

static const unsigned char *get_touched(const unsigned char *from, struct turn *turn, const char *before)
{
	int64_t t_us = turn->t_us;
	uint64_t n, q;

	from = get_number(from, &n);
	turn->touched_count = (unsigned)n;
	for (unsigned i = 0; i < n && i < TURN_MAX_TOUCHED; i++) {
		from = get_number(from, &q);
		turn->touched[i].square = (uint8_t)(q >> 1);
		turn->touched[i].piece = q & 1 ? (char)*from++ : before[q >> 1];
		from = get_difference(from, &turn->touched[i].t_us, t_us);
		t_us = turn->touched[i].t_us;
	}
	return from;
}

/* The squares and the piece that a legal move names. */
static struct turn named_squares(const struct turn *turn, const char *before)
{
	const uint8_t from = turn->has_move ? turn->move.from : GAME_NO_SQUARE;

	return (struct turn){ .from = from,
			      .to = turn->has_move ? turn->move.to : GAME_NO_SQUARE,
			      .piece = (char)(from < GAME_MAX_SQUARES ? before[from] : 0) };
}

static unsigned what_is_odd(const struct turn *turn, const char *before)
{
	const struct turn named = named_squares(turn, before);

	return (turn->kind != TURN_LEGAL || turn->fault != TURN_FAULT_NONE ? ODD_KIND : 0) |
	       (turn->from != named.from || turn->to != named.to || turn->piece != named.piece ? ODD_SQUARES : 0) |
	       (turn->displaced_count ? ODD_DISPLACED : 0) |
	       (turn->other_count || turn->disputed || turn->decided ? ODD_OTHER : 0) |
	       (turn->from_disorder ? ODD_FROM_DISORDER : 0) | (turn->unsure ? ODD_UNSURE : 0) |
	       (turn->side == NO_SIDE ? ODD_SIDE : 0) | (turn->unpressed ? ODD_UNPRESSED : 0);
}

static unsigned char *put_others(unsigned char *to, const struct turn *turn)
{
	*to++ = (unsigned char)(turn->other_count << 2 | turn->decided << 1 | turn->disputed);
	for (unsigned i = 0; i < turn->other_count; i++) {
		const struct turn_reading *o = &turn->other[i];

		*to++ = o->kind;
		*to++ = o->fault;
		*to++ = o->from;
		*to++ = o->to;
		*to++ = (unsigned char)o->piece;
		if (o->kind == TURN_LEGAL)
			to = pack_move(to, &o->move, NULL);
	}
	return to;
}

static const unsigned char *get_others(const unsigned char *from, struct turn *turn)
{
	turn->disputed = *from & 1;
	turn->decided = *from >> 1 & 1;
	turn->other_count = *from++ >> 2;
	for (unsigned i = 0; i < turn->other_count; i++) {
		struct turn_reading *o = &turn->other[i];

		o->kind = *from++;
		o->fault = *from++;
		o->from = *from++;
		o->to = *from++;
		o->piece = (char)*from++;
		if (o->kind == TURN_LEGAL)
			from = unpack_move(from, &o->move, NULL);
	}
	return from;
}

static unsigned char *put_odd(unsigned char *to, const struct turn *turn, unsigned odd)
{
	*to++ = (unsigned char)odd;
	if (odd & ODD_KIND) {
		*to++ = (unsigned char)turn->kind;
		*to++ = (unsigned char)turn->fault;
	}
	if (odd & ODD_SQUARES) {
		*to++ = turn->from;
		*to++ = turn->to;
		*to++ = (unsigned char)turn->piece;
	}
	if (odd & ODD_DISPLACED)
		to = put_displaced(to, turn);
	return odd & ODD_OTHER ? put_others(to, turn) : to;
}

static const unsigned char *get_odd(const unsigned char *from, struct turn *turn)
{
	const unsigned odd = *from++;

	if (odd & ODD_KIND) {
		turn->kind = (enum turn_kind) * from++;
		turn->fault = (enum turn_fault) * from++;
	}
	if (odd & ODD_SQUARES) {
		turn->from = *from++;
		turn->to = *from++;
		turn->piece = (char)*from++;
	}
	if (odd & ODD_DISPLACED)
		from = get_displaced(from, turn);
	turn->from_disorder = odd & ODD_FROM_DISORDER;
	turn->unsure = odd & ODD_UNSURE;
	turn->unpressed = odd & ODD_UNPRESSED;
	if (odd & ODD_SIDE)
		turn->side = NO_SIDE;
	return odd & ODD_OTHER ? get_others(from, turn) : from;
}

static unsigned char *put_position(unsigned char *to, const struct game_position *pos)
{
	memcpy(to, pos->bytes, sizeof(pos->bytes));
	return to + sizeof(pos->bytes);
}

static const unsigned char *get_position(const unsigned char *from, struct game_position *ret)
{
	memcpy(ret->bytes, from, sizeof(ret->bytes));
	return from + sizeof(ret->bytes);
}

/* A turn without a move mostly has none that would be its nearest. */
static const struct game_move *expected_move(const struct turn *turn)
{
	static const struct game_move none;

	return turn->has_move ? NULL : &none;
}

unsigned char *pack_turn(struct packing *p, unsigned char *to, const struct turn *turn,
			 const struct game_position *before, const struct game_position *after)
{
	const enum after how = how_follows(p->game, turn, before, after);
	const bool other_before = memcmp(before, &p->pos, sizeof(*before)) != 0;
	char stood[GAME_MAX_SQUARES], expected[GAME_MAX_SQUARES];
	unsigned odd;
	bool other_placement;

	placement_of(p->game, before, stood);
	expected_placement(p->game, how, turn, before, expected);
	odd = what_is_odd(turn, stood);
	other_placement = memcmp(turn->placement, expected, sizeof(expected)) != 0;
	to = put_number(to, (turn->side == BLACK ? HEAD_BLACK : 0) | (turn->has_move ? HEAD_HAS_MOVE : 0) |
				    (unsigned)how << 2 | (turn->set_down_us != INT64_MIN ? HEAD_SET_DOWN : 0) |
				    (other_before ? HEAD_BEFORE : 0) | (other_placement ? HEAD_PLACEMENT : 0) |
				    (odd ? HEAD_ODD : 0));
	if (other_before)
		to = put_position(to, before);
	to = pack_move(to, &turn->move, expected_move(turn));
	if (odd)
		to = put_odd(to, turn, odd);
	to = put_difference(to, turn->t_us, p->t_us);
	if (turn->set_down_us != INT64_MIN)
		to = put_difference(to, turn->t_us, turn->set_down_us);
	to = put_touched(to, turn, stood);
	if (other_placement)
		to = put_squares(to, turn->placement, expected);
	if (how == AFTER_OTHER)
		to = put_position(to, after);
	p->pos = *after;
	p->t_us = turn->t_us;
	return to;
}

const unsigned char *unpack_turn(struct packing *p, const unsigned char *from, struct turn *turn,
				 struct game_position *before, struct game_position *after)
{
	char stood[GAME_MAX_SQUARES];
	struct turn named;
	enum after how;
	uint64_t head;

	from = get_number(from, &head);
	how = (enum after)((head & HEAD_AFTER) >> 2);
	*turn = (struct turn){ .side = head & HEAD_BLACK ? BLACK : WHITE,
			       .kind = TURN_LEGAL,
			       .has_move = head & HEAD_HAS_MOVE,
			       .set_down_us = INT64_MIN };
	*before = p->pos;
	if (head & HEAD_BEFORE)
		from = get_position(from, before);
	placement_of(p->game, before, stood);
	from = unpack_move(from, &turn->move, expected_move(turn));
	named = named_squares(turn, stood);
	turn->from = named.from;
	turn->to = named.to;
	turn->piece = named.piece;
	if (head & HEAD_ODD)
		from = get_odd(from, turn);
	from = get_difference(from, &turn->t_us, p->t_us);
	if (head & HEAD_SET_DOWN) {
		from = get_difference(from, &turn->set_down_us, 0);
		turn->set_down_us = (int64_t)((uint64_t)turn->t_us - (uint64_t)turn->set_down_us);
	}
	from = get_touched(from, turn, stood);
	expected_placement(p->game, how, turn, before, turn->placement);
	if (head & HEAD_PLACEMENT)
		from = get_squares(from, turn->placement);
	if (how == AFTER_OTHER)
		from = get_position(from, after);
	else
		follow(p->game, how, turn, before, after);
	p->pos = *after;
	p->t_us = turn->t_us;
	return from;
}
