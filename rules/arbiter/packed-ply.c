// SPDX-License-Identifier: GPL-2.0-or-later
#include "rules/arbiter/packed-ply.h"

#include "rules/number-bytes.h"

enum head {
	HEAD_SET_DOWN = 1 << 0, /* the move that was pressed was set down, then, and no other */
	HEAD_ADJUST = 1 << 1,
	HEAD_CREDITED = 1 << 2,
	HEAD_BINDING = 1 << 3,
	HEAD_OTHER_SET_DOWN = 1 << 4,
	HEAD_MARKS = 1 << 5,
};

enum mark {
	MARK_SANCTIONED = 1 << 0,
	MARK_ORDER_ALLOWED = 1 << 1,
	MARK_PAWN_UNPROMOTED = 1 << 2,
	MARK_PIECE_ASKED = 1 << 3,
	MARK_PAWN_LEFT = 1 << 4,
	MARK_PROMOTION_RULED = 1 << 5,
	MARK_AS_ANNOUNCED = 1 << 6,
	MARK_BROKE_ANNOUNCEMENT = 1 << 7,
	MARK_PUT_RIGHT = 1 << 8,
};

static unsigned marks_of(const struct ply *ply)
{
	return (ply->sanctioned ? MARK_SANCTIONED : 0) | (ply->order_allowed ? MARK_ORDER_ALLOWED : 0) |
	       (ply->pawn_unpromoted ? MARK_PAWN_UNPROMOTED : 0) | (ply->piece_asked ? MARK_PIECE_ASKED : 0) |
	       (ply->pawn_left ? MARK_PAWN_LEFT : 0) | (ply->promotion_ruled ? MARK_PROMOTION_RULED : 0) |
	       (ply->as_announced ? MARK_AS_ANNOUNCED : 0) | (ply->broke_announcement ? MARK_BROKE_ANNOUNCEMENT : 0) |
	       (ply->put_right ? MARK_PUT_RIGHT : 0);
}

static void set_marks(struct ply *ply, uint64_t marks)
{
	ply->sanctioned = marks & MARK_SANCTIONED;
	ply->order_allowed = marks & MARK_ORDER_ALLOWED;
	ply->pawn_unpromoted = marks & MARK_PAWN_UNPROMOTED;
	ply->piece_asked = marks & MARK_PIECE_ASKED;
	ply->pawn_left = marks & MARK_PAWN_LEFT;
	ply->promotion_ruled = marks & MARK_PROMOTION_RULED;
	ply->as_announced = marks & MARK_AS_ANNOUNCED;
	ply->broke_announcement = marks & MARK_BROKE_ANNOUNCEMENT;
	ply->put_right = marks & MARK_PUT_RIGHT;
}

/* The move that was pressed, then. */
static bool set_down_as_pressed(const struct ply *ply)
{
	const struct game_move *m = &ply->set_down[0], *pressed = &ply->turn.move;

	return ply->set_down_count == 1 && ply->first_set_down_us == ply->turn.set_down_us &&
	       game_moves_same(m, pressed) && m->rook_from == pressed->rook_from && m->rook_to == pressed->rook_to;
}

static unsigned char *put_set_down(unsigned char *to, const struct ply *ply)
{
	*to++ = (unsigned char)ply->set_down_count;
	for (unsigned i = 0; i < ply->set_down_count; i++)
		to = pack_move(to, &ply->set_down[i], &ply->turn.move);
	return put_difference(to, ply->turn.t_us, ply->first_set_down_us);
}

static const unsigned char *get_set_down(const unsigned char *from, struct ply *ply)
{
	int64_t us;

	ply->set_down_count = *from++;
	for (unsigned i = 0; i < ply->set_down_count; i++)
		from = unpack_move(from, &ply->set_down[i], &ply->turn.move);
	from = get_difference(from, &us, 0);
	ply->first_set_down_us = (int64_t)((uint64_t)ply->turn.t_us - (uint64_t)us);
	return from;
}

static unsigned char *put_binding(unsigned char *to, const struct ply *ply)
{
	*to++ = (unsigned char)(ply->binding_count << 1 | ply->binds_from_illegal);
	for (unsigned i = 0; i < ply->binding_count; i++) {
		*to++ = ply->binding[i].square;
		*to++ = (unsigned char)ply->binding[i].piece;
	}
	return to;
}

static const unsigned char *get_binding(const unsigned char *from, struct ply *ply)
{
	ply->binds_from_illegal = *from & 1;
	ply->binding_count = *from++ >> 1;
	for (unsigned i = 0; i < ply->binding_count; i++) {
		ply->binding[i].square = *from++;
		ply->binding[i].piece = (char)*from++;
	}
	return from;
}

unsigned char *pack_ply(struct ply_packing *p, unsigned char *to, const struct ply *ply)
{
	const unsigned marks = marks_of(ply);
	const bool as_pressed = set_down_as_pressed(ply),
		   set_down = !as_pressed && (ply->set_down_count || ply->first_set_down_us);
	const unsigned head = (as_pressed ? HEAD_SET_DOWN : 0) |
			      (ply->adjust_said_us != ARBITER_NEVER ? HEAD_ADJUST : 0) |
			      (ply->credited_us != p->credited_us ? HEAD_CREDITED : 0) |
			      (ply->binding_count ? HEAD_BINDING : 0) | (set_down ? HEAD_OTHER_SET_DOWN : 0) |
			      (marks || ply->put_right_us ? HEAD_MARKS : 0);

	*to++ = (unsigned char)head;
	to = pack_turn(&p->turn, to, &ply->turn, &ply->before, &ply->after);
	if (head & HEAD_ADJUST)
		to = put_difference(to, ply->adjust_said_us, ply->turn.t_us);
	if (head & HEAD_CREDITED)
		to = put_difference(to, ply->credited_us, 0);
	if (head & HEAD_BINDING)
		to = put_binding(to, ply);
	if (set_down)
		to = put_set_down(to, ply);
	if (head & HEAD_MARKS) {
		to = put_number(to, marks);
		to = put_difference(to, ply->put_right_us, 0);
	}
	p->credited_us = ply->credited_us;
	return to;
}

const unsigned char *unpack_ply(struct ply_packing *p, const unsigned char *from, struct ply *ply)
{
	const unsigned head = *from++;
	uint64_t marks;

	*ply = (struct ply){ .adjust_said_us = ARBITER_NEVER, .credited_us = p->credited_us };
	from = unpack_turn(&p->turn, from, &ply->turn, &ply->before, &ply->after);
	if (head & HEAD_ADJUST)
		from = get_difference(from, &ply->adjust_said_us, ply->turn.t_us);
	if (head & HEAD_CREDITED)
		from = get_difference(from, &ply->credited_us, 0);
	if (head & HEAD_BINDING)
		from = get_binding(from, ply);
	if (head & HEAD_OTHER_SET_DOWN)
		from = get_set_down(from, ply);
	if (head & HEAD_SET_DOWN) {
		ply->set_down_count = 1;
		ply->set_down[0] = ply->turn.move;
		ply->first_set_down_us = ply->turn.set_down_us;
	}
	if (head & HEAD_MARKS) {
		from = get_number(from, &marks);
		set_marks(ply, marks);
		from = get_difference(from, &ply->put_right_us, 0);
	}
	p->credited_us = ply->credited_us;
	return from;
}
