/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Games from a file for restless hands (tests/sim/restless.h): which of them, by which hands, on which sensors. */
#ifndef TESTS_BENCH_RESTLESS_GAMES_H
#define TESTS_BENCH_RESTLESS_GAMES_H

#include <jansson.h>

#include "tests/sim/restless.h"

struct restless_games {
	bool verbose, events, leverless;
	const char *style, *kind, *path; /* NULL: all styles, both kinds of sensors */
	unsigned first, count, only, ply;
	uint64_t seed;
};

/* -v -n -s STYLE -k id|presence -f FIRST -c COUNT -g GAME -p PLY -S SEED FILE, of the letters in allowed. False: it is
 * not that. */
bool restless_games_parse(int argc, char **argv, const char *allowed, struct restless_games *ret);
bool restless_games_has_style(const struct restless_games *games, const struct restless_style *style);
bool restless_games_has_kind(const struct restless_games *games, bool presence);
/* Each of them, without its times. It owns what it was made from until game() returns. 0; -errno: no such file. */
int restless_games_each(const struct restless_games *games,
			void (*game)(void *userdata, struct hands_score *score, unsigned number), void *userdata);

#endif
