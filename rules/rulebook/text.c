// SPDX-License-Identifier: GPL-2.0-or-later
/* A rulebook for people to read. */
#include <ctype.h>
#include <errno.h>
#include <string.h>

#include "rules/rulebook/book.h"

#define WIDTH 100

/* Text broken at blanks, each line indented. */
static void print_wrapped(FILE *out, const char *text, unsigned indent)
{
	unsigned column = 0;

	for (const char *s = text + strspn(text, " \n"); *s; s += strspn(s, " \n")) {
		const size_t n = strcspn(s, " \n");

		if (column && column + 1 + n > WIDTH) {
			fputc('\n', out);
			column = 0;
		}
		column += (unsigned)(column ? fprintf(out, " %.*s", (int)n, s) :
					      fprintf(out, "%*s%.*s", (int)indent, "", (int)n, s));
		s += n;
	}
	fputc('\n', out);
}

static bool names_article(const char *articles, const char *article)
{
	for (const char *s = articles + strspn(articles, " "); *s; s += strspn(s, " ")) {
		const size_t n = strcspn(s, " ");

		if (n == strlen(article) && !memcmp(s, article, n))
			return true;
		s += n;
	}
	return false;
}

static void print_value(FILE *out, int p, const struct rulebook_value *v)
{
	fprintf(out, "  %-32s %-28s [%s]\n", rulebook_parameter_info(p)->name, v->text, v->articles);
}

static void print_condition(FILE *out, const struct rulebook_when *when)
{
	fputs("when", out);
	for (unsigned i = 0; i < when->conditions; i++)
		fprintf(out, "%s %s is %s", i ? " and" : "", when->condition[i].key, when->condition[i].value);
	fputs(":\n", out);
}

int rulebook_show(const struct rulebook *book, FILE *out)
{
	fprintf(out, "%s: %s (%s)\n\n", book->id, book->title, book->game);
	for (int p = 0; p < PARAM_COUNT; p++)
		print_value(out, p, &book->values[p]);
	for (size_t w = 0; w < book->when_count; w++) {
		fputc('\n', out);
		print_condition(out, &book->whens[w]);
		for (int p = 0; p < PARAM_COUNT; p++)
			if (book->whens[w].values[p].text)
				print_value(out, p, &book->whens[w].values[p]);
	}
	fputs("\nArticles\n", out);
	for (size_t i = 0; i < book->article_count; i++) {
		/* A child's words replace its parent's. */
		const struct rulebook_article *a = &book->articles[i];

		if (rulebook_article_find(book, a->number, strlen(a->number)) != a)
			continue;
		fprintf(out, "  %s\n", a->number);
		print_wrapped(out, a->text, 6);
	}
	return ferror(out) ? -EIO : 0;
}

/* Is this the line that wins for its key? A child's words replace its parent's. */
static bool cite_stands(const struct rulebook *book, size_t i)
{
	for (size_t later = i + 1; later < book->cite_count; later++)
		if (!strcmp(book->cites[later].key, book->cites[i].key))
			return false;
	return true;
}

/* Does such a ruling say that a move was against the rules? */
static bool is_accusation(const char *key)
{
	static const char *const prefix[] = { "move-illegal", "win/illegal-", "draw/illegal-cannot-mate" };

	for (size_t i = 0; i < sizeof(prefix) / sizeof(*prefix); i++)
		if (!strncmp(key, prefix[i], strlen(prefix[i])))
			return true;
	return false;
}

int rulebook_explain(const struct rulebook *book, const char *article, FILE *out)
{
	const struct rulebook_article *a = rulebook_article_find(book, article, strlen(article));
	bool any = false, accuses = false;

	if (!a)
		return -ENOENT;
	fprintf(out, "%s, article %s\n", book->title, article);
	print_wrapped(out, a->text, 2);
	for (int p = 0; p < PARAM_COUNT; p++) {
		const struct rulebook_value *v = &book->values[p];

		if (!names_article(v->articles, article))
			continue;
		fprintf(out, "%s  %s = %s (%s)\n", any ? "" : "It sets:\n", rulebook_parameter_info(p)->name, v->text,
			rulebook_parameter_info(p)->doc);
		any = true;
	}
	for (size_t w = 0; w < book->when_count; w++) {
		bool said = false;

		for (int p = 0; p < PARAM_COUNT; p++) {
			const struct rulebook_value *v = &book->whens[w].values[p];

			if (!v->text || !names_article(v->articles, article))
				continue;
			if (!said)
				print_condition(out, &book->whens[w]);
			said = true;
			fprintf(out, "  %s = %s (%s)\n", rulebook_parameter_info(p)->name, v->text,
				rulebook_parameter_info(p)->doc);
		}
	}
	any = false;
	for (size_t i = 0; i < book->cite_count; i++) {
		if (!names_article(book->cites[i].articles, article) || !cite_stands(book, i))
			continue;
		fprintf(out, "%s  %s\n", any ? "" : "Rulings that rest on it:\n", book->cites[i].key);
		any = true;
		accuses |= is_accusation(book->cites[i].key);
	}
	if (accuses) {
		fprintf(out, "The standard of proof:\n");
		print_wrapped(
			out,
			"That a move was illegal is ruled only where it is proved: where hardly any legal move explains "
			"what the sensors saw. In doubt the player is believed, nobody is punished, and the arbiter alone "
			"is asked.",
			2);
	}
	return ferror(out) ? -EIO : 0;
}
