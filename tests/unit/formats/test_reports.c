/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Tournament reports as programs write them while an event goes on: comments, teams, acceleration, boards' order. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "formats/pairings.h"

static struct pairings read_report(const char *text, unsigned round)
{
	struct pairings p;
	struct text_fault fault = { 0 };

	if (pairings_read(text, strlen(text), round, &p, &fault) < 0)
		fail_msg("%u:%u: %s\n%s", fault.line, fault.column, fault.reason, text);
	assert_string_equal(p.format, "trf");
	return p;
}

static void expect_note(const struct pairings *p, const char *words)
{
	bool there = false;

	for (unsigned i = 0; i < p->note_count && i < PAIRINGS_NOTES; i++)
		there |= strstr(p->notes[i].reason, words) != NULL;
	if (!there)
		fail_msg("no note says \"%s\"; the first is \"%s\"", words, p->note_count ? p->notes[0].reason : "");
}

/* A report that grows, and where it is. */
struct report {
	char text[20000];
	size_t size;
};

static void add(struct report *rp, const char *line)
{
	rp->size += (size_t)snprintf(rp->text + rp->size, sizeof(rp->text) - rp->size, "%s\r\n", line);
}

/* rounds: what stands from column 92 on. */
static void add_player(struct report *rp, unsigned number, const char *points, const char *rounds)
{
	char name[40], line[300];

	snprintf(name, sizeof(name), "Player, P%u", number);
	snprintf(line, sizeof(line), "001 %4u m    %-33s %4u LAT             1990/01/01 %4s %4u  %s", number, name,
		 2600 - 10 * number, points, number, rounds);
	add(rp, line);
}

/* "1-2 3-4", White first, by their numbers, in the order of the boards. */
static void expect_boards(const struct pairings *p, const char *boards)
{
	char text[400] = "";
	size_t n = 0;

	for (size_t i = 0; i < p->count; i++)
		if (p->list[i].board)
			n += (size_t)snprintf(text + n, sizeof(text) - n, "%s%u-%u", n ? " " : "",
					      p->list[i].player[0].number, p->list[i].player[1].number);
	assert_string_equal(text, boards);
}

/* TRF26: lines that begin with ### are comments; programs also write lines that show where the columns are. */
static void comments_anywhere(void **state)
{
	static const char *const comments[] = {
		"### SSSS sTTT NNNNNNNNNNNN RRRR FFF",
		"###",
		"###a word at once",
		"DDD SSSS sTTT NNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNN RRRR FFF IIIIIIIIIII BBBB/BB/BB PPPP RRRR",
		"         1         2         3         4         5",
		"1234567890123456789012345678901234567890",
		"----+----1----+----2----+----3",
		"   ",
	};

	for (size_t i = 0; i < sizeof(comments) / sizeof(comments[0]); i++)
		for (unsigned place = 0; place < 4; place++) {
			struct report rp = { .size = 0 };
			struct pairings p;

			for (unsigned k = 0; k < 4; k++) {
				if (k == place)
					add(&rp, comments[i]);
				if (k == 0)
					add(&rp, "012 Small open");
				else if (k < 3)
					add_player(&rp, k, "0.0", k == 1 ? "   2 w  " : "   1 b  ");
			}
			p = read_report(rp.text, 1);
			expect_boards(&p, "1-2");
			pairings_done(&p);
		}
}

static void add_eight(struct report *rp)
{
	static const char *const rounds[] = { "   5 w 1", "   6 b =", "   7 w 0", "   8 b =",
					      "   1 b 0", "   2 w =", "   3 b 1", "   4 w =" };

	add(rp, "012 Team cup");
	for (unsigned i = 0; i < 8; i++)
		add_player(rp, i + 1, "0.0", rounds[i]);
}

static void add_310(struct report *rp, unsigned number, const char *name, const char *players)
{
	char line[300];

	snprintf(line, sizeof(line), "310 %3u %-32s %-5s %6u %6.1f %6.1f %3u  %s", number, name, "ONE", 2400u, 0.0, 0.0,
		 number, players);
	add(rp, line);
}

static void expect_same(const struct pairings *a, const struct pairings *b)
{
	assert_int_equal(a->count, b->count);
	for (size_t i = 0; i < a->count; i++) {
		assert_int_equal(a->list[i].board, b->list[i].board);
		assert_int_equal(a->list[i].match, b->list[i].match);
		assert_string_equal(a->list[i].given, b->list[i].given);
		for (int side = 0; side < 2; side++) {
			assert_string_equal(a->list[i].player[side].name, b->list[i].player[side].name);
			assert_string_equal(a->list[i].player[side].team, b->list[i].player[side].team);
		}
	}
}

/* Lines 310 say what lines 013 said, and both may be there. */
static void teams_by_either_line(void **state)
{
	struct pairings p[3];

	for (int form = 0; form < 3; form++) {
		struct report rp = { .size = 0 };

		add_eight(&rp);
		if (form != 1) {
			add(&rp, "013 Team One                           1    3    2    4");
			add(&rp, "013 Team Two                           5    7    6    8");
		}
		if (form > 0) { /* in any order: each has its number */
			add_310(&rp, 2, "Team Two", "   5    7    6    8");
			add_310(&rp, 1, "Team One", "   1    3    2    4");
		}
		p[form] = read_report(rp.text, 1);
		expect_boards(&p[form], "1-5 3-7 6-2 8-4");
		assert_string_equal(p[form].list[0].player[0].team, "Team One");
		assert_int_equal(p[form].list[3].match, 1);
	}
	expect_same(&p[1], &p[0]);
	expect_same(&p[2], &p[0]);
	for (int form = 0; form < 3; form++)
		pairings_done(&p[form]);
}

/* A team that plays this round in another order has its boards in that order; in another round it has not. */
static void lineups_of_a_round(void **state)
{
	for (unsigned round = 1; round <= 2; round++) {
		struct report rp = { .size = 0 };
		struct pairings p;
		char line[80];

		add_eight(&rp);
		add_310(&rp, 1, "Team One", "   1    2    3    4");
		add_310(&rp, 2, "Team Two", "   5    6    7    8");
		snprintf(line, sizeof(line), "300 %3u   1   2    4    3 0000    1    2", round);
		add(&rp, line);
		p = read_report(rp.text, 1);
		expect_boards(&p, round == 1 ? "8-4 3-7 1-5 6-2" : "1-5 6-2 3-7 8-4");
		pairings_done(&p);
	}
}

/* Two lines that say the opposite of each other are not passed over. */
static void a_bye_of_one_who_is_paired(void **state)
{
	struct report rp = { .size = 0 };
	struct pairings p;

	add_eight(&rp);
	add_player(&rp, 9, "0.0", "");
	add(&rp, "240 H   1    9    3");
	p = read_report(rp.text, 1);
	assert_int_equal(p.count, 5);
	expect_note(&p,
		    "player 3, Player, P3, has a half-point bye by this line, and is paired in line 4, which counts");
	assert_int_equal(p.note_count, 1);
	pairings_done(&p);
}

/* What is said of teams is not said of the players of the same numbers. */
static void byes_of_teams(void **state)
{
	struct report rp = { .size = 0 };
	struct pairings p;

	add_eight(&rp);
	add_player(&rp, 9, "0.0", "");
	add_player(&rp, 10, "0.0", "0000 - Z");
	add_310(&rp, 1, "Team One", "   1    3    2    4");
	add_310(&rp, 2, "Team Two", "   5    7    6    8");
	add_310(&rp, 9, "Team Nine", "  10");
	add_310(&rp, 10, "Team Ten", "   9");
	add(&rp, "192 FIDE_TEAM_BAKU");
	add(&rp, "240 h 001    9");
	add(&rp, "320  1.0  2.0 010 000");
	add(&rp, "330 +- 001   9  10");
	p = read_report(rp.text, 1);
	assert_int_equal(p.count, 5);
	assert_int_equal(p.list[4].player[0].number, 10);
	expect_note(&p, "team 9, Team Nine, has a half-point bye");
	expect_note(&p, "team 10, Team Ten, is the one that pairing left");
	expect_note(&p, "does not play team 10");
	pairings_done(&p);
}

/* Of an event of single players with teams beside it, they are players'. */
static void byes_of_players_with_teams(void **state)
{
	struct report rp = { .size = 0 };
	struct pairings p;

	add_eight(&rp);
	add_player(&rp, 9, "0.0", "");
	add(&rp, "192 FIDE_DUTCH_2026");
	add_310(&rp, 1, "Club One", "   1    6    9");
	add(&rp, "240 H 001    9");
	p = read_report(rp.text, 1);
	assert_int_equal(p.count, 5);
	assert_int_equal(p.list[4].player[0].number, 9);
	assert_int_equal(p.list[4].bye, BYE_HALF);
	pairings_done(&p);
}

/* Points that are not the result's are said where they are of this round. */
static void abnormal_points(void **state)
{
	static const struct {
		const char *line;
		bool said;
	} lines[] = { { "299 W   0.0   0.5  002    1    2", false },
		      { "299 W   0.0   0.5  001    1", true },
		      { "299     0.0  -1.0  000    3", true },
		      { "299     0.0  -1.0         3", true } };

	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		struct report rp = { .size = 0 };
		struct pairings p;

		add_eight(&rp);
		add(&rp, lines[i].line);
		p = read_report(rp.text, 1);
		assert_int_equal(p.note_count, lines[i].said);
		pairings_done(&p);
	}
}

/* Ten players, of whom 5 and 6 are accelerated or not. */
static void add_accelerated(struct report *rp)
{
	static const char *const rounds[] = { "   3 w 1     2 b  ", "   4 b 1     1 w  ", "   1 b 0     4 w  ",
					      "   2 w 0     3 b  ", "   7 w 1     6 b  ", "   8 b 1     5 w  ",
					      "   5 b 0     8 w  ", "   6 w 0     7 b  " };

	add(rp, "012 Accelerated open");
	for (unsigned i = 0; i < 8; i++)
		add_player(rp, i + 1, rounds[i][7] == '1' ? "1.0" : "0.0", rounds[i]);
}

/* The order of boards has the points that are only lent. */
static void acceleration(void **state)
{
	static const char *const lines[][4] = {
		{ "XXA    1  1.0  1.0  1.0", "XXA    2  1.0  1.0", "XXA    3  1.0  1.0", "XXA    4  1.0  1.0" },
		{ "250       1.0 001 003 0001 0004", NULL, NULL, NULL },
		{ "250 00.0 01.0 001 002    1    2", "250 00.0 01.0 002 002    3    4", NULL, NULL },
		{ "250 00.0 01.0 001 001 0001 0004", "XXA    1  1.0", NULL, NULL },
	};

	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		struct report rp = { .size = 0 };
		struct pairings p;

		add_accelerated(&rp);
		for (int k = 0; k < 4 && lines[i][k]; k++)
			add(&rp, lines[i][k]);
		p = read_report(rp.text, 2);
		/* 1 and 2 have two points, 3, 4, 5, 6 one: the lower number is first */
		expect_boards(&p, i == 3 ? "2-1 6-5 3-4 7-8" : "2-1 3-4 6-5 7-8");
		assert_int_equal(p.note_count, 0);
		pairings_done(&p);
	}
}

static void acceleration_that_is_not_known(void **state)
{
	struct report rp = { .size = 0 };
	struct pairings p;

	add_accelerated(&rp);
	add(&rp, "192 FIDE_DUTCH_2026_BAKU");
	p = read_report(rp.text, 2);
	expect_note(&p, "no line 250 or XXA");
	pairings_done(&p);
	add(&rp, "250 one two");
	add(&rp, "XXA   17  1.0");
	p = read_report(rp.text, 2);
	assert_int_equal(p.note_count, 2);
	expect_note(&p, "left out");
	pairings_done(&p);
}

/* The same order while results come in, in chess and in draughts, whatever the report counts already. */
static void boards_by_points_before_the_round(void **state)
{
	static const struct {
		const char *points, *result, *other;
	} forms[] = {
		{ "0.5", " ", " " }, /* not played yet */
		{ "1.5", "1", "0" }, /* counted */
		{ "0.5", "1", "0" }, /* not counted yet */
		{ "1.5", "+", "-" }, { "1.5", "w", "l" },
	};

	for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++) {
		struct report rp = { .size = 0 };
		struct pairings p;
		char three[40], seven[40];

		snprintf(three, sizeof(three), "   4 w =     7 w %s  0000 - H", forms[i].result);
		snprintf(seven, sizeof(seven), "   8 b =     3 b %s", forms[i].other);
		add_player(&rp, 1, "1.0", "   5 w 1     2 b  ");
		add_player(&rp, 2, "1.0", "   6 b 1     1 w  ");
		add_player(&rp, 3, forms[i].points, three);
		add_player(&rp, 4, "0.5", "   3 b =     8 b  ");
		add_player(&rp, 5, "0.0", "   1 b 0     6 w  ");
		add_player(&rp, 6, "0.0", "   2 w 0     5 b  ");
		add_player(&rp, 7, "0.5", seven);
		add_player(&rp, 8, "0.5", "   7 w =     4 w  ");
		p = read_report(rp.text, 2);
		expect_boards(&p, "2-1 3-7 8-4 5-6");
		pairings_done(&p);
	}
}

static void boards_of_draughts(void **state)
{
	struct report rp = { .size = 0 };
	struct pairings p;

	add_player(&rp, 1, "2.0", "   2 w 1     3 b  ");
	add_player(&rp, 2, "2.0", "   1 b 0     4 w 1");
	add_player(&rp, 3, "1.0", "   4 w =     1 w  ");
	add_player(&rp, 4, "1.0", "   3 b =     2 b 0");
	p = read_report(rp.text, 2);
	expect_boards(&p, "3-1 2-4");
	pairings_done(&p);
}

/* Where everybody plays everybody the tables are those of the row. */
static void boards_of_a_round_robin(void **state)
{
	static const char *const kinds[] = { "092 Individual: Round-Robin", "192 BERGER_ROUNDROBIN_G1" };

	for (int i = 0; i < 2; i++) {
		struct report rp = { .size = 0 };
		struct pairings p;

		add(&rp, kinds[i]);
		add_player(&rp, 2, "1.0", "   7 w 1     4 b  ");
		add_player(&rp, 4, "1.0", "   6 w 1     2 w  ");
		add_player(&rp, 6, "0.0", "   4 b 0     7 b  ");
		add_player(&rp, 7, "0.0", "   2 b 0     6 w  ");
		p = read_report(rp.text, 2);
		expect_boards(&p, "7-6 4-2");
		pairings_done(&p);
	}
}

/* Opened again, the same two stay where they are, and who is paired anew gets the tables that are left. */
static void boards_stay(void **state)
{
	static const char *const files[] = {
		"[White \"A\"]\n[Black \"B\"]\n\n*\n[White \"C\"]\n[Black \"D\"]\n\n*\n"
		"[White \"E\"]\n[Black \"F\"]\n\n*\n",
		"[White \"F\"]\n[Black \"C\"]\n\n*\n[White \"G\"]\n[Black \"H\"]\n\n*\n"
		"[White \"D\"]\n[Black \"E\"]\n\n*\n[White \"A\"]\n[Black \"B\"]\n\n*\n",
		"[White \"E\"]\n[Black \"F\"]\n[Board \"1\"]\n\n*\n[White \"A\"]\n[Black \"B\"]\n\n*\n"
		"[White \"C\"]\n[Black \"D\"]\n\n*\n",
	};
	static const char *const boards[] = { "AB CD EF", "AB FC GH DE", "EF CD AB" };
	struct pairings p[3];

	for (int i = 0; i < 3; i++) {
		struct text_fault fault = { 0 };
		char text[40] = "";

		assert_return_code(pairings_read(files[i], strlen(files[i]), 1, &p[i], &fault), 0);
		pairings_keep_boards(&p[i], &p[0]);
		for (size_t k = 0; k < p[i].count; k++) {
			assert_int_equal(p[i].list[k].board, k + 1);
			if (k)
				strcat(text, " ");
			strcat(text, (char[]){ *p[i].list[k].player[0].name, *p[i].list[k].player[1].name, 0 });
		}
		assert_string_equal(text, boards[i]);
	}
	for (int i = 0; i < 3; i++)
		pairings_done(&p[i]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(comments_anywhere),
		cmocka_unit_test(teams_by_either_line),
		cmocka_unit_test(lineups_of_a_round),
		cmocka_unit_test(a_bye_of_one_who_is_paired),
		cmocka_unit_test(byes_of_teams),
		cmocka_unit_test(byes_of_players_with_teams),
		cmocka_unit_test(abnormal_points),
		cmocka_unit_test(acceleration),
		cmocka_unit_test(acceleration_that_is_not_known),
		cmocka_unit_test(boards_by_points_before_the_round),
		cmocka_unit_test(boards_of_draughts),
		cmocka_unit_test(boards_of_a_round_robin),
		cmocka_unit_test(boards_stay),
	};

	return cmocka_run_group_tests_name("reports", tests, NULL, NULL);
}
