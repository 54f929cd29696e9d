/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Results in a tournament report: the columns of TRF16 (FIDE C.04 annex 2), and nothing else is touched. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "formats/pairings.h"

/* Up to the rank: 89 columns. */
#define HEAD(n, name, points) "001 " n " m GM " name " 2500 NOR     1500001 1990/01/01 " points "    1"
#define ANNA "Aas, Anna                        "
#define BODIL "B\xc3\xb8, Bodil                        "
#define CARL "Carlsen, Carl                    "

static void expect_filled(const char *text, unsigned round, const struct trf_result *results, size_t count,
			  const char *expected)
{
	char *filled = trf_fill(text, strlen(text), round, results, count, false);

	assert_string_equal(filled, expected);
	free(filled);
}

static void results_points_and_the_rest(void **state)
{
	static const struct trf_result results[] = { { 1, 2, 'w', '=' }, { 2, 1, 'b', '=' }, { 3, 0, '-', 'U' } };

	expect_filled("012 Club\r\n" HEAD("   1", ANNA, " 1.0") "     3 w 1     2 w  \r\n" HEAD(
			      "   2", BODIL, " 0.5") "  0000 - H     1 b  \r\n" HEAD("   3", CARL,
										     " 0.0") "     1 b 0\r\nXXR 9\r\n",
		      2, results, 3,
		      "012 Club\r\n" HEAD("   1", ANNA, " 1.5") "     3 w 1     2 w =\r\n" HEAD(
			      "   2", BODIL,
			      " 1.0") "  0000 - H     1 b =\r\n" HEAD("   3", CARL,
								      " 1.0") "     1 b 0  0000 - U\r\nXXR 9\r\n");
}

/* filled in again, nothing is counted twice; a correction takes back what was counted */
static void corrected(void **state)
{
	static const struct trf_result won[] = { { 1, 2, 'w', '1' } }, lost[] = { { 1, 2, 'w', '-' } };
	static const char before[] = HEAD("   1", ANNA, " 2.0") "     2 w 1\n";

	expect_filled(before, 1, won, 1, before);
	expect_filled(before, 1, lost, 1, HEAD("   1", ANNA, " 1.0") "     2 w -\n");
}

/* a bye keeps its letter; who has no points in the file gets none; later rounds stay */
static void left_alone(void **state)
{
	static const struct trf_result bye[] = { { 1, 0, '-', 'U' } }, open[] = { { 1, 2, 'b', ' ' } };

	expect_filled(HEAD("   1", ANNA, "    ") "  0000 - H     2 w 1", 1, bye, 1,
		      HEAD("   1", ANNA, "    ") "  0000 - H     2 w 1");
	expect_filled(HEAD("   1", ANNA, "    "), 1, open, 1, HEAD("   1", ANNA, "    ") "     2 b  ");
	expect_filled("", 1, open, 1, "");
}

/* Who is paired with nobody, without a letter, is absent, and the line stays; where it has nothing it is filled in. */
static void absent_without_a_letter(void **state)
{
	static const struct trf_result absent[] = { { 1, 0, '-', 'Z' } }, free_of_play[] = { { 1, 0, '-', 'U' } };
	static const char *const lines[] = { "  0000    ", "  0000 -", "     0     " };
	char line[200], filled[200];

	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		snprintf(line, sizeof(line), "%s%s", HEAD("   1", ANNA, " 1.0"), lines[i]);
		expect_filled(line, 1, absent, 1, line);
		snprintf(filled, sizeof(filled), "%s  0000 - U%s", HEAD("   1", ANNA, " 2.0"), i == 2 ? " " : "");
		expect_filled(line, 1, free_of_play, 1, filled);
	}
	expect_filled(HEAD("   1", ANNA, " 1.0") "          ", 1, absent, 1, HEAD("   1", ANNA, " 1.0") "  0000 - Z");
}

/* Programs differ in whether a bye that is known before the round is in the points already: the other rounds say it */
static void a_bye_counts_once(void **state)
{
	static const struct trf_result byes[] = { { 1, 0, '-', 'U' }, { 2, 0, '-', 'H' }, { 3, 0, '-', 'U' } };

	expect_filled(
		HEAD("   1", ANNA, " 1.0") "     3 w 1  0000 - U\n" HEAD(
			"   2", BODIL, " 1.0") "  0000 - H  0000 - H\n" HEAD("   3", CARL,
									     " 0.0") "     1 b 0  0000 - F     2 w  \n",
		2, byes, 3,
		HEAD("   1", ANNA, " 2.0") "     3 w 1  0000 - U\n" HEAD(
			"   2", BODIL,
			" 1.0") "  0000 - H  0000 - H\n" HEAD("   3", CARL, " 1.0") "     1 b 0  0000 - F     2 w  \n");
}

/*
 * Filled in again it stays, also where the points in the file are not those of its rounds, and where byes in a row
 * could each be counted or not.
 */
static void filled_in_again_it_stays(void **state)
{
	static const struct trf_result drawn[] = { { 1, 2, 'w', '=' }, { 2, 0, '-', 'H' } };
	static const char twice[] = HEAD("   1", ANNA, " 1.0") "     2 w =  0000 - F\n" HEAD(
		"   2", BODIL, " 0.5") "  0000 - H  0000 - H\n";

	expect_filled(HEAD("   1", ANNA, " 0.5") "     2 w 0  0000 - F\n" HEAD("   2", BODIL,
									       " 0.0") "  0000 - H  0000 - H\n",
		      1, drawn, 2, twice);
	expect_filled(twice, 1, drawn, 2, twice);
}

/* three points for a win, by each of the lines that say so */
static void other_points(void **state)
{
	static const char *const lines[] = { "BBW  3.0\nBBD  1.0\n", "162  W 3.0    D 1.0\n", "XXS W=3.0 D=1.0\n" };
	static const struct trf_result results[] = { { 1, 2, 'w', '1' }, { 2, 1, 'b', '0' }, { 3, 0, '-', 'H' } };

	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		char text[600], expected[600];

		snprintf(text, sizeof(text), "%s%s%s%s", HEAD("   1", ANNA, " 3.0") "     3 w 1     2 w  \n",
			 HEAD("   2", BODIL, " 1.0") "  0000 - H     1 b  \n",
			 HEAD("   3", CARL, " 0.0") "     1 b 0  0000 - H\n", lines[i]);
		snprintf(expected, sizeof(expected), "%s%s%s%s", HEAD("   1", ANNA, " 6.0") "     3 w 1     2 w 1\n",
			 HEAD("   2", BODIL, " 1.0") "  0000 - H     1 b 0\n",
			 HEAD("   3", CARL, " 1.0") "     1 b 0  0000 - H\n", lines[i]);
		expect_filled(text, 2, results, 3, expected);
	}
}

/* Each letter's points; a bye is worth a win unless it has its own, before or behind; what is none changes nothing. */
static void points_of_each_letter(void **state)
{
	static const struct {
		const char *text;
		struct trf_points points;
	} table[] = {
		{ "", { .win = 10, .draw = 5, .bye = 10 } },
		{ "162  W 3.0    D 1.0    L 0.5    Z 0.2    A 0.1    P 2.0\n", { 30, 10, 5, 20, 2, 1 } },
		{ "BBW  3.0\nBBD  1.0\nBBL  0.5\nBBZ  0.2\nBBF  0.1\nBBU  2.0\n", { 30, 10, 5, 20, 2, 1 } },
		{ "XXS FL=0.1 ZPB=0.2 PAB=2.0 W=3.0\nXXS D=1.0 L=0.5\n", { 30, 10, 5, 20, 2, 1 } },
		{ "BBU  2.0\nBBW  3.0\n", { .win = 30, .draw = 5, .bye = 20 } },
		{ "BBW  3.0\n", { .win = 30, .draw = 5, .bye = 30 } },
		{ "BBQ  3.0\nXXS Q=1.0 ZP=2 =3\nBBZ  x\n", { .win = 10, .draw = 5, .bye = 10 } },
	};

	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		const struct trf_points p = trf_points_read(table[i].text, strlen(table[i].text), false);

		if (memcmp(&p, &table[i].points, sizeof(p)) != 0)
			fail_msg("case %zu: win %d draw %d loss %d bye %d zero %d forfeit %d", i, p.win, p.draw, p.loss,
				 p.bye, p.zero, p.forfeit);
	}
}

/* draughts counts 2-1-0, where the report does not say otherwise */
/* what of a 162 line is not understood is told, and where */
static void unread_points(void **state)
{
	static const char *const right[] = { "",
					     "162  W 2.0    D 1.0\n",
					     "162  W 3.0    D 1.0    L 0.5    Z 0.2    A 0.1    P 2.0\r\n",
					     "162\n",
					     "162  W  2     D  1\n",
					     "163 x\n",
					     "162  W 2.0             L 0.5\n",
					     "162  W 2.0    X 1.0\n" };
	static const struct {
		const char *text;
		unsigned line, column;
	} wrong[] = {
		{ "162 W 2.0 D 1.0\n", 1, 4 },
		{ "x\n162  W2.0 D1.0\n", 2, 6 },
		{ "162  W x.0    D 1.0\n", 1, 6 },
		{ "162  W 2.0    Q 1.0\n", 1, 15 },
		{ "162  W 2.0 D 1.0\n", 1, 6 },
		{ "162  W=2 D=1\n", 1, 6 },
		{ "162  W\n", 1, 6 },
	};
	struct text_fault fault;

	for (size_t i = 0; i < sizeof(right) / sizeof(right[0]); i++)
		assert_false(trf_points_unread(right[i], strlen(right[i]), &fault));
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		assert_true(trf_points_unread(wrong[i].text, strlen(wrong[i].text), &fault));
		if (fault.line != wrong[i].line || fault.column != wrong[i].column)
			fail_msg("case %zu: %u:%u: %s", i, fault.line, fault.column, fault.reason);
	}
}

static void points_of_draughts(void **state)
{
	static const struct trf_result won[] = { { 1, 2, 'w', '1' } };
	static const char halves[] = "162  W 1.0    D 0.5\n";
	const struct trf_points two = trf_points_read("", 0, true), one = trf_points_read(halves, strlen(halves), true);
	char *filled = trf_fill(HEAD("   1", ANNA, " 2.0"), strlen(HEAD("   1", ANNA, " 2.0")), 2, won, 1, true);

	assert_int_equal(two.win, 20);
	assert_int_equal(two.draw, 10);
	assert_int_equal(two.bye, 20);
	assert_int_equal(one.win, 10);
	assert_int_equal(one.draw, 5);
	assert_non_null(strstr(filled, " 4.0"));
	free(filled);
}

static void letters_of_results(void **state)
{
	assert_int_equal(trf_letter("1-0", 1), '0');
	assert_int_equal(trf_letter("1/2-1/2", 0), '=');
	assert_int_equal(trf_letter("-/+", 1), '+');
	assert_int_equal(trf_letter("-/-", 0), '-');
	assert_int_equal(trf_letter("", 0), ' ');
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(results_points_and_the_rest),
		cmocka_unit_test(corrected),
		cmocka_unit_test(left_alone),
		cmocka_unit_test(absent_without_a_letter),
		cmocka_unit_test(a_bye_counts_once),
		cmocka_unit_test(filled_in_again_it_stays),
		cmocka_unit_test(other_points),
		cmocka_unit_test(points_of_each_letter),
		cmocka_unit_test(points_of_draughts),
		cmocka_unit_test(unread_points),
		cmocka_unit_test(letters_of_results),
	};

	return cmocka_run_group_tests_name("trf-results", tests, NULL, NULL);
}
