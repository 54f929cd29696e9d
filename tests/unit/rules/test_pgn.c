/* SPDX-License-Identifier: GPL-2.0-or-later */
/* PGN: what is written, what is read without loss, and every refusal with its place. */
#include <errno.h>

#include "tests/unit/rules/chess/chess-testing.h"
#include "formats/pgn.h"
#include "formats/pgn-tree.h"

static struct pgn_game *read_text(const char *text)
{
	struct pgn_game *pgn = NULL;
	struct game_error err = { "", "", 0 };
	int r = pgn_read(&game_chess, text, strlen(text), NULL, &pgn, &err);

	if (r)
		fail_msg("%d: %s at %u: %s", r, err.field, err.offset, err.reason);
	return pgn;
}

static void test_write(void **state)
{
	struct pgn_game *pgn = pgn_new();
	char *text;

	pgn_set_tag(pgn, "TimeControl", "300");
	pgn_set_tag(pgn, "White", "Anna \"The Rook\" \\ B");
	pgn_set_tag(pgn, "Event", "Blitz");
	pgn_set_tag(pgn, "Termination", "normal");
	pgn_add_move(pgn, "f3", 299999, PGN_NO_TIME, NULL);
	pgn_add_move(pgn, "e5", 3600000 + 62003, 1500, NULL);
	pgn_add_move(pgn, "g4", -5, PGN_NO_TIME, "not good");
	pgn_add_move(pgn, "Qh4#", PGN_NO_TIME, PGN_NO_TIME, NULL);
	strcpy(pgn->result, "0-1");
	text = pgn_format(&game_chess, pgn, NULL);
	assert_string_equal(text, "[Event \"Blitz\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n"
				  "[White \"Anna \\\"The Rook\\\" \\\\ B\"]\n[Black \"?\"]\n[Result \"0-1\"]\n"
				  "[TimeControl \"300\"]\n[Termination \"normal\"]\n\n"
				  "1. f3 {[%clk 0:04:59.999]} 1... e5 {[%clk 1:01:02.003] [%emt 0:00:01.500]} 2.\n"
				  "g4 {[%clk 0:00:00.000] not good} 2... Qh4# 0-1\n\n");
	free(text);
	text = pgn_format(&game_chess, pgn, &(struct pgn_style){ .clk = PGN_SECONDS });
	assert_non_null(strstr(text, "[%clk 0:04:59]"));
	free(text);
	assert_int_equal(pgn_set_tag(pgn, "Bad Name", "x"), -EINVAL);
	assert_int_equal(pgn_set_tag(pgn, "Event", "two\nlines"), -EINVAL);
	assert_int_equal(pgn_add_move(pgn, "", 0, 0, NULL), -EINVAL);
	pgn_free(pgn);
}

/* From a set-up position the numbers follow the FEN, and SetUp says so. */
static void test_write_from_position(void **state)
{
	struct pgn_game *pgn = pgn_new();
	char *text;

	pgn_set_tag(pgn, "FEN", "4k3/8/8/8/8/8/8/4K2R b - - 0 37");
	assert_int_equal(pgn_push_comment(&pgn->main.comment, &pgn->main.comment_count, "adjourned"), 0);
	pgn_add_move(pgn, "Kd7", PGN_NO_TIME, PGN_NO_TIME, NULL);
	pgn_add_move(pgn, "Rh7+", PGN_NO_TIME, PGN_NO_TIME, NULL);
	text = pgn_format(&game_chess, pgn, NULL);
	assert_non_null(strstr(
		text,
		"[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R b - - 0 37\"]\n\n{adjourned} 37... Kd7 38. Rh7+ *\n"));
	free(text);
	pgn_free(pgn);
}

static const char everything[] =
	"% an escaped line\r\n"
	"[Event \"M\xfcnchen\"]\r\n"		   /* Latin-1 */
	"[White \"\xd0\x9c\xd0\xb8\xd1\x85\"]\r\n" /* UTF-8 */
	"[Result \"1-0\"]\r\n"
	"[TimeControl \"40/7200:3600+30\"]\r\n"
	"\r\n"
	"{before} 1.e4! $14 {[%clk 1:59:58] [%eval 0.3] good\r\nmove} e5 (1...c5 {Sicilian} 2. Nf3 (2. c3 d5) 2... d6) (1... e6)\r\n"
	"; to the end } of the line\r\n"
	"2. Nf3 {[%emt 0:00:07.25]} {second} Nc6?! 3.Bb5 a6 4. O-O 1-0\r\n";

static void test_read_without_loss(void **state)
{
	struct pgn_game *pgn = read_text(everything), *again;
	struct pgn_move *m = pgn->main.move;
	char *text, *second;

	assert_string_equal(pgn_tag(pgn, "Event"), "M\xc3\xbcnchen");
	assert_string_equal(pgn_tag(pgn, "White"), "\xd0\x9c\xd0\xb8\xd1\x85");
	assert_string_equal(pgn->result, "1-0");
	assert_int_equal(pgn->main.count, 7);
	assert_int_equal(pgn->main.comment_count, 1);
	assert_string_equal(pgn->main.comment[0], "before");
	assert_int_equal(m[0].nag_count, 2);
	assert_int_equal(m[0].nag[0], 1);
	assert_int_equal(m[0].nag[1], 14);
	assert_int_equal(m[0].clk_ms, 7198000);
	assert_string_equal(m[0].comment[0], "[%eval 0.3] good move");
	assert_int_equal(m[1].variation_count, 2);
	assert_int_equal(m[1].variation[0].count, 3);
	assert_string_equal(m[1].variation[0].move[1].text, "Nf3");
	assert_int_equal(m[1].variation[0].move[1].variation[0].count, 2);
	assert_string_equal(m[1].comment[0], " to the end } of the line");
	assert_int_equal(m[2].emt_ms, 7250);
	assert_int_equal(m[2].comment_count, 1);
	assert_int_equal(m[3].nag[0], 6);
	assert_string_equal(m[6].text, "O-O");

	text = pgn_format(&game_chess, pgn, NULL);
	again = read_text(text);
	second = pgn_format(&game_chess, again, NULL);
	assert_string_equal(text, second);
	for (const char *line = text; *line; line = strchr(line, '\n') + 1)
		assert_true(strcspn(line, "\n") < 80);
	free(text);
	free(second);
	pgn_free(pgn);
	pgn_free(again);
}

/* What is no UTF-8 in all its bytes was written in Latin-1: no byte is lost, and what is read is UTF-8 always. */
static void test_texts_that_are_no_utf8(void **state)
{
	static const struct {
		const char *file, *read;
	} texts[] = {
		{ "\xc3\xbc", "\xc3\xbc" },
		{ "\xe2\x99\x9e", "\xe2\x99\x9e" },
		{ "\xf0\x9f\x8f\x81", "\xf0\x9f\x8f\x81" },
		{ "\xf4\x8f\xbf\xbf", "\xf4\x8f\xbf\xbf" },
		{ "\xed\x9f\xbf", "\xed\x9f\xbf" },
		/* a continuation where none is due */
		{ "\xa0", "\xc2\xa0" },
		{ "a\xbfz", "a\xc2\xbfz" },
		{ "\xc3\xbc\xbc", "\xc3\x83\xc2\xbc\xc2\xbc" },
		/* none where one is due */
		{ "\xe9t", "\xc3\xa9t" },
		{ "\xc3z", "\xc3\x83z" },
		{ "\xc3\xc3\xbc", "\xc3\x83\xc3\x83\xc2\xbc" },
		{ "\xe2z\xa0", "\xc3\xa2z\xc2\xa0" },
		{ "\xe2\xa0z", "\xc3\xa2\xc2\xa0z" },
		{ "\xf0\xa0z\xa0", "\xc3\xb0\xc2\xa0z\xc2\xa0" },
		{ "\xf0\xa0\xa0z", "\xc3\xb0\xc2\xa0\xc2\xa0z" },
		/* it ends too early */
		{ "\xc3", "\xc3\x83" },
		{ "\xe2\xa0", "\xc3\xa2\xc2\xa0" },
		/* too long, a surrogate, past the last */
		{ "\xc0\xaf", "\xc3\x80\xc2\xaf" },
		{ "\xc1\xbf", "\xc3\x81\xc2\xbf" },
		{ "\xe0\x80\xaf", "\xc3\xa0\xc2\x80\xc2\xaf" },
		{ "\xed\xa0\x80", "\xc3\xad\xc2\xa0\xc2\x80" },
		{ "\xf0\x80\x80\xaf", "\xc3\xb0\xc2\x80\xc2\x80\xc2\xaf" },
		{ "\xf4\x90\x80\x80", "\xc3\xb4\xc2\x90\xc2\x80\xc2\x80" },
		{ "\xf5\x80\x80\x80", "\xc3\xb5\xc2\x80\xc2\x80\xc2\x80" },
	};

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		struct pgn_game *pgn;
		char file[200];

		snprintf(file, sizeof(file), "[White \"%s\"]\n\n1. e4 {%s} *\n", texts[i].file, texts[i].file);
		pgn = read_text(file);
		assert_string_equal(pgn_tag(pgn, "White"), texts[i].read);
		assert_string_equal(pgn->main.move[0].comment[0], texts[i].read);
		pgn_free(pgn);
	}
}

static void test_several_games(void **state)
{
	const char *text =
		"\xef\xbb\xbf[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. e5 *\n\n[Event \"c\"]\n1. d4 1/2-1/2\n\n1. c4 0-1\n\n";
	size_t at = 0, used;
	struct pgn_game *pgn;
	int results[] = { 0, -EINVAL, 0, 0, -ENODATA };

	for (size_t i = 0; i < 5; i++) {
		struct game_error err = { "", "", 0 };
		int r = pgn_read(&game_chess, text + at, strlen(text + at), &used, &pgn, &err);
		assert_int_equal(r, results[i]);
		if (!r)
			pgn_free(pgn);
		at += used;
	}
}

/* The missing move numbers, tags and end of line of careless writers. */
static void test_read_bare(void **state)
{
	struct pgn_game *pgn = read_text("e4 e5 Nf3 1...Nc6 3 . Bb5 *");
	char *text = pgn_format(&game_chess, pgn, NULL);

	assert_non_null(strstr(text, "[Event \"?\"]"));
	assert_non_null(strstr(text, "\n1. e4 e5 2. Nf3 Nc6 3. Bb5 *\n"));
	free(text);
	pgn_free(pgn);
}

/* Said by some writers, known from the move itself. */
static void test_read_in_passing(void **state)
{
	struct pgn_game *pgn = read_text("1. e4 a6 2. e5 d5 3. exd6 e.p. exd6 e.p. 4. d4 *");

	assert_int_equal(pgn->main.count, 7);
	assert_string_equal(pgn->main.move[4].text, "exd6");
	pgn_free(pgn);
}

static void test_refused(void **state)
{
	struct {
		const char *text, *field;
		unsigned offset;
	} cases[] = {
		{ "[Event \"a]\n\n1. e4 *", "tag", 10 },
		{ "[Event a]\n\n1. e4 *", "tag", 7 },
		{ "[\"a\"]", "tag", 1 },
		{ "[Event \"a\"\n1. e4 *", "tag", 11 },
		{ "[Event \"a\"]\n[Event \"b\"]\n*", "tag", 12 },
		{ "[FEN \"8/8 w\"]\n*", "FEN", 0 },
		{ "[Result \"won\"]\n*", "Result", 0 },
		{ "1. e4 e5 2. Ke3 *", "move", 12 },
		{ "1. e4 {oops *", "comment", 6 },
		{ "1. e4 (1. d4 *", "variation", 6 },
		{ "1. e4 () *", "variation", 6 },
		{ "1. e4 ) *", "variation", 6 },
		{ "(1. e4) *", "variation", 0 },
		{ "1. e4 $ *", "annotation", 6 },
		{ "1. e4 $256 *", "annotation", 6 },
		{ "$1 e4 *", "annotation", 0 },
		{ "1. e4 e5", "result", 8 },
		{ "1. e4 <x> *", "move", 6 },
		{ "1. e4 -- *", "move", 6 },
		{ "1. \xff *", "move", 3 },
		{ "[Event \"a", "tag", 9 },
		{ "[Event \"a\\", "tag", 10 },
		{ "[Event \"a\r\n\"]\n*", "tag", 9 },
		{ "[Event \"a\x01\"]\n*", "tag", 9 },
		{ "[Event \"a\x7f\"]\n*", "tag", 9 },
		{ "[E123456789012345678901234567890123456789012345678901234567890123 \"a\"]\n*", "tag", 0 },
		{ "[FEN \"4k3/8/8/8/8/8/8/N1N1K3 w - - 0 1\"]\n1. Nb3 *", "move", 44 }, /* which of them? */
		{ "1. e\x7f *", "move", 4 },
		{ "1. \x05 *", "move", 3 },
		{ "1. e4 % *", "move", 6 },		 /* hides only a whole line */
		{ "1. e4 [Event \"a\"]\n*", "move", 6 }, /* and a tag begins one */
		{ "1. e4\n[Event \"b\"]\n*", "result", 6 },
		{ "1. e4 e.p *", "move", 6 },
		{ "1. e4 (1. d4 1-0", "variation", 6 },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct pgn_game *pgn = NULL;
		struct game_error err = { "", "", 999 };
		int r = pgn_read(&game_chess, cases[i].text, strlen(cases[i].text), NULL, &pgn, &err);

		if (r != -EINVAL || strcmp(err.field, cases[i].field) || err.offset != cases[i].offset)
			fail_msg("%s: %d, %s at %u (%s)", cases[i].text, r, err.field, err.offset, err.reason);
	}
}

/* Castling with zeros is no result; tags alone are a game, whose end is where the next one's tags are. */
static void test_zeros_and_tags_alone(void **state)
{
	static const char text[] = "[White \"A\"]\n[Result \"0-0\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. 0-0 *\n\n"
				   "[White \"B\"]\n\n[White \"C\"]\n[Result \"1-0\"]\n";
	struct pgn_game *pgn = NULL;
	size_t at = 0, used;

	assert_int_equal(pgn_read(&game_chess, text, strlen(text), &used, &pgn, NULL), 0);
	assert_string_equal(pgn->main.move[6].text, "O-O");
	assert_string_equal(pgn->result, "0-0");
	pgn_free(pgn);
	for (unsigned i = 0; i < 2; i++) {
		at += used;
		assert_int_equal(pgn_read(&game_chess, text + at, strlen(text) - at, &used, &pgn, NULL), 0);
		assert_string_equal(pgn_tag(pgn, "White"), i ? "C" : "B");
		assert_int_equal(pgn->main.count, 0);
		pgn_free(pgn);
	}
	at += used;
	assert_int_equal(pgn_read(&game_chess, text + at, strlen(text) - at, &used, &pgn, NULL), -ENODATA);
}

/* Who wants no reason gets none, and a game that is refused ends where the next one begins. */
/* A tag's name has 63 letters at most. */
static void test_long_names(void **state)
{
	for (unsigned n = 63; n <= 64; n++) {
		struct pgn_game *pgn = NULL;
		struct game_error why = { 0 };
		char text[128], name[65];

		memset(name, 'N', n);
		name[n] = '\0';
		snprintf(text, sizeof(text), "[%s \"a\"]\n\n*\n", name);
		assert_int_equal(pgn_read(&game_chess, text, strlen(text), NULL, &pgn, &why), n == 63 ? 0 : -EINVAL);
		if (n == 64)
			assert_non_null(strstr(why.reason, "longer than 63 characters"));
		else
			assert_string_equal(pgn_tag(pgn, name), "a");
		if (pgn)
			pgn_free(pgn);
	}
}

/* Lines are broken in a comment as elsewhere, but not in a command; what only looks like one is text. */
static void test_comments_with_brackets(void **state)
{
	static const struct {
		const char *comment, *line;
	} forms[] = {
		{ "[%clk", "1. e4 {[%clk} *\n" },
		{ "[%csl Rd4 Gd5]", "1. e4 {[%csl Rd4 Gd5]} *\n" },
		{ "words of many letters, before one in brackets which comes only [on the next line of all that] is said",
		  "1. e4 {words of many letters, before one in brackets which comes only [on the\nnext line of all that] is "
		  "said} *\n" },
	};

	for (size_t i = 0; i < sizeof(forms) / sizeof(*forms); i++) {
		struct pgn_game *pgn = pgn_new();
		char *text;

		assert_int_equal(pgn_add_move(pgn, "e4", PGN_NO_TIME, PGN_NO_TIME, forms[i].comment), 0);
		text = pgn_format(&game_chess, pgn, NULL);
		assert_non_null(text);
		if (!strstr(text, forms[i].line))
			fail_msg("%s", text);
		free(text);
		pgn_free(pgn);
	}
}

static void test_refused_without_reason(void **state)
{
	static const char text[] = "[FEN \"8/8 w\"]\r%1\r1. e4\r\r\n[Event \"b\"]\n*";
	struct pgn_game *pgn = NULL;
	size_t used;

	assert_int_equal(pgn_read(&game_chess, text, strlen(text), &used, &pgn, NULL), -EINVAL);
	assert_string_equal(text + used, "[Event \"b\"]\n*");
	assert_int_equal(pgn_read(&game_chess, "1. Ke2 *", 8, NULL, &pgn, NULL), -EINVAL);
	assert_null(pgn);
}

/* Moves of any length and variations of any depth are refused, not cut. */
static void test_refused_for_its_size(void **state)
{
	char text[4096] = "1. ";
	struct pgn_game *pgn = NULL;
	struct game_error err;

	memset(text + 3, 'e', 300);
	strcpy(text + 303, " *");
	assert_int_equal(pgn_read(&game_chess, text, strlen(text), NULL, &pgn, &err), -EINVAL);
	assert_string_equal(err.field, "move");
	assert_non_null(strstr(err.reason, "longer"));
	strcpy(text, "1. e4");
	for (unsigned i = 0; i < PGN_MAX_DEPTH; i++)
		strcat(text, i % 2 ? " (1. e4" : " (1. d4");
	assert_int_equal(pgn_read(&game_chess, text, strlen(text), NULL, &pgn, &err), -EINVAL);
	assert_string_equal(err.field, "variation");
	assert_non_null(strstr(err.reason, "deeper"));
}

/* What a tag and a comment hold is kept but for what is no text. */
static void test_read_texts(void **state)
{
	static const char text[] = "%\n  %no game\n[Event \"a\tb \\\\ \\\" \\c\"]\n\n1. e4 {a\r\nb\rc\0d} *";
	static const char hidden[] = "1. e4\n%hidden ( {\r\n\f\v1... e5 1/2-1/2";
	struct game_error err = { "", "", 0 };
	struct pgn_game *pgn;

	/* a line that does not begin with it is not hidden */
	assert_int_equal(pgn_read(&game_chess, text, sizeof(text) - 1, NULL, &pgn, &err), -EINVAL);
	assert_int_equal(err.offset, 4);
	assert_int_equal(pgn_read(&game_chess, text + 13, sizeof(text) - 14, NULL, &pgn, &err), 0);
	assert_string_equal(pgn_tag(pgn, "Event"), "a b \\ \" \\c");
	assert_string_equal(pgn->main.move[0].comment[0], "a b c d");
	pgn_free(pgn);
	pgn = read_text(hidden);
	assert_int_equal(pgn->main.count, 2);
	assert_string_equal(pgn->result, "1/2-1/2");
	pgn_free(pgn);
}

/* The two commands are taken from a comment, once each; what is like them stays. */
static void test_read_clocks(void **state)
{
	static const struct {
		const char *comment, *left; /* NULL: nothing */
		int64_t clk, emt;
	} cases[] = {
		{ "[%clk 0:01:00]", NULL, 60000, PGN_NO_TIME },
		{ "[%clk\t 0:01:00 \t] [%emt 0:00:02]", NULL, 60000, 2000 },
		{ "good [%clk 0:01:00]", "good", 60000, PGN_NO_TIME },
		{ "good[%clk 0:01:00]", "good", 60000, PGN_NO_TIME },
		{ "[%clk 0:01:00] good", "good", 60000, PGN_NO_TIME },
		{ "[%clk 0:01:00][%clk 0:02:00]", "[%clk 0:02:00]", 60000, PGN_NO_TIME },
		{ "[%clk soon] [%clk 0:02:00]", "[%clk soon]", 120000, PGN_NO_TIME },
		{ "[%clk ]", "[%clk ]", PGN_NO_TIME, PGN_NO_TIME },
		{ "[%clk0:01:00]", "[%clk0:01:00]", PGN_NO_TIME, PGN_NO_TIME },
		{ "[%clock 0:01:00]", "[%clock 0:01:00]", PGN_NO_TIME, PGN_NO_TIME },
		{ "[%clk 0:01:00", "[%clk 0:01:00", PGN_NO_TIME, PGN_NO_TIME },
		{ "", "", PGN_NO_TIME, PGN_NO_TIME },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		char text[200];
		struct pgn_game *pgn;
		const struct pgn_move *m;

		snprintf(text, sizeof(text), "1. e4 {%s} *", cases[i].comment);
		pgn = read_text(text);
		m = &pgn->main.move[0];
		if (m->clk_ms != cases[i].clk || m->emt_ms != cases[i].emt || m->comment_count != !!cases[i].left ||
		    (cases[i].left && strcmp(m->comment[0], cases[i].left)))
			fail_msg("%s: %lld, %lld, \"%s\"", cases[i].comment, (long long)m->clk_ms, (long long)m->emt_ms,
				 m->comment_count ? m->comment[0] : "");
		pgn_free(pgn);
	}
}

/* Glyphs by number and by sign, also as the last bytes of all, and results within variations. */
static void test_read_glyphs(void **state)
{
	struct pgn_game *pgn = read_text("1. e4! $255 e5?? (1... e6!? 1/2-1/2) 2. d4?! $0 0-1");

	assert_int_equal(pgn->main.move[0].nag[0], 1);
	assert_int_equal(pgn->main.move[0].nag[1], 255);
	assert_int_equal(pgn->main.move[1].nag[0], 4);
	assert_int_equal(pgn->main.move[1].variation[0].move[0].nag[0], 5);
	assert_int_equal(pgn->main.move[2].nag[0], 6);
	assert_int_equal(pgn->main.move[2].nag[1], 0);
	assert_string_equal(pgn->result, "0-1");
	pgn_free(pgn);
	for (size_t n = 0; n < 3; n++) {
		struct game_error err = { "", "", 0 };

		assert_int_equal(pgn_read(&game_chess, "1. e4!? $12", 6 + n + (n == 2 ? 3 : 0), NULL, &pgn, &err),
				 -EINVAL);
		assert_string_equal(err.field, "result"); /* nothing else is wrong */
	}
}

/* A tag's name has letters, digits and "_"; a value and a move have no control characters and some length. */
static void test_what_is_set(void **state)
{
	struct pgn_game *pgn = pgn_new();
	char move[GAME_TEXT + 10];

	assert_int_equal(pgn_set_tag(pgn, "", "x"), -EINVAL);
	assert_int_equal(pgn_set_tag(pgn, "Z\xc3\xbcrich", "x"), -EINVAL);
	assert_int_equal(pgn_set_tag(pgn, "a_1", "del\x7f"), -EINVAL);
	assert_int_equal(pgn_set_tag(pgn, "a_1", "one"), 0);
	assert_int_equal(pgn_set_tag(pgn, "a_1", "two"), 0);
	assert_string_equal(pgn_tag(pgn, "a_1"), "two");
	assert_int_equal(pgn->tag_count, 1);
	memset(move, 'e', sizeof(move));
	move[sizeof(move) - 1] = '\0';
	assert_int_equal(pgn_add_move(pgn, move, 0, 0, NULL), -EINVAL);
	assert_int_equal(pgn->main.count, 0);
	pgn_free(pgn);
	pgn_free(NULL);
}

static void test_clock_text(void **state)
{
	struct {
		const char *text;
		int64_t ms;
	} cases[] = {
		{ "0:05:00", 300000 },
		{ "1:02:03.456", 3723456 },
		{ "5:00", 300000 },
		{ "12", 12000 },
		{ "0:00:00.1", 100 },
		{ "0:00:01.23456", 1234 },
		{ "99:59:59.999", 359999999 },
		{ "", -1 },
		{ ":", -1 },
		{ "1:2:3:4", -1 },
		{ "0:05:00.", -1 },
		{ "0:05:00.x", -1 },
		{ "0:05:00./", -1 },
		{ "0:05:00.1:", -1 },
		{ "0:05:00.1/", -1 },
		{ "0:05:00;", -1 },
		{ "1.5:00:00", -1 },
		{ "-1", -1 },
		{ "0.5:00", -1 },
		{ "9999999999", -1 },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		int64_t ms = -1;
		assert_int_equal(pgn_clock_parse(cases[i].text, strlen(cases[i].text), &ms),
				 cases[i].ms < 0 ? -EINVAL : 0);
		assert_int_equal(ms, cases[i].ms);
	}
}

/* FIDE Guidelines II in records: Variant says what the FEN's rights mean, and castling is read with them. */
static void test_chess960(void **state)
{
	static const struct {
		const char *tags, *moves, *fen;
	} cases[] = {
		{ "[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/1R3KR1 w KQ - 0 1\"]\n", "1. O-O *",
		  "4k3/8/8/8/8/8/8/1R3RK1 b - - 1 1" },
		{ "[FEN \"4k3/8/8/8/8/8/8/1R3KR1 w GB - 0 1\"]\n[Variant \"chess 960\"]\n", "1. O-O *",
		  "4k3/8/8/8/8/8/8/1R3RK1 b - - 1 1" },
		/* in chess king and queen would be swapped, and castling mirrored */
		{ "[Variant \"Fischerandom\"]\n[FEN \"4k3/8/8/8/8/8/8/R2K3R w KQ - 0 1\"]\n", "1. O-O *",
		  "4k3/8/8/8/8/8/8/R4RK1 b - - 1 1" },
		/* nothing says so but the rights */
		{ "[FEN \"4k3/8/8/8/8/8/8/1R3KR1 w GB - 0 1\"]\n", "1. O-O *", "4k3/8/8/8/8/8/8/1R3RK1 b - - 1 1" },
		{ "[Variant \"Chess960\"]\n", "1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7 4. O-O *",
		  "rnbqk2r/ppppppbp/5np1/8/8/5NP1/PPPPPPBP/RNBQ1RK1 b kq - 3 4" },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct pgn_game *pgn;
		struct game_position pos;
		struct game_error err;
		char text[500];

		snprintf(text, sizeof text, "%s\n%s\n", cases[i].tags, cases[i].moves);
		if (pgn_read(&game_chess, text, strlen(text), NULL, &pgn, &err) < 0)
			fail_msg("%s: %s: %s", cases[i].tags, err.field, err.reason);
		assert_ptr_equal(pgn_variant(&game_chess, pgn), &game_chess960);
		assert_int_equal(pgn_start(&game_chess, pgn, &pos, NULL), 0);
		for (unsigned m = 0; m < pgn->main.count; m++) {
			struct game_move move;

			assert_int_equal(game_chess960.move_parse(&pos, pgn->main.move[m].text, &move), 0);
			game_chess960.play(&pos, &move);
		}
		game_chess960.format(&pos, text);
		assert_string_equal(text, cases[i].fen);
		pgn_freep(&pgn);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_chess960),
		cmocka_unit_test(test_write),
		cmocka_unit_test(test_write_from_position),
		cmocka_unit_test(test_read_without_loss),
		cmocka_unit_test(test_texts_that_are_no_utf8),
		cmocka_unit_test(test_several_games),
		cmocka_unit_test(test_read_bare),
		cmocka_unit_test(test_read_in_passing),
		cmocka_unit_test(test_refused),
		cmocka_unit_test(test_zeros_and_tags_alone),
		cmocka_unit_test(test_long_names),
		cmocka_unit_test(test_comments_with_brackets),
		cmocka_unit_test(test_refused_without_reason),
		cmocka_unit_test(test_refused_for_its_size),
		cmocka_unit_test(test_read_texts),
		cmocka_unit_test(test_read_clocks),
		cmocka_unit_test(test_read_glyphs),
		cmocka_unit_test(test_what_is_set),
		cmocka_unit_test(test_clock_text),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
