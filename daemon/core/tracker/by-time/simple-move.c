/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/core/tracker/by-time/simple-move.h"
#include "daemon/core/tracker/reading/changes.h"

squares_t mismatch_after(const struct readings *r, const struct reading *h, const struct game_move *m)
{
	squares_t own = square_bit(m->from) | square_bit(m->to) | m->captured, wrong = h->mismatch & ~own;

	for (own &= ~square_bit(m->to); own; own &= own - 1)
		if (r->sensor[__builtin_ctzll(own)] != '.')
			wrong |= own & -own;
	if (!square_agrees(r, m->promotion ? m->promotion : h->expected[m->from], r->sensor[m->to]))
		wrong |= square_bit(m->to);
	return wrong;
}

void play_on_squares(struct reading *h, const struct game_move *m, squares_t wrong)
{
	unsigned side = h->side & 1u;

	h->side = (uint8_t)(side ^ 1);
	h->pieces[side] = (h->pieces[side] & ~square_bit(m->from)) | square_bit(m->to);
	h->pieces[side ^ 1] &= ~m->captured;
	for (squares_t taken = m->captured; taken; taken &= taken - 1)
		h->expected[__builtin_ctzll(taken)] = '.';
	h->expected[m->to] = m->promotion ? m->promotion : h->expected[m->from];
	h->expected[m->from] = '.';
	h->mismatch = wrong;
	h->exchange = -1;
}
