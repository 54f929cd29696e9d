/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Texts that are replaced, and the stream database, with each call failing in turn: what fails is said, nothing is left
 * behind or open, what was there is there whole, and the next attempt does it, once.
 */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "stream/stream.h"
#include "common/text-file.h"
#include "tests/faults/fault-points.h"
#include "tests/unit/memory-folder.h"

struct place {
	char dir[MEMORY_FOLDER_PATH], path[128], spare[136], database[96];
};

static int setup(void **state)
{
	struct place *p = calloc(1, sizeof(*p));

	memory_folder_make(p->dir);
	snprintf(p->path, sizeof(p->path), "%s/club/game-1.pgn", p->dir);
	snprintf(p->spare, sizeof(p->spare), "%s.tmp", p->path);
	snprintf(p->database, sizeof(p->database), "%s/stream.db", p->dir);
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

static unsigned open_files(void)
{
	DIR *d = opendir("/proc/self/fd");
	unsigned n = 0;

	assert_non_null(d);
	while (readdir(d))
		n++;
	closedir(d);
	return n;
}

static bool says(const char *path, const char *text)
{
	char *there = text_file_read(path);
	const bool is = there && strcmp(there, text) == 0;

	free(there);
	return is;
}

/* --- texts --- */

static int replace(const struct place *p)
{
	return text_file_replace(p->path, "new\n", true);
}

static int renew(const struct place *p)
{
	return text_file_renew(p->path, "new\n");
}

static int write_text(const struct place *p)
{
	const int r = text_file_write(p->path, "new\n");

	return r > 0 ? 0 : r;
}

/* How many calls there were; n of them failed. */
static long try_text(const struct place *p, int (*say)(const struct place *), enum fault_kind kind, long n)
{
	const unsigned before = open_files();
	char what[64];
	long calls;
	int r;

	snprintf(what, sizeof(what), "%s, %ld", fault_kind_name[kind], n);
	memory_folder_clear(p->dir);
	assert_int_equal(text_file_replace(p->path, "old\n", false), 0);
	fault_begin(kind, n, false);
	r = say(p);
	calls = fault_end();
	if (open_files() != before)
		fail_msg("%s: a file is left open", what);
	if (r < 0 && r != (kind == FAULT_MEMORY ? -ENOMEM : kind == FAULT_CALL_ENOSPC ? -ENOSPC : -EIO))
		fail_msg("%s: %d", what, r);
	if (!says(p->path, r < 0 ? "old\n" : "new\n") && !(r < 0 && say == replace && says(p->path, "new\n")))
		fail_msg("%s: %d, and the text is another one", what, r);
	if (r < 0 && access(p->spare, F_OK) == 0)
		fail_msg("%s: a part of it is left", what);
	/* replace: all that it calls has to be done; of the others a text that cannot be read is written */
	if (say == replace && n >= 0 && n < calls && kind != FAULT_CALL_SHORT && r == 0)
		fail_msg("%s: nobody is told", what);
	if (kind == FAULT_CALL_SHORT && r < 0)
		fail_msg("%s: the rest is not written: %d", what, r);
	if (say(p) != 0 || !says(p->path, "new\n") || open_files() != before)
		fail_msg("%s: then it cannot be done", what);
	return calls;
}

static void a_text_is_whole(void **state)
{
	static const enum fault_kind kinds[] = { FAULT_MEMORY, FAULT_CALL_EIO, FAULT_CALL_ENOSPC };
	static int (*const ways[])(const struct place *) = { replace, renew, write_text };

	for (unsigned w = 0; w < sizeof(ways) / sizeof(ways[0]); w++)
		for (unsigned k = 0; k < sizeof(kinds) / sizeof(kinds[0]); k++) {
			const long calls = try_text(*state, ways[w], kinds[k], -1);

			assert_true(calls > 0);
			for (long n = 0; n < calls; n++)
				try_text(*state, ways[w], kinds[k], n);
		}
}

/* What is asked of the system, in its order: what has to outlast a cut of the power is synced before it takes the other
 * one's place, and the folder after it; what is written again from elsewhere is not. */
static void what_is_synced(void **state)
{
	static const struct {
		int (*say)(const struct place *);
		const char *there, *calls;
	} ways[] = {
		{ replace, NULL, "open write fsync rename open fsync" },
		{ replace, "old\n", "open write fsync rename open fsync" },
		{ renew, NULL, "open open write rename" },
		{ write_text, NULL, "open write rename" },
		{ write_text, "new\n", "" },
	};
	const struct place *p = *state;

	for (unsigned i = 0; i < sizeof(ways) / sizeof(ways[0]); i++) {
		memory_folder_clear(p->dir);
		if (ways[i].there)
			assert_int_equal(text_file_replace(p->path, ways[i].there, false), 0);
		fault_begin(FAULT_CALL_EIO, -1, false);
		assert_int_equal(ways[i].say(p), 0);
		fault_end();
		assert_string_equal(fault_calls(), ways[i].calls);
	}
}

int __real_close(int fd);
int __wrap_close(int fd);
int __wrap_close(int fd)
{
	const bool fails = fault_meets();
	const int r = __real_close(fd);

	if (fails)
		errno = EIO;
	return fails ? -1 : r;
}

/* A disk may say only at the end that it has not kept what it took. */
static void what_cannot_be_closed_is_told(void **state)
{
	static int (*const ways[])(const struct place *) = { replace, renew, renew, write_text };
	const struct place *p = *state;

	for (unsigned i = 0; i < sizeof(ways) / sizeof(ways[0]); i++) {
		memory_folder_clear(p->dir);
		assert_int_equal(text_file_replace(p->path, "old\n", false), 0);
		if (i == 2) /* one that is written over */
			assert_int_equal(text_file_replace(p->spare, "spare\n", false), 0);
		fault_begin(FAULT_OTHER, 0, false);
		assert_int_equal(ways[i](p), -EIO);
		assert_int_equal(fault_end(), 1);
		assert_true(says(p->path, "old\n"));
		assert_int_equal(access(p->spare, F_OK), -1);
	}
}

static int mkdir_fails_with;

int __real_mkdir(const char *path, mode_t mode);
int __wrap_mkdir(const char *path, mode_t mode);
int __wrap_mkdir(const char *path, mode_t mode)
{
	errno = mkdir_fails_with;
	return mkdir_fails_with ? -1 : __real_mkdir(path, mode);
}

/* Not what follows from it: that a file cannot be made where there is no folder. */
static void why_there_is_no_folder_is_told(void **state)
{
	static int (*const ways[])(const struct place *) = { replace, renew, write_text };
	const struct place *p = *state;

	for (unsigned i = 0; i < sizeof(ways) / sizeof(ways[0]); i++) {
		memory_folder_clear(p->dir);
		mkdir_fails_with = ENOSPC;
		assert_int_equal(ways[i](p), -ENOSPC);
		mkdir_fails_with = 0;
		assert_int_equal(ways[i](p), 0);
	}
}

/* A path from where the program is, after something else has failed. */
static void a_relative_path(void **state)
{
	static int (*const ways[])(const char *, const char *) = { text_file_renew, text_file_write };
	const struct place *p = *state;
	const int here = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	memory_folder_clear(p->dir);
	assert_int_equal(chdir(p->dir), 0);
	for (unsigned i = 0; i < 2; i++) {
		errno = ENOSPC;
		assert_true(ways[i]("new/round-1/game.pgn", "text\n") >= 0);
		assert_true(says("new/round-1/game.pgn", "text\n"));
		memory_folder_clear(p->dir);
	}
	errno = ENOSPC;
	assert_int_equal(text_file_replace("game.pgn", "text\n", true), 0);
	assert_true(says("game.pgn", "text\n"));
	assert_int_equal(fchdir(here), 0);
	close(here);
}

/* A program that was started without standard input has files by that number. */
static void the_first_number_of_a_file(void **state)
{
	static int (*const ways[])(const struct place *) = { replace, renew, write_text };
	const int kept = dup(STDIN_FILENO);

	close(STDIN_FILENO);
	for (unsigned w = 0; w < sizeof(ways) / sizeof(ways[0]); w++)
		for (unsigned k = FAULT_MEMORY; k <= FAULT_CALL_EIO; k++) {
			const long calls = try_text(*state, ways[w], k, -1);

			for (long n = 0; n < calls; n++)
				try_text(*state, ways[w], k, n);
		}
	if (kept >= 0)
		dup2(kept, STDIN_FILENO);
	close(kept);
}

/* What a folder refuses is said, whichever way. */
static void a_folder_that_is_a_file(void **state)
{
	struct place *p = *state;
	char file[96], below[128];

	snprintf(file, sizeof(file), "%s/club", p->dir);
	snprintf(below, sizeof(below), "%s/club/round/game.pgn", p->dir);
	memory_folder_clear(p->dir);
	assert_int_equal(text_file_replace(file, "text\n", false), 0);
	assert_int_equal(text_file_replace(below, "text\n", false), -ENOTDIR);
	assert_int_equal(text_file_renew(below, "text\n"), -ENOTDIR);
	assert_int_equal(text_file_write(below, "text\n"), -ENOTDIR);
	assert_null(text_file_read(below));
	assert_true(says(file, "text\n"));
}

/* Who reads the text before the last keeps it, and it is no file of the program's for that. */
static void a_text_that_is_read_is_not_kept_open(void **state)
{
	struct place *p = *state;
	unsigned before;
	FILE *reader;

	memory_folder_clear(p->dir);
	for (int i = 0; i < 3; i++)
		assert_int_equal(text_file_renew(p->path, "old\n"), 0);
	reader = fopen(p->spare, "r");
	assert_non_null(reader);
	before = open_files();
	assert_int_equal(text_file_renew(p->path, "new\n"), 0);
	assert_int_equal(open_files(), before);
	fclose(reader);
	assert_true(says(p->path, "new\n"));
}

/* --- the database --- */

static const struct stream_subject game = { .event = "club", .round = 1, .board = 2 }, all = { .event = "club" };

static int add(struct stream_database *d, const char *type, int64_t plies)
{
	json_t *p = json_pack("{s:s, s:i}", "type", type, "t_wall", 7);
	int r;

	if (!p)
		return -ENOMEM;
	r = plies < 0 ? stream_database_add(d, &game, p) : stream_database_withhold(d, &game, (uint32_t)plies, p);
	json_decref(p);
	return r;
}

static int begin(struct stream_database *d)
{
	return add(d, "move", -1);
}

static int file(struct stream_database *d)
{
	return stream_database_file(d, &game, "round-1/game-2.pgn", "1. e4 *\n", 7);
}

static int change(struct stream_database *d)
{
	return stream_database_file(d, &game, "round-1/game-2.pgn", "1. e4 e5 *\n", 7);
}

static int withhold(struct stream_database *d)
{
	const int r = add(d, "ruling", 1);

	return r < 0 ? r : add(d, "clock", 2);
}

static int release(struct stream_database *d)
{
	return stream_database_release(d, &game, 1);
}

static int release_all(struct stream_database *d)
{
	return stream_database_release(d, &game, STREAM_ALL_PLIES);
}

static int end(struct stream_database *d)
{
	const int r = stream_database_end(d, "club", 7);

	return r < 0 ? r : 0;
}

static int (*const steps[])(struct stream_database *) = { begin, file, withhold, release, change, release_all, end };

/* One step, as the writer does them: again until it is on disk. */
static int do_step(struct stream_database *d, int (*step)(struct stream_database *), bool *failed)
{
	for (int attempt = 0; attempt < 3; attempt++) {
		int r = step(d);

		if (r >= 0)
			r = stream_database_commit(d);
		if (r >= 0)
			return 0;
		*failed = true;
		if (r != -EIO && r != -ENOMEM)
			return r;
		if (r == -EIO && !*stream_database_error(d))
			return -EPROTO;
		stream_database_drop(d);
	}
	return -EAGAIN;
}

static int evening(const struct place *p, bool *failed)
{
	struct stream_database *d = NULL;
	char err[256] = "";
	int r;

	for (int attempt = 0; attempt < 3; attempt++) {
		r = stream_database_open(p->database, &d, err);
		if (r >= 0)
			break;
		*failed = true;
		if (r != -ENOMEM && !*err)
			return -EPROTO;
	}
	for (size_t i = 0; r >= 0 && i < sizeof(steps) / sizeof(steps[0]); i++)
		r = do_step(d, steps[i], failed);
	stream_database_close(d);
	return r;
}

/* What a reader finds of it, type after type. */
static void expect(const struct place *p, const char *what, const struct stream_subject *subject, const char *expected)
{
	struct stream_reader *reader;
	char err[256], text[256] = "";
	int64_t number = 0;
	json_t *list, *one;
	size_t i;

	if (stream_reader_open(p->database, &reader, err) < 0)
		fail_msg("%s: %s", what, err);
	list = stream_reader_range(reader, stream_reader_find(reader, subject), 1, INT64_MAX, 100000, &number);
	assert_non_null(list);
	json_array_foreach(list, i, one) {
		json_t *publication = json_loads(json_string_value(one), 0, NULL);
		const size_t length = strlen(text);

		assert_int_equal(json_integer_value(json_object_get(publication, "seq")), number + (json_int_t)i);
		snprintf(text + length, sizeof(text) - length, "%s%s", i ? " " : "",
			 json_string_value(json_object_get(publication, "type")));
		json_decref(publication);
	}
	if (strcmp(text, expected) != 0)
		fail_msg("%s: \"%s\" instead of \"%s\"", what, text, expected);
	json_decref(list);
	list = stream_reader_ended(reader);
	assert_int_equal(json_integer_value(json_object_get(list, "club")), 6);
	json_decref(list);
	stream_reader_close(reader);
}

static long try_evening(const struct place *p, enum fault_kind kind, long n)
{
	const unsigned before = open_files();
	bool failed = false;
	char what[64];
	long calls;
	int r;

	snprintf(what, sizeof(what), "%s, %ld", fault_kind_name[kind], n);
	memory_folder_clear(p->dir);
	fault_begin(kind, n, false);
	r = evening(p, &failed);
	calls = fault_end();
	if (r < 0)
		fail_msg("%s: %d", what, r);
	if (n < 0 && failed)
		fail_msg("%s: it fails without a fault", what);
	if (open_files() != before)
		fail_msg("%s: a file is left open", what);
	expect(p, what, &game, "move file ruling file clock");
	expect(p, what, &all, "end");
	return calls;
}

static void nothing_is_said_twice_or_lost(void **state)
{
	static const enum fault_kind kinds[] = { FAULT_MEMORY, FAULT_SQL_IO, FAULT_SQL_FULL };

	for (unsigned k = 0; k < sizeof(kinds) / sizeof(kinds[0]); k++) {
		const long calls = try_evening(*state, kinds[k], -1);

		assert_true(calls > 0);
		for (long n = 0; n < calls; n++)
			try_evening(*state, kinds[k], n);
	}
}

static void a_reader_says_that_it_cannot(void **state)
{
	static const enum fault_kind kinds[] = { FAULT_SQL_MEMORY, FAULT_SQL_IO };
	struct place *p = *state;
	bool failed = false;

	memory_folder_clear(p->dir);
	assert_int_equal(evening(p, &failed), 0);
	for (unsigned k = 0; k < sizeof(kinds) / sizeof(kinds[0]); k++) {
		long calls = 1;

		for (long n = -1; n < calls; n++) {
			struct stream_reader *reader;
			int64_t number = 0, after = 0;
			json_t *subjects, *range, *changed;
			char err[256];

			assert_int_equal(stream_reader_open(p->database, &reader, err), 0);
			fault_begin(kinds[k], n, true);
			subjects = stream_reader_subjects(reader, 0, 10);
			range = stream_reader_range(reader, 1, 1, INT64_MAX, 100000, &number);
			changed = stream_reader_changed(reader, &after);
			calls = fault_end();
			if (n < 0)
				assert_true(subjects && json_array_size(subjects) == 2 && json_array_size(range) == 5 &&
					    json_array_size(changed) == 2);
			/* all or nothing */
			assert_true(!subjects || json_array_size(subjects) == 2);
			assert_true(!range || json_array_size(range) == 5);
			json_decref(subjects);
			json_decref(range);
			json_decref(changed);
			stream_reader_close(reader);
		}
	}
}

/* Without a thread, or memory to tell it something, what is staged stays so, and goes with the next. */
static void what_cannot_be_given_stays(void **state)
{
	const struct stream_subject first = { .event = "club", .round = 1, .board = 1 };
	const unsigned open_before = open_files();
	struct place *p = *state;
	long calls = 1;

	for (long k = 0; k < 2 * calls; k++) {
		const bool ends = k % 2; /* or it ends without a next one */
		const long n = k / 2;
		struct stream_writer *w;

		memory_folder_clear(p->dir);
		assert_int_equal(stream_writer_new(p->database, NULL, NULL, NULL, &w), 0);
		assert_int_equal(stream_writer_stage(w, &first, json_pack("{s:s, s:i}", "type", "move", "t_wall", 7)),
				 0);
		fault_begin(FAULT_MEMORY, n, false);
		if (stream_writer_submit(w) == 0) {
			fault_end();
			calls = n + 2;
			assert_int_equal(stream_writer_staged(w), 1);
			assert_int_equal(stream_writer_finish(w, true), 0);
			if (ends) {
				stream_writer_free(w);
				continue;
			}
			assert_int_equal(stream_writer_submit(w), 1);
		} else {
			fault_end();
		}
		while (stream_writer_finish(w, true) < 0) /* what the thread needs may have failed, too */
			assert_true(stream_writer_submit(w) > 1);
		assert_int_equal(stream_writer_staged(w), 0);
		stream_writer_free(w);
		assert_int_equal(open_files(), open_before);
	}
	assert_true(calls > 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_text_is_whole, setup, teardown),
		cmocka_unit_test_setup_teardown(what_is_synced, setup, teardown),
		cmocka_unit_test_setup_teardown(what_cannot_be_closed_is_told, setup, teardown),
		cmocka_unit_test_setup_teardown(why_there_is_no_folder_is_told, setup, teardown),
		cmocka_unit_test_setup_teardown(a_relative_path, setup, teardown),
		cmocka_unit_test_setup_teardown(the_first_number_of_a_file, setup, teardown),
		cmocka_unit_test_setup_teardown(a_folder_that_is_a_file, setup, teardown),
		cmocka_unit_test_setup_teardown(a_text_that_is_read_is_not_kept_open, setup, teardown),
		cmocka_unit_test_setup_teardown(a_reader_says_that_it_cannot, setup, teardown),
		cmocka_unit_test_setup_teardown(what_cannot_be_given_stays, setup, teardown),
		cmocka_unit_test_setup_teardown(nothing_is_said_twice_or_lost, setup, teardown),
	};

	fault_points_init();
	return cmocka_run_group_tests_name("stream faults", tests, NULL, NULL);
}
