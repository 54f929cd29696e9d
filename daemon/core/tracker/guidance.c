/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How to bring the pieces back: one step after the other, each onto a square that is empty by then.
 *
 *   a piece too many                       goes beside the board first: its place may be wanted
 *   a piece on a wrong square              goes to its own once that is empty; of several the nearest
 *   pieces that stand on each other's       one of them goes beside the board for a while
 *   a piece that is missing                comes from beside the board at last
 */
#include <string.h>

#include "daemon/core/tracker/guidance.h"
#include "daemon/core/tracker/internal.h"
#include "daemon/core/tracker/squares.h"

struct plan {
	const struct game *game;
	char stands[GAME_MAX_SQUARES];
	uint8_t goal[GAME_MAX_SQUARES]; /* of the piece that stands wrongly there; GAME_NO_SQUARE: beside the board */
	uint64_t wrong;			/* squares with such a piece */
	uint64_t missing;		/* squares that nobody on the board is meant for */
	struct tracker_step *step;
	unsigned steps;
};

static bool agrees(const struct game *game, char expected, char stands)
{
	return expected == stands || (stands == '?' && expected != '.') ||
	       (game->shows_as && expected != '.' && stands != '.' && game->shows_as(expected, stands));
}

/* The nearest piece that may belong on square; one that has a name before one that has none. */
static unsigned piece_for(const struct plan *p, char expected, unsigned square)
{
	unsigned best = GAME_NO_SQUARE, least = UINT32_MAX;

	for (uint64_t rest = p->wrong; rest; rest &= rest - 1) {
		unsigned q = (unsigned)__builtin_ctzll(rest);
		unsigned far = square_distance(p->game, q, square) + (p->stands[q] == '?' ? 64 : 0);

		if (p->goal[q] == GAME_NO_SQUARE && agrees(p->game, expected, p->stands[q]) && far < least) {
			least = far;
			best = q;
		}
	}
	return best;
}

static void move_piece(struct plan *p, unsigned from, unsigned to, char piece)
{
	if (p->steps == GAME_MAX_SQUARES)
		return; /* the rest when these are done */
	p->step[p->steps++] = (struct tracker_step){ (uint8_t)from, (uint8_t)to, piece };
	if (from != GAME_NO_SQUARE) {
		p->stands[from] = '.';
		p->wrong &= ~square_bit(from);
	}
	if (to != GAME_NO_SQUARE)
		p->stands[to] = piece;
}

/* A piece that can go where it belongs; GAME_NO_SQUARE: each blocks another. */
static unsigned free_to_go(const struct plan *p)
{
	for (uint64_t rest = p->wrong; rest; rest &= rest - 1)
		if (p->stands[p->goal[__builtin_ctzll(rest)]] == '.')
			return (unsigned)__builtin_ctzll(rest);
	return GAME_NO_SQUARE;
}

unsigned tracker_guidance(const struct tracker *t, struct tracker_step steps[static GAME_MAX_SQUARES])
{
	struct plan p = { .game = t->game, .step = steps };
	char expected[GAME_MAX_SQUARES];

	memset(expected, '.', sizeof(expected));
	memset(p.goal, GAME_NO_SQUARE, sizeof(p.goal));
	t->game->placement(tracker_position(t), expected);
	tracker_placement(t, p.stands);
	for (unsigned q = 0; q < t->game->squares; q++) {
		if (agrees(t->game, expected[q], p.stands[q]))
			continue;
		if (p.stands[q] != '.')
			p.wrong |= square_bit(q);
		if (expected[q] != '.')
			p.missing |= square_bit(q);
	}
	for (uint64_t rest = p.missing; rest; rest &= rest - 1) {
		unsigned to = (unsigned)__builtin_ctzll(rest), from = piece_for(&p, expected[to], to);

		if (from == GAME_NO_SQUARE)
			continue;
		p.goal[from] = (uint8_t)to;
		p.missing &= ~square_bit(to);
	}
	for (uint64_t rest = p.wrong; rest; rest &= rest - 1) {
		unsigned q = (unsigned)__builtin_ctzll(rest);

		if (p.goal[q] == GAME_NO_SQUARE)
			move_piece(&p, q, GAME_NO_SQUARE, p.stands[q]);
	}
	while (p.wrong && p.steps < GAME_MAX_SQUARES) {
		unsigned from = free_to_go(&p);

		if (from != GAME_NO_SQUARE) {
			move_piece(&p, from, p.goal[from], expected[p.goal[from]]);
			continue;
		}
		from = (unsigned)__builtin_ctzll(p.wrong);
		p.missing |= square_bit(p.goal[from]);
		move_piece(&p, from, GAME_NO_SQUARE, expected[p.goal[from]]);
	}
	for (uint64_t rest = p.missing; rest; rest &= rest - 1) {
		unsigned to = (unsigned)__builtin_ctzll(rest);

		move_piece(&p, GAME_NO_SQUARE, to, expected[to]);
	}
	return p.steps;
}
