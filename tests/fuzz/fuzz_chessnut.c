/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/fuzz/snapshot-fuzz.h"

/* Texts that contain zeros cannot be seeds: pieces on all squares. */
#define ROW "\x58\x23\x31\x85"
#define REPORT ROW ROW ROW ROW ROW ROW ROW ROW

const char *const fuzz_seeds[] = { "\x01\x24" REPORT "\x01\x01\x01\x01", "\x01\x22" REPORT "\x01\x01\x01\x24",
				   "\x2a\x02\x64\x01", NULL };
const char *const fuzz_words[] = { "\x01\x24", "\x01\x22", "\x77\x77\x77\x77", "\x01\x01",
				   ROW,	       "\x2a\x02", "\xff\xff\xff\xff", NULL };

/* A report that was cut off may swallow one that follows, no more. */
void fuzz_one(const uint8_t *data, size_t size)
{
	static const uint8_t good[38] = { 0x01, 0x24 };

	snapshot_fuzz(board_driver_chessnut.snapshots, data, size, good, sizeof(good), 3);
}
