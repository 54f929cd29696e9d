/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Pairings as people, spreadsheets and pairing engines spell them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "formats/pairings.h"

static struct pairings read_text(const char *text)
{
	struct text_fault fault = { 0 };
	struct pairings p;

	if (pairings_read(text, strlen(text), 1, &p, &fault) < 0)
		fail_msg("%u:%u: %s\n%s", fault.line, fault.column, fault.reason, text);
	return p;
}

static int try_text(const char *text, struct pairings *p, struct text_fault *fault)
{
	return pairings_read(text, strlen(text), 1, p, fault);
}

/* "A-B C-D" in the order of the boards, whose numbers go from 1. */
static void expect_boards(struct pairings *p, const char *boards)
{
	char text[400] = "";
	size_t n = 0;

	for (size_t i = 0; i < p->count; i++) {
		assert_int_equal(p->list[i].board, p->list[i].bye ? 0 : i + 1);
		n += (size_t)snprintf(text + n, sizeof(text) - n, "%s%s-%s", n ? " " : "", p->list[i].player[0].name,
				      p->list[i].player[1].name);
	}
	assert_string_equal(text, boards);
	pairings_done(p);
}

static void results(void **state)
{
	static const char *const list[][2] = {
		{ "½ - ½", "1/2-1/2" },
		{ "1 - 0", "1-0" },
		{ "+ - -", "+/-" },
		{ "- - +", "-/+" },
		{ "- - -", "-/-" },
		{ "0 : 1", "0-1" },
		{ "1–0", "1-0" },
		{ "0 — 1", "0-1" },
		{ "½–½", "1/2-1/2" },
		{ "1/2 - 1/2", "1/2-1/2" },
		{ "0.5 - 0.5", "1/2-1/2" },
		{ "1\u00a0-\u00a00", "1-0" },
		{ "0 - 0", "0-0" },
		{ "+ : -", "+/-" },
		{ "1F - 0F", "+/-" },
		{ " * ", "" },
		{ "2 - 0", "2-0" },
		{ "+−", "+/-" },
		{ "", "" },
	};
	char result[8];

	for (size_t i = 0; i < sizeof(list) / sizeof(list[0]); i++) {
		if (result_read(list[i][0], strlen(list[i][0]), result) < 0 || strcmp(result, list[i][1]) != 0)
			fail_msg("\"%s\"", list[i][0]);
	}
	assert_int_equal(result_read("3 - 0", 5, result), -22);
	assert_int_equal(result_read("1-0 1-0 1-0 1-0 1-0 1-0 1-0", 27, result), -22);
}

static void columns_of_spreadsheets(void **state)
{
	static const char *const texts[] = {
		"sep=;\r\ntable;white;black\r\n1;A;B\r\n2;C;D\r\n",
		"\"sep=;\"\r\ntable;white;black\r\n1;A;B\r\n2;C;D\r\n",
		"\xef\xbb\xbfsep=,\ntable,white,black\n1,A,B\n2,C,D\n",
		"sep=\t\ntable\twhite\tblack\n1\tA\tB\n2\tC\tD\n",
		"SEP=;\ntable;white;black;;;\n1;A;B;;;\n2;C;D\n;;;;;\n;\n",
		"table,white,black,,\n1,A,B,,\n2,C,D, ,\n,,,,\n",
		" Table , White , Black \n1,A,B\n2,C,D\n",
		"table,white,black\n1,A,B,,,,\n2,C,D\n",
	};

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		struct pairings p = read_text(texts[i]);

		expect_boards(&p, "A-B C-D");
	}
}

#define GAME(round, white, black, more) \
	"[Round \"" round "\"]\n[White \"" white "\"]\n[Black \"" black "\"]\n" more "\n"

static void rounds_of_three_parts(void **state)
{
	struct pairings p = read_text(GAME("1.10.1", "E", "F", "\n*\n") GAME("1.2.2", "C", "D", "[Board \"1\"]\n\n*\n")
					      GAME("1.2.1", "A", "B", "[Board \"1\"]\n\n*\n")
						      GAME("1.10.2", "G", "H", "\n*\n"));
	struct text_fault fault;

	expect_boards(&p, "A-B C-D E-F G-H");
	assert_int_equal(try_text("[Round \"1.x.1\"]\n[White \"A\"]\n[Black \"B\"]\n\n*\n", &p, &fault), -22);
	assert_non_null(strstr(fault.reason, "a match and a board"));
	assert_int_equal(try_text("[Round \"2.1.1\"]\n[White \"A\"]\n[Black \"B\"]\n\n*\n", &p, &fault), -22);
	assert_non_null(strstr(fault.reason, "another round"));
}

/* Tags alone, with * behind them or without, and with blank lines between games or without. */
static void tags_alone(void **state)
{
	static const char *const texts[] = {
		GAME("1", "A", "B", "\n") GAME("1", "C", "D", ""),
		GAME("1", "A", "B", "") GAME("1", "C", "D", "\n*\n"),
		GAME("1", "A", "B", "[Result \"*\"]") GAME("1", "C", "D", "[Result \"*\"]"),
		"[Round \"1\"]\n[White \"A\"]\n[Black \"B\"]\n[Round \"1\"]\n[White \"C\"]\n[Black \"D\"]\n",
	};

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		struct pairings p = read_text(texts[i]);

		expect_boards(&p, "A-B C-D");
	}
}

/* A list of numbers is of players whom another round has. */
static void lists_of_an_engine(void **state)
{
	static const char *const players[] = { "A", "B", "C", "D", "E" };
	static const char *const texts[] = { "3\n5 2\n1 4\n3 0\n", "3\r\n\r\n5 2\r\n1\t4\r\n 3 0 \r\n" };
	struct pairings before = { 0 }, p;
	const struct pairings *const known[] = { &before };
	struct text_fault fault;

	for (unsigned i = 0; i < 5; i++) {
		struct pairing *one = pairings_add(&before, i + 1, 1, &fault);

		strcpy(one->player[i % 2].name, players[i]);
		one->player[i % 2].number = i + 1;
	}
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		assert_return_code(pairings_read_among(texts[i], strlen(texts[i]), 2, known, 1, &p, &fault), 0);
		assert_string_equal(p.format, "list");
		assert_int_equal(p.list[2].bye, BYE_FULL);
		expect_boards(&p, "E-B A-D C-");
	}
	assert_int_equal(pairings_read(texts[0], strlen(texts[0]), 2, &p, &fault), -22);
	assert_non_null(strstr(fault.reason, "player 5 is in no round"));
	assert_int_equal(pairings_read_among("1\n1 6\n", 6, 2, known, 1, &p, &fault), -22);
	assert_non_null(strstr(fault.reason, "player 6"));
	assert_int_equal(pairings_read_among("2\n1 2\n", 6, 2, known, 1, &p, &fault), -22);
	assert_non_null(strstr(fault.reason, "2 pairings are announced"));
	assert_int_equal(pairings_read_among("1\n1 2\n1 x\n", 10, 2, known, 1, &p, &fault), -22);
	assert_int_equal(fault.line, 3);
	assert_int_equal(pairings_read_among("2\n1 2\n2 3\n", 10, 2, known, 1, &p, &fault), -22);
	assert_non_null(strstr(fault.reason, "also in line 2"));
	pairings_done(&before);
}

/* What TRF06 calls a title, and what nobody does: the round is read. */
static void titles_of_reports(void **state)
{
	static const struct {
		const char *cell, *title;
	} list[] = { { "  g", "GM" }, { " wm", "WIM" }, { "FM ", "FM" }, { " ff", "" }, { " gf", "" }, { "   ", "" } };

	for (size_t i = 0; i < sizeof(list) / sizeof(list[0]); i++) {
		char text[400];
		struct pairings p;

		snprintf(
			text, sizeof(text),
			"001    1 w%s Player, One                       2000 LAT             1990/01/01  0.0    1     2 w  \r\n"
			"001    2 w    Player, Two                       2000 LAT             1990/01/01  0.0    2     1 b  \r\n",
			list[i].cell);
		p = read_text(text);
		assert_string_equal(p.list[0].player[0].title, list[i].title);
		assert_int_equal(p.note_count, !*list[i].title && strspn(list[i].cell, " ") < 3);
		pairings_done(&p);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(results),
		cmocka_unit_test(columns_of_spreadsheets),
		cmocka_unit_test(rounds_of_three_parts),
		cmocka_unit_test(tags_alone),
		cmocka_unit_test(lists_of_an_engine),
		cmocka_unit_test(titles_of_reports),
	};

	return cmocka_run_group_tests_name("spellings", tests, NULL, NULL);
}
