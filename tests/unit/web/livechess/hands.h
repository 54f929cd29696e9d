/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Hands that play moves on 64 squares: what the sensors report of a move, in order. */
#ifndef TESTS_LIVECHESS_HANDS_H
#define TESTS_LIVECHESS_HANDS_H

#include <string.h>

#include "rules/game.h"

struct hand_event {
	unsigned square;
	char letter; /* '.' lifted, else the piece that is put there */
};

#define HAND_EVENTS 8

/* Plays move (UCI) in pos, and writes what a hand does on the squares: victims first, kings before rooks. How many. */
static inline unsigned hand_move(struct game_position *pos, const char *move, struct hand_event ret[static HAND_EVENTS])
{
	char before[GAME_MAX_SQUARES], after[GAME_MAX_SQUARES];
	struct game_move m;
	unsigned n = 0;

	if (game_chess.move_parse(pos, move, &m) < 0)
		return 0;
	game_chess.placement(pos, before);
	game_chess.play(pos, &m);
	game_chess.placement(pos, after);
	for (unsigned q = 0; q < 64; q++)
		if (m.captured & (UINT64_C(1) << q))
			ret[n++] = (struct hand_event){ q, '.' };
	ret[n++] = (struct hand_event){ m.from, '.' };
	ret[n++] = (struct hand_event){ m.to, after[m.to] };
	for (unsigned q = 0; q < 64; q++) /* the rook of a castling */
		if (q != m.from && after[q] == '.' && before[q] != '.' && !(m.captured & (UINT64_C(1) << q)))
			ret[n++] = (struct hand_event){ q, '.' };
	for (unsigned q = 0; q < 64; q++)
		if (q != m.to && after[q] != '.' && after[q] != before[q])
			ret[n++] = (struct hand_event){ q, after[q] };
	return n;
}

#endif
