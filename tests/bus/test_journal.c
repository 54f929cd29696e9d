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
#include <poll.h>
#include <sqlite3.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "daemon/shell/journal-games.h"
#include "daemon/shell/journal-schema.h"

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
	static const char *const ends[] = { "", "-wal", "-shm", ".lock", ".seen" };
	struct place *p = *state;
	char path[112];

	for (size_t i = 0; i < 5; i++) {
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

	assert_return_code(journal_stage_game(j, game, "B", "{}", "{}", NULL), 0);
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

static int64_t log_bytes(const struct place *p)
{
	struct stat st;
	char path[112];

	snprintf(path, sizeof(path), "%s-wal", p->path);
	return stat(path, &st) < 0 ? 0 : st.st_size;
}

#define MIB (1 << 20)
#define KEPT_MIB 8 /* what the log's file has once, it keeps: a file that does not grow is sooner on disk */

/* Writes so many MiB, one in each transaction; the largest size of the log. */
static int64_t flood(const struct place *p, struct journal *j, uint64_t game, unsigned *n, unsigned mib)
{
	char *text = malloc(MIB + 1);
	int64_t largest = 0, bytes;

	memset(text, '1', MIB);
	text[MIB] = '\0';
	for (unsigned i = 0; i < mib; i++) {
		assert_return_code(journal_stage_input(j, game, (*n)++, text), 0);
		assert_return_code(journal_commit(j), 0);
		bytes = log_bytes(p);
		largest = bytes > largest ? bytes : largest;
		assert_true(*n <= KEPT_MIB || bytes >= KEPT_MIB * MIB);
	}
	free(text);
	return largest;
}

/* Without a pause in which it could be folded; and with one who reads and does not end. */
static void the_log_is_bounded(void **state)
{
	struct place *p = *state;
	struct journal *j = open_it(p);
	uint64_t game = journal_next_game(j);
	unsigned n = 0;
	sqlite3 *reader;

	assert_return_code(journal_stage_game(j, game, "B", "{}", "{}", NULL), 0);
	assert_true(flood(p, j, game, &n, 80) < 68 * MIB);
	assert_int_equal(sqlite3_open_v2(p->path, &reader, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
	assert_int_equal(sqlite3_exec(reader, "BEGIN; SELECT count(*) FROM games", NULL, NULL, NULL), SQLITE_OK);
	for (unsigned i = 0; i < 80 && log_bytes(p) < 68 * MIB; i++)
		flood(p, j, game, &n, 1);
	assert_true(log_bytes(p) >= 68 * MIB); /* nothing is lost */
	assert_int_equal(sqlite3_exec(reader, "COMMIT", NULL, NULL, NULL), SQLITE_OK);
	sqlite3_close(reader);
	for (unsigned i = 0; i < 80 && log_bytes(p) >= 68 * MIB; i++)
		flood(p, j, game, &n, 1);
	assert_true(log_bytes(p) < 68 * MIB);
	assert_int_equal(inputs(j, game), n);
	journal_close(j);
}

/* What is staged while a batch is written comes after it, also where that fails. */
static void what_is_staged_meanwhile_is_the_next(void **state)
{
	struct place *p = *state;
	struct journal *j = open_it(p);
	uint64_t game = journal_next_game(j);
	sqlite3 *other;

	journal_stage_game(j, game, "B", "{}", "{}", NULL);
	assert_return_code(journal_commit(j), 0);
	assert_int_equal(sqlite3_open_v2(p->path, &other, SQLITE_OPEN_READWRITE, NULL), SQLITE_OK);
	assert_int_equal(sqlite3_exec(other, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
	journal_stage_input(j, game, 0, "{\"type\":\"tick\"}");
	assert_true(journal_submit(j));
	assert_true(journal_is_writing(j));
	assert_false(journal_submit(j));
	journal_stage_input(j, game, 1, "{\"type\":\"tick\"}");
	assert_int_equal(journal_finish(j, false), -EINPROGRESS); /* the other one's lock is not waited for here */
	assert_int_equal(journal_finish(j, true), -EBUSY);
	assert_int_equal(journal_staged(j), 2);
	assert_int_equal(sqlite3_exec(other, "COMMIT", NULL, NULL, NULL), SQLITE_OK);
	sqlite3_close(other);
	assert_true(journal_submit(j));
	journal_stage_input(j, game, 2, "{\"type\":\"tick\"}");
	assert_return_code(journal_finish(j, true), 0);
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
		assert_string_equal(game->map, "{\"a\":1}");
	return 0;
}

/* Finished with is what has its record on disk, or is to have none; a result alone is not enough. */
static void games_are_taken_up_until_they_are_recorded(void **state)
{
	struct journal *j = open_it(*state);
	uint64_t recorded = journal_next_game(j), over = journal_next_game(j), given_up = journal_next_game(j),
		 running = journal_next_game(j);
	struct seen seen = { 0 };

	journal_stage_game(j, recorded, "A", "{}", "{}", NULL);
	journal_stage_game(j, over, "A", "{}", "{}", NULL);
	journal_stage_game(j, given_up, "A", "{}", "{}", NULL);
	journal_stage_game(j, running, "B", "{}", "{}", NULL);
	journal_stage_map(j, running, "{\"a\":1}");
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
		assert_return_code(journal_stage_game(j, n, board, setup_text, "{}", NULL), 0);
		if (i % 2)
			assert_return_code(journal_stage_over(j, n, "1-0", 1), 0);
	}
	assert_return_code(journal_commit(j), 0);
	assert_int_equal(found(j, (struct journal_filter){ 0 }), 2500);
	assert_int_equal(found(j, (struct journal_filter){ .player = "ann 24" }), 1 + 10 + 100); /* 24, 24x, 24xx */
	assert_int_equal(found(j, (struct journal_filter){ .player = "Ann 2499" }), 1);
	assert_int_equal(found(j, (struct journal_filter){ .board = "B3" }), 250);
	assert_int_equal(found(j, (struct journal_filter){ .event = "Club", .round = "0" }), 358);
	assert_int_equal(found(j, (struct journal_filter){ .event = "club" }), 0);
	assert_int_equal(found(j, (struct journal_filter){ .state = "over", .result = "1-0" }), 1250);
	assert_int_equal(found(j, (struct journal_filter){ .since = "2026.01.28" }), 89);
	assert_int_equal(found(j, (struct journal_filter){ .since = "2026.01.02", .until = "2026.01.03" }), 180);
	journal_close(j);
}

static void forgotten_game_leaves_nothing(void **state)
{
	struct journal *j = open_it(*state);
	uint64_t a = journal_next_game(j), b = journal_next_game(j);

	journal_stage_game(j, a, "A", "{}", "{}", NULL);
	journal_stage_game(j, b, "B", "{}", "{\"a\":1}", NULL);
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
	journal_stage_game(j, game, "B", "{}", "{}", NULL);
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

/* The file's bytes; free(). */
static char *bytes(const char *path, size_t *size)
{
	FILE *f = fopen(path, "rb");
	char *text = calloc(1, 1 << 20);

	assert_non_null(f);
	*size = fread(text, 1, 1 << 20, f);
	fclose(f);
	return text;
}

/* An older daemon says so and changes nothing, whether the version stands in the file or still in the log beside it. */
static void newer_version_is_left_alone(void **state)
{
	struct place *p = *state;
	struct journal *j = open_it(p);
	char err[256], log[112], *before, *after;
	size_t size, size_after;
	sqlite3 *db;

	journal_stage_game(j, journal_next_game(j), "B", "{}", "{}", NULL);
	assert_return_code(journal_commit(j), 0);
	journal_close(j);
	snprintf(log, sizeof(log), "%s-wal", p->path);
	assert_int_equal(sqlite3_open(p->path, &db), SQLITE_OK);
	sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
	assert_int_equal(sqlite3_exec(db, "PRAGMA user_version=9; UPDATE games SET state='from-tomorrow'", NULL, NULL,
				      NULL),
			 SQLITE_OK);
	sqlite3_close(db);
	for (int folded = 0; folded < 2; folded++) {
		const char *path = folded ? p->path : log;

		if (folded) {
			assert_int_equal(sqlite3_open(p->path, &db), SQLITE_OK);
			assert_int_equal(sqlite3_exec(db, "PRAGMA wal_checkpoint(TRUNCATE)", NULL, NULL, NULL),
					 SQLITE_OK);
			sqlite3_close(db);
		}
		before = bytes(path, &size);
		assert_true(size > 0);
		assert_int_equal(journal_open(p->path, &j, err), -EPROTONOSUPPORT);
		assert_non_null(strstr(err, "newer"));
		after = bytes(path, &size_after);
		assert_int_equal(size_after, size);
		assert_memory_equal(after, before, size);
		free(before);
		free(after);
	}
}

static void copy_file(const char *from, const char *to)
{
	size_t size;
	char *text = bytes(from, &size);
	FILE *f = fopen(to, "wb");

	assert_non_null(f);
	assert_int_equal(fwrite(text, 1, size, f), size);
	fclose(f);
	free(text);
}

/*
 * A journal of each version that there was: all of its games and rows are there under the newest, twice as well as
 * once, and every row has its hash.
 */
static void older_versions_are_brought_up(void **state)
{
	struct place *p = *state;
	char path[128];

	for (int version = 1; version < journal_schema_newest; version++) {
		snprintf(path, sizeof(path), "tests/data/journal/version-%d.db", version);
		assert_int_equal(journal_schema_of_file(path),
				 version); /* whoever changes the schema adds the one before */
		copy_file(path, p->path);
		for (int i = 0; i < 2; i++) {
			struct seen seen = { 0 };
			struct journal *j = open_it(p);

			assert_string_equal(journal_told(j), "");
			assert_int_equal(inputs(j, 1), 150);
			assert_int_equal(inputs(j, 2), 51);
			assert_int_equal(found(j, (struct journal_filter){ .player = "Ada Ash", .result = "1-0" }), 1);
			assert_int_equal(
				found(j, (struct journal_filter){ .player = "Di Dogwood", .state = "running" }), 1);
			assert_int_equal(journal_next_game(j), 3);
			/* the one that is over too: whether it was recorded was not kept */
			assert_return_code(journal_unfinished(j, note_game, &seen), 0);
			assert_int_equal(seen.count, 2);
			journal_close(j);
		}
		assert_int_equal(journal_schema_of_file(p->path), journal_schema_newest);
		assert_int_equal(unlink(p->path), 0);
		snprintf(path, sizeof(path), "%s.seen", p->path);
		unlink(path);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(committed_rows_come_back_in_order, setup, teardown),
		cmocka_unit_test_setup_teardown(what_is_staged_meanwhile_is_the_next, setup, teardown),
		cmocka_unit_test_setup_teardown(the_log_is_bounded, setup, teardown),
		cmocka_unit_test_setup_teardown(games_are_taken_up_until_they_are_recorded, setup, teardown),
		cmocka_unit_test_setup_teardown(forgotten_game_leaves_nothing, setup, teardown),
		cmocka_unit_test_setup_teardown(failed_commit_keeps_its_rows, setup, teardown),
		cmocka_unit_test_setup_teardown(one_daemon_at_a_time, setup, teardown),
		cmocka_unit_test_setup_teardown(newer_version_is_left_alone, setup, teardown),
		cmocka_unit_test_setup_teardown(games_are_found, setup, teardown),
		cmocka_unit_test_setup_teardown(older_versions_are_brought_up, setup, teardown),
	};

	return cmocka_run_group_tests_name("journal", tests, NULL, NULL);
}
