/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Composed positions with known answers, and flag falls: those of tests/data, or a larger collection. No answer may be
 * wrong, few may be missing. Of a larger collection a part is asked with the sanitizers.
 */
#include "tests/unit/rules/chess/unwinnable-testing.h"
#include "tests/data/open-data.h"

#ifdef __SANITIZE_ADDRESS__
#define PART 25
#else
#define PART 1
#endif
#define NODES 500000

static FILE *vectors, *falls, *unwinnable;
static unsigned every = 1; /* of so many lines one is asked */

static bool next(FILE *f, char line[static 512])
{
	for (unsigned i = 0; i < every; i++)
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
	unsigned asked = 0;
	char line[512];

	for (; next(f, line); asked++) {
		enum side winner = strstr(line, " w ") ? BLACK : WHITE;
		enum game_answer answer = ask(line, winner, NODES);
		if (answer == GAME_UNDECIDED || (!winnable && answer != GAME_NO))
			fail_msg("%s: answered %d", line, answer);
	}
	assert_true(asked >= 5); /* of the own ones under the sanitizers, too */
}

static void test_flag_falls(void **state)
{
	flag_falls(falls, true);
}
static void test_flag_falls_unwinnable(void **state)
{
	flag_falls(unwinnable, false);
}

int main(void)
{
	bool is_larger;
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_vectors),
		cmocka_unit_test(test_flag_falls),
		cmocka_unit_test(test_flag_falls_unwinnable),
	};

	vectors = open_data("unwinnable/vectors.txt", "unwinnable/vectors.txt", &is_larger);
	falls = open_data("unwinnable/flag-falls.txt", "unwinnable/flag-falls-all.txt", NULL);
	unwinnable = open_data("unwinnable/flag-falls-unwinnable.txt", "unwinnable/flag-falls-unwinnable.txt", NULL);
	if (!vectors || !falls || !unwinnable)
		return 1;
	if (is_larger)
		every = PART;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
