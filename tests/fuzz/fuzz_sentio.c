/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/fuzz/snapshot-fuzz.h"

#define FRAME ":255 255 0 0 0 0 255 255 \r\n"

const char *const fuzz_seeds[] = { FRAME, FRAME ":255 255 0 0 0 0 255 254\nL\r\n",
				   ":1 2 4 8 16 32 64 128 \nD\r\n" FRAME, NULL };
const char *const fuzz_words[] = { ":", "\r\n", "\n", " ", "255 ", "256", "0 ", "L", "D", FRAME, "4294967296", NULL };

void fuzz_one(const uint8_t *data, size_t size)
{
	static const char good[] = FRAME;

	snapshot_fuzz(board_driver_certabo.snapshots, data, size, good, sizeof(good) - 1, 1);
}
