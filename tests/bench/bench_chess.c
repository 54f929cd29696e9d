/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Chess: how fast moves are counted, beside Debian's stockfish on the same
 * core in the same minute, and how long the question "can this side still
 * win?" takes. One JSON object a line. What is not there is named on stderr.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "rules/chess/position.h"
#include "rules/chess/moves.h"
#include "rules/chess/unwinnable.h"
#include "rules/perft.h"
#include "tests/data/open-data.h"

#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
#define KIWIPETE "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

static double seconds(clockid_t clock)
{
	struct timespec t;
	clock_gettime(clock, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void print(const char *name, double value, const char *unit, const char *peer, double peer_value)
{
	printf("{\"name\":\"%s\",\"value\":%.6g,\"unit\":\"%s\"", name, value, unit);
	if (peer)
		printf(",\"peer\":\"%s\",\"peer_value\":%.6g,\"ratio\":%.3f", peer, peer_value, value / peer_value);
	printf("}\n");
	fflush(stdout);
}

static const char *find_stockfish(void)
{
	static const char *const paths[] = { "/usr/games/stockfish", "/usr/bin/stockfish", "/usr/local/bin/stockfish" };

	for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
		if (!access(paths[i], X_OK))
			return paths[i];
	return NULL;
}

/* Seconds that stockfish takes from start to end, all its own time; its count of nodes. */
static double time_stockfish(const char *program, const char *fen, unsigned depth, uint64_t *nodes)
{
	char command[512], line[256];
	double start = seconds(CLOCK_MONOTONIC);
	FILE *f;

	snprintf(command, sizeof command, "printf 'position fen %s\\ngo perft %u\\nquit\\n' | %s", fen, depth, program);
	f = popen(command, "r");
	*nodes = 0;
	while (f && fgets(line, sizeof line, f))
		sscanf(line, "Nodes searched: %" SCNu64, nodes);
	if (f)
		pclose(f);
	return seconds(CLOCK_MONOTONIC) - start;
}

static int compare_perft(const char *name, const char *fen, unsigned depth)
{
	const char *stockfish = find_stockfish();
	struct game_position p;
	double best = 1e9, peer = 1e9, idle = 1e9;
	uint64_t count = 0, theirs = 0, ignored;

	game_chess.parse(fen, &p, NULL);
	/* the best of three each, taken in turn: other work on the machine only ever adds */
	for (int i = 0; i < 3; i++) {
		double start = seconds(CLOCK_MONOTONIC), took;
		count = perft(&game_chess, &p, depth);
		took = seconds(CLOCK_MONOTONIC) - start;
		best = took < best ? took : best;
		if (!stockfish)
			continue;
		took = time_stockfish(stockfish, fen, 1, &ignored);
		idle = took < idle ? took : idle;
		took = time_stockfish(stockfish, fen, depth, &theirs);
		peer = took < peer ? took : peer;
	}
	if (stockfish && theirs != count) {
		fprintf(stderr, "%s: %" PRIu64 " here, %" PRIu64 " by %s\n", name, count, theirs, stockfish);
		return 1;
	}
	if (stockfish)
		print(name, (double)count / best, "nodes/s", "stockfish", (double)count / (peer - idle));
	else
		print(name, (double)count / best, "nodes/s", NULL, 0);
	return 0;
}

/* The standard suite to its full depth: every count, one speed. */
static int full_suite(void)
{
	FILE *f = open_data("perft/chess.epd", "perft/ethereal-standard.epd", NULL);
	char line[1024];
	uint64_t sum = 0;
	unsigned counts = 0;
	double start = seconds(CLOCK_PROCESS_CPUTIME_ID);

	if (!f)
		return 0;
	while (fgets(line, sizeof line, f)) {
		char *at = strstr(line, " ;");
		struct game_position p;
		unsigned depth;
		uint64_t expected;

		if (!at)
			continue;
		*at++ = '\0';
		if (game_chess.parse(line, &p, NULL) < 0)
			return 1;
		for (; at; at = strchr(at + 1, ';'))
			if (sscanf(at, ";D%u %" SCNu64, &depth, &expected) == 2) {
				uint64_t counted = perft(&game_chess, &p, depth);
				if (counted != expected) {
					fprintf(stderr, "%s depth %u: %" PRIu64 ", not %" PRIu64 "\n", line, depth,
						counted, expected);
					return 1;
				}
				sum += counted;
				counts++;
			}
	}
	fclose(f);
	print("perft suite counts exact", counts, "counts", NULL, 0);
	print("perft suite, all depths", (double)sum / (seconds(CLOCK_PROCESS_CPUTIME_ID) - start), "nodes/s", NULL, 0);
	return 0;
}

static void unwinnable(const char *own, const char *file, const char *label, bool vectors, uint64_t nodes)
{
	FILE *f = open_data(own, file, NULL);
	char line[512], name[128];
	double sum = 0, worst = 0;
	unsigned asked = 0, undecided = 0, wrong = 0;

	if (!f)
		return;
	while (fgets(line, sizeof line, f)) {
		struct chess_position p;

		line[strcspn(line, "\n")] = '\0';
		if (chess_parse(vectors ? line + 3 : line, &p, NULL) < 0)
			continue;
		for (unsigned s = WHITE; s <= BLACK; s++) {
			struct chess_mating_line found;
			enum game_answer answer;
			double took;

			if (!vectors && s == p.side)
				continue;
			took = seconds(CLOCK_PROCESS_CPUTIME_ID);
			answer = chess_unwinnable(&p, s, nodes, NULL, &found);
			took = seconds(CLOCK_PROCESS_CPUTIME_ID) - took;
			free(found.line);
			sum += took;
			worst = took > worst ? took : worst;
			asked++;
			undecided += answer == GAME_UNDECIDED;
			wrong += vectors && answer != GAME_UNDECIDED && (answer == GAME_YES) != (line[s] != '-');
		}
	}
	fclose(f);
	if (!asked)
		return;
	snprintf(name, sizeof name, "unwinnable, %s, mean", label);
	print(name, sum / asked * 1e6, "us", NULL, 0);
	snprintf(name, sizeof name, "unwinnable, %s, worst", label);
	print(name, worst * 1e6, "us", NULL, 0);
	snprintf(name, sizeof name, "unwinnable, %s, undecided", label);
	print(name, 100.0 * undecided / asked, "%", NULL, 0);
	if (vectors) {
		snprintf(name, sizeof name, "unwinnable, %s, wrong", label);
		print(name, wrong, "answers", NULL, 0);
	}
}

int main(void)
{
	int failed = 0;

	if (!find_stockfish())
		fprintf(stderr,
			"stockfish is not installed (apt-get install stockfish): perft is shown without its peer\n");
	failed |= compare_perft("perft start position depth 6", START, 6);
	failed |= compare_perft("perft kiwipete depth 5", KIWIPETE, 5);
	failed |= full_suite();
	unwinnable("unwinnable/flag-falls.txt", "unwinnable/flag-falls-all.txt",
		   "ordinary flag falls, quick (20 nodes)", false, 20);
	unwinnable("unwinnable/flag-falls.txt", "unwinnable/flag-falls-all.txt", "ordinary flag falls", false, 500000);
	unwinnable("unwinnable/flag-falls-unwinnable.txt", "unwinnable/flag-falls-unwinnable.txt",
		   "unwinnable flag falls, quick (20 nodes)", false, 20);
	unwinnable("unwinnable/flag-falls-unwinnable.txt", "unwinnable/flag-falls-unwinnable.txt",
		   "unwinnable flag falls", false, 500000);
	unwinnable("unwinnable/vectors.txt", "unwinnable/vectors.txt", "vectors with the event road's budget", true,
		   GAME_EVENT_NODES);
	unwinnable("unwinnable/vectors.txt", "unwinnable/vectors.txt", "vectors with 500000 nodes", true, 500000);
	return failed;
}
