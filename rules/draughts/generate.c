// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Moves by the FMJD's official rules: men capture forward and backward, kings fly, the most pieces must be taken, what
 * is taken stays on the board and in the way until the capture is over and is not jumped twice.
 */
#include "rules/draughts/position.h"

struct capture_search {
	uint64_t enemy;	   /* what may be taken */
	uint64_t occupied; /* what is in the way, without the capturing piece */
	unsigned from;
	bool king;
	unsigned first; /* the first move of this piece in the list */
	struct draughts_moves *moves;
};

static void add_capture(struct capture_search *s, unsigned to, uint64_t captured, unsigned count)
{
	struct draughts_moves *list = s->moves;

	if (count < list->most)
		return;
	if (count > list->most) {
		list->most = count;
		list->count = s->first = 0;
	}
	/* Two routes of one capture need a choice of landing squares or a closed ring of four. */
	if (s->king || count >= 4)
		for (unsigned i = s->first; i < list->count; i++)
			if (list->move[i].to == to && list->move[i].captured == captured)
				return;
	if (list->count < DRAUGHTS_MAX_MOVES)
		list->move[list->count++] = (struct draughts_move){ (uint8_t)s->from, (uint8_t)to, captured };
}

static void man_captures(struct capture_search *s, unsigned at, uint64_t captured, unsigned count)
{
	bool further = false;

	for (unsigned i = 0; i < 4; i++) {
		const uint64_t over = step(bit(at), directions[i]) & s->enemy & ~captured;
		const uint64_t onto = step(over, directions[i]) & ~s->occupied;

		if (!onto)
			continue;
		further = true;
		man_captures(s, at + 2 * directions[i], captured | over, count + 1);
	}
	if (!further && count)
		add_capture(s, at, captured, count);
}

static void king_captures(struct capture_search *s, unsigned at, uint64_t captured, unsigned count, int back)
{
	bool further = false;

	for (unsigned i = 0; i < 4; i++) {
		const int by = directions[i];
		uint64_t over;
		unsigned b = at;

		/* Where it came from stands the piece that it took last. */
		if (by == back)
			continue;
		do {
			over = step(bit(b), by);
			b += by;
		} while (over & ~s->occupied);
		if (!(over & s->enemy & ~captured))
			continue;
		for (uint64_t onto = step(over, by) & ~s->occupied; onto; onto = step(onto, by) & ~s->occupied) {
			further = true;
			b += by;
			king_captures(s, b, captured | over, count + 1, -by);
		}
	}
	if (!further && count)
		add_capture(s, at, captured, count);
}

/* Men that can take something at once. */
static uint64_t capturing_men(uint64_t men, uint64_t enemy, uint64_t empty)
{
	uint64_t able = 0;

	for (unsigned i = 0; i < 4; i++)
		able |= step(step(empty, -directions[i]) & enemy, -directions[i]) & men;
	return able;
}

static void captures(const struct draughts_position *d, struct draughts_moves *ret)
{
	const enum side us = d->side, them = other_side(us);
	const uint64_t all = d->men[0] | d->men[1] | d->kings[0] | d->kings[1];
	struct capture_search s = { .enemy = d->men[them] | d->kings[them], .moves = ret };

	for (uint64_t men = capturing_men(d->men[us], s.enemy, DRAUGHTS_BOARD & ~all); men; men &= men - 1) {
		s.from = (unsigned)__builtin_ctzll(men);
		s.king = false;
		s.first = ret->count;
		s.occupied = all & ~bit(s.from);
		man_captures(&s, s.from, 0, 0);
	}
	for (uint64_t kings = d->kings[us]; kings; kings &= kings - 1) {
		s.from = (unsigned)__builtin_ctzll(kings);
		s.king = true;
		s.first = ret->count;
		s.occupied = all & ~bit(s.from);
		king_captures(&s, s.from, 0, 0, 0);
	}
}

static void generate_add(struct draughts_moves *list, unsigned from, unsigned to)
{
	if (list->count < DRAUGHTS_MAX_MOVES)
		list->move[list->count++] = (struct draughts_move){ (uint8_t)from, (uint8_t)to, 0 };
}

static void quiet_moves(const struct draughts_position *d, struct draughts_moves *ret)
{
	const uint64_t empty = DRAUGHTS_BOARD & ~(d->men[0] | d->men[1] | d->kings[0] | d->kings[1]);
	const int *forward = d->side == WHITE ? &directions[0] : &directions[2];

	for (unsigned i = 0; i < 2; i++)
		for (uint64_t to = step(d->men[d->side], forward[i]) & empty; to; to &= to - 1)
			generate_add(ret, (unsigned)__builtin_ctzll(to) - forward[i], (unsigned)__builtin_ctzll(to));
	for (uint64_t kings = d->kings[d->side]; kings; kings &= kings - 1)
		for (unsigned i = 0; i < 4; i++)
			for (uint64_t to = step(kings & -kings, directions[i]) & empty; to;
			     to = step(to, directions[i]) & empty)
				generate_add(ret, (unsigned)__builtin_ctzll(kings), (unsigned)__builtin_ctzll(to));
}

void draughts_generate(const struct draughts_position *d, struct draughts_moves *ret)
{
	ret->count = ret->most = 0;
	captures(d, ret);
	if (!ret->count)
		quiet_moves(d, ret);
}

/* How many moves there are where nothing can be taken: counted, not listed. */
static uint64_t count_quiet(const struct draughts_position *d)
{
	const uint64_t empty = DRAUGHTS_BOARD & ~(d->men[0] | d->men[1] | d->kings[0] | d->kings[1]);
	const int *forward = d->side == WHITE ? &directions[0] : &directions[2];
	uint64_t n = (uint64_t)__builtin_popcountll(step(d->men[d->side], forward[0]) & empty) +
		     (uint64_t)__builtin_popcountll(step(d->men[d->side], forward[1]) & empty);

	for (uint64_t kings = d->kings[d->side]; kings; kings &= kings - 1)
		for (unsigned i = 0; i < 4; i++)
			for (uint64_t to = step(kings & -kings, directions[i]) & empty; to;
			     to = step(to, directions[i]) & empty)
				n++;
	return n;
}

bool draughts_has_move(const struct draughts_position *d)
{
	const uint64_t empty = DRAUGHTS_BOARD & ~(d->men[0] | d->men[1] | d->kings[0] | d->kings[1]);
	const int *forward = d->side == WHITE ? &directions[0] : &directions[2];
	struct draughts_moves list;

	for (unsigned i = 0; i < 4; i++)
		if (step(d->kings[d->side], directions[i]) & empty ||
		    (i < 2 && step(d->men[d->side], forward[i]) & empty))
			return true;
	/* shut in: whether something can be taken, kings take from afar only across empty squares */
	list.count = list.most = 0;
	captures(d, &list);
	return list.count;
}

uint64_t draughts_count(const struct draughts_position *d, unsigned depth)
{
	struct draughts_moves list;
	uint64_t n = 0;

	if (!depth)
		return 1;
	list.count = list.most = 0;
	captures(d, &list);
	if (depth == 1)
		return list.count ? list.count : count_quiet(d);
	if (!list.count)
		quiet_moves(d, &list);
	for (unsigned i = 0; i < list.count; i++) {
		struct draughts_position next = *d;

		draughts_play(&next, &list.move[i]);
		n += draughts_count(&next, depth - 1);
	}
	return n;
}
