// SPDX-License-Identifier: GPL-2.0-or-later
/* Every ruling of every case of the casebook names an article, its book explains each that it names, and it can be said
 * in every language. */
#include <glob.h>

#include "tests/unit/core/sound-rulings.h"
#include "replay/replay.h"
#include "rules/rulebook/book.h"

#define BOOKS 32

static struct {
	char id[64];
	struct rulebook *book;
} books[BOOKS];
static unsigned long rulings, cases;
static const char *at_hand;
static FILE *nowhere;

static const struct game *game;

static const struct rulebook *get(const char *id)
{
	unsigned i = 0;

	while (i < BOOKS && books[i].book && strcmp(books[i].id, id))
		i++;
	assert_true(i < BOOKS);
	if (!books[i].book) {
		snprintf(books[i].id, sizeof(books[i].id), "%s", id);
		assert_int_equal(rulebook_load(id, NULL, NULL, &books[i].book), 0);
	}
	return books[i].book;
}

static void check(void *userdata, const struct publication *p)
{
	const struct rulebook *book = userdata;

	if (p->type != PUBLISH_RULING || p->ruling == RULING_NONE)
		return;
	rulings++;
	if (!p->articles)
		fail_msg("%s: %s/%s names no article", at_hand, ruling_name(p->ruling), p->reason);
	for (unsigned i = 0; i < p->articles; i++)
		if (rulebook_explain(book, p->article[i], nowhere) < 0)
			fail_msg("%s: %s/%s names %s, which the book does not explain", at_hand, ruling_name(p->ruling),
				 p->reason, p->article[i]);
	can_be_said(game, p);
}

static void one_case(json_t *o)
{
	const struct rulebook *book = get(json_string_value(json_object_get(o, "rulebook")));
	struct core_setup setup;
	struct replay replay = { 0 };
	char err[160];
	json_t *event;
	size_t i;

	at_hand = json_string_value(json_object_get(o, "id"));
	assert_int_equal(core_setup_from_json(o, &setup, err), 0);
	game = setup.game;
	setup.sensors = TRACKER_EXACT;
	setup.has_lever = true;
	setup.rulebook = book;
	assert_int_equal(core_new(&setup, check, (void *)book, &replay.core, err), 0);
	json_array_foreach(json_object_get(o, "events"), i, event) {
		struct input in;

		assert_int_equal(input_parse(setup.game, event, &in, err), 0);
		assert_int_equal(replay_input(&replay, &in, err), 0);
	}
	assert_int_equal(replay_flush(&replay, err), 0);
	core_free(replay.core);
	core_setup_done(&setup);
	cases++;
}

static void each_article_exists(void **state)
{
	glob_t all = { 0 };
	char *text = NULL;
	size_t size = 0;

	(void)state;
	setenv("FLAGFALL_RULES", "rules/books", 0);
	nowhere = fopen("/dev/null", "we");
	assert_int_equal(glob("tests/casebook/*.jsonl", 0, NULL, &all), 0);
	for (size_t i = 0; i < all.gl_pathc; i++) {
		FILE *f = fopen(all.gl_pathv[i], "re");

		while (getline(&text, &size, f) > 0) {
			json_t *o = json_loads(text, 0, NULL);

			assert_non_null(o);
			one_case(o);
			json_decref(o);
		}
		fclose(f);
	}
	free(text);
	globfree(&all);
	fclose(nowhere);
	for (unsigned i = 0; i < BOOKS; i++)
		rulebook_free(books[i].book);
	assert_true(cases > 500 && rulings > cases);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(each_article_exists) };

	return cmocka_run_group_tests_name("articles", tests, NULL, NULL);
}
