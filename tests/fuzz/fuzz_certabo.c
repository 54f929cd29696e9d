/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/fuzz/snapshot-fuzz.h"

#define MAN(n) "3 0 84 " #n " 7 "
#define MEN MAN(1) MAN(2) MAN(3) MAN(4) "\n" MAN(5) MAN(6) MAN(7) MAN(8)
#define NONE "0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0\n 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 "
#define START MEN MEN NONE NONE NONE NONE MEN MEN
#define FRAME ":" START "\r\n"

const char *const fuzz_seeds[] = { FRAME, FRAME FRAME FRAME, ":" MEN MEN NONE MEN NONE NONE MEN MEN "\nL\r\n", NULL };
const char *const fuzz_words[] = { ":",	   "\r\n",	 "\n", " ",   "255 ",
				   "256",  "L",		 "D",  FRAME, FRAME FRAME FRAME FRAME,
				   MAN(9), "0 0 0 0 0 ", NULL };

/* Now and then the pieces stand there long enough to be learned. */
void fuzz_one(const uint8_t *data, size_t size)
{
	static const char good[] = FRAME;

	snapshot_fuzz(board_driver_certabo.snapshots, data, size, good, sizeof(good) - 1, size % 32 ? 1 : 8);
}
