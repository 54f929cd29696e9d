/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A move that is read is legal and comes back from its own SAN and UCI; one that is refused says why. */
#include <errno.h>
#include <string.h>

#include "rules/chess/position.h"
#include "rules/chess/moves.h"
#include "tests/fuzz/fuzz.h"

const char *const fuzz_seeds[] = { "e4",     "Nf3",    "exd5",	"O-O",	    "O-O-O+", "Nbd2",
				   "R1a3",   "Qh4e1#", "e8=Q+", "exd8=N!?", "e2e4",   "e7e8q",
				   "Ng1-f3", "e2xd3",  "0-0",	"bxa8(B)",  NULL };
const char *const fuzz_words[] = { "N", "B", "R", "Q", "K", "x", "-", "=", "+", "#", "!", "?",
				   "O", "0", "a", "h", "e", "1", "8", "(", ")", "q", NULL };

static const char *const fens[] = {
	"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
	"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
	"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 b kq - 0 1",
	"3r1r2/4P3/8/R3Q2Q/8/Q6Q/8/R2K3k w - - 0 1",
	"r2k3r/8/8/3pP3/8/8/8/R2K3R w KQkq d6 0 1",
	"kk6/8/2Q5/8/8/8/8/8 w - - 0 1",
};

void fuzz_one(const uint8_t *data, size_t size)
{
	const char *text = (const char *)data;

	for (size_t i = 0; i < sizeof fens / sizeof *fens; i++) {
		struct chess_position p;
		struct chess_moves all;
		struct game_error err = { "", "", 0 };
		chess_move move, back;
		char san[GAME_TEXT], uci[8];
		bool legal = false;
		int r;

		chess_parse(fens[i], &p, NULL);
		r = chess_move_read(&p, text, &move, &err);
		if (r < 0) {
			FUZZ_ASSERT(r == -EINVAL || r == -ENOENT || r == -ENOTUNIQ);
			FUZZ_ASSERT(err.field[0] && err.reason[0] && err.offset <= size);
			continue;
		}
		chess_generate(&p, &all);
		for (unsigned k = 0; k < all.count; k++)
			legal |= all.move[k] == move;
		FUZZ_ASSERT(legal);
		chess_move_san(&p, move, san);
		FUZZ_ASSERT(chess_move_read(&p, san, &back, NULL) == 0 && back == move);
		chess_move_text(&p, move, uci);
		FUZZ_ASSERT(chess_move_read(&p, uci, &back, NULL) == 0 && back == move);
	}
}
