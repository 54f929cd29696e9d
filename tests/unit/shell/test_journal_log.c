/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The journal's log goes into its file: beside the writing, by who writes, and when nobody does; and by whom it cannot.
 */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include <poll.h>
#include <sqlite3.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "daemon/shell/journal.h"
#include "tests/faults/fault-points.h"
#include "tests/unit/shell/journal-place.h"

#define MIB (1 << 20)
#define TRIES 4000 /* of 5 ms */

struct place {
	struct journal_place files;
	unsigned n; /* inputs that were written */
};

static int setup(void **state)
{
	struct place *p = calloc(1, sizeof(*p));

	journal_place_make(&p->files);
	*state = p;
	return 0;
}

static int teardown(void **state)
{
	struct place *p = *state;

	journal_place_remove(&p->files);
	free(p);
	return 0;
}

static int64_t size_of(const struct place *p, const char *end)
{
	char path[112];
	struct stat st;

	snprintf(path, sizeof(path), "%s%s", p->files.path, end);
	return stat(path, &st) < 0 ? 0 : st.st_size;
}

static struct journal *open_it(struct place *p)
{
	struct journal *j = NULL;
	char err[256] = "";

	p->n = 0;
	return journal_open(p->files.path, &j, err) < 0 ? NULL : j;
}

static void begin(struct journal *j)
{
	assert_int_equal(journal_next_game(j), 1);
	assert_return_code(journal_stage_game(j, 1, "B", "{}", "{}", NULL), 0);
}

/* So many bytes in one transaction. */
static void write_bytes(struct place *p, struct journal *j, size_t size)
{
	static char text[60000];

	memset(text, 'x', sizeof(text));
	while (size > 0) {
		const size_t part = size < sizeof(text) ? size : sizeof(text) - 1;

		text[part] = '\0';
		assert_return_code(journal_stage_input(j, 1, p->n++, text), 0);
		size -= part;
	}
	assert_return_code(journal_commit(j), 0);
}

static int count_row(void *userdata, uint64_t n, const char *json)
{
	(void)json;
	assert_int_equal(n, (*(unsigned *)userdata)++);
	return 0;
}

static void expect_all(const struct place *p, struct journal *j)
{
	unsigned count = 0;

	assert_int_equal(journal_inputs(j, 1, count_row, &count), 0);
	assert_int_equal(count, p->n);
}

/* Many small ones, a few large ones: the log does not grow with them, and the file does. */
static void it_is_folded_as_it_grows(void **state)
{
	struct place *p = *state;
	struct journal *j = open_it(p);

	begin(j);
	for (unsigned i = 0; i < 160; i++)
		write_bytes(p, j, i % 20 ? MIB / 8 : 3 * MIB);
	assert_true(size_of(p, "-wal") < 68 * MIB);
	assert_true(size_of(p, "") > 2 * MIB);
	expect_all(p, j);
	journal_close(j);
}

/* Another program reads and does not end; and when it has ended, the log is folded and short again. */
static void who_reads_keeps_it(void **state)
{
	struct place *p = *state;
	struct journal *j = open_it(p);
	sqlite3 *reader;

	begin(j);
	write_bytes(p, j, MIB);
	assert_int_equal(sqlite3_open_v2(p->files.path, &reader, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
	assert_int_equal(sqlite3_exec(reader, "BEGIN; SELECT count(*) FROM games", NULL, NULL, NULL), SQLITE_OK);
	for (unsigned i = 0; i < 80 && size_of(p, "-wal") < 68 * MIB; i++)
		write_bytes(p, j, MIB);
	assert_true(size_of(p, "-wal") >= 68 * MIB);
	for (unsigned i = 0; i < 20; i++) /* it is tried again now and then */
		write_bytes(p, j, MIB / 4);
	assert_int_equal(sqlite3_exec(reader, "COMMIT", NULL, NULL, NULL), SQLITE_OK);
	sqlite3_close(reader);
	/* and what it took on the disk is given back, but for what is kept to write over */
	for (unsigned i = 0; i < TRIES && size_of(p, "-wal") > 11 * MIB; i++) {
		write_bytes(p, j, 1);
		poll(NULL, 0, 5);
	}
	assert_in_range(size_of(p, "-wal"), 9 * MIB, 11 * MIB);
	expect_all(p, j);
	journal_close(j);
}

/* Whatever cannot be had for the thread that folds, or for the witness: the journal goes without. */
static void without_what_it_can_do_without(void **state)
{
	struct place *p = *state;
	unsigned opened = 0;
	long calls = 1;

	for (long n = 0; n < calls; n++) {
		struct journal *j;

		memory_folder_clear(p->files.dir);
		fault_begin(FAULT_CALL_EIO, n, false);
		j = open_it(p);
		calls = fault_end() + 1;
		if (!j)
			continue;
		opened++;
		begin(j);
		write_bytes(p, j, 3 * MIB);
		for (unsigned i = 0; i < TRIES && size_of(p, "") < 2 * MIB; i++)
			poll(NULL, 0, 5); /* nobody presses: now, at the latest, it is folded */
		assert_true(size_of(p, "") >= 2 * MIB);
		write_bytes(p, j, 9 * MIB);
		write_bytes(p, j, 1);
		expect_all(p, j);
		journal_close(j);
		if (n >= calls - 1)
			break;
	}
	assert_true(opened >= 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(it_is_folded_as_it_grows, setup, teardown),
		cmocka_unit_test_setup_teardown(who_reads_keeps_it, setup, teardown),
		cmocka_unit_test_setup_teardown(without_what_it_can_do_without, setup, teardown),
	};

	fault_points_init();
	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
