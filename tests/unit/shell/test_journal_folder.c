/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The journal's folder, with each call failing in turn while it is made: an older version's journal is in the one place
 * or in the other, whole, and the next attempt brings it where it belongs.
 */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "daemon/shell/journal-folder.h"
#include "daemon/shell/journal-sign.h"
#include "tests/faults/fault-points.h"
#include "tests/unit/memory-folder.h"

#define PARTS 3

static const char *const parts[PARTS] = { "journal.db", "journal.db-wal", "journal.db-shm" };

struct place {
	char dir[MEMORY_FOLDER_PATH];
};

static int setup(void **state)
{
	struct place *p = calloc(1, sizeof(*p));

	memory_folder_make(p->dir);
	*state = p;
	return 0;
}

static int teardown(void **state)
{
	struct place *p = *state;

	memory_folder_remove(p->dir);
	free(p);
	return 0;
}

static void put(const struct place *p, const char *name, const char *text)
{
	char path[192];
	FILE *f;

	snprintf(path, sizeof(path), "%s/%s", p->dir, name);
	f = fopen(path, "w");
	assert_non_null(f);
	fputs(text, f);
	fclose(f);
}

static bool has(const struct place *p, const char *folder, const char *name, const char *text)
{
	char path[192], found[64] = "";
	FILE *f;

	snprintf(path, sizeof(path), "%s/%s%s", p->dir, folder, name);
	f = fopen(path, "r");
	if (!f)
		return false;
	if (text)
		assert_non_null(fgets(found, sizeof(found), f));
	fclose(f);
	return !text || strcmp(found, text) == 0;
}

static bool is_sign(const struct place *p)
{
	int dir = open(p->dir, O_RDONLY | O_DIRECTORY);
	bool is = journal_sign_is(dir, "journal.db");

	close(dir);
	return is;
}

/* --- what a start finds --- */

static void nothing(const struct place *p)
{
	(void)p;
}

static void an_older_journal(const struct place *p)
{
	for (int i = 0; i < PARTS; i++)
		put(p, parts[i], parts[i]);
	put(p, "journal.db.lock", "");
}

/* The start before it was ended while it moved. */
static void a_move_that_was_ended(const struct place *p)
{
	char from[192], to[192];

	an_older_journal(p);
	snprintf(to, sizeof(to), "%s/journal.new", p->dir);
	assert_int_equal(mkdir(to, 0700), 0);
	snprintf(from, sizeof(from), "%s/%s", p->dir, parts[0]);
	snprintf(to, sizeof(to), "%s/journal.new/%s", p->dir, parts[0]);
	assert_int_equal(link(from, to), 0);
}

/* All is there, and the names in the old place are still there, too, but for one. */
static void a_move_that_was_ended_late(const struct place *p)
{
	char from[192], to[192];

	an_older_journal(p);
	snprintf(to, sizeof(to), "%s/journal", p->dir);
	assert_int_equal(mkdir(to, 0700), 0);
	for (int i = 0; i < PARTS; i++) {
		snprintf(from, sizeof(from), "%s/%s", p->dir, parts[i]);
		snprintf(to, sizeof(to), "%s/journal/%s", p->dir, parts[i]);
		assert_int_equal(link(from, to), 0);
	}
	snprintf(from, sizeof(from), "%s/%s", p->dir, parts[0]);
	unlink(from);
}

/* --- */

static int prepare(const struct place *p, char err[static 256])
{
	char *path = NULL, expected[192];
	int r;

	err[0] = '\0';
	r = journal_folder_prepare(p->dir, &path, err);
	if (r >= 0) {
		snprintf(expected, sizeof(expected), "%s/journal/journal.db", p->dir);
		assert_string_equal(path, expected);
	} else {
		assert_null(path);
	}
	free(path);
	return r;
}

static void try_call(const struct place *p, void (*find)(const struct place *), bool is_older, enum fault_kind kind,
		     long n, bool is_lasting)
{
	char err[256], what[96];
	int r;

	snprintf(what, sizeof(what), "%s, %s%ld", fault_kind_name[kind], is_lasting ? "from " : "", n);
	memory_folder_clear(p->dir);
	find(p);
	fault_begin(kind, n, is_lasting);
	r = prepare(p, err);
	fault_end();
	if (r < 0 && r != -ENOMEM && !*err)
		fail_msg("%s: %d, and no sentence", what, r);
	for (int i = 0; i < PARTS && is_older; i++)
		if (!has(p, "", parts[i], parts[i]) && !has(p, "journal/", parts[i], parts[i]))
			fail_msg("%s: %s is lost", what, parts[i]);
	if (prepare(p, err) < 0)
		fail_msg("%s: then it cannot be made: %s", what, err);
	for (int i = 0; i < PARTS && is_older; i++)
		if (!has(p, "journal/", parts[i], parts[i]) || (i > 0 && has(p, "", parts[i], NULL)))
			fail_msg("%s: %s is not where it belongs", what, parts[i]);
	if (!is_sign(p) || has(p, "", "journal.new", NULL) || has(p, "", ".journal.db.sign", NULL))
		fail_msg("%s: the old place is not as it should be", what);
	if (prepare(p, err) < 0)
		fail_msg("%s: the second time it cannot be made: %s", what, err);
}

static void try_all(const struct place *p, void (*find)(const struct place *), bool is_older)
{
	static const enum fault_kind kinds[] = { FAULT_MEMORY, FAULT_CALL_EIO, FAULT_CALL_ENOSPC, FAULT_CALL_SHORT };

	for (unsigned k = 0; k < sizeof(kinds) / sizeof(kinds[0]); k++) {
		char err[256];
		long calls;

		memory_folder_clear(p->dir);
		find(p);
		fault_begin(kinds[k], -1, false);
		if (prepare(p, err) < 0)
			fail_msg("%s", err);
		calls = fault_end();
		assert_true(calls > 0);
		for (long n = 0; n < calls; n++) {
			try_call(p, find, is_older, kinds[k], n, false);
			try_call(p, find, is_older, kinds[k], n, true);
		}
	}
}

static void it_is_made(void **state)
{
	try_all(*state, nothing, false);
}

static void an_older_journal_is_moved(void **state)
{
	try_all(*state, an_older_journal, true);
}

static void what_was_ended_is_done_again(void **state)
{
	try_all(*state, a_move_that_was_ended, true);
	try_all(*state, a_move_that_was_ended_late, true);
}

/* Which of two is the right one, nobody but a person knows. */
static void two_journals_are_left_alone(void **state)
{
	const struct place *p = *state;
	char err[256];

	assert_int_equal(prepare(p, err), 0);
	put(p, "journal.db", "older");
	put(p, "journal/journal.db", "newer");
	assert_int_equal(prepare(p, err), -EEXIST);
	assert_non_null(strstr(err, "put one of them aside"));
	assert_true(has(p, "", "journal.db", "older"));
	assert_true(has(p, "journal/", "journal.db", "newer"));
}

static void an_older_daemon_keeps_its_journal(void **state)
{
	const struct place *p = *state;
	char err[256], lock[192];
	int fd;

	an_older_journal(p);
	snprintf(lock, sizeof(lock), "%s/journal.db.lock", p->dir);
	fd = open(lock, O_RDWR);
	assert_return_code(fd, errno);
	assert_int_equal(flock(fd, LOCK_EX), 0);
	assert_int_equal(prepare(p, err), -EBUSY);
	assert_non_null(strstr(err, "another daemon"));
	for (int i = 0; i < PARTS; i++)
		assert_true(has(p, "", parts[i], parts[i]));
	close(fd);
	assert_int_equal(prepare(p, err), 0);
}

/* Sizes and times of the journal's files tell what goes on in a game: nobody else looks into the folder, whoever made
 * it. */
static void nobody_else_looks_into_it(void **state)
{
	const struct place *p = *state;
	char err[256], folder[192];
	struct stat st;

	snprintf(folder, sizeof(folder), "%s/journal", p->dir);
	assert_int_equal(mkdir(folder, 0755), 0);
	for (int i = 0; i < 2; i++) {
		assert_int_equal(chmod(folder, 0755), 0);
		assert_int_equal(prepare(p, err), 0);
		assert_int_equal(stat(folder, &st), 0);
		assert_int_equal(st.st_mode & 07777, 0700);
	}
}

static void there_is_no_such_folder(void **state)
{
	struct place none = { "/nonexistent/flagfall" };
	char err[256];

	(void)state;
	assert_int_equal(prepare(&none, err), -ENOENT);
	assert_non_null(strstr(err, "/nonexistent/flagfall"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(it_is_made, setup, teardown),
		cmocka_unit_test_setup_teardown(an_older_journal_is_moved, setup, teardown),
		cmocka_unit_test_setup_teardown(what_was_ended_is_done_again, setup, teardown),
		cmocka_unit_test_setup_teardown(two_journals_are_left_alone, setup, teardown),
		cmocka_unit_test_setup_teardown(an_older_daemon_keeps_its_journal, setup, teardown),
		cmocka_unit_test_setup_teardown(nobody_else_looks_into_it, setup, teardown),
		cmocka_unit_test(there_is_no_such_folder),
	};

	fault_points_init();
	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
