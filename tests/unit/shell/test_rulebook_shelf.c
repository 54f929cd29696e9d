/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Games that are played by the same rulebook share it; those that are not, do not. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "daemon/games/game-setup.h"

struct played {
	struct core_setup core;
	struct rulebook *book;
	struct cached_rulebook *shelved;
};

static struct played game(struct cached_rulebook **shelf, const char *id, const char *override, json_t *options)
{
	struct played g = { 0 };
	char err[160];

	assert_int_equal(rulebook_load(id, NULL, NULL, &g.book), 0);
	if (override)
		assert_int_equal(rulebook_override(g.book, override, err), 0);
	g.core.game = game_find("chess");
	g.core.rulebook = g.book;
	g.core.options = options;
	assert_int_equal(rulebook_cache_put(shelf, &g.core, "club []", &g.book, &g.shelved), 0);
	assert_true(g.core.fitted);
	return g;
}

static void the_same_book_is_there_once(void **state)
{
	struct cached_rulebook *shelf = NULL;
	struct played a = game(&shelf, "wbca-1992", NULL, NULL), b = game(&shelf, "wbca-1992", NULL, NULL);

	assert_ptr_equal(a.book, b.book);
	assert_ptr_equal(a.core.rulebook, b.core.rulebook);
	assert_null(shelf->next);
	rulebook_cache_release(a.shelved);
	assert_string_equal(rulebook_id(b.core.rulebook), "wbca-1992");
	rulebook_cache_release(b.shelved);
	assert_null(shelf);
}

static void what_an_event_sets_is_its_own(void **state)
{
	struct cached_rulebook *shelf = NULL;
	struct played a = game(&shelf, "wbca-1992", NULL, NULL),
		      b = game(&shelf, "wbca-1992", "simultaneity-tolerance=321", NULL),
		      c = game(&shelf, "nsb-2004", NULL, NULL);

	assert_ptr_not_equal(a.core.rulebook, b.core.rulebook);
	assert_ptr_not_equal(a.core.rulebook, c.core.rulebook);
	assert_int_equal(rulebook_number(b.core.rulebook, PARAM_SIMULTANEITY_TOLERANCE), 321);
	assert_int_not_equal(rulebook_number(a.core.rulebook, PARAM_SIMULTANEITY_TOLERANCE), 321);
	rulebook_cache_release(b.shelved);
	rulebook_cache_release(a.shelved);
	rulebook_cache_release(c.shelved);
	assert_null(shelf);
}

/* fide2023-rapid has a section for events with full supervision: the options decide what applies. */
static void sections_follow_each_event(void **state)
{
	struct cached_rulebook *shelf = NULL;
	json_t *full = json_pack("{s:s}", "supervision", "full");
	struct played a = game(&shelf, "fide2023-rapid", NULL, NULL), b = game(&shelf, "fide2023-rapid", NULL, full),
		      c = game(&shelf, "fide2023-rapid", NULL, full);

	assert_ptr_not_equal(a.core.rulebook, b.core.rulebook);
	assert_ptr_equal(b.core.rulebook, c.core.rulebook);
	assert_string_equal(rulebook_articles(b.core.rulebook, PARAM_SETUP_CLAIM_WINDOW), "A.4 7.2.1");
	assert_string_not_equal(rulebook_articles(a.core.rulebook, PARAM_SETUP_CLAIM_WINDOW), "A.4 7.2.1");
	rulebook_cache_release(a.shelved);
	rulebook_cache_release(b.shelved);
	rulebook_cache_release(c.shelved);
	assert_null(shelf);
	json_decref(full);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_same_book_is_there_once),
		cmocka_unit_test(what_an_event_sets_is_its_own),
		cmocka_unit_test(sections_follow_each_event),
	};

	return cmocka_run_group_tests_name("rulebook shelf", tests, NULL, NULL);
}
