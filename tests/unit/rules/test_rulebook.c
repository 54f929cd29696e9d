/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rulebooks as data: every book is whole, every fault is named with its line. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "rules/rulebook/book.h"

struct complaints {
	unsigned count, line;
	char reason[256], file[256];
};

static void note(void *userdata, const char *file, unsigned line, const char *reason)
{
	struct complaints *c = userdata;

	if (!c->count++) {
		c->line = line;
		snprintf(c->reason, sizeof(c->reason), "%s", reason);
		snprintf(c->file, sizeof(c->file), "%s", file);
	}
}

/* A book in a folder of its own, so that its name is its id. */
struct file {
	char folder[64], path[128];
};

static struct file write_book(const char *text)
{
	struct file f = { .folder = "/tmp/rulebook-XXXXXX" };
	FILE *out;

	assert_non_null(mkdtemp(f.folder));
	snprintf(f.path, sizeof(f.path), "%s/club.yaml", f.folder);
	out = fopen(f.path, "w");
	assert_non_null(out);
	fputs(text, out);
	assert_int_equal(fclose(out), 0);
	return f;
}

static struct complaints load(const char *text, struct rulebook **book)
{
	struct complaints c = { 0 };
	struct file f = write_book(text);
	struct rulebook *b = NULL;
	const int r = rulebook_load(f.path, note, &c, &b);

	assert_int_equal(r, c.count ? -EINVAL : 0);
	if (book)
		*book = b;
	else
		rulebook_free(b);
	unlink(f.path);
	rmdir(f.folder);
	return c;
}

#define HEAD "rulebook: club\ntitle: Club\ngame: chess\ninherits: fide2023-blitz\n"

static void expect(const char *text, unsigned line, const char *part)
{
	const struct complaints c = load(text, NULL);

	assert_int_not_equal(c.count, 0);
	if (!strstr(c.reason, part))
		fail_msg("line %u: \"%s\" does not say \"%s\"", c.line, c.reason, part);
	assert_int_equal(c.line, line);
}

static void every_book_is_whole(void **state)
{
	char **list;

	(void)state;
	assert_int_equal(rulebook_list(&list), 0);
	assert_non_null(list[0]);
	for (char **id = list; *id; id++) {
		__attribute__((cleanup(rulebook_freep))) struct rulebook *book = NULL;
		struct complaints c = { 0 };

		if (rulebook_load(*id, note, &c, &book))
			fail_msg("%s:%u: %s", c.file, c.line, c.reason);
		assert_string_equal(rulebook_id(book), *id);
	}
	rulebook_list_free(list);
}

static bool names(const char *articles, const char *article)
{
	const size_t n = strlen(article);

	for (const char *s = articles; (s = strstr(s, article)); s += n)
		if ((s == articles || s[-1] == ' ') && (s[n] == ' ' || !s[n]))
			return true;
	return false;
}

static void expect_listed(const struct rulebook_value *v, enum rulebook_parameter p, const char *article,
			  const char *text)
{
	char line[400];

	if (!v->text)
		return;
	snprintf(line, sizeof(line), "\n  %s = %s (", rulebook_parameter_info(p)->name, v->text);
	if (!names(v->articles, article) != !strstr(text, line))
		fail_msg("%s: %s:%s", rulebook_parameter_info(p)->name, article, line);
}

/* What each article sets is listed with it, what holds under some of the event's options, too. */
static void every_article_lists_what_it_sets(void **state)
{
	char **list;

	assert_int_equal(rulebook_list(&list), 0);
	for (char **id = list; *id; id++) {
		struct rulebook *book;

		assert_int_equal(rulebook_load(*id, NULL, NULL, &book), 0);
		/* the first and the last of all parameters have conditions, too */
		for (size_t w = 0; w < book->when_count; w++)
			for (int p = 0; p < PARAM_COUNT; p += PARAM_COUNT - 1)
				if (!book->whens[w].values[p].text)
					book->whens[w].values[p] = book->values[p];
		for (size_t i = 0; i < book->article_count; i++) {
			const char *article = book->articles[i].number;
			char *text = NULL, *held = NULL;
			size_t size;
			FILE *out = open_memstream(&text, &size);

			assert_int_equal(rulebook_explain(book, article, out), 0);
			fclose(out);
			held = strstr(text, "\nwhen ");
			for (size_t w = 0; w < book->when_count; w++)
				for (int p = 0; p < PARAM_COUNT; p++)
					if (book->whens[w].values[p].text &&
					    names(book->whens[w].values[p].articles, article))
						expect_listed(&book->whens[w].values[p], p, article, held ? held : "");
			if (held)
				*held = '\0';
			for (int p = 0; p < PARAM_COUNT; p++)
				expect_listed(&book->values[p], p, article, text);
			free(text);
		}
		rulebook_free(book);
	}
	rulebook_list_free(list);
}

static char *expect_shown(const struct rulebook_value *v, int p, char *from)
{
	char line[600];

	snprintf(line, sizeof(line), "\n  %-32s %-28s [%s]\n", rulebook_parameter_info(p)->name, v->text, v->articles);
	from = strstr(from, line);
	if (!from)
		fail_msg("%s is not shown in its place", rulebook_parameter_info(p)->name);
	return from + strlen(line) - 1;
}

/* A book as a whole: each parameter in its order, then what holds under conditions, then each article once. */
static void every_parameter_is_shown(void **state)
{
	char **list;

	assert_int_equal(rulebook_list(&list), 0);
	for (char **id = list; *id; id++) {
		struct rulebook *book;
		char *text = NULL, *at, heading[400];
		size_t size;
		FILE *out = open_memstream(&text, &size);

		assert_int_equal(rulebook_load(*id, NULL, NULL, &book), 0);
		for (size_t w = 0; w < book->when_count; w++)
			book->whens[w].values[0] = book->values[0];
		assert_int_equal(rulebook_show(book, out), 0);
		fclose(out);
		snprintf(heading, sizeof(heading), "%s: %s (%s)\n\n", *id, book->title, book->game);
		assert_int_equal(strncmp(text, heading, strlen(heading)), 0);
		at = text + strlen(heading) - 1;
		for (int p = 0; p < PARAM_COUNT; p++)
			at = expect_shown(&book->values[p], p, at);
		for (size_t w = 0; w < book->when_count; w++) {
			at = strstr(at, "\nwhen ");
			assert_non_null(at);
			for (unsigned i = 0; i < book->whens[w].conditions; i++) {
				snprintf(heading, sizeof(heading), "%s %s is %s%s", i ? " and" : "",
					 book->whens[w].condition[i].key, book->whens[w].condition[i].value,
					 i + 1 < book->whens[w].conditions ? "" : ":\n");
				at = strstr(at, heading);
				assert_non_null(at);
				at += strlen(heading) - 1;
			}
			for (int p = 0; p < PARAM_COUNT; p++)
				if (book->whens[w].values[p].text)
					at = expect_shown(&book->whens[w].values[p], p, at);
		}
		at = strstr(at, "\nArticles\n");
		for (size_t i = 0; i < book->article_count; i++) {
			const struct rulebook_article *a = &book->articles[i];

			snprintf(heading, sizeof(heading), "\n  %s\n      ", a->number);
			if (rulebook_article_find(book, a->number, strlen(a->number)) != a)
				continue;
			assert_non_null(strstr(at, heading));
			assert_null(strstr(strstr(at, heading) + 1, heading));
		}
		free(text);
		rulebook_free(book);
	}
	rulebook_list_free(list);
}

/* Each article's text is indented, in lines of at most a hundred letters. */
static void every_article_is_explained_in_lines(void **state)
{
	unsigned lines = 0, articles = 0;
	char **list;

	assert_int_equal(rulebook_list(&list), 0);
	for (char **id = list; *id; id++) {
		struct rulebook *book;

		assert_int_equal(rulebook_load(*id, NULL, NULL, &book), 0);
		for (size_t i = 0; i < book->article_count; i++) {
			char *text = NULL, *line, *rest;
			size_t size;
			FILE *out = open_memstream(&text, &size);

			assert_int_equal(rulebook_explain(book, book->articles[i].number, out), 0);
			fclose(out);
			rest = text;
			line = strsep(&rest, "\n");
			assert_non_null(strstr(line, book->articles[i].number));
			while ((line = strsep(&rest, "\n")) && line[0] == ' ') {
				lines++;
				if (strncmp(line, "  ", 2) || !line[2] || strlen(line) > 102)
					fail_msg("%s %s: %s", *id, book->articles[i].number, line);
			}
			articles++;
			free(text);
		}
		rulebook_free(book);
	}
	rulebook_list_free(list);
	assert_true(articles > 100 && lines >= articles);
}

/* A book from the texts that it was read from is that book, and nothing is read from files. */
static void a_book_is_read_from_its_texts(void **state)
{
	char **list;

	(void)state;
	assert_int_equal(rulebook_list(&list), 0);
	for (char **id = list; *id; id++) {
		__attribute__((cleanup(rulebook_freep))) struct rulebook *book = NULL, *again = NULL;
		const struct rulebook_file *files;
		struct complaints c = { 0 };
		size_t count;

		assert_int_equal(rulebook_load(*id, note, &c, &book), 0);
		files = rulebook_files(book, &count);
		assert_true(count >= 1);
		assert_string_equal(files[count - 1].id, *id); /* its parents come before it */
		setenv("FLAGFALL_RULES", "/nowhere", 1);
		if (rulebook_load_texts(*id, files, count, note, &c, &again))
			fail_msg("%s:%u: %s", c.file, c.line, c.reason);
		for (int p = 0; p < PARAM_COUNT; p++)
			assert_string_equal(rulebook_articles(again, p), rulebook_articles(book, p));
		if (count > 1) { /* without its parents it is none */
			struct rulebook *alone = NULL;

			assert_int_equal(rulebook_load_texts(*id, files + count - 1, 1, NULL, NULL, &alone), -EINVAL);
		}
		assert_int_equal(rulebook_load_texts("none", files, count, NULL, NULL, &again), -ENOENT);
		unsetenv("FLAGFALL_RULES");
	}
	rulebook_list_free(list);
}

static void faults_are_named_with_their_line(void **state)
{
	(void)state;
	expect(HEAD "parameters:\n  ilegal-limit: [2, A.3]\n", 6, "no parameter \"ilegal-limit\"");
	expect(HEAD "parameters:\n  illegal-limit: [two, A.3]\n", 6, "illegal-limit cannot be \"two\"");
	expect(HEAD "parameters:\n  illegal-limit: [2]\n", 6, "illegal-limit names no article");
	expect(HEAD "parameters:\n  time-control-limit: [5s, A.3]\n", 6, "time-control-limit cannot be \"5s\"");
	expect(HEAD "parameters:\n  time-control-limit: [x..5, A.3]\n", 6, "time-control-limit cannot be \"x..5\"");
	expect(HEAD "parameters:\n  time-control-limit: [5..x, A.3]\n", 6, "time-control-limit cannot be \"5..x\"");
	expect(HEAD "parameters:\n  time-control-limit: [6..5, A.3]\n", 6, "time-control-limit cannot be \"6..5\"");
	expect(HEAD "parameters:\n  illegal-limit: 2\n", 6, "[value, articles]");
	expect(HEAD "parameters:\n  illegal-limit: [2, Z.9]\n", 6, "article Z.9, which the book does not explain");
	expect(HEAD "parameters:\n  illegal-limit: [2, A.3]\n  illegal-limit: [3, A.3]\n", 7, "comes twice");
	expect(HEAD "parametres: {}\n", 5, "\"parametres\" is not known");
	expect(HEAD "cites:\n  wins: A.3\n", 6, "does not begin with a ruling");
	expect(HEAD "parameters: [\n", 6, "");
	expect("rulebook: club\ntitle: Club\ngame: go\ninherits: fide2023-blitz\n", 0, "neither chess nor");
	/* Chess960 is played by the books of chess */
	expect("rulebook: club\ntitle: Club\ngame: chess960\n", 0, "neither chess nor");
	expect("rulebook: other\ntitle: Club\ngame: chess\ninherits: fide2023-blitz\n", 0, "file's name");
	expect("rulebook: club\ntitle: Club\ngame: chess\ninherits: nowhere\n", 4, "inherits nowhere");
	expect("rulebook: club\ntitle: Club\ngame: chess\n", 0, "time-control-limit is missing");
	expect("", 1, "empty");
	expect(HEAD "cites:\n  move-illegal/ilegal-move: A.3\n", 6, "\"ilegal-move\" is not a reason");
	expect(HEAD "cites:\n  move-illegal/illegal-move/cheque: A.3\n", 6, "\"cheque\" is neither a claim nor a word");
	expect(HEAD "cites:\n  move-illegal/illegal-move/check/mate: A.3\n", 6, "more than ruling/reason/word");
	expect(HEAD "cites:\n  move-illegal: a-very-long-article\narticles:\n  a-very-long-article: x\n", 6,
	       "more than 15 letters");
	expect(HEAD "cites:\n  move-illegal: A.1 A.2 A.3 A.5.1 A.5.2 A.5.3 A.5.4 A.5.5 B.1\n", 6, "at most 3 articles");
	expect(HEAD "when:\n  - if: {supervison: full}\n    cites: {move-illegal: A.3}\n", 6,
	       "\"supervison\" is not an option");
	expect(HEAD "when:\n  - if: {supervision: fulll}\n    cites: {move-illegal: A.3}\n", 6,
	       "\"fulll\" is not a value");
	expect(HEAD "---\nparameters:\n  illegal-limit: [2, A.3]\n", 6, "a second document");
	expect(HEAD "...\n[\n", 6, "document start");
	expect(HEAD "parameters:\n  setup-claim-window: [moves, A.3]\n", 6, "moves needs a number");
	expect(HEAD "parameters:\n  conduct-ladder: [ladder, A.3]\n", 6, "ladder needs a number");
	expect(HEAD "parameters:\n  setup-claim-window: [whole-game 3, A.3]\n", 6, "\"3\" is one word too many");
	expect(HEAD "parameters:\n  time-shortage-claim: [60000, A.3]\n", 6, "needs 2 numbers: milliseconds|pieces");
	expect(HEAD "parameters:\n  time-shortage-claim: [60000 8 1, A.3]\n", 6, "needs 2 numbers");
	expect(HEAD "parameters:\n  repetition-count: [4294967296, A.3]\n", 6, "no game is that long");
	expect(HEAD "parameters:\n  illegal-award: [60s, A.3]\n", 6, "illegal-award cannot be \"60s\"");
	expect(HEAD "parameters:\n  illegal-award: [1.5, A.3]\n", 6, "illegal-award cannot be \"1.5\"");
	expect(HEAD "parameters:\n\tillegal-award: [5, A.3]\n", 6, "cannot start any token");
	expect(HEAD "parameters:\n  \"a\\x1b[31m\\nb\": [1, A.3]\n", 6, "no parameter \"a?[31m?b\"");
	expect("rulebook: club\ntitle: Club\ngame: draughts-10x10\ninherits: fide2023-blitz\n", 4,
	       "a rulebook for chess");
}

static struct complaints load_path(const char *path)
{
	struct complaints c = { 0 };
	struct rulebook *book = NULL;

	assert_int_equal(rulebook_load(path, note, &c, &book), -EINVAL);
	assert_null(book);
	assert_int_not_equal(c.count, 0);
	assert_true(c.line > 0 && c.reason[0]);
	assert_string_equal(c.file, path);
	return c;
}

/* Whatever lies there, it is named with a line and a reason, soon: times grow with the square in libyaml, memory in a
 * reader of its documents. */
static void what_is_no_rulebook_is_named(void **state)
{
	static const struct {
		const char *repeat;
		size_t size;
		const char *reason;
	} junk[] = {
		{ "\x8f\x01?", 10 << 20, "more than" },
		{ "key: value\n", 10 << 20, "more than" },
		{ "[", 10 << 20, "more than" },
		{ "- a\n", 10 << 20, "more than" },
		{ "\x8f\x01?", 1000, "UTF-8" },
		{ "a: b\n", 100000, "\"a\" is not known" },
		{ "[", 100000, "nested" },
		{ "[", 17, "nested" },
		{ "[", 16, "did not find expected node content" },
		{ "{a: ", 100000, "" },
		{ "- ", 100000, "nested" },
		{ "a", 100000, "" },
		{ "&a [*a, ", 50000, "" },
		{ "\n", 1000, "empty" },
		{ "  ", 1000, "empty" },
		{ "a: &a\n", 1000, "" },
		{ "---\n", 1000, "" },
		{ "\t", 1000, "" },
	};
	struct file f;

	(void)state;
	for (size_t i = 0; i < sizeof(junk) / sizeof(junk[0]); i++) {
		const size_t n = strlen(junk[i].repeat);
		char *text = malloc(junk[i].size + n + 1);
		struct complaints c;

		for (size_t at = 0; at <= junk[i].size; at += n)
			memcpy(text + at, junk[i].repeat, n);
		text[junk[i].size] = '\0';
		f = write_book(text);
		free(text);
		c = load_path(f.path);
		if (!strstr(c.reason, junk[i].reason))
			fail_msg("%zu: %s", i, c.reason);
		assert_true(c.count <= 102); /* nobody reads a line for each line */
		unlink(f.path);
		rmdir(f.folder);
	}
	f = write_book("");
	unlink(f.path);
	assert_int_equal(mkdir(f.path, 0700), 0);
	assert_non_null(strstr(load_path(f.path).reason, "folder"));
	rmdir(f.path);
	assert_int_equal(mkfifo(f.path, 0600), 0);
	assert_non_null(strstr(load_path(f.path).reason, "pipe"));
	unlink(f.path);
	rmdir(f.folder);
}

/* A list that each list of it refers to nine times: nothing is written out. */
static void aliases_are_not_multiplied(void **state)
{
	char text[2000] = HEAD "parameters: &a {illegal-limit: [2, A.3]}\n";

	(void)state;
	for (char c = 'b'; c < 'z'; c++)
		sprintf(text + strlen(text), "k%c: &%c [*%c,*%c,*%c,*%c,*%c,*%c,*%c,*%c,*%c]\n", c, c, c - 1, c - 1,
			c - 1, c - 1, c - 1, c - 1, c - 1, c - 1, c - 1);
	expect(text, 6, "\"kb\" is not known");
}

/* Each of two is the other's parent; one is its own. */
static void circles_are_named(void **state)
{
	char folder[] = "/tmp/rulebooks-XXXXXX", a[64], b[64], *before = getenv("FLAGFALL_RULES"),
	     *kept = before ? strdup(before) : NULL;
	FILE *out;

	(void)state;
	assert_non_null(mkdtemp(folder));
	snprintf(a, sizeof(a), "%s/a.yaml", folder);
	snprintf(b, sizeof(b), "%s/b.yaml", folder);
	out = fopen(a, "w");
	fputs("rulebook: a\ntitle: A\ngame: chess\ninherits: b\n", out);
	fclose(out);
	out = fopen(b, "w");
	fputs("rulebook: b\ntitle: B\ngame: chess\ninherits: a\n", out);
	fclose(out);
	setenv("FLAGFALL_RULES", folder, 1);
	assert_int_equal(load_path(a).line, 4);
	assert_non_null(strstr(load_path(b).reason, "inherits a: books inherit in a circle"));
	out = fopen(a, "w");
	fputs("rulebook: a\ntitle: A\ngame: chess\ninherits: a\n", out);
	fclose(out);
	assert_non_null(strstr(load_path(a).reason, "circle"));
	if (kept)
		setenv("FLAGFALL_RULES", kept, 1);
	else
		unsetenv("FLAGFALL_RULES");
	free(kept);
	unlink(a);
	unlink(b);
	rmdir(folder);
}

static void contradictions_have_messages_of_their_own(void **state)
{
	(void)state;
	expect(HEAD "parameters:\n  arbiter-silence: [illegal-and-flags, 6.8]\n", 6,
	       "flag-call-default auto contradicts arbiter-silence");
	expect(HEAD "parameters:\n  illegal-remedy: [loses, A.3]\n", 6, "illegal-remedy loses needs illegal-limit 1");
	expect(HEAD "parameters:\n  repetition-automatic: [2, 9.6.1]\n", 6, "before repetition-count can be claimed");
	expect(HEAD "parameters:\n  hover-sanction: [ladder, 12.9]\n", 6, "needs a conduct-ladder");
	expect(HEAD "parameters:\n  result-notation: [draughts, 12.9]\n", 6, "does not fit the game");
}

static const char *full_supervision(void *userdata, const char *key)
{
	(void)userdata;
	return !strcmp(key, "supervision") ? "full" : NULL;
}

/* FIDE B.2 and B.3: what holds depends on how the event is supervised. */
static void options_choose_what_holds(void **state)
{
	__attribute__((cleanup(rulebook_freep))) struct rulebook *book = NULL, *full = NULL;

	(void)state;
	assert_int_equal(rulebook_load("fide2023-blitz", NULL, NULL, &book), 0);
	assert_int_equal(rulebook_number(book, PARAM_ILLEGAL_AWARD), 60000);
	assert_string_equal(rulebook_articles(book, PARAM_ILLEGAL_AWARD), "A.3 7.5.5");
	assert_int_equal(rulebook_for_event(book, full_supervision, NULL, &full), 0);
	assert_int_equal(rulebook_number(full, PARAM_ILLEGAL_AWARD), 120000);
	assert_string_equal(rulebook_cite(full, "move-illegal", "illegal-move", NULL), "B.2 7.5.5 7.5.1");
	assert_string_equal(rulebook_cite(book, "move-illegal", "illegal-move", "illegal-move"), "A.5.2 A.3 B.3");
	assert_true(rulebook_is(full, PARAM_ILLEGAL_CALL_DEFAULT, "auto"));
}

static void an_event_overrides(void **state)
{
	__attribute__((cleanup(rulebook_freep))) struct rulebook *book = NULL, *full = NULL;
	char err[160];

	(void)state;
	assert_int_equal(rulebook_load("fide2023-blitz", NULL, NULL, &book), 0);
	assert_int_equal(rulebook_override(book, "illegal-award=5000", err), 0);
	assert_int_equal(rulebook_number(book, PARAM_ILLEGAL_AWARD), 5000);
	assert_string_equal(rulebook_articles(book, PARAM_ILLEGAL_AWARD), "event");
	/* The event's word stands above the book's own conditions. */
	assert_int_equal(rulebook_for_event(book, full_supervision, NULL, &full), 0);
	assert_int_equal(rulebook_number(full, PARAM_ILLEGAL_AWARD), 5000);
	assert_int_equal(rulebook_override(book, "illegal-award", err), -EINVAL);
	assert_int_equal(rulebook_override(book, "no-such=1", err), -EINVAL);
	assert_non_null(strstr(err, "no-such"));
	assert_int_equal(rulebook_override(book, "touch-move=maybe", err), -EINVAL);
	assert_non_null(strstr(err, "maybe"));
}

/* What it calls itself. */
static void a_book_has_a_heading(void **state)
{
	struct rulebook *book = NULL;
	struct complaints c = load(HEAD, &book);

	assert_int_equal(c.count, 0);
	assert_string_equal(rulebook_heading(book), "Club");
	assert_string_equal(rulebook_id(book), "club");
	assert_string_equal(rulebook_game(book), "chess");
	rulebook_free(book);
}

static void an_id_is_a_word(void **state)
{
	struct rulebook *book = NULL;

	(void)state;
	assert_int_equal(rulebook_load("no-such-book", NULL, NULL, &book), -ENOENT);
	assert_int_equal(rulebook_load("..", NULL, NULL, &book), -ENOENT);
	assert_int_equal(rulebook_load("", NULL, NULL, &book), -ENOENT);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_book_is_whole),
		cmocka_unit_test(every_article_is_explained_in_lines),
		cmocka_unit_test(every_article_lists_what_it_sets),
		cmocka_unit_test(every_parameter_is_shown),
		cmocka_unit_test(a_book_is_read_from_its_texts),
		cmocka_unit_test(faults_are_named_with_their_line),
		cmocka_unit_test(what_is_no_rulebook_is_named),
		cmocka_unit_test(aliases_are_not_multiplied),
		cmocka_unit_test(circles_are_named),
		cmocka_unit_test(contradictions_have_messages_of_their_own),
		cmocka_unit_test(options_choose_what_holds),
		cmocka_unit_test(an_event_overrides),
		cmocka_unit_test(a_book_has_a_heading),
		cmocka_unit_test(an_id_is_a_word),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
