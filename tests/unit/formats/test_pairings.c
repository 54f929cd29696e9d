/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Pairings from CSV, PGN of tags only and tournament reports; and where a fault is. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "formats/pairings.h"

static struct pairings read_text(const char *text, unsigned round)
{
	struct pairings p;
	struct text_fault fault = { 0 };

	if (pairings_read(text, strlen(text), round, &p, &fault) < 0)
		fail_msg("%u:%u: %s", fault.line, fault.column, fault.reason);
	return p;
}

static void refuse_bytes(const char *text, size_t size, unsigned round, unsigned line, unsigned column,
			 const char *words)
{
	struct pairings p;
	struct text_fault fault = { 0 };

	assert_int_equal(pairings_read(text, size, round, &p, &fault), -22);
	assert_null(p.list);
	if (fault.line != line || fault.column != column || !strstr(fault.reason, words))
		fail_msg("%u:%u: %s; expected %u:%u with \"%s\"", fault.line, fault.column, fault.reason, line, column,
			 words);
}

static void refuse(const char *text, unsigned line, unsigned column, const char *words)
{
	refuse_bytes(text, strlen(text), 3, line, column, words);
}

#define NAMES "board,white,black\n"

static void csv_of_all_columns(void **state)
{
	struct pairings p = read_text(
		"board,white,black,white_fide,black_fide,white_elo,black_elo,white_title,black_title,white_team,black_team\n"
		"2,\"Nepomniachtchi, Ian\",\"Ding, Liren\",4168119,8603677,2795,2788,GM,g,,\n"
		"1,\"Carlsen, Magnus\",\"O\"\"Neill,Jo\",1503014,,2830,,gm,,Oslo,Cork\n",
		1);

	assert_string_equal(p.format, "csv");
	assert_int_equal(p.count, 2);
	assert_int_equal(p.list[0].board, 1);
	assert_string_equal(p.list[0].player[0].name, "Carlsen, Magnus");
	assert_string_equal(p.list[0].player[1].name, "O\"Neill, Jo");
	assert_string_equal(p.list[0].player[0].title, "GM");
	assert_string_equal(p.list[0].player[0].team, "Oslo");
	assert_string_equal(p.list[1].player[1].fide, "8603677");
	assert_string_equal(p.list[1].player[1].elo, "2788");
	assert_string_equal(p.list[1].player[1].title, "GM");
	assert_int_equal(p.list[0].match, 0);
	pairings_done(&p);
}

/* what Windows and spreadsheets write */
/* What was written with a ' before it, lest a spreadsheet takes it for a formula, is read without, and no other '. */
static void csv_guarded_against_spreadsheets(void **state)
{
	struct pairings p = read_text("board,white,black,white_team,result\n"
				      "1,'=1+1,'@x,'-x,+/-\n"
				      "2,\"'=HYPERLINK(\"\"http://a\"\")\",''=x,'+44,'-/+\n"
				      "3,'t Hooft,O'Hara,''x,1-0\n"
				      "4,=as it is,Di,'\uff1dwide,'-/-\n",
				      1);

	assert_int_equal(p.count, 4);
	assert_string_equal(p.list[0].player[0].name, "=1+1");
	assert_string_equal(p.list[0].player[1].name, "@x");
	assert_string_equal(p.list[0].player[0].team, "-x");
	assert_string_equal(p.list[0].given, "+/-");
	assert_string_equal(p.list[1].player[0].name, "=HYPERLINK(\"http://a\")");
	assert_string_equal(p.list[1].player[1].name, "'=x");
	assert_string_equal(p.list[1].player[0].team, "+44");
	assert_string_equal(p.list[1].given, "-/+");
	assert_string_equal(p.list[2].player[0].name, "'t Hooft");
	assert_string_equal(p.list[2].player[1].name, "O'Hara");
	assert_string_equal(p.list[2].player[0].team, "''x");
	assert_string_equal(p.list[3].player[0].name, "=as it is");
	assert_string_equal(p.list[3].player[1].name, "Di");
	assert_string_equal(p.list[3].player[0].team, "\uff1dwide");
	assert_string_equal(p.list[3].given, "-/-");
	pairings_done(&p);
}

static void csv_with_mark_crlf_and_semicolons(void **state)
{
	struct pairings p = read_text("\xef\xbb\xbf"
				      "board;white;black\r\n1;\"Bērziņš, A\";Ozols\r\n\r\n",
				      1);

	assert_int_equal(p.count, 1);
	assert_string_equal(p.list[0].player[0].name, "Bērziņš, A");
	assert_string_equal(p.list[0].player[1].name, "Ozols");
	pairings_done(&p);
}

static void byes_and_forfeits(void **state)
{
	struct pairings p = read_text("board,white,black,result\n"
				      ",\"A, A\",bye,\n,half-bye,\"B, B\",\n,\"C, C\",,zero-bye\n"
				      "1,D,E,+/-\n2,F,G,-:+\n3,H,I,---\n4,J,K,1/2\n5,L,M,*\n",
				      1);
	static const char *const results[] = { "+/-", "-/+", "-/-", "1/2-1/2", "" };

	assert_int_equal(p.count, 8);
	for (int i = 0; i < 5; i++)
		assert_string_equal(p.list[i].given, results[i]);
	assert_true(pairing_is_forfeit(p.list[1].given));
	assert_false(pairing_is_forfeit(p.list[3].given));
	assert_int_equal(p.list[5].bye, BYE_FULL);
	assert_int_equal(p.list[6].bye, BYE_HALF);
	assert_string_equal(p.list[6].player[0].name, "B, B");
	assert_int_equal(p.list[7].bye, BYE_ZERO);
	pairings_done(&p);
}

/* Draughts has two points a game; a file that knows chess's words means the same. */
static void results_of_draughts(void **state)
{
	static const char *const chess[] = { "1-0", "0-1", "1/2-1/2", "0-0" };
	static const char *const draughts[] = { "2-0", "0-2", "1-1", "0-0" };
	static const char *const want[] = { "2-0", "1-1", "0-2", "2-0", "1-1", "0-0", "-/+" };
	struct pairings p = read_text("board,white,black,result\n"
				      "1,A,B,2-0\n2,C,D,1:1\n3,E,F,0-1\n4,G,H,1-0\n5,I,J,1/2\n6,K,L,0-0\n7,M,N,-/+\n",
				      1);

	for (size_t i = 0; i < sizeof(want) / sizeof(want[0]); i++)
		assert_string_equal(pairing_result_in(draughts, p.list[i].given), want[i]);
	assert_null(pairing_result_in(chess, p.list[0].given));
	assert_null(pairing_result_in(chess, p.list[1].given));
	assert_string_equal(pairing_result_in(chess, p.list[2].given), "0-1");
	assert_string_equal(pairing_result_in(chess, ""), "");
	pairings_done(&p);
}

static void teams_have_matches(void **state)
{
	struct pairings p = read_text("board,white,black,white_team,black_team\n"
				      "1,A,B,Oslo,Cork\n2,C,D,Cork,Oslo\n3,E,F,Riga,Bonn\n4,G,H,Bonn,Riga\n",
				      1);

	assert_int_equal(p.list[0].match, 1);
	assert_int_equal(p.list[1].match, 1);
	assert_int_equal(p.list[2].match, 2);
	assert_int_equal(p.list[3].match, 2);
	pairings_done(&p);
}

static void csv_at_fault(void **state)
{
	refuse("", 1, 1, "nothing");
	refuse("white,black\n", 1, 1, "table is not there");
	refuse("board,black\n", 1, 1, "white is not there");
	refuse("board,white\n", 1, 1, "black is not there");
	refuse("board,white,blakc\n", 1, 13, "blakc");
	refuse(NAMES "9999,A,B\n10000,C,D\n", 3, 1, "a table is a number");
	refuse(NAMES "1,A,B\n1,C,D\n", 3, 1, "table 1 is also in line 2");
	refuse(NAMES "1,A,B\n2,C,A\n", 3, 5, "A is also in line 2");
	refuse(NAMES "x,A,B\n", 2, 1, "a table is a number");
	refuse(NAMES "1,A,\n", 2, 1, "Black has no name");
	refuse(NAMES ",A,B\n", 2, 1, "has no board");
	refuse(NAMES "1,A,B,C\n", 2, 7, "4 fields");
	refuse(NAMES "1,\"A,B\n", 2, 3, "another line");
	refuse(NAMES "1,\"A\"x,B\n", 2, 6, "expected");
	refuse("board,white,black,white_fide\n1,A,B,12a\n", 2, 7, "FIDE's number");
	refuse("board,white,black,result\n1,A,B,3-0\n", 2, 7, "is no result");
	refuse("board,white,black,white\n", 1, 19, "twice");
	refuse(NAMES, 1, 1, "no pairing");
}

static void titles_of_the_fmjd(void **state)
{
	static const char *const titles[] = { "GMI", "MI", "MF", "CMF", "GMIF", "MIF", "MFF", "CMFF" };

	for (size_t i = 0; i < sizeof(titles) / sizeof(titles[0]); i++) {
		char text[100];
		struct pairings p;

		snprintf(text, sizeof(text), "board,white,black,black_title\n1,A,B,%s\n", titles[i]);
		p = read_text(text, 1);
		assert_string_equal(p.list[0].player[1].title, titles[i]);
		pairings_done(&p);
	}
}

/* a title that nobody has heard of does not keep a round from being played */
static void other_titles(void **state)
{
	static const char text[] = "board,white,black,white_title,black_title\n1,A,B,DM,GMI\n2,C,D,,k\n";
	static const char pgn[] =
		"[White \"A\"]\n[Black \"B\"]\n[Round \"1\"]\n[Board \"1\"]\n[WhiteTitle \"DM\"]\n\n*\n";
	struct pairings p = read_text(text, 1);

	assert_int_equal(p.count, 2);
	assert_string_equal(p.list[0].player[0].title, "");
	assert_string_equal(p.list[0].player[1].title, "GMI");
	assert_int_equal(p.note_count, 2);
	assert_int_equal(p.notes[0].line, 2);
	assert_int_equal(p.notes[0].column, 7);
	assert_non_null(strstr(p.notes[0].reason, "\"DM\" is no title"));
	assert_non_null(strstr(p.notes[1].reason, "\"k\" is no title"));
	pairings_done(&p);
	p = read_text(pgn, 1);
	assert_int_equal(p.note_count, 1);
	assert_int_equal(p.notes[0].line, 5);
	pairings_done(&p);
}

/* two of one name are two players where FIDE's numbers differ, and one where they do not */
static void doubled_players(void **state)
{
	struct pairings p = read_text("board,white,black,white_fide,black_fide\n1,\"Li, Wei\",\"Li, Wei\",11,12\n", 1);

	assert_int_equal(p.count, 1);
	pairings_done(&p);
	refuse("board,white,black,white_fide,black_fide\n1,\"Li, Wei\",\"Lee, W\",11,11\n", 2, 13, "also in line 2");
}

static void control_characters(void **state)
{
	static const char nul[] = NAMES "1,A\0,B\n";

	refuse_bytes(nul, sizeof(nul) - 1, 3, 2, 4, "0x00");
	refuse(NAMES "1,\x07,B\n", 2, 3, "0x07");
}

static void junk(void **state)
{
	size_t size = 10 << 20;
	char *text = malloc(size);

	memset(text, 'x', size);
	refuse_bytes(text, size, 3, 1, 1, "255 bytes");
	for (size_t i = 0; i < size; i++)
		text[i] = (char)(i * 2654435761u >> 13);
	refuse_bytes(text, size, 3, 1, 1, "");
	/* a mark, and what looks like each kind of file */
	for (size_t i = 0; i < size; i++)
		text[i] = ' ' + (char)((i * 2654435761u >> 13) % 95);
	memcpy(text, "board,white,black\n", 18);
	refuse_bytes(text, size, 3, 2, 16, "within a field");
	memcpy(text, "[White \"A\"]\n     ", 18);
	refuse_bytes(text, size, 3, 2, 6, "");
	memcpy(text, "001    1 m    A \n ", 18);
	refuse_bytes(text, size, 3, 2, 1, "code of three letters");
	free(text);
}

static void pgn_of_tags(void **state)
{
	struct pairings p =
		read_text("[Event \"x\"]\n[Round \"3.2\"]\n[White \"Tal,Mikhail\"]\n[Black \"Botvinnik, Mikhail\"]\n"
			  "[WhiteElo \"2600\"]\n[Result \"*\"]\n\n*\n\n"
			  "[Round \"3\"]\n[Board \"1\"]\n[White \"A\"]\n[Black \"B\"]\n[BlackTeam \"Riga\"]\n"
			  "[Result \"1-0\"]\n[Termination \"forfeit\"]\n\n1-0\n\n"
			  "[Round \"3\"]\n[White \"C\"]\n[Black \"BYE\"]\n\n*\n",
			  3);

	assert_string_equal(p.format, "pgn");
	assert_int_equal(p.count, 3);
	assert_string_equal(p.list[0].player[0].name, "A");
	assert_string_equal(p.list[0].given, "+/-");
	assert_string_equal(p.list[0].player[1].team, "Riga");
	assert_string_equal(p.list[1].player[0].name, "Tal, Mikhail");
	assert_string_equal(p.list[1].player[0].elo, "2600");
	assert_string_equal(p.list[1].given, "");
	assert_int_equal(p.list[2].bye, BYE_FULL);
	pairings_done(&p);
	p = read_text("[White \"A\"]\n[Black \"B\"]\n[Result \"0-1\"]\n[Termination \"Won by Forfeit\"]\n\n0-1\n\n"
		      "[White \"C\"]\n[Black \"D\"]\n[Result \"0-1\"]\n[Termination \"Time forfeit\"]\n\n0-1\n",
		      1);
	assert_string_equal(p.list[0].given, "-/+");
	assert_string_equal(p.list[1].given, "0-1");
	pairings_done(&p);
	refuse("[White \"A\"]\n[Black \"B\"]\n[Board \"0\"]\n\n*\n", 3, 1, "a table is a number");
	refuse("[White \"A\"]\n[Black \"B\"]\n[Round \"4\"]\n\n*\n", 3, 1, "another round");
	refuse("[White \"A\"]\n[Black \"B\"]\n\n1. e4 *\n", 1, 1, "tags only");
	refuse("[White \"A\"]\n[Black \"B\"]\n\n*\n\n[White \"A\"]\n[Black \"C\"]\n\n*\n", 6, 1, "also in line 1");
	refuse("[White \"A\"\n[Black \"B\"]\n\n*\n", 2, 1, "");
}

/* A line of a player: number, title, name, rating, FIDE's number, points, and the rounds from column 92. */
#define PLAYER(n, title, name, elo, fide, points, rounds) \
	"001 " n " m" title " " name " " elo " NOR " fide " 1990/01/01 " points "     " rounds "\n"
#define ANNA \
	PLAYER("   1", " GM", "Aas,Anna                         ", "2500", "    1500001", " 2.0", \
	       "     4 b 1     3 w 1     2 w  ")
#define BODIL \
	PLAYER("   2", "WIM", "Bø,Bodil                         ", "2400", "    1500002", " 1.5", \
	       "     3 b =     4 w 1     1 b  ")
#define CARL \
	PLAYER("   3", "   ", "Carlsen, Carl                    ", "    ", "           ", " 0.5", \
	       "     2 w =     1 b 0     4 w  ")
#define DINA \
	PLAYER("   4", "   ", "Dahl, Dina                       ", "2100", "    1500004", " 0.0", \
	       "     1 w 0     2 b 0     3 b  ")
#define ERIK \
	PLAYER("   5", "   ", "Eng, Erik                        ", "2100", "    1500005", " 1.0", \
	       "  0000 - Z  0000 - U  0000 - H")

static void report_of_a_round(void **state)
{
	struct pairings p = read_text("012 Club\n" CARL DINA ERIK BODIL ANNA "XXR 5\n", 3);

	assert_string_equal(p.format, "trf");
	assert_int_equal(p.count, 3);
	/* FIDE C.04.2: by the higher score of the two */
	assert_int_equal(p.list[0].board, 1);
	assert_string_equal(p.list[0].player[0].name, "Aas, Anna");
	assert_string_equal(p.list[0].player[0].title, "GM");
	assert_string_equal(p.list[0].player[1].name, "Bø, Bodil");
	assert_string_equal(p.list[0].player[1].fide, "1500002");
	assert_string_equal(p.list[0].given, "");
	assert_string_equal(p.list[1].player[0].name, "Carlsen, Carl");
	assert_string_equal(p.list[1].player[0].elo, "");
	assert_int_equal(p.list[2].bye, BYE_HALF);
	assert_int_equal(p.list[2].player[0].number, 5);
	pairings_done(&p);
	p = read_text(CARL DINA ERIK BODIL ANNA, 1);
	assert_string_equal(p.list[0].player[1].name, "Aas, Anna");
	assert_string_equal(p.list[0].given, "0-1");
	assert_int_equal(p.list[2].bye, BYE_ZERO);
	pairings_done(&p);
	p = read_text(CARL DINA ERIK BODIL ANNA, 2);
	assert_int_equal(p.list[2].bye, BYE_FULL);
	pairings_done(&p);
}

/* byes that were asked for stand in a line of their own, too (TRF26) */
static void report_with_byes_asked_for(void **state)
{
	struct pairings p = read_text(CARL DINA ERIK BODIL ANNA "240 F 002    5\n240 Z   4    3    4\n"
								"240 H   5    3    5    2\n",
				      5);

	assert_int_equal(p.count, 3);
	for (int i = 0; i < 3; i++)
		assert_int_equal(p.list[i].bye, BYE_HALF);
	pairings_done(&p);
	p = read_text(CARL DINA ERIK BODIL ANNA "240 F   3    5\n", 3); /* his own line counts */
	assert_int_equal(p.list[2].bye, BYE_HALF);
	pairings_done(&p);
	refuse(ANNA BODIL CARL DINA "240 U   3    1\n", 5, 5, "is H, F or Z");
	refuse(ANNA BODIL CARL DINA "240 H   3    1   17\n", 5, 16, "no player's number");
}

/* "ø" is one column to one program and two to another */
static void report_whose_columns_are_bytes(void **state)
{
	struct pairings p = read_text(ANNA PLAYER("   2", "WIM", "Bø,Bodil                        ", "2400",
						  "    1500002", " 1.5", "     3 b =     4 w 1     1 b  ") CARL DINA,
				      3);

	assert_string_equal(p.list[0].player[1].name, "Bø, Bodil");
	assert_string_equal(p.list[0].player[1].elo, "2400");
	pairings_done(&p);
}

#define TEAM "013 %-32s%4u %4u\n"

static void report_of_teams(void **state)
{
	char text[2000];
	struct pairings p;

	snprintf(text, sizeof(text), "%s%s%s%s" TEAM TEAM, ANNA, BODIL, CARL, DINA, "Oslo", 3u, 1u, "Bergen", 4u, 2u);
	p = read_text(text, 3);
	assert_int_equal(p.count, 2);
	assert_string_equal(p.list[0].player[0].name, "Carlsen, Carl");
	assert_string_equal(p.list[0].player[0].team, "Oslo");
	assert_int_equal(p.list[0].match, 1);
	assert_int_equal(p.list[1].match, 1);
	pairings_done(&p);
}

static void report_at_fault(void **state)
{
	refuse(ANNA CARL DINA, 1, 112, "player 2 is not in the report");
	refuse(ANNA BODIL CARL ANNA DINA, 4, 5, "player 1 is also in line 1");
	refuse(ANNA CARL DINA PLAYER("   2", "   ", "Bø,Bodil                         ", "2400", "    1500002", " 1.5",
				     "     3 b =     4 w 1     4 b  "),
	       1, 112, "line 4 does not pair");
	refuse(ANNA CARL DINA PLAYER("   2", "   ", "Bø,Bodil                         ", "2400", "    1500002", " 1.5",
				     "     3 b =     4 w 1     1 w  "),
	       1, 117, "both players of this pairing have White");
	refuse(ANNA CARL DINA PLAYER("   2", "   ", "Bø,Bodil                         ", "2400", "    1500002", " 1.5",
				     "     3 b =     4 w 1     1 b 1"),
	       1, 119, "do not fit");
	refuse("001 nobody\n", 1, 5, "a player's number");
	refuse(ANNA "what is this\n", 2, 1, "a code of three letters");
	refuse(ANNA "013 Oslo                                9\n", 2, 41, "no player's number");
}

#define BODIL_AGAINST(round_3, points) \
	PLAYER("   2", "   ", "Bø,Bodil                         ", "2400", "    1500002", points, \
	       "     3 b =     4 w 1  " round_3)

static void report_at_fault_in_a_pairing(void **state)
{
	refuse(BODIL_AGAINST("   2 b  ", " 1.5"), 1, 112, "player 2 is paired with himself");
	refuse(BODIL_AGAINST("   x b  ", " 1.5"), 1, 112, "an opponent is a player's number, not \"x\"");
	refuse(BODIL_AGAINST("   1 x  ", " 1.5"), 1, 117, "a colour is w, b or -, not \"x\"");
	refuse(BODIL_AGAINST("   1 b q", " 1.5"), 1, 119, "a result is 1, 0, =");
	/* a column too far left, where no colour is, and too far right, where 12 would be player 1 */
	refuse(BODIL_AGAINST("  1 b 1 ", " 1.5"), 1, 116, "the line is shifted");
	refuse(BODIL_AGAINST("   12 b ", " 1.5"), 1, 116, "the line is shifted");
	/* lines of any system */
	refuse("012 Club\r\n\r\n001 nobody\r\n", 3, 5, "a player's number");
	refuse("012 Club\r\r001 nobody\r", 3, 5, "a player's number");
}

static void report_with_too_many(void **state)
{
	const size_t line = strlen(ERIK);
	char *text = malloc(4001 * line + 1);

	assert_non_null(text);
	for (unsigned i = 0; i <= 4000; i++) {
		char number[8];

		memcpy(text + i * line, ERIK, line + 1);
		snprintf(number, sizeof(number), "%4u", i + 1);
		memcpy(text + i * line + 4, number, 4);
	}
	refuse(text, 4001, 1, "at most 4000 players");
	free(text);
}

/* The first board is theirs who have the most points, whatever their numbers. */
static void report_in_the_order_of_points(void **state)
{
	struct pairings p = read_text(ANNA BODIL_AGAINST("   1 b  ", " 1.5")
					      PLAYER("   3", "   ", "Carlsen, Carl                    ", "    ",
						     "           ", " 2,5", "     2 w =     1 b 0     4 w  ") DINA,
				      3);

	assert_int_equal(p.count, 2);
	assert_string_equal(p.list[0].player[0].name, "Carlsen, Carl");
	assert_string_equal(p.list[1].player[0].name, "Aas, Anna");
	pairings_done(&p);
}

/* Carl's points as people and programs write them: whether his board is before Anna's, who has two. */
static void points_in_many_writings(void **state)
{
	static const struct {
		const char *points;
		bool is_first;
	} written[] = {
		{ " 2,5", true },  { " 2.1", true },  { " 2.0", false }, { " 1.9", false }, { "   3", true },
		{ "12.0", true },  { "12,5", true },  { "   2", false }, { "  2.", false }, { " 2 5", false },
		{ " 2x5", false }, { " 2.x", false }, { "    ", false }, { "   x", false }, { "2.5 ", true },
		{ "2.50", true },  { " .50", false }, { "9999", true },	 { "1999", true },  { " 01.", false },
	};
	char text[1000];

	for (size_t i = 0; i < sizeof(written) / sizeof(written[0]); i++) {
		struct pairings p;

		snprintf(text, sizeof(text),
			 ANNA BODIL_AGAINST("   1 b  ", " 1.5") "001    3 m    %-33s      NOR             1990/01/01 %s"
								"          2 w =     1 b 0     4 w  \n" DINA,
			 "Carlsen, Carl", written[i].points);
		p = read_text(text, 3);
		assert_int_equal(p.count, 2);
		if (!strcmp(p.list[0].player[0].name, "Carlsen, Carl") != written[i].is_first)
			fail_msg("\"%s\": %s is first", written[i].points, p.list[0].player[0].name);
		pairings_done(&p);
	}
}

/* Blank lines before the first say nothing of what it is; and where there is nothing else, nothing is read behind it.
 */
static void blank_lines_come_first(void **state)
{
	static const char *const blank[] = { "\n", "  \n", "\t\r\n \n", "   \n\n" };
	static const struct {
		const char *text, *format;
	} texts[] = { { "001", "trf" },
		      { "board,white,black\n1,A,B\n", "csv" },
		      { "[White \"A\"]\n[Black \"B\"]\n\n*\n", "pgn" } };
	char text[1500];

	for (size_t i = 0; i < sizeof(blank) / sizeof(blank[0]); i++)
		for (size_t k = 0; k < sizeof(texts) / sizeof(texts[0]); k++) {
			struct pairings p;

			if (k == 1 && blank[i][0] != '\n') /* a blank is a column's name there */
				continue;
			snprintf(text, sizeof(text), "%s%s", blank[i], k ? texts[k].text : ANNA BODIL CARL DINA);
			p = read_text(text, 3);
			assert_string_equal(p.format, texts[k].format);
			pairings_done(&p);
		}
	for (size_t n = 1; n < 6; n++) {
		char *exact = memset(malloc(n), ' ', n);
		struct text_fault fault;
		struct pairings p;

		assert_int_equal(pairings_read(exact, n, 3, &p, &fault), -22);
		free(exact);
	}
}

/* One after the other: each is there when all are, and one more is refused where it stands. */
static void as_many_as_there_may_be(void **state)
{
	struct pairings all = { 0 };
	struct text_fault fault;

	for (unsigned i = 0; i < PAIRINGS_MAX; i++)
		assert_non_null(pairings_add(&all, i + 1, 7, &fault));
	assert_null(pairings_add(&all, 4711, 8, &fault));
	assert_int_equal(fault.line, 4711);
	assert_int_equal(fault.column, 8);
	assert_string_equal(fault.reason, "here a round has more than 1000 pairings");
	assert_int_equal(all.count, PAIRINGS_MAX);
	for (unsigned i = 0; i < PAIRINGS_MAX; i++) {
		assert_int_equal(all.list[i].line, i + 1);
		assert_int_equal(all.list[i].column, 7);
	}
	pairings_done(&all);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(csv_of_all_columns),
		cmocka_unit_test(csv_guarded_against_spreadsheets),
		cmocka_unit_test(csv_with_mark_crlf_and_semicolons),
		cmocka_unit_test(byes_and_forfeits),
		cmocka_unit_test(results_of_draughts),
		cmocka_unit_test(teams_have_matches),
		cmocka_unit_test(csv_at_fault),
		cmocka_unit_test(titles_of_the_fmjd),
		cmocka_unit_test(other_titles),
		cmocka_unit_test(doubled_players),
		cmocka_unit_test(control_characters),
		cmocka_unit_test(junk),
		cmocka_unit_test(pgn_of_tags),
		cmocka_unit_test(report_of_a_round),
		cmocka_unit_test(report_with_byes_asked_for),
		cmocka_unit_test(report_whose_columns_are_bytes),
		cmocka_unit_test(report_of_teams),
		cmocka_unit_test(report_at_fault),
		cmocka_unit_test(report_at_fault_in_a_pairing),
		cmocka_unit_test(report_with_too_many),
		cmocka_unit_test(report_in_the_order_of_points),
		cmocka_unit_test(points_in_many_writings),
		cmocka_unit_test(blank_lines_come_first),
		cmocka_unit_test(as_many_as_there_may_be),
	};

	return cmocka_run_group_tests_name("pairings", tests, NULL, NULL);
}
