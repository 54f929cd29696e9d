/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The articles of a ruling: all that the book has for a parameter, each once, in their order, as long as there is room.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "rules/arbiter/rulings.h"

static bool is_cited(const struct ruling *r, const char *article)
{
	for (unsigned i = 0; i < r->articles; i++)
		if (!strcmp(r->article[i], article))
			return true;
	return false;
}

/* What the book names, word for word. How many. */
static unsigned expect_articles(const struct ruling *r, const char *articles)
{
	char all[400], *save, *article;
	unsigned n = 0;

	snprintf(all, sizeof(all), "%s", strcmp(articles, "reading") ? articles : "");
	for (article = strtok_r(all, " ", &save); article; article = strtok_r(NULL, " ", &save)) {
		if (!strcmp(article, "event"))
			continue;
		if (n < ARBITER_ARTICLES && !is_cited(r, article))
			fail_msg("%s of \"%s\" is not cited", article, articles);
		n++;
	}
	assert_int_equal(r->articles, n < ARBITER_ARTICLES ? n : ARBITER_ARTICLES);
	return n;
}

static void each_parameter_of_each_book(void **state)
{
	unsigned several = 0;
	char **list;

	setenv("FLAGFALL_RULES", "rules/books", 0);
	assert_int_equal(rulebook_list(&list), 0);
	for (char **id = list; *id; id++) {
		struct rulebook *book;

		assert_int_equal(rulebook_load(*id, NULL, NULL, &book), 0);
		for (enum rulebook_parameter p = 0; p < PARAM_COUNT; p++) {
			struct arbiter *a = calloc(1, sizeof(*a));
			struct ruling r = { .articles = 0 };

			assert_non_null(a);
			a->book = book;
			cite_parameter(a, &r, p);
			several += expect_articles(&r, rulebook_articles(book, p)) > 1;
			cite_parameter(a, &r, p); /* each once */
			expect_articles(&r, rulebook_articles(book, p));
			free(a);
		}
		rulebook_free(book);
	}
	rulebook_list_free(list);
	assert_true(several > 10);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_parameter_of_each_book),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
