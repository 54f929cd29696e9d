/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The journal: durable when it says so, nothing lost when it cannot. */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include <errno.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

#include "daemon/shell/journal.h"

struct place {
	char dir[64], path[96];
};

static int setup(void **state)
{
	struct place *p = calloc(1, sizeof(*p));

	snprintf(p->dir, sizeof(p->dir), "/tmp/flagfall.XXXXXX");
	assert_non_null(mkdtemp(p->dir));
	snprintf(p->path, sizeof(p->path), "%s/journal.db", p->dir);
	*state = p;
	return 0;
}

static int teardown(void **state)
{
	static const char *const ends[] = { "", "-wal", "-shm", ".lock" };
	struct place *p = *state;
	char path[112];

	for (size_t i = 0; i < 4; i++) {
		snprintf(path, sizeof(path), "%s%s", p->path, ends[i]);
		unlink(path);
	}
	rmdir(p->dir);
	free(p);
	return 0;
}

static struct journal *open_it(struct place *p)
{
	struct journal *j = NULL;
	char err[256] = "";

	if (journal_open(p->path, &j, err) < 0)
		fail_msg("%s", err);
	return j;
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

	assert_return_code(journal_stage_game(j, game, "B", "{}", "{}"), 0);
	for (unsigned i = 0; i < 300; i++)
		assert_return_code(journal_stage_input(j, game, i, "{\"type\":\"tick\"}"), 0);
	assert_int_equal(inputs(j, game), 0); /* staged is not yet written */
	assert_return_code(journal_commit(j), 0);
	assert_int_equal(journal_staged(j), 0);
	journal_close(j);
	j = open_it(*state);
	assert_int_equal(inputs(j, game), 300);
	assert_true(journal_next_game(j) > game);
	journal_close(j);
}

static int note_game(void *userdata, uint64_t game, const char *board, const char *setup_text, const char *map)
{
	*(uint64_t *)userdata = game;
	assert_string_equal(board, "B");
	assert_string_equal(map, "{\"a\":1}");
	return 0;
}

static void only_running_games_are_taken_up(void **state)
{
	struct journal *j = open_it(*state);
	uint64_t over = journal_next_game(j), running = journal_next_game(j), seen = 0;

	journal_stage_game(j, over, "A", "{}", "{}");
	journal_stage_game(j, running, "B", "{}", "{}");
	journal_stage_map(j, running, "{\"a\":1}");
	journal_stage_over(j, over, "1-0");
	journal_stage_over(j, running, "1/2-1/2");
	journal_stage_over(j, running, NULL); /* an appeal was upheld */
	assert_return_code(journal_commit(j), 0);
	assert_return_code(journal_running(j, note_game, &seen), 0);
	assert_int_equal(seen, running);
	journal_close(j);
}

static void forgotten_game_leaves_nothing(void **state)
{
	struct journal *j = open_it(*state);
	uint64_t a = journal_next_game(j), b = journal_next_game(j);

	journal_stage_game(j, a, "A", "{}", "{}");
	journal_stage_game(j, b, "B", "{}", "{\"a\":1}");
	journal_stage_input(j, a, 0, "{}");
	journal_stage_input(j, b, 0, "{}");
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
	struct rlimit usual, none;
	uint64_t game = journal_next_game(j);

	signal(SIGXFSZ, SIG_IGN);
	journal_stage_game(j, game, "B", "{}", "{}");
	assert_return_code(journal_commit(j), 0);
	assert_return_code(getrlimit(RLIMIT_FSIZE, &usual), errno);
	none = (struct rlimit){ 0, usual.rlim_max };
	assert_return_code(setrlimit(RLIMIT_FSIZE, &none), errno);
	journal_stage_input(j, game, 0, "{\"n\":0}");
	assert_true(journal_commit(j) < 0);
	journal_stage_input(j, game, 1, "{\"n\":1}");
	assert_true(journal_commit(j) < 0);
	assert_string_not_equal(journal_error(j), "");
	assert_int_equal(journal_staged(j), 2);
	assert_return_code(setrlimit(RLIMIT_FSIZE, &usual), errno);
	assert_return_code(journal_commit(j), 0);
	assert_int_equal(inputs(j, game), 2);
	journal_close(j);
}

static void one_daemon_at_a_time(void **state)
{
	struct place *p = *state;
	struct journal *j = open_it(p), *second = NULL;
	char err[256] = "";

	assert_int_equal(journal_open(p->path, &second, err), -EBUSY);
	assert_non_null(strstr(err, "another daemon"));
	journal_close(j);
}

static void newer_version_is_left_alone(void **state)
{
	struct place *p = *state;
	struct journal *j = open_it(p);
	char err[256] = "";
	sqlite3 *db;

	journal_close(j);
	assert_int_equal(sqlite3_open(p->path, &db), SQLITE_OK);
	sqlite3_exec(db, "PRAGMA user_version=9", NULL, NULL, NULL);
	sqlite3_close(db);
	assert_int_equal(journal_open(p->path, &j, err), -EPROTONOSUPPORT);
	assert_non_null(strstr(err, "newer"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(committed_rows_come_back_in_order, setup, teardown),
		cmocka_unit_test_setup_teardown(only_running_games_are_taken_up, setup, teardown),
		cmocka_unit_test_setup_teardown(forgotten_game_leaves_nothing, setup, teardown),
		cmocka_unit_test_setup_teardown(failed_commit_keeps_its_rows, setup, teardown),
		cmocka_unit_test_setup_teardown(one_daemon_at_a_time, setup, teardown),
		cmocka_unit_test_setup_teardown(newer_version_is_left_alone, setup, teardown),
	};

	return cmocka_run_group_tests_name("journal", tests, NULL, NULL);
}
