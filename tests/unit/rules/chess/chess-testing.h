/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Shared by the tests of rules/chess: short ways to a position and to a move. */
#ifndef TESTS_UNIT_CHESS_TESTING_H
#define TESTS_UNIT_CHESS_TESTING_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "rules/game.h"

#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
#define KIWIPETE "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

static inline struct game_position position(const char *fen)
{
	struct game_position p;
	struct game_error err = { "", "", 0 };

	if (game_chess.parse(fen, &p, &err))
		fail_msg("%s: %s: %s", fen, err.field, err.reason);
	return p;
}

/* Plays moves given as text, blank-separated. */
static inline void play(struct game_position *p, const char *moves)
{
	char copy[4096], *save = NULL;

	snprintf(copy, sizeof copy, "%s", moves);
	for (char *t = strtok_r(copy, " ", &save); t; t = strtok_r(NULL, " ", &save)) {
		struct game_move m;
		int r = game_chess.move_parse(p, t, &m);
		if (r)
			fail_msg("%s: %d", t, r);
		game_chess.play(p, &m);
	}
}

static inline void assert_fen(const struct game_position *p, const char *fen)
{
	char buf[GAME_FEN];

	assert_int_equal(game_chess.format(p, buf), (int)strlen(fen));
	assert_string_equal(buf, fen);
}

#endif
