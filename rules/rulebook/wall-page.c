// SPDX-License-Identifier: GPL-2.0-or-later
/* A rulebook as a page for the wall. */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "rules/rulebook/book.h"
#include "rules/rulebook/notices.h"

#define WIDTH 80
#define SENTENCE 400
#define CITED 96

struct page {
	FILE *out;
	enum wall_form form;
	enum wall_reader reader;
	const struct language *language;
	const char *cited[CITED]; /* articles, each once; not ended by 0 */
	size_t length[CITED];
	unsigned count;
};

static void print_text(const struct page *page, const char *text, unsigned indent, const char *mark)
{
	unsigned column = 0;

	if (page->form == WALL_ROFF) {
		if (*mark)
			fprintf(page->out, ".IP %s\n", mark);
		fputs("\\&", page->out);
		for (const char *s = text; *s; s++)
			fprintf(page->out, *s == '\\' ? "\\e" : *s == '-' ? "\\-" : "%c", *s == '\n' ? ' ' : *s);
		fputc('\n', page->out);
		return;
	}
	for (const char *s = text + strspn(text, " \n"); *s; s += strspn(s, " \n")) {
		const int n = (int)strcspn(s, " \n");

		if (column && column + 1 + (unsigned)n > WIDTH) {
			fputc('\n', page->out);
			column = 0;
			mark = "";
		}
		column += (unsigned)(column ? fprintf(page->out, " %.*s", n, s) :
					      fprintf(page->out, "%-*s%.*s", (int)indent, mark, n, s));
		s += n;
	}
	fputc('\n', page->out);
}

/* The words of a key below "wall/"; "" none. */
static const char *words(const struct page *page, const char *folder, const char *name)
{
	char key[160];
	const char *text;

	snprintf(key, sizeof(key), "wall/%s%s", folder, name);
	for (char *at = key; *at; at++)
		if (*at == '_')
			*at = '-';
	text = language_text(page->language, key);
	return text ? text : "";
}

static void print_html(FILE *out, const char *text)
{
	for (; *text; text++)
		if (*text == '&' || *text == '<' || *text == '>')
			fputs(*text == '&' ? "&amp;" : *text == '<' ? "&lt;" : "&gt;", out);
		else
			fputc(*text, out);
}

static void print_heading(const struct page *page, const char *heading)
{
	if (page->form == WALL_ROFF)
		fprintf(page->out, ".SH \"%s\"\n", heading);
	else if (page->form == WALL_TEXT)
		fprintf(page->out, "\n%s\n", heading);
	else
		fprintf(page->out, "<section><h2>%s</h2>\n<ul>\n", heading);
}

static void print_end(const struct page *page)
{
	if (page->form == WALL_HTML)
		fputs("</ul></section>\n", page->out);
}

static void print_time(FILE *out, int64_t ms)
{
	const int64_t s = ms / 1000;

	fprintf(out, "%" PRId64 ":%02" PRId64, s / 60, s % 60);
}

/* A number may have words of its own: "second". */
static const char *sentence_of(const struct page *page, const struct rulebook *book, const struct wall_line *line)
{
	const char *parameter = rulebook_parameter_info(line->parameter)->name, *text;
	char key[120], number[144];

	snprintf(key, sizeof(key), "%s/%s", parameter, line->choice);
	if (line->when == WALL_MORE) {
		snprintf(number, sizeof(number), "%s/%" PRId64, key, rulebook_number(book, line->parameter));
		text = words(page, number, "");
		if (*text)
			return text;
	}
	return words(page, key, "");
}

/* What a line says of p: %t its number as a time, %n the number, %h half of it, %l its list, %w its words. */
static void wall_page_say(const struct page *page, const struct rulebook *book, const struct wall_line *line,
			  char ret[static SENTENCE])
{
	FILE *out = fmemopen(ret, SENTENCE, "w");
	const char *sentence = sentence_of(page, book, line);
	int64_t list[RULEBOOK_LIST];

	ret[0] = 0;
	if (!out)
		return;
	for (const char *s = sentence; *s; s++) {
		if (*s != '%') {
			fputc(*s, out);
			continue;
		}
		s++;
		if (*s == 't') {
			print_time(out, rulebook_number(book, line->parameter));
		} else if (*s == 'n') {
			fprintf(out, "%" PRId64, rulebook_number(book, line->parameter));
		} else if (*s == 'h') {
			fprintf(out, "%" PRId64, rulebook_number(book, line->parameter) / 2);
		} else if (*s == 'w') {
			fputs(rulebook_words(book, line->parameter), out);
		} else if (*s == '1' || *s == '2') {
			const unsigned n = rulebook_numbers(book, line->parameter, list);

			if (*s == '1' && n)
				print_time(out, list[0]);
			else if (n > 1)
				fprintf(out, "%" PRId64, list[1]);
		} else {
			for (unsigned i = 0, n = rulebook_numbers(book, line->parameter, list); i < n; i++)
				fprintf(out, "%s%" PRId64, i ? ", " : "", list[i]);
		}
	}
	fclose(out);
	ret[SENTENCE - 1] = 0;
}

/* Is that how the book has it? */
static bool holds(const struct rulebook *book, const struct wall_line *line)
{
	int64_t list[RULEBOOK_LIST];

	switch (line->when) {
	case WALL_IS:
		return rulebook_is(book, line->parameter, line->choice);
	case WALL_HAS:
		return rulebook_has(book, line->parameter, line->choice);
	case WALL_YES:
		return rulebook_yes(book, line->parameter);
	case WALL_SOME:
		return rulebook_number(book, line->parameter) > 0;
	case WALL_MORE:
		return rulebook_number(book, line->parameter) > 1;
	case WALL_LISTED:
		return rulebook_numbers(book, line->parameter, list) > 0;
	case WALL_WORD:
		return !strcmp(rulebook_words(book, line->parameter), line->choice);
	case WALL_OTHER_WORDS:
		break;
	}
	return strcmp(rulebook_words(book, line->parameter), "open") &&
	       strcmp(rulebook_words(book, line->parameter), "final") &&
	       strcmp(rulebook_words(book, line->parameter), "claims-final");
}

static void note_cited(struct page *page, const char *articles)
{
	for (const char *s = articles + strspn(articles, " "); *s; s += strspn(s, " ")) {
		const size_t n = strcspn(s, " ");
		bool known = false;

		for (unsigned i = 0; i < page->count; i++)
			known |= page->length[i] == n && !memcmp(page->cited[i], s, n);
		if (!known && page->count < CITED) {
			page->cited[page->count] = s;
			page->length[page->count++] = n;
		}
		s += n;
	}
}

/* Lines about what the text leaves open are the program's reading, and stay off the wall; so does what a claim costs
 * that nobody can make. */
static bool settled(const struct rulebook *book, enum rulebook_parameter p)
{
	if ((p == PARAM_NO_PROGRESS_AWARD || p == PARAM_NO_PROGRESS_POSTPONE) &&
	    rulebook_number(book, PARAM_NO_PROGRESS_CLAIM) <= 0)
		return false;
	return strcmp(book->values[p].articles, RULEBOOK_READING) != 0;
}

/* The articles behind a line, with commas: of the claim itself where one value allows several. */
static const char *articles_of(const struct rulebook *book, const struct wall_line *line, char ret[static SENTENCE])
{
	const char *articles = line->when == WALL_HAS ? rulebook_cite(book, "draw", "endgame-rule", line->choice) :
							book->values[line->parameter].articles;
	size_t n = 0;

	for (const char *s = articles; *s && n < SENTENCE - 2; s++) {
		if (*s == ' ')
			ret[n++] = ',';
		ret[n++] = *s;
	}
	ret[n] = 0;
	return articles;
}

static void print_line(struct page *page, const struct rulebook *book, const struct wall_line *line)
{
	char sentence[SENTENCE], list[SENTENCE], text[2 * SENTENCE + 4];

	note_cited(page, articles_of(book, line, list));
	wall_page_say(page, book, line, sentence);
	if (page->form == WALL_HTML) {
		fputs("<li>", page->out);
		print_html(page->out, sentence);
		fprintf(page->out, "&nbsp;<small>%s</small></li>\n", list);
		return;
	}
	snprintf(text, sizeof(text), "%s (%s)", sentence, list);
	print_text(page, text, 4, page->form == WALL_ROFF ? "\\(bu 2" : "  -");
}

static bool is_for(const struct page *page, const struct wall_line *line)
{
	return line->readers & (unsigned)page->reader;
}

static void print_section(struct page *page, const struct rulebook *book, enum wall_section section)
{
	const bool crowns = section == WALL_TOUCH && strncmp(rulebook_game(book), "draughts", 8) == 0;
	bool any = false;

	for (const struct wall_line *l = wall_lines; l->choice; l++) {
		if (l->section != section || !is_for(page, l) || !settled(book, l->parameter) || !holds(book, l))
			continue;
		if (!any)
			print_heading(page, words(page, "heading/", crowns ? "crowning" : wall_headings[section]));
		any = true;
		print_line(page, book, l);
	}
	if (any)
		print_end(page);
}

static bool has_same_conditions(const struct rulebook_when *a, const struct rulebook_when *b)
{
	bool same = a->conditions == b->conditions;

	for (unsigned i = 0; i < a->conditions && same; i++)
		same = !strcmp(a->condition[i].key, b->condition[i].key) &&
		       !strcmp(a->condition[i].value, b->condition[i].value);
	return same;
}

/* "Where no arbiter is present and with an increment" */
static void condition_words(const struct page *page, const struct rulebook_when *when, char ret[static SENTENCE])
{
	size_t n = 0;

	for (unsigned i = 0; i < when->conditions && n < SENTENCE; i++) {
		char key[80];

		snprintf(key, sizeof(key), "%s/%s", when->condition[i].key, when->condition[i].value);
		if (i)
			n += (size_t)snprintf(ret + n, SENTENCE - n, " %s ", words(page, "and", ""));
		if (n < SENTENCE)
			n += (size_t)snprintf(ret + n, SENTENCE - n, "%s", words(page, "when/", key));
	}
}

/* A later line under the same options sets it, too. */
static bool is_set_again(const struct rulebook *book, size_t w, enum rulebook_parameter p)
{
	for (size_t k = w + 1; k < book->when_count; k++)
		if (book->whens[k].values[p].text && has_same_conditions(&book->whens[k], &book->whens[w]))
			return true;
	return false;
}

/* Options that a parent knows may change nothing where the book says for all of them what it says without. */
static bool options_change(const struct rulebook *book, enum rulebook_parameter p)
{
	for (size_t w = 0; w < book->when_count; w++) {
		const char *text = book->whens[w].values[p].text;

		if (text && !is_set_again(book, w, p) && strcmp(text, book->values[p].text) != 0)
			return true;
	}
	return false;
}

/* What holds only under some of the event's options: of the same options all that the book and its parents say, the
 * book last. */
static void print_conditions(struct page *page, const struct rulebook *book)
{
	for (size_t w = 0; w < book->when_count; w++) {
		const struct rulebook_when *when = &book->whens[w];
		struct rulebook as_if = *book; /* its texts are the book's */
		bool set[PARAM_COUNT] = { false }, any = false, seen = false;
		char heading[SENTENCE] = "";

		for (size_t k = 0; k < book->when_count; k++) {
			if (!has_same_conditions(&book->whens[k], when))
				continue;
			seen |= k < w;
			for (int p = 0; p < PARAM_COUNT; p++)
				if (book->whens[k].values[p].text) {
					as_if.values[p] = book->whens[k].values[p];
					set[p] = true;
				}
		}
		condition_words(page, when, heading);
		for (const struct wall_line *l = wall_lines; l->choice && !seen; l++) {
			if (!set[l->parameter] || !is_for(page, l) || !settled(&as_if, l->parameter) ||
			    !holds(&as_if, l) || !options_change(book, l->parameter))
				continue;
			if (!any)
				print_heading(page, heading);
			any = true;
			print_line(page, &as_if, l);
		}
		if (any)
			print_end(page);
	}
}

static void print_articles(struct page *page, const struct rulebook *book)
{
	print_heading(page, words(page, "heading/", "articles"));
	for (size_t i = 0; i < book->article_count; i++) {
		const struct rulebook_article *a = &book->articles[i];
		char tag[40];

		if (rulebook_article_find(book, a->number, strlen(a->number)) != a)
			continue; /* a child's words replace its parent's */
		for (unsigned k = 0; k < page->count; k++) {
			if (page->length[k] != strlen(a->number) || memcmp(page->cited[k], a->number, page->length[k]))
				continue;
			snprintf(tag, sizeof(tag), page->form == WALL_ROFF ? "\"%s\" 10" : "  %s ", a->number);
			print_text(page, a->text, 12, tag);
		}
	}
}

static void print_all(struct page *page, const struct rulebook *book)
{
	for (enum wall_section s = 0; s < WALL_SECTIONS; s++)
		print_section(page, book, s);
	print_conditions(page, book);
}

/* --- HTML for print --- */

/* So many letters, in the size of 10 points and of a wide font, fill a side of A4; letter is less high. */
#define SIDE_LETTERS 4500.0
#define LETTER_SHARE 0.93
#define LEAST_SIZE 6.5
#define MOST_SIZE 11.5

static double letters(const char *text)
{
	double n = 0;
	bool in_tag = false;

	for (; *text; text++) {
		if (strncmp(text, "<li>", 4) == 0)
			n += 24; /* what a last line leaves */
		if (strncmp(text, "<h2>", 4) == 0)
			n += 90;
		in_tag = (in_tag || *text == '<') && *text != '>';
		if (!in_tag && (*text & 0xc0) != 0x80)
			n += (unsigned char)*text >= 0xd0 ? 1.13 : 1; /* Cyrillic is wider */
	}
	return n;
}

static void print_style(FILE *out, const char *paper, double size)
{
	fprintf(out,
		"<style>\n@page { size: %s; margin: 11mm 13mm; }\n"
		"body { font: %.2fpt/1.32 \"Source Sans 3\", \"Noto Sans\", \"Liberation Sans\", \"DejaVu Sans\", sans-serif; "
		"font-kerning: normal; text-rendering: geometricPrecision; color: #000; margin: 0; }\n"
		"h1 { font-size: 1.9em; line-height: 1.15; margin: 0; }\n"
		".for { font-size: 1.25em; margin: 0 0 .5em; padding: 0 0 .35em; border-bottom: 2pt solid #000; }\n"
		"main { columns: 2; column-gap: 7mm; }\n"
		"h2 { font-size: 1.12em; margin: 0 0 .2em; break-after: avoid; }\n"
		"section { margin: 0 0 .75em; }\n"
		"ul { margin: 0; padding: 0 0 0 1em; }\n"
		"li { margin: 0 0 .18em; break-inside: avoid; hyphens: auto; }\n"
		":lang(en) li { hyphens: manual; }\n"
		"small { font-size: .78em; color: #444; white-space: nowrap; }\n"
		".for small { font-size: .65em; float: right; padding-top: .5em; }\n"
		"@media screen { body { max-width: 190mm; margin: 10mm auto; padding: 0 5mm; font-size: 11pt; } }\n"
		"</style>\n",
		paper, size);
}

static int print_print(struct page *page, const struct rulebook *book, const char *paper, FILE *out)
{
	const int sides = page->reader == WALL_PLAYER ? 1 : 2;
	char *text = NULL;
	size_t length;
	double fit;

	page->out = open_memstream(&text, &length);
	if (!page->out)
		return -ENOMEM;
	print_all(page, book);
	if (fclose(page->out) != 0) {
		free(text);
		return -ENOMEM;
	}
	page->out = out;
	fit = 10 * sqrt(sides * SIDE_LETTERS * (strcmp(paper, "A4") == 0 ? 1 : LETTER_SHARE) / (letters(text) + 1));
	fprintf(out,
		"<!DOCTYPE html>\n<html lang=\"%s\">\n<head><meta charset=\"utf-8\">\n<meta name=\"viewport\" "
		"content=\"width=device-width, initial-scale=1\">\n<title>",
		page->language->id);
	print_html(out, book->title);
	fputs("</title>\n", out);
	print_style(out, paper, fit < LEAST_SIZE ? LEAST_SIZE : fit > MOST_SIZE ? MOST_SIZE : fit);
	fputs("</head>\n<body>\n<h1>", out);
	print_html(out, book->title);
	fprintf(out, "</h1>\n<p class=\"for\"><b>%s</b> <small>%s</small></p>\n<main>\n%s</main>\n</body>\n</html>\n",
		words(page, "for/", page->reader == WALL_PLAYER ? "player" : "arbiter"), words(page, "numbers", ""),
		text);
	free(text);
	return ferror(out) ? -EIO : 0;
}

int rulebook_wall_page(const struct rulebook *book, const struct wall_page *wanted, FILE *out)
{
	struct page page = { .out = out, .form = wanted->form, .reader = wanted->reader, .language = wanted->language };
	const char *whom = words(&page, "for/", wanted->reader == WALL_PLAYER ? "player" : "arbiter");

	if (wanted->form == WALL_HTML)
		return print_print(&page, book, wanted->paper, out);
	if (wanted->form == WALL_ROFF) {
		fprintf(out, ".TH \"%s\" 7 \"\" \"%s\"\n.SH NAME\n%s \\- ", book->id, whom, book->id);
		print_text(&page, book->title, 0, "");
	} else {
		fprintf(out, "%s\n%s (%s)\n", book->title, whom, book->id);
	}
	print_all(&page, book);
	print_articles(&page, book);
	return ferror(out) ? -EIO : 0;
}
