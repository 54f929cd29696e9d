/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The log is folded aside: what was folded is on the disk when that has ended, also where more was written meanwhile.
 */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include <sqlite3.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

#include "daemon/shell/journal-folding.h"

static sqlite3_vfs counting, *systems;
static sqlite3_io_methods methods;
static int (*systems_sync)(sqlite3_file *, int);
static atomic_uint synced; /* the journal's file, not its log */

static int count_sync(sqlite3_file *file, int flags)
{
	synced++;
	return systems_sync(file, flags);
}

static int open_counting(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *opened)
{
	int rc = systems->xOpen(systems, name, file, flags, opened);

	(void)vfs;
	if (rc != SQLITE_OK || !(flags & SQLITE_OPEN_MAIN_DB))
		return rc;
	methods = *file->pMethods;
	systems_sync = methods.xSync;
	methods.xSync = count_sync;
	file->pMethods = &methods;
	return rc;
}

struct place {
	char dir[32], path[48];
	sqlite3 *writer, *reader;
};

static void run(sqlite3 *db, const char *sql)
{
	char *error = NULL;

	if (sqlite3_exec(db, sql, NULL, NULL, &error) != SQLITE_OK)
		fail_msg("%s: %s", sql, error);
}

static int setup(void **state)
{
	struct place *p = calloc(1, sizeof(*p));

	systems = sqlite3_vfs_find(NULL);
	counting = *systems;
	counting.pNext = NULL;
	counting.zName = "counting";
	counting.xOpen = open_counting;
	assert_int_equal(sqlite3_vfs_register(&counting, 1), SQLITE_OK);
	snprintf(p->dir, sizeof(p->dir), "/tmp/flagfall.XXXXXX");
	assert_non_null(mkdtemp(p->dir));
	snprintf(p->path, sizeof(p->path), "%s/journal.db", p->dir);
	assert_int_equal(sqlite3_open(p->path, &p->writer), SQLITE_OK);
	run(p->writer, "PRAGMA journal_mode=WAL; PRAGMA wal_autocheckpoint=0; CREATE TABLE inputs(json TEXT)");
	assert_int_equal(sqlite3_open(p->path, &p->reader), SQLITE_OK);
	*state = p;
	return 0;
}

static int teardown(void **state)
{
	static const char *const ends[] = { "", "-wal", "-shm" };
	struct place *p = *state;

	sqlite3_close(p->reader);
	sqlite3_close(p->writer);
	for (unsigned i = 0; i < sizeof(ends) / sizeof(ends[0]); i++) {
		char path[64];

		snprintf(path, sizeof(path), "%s%s", p->path, ends[i]);
		unlink(path);
	}
	rmdir(p->dir);
	free(p);
	sqlite3_vfs_unregister(&counting);
	return 0;
}

/*
 * A reader keeps the log's last row from being folded, as one does that is written while the others are folded.
 * SQLite alone leaves the file unsynced then, and the fold that ends the log waits for all of it while boards press.
 */
static void what_was_folded_is_synced_though_more_was_written(void **state)
{
	struct place *p = *state;
	struct journal_folding *f = journal_folding_start(p->path);
	int in_log, folded;

	assert_non_null(f);
	run(p->writer, "INSERT INTO inputs VALUES('first')");
	run(p->reader, "BEGIN; SELECT * FROM inputs");
	run(p->writer, "INSERT INTO inputs VALUES('meanwhile')");
	synced = 0;
	journal_folding_ask(f);
	journal_folding_wait(f);
	assert_int_not_equal(synced, 0);
	assert_int_equal(sqlite3_wal_checkpoint_v2(p->writer, NULL, SQLITE_CHECKPOINT_PASSIVE, &in_log, &folded),
			 SQLITE_OK);
	assert_in_range(folded, 1, in_log - 1);
	run(p->reader, "COMMIT");
	journal_folding_stop(f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(what_was_folded_is_synced_though_more_was_written, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
