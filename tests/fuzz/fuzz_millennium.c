/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/fuzz/snapshot-fuzz.h"

#define BOARD "rnbqkbnrpppppppp................................PPPPPPPPRNBQKBNR"

const char *const fuzz_seeds[] = { "s" BOARD "73", "s" BOARD "73s" BOARD "74v010374", "l6Cx78s" BOARD "73",
				   "\x76\xb0\x31\xb0\xb3\x37\x34", NULL };
const char *const fuzz_words[] = {
	"s", "73", BOARD, "l6C", "x78", "v010374", "r", "w", "\xf3", "\xae", "........", NULL
};

void fuzz_one(const uint8_t *data, size_t size)
{
	static const char good[] = "s" BOARD "73";

	snapshot_fuzz(board_driver_millennium.snapshots, data, size, good, sizeof(good) - 1, 1);
}
