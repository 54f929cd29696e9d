// SPDX-License-Identifier: GPL-2.0-or-later
/* A position, the moves that change it, and moves as the rest of Flagfall writes them. */
#include "rules/draughts/position.h"

void draughts_play(struct draughts_position *d, const struct draughts_move *m)
{
	const enum side us = d->side, them = other_side(us);
	const bool man = d->men[us] & bit(m->from);

	if (man) {
		d->men[us] &= ~bit(m->from);
		if (bit(m->to) & draughts_last_row(us))
			d->kings[us] |= bit(m->to);
		else
			d->men[us] |= bit(m->to);
	} else {
		d->kings[us] = (d->kings[us] & ~bit(m->from)) | bit(m->to);
	}
	d->men[them] &= ~m->captured;
	d->kings[them] &= ~m->captured;
	d->quiet = man || m->captured ? 0 : (uint16_t)(d->quiet + 1);
	d->plies++;
	d->side = (uint8_t)them;
}

struct game_move draughts_to_game(const struct draughts_position *d, const struct draughts_move *m)
{
	const uint64_t from = UINT64_C(1) << m->from, to = UINT64_C(1) << m->to;
	const bool man = d->men[d->side] & from;
	struct game_move g = { .from = (uint8_t)draughts_square(m->from), .to = (uint8_t)draughts_square(m->to) };

	for (uint64_t c = m->captured; c; c &= c - 1)
		g.captured |= UINT64_C(1) << draughts_square((unsigned)__builtin_ctzll(c));
	if (g.captured)
		g.flags |= GAME_MOVE_CAPTURE;
	if (man || g.captured)
		g.flags |= GAME_MOVE_IRREVERSIBLE;
	if (man && (to & draughts_last_row(d->side))) {
		g.flags |= GAME_MOVE_PROMOTION;
		g.promotion = d->side == WHITE ? 'W' : 'B';
	}
	return g;
}

struct draughts_move draughts_from_game(const struct game_move *m)
{
	struct draughts_move d = { .from = (uint8_t)draughts_bit(m->from), .to = (uint8_t)draughts_bit(m->to) };

	for (uint64_t c = m->captured; c; c &= c - 1)
		d.captured |= UINT64_C(1) << draughts_bit((unsigned)__builtin_ctzll(c));
	return d;
}
