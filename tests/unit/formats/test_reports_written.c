/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A report is opened, results are entered, and it is written: what the pairing program itself would have written. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "formats/pairings.h"

/* White's number and what was entered there; number 0 is the end. */
struct entered {
	unsigned white;
	const char *result;
};

static const char *result_at(const struct entered *entered, const struct pairing *p)
{
	for (; entered && entered->white; entered++)
		if (entered->white == p->player[0].number)
			return entered->result;
	return p->given;
}

/* As flagfallctl does with what the daemon says of the round. */
static char *write_report(const char *text, unsigned round, const struct entered *entered)
{
	struct trf_result list[64];
	struct text_fault fault = { 0 };
	struct pairings p;
	size_t n = 0;

	if (pairings_read(text, strlen(text), round, &p, &fault) < 0)
		fail_msg("%u:%u: %s\n%s", fault.line, fault.column, fault.reason, text);
	for (size_t i = 0; i < p.count; i++)
		for (int side = 0; side < (p.list[i].bye ? 1 : 2); side++)
			list[n++] = (struct trf_result){
				.number = p.list[i].player[side].number,
				.opponent = p.list[i].bye ? 0 : p.list[i].player[!side].number,
				.colour = p.list[i].bye ? '-' : "wb"[side],
				.result = p.list[i].bye ? " UHZ"[p.list[i].bye] :
							  trf_letter(result_at(entered, &p.list[i]), side),
			};
	pairings_done(&p);
	return trf_fill(text, strlen(text), round, list, n, false);
}

static void expect_written(const char *what, const char *before, unsigned round, const struct entered *entered,
			   const char *after)
{
	char *written = write_report(before, round, entered), *again;

	if (strcmp(written, after) != 0)
		fail_msg("%s: written\n%s\nexpected\n%s", what, written, after);
	again = write_report(written, round, entered);
	assert_string_equal(again, after);
	free(again);
	free(written);
}

#define P(number, title, name, points, rounds) \
	"001 " number " m" title " " name " 2000 LAT    11600001 1990/01/01 " points "    1  " rounds
#define A "Aronson, Anna                    "
#define B "Berg, Bo                         "
#define C "Cole, Cy                         "
#define D "Dahl, Di                         "
#define E "Ek, Eli                          "

/* What stands there for a result that nobody changed, in all writings of it. */
static void what_nobody_changed(void **state)
{
	static const char *const pairs[][2] = {
		{ "   2 w 1", "   1 b 0" }, { "   2 w W", "   1 b L" }, { "   2 w D", "   1 b D" },
		{ "   2 w w", "   1 b l" }, { "0002 w =", "0001 b =" }, { "0002 w  ", "0001 b  " },
		{ "   2 w", "   1 b" },	    { "   2 w *", "   1 b *" }, { "   2 - +", "   1 - -" },
		{ "   2 w +", "   1 b -" }, { "   2   +", "   1   -" }, { "   2 - -", "   1 - -" },
		{ "   2 w 0", "   1 b 0" }, { "   2 w L", "   1 b L" }, { "   2 W 1", "   1 B 0" },
		{ "     - Z", "    " },	    { "   0   Z", "0000 - -" }, { "", "  " },
	};

	for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++) {
		char text[1000], what[40];

		snprintf(what, sizeof(what), "pair %zu", i);
		/* two more who are paired, for a round of byes is none */
		snprintf(text, sizeof(text),
			 P("   1", "   ", A, "01.0", "%s") "\r\n" P("0002", "  g", B, " 0,5", "%s") "\n" P(
				 "   3", "   ", C, "  . ", "   4 w 1") "\n" P("   4", "   ", D, "    ", "   3 b 0"),
			 pairs[i][0], pairs[i][1]);
		expect_written(what, text, 1, NULL, text);
	}
}

/* A bye's points are counted when the round is, its letter and blanks stay. */
static void byes(void **state)
{
	static const char before[] = P("   1", "   ", A, " 1.0", "   2 w 1       - U") "\n" P(
		"   2", "   ", B, " 0.0", "   1 b 0     3 w  ") "\n" P("   3", "   ", C, " 1.0",
								       "0000 - F     2 b  ") "\n";
	static const char after[] = P("   1", "   ", A, " 2.0", "   2 w 1       - U") "\n" P(
		"   2", "   ", B, " 0.5", "   1 b 0     3 w =") "\n" P("   3", "   ", C, " 1.5",
								       "0000 - F     2 b =") "\n";

	expect_written("byes", before, 2, (const struct entered[]){ { 2, "1/2-1/2" }, { 0, NULL } }, after);
}

/* What was corrected, and only that. */
static void corrections(void **state)
{
	static const struct {
		const char *white, *black, *result, *white_after, *black_after;
	} list[] = {
		{ "0002 w W", "0001 b L", "1/2-1/2", "0002 w =", "0001 b =" },
		{ "   2 w 1", "   1 b 0", "+/-", "   2 w +", "   1 b -" },
		{ "   2 - +", "   1 - -", "1-0", "   2 w 1", "   1 b 0" },
		{ "   2    ", "   1    ", "0-1", "   2 w 0", "   1 b 1" },
		{ "   2 -  ", "   1 -  ", "-/-", "   2 - -", "   1 - -" },
		{ "   2 w  ", "   1 b  ", "0-0", "   2 w 0", "   1 b 0" },
		{ "0002 w", "0001 b", "1-0", "0002 w 1", "0001 b 0" },
	};

	for (size_t i = 0; i < sizeof(list) / sizeof(list[0]); i++) {
		const struct entered entered[] = { { 1, list[i].result }, { 0, NULL } };
		char before[600], after[600], what[40];

		snprintf(what, sizeof(what), "correction %zu", i);
		snprintf(before, sizeof(before),
			 P("   1", "   ", A, "    ", "%s") "\r\n" P("   2", "   ", B, "    ", "%s"), list[i].white,
			 list[i].black);
		snprintf(after, sizeof(after),
			 P("   1", "   ", A, "    ", "%s") "\r\n" P("   2", "   ", B, "    ", "%s"),
			 list[i].white_after, list[i].black_after);
		expect_written(what, before, 1, entered, after);
	}
}

/* Colours that were swapped before the game are those that were played. */
static void swapped_colours(void **state)
{
	static const struct trf_result swapped[] = { { 1, 2, 'b', '0' }, { 2, 1, 'w', '1' } };
	static const char before[] = P("   1", "   ", A, "    ", "   2 w  ") "\n" P("   2", "   ", B, "    ",
										    "0001 B 0"),
			  after[] = P("   1", "   ", A, "    ", "   2 b 0") "\n" P("   2", "   ", B, "    ",
										   "0001 w 1");
	char *written = trf_fill(before, strlen(before), 1, swapped, 2, false);

	assert_string_equal(written, after);
	free(written);
}

/* Points in the writing that they have. */
static void points_in_their_writing(void **state)
{
	static const char *const forms[][2] = {
		{ " 0.5", " 1.5" }, { " 0,5", " 1,5" }, { "00.5", "01.5" },
		{ " 9.5", "10.5" }, { "   1", " 2.0" }, { "    ", "    " },
	};

	for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++) {
		const struct entered entered[] = { { 1, "1-0" }, { 0, NULL } };
		char before[600], after[600];

		snprintf(before, sizeof(before),
			 P("   1", "   ", A, "%s", "   2 w  ") "\n" P("   2", "   ", B, "    ", "   1 b  "),
			 forms[i][0]);
		snprintf(after, sizeof(after),
			 P("   1", "   ", A, "%s", "   2 w 1") "\n" P("   2", "   ", B, "    ", "   1 b 0"),
			 forms[i][1]);
		expect_written(forms[i][0], before, 1, entered, after);
	}
}

/*
 * Five players in the second round, as programs write them: 1-2 was drawn, 4-3 is won by forfeit, 5 has the bye.
 */
static const struct {
	const char *program, *before, *after;
} programs[] = {
	{ "columns above, short titles, lines of Windows",
	  "012 Open\r\n042 2026/11/01\r\n062 5\r\n092 Individual: Swiss-System\r\n"
	  "DDD SSSS sTTT NNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNN RRRR FFF IIIIIIIIIII BBBB/BB/BB PPPP RRRR  1111 1 1\r\n" P("   1", "  m", A, " 1.0", "   5 w 1     2 b  ") "\r\n" P(
		  "   2", "   ", B, " 1.0",
		  "   3 b 1     1 w  ") "\r\n" P("   3", "   ", C, " 0.0",
						 "   2 w 0     4 b  ") "\r\n" P("   4", "   ", D, " 1.0",
										"0000 - U     3 w  ") "\r\n" P("   5",
													       " wf", E,
													       " 0.0",
													       "   1 b 0  0000 - U") "\r\n",
	  "012 Open\r\n042 2026/11/01\r\n062 5\r\n092 Individual: Swiss-System\r\n"
	  "DDD SSSS sTTT NNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNN RRRR FFF IIIIIIIIIII BBBB/BB/BB PPPP RRRR  1111 1 1\r\n" P("   1", "  m", A, " 1.5", "   5 w 1     2 b =") "\r\n" P(
		  "   2", "   ", B, " 1.5",
		  "   3 b 1     1 w =") "\r\n" P("   3", "   ", C, " 0.0",
						 "   2 w 0     4 b -") "\r\n" P("   4", "   ", D, " 2.0",
										"0000 - U     3 w +") "\r\n" P("   5",
													       " wf", E,
													       " 1.0",
													       "   1 b 0  0000 - U") "\r\n" },
	{ "no blanks behind what is not known yet",
	  P("   1", "IM ", A, " 1.0", "   5 w 1     2 b") "\n" P("   2", "   ", B, " 1.0", "   3 b 1     1 w") "\n" P(
		  "   3", "   ", C, " 0.0",
		  "   2 w 0     4 b") "\n" P("   4", "   ", D, " 1.0",
					     "0000 - U     3 w") "\n" P("   5", "WFM", E, " 0.0",
									"   1 b 0  0000 - U") "\n",
	  P("   1", "IM ", A, " 1.5", "   5 w 1     2 b =") "\n" P("   2", "   ", B, " 1.5", "   3 b 1     1 w =") "\n" P(
		  "   3", "   ", C, " 0.0",
		  "   2 w 0     4 b -") "\n" P("   4", "   ", D, " 2.0",
					       "0000 - U     3 w +") "\n" P("   5", "WFM", E, " 1.0",
									    "   1 b 0  0000 - U") "\n" },
	{ "for a pairing engine: rounds and colours, the bye is counted",
	  P("   1", "   ", A, " 1.0", "   5 w 1     2 b  ") "\n" P("   2", "   ", B, " 1.0", "   3 b 1     1 w  ") "\n" P(
		  "   3", "   ", C, " 0.0",
		  "   2 w 0     4 b  ") "\n" P("   4", "   ", D, " 1.0",
					       "0000 - U     3 w  ") "\n" P("   5", "   ", E, " 1.0",
									    "   1 b 0  0000 - U") "\nXXR 5\nXXC white1\n",
	  P("   1", "   ", A, " 1.5", "   5 w 1     2 b =") "\n" P("   2", "   ", B, " 1.5", "   3 b 1     1 w =") "\n" P(
		  "   3", "   ", C, " 0.0",
		  "   2 w 0     4 b -") "\n" P("   4", "   ", D, " 2.0",
					       "0000 - U     3 w +") "\n" P("   5", "   ", E, " 1.0",
									    "   1 b 0  0000 - U") "\nXXR 5\nXXC white1\n" },
	{ "three points for a win, leading zeros",
	  P("0001", "   ", A, "03.0", "0005 w 1  0002 b  ") "\r\n" P("0002", "   ", B, "03.0", "0003 b 1  0001 w  ") "\r\n" P(
		  "0003", "   ", C, "00.0",
		  "0002 w 0  0004 b  ") "\r\n" P("0004", "   ", D, "03.0",
						 "0000 - U  0003 w  ") "\r\n" P("0005", "   ", E, "00.0",
										"0001 b 0  0000 - U") "\r\nBBW  3.0\r\nBBD  1.0\r\n",
	  P("0001", "   ", A, "04.0", "0005 w 1  0002 b =") "\r\n" P("0002", "   ", B, "04.0", "0003 b 1  0001 w =") "\r\n" P(
		  "0003", "   ", C, "00.0",
		  "0002 w 0  0004 b -") "\r\n" P("0004", "   ", D, "06.0",
						 "0000 - U  0003 w +") "\r\n" P("0005", "   ", E, "03.0",
										"0001 b 0  0000 - U") "\r\nBBW  3.0\r\nBBD  1.0\r\n" },
	{ "lines of an address behind each player, blank lines",
	  P("   1", "   ", A, " 1.0", "   5 w 1     2 b  ") "\nDAT 0001 ID:X 39d1\n\n" P("   2", "   ", B, " 1.0", "   3 b 1     1 w  ") "\nDAT 2 GROUP Primary\n" P(
		  "   3", "   ", C, " 0.0",
		  "   2 w 0     4 b  ") "\n" P("   4", "   ", D, " 1.0",
					       "0000 - U     3 w  ") "\n" P("   5", "   ", E, " 0.0",
									    "   1 b 0  0000 - U") "\n",
	  P("   1", "   ", A, " 1.5", "   5 w 1     2 b =") "\nDAT 0001 ID:X 39d1\n\n" P("   2", "   ", B, " 1.5", "   3 b 1     1 w =") "\nDAT 2 GROUP Primary\n" P(
		  "   3", "   ", C, " 0.0",
		  "   2 w 0     4 b -") "\n" P("   4", "   ", D, " 2.0",
					       "0000 - U     3 w +") "\n" P("   5", "   ", E, " 1.0",
									    "   1 b 0  0000 - U") "\n" },
	{ "TRF26: comments, points, national ratings, forbidden pairs",
	  "### a report\r\n012 Open\r\n142 5\r\n162  W 1.0    D 0.5\r\n192 FIDE_DUTCH_2026\r\n### SSSS sTTT\r\n" P("   1", " IM", A, " 1.0", "   5 w 1     2 b  ") "\r\nLAT    1 m                                     2010\r\n" P(
		  "   2", "   ", B, " 1.0",
		  "   3 b 1     1 w  ") "\r\n" P("   3", "   ", C, " 0.0",
						 "   2 w 0     4 b  ") "\r\n" P("   4", "   ", D, " 1.0",
										"0000 - U     3 w  ") "\r\n" P("   5",
													       "   ", E,
													       " 0.0",
													       "   1 b 0  0000 - U") "\r\n"
																     "260 001 005    1    4\r\n299 -  0.0  -0.5  003    2\r\n",
	  "### a report\r\n012 Open\r\n142 5\r\n162  W 1.0    D 0.5\r\n192 FIDE_DUTCH_2026\r\n### SSSS sTTT\r\n" P("   1", " IM", A, " 1.5", "   5 w 1     2 b =") "\r\nLAT    1 m                                     2010\r\n" P(
		  "   2", "   ", B, " 1.5",
		  "   3 b 1     1 w =") "\r\n" P("   3", "   ", C, " 0.0",
						 "   2 w 0     4 b -") "\r\n" P("   4", "   ", D, " 2.0",
										"0000 - U     3 w +") "\r\n" P("   5",
													       "   ", E,
													       " 1.0",
													       "   1 b 0  0000 - U") "\r\n"
																     "260 001 005    1    4\r\n299 -  0.0  -0.5  003    2\r\n" },
	{ "the next round's byes are known, lines end with CR alone",
	  P("   1", "   ", A, " 1.0", "   5 w 1     2 b    0000 - H") "\r" P("   2", "   ", B, " 1.0", "   3 b 1     1 w  ") "\r" P(
		  "   3", "   ", C, " 0.0",
		  "   2 w 0     4 b  ") "\r" P("   4", "   ", D, " 1.0",
					       "0000 - U     3 w  ") "\r" P("   5", "   ", E, " 0.0",
									    "   1 b 0  0000 - U  0000 - Z") "\r",
	  P("   1", "   ", A, " 1.5", "   5 w 1     2 b =  0000 - H") "\r" P("   2", "   ", B, " 1.5", "   3 b 1     1 w =") "\r" P(
		  "   3", "   ", C, " 0.0",
		  "   2 w 0     4 b -") "\r" P("   4", "   ", D, " 2.0",
					       "0000 - U     3 w +") "\r" P("   5", "   ", E, " 1.0",
									    "   1 b 0  0000 - U  0000 - Z") "\r" },
};

static void as_programs_write(void **state)
{
	static const struct entered entered[] = { { 2, "1/2-1/2" }, { 4, "+/-" }, { 0, NULL } };

	for (size_t i = 0; i < sizeof(programs) / sizeof(programs[0]); i++)
		expect_written(programs[i].program, programs[i].before, 2, entered, programs[i].after);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_nobody_changed), cmocka_unit_test(byes),
		cmocka_unit_test(corrections),	       cmocka_unit_test(points_in_their_writing),
		cmocka_unit_test(as_programs_write),   cmocka_unit_test(swapped_colours),
	};

	return cmocka_run_group_tests_name("reports-written", tests, NULL, NULL);
}
