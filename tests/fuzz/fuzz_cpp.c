/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/fuzz/snapshot-fuzz.h"

#define BOARD "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"

const char *const fuzz_seeds[] = { "ok\r\nok\r\nstate " BOARD "\r\nmove e2e4\n",
				   "sync " BOARD " w\nmove e7e8q\nmove e1g1\nmove e5d6\n",
				   "unsync bbbbbbbb/bbbbbbbb/8/8/8/8/wwwwwwww/wwwwwwww w\n",
				   "unsync_setible ??????1w/8/8/8/8/8/8/?1??????\nerr Unsupported command\n", NULL };
const char *const fuzz_words[] = { "state ", "sync ", "unsync ", "move ", BOARD,  "\n",
				   "\r\n",   "8/",    "?",	 "w",	  "e2e4", NULL };

void fuzz_one(const uint8_t *data, size_t size)
{
	static const char good[] = "state " BOARD "\n";

	snapshot_fuzz(board_driver_cpp.snapshots, data, size, good, sizeof(good) - 1, 2);
}
