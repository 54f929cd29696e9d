/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Round robins of 3 to 16 players are those of FIDE's tables; twice, each pair meets with both colours. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "formats/next-round.h"

/* A row of the table for so many players, of whom the highest may be nobody. */
static void expect_row(unsigned players, unsigned round, const char *row)
{
	struct next_pair pairs[8];
	const unsigned count = berger_round(players, round, false, pairs);
	char copy[200], *save = NULL;
	unsigned n = 0;

	snprintf(copy, sizeof(copy), "%s", row);
	for (char *w = strtok_r(copy, " \n", &save); w; w = strtok_r(NULL, " \n", &save), n++) {
		unsigned white = 0, black = 0;

		assert_int_equal(sscanf(w, "%u-%u", &white, &black), 2);
		if (white > players || black > players) {
			white = white > players ? black : white;
			black = 0;
		}
		if (n >= count || pairs[n].white != white || pairs[n].black != black)
			fail_msg("%u players, round %u: %u-%u is %s", players, round, pairs[n].white, pairs[n].black,
				 w);
		if (black)
			assert_int_equal(berger_place(players, white, black), n);
	}
	assert_int_equal(n, count);
}

static void tables_of_fide(void **state)
{
	FILE *tables = fopen("tests/data/berger.txt", "re");
	unsigned players = 0, round = 0, rows = 0;
	char line[200];

	assert_non_null(tables);
	while (fgets(line, sizeof(line), tables)) {
		if (*line == '#')
			continue;
		if (!strchr(line, '-')) {
			players = (unsigned)atoi(line);
			round = 0;
			continue;
		}
		round++;
		rows++;
		expect_row(players, round, line);
		expect_row(players - 1, round, line);
		assert_int_equal(berger_rounds(players, false), players - 1);
		assert_int_equal(berger_rounds(players - 1, false), players - 1);
	}
	assert_int_equal(rows, 3 + 5 + 7 + 9 + 11 + 13 + 15);
	fclose(tables);
}

/* Everybody meets everybody with each colour once, and nobody has one three times in a row. */
static void twice(void **state)
{
	for (unsigned players = 2; players <= 16; players++) {
		bool met[17][17] = { { false } };
		int colours[17] = { 0 };
		struct next_pair pairs[8];

		for (unsigned round = 1; round <= berger_rounds(players, true); round++) {
			const unsigned count = berger_round(players, round, true, pairs);

			assert_int_equal(count, (players + 1) / 2);
			for (unsigned i = 0; i < count; i++) {
				const unsigned w = pairs[i].white, b = pairs[i].black;

				assert_true(w >= 1 && w <= players && b <= players && w != b);
				if (!b)
					continue;
				assert_false(met[w][b]);
				met[w][b] = true;
				colours[w] = colours[w] > 0 ? colours[w] + 1 : 1;
				colours[b] = colours[b] < 0 ? colours[b] - 1 : -1;
				if (players > 2 && players % 2 == 0)
					assert_true(colours[w] < 3 && colours[b] > -3);
			}
		}
		for (unsigned a = 1; a <= players; a++)
			for (unsigned b = 1; b <= players; b++)
				assert_int_equal(met[a][b], a != b);
		assert_int_equal(berger_round(players, berger_rounds(players, true) + 1, true, pairs), 0);
		assert_int_equal(berger_round(players, 0, true, pairs), 0);
	}
	assert_int_equal(berger_rounds(1, true), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(tables_of_fide), cmocka_unit_test(twice) };

	return cmocka_run_group_tests_name("berger", tests, NULL, NULL);
}
