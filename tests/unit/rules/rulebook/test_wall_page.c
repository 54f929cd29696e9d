/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The page for the wall: what it says of each book's values, for whom, with which articles, and in which form. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "rules/rulebook/notices.h"

#define ARTICLES "\nThe articles\n"

static struct rulebook *load(const char *id, const char *change)
{
	struct rulebook *book = NULL;
	char err[160];

	setenv("FLAGFALL_RULES", "rules/books", 0);
	if (rulebook_load(id, NULL, NULL, &book) < 0)
		fail_msg("%s", id);
	if (change && rulebook_override(book, change, err) < 0)
		fail_msg("%s: %s", change, err);
	return book;
}

static char *page_in(const struct rulebook *book, enum wall_reader reader, enum wall_form form,
		     const struct language *language, const char *paper)
{
	const struct wall_page page = { reader, form, language, paper };
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	assert_non_null(out);
	assert_int_equal(rulebook_wall_page(book, &page, out), 0);
	assert_int_equal(fclose(out), 0);
	return text;
}

static char *page_of(const struct rulebook *book, enum wall_reader reader, bool roff)
{
	return page_in(book, reader, roff ? WALL_ROFF : WALL_TEXT, &language_en, "A4");
}

/* Lines are broken at a width: what is said is looked for with one blank for each break. In place. */
static char *unbroken(char *text)
{
	char *to = text;

	for (const char *s = text; *s; s++)
		if (*s != '\n' && *s != ' ')
			*to++ = *s;
		else if (to == text || to[-1] != ' ')
			*to++ = ' ';
	*to = '\0';
	return text;
}

static const struct {
	const char *book, *change;
	unsigned readers; /* who reads it; the other does not */
	const char *sentence;
} said[] = {
	/* what each book says itself, with its article */
	{ "wbca-1992", NULL, WALL_PLAYER | WALL_ARBITER,
	  "- To claim it, say so and stop the clock. Words alone are no claim. (7c)" },
	{ "wbca-1992", NULL, WALL_PLAYER | WALL_ARBITER, "- A wrong draw claim: 1:00 for the opponent. (13b)" },
	{ "wbca-1992", NULL, WALL_PLAYER | WALL_ARBITER, "- The arbiter's decision is final. (21)" },
	{ "fide2023-standard", NULL, WALL_PLAYER | WALL_ARBITER, "- An illegal move: 2:00 for the opponent. (7.5.5)" },
	{ "fide2023-standard", NULL, WALL_PLAYER | WALL_ARBITER, "- A decision can be appealed against. (11.10)" },
	{ "fide2023-standard", NULL, WALL_PLAYER | WALL_ARBITER,
	  "- 50 moves of each side without a capture or a pawn's move may be claimed as a draw. (9.3)" },
	{ "fmjd-annex6", NULL, WALL_PLAYER | WALL_ARBITER,
	  "- The counted endings are drawn on a claim after 25, 16, 5 moves of each side. (AI.6.2, AI.6.3, AI.6.4)" },
	{ "fmjd-annex6", NULL, WALL_PLAYER | WALL_ARBITER,
	  "- With 1:00 or less left and at most 8 pieces on the board a draw may be claimed in a clearly better position. (A6.9)" },
	{ "nsb-2004", NULL, WALL_PLAYER | WALL_ARBITER, "- Appeals go up in this order: section-chief chief-td. (10)" },
	{ "handbook", NULL, WALL_PLAYER | WALL_ARBITER,
	  "- The arbiter's decision on a claim that the opponent cannot win is final. (10.2d)" },
	{ "ru-2013", NULL, WALL_PLAYER | WALL_ARBITER,
	  "- A rejected claim that the opponent cannot win: 2:00 for him. (10.2.3)" },
	/* settings of the board, and what he decides himself, are the arbiter's */
	{ "wbca-1992", NULL, WALL_ARBITER,
	  "- The board waits until a flag is claimed, if the event says nothing else." },
	{ "ru-2013", NULL, WALL_ARBITER, "- You may postpone your decision on that and give the opponent time." },
	/* the same words of another number: times, numbers, half of the plies */
	{ "fide2023-blitz", "illegal-award=90500", WALL_PLAYER | WALL_ARBITER,
	  "- An illegal move: 1:30 for the opponent. (event)" },
	{ "fide2023-blitz", "illegal-award=0", 0, "- An illegal move: 0:00 for the opponent. (event)" },
	{ "fide2023-blitz", "illegal-limit=3", WALL_PLAYER | WALL_ARBITER,
	  "- A player's third illegal move: the game. (event)" },
	{ "fide2023-blitz", "illegal-limit=4", WALL_PLAYER | WALL_ARBITER,
	  "- Illegal move number 4 of the same player: the game. (event)" },
	{ "fide2023-blitz", "illegal-limit=1", 0, "of the same player: the game. (event)" },
	{ "fide2023-blitz", "fifty-moves=60", WALL_PLAYER | WALL_ARBITER, "- 30 moves of each side without a capture" },
	{ "fide2023-blitz", "late-default-time=3661000", WALL_PLAYER | WALL_ARBITER,
	  "- Who comes more than 61:01 late loses. (event)" },
	{ "fide2023-blitz", "counted-draws=7", WALL_PLAYER | WALL_ARBITER,
	  "on a claim after 7 moves of each side. (event)" },
	{ "wbca-1992", "endgame-claims=same-piece-draw", 0, "Bishops of opposite colours" },
	/* what a claim costs that nobody can make (III.2.1: only with the guidelines) */
	{ "fide2023-standard", NULL, 0, "- A rejected claim that the opponent cannot win:" },
	/* what the text leaves open is the program's reading */
	{ "handbook", NULL, 0, "(reading)" },
};

static void each_value_is_said_to_whom_it_concerns(void **state)
{
	static const enum wall_reader readers[] = { WALL_PLAYER, WALL_ARBITER };

	for (size_t i = 0; i < sizeof(said) / sizeof(said[0]); i++) {
		struct rulebook *book = load(said[i].book, said[i].change);

		for (unsigned k = 0; k < 2; k++) {
			char *page = unbroken(page_of(book, readers[k], false));

			if (!strstr(page, said[i].sentence) == (bool)(said[i].readers & readers[k]))
				fail_msg("%s, %s, for %u: \"%s\"", said[i].book,
					 said[i].change ? said[i].change : "as it is", readers[k], said[i].sentence);
			free(page);
		}
		rulebook_free(book);
	}
}

/* FIDE III.2.1: with the guidelines the claim exists; III.2.2: with an increment it does not, so nothing is said. */
static void what_depends_on_the_event_says_on_what(void **state)
{
	struct rulebook *book = load("fide2023-standard", NULL);
	char *page = unbroken(page_of(book, WALL_PLAYER, false));

	assert_non_null(strstr(
		page,
		" Where the guidelines for games without increment apply - With less than 2:00 left the player to move may"));
	assert_non_null(
		strstr(page, "ask for an increment of 0:05 a move for both, which is a draw offer. (III.4, III.2.1)"));
	assert_null(strstr(page, "With an increment"));
	free(page);
	rulebook_free(book);
}

/* What a book and its parent say of the same options stands there once, and the book's own last word holds. */
static void the_same_options_stand_there_once(void **state)
{
	struct rulebook *book = load("fide2023-blitz", NULL);
	char *page = unbroken(page_of(book, WALL_PLAYER, false)),
	     *at = strstr(page, "Where every game has its arbiter");

	assert_non_null(at);
	assert_null(strstr(at + 1, "Where every game has its arbiter"));
	assert_non_null(strstr(at, "An illegal move: 2:00 for the opponent. (B.2, 7.5.5)"));
	free(page);
	rulebook_free(book);
}

/* No key of a parameter or an option, nor a placeholder or a line without words, in any language and form. */
static void check_words(const struct rulebook *book, enum wall_reader reader)
{
	static const char *const keys[] = {
		"guidelines_iii", "supervision", "players_record", "(reading", "%t", "%n", "%h", "%l", "%1",
		"<li>&nbsp;",	  "- (",	 "<h2></h2>"
	};

	for (const struct language *const *l = language_list(); *l; l++)
		for (unsigned form = WALL_TEXT; form <= WALL_HTML; form += WALL_HTML) {
			char *page = page_in(book, reader, form, *l, "letter"), *end = strstr(page, ARTICLES);

			if (!end)
				end = strstr(page, "\nDie Artikel\n");
			if (!end)
				end = strstr(page, "\nСтатьи\n");
			if (end)
				*end = '\0';
			for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
				if (strstr(page, keys[i]))
					fail_msg("%s for %u in %s: \"%s\"", rulebook_id(book), reader, (*l)->id,
						 keys[i]);
			free(page);
		}
}

static void for_each_page(void (*check)(const struct rulebook *book, enum wall_reader reader));

static void nothing_internal_is_on_a_page(void **state)
{
	for_each_page(check_words);
}

/* An article's number, as the page names it: at the end of a line's sentence, or in front of its words. */
struct numbers {
	char number[200][32];
	unsigned count;
};

static bool add_number(struct numbers *list, const char *number, size_t n)
{
	for (unsigned i = 0; i < list->count; i++)
		if (strlen(list->number[i]) == n && !memcmp(list->number[i], number, n))
			return false;
	assert_true(list->count < 200 && n && n < sizeof(list->number[0]));
	memcpy(list->number[list->count], number, n);
	list->number[list->count++][n] = '\0';
	return true;
}

/* The last parentheses of each sentence of the page, up to the articles. */
static struct numbers cited_on(char *page)
{
	struct numbers ret = { .count = 0 };
	char *end = strstr(page, ARTICLES), *next;

	assert_non_null(end);
	*end = '\0';
	for (char *line = strstr(page, "\n  - "); line; line = next) {
		char *from, *to;

		next = strstr(line + 1, "\n  - ");
		if (next)
			*next = '\0';
		/* a heading may follow */
		to = strstr(line, ")\n\n");
		to = to ? to : strrchr(line, ')');
		assert_non_null(to);
		*to = '\0';
		from = strrchr(line, '(');
		assert_non_null(from);
		for (char *save = NULL, *word = strtok_r(from + 1, ", \n", &save); word;
		     word = strtok_r(NULL, ", \n", &save))
			add_number(&ret, word, strlen(word));
		if (next)
			*next = '\n';
	}
	*end = '\n';
	return ret;
}

static struct numbers quoted_on(const char *page)
{
	struct numbers ret = { .count = 0 };

	for (const char *line = strstr(page, ARTICLES) + strlen(ARTICLES); *line;) {
		const char *end = strchr(line, '\n');

		assert_non_null(end);
		/* two blanks and the number; words that go on begin at the margin */
		if (!strncmp(line, "  ", 2) && line[2] != ' ')
			assert_true(add_number(&ret, line + 2, strcspn(line + 2, " ")));
		line = end + 1;
	}
	return ret;
}

static void for_each_page(void (*check)(const struct rulebook *book, enum wall_reader reader))
{
	char **list;

	setenv("FLAGFALL_RULES", "rules/books", 0);
	assert_int_equal(rulebook_list(&list), 0);
	for (char **id = list; *id; id++) {
		struct rulebook *book = load(*id, NULL);

		check(book, WALL_PLAYER);
		check(book, WALL_ARBITER);
		rulebook_free(book);
	}
	rulebook_list_free(list);
}

static void check_articles(const struct rulebook *book, enum wall_reader reader)
{
	char *page = page_of(book, reader, false);
	struct numbers quoted = quoted_on(page), cited = cited_on(page);

	if (quoted.count < 4)
		fail_msg("%s quotes %u articles", rulebook_id(book), quoted.count);
	for (unsigned i = 0; i < cited.count; i++)
		if (add_number(&quoted, cited.number[i], strlen(cited.number[i])))
			fail_msg("%s cites %s, and does not quote it", rulebook_id(book), cited.number[i]);
	if (cited.count != quoted.count)
		fail_msg("%s cites %u articles and quotes %u", rulebook_id(book), cited.count, quoted.count);
	free(page);
}

/* Whoever reads a line finds its article below, once, and no article that no line rests on. */
static void what_is_cited_is_quoted_once(void **state)
{
	for_each_page(check_articles);
}

static void check_width(const struct rulebook *book, enum wall_reader reader)
{
	char *page = page_of(book, reader, false);

	for (char *save = NULL, *line = strtok_r(page, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
		/* one word may be longer than any line */
		if (strlen(line) > 80 && strrchr(line, ' ') > line + 12)
			fail_msg("%s: %s", rulebook_id(book), line);
		assert_int_not_equal(line[strlen(line) - 1], ' ');
	}
	free(page);
}

static void lines_fit_a_page(void **state)
{
	for_each_page(check_width);
}

/* The words of a page that is written for man: its requests and escapes taken away. */
static char *words_of_roff(const char *page)
{
	char *ret = malloc(strlen(page) + 1), *to = ret;

	for (const char *line = page; *line; line = strchr(line, '\n') + 1) {
		const char *end = strchr(line, '\n');

		if (!strncmp(line, ".IP \\(bu 2\n", 11)) {
			*to++ = '-';
			*to++ = ' ';
			continue;
		}
		if (!strncmp(line, ".IP \"", 5) || !strncmp(line, ".SH \"", 5)) {
			size_t n = strcspn(line + 5, "\"");

			memcpy(to, line + 5, n);
			to += n;
			*to++ = ' ';
			continue;
		}
		if (strncmp(line, "\\&", 2))
			fail_msg("no text, and no request of those known: %.60s", line);
		for (const char *s = line + 2; s < end; s++) {
			if (*s == '\\')
				s++;
			*to++ = s[-1] == '\\' && *s == 'e' ? '\\' : *s;
		}
		*to++ = ' ';
	}
	*to = '\0';
	return unbroken(ret);
}

static void check_roff(const struct rulebook *book, enum wall_reader reader)
{
	const char *first = "When a flag falls";
	char *text = page_of(book, reader, false), *roff = page_of(book, reader, true), *words, head[200];

	snprintf(head, sizeof(head), ".TH \"%s\" 7 \"\" \"%s\"\n.SH NAME\n%s \\- \\&", rulebook_id(book),
		 reader == WALL_PLAYER ? "For players" : "For the arbiter", rulebook_id(book));
	assert_int_equal(strncmp(roff, head, strlen(head)), 0);
	/* no hyphen that could become another character */
	for (const char *s = strstr(roff, first); *s; s++)
		if (*s == '-')
			assert_int_equal(s[-1], '\\');
	words = words_of_roff(strstr(roff, first) - strlen(".SH \""));
	unbroken(text);
	if (strncmp(strstr(text, first), words, strlen(words)))
		fail_msg("%s for %u: the two pages differ", rulebook_id(book), reader);
	free(words);
	free(text);
	free(roff);
}

static void both_forms_say_the_same(void **state)
{
	for_each_page(check_roff);
}

/* A title and an article that a typesetter would take for requests and escapes stay what they are. */
static void nothing_in_a_book_is_a_request(void **state)
{
	char path[] = "/tmp/wall-XXXXXX", file[64];
	struct rulebook *book = NULL;
	FILE *out;
	char *page;

	assert_non_null(mkdtemp(path));
	snprintf(file, sizeof(file), "%s/club.yaml", path);
	out = fopen(file, "w");
	assert_non_null(out);
	fputs("rulebook: club\ntitle: .so \\*x -y\ngame: chess\ninherits: fide2023-blitz\nparameters:\n"
	      "  illegal-award: [30000, C.4]\narticles:\n  \"C.4\": |\n    'so half\n    \\fBa minute-\n",
	      out);
	assert_int_equal(fclose(out), 0);
	assert_int_equal(rulebook_load(file, NULL, NULL, &book), 0);
	page = page_of(book, WALL_PLAYER, true);
	assert_non_null(strstr(page, "\nclub \\- \\&.so \\e*x \\-y\n"));
	assert_non_null(strstr(page, ".IP \"C.4\" 10\n\\&'so half \\efBa minute\\- \n"));
	assert_non_null(strstr(page, "\\&An illegal move: 0:30 for the opponent. (C.4)\n"));
	free(page);
	rulebook_free(book);
	unlink(file);
	rmdir(path);
}

static void a_page_that_cannot_be_written_is_told(void **state)
{
	struct rulebook *book = load("wbca-1992", NULL);
	FILE *full = fopen("/dev/full", "w");

	assert_non_null(full);
	setvbuf(full, NULL, _IONBF, 0);
	for (unsigned form = WALL_TEXT; form <= WALL_HTML; form++) {
		const struct wall_page page = { WALL_PLAYER, form, &language_en, "A4" };

		clearerr(full);
		assert_int_equal(rulebook_wall_page(book, &page, full), -EIO);
	}
	fclose(full);
	rulebook_free(book);
}

/* Every sentence of these languages belongs to a line, a heading or a condition, and each line has one. */
static void each_line_has_its_sentence(void **state)
{
	for (const struct language *const *l = language_list(); *l; l++)
		for (const struct wall_line *line = wall_lines; line->choice; line++) {
			char key[160];

			snprintf(key, sizeof(key), "wall/%s/%s", rulebook_parameter_info(line->parameter)->name,
				 line->choice);
			if (!language_text(*l, key))
				fail_msg("%s has no %s", (*l)->id, key);
		}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_value_is_said_to_whom_it_concerns),
		cmocka_unit_test(what_depends_on_the_event_says_on_what),
		cmocka_unit_test(the_same_options_stand_there_once),
		cmocka_unit_test(nothing_internal_is_on_a_page),
		cmocka_unit_test(each_line_has_its_sentence),
		cmocka_unit_test(what_is_cited_is_quoted_once),
		cmocka_unit_test(lines_fit_a_page),
		cmocka_unit_test(both_forms_say_the_same),
		cmocka_unit_test(nothing_in_a_book_is_a_request),
		cmocka_unit_test(a_page_that_cannot_be_written_is_told),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
