/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The log of a database, written in pieces: all of it is where it belongs before it counts, whatever fails. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>
#include <errno.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "daemon/shell/journal-log-file.h"

#define ROW "INSERT INTO t VALUES(NULL, zeroblob(900))"

/* What was done to the log since it was last looked at: w a write, s a wait for the disk. */
static char done[64];
static bool is_full;

static bool is_log(int fd)
{
	char link[32], path[256];
	ssize_t n;

	snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
	n = readlink(link, path, sizeof(path) - 1);
	path[n < 0 ? 0 : n] = '\0';
	return strlen(path) > 4 && strcmp(path + strlen(path) - 4, "-wal") == 0;
}

static void note(int fd, char what)
{
	const size_t n = strlen(done);

	if (is_log(fd) && n + 1 < sizeof(done))
		done[n] = what;
}

static void expect_done(const char *expected)
{
	assert_string_equal(done, expected);
	memset(done, 0, sizeof(done));
}

#define OURS __attribute__((visibility("default"))) /* in the place of libc's, for SQLite, too */

static ssize_t write_at(int fd, const void *data, size_t size, int64_t at)
{
	note(fd, 'w');
	if (is_full && is_log(fd)) {
		errno = ENOSPC;
		return -1;
	}
	return syscall(SYS_pwrite64, fd, data, size, at);
}

OURS ssize_t pwrite(int fd, const void *data, size_t size, off_t at)
{
	return write_at(fd, data, size, at);
}

OURS ssize_t pwrite64(int fd, const void *data, size_t size, off64_t at)
{
	return write_at(fd, data, size, at);
}

OURS int fdatasync(int fd)
{
	note(fd, 's');
	return (int)syscall(SYS_fdatasync, fd);
}

struct place {
	char dir[64], path[96];
	sqlite3 *db;
};

static int run(sqlite3 *db, const char *sql)
{
	return sqlite3_exec(db, sql, NULL, NULL, NULL);
}

static void do_it(sqlite3 *db, const char *sql)
{
	if (run(db, sql) != SQLITE_OK)
		fail_msg("%s: %s", sql, sqlite3_errmsg(db));
}

static int setup(void **state)
{
	struct place *p = calloc(1, sizeof(*p));

	snprintf(p->dir, sizeof(p->dir), "/tmp/flagfall.XXXXXX");
	assert_non_null(mkdtemp(p->dir));
	snprintf(p->path, sizeof(p->path), "%s/journal.db", p->dir);
	assert_non_null(journal_log_file_vfs());
	assert_int_equal(sqlite3_open_v2(p->path, &p->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE,
					 journal_log_file_vfs()),
			 SQLITE_OK);
	do_it(p->db, "PRAGMA page_size=1024; PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
		     "PRAGMA wal_autocheckpoint=0; CREATE TABLE t(id INTEGER PRIMARY KEY, b BLOB)");
	is_full = false;
	memset(done, 0, sizeof(done));
	*state = p;
	return 0;
}

static int teardown(void **state)
{
	struct place *p = *state;
	char command[96];

	sqlite3_close(p->db);
	snprintf(command, sizeof(command), "rm -r %s", p->dir);
	assert_int_equal(system(command), 0);
	free(p);
	return 0;
}

static int64_t number(sqlite3 *db, const char *sql)
{
	sqlite3_stmt *s = NULL;
	int64_t n;

	assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &s, NULL), SQLITE_OK);
	assert_int_equal(sqlite3_step(s), SQLITE_ROW);
	n = sqlite3_column_int64(s, 0);
	sqlite3_finalize(s);
	return n;
}

/* As another program sees it: so many rows, and a file without a fault. */
static void others_see(const struct place *p, int64_t rows)
{
	sqlite3_stmt *s = NULL;
	sqlite3 *db;

	assert_int_equal(sqlite3_open_v2(p->path, &db, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
	assert_int_equal(number(db, "SELECT count(*) FROM t"), rows);
	assert_int_equal(sqlite3_prepare_v2(db, "PRAGMA integrity_check", -1, &s, NULL), SQLITE_OK);
	assert_int_equal(sqlite3_step(s), SQLITE_ROW);
	assert_string_equal((const char *)sqlite3_column_text(s, 0), "ok");
	sqlite3_finalize(s);
	sqlite3_close(db);
}

static void pages_of_a_commit_are_one_write(void **state)
{
	struct place *p = *state;

	do_it(p->db, ROW);
	expect_done("ws");
	do_it(p->db, "BEGIN; " ROW "; " ROW "; " ROW "; " ROW "; " ROW "; " ROW "; COMMIT");
	expect_done("ws");
	others_see(p, 7);
	do_it(p->db, "PRAGMA wal_checkpoint(RESTART)");
	expect_done("s");
	do_it(p->db, ROW); /* the log begins anew: its header is made durable first */
	expect_done("wsws");
	others_see(p, 8);
}

/* More than one piece holds, and more than is kept in memory: then the program reads its own pages from the log. */
static void a_large_one_is_several(void **state)
{
	struct place *p = *state;

	do_it(p->db, "BEGIN; WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200)"
		     "INSERT INTO t SELECT NULL, zeroblob(900) FROM n; COMMIT");
	assert_in_range(strlen(done), 5, 9);
	assert_int_equal(done[strlen(done) - 1], 's');
	others_see(p, 200);
	do_it(p->db, "PRAGMA cache_size=10; BEGIN; UPDATE t SET b = zeroblob(901)");
	assert_int_equal(number(p->db, "SELECT sum(length(b)) FROM t"), 200 * 901);
	others_see(p, 200);
	do_it(p->db, "COMMIT");
	assert_int_equal(number(p->db, "SELECT sum(length(b)) FROM t"), 200 * 901);
	others_see(p, 200);
	do_it(p->db, "BEGIN; UPDATE t SET b = zeroblob(902); ROLLBACK; " ROW);
	assert_int_equal(number(p->db, "SELECT sum(length(b)) FROM t"), 200 * 901 + 900);
	others_see(p, 201);
}

/* A commit that was not written is none, and nothing of it comes back with the next. */
static void a_full_disk_is_told(void **state)
{
	struct place *p = *state;

	do_it(p->db, ROW);
	is_full = true;
	assert_int_equal(run(p->db, "BEGIN; " ROW "; " ROW), SQLITE_OK);
	assert_int_equal(run(p->db, "COMMIT"), SQLITE_FULL);
	if (!sqlite3_get_autocommit(p->db))
		do_it(p->db, "ROLLBACK");
	others_see(p, 1);
	is_full = false;
	do_it(p->db, ROW);
	others_see(p, 2);
	assert_int_equal(number(p->db, "SELECT max(id) FROM t"), 2);
}

/* What does not fit into memory is read from the log, which must be written first. */
static void a_full_disk_is_told_to_who_reads(void **state)
{
	struct place *p = *state;
	sqlite3_stmt *s = NULL;
	int rc;

	do_it(p->db, "BEGIN; WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200)"
		     "INSERT INTO t SELECT NULL, zeroblob(900) FROM n; COMMIT");
	do_it(p->db, "PRAGMA cache_size=10; BEGIN; UPDATE t SET b = zeroblob(901) WHERE id < 30");
	is_full = true;
	assert_int_equal(sqlite3_prepare_v2(p->db, "SELECT sum(length(b)) FROM t", -1, &s, NULL), SQLITE_OK);
	rc = sqlite3_step(s);
	sqlite3_finalize(s);
	assert_int_equal(rc, SQLITE_FULL);
	is_full = false;
	if (!sqlite3_get_autocommit(p->db))
		do_it(p->db, "ROLLBACK");
	assert_int_equal(number(p->db, "SELECT sum(length(b)) FROM t"), 200 * 900);
	others_see(p, 200);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(pages_of_a_commit_are_one_write, setup, teardown),
		cmocka_unit_test_setup_teardown(a_large_one_is_several, setup, teardown),
		cmocka_unit_test_setup_teardown(a_full_disk_is_told, setup, teardown),
		cmocka_unit_test_setup_teardown(a_full_disk_is_told_to_who_reads, setup, teardown),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
