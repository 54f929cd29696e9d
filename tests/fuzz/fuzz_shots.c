/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Bytes for the boards that tell all their squares: the first chooses the decoder. What it gives are letters; a good board is found after anything. */
#include <stdlib.h>
#include <string.h>

#include "libboard/shots.h"
#include "tests/fuzz/fuzz.h"

#define BOARD "rnbqkbnrpppppppp................................PPPPPPPPRNBQKBNR"

const char *const fuzz_seeds[] = {
	"0s" BOARD "73s" BOARD "74v010374", "1:255 255 0 0 0 0 255 255 \r\n:255 255 0 0 0 0 255 254\nL\r\n",
	"2\x01\x24\x58\x23\x31\x85\x44\x44\x44\x44\x01\x22\x77\x77", NULL
};
const char *const fuzz_words[] = { ":", "\r\n", "\n", " ", "255 ", "256", "L", "s", "73", BOARD, "\x01\x24", "\x01\x22", "\x77\x77\x77\x77", NULL };

static const struct shot_maker *const makers[] = { &board_shot_millennium, &board_shot_certabo, &board_shot_chessnut };

static void give(const struct shot_maker *maker, struct shot_parser *p, uint8_t byte, unsigned *boards)
{
	if (maker->feed(p, byte) != SHOT_BOARD)
		return;
	if (maker->learn)
		maker->learn(p);
	++*boards;
	for (unsigned i = 0; i < SHOT_SQUARES; i++)
		FUZZ_ASSERT(p->squares[i] && strchr(".?PRNBQKprnbqk", p->squares[i]));
}

void fuzz_one(const uint8_t *data, size_t size)
{
	static const char *const good[] = { "s" BOARD "73", ":255 255 0 0 0 0 255 255 \r\n" };
	static struct shot_parser p;
	const struct shot_maker *maker;
	unsigned kind, boards = 0, before;

	if (!size)
		return;
	kind = data[0] % 3;
	maker = makers[kind];
	memset(&p, 0, sizeof(p));
	for (size_t i = 1; i < size; i++)
		give(maker, &p, data[i], &boards);
	before = boards;
	if (kind < 2)
		for (const char *c = good[kind]; *c; c++)
			give(maker, &p, (uint8_t)*c, &boards);
	else
		for (unsigned n = 0; n < 3; n++)	/* a report cut off may swallow one that follows, no more */
			for (unsigned i = 0; i < 38; i++)
				give(maker, &p, i == 0 ? 1 : i == 1 ? 0x24 : 0, &boards);
	FUZZ_ASSERT(boards > before);
	if (maker->done)
		maker->done(&p);
}
