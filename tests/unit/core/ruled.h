/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What was ruled, beside a file that says what was ruled before. Each program that includes it has one such list. */
#ifndef TESTS_RULED_H
#define TESTS_RULED_H

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/core/core-testing.h"

#define RULED "tests/data/ruled-by-chance.txt"

/* Of each ruling a line, in all games at the first board. */
struct ruled {
	char (*line)[240];
	size_t count, room;
};

static struct ruled ruled;

/* And a line for each book with a hash of all that was ruled, as it is published, and of the sentences: where a fact is
 * another one, such as a count, it is the only line that differs. FLAGFALL_RULED_ALL=FILE has all of it written there,
 * to be compared with that of the tree before. */
static uint64_t all_said;

static void hash_ruling(const struct rulebook *book, const struct publication *p)
{
	const char *path = getenv("FLAGFALL_RULED_ALL");
	json_t *o = publication_format(game, p, true);
	char *text = json_dumps(o, JSON_COMPACT | JSON_SORT_KEYS), sentence[SENTENCE_TEXT];

	assert_non_null(text);
	publication_sentence(p, sentence);
	for (const char *c = text; *c; c++)
		all_said = (all_said ^ (uint8_t)*c) * UINT64_C(0x100000001b3);
	for (const char *c = sentence; *c; c++)
		all_said = (all_said ^ (uint8_t)*c) * UINT64_C(0x100000001b3);
	if (path) {
		FILE *f = fopen(path, "a");

		assert_non_null(f);
		fprintf(f, "%s: %s %s\n", rulebook_id(book), text, sentence);
		fclose(f);
	}
	free(text);
	json_decref(o);
}

static char *new_line(void)
{
	if (ruled.count == ruled.room) {
		ruled.room = ruled.room ? 2 * ruled.room : 1024;
		ruled.line = realloc(ruled.line, ruled.room * sizeof(*ruled.line));
		assert_non_null(ruled.line);
	}
	return ruled.line[ruled.count++];
}

static void note_all_said(const char *id)
{
	snprintf(new_line(), sizeof(*ruled.line), "%s: all of it %016" PRIx64, id, all_said);
	all_said = 0;
}

static void note_ruling(const struct rulebook *book, const struct publication *p)
{
	char *line = new_line();
	int n;

	hash_ruling(book, p);
	n = snprintf(line, sizeof(*ruled.line), "%s: %s %s %s", rulebook_id(book), ruling_name(p->ruling),
		     *p->reason ? p->reason : "-", *p->result ? p->result : "-");
	for (unsigned i = 0; i < p->articles; i++)
		n += snprintf(line + n, sizeof(*ruled.line) - (size_t)n, "%s%s", i ? ", " : " by ", p->article[i]);
	assert_true((size_t)n < sizeof(*ruled.line));
}

static int compare_lines(const void *a, const void *b)
{
	return strcmp(a, b);
}

/* Each line once, with how often it is there: as in the file, whose lines are told that differ. */
static unsigned compare_with_file(void)
{
	const char *path = getenv("FLAGFALL_RULED");
	FILE *f = fopen(path ? path : RULED, path ? "w" : "r");
	char there[sizeof(*ruled.line) + 16] = "", line[sizeof(there)];
	unsigned others = 0;

	assert_non_null(f);
	qsort(ruled.line, ruled.count, sizeof(*ruled.line), compare_lines);
	for (size_t i = 0, n; i < ruled.count; i += n) {
		for (n = 1; i + n < ruled.count && !strcmp(ruled.line[i], ruled.line[i + n]); n++)
			;
		snprintf(line, sizeof(line), "%s: %zu\n", ruled.line[i], n);
		if (path) {
			fputs(line, f);
		} else if (!fgets(there, sizeof(there), f) || strcmp(line, there)) {
			if (others++ < 20) /* behind one that is new all are others */
				print_message("# ruled: %s# %s has: %s\n", line, RULED, there);
		}
	}
	others += !path && fgets(there, sizeof(there), f);
	fclose(f);
	free(ruled.line);
	return others;
}

#endif
