/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The journal: durable when it says so, nothing lost when it cannot. */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/bus/journal/journal-place.h"

static int setup(void **state)
{
	struct journal_place *p = calloc(1, sizeof(*p));

	journal_place_make(p);
	*state = p;
	return 0;
}

static int teardown(void **state)
{
	journal_place_remove(*state);
	free(*state);
	return 0;
}

static struct journal *open_it(const struct journal_place *p)
{
	return journal_place_open(p, "the journal");
}

static int count_row(void *userdata, uint64_t n, const char *json)
{
	unsigned *count = userdata;

	assert_int_equal(n, *count);
	(*count)++;
	return 0;
}

static unsigned inputs(struct journal *j, uint64_t game)
{
	unsigned count = 0;

	assert_return_code(journal_inputs(j, game, count_row, &count), 0);
	return count;
}

static void committed_rows_come_back_in_order(void **state)
{
	struct journal *j = open_it(*state);
	uint64_t game = journal_next_game(j);

	assert_return_code(journal_begin_game(j, game, "B", "{}", "{}"), 0);
	for (unsigned i = 0; i < 300; i++)
		assert_return_code(journal_stage_input(j, game, "{\"type\":\"tick\"}"), 0);
	assert_int_equal(inputs(j, game), 0); /* staged is not yet written */
	assert_return_code(journal_commit(j), 0);
	assert_int_equal(journal_staged(j), 0);
	journal_close(j);
	j = open_it(*state);
	assert_int_equal(inputs(j, game), 300);
	assert_true(journal_next_game(j) > game);
	journal_close(j);
}

/* Files cannot grow beyond that, as on a full disk. */
static void limit_files(rlim_t size)
{
	struct rlimit limit;

	assert_return_code(getrlimit(RLIMIT_FSIZE, &limit), errno);
	signal(SIGXFSZ, SIG_IGN);
	limit.rlim_cur = size;
	assert_return_code(setrlimit(RLIMIT_FSIZE, &limit), errno);
}

static void allow_writes(bool allow)
{
	limit_files(allow ? RLIM_INFINITY : 0);
}

/* A disk that fills up is known while there is room ahead, and said once; the games go on. */
static void a_disk_that_fills_up_is_said_before_it_is_full(void **state)
{
	struct journal_place *p = *state;
	struct journal *j = open_it(p);
	uint64_t game = journal_next_game(j);
	char *text = calloc(1, 300000), news[256], path[160];
	unsigned said = 0;
	struct stat st;

	journal_begin_game(j, game, "B", "{}", "{}");
	assert_return_code(journal_commit(j), 0);
	snprintf(path, sizeof(path), "%s/00000001.log", p->path);
	assert_return_code(stat(path, &st), errno);
	limit_files((rlim_t)st.st_size);
	memset(text, 'x', 299990);
	memcpy(text, "{\"type\":\"", 9);
	strcpy(text + 299990, "\"}");
	for (unsigned i = 0; i < 8; i++) {
		journal_stage_input(j, game, text);
		assert_return_code(journal_commit(j), 0);
		if (*journal_news(j, news)) {
			assert_non_null(strstr(news, "no room"));
			said++;
		}
	}
	assert_int_equal(said, 1);
	allow_writes(true);
	assert_int_equal(inputs(j, game), 8);
	journal_close(j);
	free(text);
}

/* What is staged while a batch is written comes after it, also where that fails. */
static void what_is_staged_meanwhile_is_the_next(void **state)
{
	struct journal_place *p = *state;
	struct journal *j = open_it(p);
	uint64_t game = journal_next_game(j);
	int r;

	journal_begin_game(j, game, "B", "{}", "{}");
	assert_return_code(journal_commit(j), 0);
	allow_writes(false);
	journal_stage_input(j, game, "{\"type\":\"tick\"}");
	assert_int_equal(journal_submit(j, false), 1);
	assert_true(journal_is_writing(j));
	assert_int_equal(journal_submit(j, false), 0);
	journal_stage_input(j, game, "{\"type\":\"tick\"}");
	assert_true(journal_finish(j, true) < 0);
	assert_false(journal_is_writing(j));
	assert_int_equal(journal_staged(j), 2);
	allow_writes(true);
	assert_int_equal(journal_submit(j, false), 1);
	journal_stage_input(j, game, "{\"type\":\"tick\"}");
	while ((r = journal_finish(j, false)) == -EINPROGRESS)
		sched_yield();
	assert_return_code(r, 0);
	assert_int_equal(inputs(j, game), 2);
	assert_return_code(journal_commit(j), 0);
	journal_close(j);
	j = open_it(p);
	assert_int_equal(inputs(j, game), 3);
	journal_close(j);
}

struct seen {
	unsigned count;
	char states[8][16];
	uint64_t numbers[8];
};

static int note_game(void *userdata, const struct journal_game *game)
{
	struct seen *seen = userdata;

	seen->numbers[seen->count] = game->number;
	snprintf(seen->states[seen->count++], sizeof(seen->states[0]), "%s", game->state);
	if (strcmp(game->board, "B") == 0)
		assert_string_equal(game->time, "{\"a\":1}");
	return 0;
}

/* Finished with is what has its record on disk, or is to have none; a result alone is not enough. */
static void games_are_taken_up_until_they_are_recorded(void **state)
{
	struct journal *j = open_it(*state);
	uint64_t recorded = journal_next_game(j), over = journal_next_game(j), given_up = journal_next_game(j),
		 running = journal_next_game(j);
	struct seen seen = { 0 };

	journal_begin_game(j, recorded, "A", "{}", "{}");
	journal_begin_game(j, over, "A", "{}", "{}");
	journal_begin_game(j, given_up, "A", "{}", "{}");
	journal_begin_game(j, running, "B", "{}", "{}");
	journal_stage_time(j, running, "{\"a\":1}");
	journal_stage_over(j, recorded, "1-0", 1);
	journal_stage_recorded(j, recorded, "/games/1.pgn");
	journal_stage_over(j, over, "0-1", 2);
	journal_stage_over(j, given_up, "0-1", 3);
	journal_stage_given_up(j, given_up);
	journal_stage_over(j, running, "1/2-1/2", 4);
	journal_stage_recorded(j, running, "/games/2.pgn");
	journal_stage_over(j, running, NULL, 5); /* an appeal was upheld */
	assert_return_code(journal_commit(j), 0);
	assert_return_code(journal_unfinished(j, note_game, &seen), 0);
	assert_int_equal(seen.count, 2);
	assert_int_equal(seen.numbers[0], over);
	assert_string_equal(seen.states[0], "over");
	assert_int_equal(seen.numbers[1], running);
	assert_string_equal(seen.states[1], "running");
	journal_close(j);
}

static int count_game(void *userdata, const struct journal_game *game)
{
	++*(unsigned *)userdata;
	return 0;
}

static unsigned found(struct journal *j, struct journal_filter filter)
{
	uint64_t before = 0;
	unsigned count = 0;

	do
		assert_return_code(journal_find_games(j, &filter, &before, count_game, &count), 0);
	while (before > 0);
	return count;
}

/* More games than one call looks at, by each of the things that can be asked for. */
static void games_are_found(void **state)
{
	struct journal *j = open_it(*state);
	char setup_text[200], board[16];

	for (unsigned i = 0; i < 2500; i++) {
		uint64_t n = journal_next_game(j);

		snprintf(
			setup_text, sizeof(setup_text),
			"{\"white\":\"Ann %u\",\"black\":\"Bo\",\"event\":\"Club\",\"round\":\"%u\",\"date\":\"2026.01.%02u\"}",
			i, i % 7, i % 28 + 1);
		snprintf(board, sizeof(board), "B%u", i % 10);
		assert_return_code(journal_begin_game(j, n, board, setup_text, "{}"), 0);
		if (i % 2)
			assert_return_code(journal_stage_over(j, n, "1-0", 1), 0);
	}
	assert_return_code(journal_commit(j), 0);
	assert_int_equal(found(j, (struct journal_filter){ 0 }), 2500);
	assert_int_equal(found(j, (struct journal_filter){ .board = "B3" }), 250);
	assert_int_equal(found(j, (struct journal_filter){ .event = "Club", .round = "0" }), 358);
	assert_int_equal(found(j, (struct journal_filter){ .event = "club" }), 0);
	assert_int_equal(found(j, (struct journal_filter){ .state = "over" }), 1250);
	assert_int_equal(found(j, (struct journal_filter){ .since = "2026.01.28" }), 89);
	assert_int_equal(found(j, (struct journal_filter){ .since = "2026.01.02", .until = "2026.01.03" }), 180);
	journal_close(j);
}

static void forgotten_game_leaves_nothing(void **state)
{
	struct journal *j = open_it(*state);
	uint64_t a = journal_next_game(j), b = journal_next_game(j);

	journal_begin_game(j, a, "A", "{}", "{}");
	journal_begin_game(j, b, "B", "{}", "{\"a\":1}");
	journal_stage_input(j, a, "{}");
	journal_stage_input(j, b, "{}");
	journal_forget(j, a);
	assert_return_code(journal_commit(j), 0);
	assert_int_equal(inputs(j, a), 0);
	assert_int_equal(inputs(j, b), 1);
	journal_close(j);
}

/* A write fails, then works: the rows of the failed commit are there, once. */
static void failed_commit_keeps_its_rows(void **state)
{
	struct journal *j = open_it(*state);
	uint64_t game = journal_next_game(j);

	journal_begin_game(j, game, "B", "{}", "{}");
	assert_return_code(journal_commit(j), 0);
	allow_writes(false);
	journal_stage_input(j, game, "{\"n\":0}");
	assert_true(journal_commit(j) < 0);
	journal_stage_input(j, game, "{\"n\":1}");
	assert_true(journal_commit(j) < 0);
	assert_string_not_equal(journal_error(j), "");
	assert_int_equal(journal_staged(j), 2);
	allow_writes(true);
	assert_return_code(journal_commit(j), 0);
	assert_int_equal(inputs(j, game), 2);
	journal_close(j);
}

static void one_daemon_at_a_time(void **state)
{
	struct journal_place *p = *state;
	struct journal *j = open_it(p), *second = NULL;
	char err[256] = "";

	assert_int_equal(journal_open(p->path, NULL, &second, err), -EBUSY);
	assert_non_null(strstr(err, "another flagfalld"));
	journal_close(j);
}

/* --- segments --- */

static bool has_file(const struct journal_place *p, const char *name)
{
	char path[sizeof(p->path) + 64];

	snprintf(path, sizeof(path), "%s/%s", p->path, name);
	return access(path, F_OK) == 0;
}

/* Batches until there is that file, which a thread makes; each with an input of that game. So many were staged. */
static unsigned write_until(struct journal *j, const struct journal_place *p, const char *name, uint64_t game,
			    unsigned from)
{
	unsigned n = from;

	for (; !has_file(p, name); n++) {
		char text[64];

		snprintf(text, sizeof(text), "{\"t_us\":%u}", n);
		assert_in_range(n, 0, 100000);
		assert_return_code(journal_stage_input(j, game, text), 0);
		assert_return_code(journal_commit(j), 0);
	}
	return n;
}

static int check_input(void *userdata, uint64_t n, const char *json)
{
	char text[64];

	snprintf(text, sizeof(text), "{\"t_us\":%u}", (unsigned)n);
	assert_string_equal(json, text);
	return count_row(userdata, n, json);
}

static int note_event(void *userdata, const char *event, const char *json, unsigned round, const char *round_json)
{
	char *list = userdata;

	snprintf(list + strlen(list), 200 - strlen(list), "%s %s %u %s;", event, json, round,
		 round_json ? round_json : "-");
	return 0;
}

static int note_act(void *userdata, uint64_t n, const char *json)
{
	char *list = userdata;

	snprintf(list + strlen(list), 200 - strlen(list), "%s;", json);
	return 0;
}

static void expect_all(struct journal *j, uint64_t running, unsigned inputs_of_it, uint64_t finished)
{
	struct seen seen = { 0 };
	char events[200] = "", acts[200] = "", *books = NULL;
	unsigned count = 0;

	assert_return_code(journal_inputs(j, running, check_input, &count), 0);
	assert_int_equal(count, inputs_of_it);
	count = 0;
	assert_return_code(journal_inputs(j, finished, check_input, &count), 0);
	assert_int_equal(count, 2);
	assert_return_code(journal_rulebooks(j, running, &books), 0);
	assert_string_equal(books, "[\"a book\"]");
	free(books);
	assert_return_code(journal_unfinished(j, note_game, &seen), 0);
	assert_int_equal(seen.count, 1);
	assert_int_equal(seen.numbers[0], running);
	assert_int_equal(found(j, (struct journal_filter){ .state = "recorded" }), 1);
	assert_return_code(journal_events(j, note_event, events), 0);
	assert_string_equal(events, "club {\"id\":\"club\"} 1 {\"b\":2};old {\"ended\":\"t\"} 1 {\"c\":3};");
	assert_return_code(journal_acts(j, "club", 1, note_act, acts), 0);
	assert_return_code(journal_acts(j, "old", 1, note_act, acts), 0);
	assert_string_equal(acts, "{\"act\":1};{\"act\":2};");
}

/* What goes on is carried forward, what is finished has files of its own, and no more than one segment is kept. */
static void a_log_turns_over(void **state)
{
	const struct journal_place *p = *state;
	struct journal *j = open_it(p);
	uint64_t running = journal_next_game(j), finished = journal_next_game(j);
	const struct journal_start start = { "A", "{}", "{}", "{}", "[\"a book\"]" };
	char file[64];
	unsigned n;

	snprintf(file, sizeof(file), "games/0/%u.trace", (unsigned)finished);
	assert_return_code(journal_stage_game(j, running, &start), 0);
	assert_return_code(journal_stage_game(j, finished, &start), 0);
	assert_return_code(journal_stage_input(j, finished, "{\"t_us\":0}"), 0);
	assert_return_code(journal_stage_event(j, "club", "{\"id\":\"club\"}"), 0);
	assert_return_code(journal_stage_round(j, "club", 1, "{\"a\":1}", "pairings"), 0);
	assert_return_code(journal_stage_round(j, "club", 1, "{\"b\":2}", NULL), 0);
	assert_return_code(journal_stage_act(j, "club", 1, "{\"act\":1}"), 0);
	assert_return_code(journal_stage_event(j, "old", "{}"), 0);
	assert_return_code(journal_stage_round(j, "old", 1, "{\"c\":3}", NULL), 0);
	assert_return_code(journal_stage_act(j, "old", 1, "{\"act\":2}"), 0);
	assert_return_code(journal_stage_input(j, finished, "{\"t_us\":1}"), 0);
	assert_return_code(journal_stage_over(j, finished, "1-0", 1), 0);
	assert_return_code(journal_stage_recorded(j, finished, "/1.pgn"), 0);
	assert_return_code(journal_stage_event(j, "old", "{\"ended\":\"t\"}"), 0);
	assert_return_code(journal_commit(j), 0);
	n = write_until(j, p, file, running, 0);
	n = write_until(j, p, "events/old.log", running, n);
	n = write_until(j, p, "00000002.log", running, n);
	assert_false(has_file(p, "00000001.log"));
	expect_all(j, running, n, finished);
	n = write_until(j, p, "00000003.log", running, n);
	assert_false(has_file(p, "00000002.log"));
	expect_all(j, running, n, finished);
	journal_close(j);
	j = open_it(p);
	assert_string_equal(journal_told(j), "");
	expect_all(j, running, n, finished);
	journal_close(j);
}

/* Something is added to a game that has a file: its lines are in the log again, and then in the file with the new ones.
 */
static void a_finished_game_is_taken_up_again(void **state)
{
	const struct journal_place *p = *state;
	struct journal *j = open_it(p);
	uint64_t running = journal_next_game(j), game = journal_next_game(j);
	char file[64], path[sizeof(p->path) + 80];
	unsigned count = 0;
	struct stat before, after;

	snprintf(file, sizeof(file), "games/0/%u.trace", (unsigned)game);
	snprintf(path, sizeof(path), "%s/%s", p->path, file);
	assert_return_code(journal_begin_game(j, running, "A", "{}", "{}"), 0);
	assert_return_code(journal_begin_game(j, game, "B", "{}", "{\"a\":1}"), 0);
	assert_return_code(journal_stage_input(j, game, "{\"t_us\":0}"), 0);
	assert_return_code(journal_stage_over(j, game, "1-0", 1), 0);
	assert_return_code(journal_stage_recorded(j, game, "/1.pgn"), 0);
	write_until(j, p, file, running, 0);
	assert_return_code(stat(path, &before), errno);
	assert_return_code(journal_stage_input(j, game, "{\"t_us\":1}"), 0);
	assert_return_code(journal_stage_over(j, game, "0-1", 2), 0);
	assert_return_code(journal_commit(j), 0);
	journal_close(j);
	j = open_it(p); /* the log knows better than the file */
	assert_int_equal(found(j, (struct journal_filter){ .state = "over" }), 1);
	assert_return_code(journal_inputs(j, game, check_input, &count), 0);
	assert_int_equal(count, 2);
	assert_return_code(journal_stage_recorded(j, game, "/1.pgn"), 0);
	do { /* a thread makes it */
		assert_return_code(journal_stage_input(j, running, "{}"), 0);
		assert_return_code(journal_commit(j), 0);
		assert_return_code(stat(path, &after), errno);
	} while (after.st_size <= before.st_size);
	journal_close(j);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(committed_rows_come_back_in_order, setup, teardown),
		cmocka_unit_test_setup_teardown(what_is_staged_meanwhile_is_the_next, setup, teardown),
		cmocka_unit_test_setup_teardown(a_disk_that_fills_up_is_said_before_it_is_full, setup, teardown),
		cmocka_unit_test_setup_teardown(games_are_taken_up_until_they_are_recorded, setup, teardown),
		cmocka_unit_test_setup_teardown(forgotten_game_leaves_nothing, setup, teardown),
		cmocka_unit_test_setup_teardown(failed_commit_keeps_its_rows, setup, teardown),
		cmocka_unit_test_setup_teardown(one_daemon_at_a_time, setup, teardown),
		cmocka_unit_test_setup_teardown(games_are_found, setup, teardown),
		cmocka_unit_test_setup_teardown(a_log_turns_over, setup, teardown),
		cmocka_unit_test_setup_teardown(a_finished_game_is_taken_up_again, setup, teardown),
	};

	return cmocka_run_group_tests_name("journal", tests, NULL, NULL);
}
