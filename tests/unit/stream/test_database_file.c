/* SPDX-License-Identifier: GPL-2.0-or-later */
/* An SQLite file's transactions: all of one is there, or nothing; and what is said of a fault. */
#include <errno.h>
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#include "common/database-file.h"

enum statement { INSERT, COUNT, STATEMENTS };

static const char *const sql[STATEMENTS] = {
	[INSERT] = "INSERT INTO words (word, n) VALUES (?, ?)",
	[COUNT] = "SELECT count(*), sum(n) FROM words WHERE word <> ?",
};

static struct database_file file;
static char path[64];

static int setup(void **state)
{
	int fd;

	snprintf(path, sizeof(path), "/tmp/flagfall-file.XXXXXX");
	fd = mkstemp(path);
	assert_true(fd >= 0);
	close(fd);
	file = (struct database_file){ .fault = "It cannot be written: " };
	assert_int_equal(database_file_open(&file, path, SQLITE_OPEN_READWRITE), 0);
	assert_int_equal(sqlite3_exec(file.db, "CREATE TABLE words (word TEXT UNIQUE, n INTEGER)", NULL, NULL, NULL),
			 0);
	assert_int_equal(database_file_prepare(&file, sql, STATEMENTS), 0);
	return 0;
}

static int teardown(void **state)
{
	database_file_close(&file);
	unlink(path);
	return 0;
}

static void expect(int64_t count, int64_t sum)
{
	sqlite3_stmt *s = database_file_bind(&file, COUNT, "t", "none");

	assert_int_equal(sqlite3_step(s), SQLITE_ROW);
	assert_int_equal(sqlite3_column_int64(s, 0), count);
	assert_int_equal(sqlite3_column_int64(s, 1), sum);
	sqlite3_reset(s);
}

static void a_fault_takes_all_of_it_back(void **state)
{
	assert_int_equal(database_file_begin(&file), 0);
	assert_int_equal(database_file_run(&file, INSERT, "ti", "one", INT64_C(1)), 0);
	expect(1, 1);
	assert_int_equal(database_file_run(&file, INSERT, "ti", "one", INT64_C(2)), -EIO);
	assert_string_equal(file.error, "It cannot be written: UNIQUE constraint failed: words.word");
	expect(0, 0);
	assert_int_equal(database_file_commit(&file), 0); /* there is nothing to commit */
	assert_int_equal(database_file_begin(&file), 0);
	assert_int_equal(database_file_run(&file, INSERT, "ti", "one", INT64_C(3)), 0);
	assert_int_equal(database_file_commit(&file), 0);
	expect(1, 3);
}

/* What is not committed is not there for the next who opens it; what is begun twice is one. */
static void what_is_committed_stays(void **state)
{
	assert_int_equal(database_file_begin(&file), 0);
	assert_int_equal(database_file_run(&file, INSERT, "ti", "one", INT64_C(1) << 40), 0);
	assert_int_equal(database_file_begin(&file), 0);
	assert_int_equal(database_file_commit(&file), 0);
	assert_int_equal(database_file_begin(&file), 0);
	assert_int_equal(database_file_run(&file, INSERT, "ti", "two", INT64_C(1)), 0);
	database_file_close(&file);
	assert_string_equal(file.fault, "It cannot be written: ");
	assert_int_equal(database_file_open(&file, path, SQLITE_OPEN_READONLY), 0);
	assert_int_equal(database_file_prepare(&file, sql, STATEMENTS), 0);
	expect(1, INT64_C(1) << 40);
	assert_int_equal(database_file_run(&file, INSERT, "ti", "two", INT64_C(1)), -EIO);
	assert_string_equal(file.error, "It cannot be written: attempt to write a readonly database");
}

/* Who opens it says what was to be done: SQLite's words stand alone. */
static void what_cannot_be_opened(void **state)
{
	static const char *const wrong[] = { "SELECT words FROM nowhere" };
	struct database_file other = { .fault = "It cannot be written: " };

	assert_int_equal(database_file_open(&other, "/nonexistent/file.db", SQLITE_OPEN_READWRITE), -EIO);
	assert_string_equal(other.error, "unable to open database file");
	database_file_close(&other);
	assert_int_equal(database_file_open(&other, path, SQLITE_OPEN_READWRITE), 0);
	assert_int_equal(database_file_prepare(&other, wrong, 1), -EIO);
	assert_string_equal(other.error, "no such table: nowhere");
	database_file_close(&other);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_fault_takes_all_of_it_back, setup, teardown),
		cmocka_unit_test_setup_teardown(what_is_committed_stays, setup, teardown),
		cmocka_unit_test_setup_teardown(what_cannot_be_opened, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
