/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Every count of the two suites that five plies and five million leaves bound; the deeper ones are the benchmark's. */
#include "tests/unit/rules/chess/chess-testing.h"
#include "rules/perft.h"
#include "tests/data/open-data.h"

#define MAX_LEAVES 5000000ull
#define MAX_DEPTH 5

static FILE *standard, *tricky;

static void expect(const char *fen, unsigned depth, unsigned long long leaves)
{
	const struct game *game = game_of_fen(fen);
	struct game_position p;
	struct game_error err;
	uint64_t counted;

	if (game->parse(fen, &p, &err) < 0)
		fail_msg("%s: %s: %s", fen, err.field, err.reason);
	if (depth > MAX_DEPTH || leaves > MAX_LEAVES)
		return;
	counted = perft(game, &p, depth);
	if (counted != leaves)
		fail_msg("%s depth %u: %llu, not %llu", fen, depth, (unsigned long long)counted, leaves);
}

/* FEN ;D1 n ;D2 n … */
static void test_standard(void **state)
{
	char line[1024];
	unsigned positions = 0;

	while (fgets(line, sizeof line, standard)) {
		char *at = strchr(line, ';'), *fen_end = at;
		unsigned depth;
		unsigned long long leaves;

		if (!at)
			continue;
		while (fen_end > line && fen_end[-1] == ' ')
			fen_end--;
		*fen_end = '\0';
		for (positions++; at; at = strchr(at + 1, ';'))
			if (sscanf(at + 1, "D%u %llu", &depth, &leaves) == 2)
				expect(line, depth, leaves);
	}
	assert_true(positions > 100);
}

/* Blocks of "epd FEN" and "perft DEPTH n". Some castle from other squares than e and d: they are Chess960's. */
static void test_tricky(void **state)
{
	char line[1024], fen[1024] = "";
	unsigned counts = 0, depth;
	unsigned long long leaves;

	while (fgets(line, sizeof line, tricky)) {
		if (sscanf(line, "epd %[^\n]", fen) == 1)
			while (strlen(fen) && strchr(" \r", fen[strlen(fen) - 1]))
				fen[strlen(fen) - 1] = '\0';
		else if (sscanf(line, "perft %u %llu", &depth, &leaves) == 2) {
			expect(fen, depth, leaves);
			counts++;
		}
	}
	assert_true(counts > 40);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_standard), cmocka_unit_test(test_tricky) };

	standard = open_data("perft/chess.epd", "perft/ethereal-standard.epd", NULL);
	tricky = open_data("perft/tricky.perft", "perft/tricky.perft", NULL);
	if (!standard || !tricky)
		return 1;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
