/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is read is written the same, and everything may be asked of it; what is refused says what and where. */
#include <string.h>

#include "rules/game.h"
#include "tests/fuzz/fuzz.h"

const char *const fuzz_seeds[] = { "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
				   "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
				   "rnbkqbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBKQBNR b KQkq e3 12 34",
				   "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1",
				   "rr2k1r1/8/8/8/8/8/8/RR2K1RR w GBgb - 0 1",
				   "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
				   "4k3/P6P/8/8/8/8/p6p/4K3 w - -",
				   "kkkkkkkk/QQQQQQQQ/8/8/8/8/qqqqqqqq/KKKKKKKK w",
				   NULL };
const char *const fuzz_words[] = { "/",	  "8",	 "1",	 "k",	 "K",	  "Q",	   "q", " w ", " b ", "-",
				   " e3", " d6", "KQkq", "HAha", "65535", "99999", " ", "P",   "p",   NULL };

static void fuzz_game(const struct game *game, const uint8_t *data, size_t size)
{
	struct game_position p, again;
	struct game_error err = { "", "", 0 };
	struct game_moves moves;
	char text[GAME_FEN], second[GAME_FEN], squares[GAME_MAX_SQUARES];

	if (game->parse((const char *)data, &p, &err) < 0) {
		FUZZ_ASSERT(err.field[0] && err.reason[0] && err.offset <= size);
		return;
	}
	FUZZ_ASSERT(game->format(&p, text) == (int)strlen(text));
	FUZZ_ASSERT(game->parse(text, &again, NULL) == 0);
	game->format(&again, second);
	FUZZ_ASSERT(!strcmp(text, second));
	FUZZ_ASSERT(game->same(&p, &again) && game->key(&p) == game->key(&again));
	if (game->format_by_file) {
		game->format_by_file(&p, text);
		FUZZ_ASSERT(game->parse(text, &again, NULL) == 0 && game->same(&p, &again));
	}
	game->playable(&p, &err);
	game->moves(&p, &moves);
	FUZZ_ASSERT(moves.count <= GAME_MAX_MOVES);
	game->end(&p);
	game->in_check(&p, WHITE);
	game->in_check(&p, BLACK);
	game->can_win(&p, WHITE, 30, NULL);
	game->can_win(&p, BLACK, 30, NULL);
	if (moves.count) {
		const struct game_move *m = &moves.move[size % moves.count];
		struct game_move back;
		char move[GAME_TEXT];
		game->move_text(&p, m, move);
		FUZZ_ASSERT(game->move_parse(&p, move, &back) == 0);
		FUZZ_ASSERT(game->move_notation(&p, m, move) > 0);
		FUZZ_ASSERT(game->move_parse(&p, move, &back) == 0 && back.from == m->from && back.to == m->to &&
			    back.flags == m->flags);
		game->play(&p, m);
	}
	game->placement(&p, squares);
	game->set_placement(&p, squares, BLACK);
	game->moves(&p, &moves);
}

void fuzz_one(const uint8_t *data, size_t size)
{
	fuzz_game(&game_chess, data, size);
	fuzz_game(&game_chess960, data, size);
	game_of_fen((const char *)data);
}
