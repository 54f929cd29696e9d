/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Whichever allocation fails, who asked is told so, all is given back, and nothing is answered that is not so. */
#include "tests/unit/failing-memory.h"

#include "rules/game.h"
#include "formats/pgn.h"
#include "rules/rulebook.h"

static int load_book(void *userdata)
{
	struct rulebook *book = NULL;
	int r = rulebook_load(userdata, NULL, NULL, &book);

	assert_true(r == 0 || !book);
	rulebook_free(book);
	return r;
}

/* A small book on the shelf of its own folder: it inherits all of another one. */
static void a_book_is_whole_or_none(void **state)
{
	setenv("FLAGFALL_RULES", "rules/books", 0);
	lost_by_libraries = 1; /* libyaml's, where a collection has no room */
	assert_true(!MEMORY_FAILS || fail_each_allocation(load_book, "fide2023-blitz", 53) > 100);
	lost_by_libraries = 0;
}

static const char *guidelines(void *userdata, const char *key)
{
	return strcmp(key, "guidelines_iii") ? NULL : "true";
}

static struct rulebook *whole;

static int fit_book(void *userdata)
{
	struct rulebook *copy = NULL;
	int r = rulebook_for_event(whole, guidelines, NULL, &copy);

	if (r == 0)
		assert_int_equal(rulebook_number(copy, PARAM_NO_PROGRESS_CLAIM), 120000);
	rulebook_free(copy);
	return r;
}

/* The event's conditions hold in the copy, or there is none. */
static void a_copy_is_whole_or_none(void **state)
{
	assert_int_equal(rulebook_load("fide2023-standard", NULL, NULL, &whole), 0);
	fail_each_allocation(fit_book, NULL, 7);
	rulebook_free(whole);
}

static int list_books(void *userdata)
{
	char **list = NULL;
	int r = rulebook_list(&list);

	if (r == 0)
		for (unsigned i = 0; i < 10; i++)
			assert_non_null(list[i]);
	rulebook_list_free(r ? NULL : list);
	return r;
}

static void all_books_are_listed_or_none(void **state)
{
	fail_each_allocation(list_books, NULL, 1);
}

static const char record[] =
	"[Event \"Blitz\"]\n[White \"Anna\"]\n[Result \"1-0\"]\n\n"
	"{before} 1. e4 $1 {[%clk 0:04:59] good} e5 (1... c5 {Sicilian} 2. Nf3 (2. c3 d5)) 2. Nf3 ; much\n"
	"Nc6?! 3. Bb5 1-0\n";

static int read_record(void *userdata)
{
	struct pgn_game *pgn = NULL;
	int r = pgn_read(&game_chess, record, strlen(record), NULL, &pgn, NULL);

	if (r == 0) {
		assert_int_equal(pgn->main.count, 5);
		pgn_free(pgn);
	}
	return r;
}

static void a_record_is_read_whole_or_not(void **state)
{
	assert_true(!MEMORY_FAILS || fail_each_allocation(read_record, NULL, 1) > 40);
}

static int write_record(void *userdata)
{
	struct pgn_game *pgn = pgn_new();
	int r = pgn ? 0 : -ENOMEM;
	char *text = NULL;

	if (r == 0)
		r = pgn_set_tag(pgn, "FEN", "4k3/8/8/8/8/8/8/4K2R b - - 0 37");
	if (r == 0)
		r = pgn_set_tag(pgn, "FEN", "4k3/8/8/8/8/8/8/4K2R b K - 0 37");
	if (r == 0)
		r = pgn_add_move(pgn, "Kd7", 1000, 2000, "a word");
	if (r == 0)
		r = pgn_append_comment(pgn, "and another");
	if (r == 0) {
		text = pgn_format(&game_chess, pgn, NULL);
		r = text ? 0 : -ENOMEM;
	}
	if (r == 0)
		assert_non_null(strstr(text, "Kd7 {[%clk 0:00:01.000] [%emt 0:00:02.000] a word} {and another} *\n"));
	free(text);
	pgn_free(pgn);
	/* asprintf() does without the second of its allocations */
	return memory_has_failed() ? -ENOMEM : r;
}

static void a_record_is_written_whole_or_not(void **state)
{
	fail_each_allocation(write_record, NULL, 1);
}

/* A mate for which many positions are looked at. Without memory for them that stays undecided; "no" would be wrong. */
static int search_mate(void *userdata)
{
	struct game_position p;
	enum game_answer answer;

	assert_int_equal(game_chess.parse(userdata, &p, NULL), 0);
	answer = game_chess.can_win(&p, WHITE, 200000, NULL);
	assert_int_not_equal(answer, GAME_NO);
	/* a mate that was found before is one, though the line to it could not be kept */
	return answer == GAME_YES && !memory_has_failed() ? 0 : -ENOMEM;
}

static void a_search_is_undecided_at_worst(void **state)
{
	fail_each_allocation(search_mate, "8/8/8/p1k1p3/P1p1P3/2P1K3/8/8 w - - 0 1", 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_book_is_whole_or_none),	    cmocka_unit_test(a_copy_is_whole_or_none),
		cmocka_unit_test(all_books_are_listed_or_none),	    cmocka_unit_test(a_record_is_read_whole_or_not),
		cmocka_unit_test(a_record_is_written_whole_or_not), cmocka_unit_test(a_search_is_undecided_at_worst),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
