// SPDX-License-Identifier: GPL-2.0-or-later
/* A rulebook as a page for the wall. */
#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "rules/rulebook/book.h"
#include "rules/rulebook/notices.h"

#define WIDTH 80
#define SENTENCE 400
#define CITED 96

struct page {
	FILE *out;
	bool roff;
	const char *cited[CITED]; /* articles, each once; not ended by 0 */
	size_t length[CITED];
	unsigned count;
};

static void print_text(const struct page *page, const char *text, unsigned indent, const char *mark)
{
	unsigned column = 0;

	if (page->roff) {
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

static void print_heading(const struct page *page, const char *heading)
{
	if (page->roff)
		fprintf(page->out, ".SH \"%s\"\n", heading);
	else
		fprintf(page->out, "\n%s\n", heading);
}

static void print_time(FILE *out, int64_t ms)
{
	const int64_t s = ms / 1000;

	fprintf(out, "%" PRId64 ":%02" PRId64, s / 60, s % 60);
}

/* What a line says of p: %t its number as a time, %n the number, %h half of it, %l its list, %w its words. */
static void wall_page_say(const struct rulebook *book, const struct wall_line *line, char ret[static SENTENCE])
{
	FILE *out = fmemopen(ret, SENTENCE, "w");
	int64_t list[RULEBOOK_LIST];

	ret[0] = 0;
	if (!out)
		return;
	for (const char *s = line->sentence; *s; s++) {
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
	wall_page_say(book, line, sentence);
	snprintf(text, sizeof(text), "%s (%s)", sentence, list);
	print_text(page, text, 4, page->roff ? "\\(bu 2" : "  -");
}

static void print_section(struct page *page, const struct rulebook *book, enum wall_section section,
			  enum wall_reader reader)
{
	const bool crowns = section == WALL_TOUCH && strncmp(rulebook_game(book), "draughts", 8) == 0;
	bool any = false;

	for (const struct wall_line *l = wall_lines; l->sentence; l++) {
		if (l->section != section || !(l->readers & (unsigned)reader) || !settled(book, l->parameter) ||
		    !holds(book, l))
			continue;
		if (!any)
			print_heading(page, crowns ? "Touched pieces and crowning" : wall_headings[section]);
		any = true;
		print_line(page, book, l);
	}
}

/* What holds only under some of the event's options. */
static void print_conditions(struct page *page, const struct rulebook *book, enum wall_reader reader)
{
	for (size_t w = 0; w < book->when_count; w++) {
		const struct rulebook_when *when = &book->whens[w];
		struct rulebook as_if = *book; /* its texts are the book's */
		char heading[160] = "Where";
		bool any = false;

		for (unsigned i = 0; i < when->conditions; i++) {
			const size_t used = strlen(heading);

			snprintf(heading + used, sizeof(heading) - used, "%s %s is %s", i ? " and" : "",
				 when->condition[i].key, when->condition[i].value);
		}
		for (int p = 0; p < PARAM_COUNT; p++)
			if (when->values[p].text)
				as_if.values[p] = when->values[p];
		for (const struct wall_line *l = wall_lines; l->sentence; l++) {
			if (!when->values[l->parameter].text || !(l->readers & (unsigned)reader) ||
			    !settled(&as_if, l->parameter) || !holds(&as_if, l))
				continue;
			if (!any)
				print_heading(page, heading);
			any = true;
			print_line(page, &as_if, l);
		}
	}
}

static void print_articles(struct page *page, const struct rulebook *book)
{
	print_heading(page, "The articles");
	for (size_t i = 0; i < book->article_count; i++) {
		const struct rulebook_article *a = &book->articles[i];
		char tag[40];

		if (rulebook_article_find(book, a->number, strlen(a->number)) != a)
			continue; /* a child's words replace its parent's */
		for (unsigned k = 0; k < page->count; k++) {
			if (page->length[k] != strlen(a->number) || memcmp(page->cited[k], a->number, page->length[k]))
				continue;
			snprintf(tag, sizeof(tag), page->roff ? "\"%s\" 10" : "  %s ", a->number);
			print_text(page, a->text, 12, tag);
		}
	}
}

int rulebook_wall_page(const struct rulebook *book, enum wall_reader reader, bool roff, FILE *out)
{
	struct page page = { .out = out, .roff = roff };
	const char *whom = reader == WALL_PLAYER ? "For players" : "For the arbiter";

	if (roff) {
		fprintf(out, ".TH \"%s\" 7 \"\" \"%s\"\n.SH NAME\n%s \\- ", book->id, whom, book->id);
		print_text(&page, book->title, 0, "");
	} else {
		fprintf(out, "%s\n%s (%s)\n", book->title, whom, book->id);
	}
	for (enum wall_section s = 0; s < WALL_SECTIONS; s++)
		print_section(&page, book, s, reader);
	print_conditions(&page, book, reader);
	print_articles(&page, book);
	return ferror(out) ? -EIO : 0;
}
