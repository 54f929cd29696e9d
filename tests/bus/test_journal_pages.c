/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How much of the journal's file is written for a little of each of many games, and whose turn that is. */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "daemon/shell/journal.h"

#define GAMES 100
#define PRESSES 2 /* of each */
#define EVENTS 15 /* of a press */
/* What these are by themselves is two KiB; with pages of 4 KiB 27 are written. */
#define PRESS_KIB 16
#define OLD_PAGE 4096

static const char event[] = "{\"t_us\":15337167,\"type\":\"lift\",\"square\":\"a1\",\"piece\":\"R\"}";
static const char ruling[] =
	"{\"t_us\":14645050,\"type\":\"ruling\",\"public\":true,\"ruling\":\"move-accepted\",\"reason\":\"played\","
	"\"result\":\"none\",\"time_adjust_ms\":{\"white\":0,\"black\":0},\"rulebook\":\"fide2023-standard\","
	"\"articles\":[\"4.3.3\",\"6.2.1\",\"6.2.1.2\"],\"sentence\":\"White has moved (4.3.3).\"}";

/* Calls that write a page or more, and waits for the disk: the journal's threads are done when they are looked at. */
static atomic_uint writes, waits;

#define OURS __attribute__((visibility("default"))) /* in the place of libc's, for SQLite, too */

OURS ssize_t pwrite(int fd, const void *data, size_t size, off_t at)
{
	writes += size >= 1024;
	return syscall(SYS_pwrite64, fd, data, size, (int64_t)at);
}

OURS ssize_t pwrite64(int fd, const void *data, size_t size, off64_t at)
{
	writes += size >= 1024;
	return syscall(SYS_pwrite64, fd, data, size, (int64_t)at);
}

OURS int fdatasync(int fd)
{
	waits++;
	return (int)syscall(SYS_fdatasync, fd);
}

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
	struct place *p = *state;
	char command[96];

	snprintf(command, sizeof(command), "rm -r %s", p->dir);
	assert_int_equal(system(command), 0);
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

static void begin_games(struct journal *j, uint64_t *game, unsigned count)
{
	for (unsigned i = 0; i < count; i++) {
		game[i] = journal_next_game(j);
		assert_return_code(journal_stage_game(j, game[i], "B", "{}", "{}", NULL), 0);
	}
	assert_return_code(journal_commit(j), 0);
}

static int count_row(void *userdata, uint64_t n, const char *json)
{
	++*(unsigned *)userdata;
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

/* Each page that a press touches is written whole, and a hall's games touch no pages in common. */
static void a_press_writes_a_few_small_pages(void **state)
{
	struct place *p = *state;
	struct journal *j = open_it(p);
	uint64_t game[GAMES];
	unsigned n = 0;
	int64_t before;
	sqlite3 *reader;

	begin_games(j, game, GAMES);
	/* while somebody reads, the log does not begin anew */
	assert_int_equal(sqlite3_open_v2(p->path, &reader, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
	assert_int_equal(sqlite3_exec(reader, "BEGIN; SELECT count(*) FROM games", NULL, NULL, NULL), SQLITE_OK);
	before = log_bytes(p);
	for (unsigned press = 0; press < PRESSES; press++)
		for (unsigned i = 0; i < GAMES; i++) {
			for (n = press * EVENTS; n < (press + 1) * EVENTS; n++)
				assert_return_code(journal_stage_input(j, game[i], n, event), 0);
			assert_return_code(journal_stage_ruling(j, game[i], press, n - 1, ruling), 0);
			assert_return_code(journal_commit(j), 0);
		}
	if ((log_bytes(p) - before) / (GAMES * PRESSES) > PRESS_KIB * 1024)
		fail_msg("%lld bytes a press", (long long)(log_bytes(p) - before) / (GAMES * PRESSES));
	assert_int_equal(sqlite3_exec(reader, "COMMIT", NULL, NULL, NULL), SQLITE_OK);
	sqlite3_close(reader);
	journal_close(j);
}

/* However many pages it is: who waits for a press waits for no call more than there must be. */
static void a_press_is_one_write_and_one_wait(void **state)
{
	struct journal *j = open_it(*state);
	uint64_t game;

	begin_games(j, &game, 1);
	for (unsigned press = 0, n = 0; press < PRESSES; press++) {
		for (; n < (press + 1) * EVENTS; n++)
			assert_return_code(journal_stage_input(j, game, n, event), 0);
		assert_return_code(journal_stage_ruling(j, game, press, n - 1, ruling), 0);
		writes = waits = 0;
		assert_return_code(journal_commit(j), 0);
		assert_int_equal(writes, 1);
		assert_int_equal(waits, 1);
	}
	journal_close(j);
}

static void make_old_file(const struct place *p)
{
	sqlite3 *db;

	assert_int_equal(sqlite3_open(p->path, &db), SQLITE_OK);
	assert_int_equal(sqlite3_exec(db, "PRAGMA page_size=4096; PRAGMA journal_mode=WAL", NULL, NULL, NULL),
			 SQLITE_OK);
	sqlite3_close(db);
}

/* A page within the file is no page any more. */
static void damage(const struct place *p, unsigned page)
{
	const char bytes[OLD_PAGE] = { 'x' };
	int fd = open(p->path, O_WRONLY | O_CLOEXEC);

	assert_int_equal(pwrite(fd, bytes, sizeof(bytes), (off_t)(page * OLD_PAGE)), sizeof(bytes));
	close(fd);
}

/* Where the disk is slow, whoever closes the journal leaves that to who opens it. */
static void fold_all(const struct place *p)
{
	sqlite3 *db;

	assert_int_equal(sqlite3_open_v2(p->path, &db, SQLITE_OPEN_READWRITE, NULL), SQLITE_OK);
	assert_int_equal(sqlite3_exec(db, "SELECT id FROM games; PRAGMA wal_checkpoint(TRUNCATE)", NULL, NULL, NULL),
			 SQLITE_OK);
	sqlite3_close(db);
}

/* Older journals have larger pages: they are read, go on, and are salvaged as they are. */
static void an_older_file_keeps_its_pages(void **state)
{
	struct place *p = *state;
	struct journal *j;
	uint64_t game[2];
	struct stat st;
	unsigned n = 0;

	make_old_file(p);
	j = open_it(p);
	begin_games(j, game, 2);
	for (; n < 400; n++)
		assert_return_code(journal_stage_input(j, game[0], n, event), 0);
	assert_return_code(journal_commit(j), 0);
	journal_close(j);
	fold_all(p);
	assert_return_code(stat(p->path, &st), 0);
	assert_int_equal(st.st_size % OLD_PAGE, 0);
	assert_int_equal(log_bytes(p), 0); /* so the file alone says how large they are */
	j = open_it(p);
	assert_string_equal(journal_told(j), "");
	assert_int_equal(inputs(j, game[0]), n);
	journal_close(j);
	damage(p, (unsigned)(st.st_size / OLD_PAGE) - 1); /* the last of the inputs */
	j = open_it(p);
	assert_string_not_equal(journal_told(j), "");
	n = 0;
	journal_inputs(j, game[0], count_row, &n);
	assert_in_range(n, 300, 399); /* but for those of one page all are there */
	journal_close(j);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_press_writes_a_few_small_pages, setup, teardown),
		cmocka_unit_test_setup_teardown(a_press_is_one_write_and_one_wait, setup, teardown),
		cmocka_unit_test_setup_teardown(an_older_file_keeps_its_pages, setup, teardown),
	};

	return cmocka_run_group_tests_name("journal: pages", tests, NULL, NULL);
}
