/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Draughts: how fast moves are counted, from the start and on the positions of tests/data/perft. One JSON object a
 * line; no peer is packaged. A count that is not exact fails.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "rules/perft.h"
#include "tests/data/open-data.h"

#define START_9 UINT64_C(41022423) /* leaves at depth 9 */
#define DEPTH 9

static double seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void print(const char *name, double value, const char *unit)
{
	printf("{\"name\":\"%s\",\"value\":%.6g,\"unit\":\"%s\"}\n", name, value, unit);
	fflush(stdout);
}

static int from_the_start(void)
{
	struct game_position p;
	double best = 1e9;

	game_draughts.parse(game_draughts.start_fen, &p, NULL);
	for (unsigned i = 0; i < 3; i++) {
		const double start = seconds();
		double took;

		if (perft(&game_draughts, &p, DEPTH) != START_9) {
			fprintf(stderr, "the start position's leaves at depth %d are miscounted\n", DEPTH);
			return 1;
		}
		took = seconds() - start;
		if (took < best)
			best = took;
	}
	print("draughts perft start position depth 9", (double)START_9 / best, "nodes/s");
	return 0;
}

/* "FEN ;D1 9 ;D2 81 …", '#' comments; depths of at most 30 million leaves. */
static int suite(void)
{
	FILE *f = open_data("perft/draughts.perft", "perft/draughts10x10.perft", NULL);
	unsigned counts = 0, wrong = 0;
	char line[1024];
	uint64_t sum = 0;
	double start;

	if (!f)
		return 1;
	start = seconds();
	while (fgets(line, sizeof(line), f)) {
		char *rest = line, *fen = strtok_r(rest, ";", &rest), *part;
		struct game_position p;

		if (!fen || *fen == '#')
			continue;
		fen[strcspn(fen, " \n")] = 0;
		if (!*fen || game_draughts.parse(fen, &p, NULL) < 0)
			continue;
		while ((part = strtok_r(rest, ";", &rest))) {
			uint64_t nodes;
			unsigned depth;

			if (sscanf(part, "D%u %" SCNu64, &depth, &nodes) != 2 || nodes > 30000000)
				continue;
			counts++;
			wrong += perft(&game_draughts, &p, depth) != nodes;
			sum += nodes;
		}
	}
	fclose(f);
	print("draughts perft suite counts exact", counts - wrong, "counts");
	print("draughts perft suite counts wrong", wrong, "counts");
	print("draughts perft suite", (double)sum / (seconds() - start), "nodes/s");
	return wrong != 0;
}

int main(void)
{
	return from_the_start() | suite();
}
