/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is read is written the same, and everything may be asked of it; what is refused says what and where. */
#include <string.h>

#include "rules/game.h"
#include "tests/fuzz/fuzz.h"

const char *const fuzz_seeds[] = { "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
				   "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
				   "rnbkqbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBKQBNR b KQkq e3 12 34",
				   "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1",
				   "4k3/P6P/8/8/8/8/p6p/4K3 w - -",
				   "kkkkkkkk/QQQQQQQQ/8/8/8/8/qqqqqqqq/KKKKKKKK w",
				   NULL };
const char *const fuzz_words[] = { "/",	  "8",	 "1",	 "k",	  "K",	   "Q", "q", " w ", " b ", "-",
				   " e3", " d6", "KQkq", "65535", "99999", " ", "P", "p",   NULL };

void fuzz_one(const uint8_t *data, size_t size)
{
	struct game_position p, again;
	struct game_error err = { "", "", 0 };
	struct game_moves moves;
	char text[GAME_FEN], second[GAME_FEN], squares[GAME_MAX_SQUARES];

	if (game_chess.parse((const char *)data, &p, &err) < 0) {
		FUZZ_ASSERT(err.field[0] && err.reason[0] && err.offset <= size);
		return;
	}
	FUZZ_ASSERT(game_chess.format(&p, text) == (int)strlen(text));
	FUZZ_ASSERT(game_chess.parse(text, &again, NULL) == 0);
	game_chess.format(&again, second);
	FUZZ_ASSERT(!strcmp(text, second));
	FUZZ_ASSERT(game_chess.same(&p, &again) && game_chess.key(&p) == game_chess.key(&again));
	game_chess.playable(&p, &err);
	game_chess.moves(&p, &moves);
	FUZZ_ASSERT(moves.count <= GAME_MAX_MOVES);
	game_chess.end(&p);
	game_chess.in_check(&p, WHITE);
	game_chess.in_check(&p, BLACK);
	game_chess.can_win(&p, WHITE, 30, NULL);
	game_chess.can_win(&p, BLACK, 30, NULL);
	if (moves.count) {
		const struct game_move *m = &moves.move[size % moves.count];
		struct game_move back;
		char move[GAME_TEXT];
		game_chess.move_text(&p, m, move);
		FUZZ_ASSERT(game_chess.move_parse(&p, move, &back) == 0);
		FUZZ_ASSERT(game_chess.move_notation(&p, m, move) > 0);
		FUZZ_ASSERT(game_chess.move_parse(&p, move, &back) == 0 && back.from == m->from && back.to == m->to);
		game_chess.play(&p, m);
	}
	game_chess.placement(&p, squares);
	game_chess.set_placement(&p, squares, BLACK);
	game_chess.moves(&p, &moves);
}
