// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Irregularities of Annex I 5.4. In draughts the men taken off are part of the move: a legal step beside which one man
 * too many was lifted is irregular, not untidy.
 */
#include "rules/draughts/position.h"

#include <stdlib.h>
#include <string.h>

#include "rules/turn.h"

struct jumping {
	uint64_t enemy, occupied, removed, best;
	unsigned to, distance, budget;
	bool king, found, unfinished;
};

/* Returns whether a further jump is possible. */
static bool jump(struct jumping *j, unsigned at, uint64_t taken)
{
	bool further = false;

	for (unsigned i = 0; i < 4 && j->budget; i++) {
		const int by = directions[i];
		uint64_t over = step(bit(at), by);
		unsigned b = at + by;

		while (j->king && (over & ~j->occupied)) {
			over = step(over, by);
			b += by;
		}
		if (!(over & j->enemy & ~taken))
			continue;
		for (uint64_t onto = step(over, by) & ~j->occupied; onto; onto = step(onto, by) & ~j->occupied) {
			bool on;

			further = true;
			if (j->budget)
				j->budget--;
			b += by;
			on = jump(j, b, taken | over);
			if (b == j->to) {
				const uint64_t jumped = taken | over;
				/* as near: by what was taken off without a jump, and then where the capture can go on,
				 * so that no direction comes first */
				const unsigned distance = (unsigned)__builtin_popcountll(jumped ^ j->removed) * 128 +
							  (unsigned)__builtin_popcountll(j->removed & ~jumped) * 2 +
							  !on;

				if (!j->found || distance < j->distance) {
					j->found = true;
					j->distance = distance;
					j->best = jumped;
					j->unfinished = on;
				}
			}
			if (!j->king || !j->budget)
				break;
		}
	}
	return further;
}

/*
 * What a piece has taken when it stands on to in the midst of a capture.
 * The captures of the piece of from are followed jump by jump, complete or not. Of the sets of pieces jumped by then
 * the one nearest to removed (gapped sets both) is taken. *unfinished: the capture could go on from there. False: no
 * jumps lead there.
 */
static bool jumps_on_the_way(const struct draughts_position *d, unsigned from, unsigned to, uint64_t removed,
			     uint64_t *jumped, bool *unfinished)
{
	const uint64_t all = d->men[0] | d->men[1] | d->kings[0] | d->kings[1];
	const enum side side = (d->men[WHITE] | d->kings[WHITE]) & bit(from) ? WHITE : BLACK;
	struct jumping j = {
		.enemy = d->men[other_side(side)] | d->kings[other_side(side)],
		.occupied = all & ~bit(from),
		.removed = removed,
		.king = d->kings[side] & bit(from),
		.to = to,
		.budget = 20000,
	};

	jump(&j, from, 0);
	*jumped = j.best;
	*unfinished = j.unfinished;
	return j.found;
}

/* Steps of a diagonal from one square to another over empty squares, negative: backward for side. 0: no such way. */
static int slides(const struct draughts_position *d, enum side side, unsigned from, unsigned to)
{
	const uint64_t all = d->men[0] | d->men[1] | d->kings[0] | d->kings[1];

	for (unsigned i = 0; i < 4; i++) {
		int n = 1;

		for (uint64_t on = step(bit(from), directions[i]) & ~all; on; on = step(on, directions[i]) & ~all, n++)
			if (on & bit(to))
				return (directions[i] < 0) == (side == WHITE) ? n : -n;
	}
	return 0;
}

static int move_fault(const struct draughts_position *d, unsigned from, unsigned to, uint64_t removed)
{
	const enum side side = (enum side)d->side;
	const uint64_t all = d->men[0] | d->men[1] | d->kings[0] | d->kings[1];
	const bool king = d->kings[side] & bit(from);
	struct draughts_moves list;
	struct draughts_position flying = *d;
	uint64_t jumped;
	bool unfinished;
	int n;

	if (from == to)
		return TURN_FAULT_REMOVED;
	if (!((d->men[side] | d->kings[side]) & bit(from)))
		return TURN_FAULT_OTHER_SIDE;
	if (all & bit(to))
		return TURN_FAULT_BLOCKED;
	if (jumps_on_the_way(d, from, to, removed, &jumped, &unfinished)) {
		draughts_generate(d, &list);
		for (unsigned i = 0; i < list.count; i++)
			if (list.move[i].from == from && list.move[i].to == to)
				return removed & ~list.move[i].captured &&
						       __builtin_popcountll(removed) >= (int)list.most ?
					       TURN_FAULT_NOT_JUMPED :
				       removed & ~jumped ? TURN_FAULT_NOT_JUMPED :
							   TURN_FAULT_CAPTURED_LEFT;
		return unfinished ? TURN_FAULT_UNFINISHED : TURN_FAULT_CAPTURE_COUNT;
	}
	n = slides(d, side, from, to);
	if (n == 1 || (king && n)) {
		draughts_generate(d, &list);
		return removed ? TURN_FAULT_REMOVED : list.most ? TURN_FAULT_NOT_CAPTURED : TURN_FAULT_PIECE;
	}
	if (!king) {
		if (n && n != -1)
			return TURN_FAULT_AS_KING;
		flying.men[side] &= ~bit(from);
		flying.kings[side] |= bit(from);
		if (!n && jumps_on_the_way(&flying, from, to, removed, &jumped, &unfinished))
			return TURN_FAULT_AS_KING;
	}
	return TURN_FAULT_PIECE;
}

int draughts_fault(const struct game_position *pos, unsigned from, unsigned to)
{
	return from < DRAUGHTS_SQUARES && to < DRAUGHTS_SQUARES ?
		       move_fault(draughts_position_of_const(pos), draughts_bit(from), draughts_bit(to), 0) :
		       TURN_FAULT_NONE;
}

struct changes {
	uint64_t gone[2], came[2]; /* by side */
};

static struct changes compare_board(const struct draughts_position *d, const char *squares)
{
	struct changes c = { 0 };

	for (unsigned q = 0; q < DRAUGHTS_SQUARES; q++) {
		const uint64_t b = bit(draughts_bit(q));

		for (enum side s = WHITE; s <= BLACK; s++) {
			const bool was = (d->men[s] | d->kings[s]) & b;
			const bool is = s == WHITE ? squares[q] == 'w' || squares[q] == 'W' :
						     squares[q] == 'b' || squares[q] == 'B';

			if (was && !is)
				c.gone[s] |= b;
			if (!was && is)
				c.came[s] |= b;
		}
	}
	return c;
}

/* How well a fault explains what stands: of several men gone the one that moved most nearly by the rules. */
static unsigned fault_rank(int fault)
{
	switch (fault) {
	case TURN_FAULT_NOT_JUMPED:
	case TURN_FAULT_CAPTURED_LEFT:
		return 5;
	case TURN_FAULT_UNFINISHED:
	case TURN_FAULT_CAPTURE_COUNT:
		return 4;
	case TURN_FAULT_NOT_CAPTURED:
	case TURN_FAULT_REMOVED:
		return 3;
	case TURN_FAULT_AS_KING:
		return 2;
	default:
		return 1;
	}
}

int draughts_irregular(const struct game_position *pos, const char squares[static GAME_MAX_SQUARES], unsigned *from,
		       unsigned *to)
{
	const struct draughts_position *d = draughts_position_of_const(pos);
	const enum side us = (enum side)d->side, them = other_side(us);
	const struct changes c = compare_board(d, squares);
	struct draughts_moves list;
	int best = TURN_FAULT_NONE;

	*from = *to = GAME_NO_SQUARE;
	if (!c.came[us] && !c.came[them] && (c.gone[us] | c.gone[them])) {
		/* only taken off */
		*from = draughts_square((unsigned)__builtin_ctzll(c.gone[us] ? c.gone[us] : c.gone[them]));
		return TURN_FAULT_REMOVED;
	}
	if (c.came[them] || __builtin_popcountll(c.came[us]) != 1)
		return TURN_FAULT_NONE;
	draughts_generate(d, &list);
	for (uint64_t gone = c.gone[us]; gone; gone &= gone - 1) {
		const unsigned f = (unsigned)__builtin_ctzll(gone), t = (unsigned)__builtin_ctzll(c.came[us]);
		int fault = move_fault(d, f, t, c.gone[them]);

		for (unsigned i = 0; i < list.count; i++)
			if (list.move[i].from == f && list.move[i].to == t) {
				if (c.gone[them] == list.move[i].captured) {
					/* the move is legal: an own man went with it */
					fault = list.most ? TURN_FAULT_OWN_CAPTURE : TURN_FAULT_REMOVED;
					break;
				}
				if (!list.most)
					fault = TURN_FAULT_REMOVED;
			}
		if (best != TURN_FAULT_NONE && fault_rank(fault) <= fault_rank(best) && fault != TURN_FAULT_OWN_CAPTURE)
			continue;
		best = fault;
		*from = draughts_square(f);
		*to = draughts_square(t);
		if (fault == TURN_FAULT_OWN_CAPTURE)
			break;
	}
	return best;
}
