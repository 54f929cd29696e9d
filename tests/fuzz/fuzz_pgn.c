/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A game that is read is written, read and written again the same; one that is refused says what and where. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "formats/pgn.h"
#include "tests/fuzz/fuzz.h"

const char *const fuzz_seeds[] = {
	"[GameType \"20\"]\n[FEN \"W:W28,48:BK22,23,14,3\"]\n1. 28 x 19 x 10 {[%clk 0:10:00]} (1. 28x10) 03-09 2-0\n",
	"1. 32 - 28 19 - 23 2. 28x19 14\xc3\x97"
	"23 1/2-1/2\n",
	"[Event \"x\"]\n[Result \"1-0\"]\n[TimeControl \"300+2\"]\n\n1. e4 {[%clk 0:04:59.5]} e5 2. Nf3 $1 Nc6 {good} 3. Bb5 (3. Bc4 Bc5 (3... Nf6)) a6 1-0\n",
	"[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\r\n[SetUp \"1\"]\r\n\r\n{before}1.O-O! Ke7 ; rest } of line\r\n2.Kg2 *",
	"% escaped\n[White \"M\xfcller \\\"A\\\"\"]\n1.d4 d5 {a comment that is long enough to be broken over a line or two of text} 2. c4 dxc4 0-1\n\n[Event \"b\"]\n*",
	NULL
};
const char *const fuzz_words[] = { "[%clk 1:00:00]",
				   "[%emt 0:00:01]",
				   "{",
				   "}",
				   "(",
				   ")",
				   "$5",
				   ";",
				   "\n",
				   "\r\n",
				   "%",
				   "[",
				   "]",
				   "\"",
				   "\\",
				   "1-0",
				   "*",
				   "1.",
				   "...",
				   "e4",
				   " e.p.",
				   "!?",
				   " ",
				   "  ",
				   "\xc3\xa9",
				   NULL };

static void fuzz_game(const struct game *game, const uint8_t *data, size_t size)
{
	const char *text = (const char *)data;
	size_t at = 0, used;
	struct game_error err;

	for (;;) {
		struct pgn_game *pgn = NULL, *again = NULL;
		char *first, *second;
		int r;

		memset(&err, 0, sizeof err);
		r = pgn_read(game, text + at, size - at, &used, &pgn, &err);
		FUZZ_ASSERT(used <= size - at);
		if (r == -ENODATA)
			return;
		if (r < 0) {
			FUZZ_ASSERT(r == -EINVAL && err.field[0] && err.reason[0] && err.offset <= size - at);
		} else {
			first = pgn_format(game, pgn, NULL);
			FUZZ_ASSERT(first && pgn_read(game, first, strlen(first), NULL, &again, NULL) == 0);
			second = pgn_format(game, again, NULL);
			FUZZ_ASSERT(!strcmp(first, second));
			FUZZ_ASSERT(again->main.count == pgn->main.count);
			free(first);
			free(second);
			pgn_free(pgn);
			pgn_free(again);
		}
		if (!used)
			return;
		at += used;
	}
}

void fuzz_one(const uint8_t *data, size_t size)
{
	fuzz_game(&game_chess, data, size);
	fuzz_game(&game_draughts, data, size);
}
