/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The journal's database: its log is bounded, a newer version's is left alone, an older one's is brought up. */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include <errno.h>
#include <sqlite3.h>
#include <stdio.h>
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
		cmocka_unit_test_setup_teardown(the_log_is_bounded, setup, teardown),
		cmocka_unit_test_setup_teardown(newer_version_is_left_alone, setup, teardown),
		cmocka_unit_test_setup_teardown(older_versions_are_brought_up, setup, teardown),
	};

	return cmocka_run_group_tests_name("journal's database", tests, NULL, NULL);
}
