/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The collections: composed positions with known answers, and real flag falls.
 * No answer may be wrong, few may be missing. With the sanitizers, a part of each.
 */
#include "tests/unit/rules/chess/unwinnable-testing.h"
#include "tests/unit/shared-data.h"

#ifdef __SANITIZE_ADDRESS__
#define EVERY 25
#else
#define EVERY 1
#endif
#define NODES 500000

static FILE *vectors, *falls, *unwinnable;

static bool next(FILE *f, char line[static 512])
{
	for (unsigned i = 0; i < EVERY; i++)
		if (!fgets(line, 512, f))
			return false;
	line[strcspn(line, "\n")] = '\0';
	return true;
}

/* Two letters say who can still win, a FEN follows. */
static void test_vectors(void **state)
{
	unsigned undecided = 0, asked = 0;
	char line[512];

	while (next(vectors, line))
		for (unsigned s = WHITE; s <= BLACK; s++, asked++) {
			enum game_answer answer = ask(line + 3, s, NODES);
			undecided += answer == GAME_UNDECIDED;
			if (answer != GAME_UNDECIDED && answer != (line[s] == '-' ? GAME_NO : GAME_YES))
				fail_msg("%s, side %u: answered %d", line, s, answer);
		}
	assert_true(asked > 50);
	assert_true(undecided * 50 <= asked);
}

/* The winner is the side not to move. */
static void flag_falls(FILE *f, bool winnable)
{
	char line[512];

	while (next(f, line)) {
		enum side winner = strstr(line, " w ") ? BLACK : WHITE;
		enum game_answer answer = ask(line, winner, NODES);
		if (answer == GAME_UNDECIDED || (!winnable && answer != GAME_NO))
			fail_msg("%s: answered %d", line, answer);
	}
}

static void test_flag_falls(void **state) { flag_falls(falls, true); }
static void test_flag_falls_unwinnable(void **state) { flag_falls(unwinnable, false); }

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_vectors), cmocka_unit_test(test_flag_falls), cmocka_unit_test(test_flag_falls_unwinnable),
	};

	vectors = open_shared("unwinnable/vectors.txt");
	falls = open_shared("unwinnable/flag-falls-all.txt");
	unwinnable = open_shared("unwinnable/flag-falls-unwinnable.txt");
	if (!vectors || !falls || !unwinnable)
		return 77;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
