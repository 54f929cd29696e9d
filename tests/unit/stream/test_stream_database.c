/* SPDX-License-Identifier: GPL-2.0-or-later */
/* stream/stream-database: numbers without a gap, what is withheld, and what another program reads of it. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <unistd.h>

#include <cmocka.h>
#include <sqlite3.h>

#include "stream/stream.h"

static const struct stream_subject first = { .event = "club", .round = 1, .board = 1 },
				   second = { .event = "club", .round = 1, .board = 2 };

struct fixture {
	char folder[64], path[96];
	struct stream_database *database;
	struct stream_reader *reader;
};

static int setup(void **state)
{
	struct fixture *f = calloc(1, sizeof(*f));
	char err[256];

	strcpy(f->folder, "/tmp/flagfall-stream-XXXXXX");
	assert_non_null(mkdtemp(f->folder));
	snprintf(f->path, sizeof(f->path), "%s/relay/stream.db", f->folder);
	assert_int_equal(stream_reader_open(f->path, &f->reader, err), -ENOENT);
	assert_int_equal(stream_database_open(f->path, &f->database, err), 0);
	assert_int_equal(stream_reader_open(f->path, &f->reader, err), 0);
	*state = f;
	return 0;
}

static int teardown(void **state)
{
	struct fixture *f = *state;
	char command[128];

	stream_reader_close(f->reader);
	stream_database_close(f->database);
	snprintf(command, sizeof(command), "rm -r %s", f->folder);
	assert_int_equal(system(command), 0);
	free(f);
	return 0;
}

static void say(struct fixture *f, const struct stream_subject *subject, int64_t plies, const char *word)
{
	json_t *p = json_pack("{s:s, s:i}", "type", word, "t_wall", 7);

	assert_int_equal(plies < 0 ? stream_database_add(f->database, subject, p) :
				     stream_database_withhold(f->database, subject, (uint32_t)plies, p),
			 0);
	json_decref(p);
}

/* What the relay finds of the subject: "1 move, 2 clock". */
static const char *there(struct fixture *f, const struct stream_subject *subject)
{
	static char text[256];
	int64_t number = 0;
	json_t *list = stream_reader_range(f->reader, stream_reader_find(f->reader, subject), 1, INT64_MAX, 100000,
					   &number),
	       *one;
	size_t i;

	assert_non_null(list);
	*text = '\0';
	json_array_foreach(list, i, one) {
		json_t *p = json_loads(json_string_value(one), 0, NULL);
		char *end = text + strlen(text);

		assert_int_equal(json_integer_value(json_object_get(p, "seq")), number + (json_int_t)i);
		assert_true(json_integer_value(json_object_get(p, "epoch")) == stream_reader_epoch(f->reader));
		assert_string_equal(json_string_value(json_object_get(p, "event")), subject->event);
		snprintf(end, sizeof(text) - (size_t)(end - text), "%s%d %s%s", i ? ", " : "",
			 (int)json_integer_value(json_object_get(p, "seq")),
			 json_string_value(json_object_get(p, "type")),
			 json_is_true(json_object_get(p, "withheld")) ? " withheld" : "");
		json_decref(p);
	}
	json_decref(list);
	return text;
}

/* Each subject counts by itself, and nothing is there before it is committed. */
static void test_numbers(void **state)
{
	struct fixture *f = *state;

	say(f, &first, -1, "a");
	say(f, &second, -1, "b");
	say(f, &first, -1, "c");
	assert_string_equal(there(f, &first), "");
	assert_int_equal(stream_database_commit(f->database), 0);
	assert_string_equal(there(f, &first), "1 a, 2 c");
	assert_string_equal(there(f, &second), "1 b");
	assert_int_equal(stream_database_commit(f->database), 0);
}

/* They get their numbers when they may be shown, in the order in which they were said, and after a restart, too. */
static void test_withheld(void **state)
{
	struct fixture *f = *state;
	char err[256];

	say(f, &first, 1, "a");
	say(f, &first, 3, "b");
	say(f, &first, 2, "c");
	say(f, &first, STREAM_ALL_PLIES, "mate");
	assert_int_equal(stream_database_release(f->database, &first, 0), 0);
	assert_int_equal(stream_database_commit(f->database), 0);
	assert_string_equal(there(f, &first), "");
	assert_int_equal(stream_database_release(f->database, &first, 2), 0);
	assert_int_equal(stream_database_commit(f->database), 0);
	assert_string_equal(there(f, &first), "1 a withheld"); /* c is behind b */
	stream_database_close(f->database);
	assert_int_equal(stream_database_open(f->path, &f->database, err), 0);
	assert_int_equal(stream_database_release(f->database, &first, 1000), 0);
	assert_int_equal(stream_database_commit(f->database), 0);
	assert_string_equal(there(f, &first), "1 a withheld, 2 b withheld, 3 c withheld");
	assert_int_equal(stream_database_release(f->database, &first, STREAM_ALL_PLIES), 0);
	assert_int_equal(stream_database_commit(f->database), 0);
	assert_string_equal(there(f, &first), "1 a withheld, 2 b withheld, 3 c withheld, 4 mate withheld");
}

/* A file is a publication when it says something else. */
static void test_files(void **state)
{
	struct fixture *f = *state;

	assert_int_equal(stream_database_file(f->database, &first, "round-1/game-1.pgn", "1. e4 *\n", 1), 0);
	assert_int_equal(stream_database_file(f->database, &first, "round-1/game-1.pgn", "1. e4 *\n", 2), 0);
	assert_int_equal(stream_database_file(f->database, &first, "round-1/game-1.pgn", "1. e4 e5 *\n", 3), 0);
	assert_int_equal(stream_database_commit(f->database), 0);
	assert_string_equal(there(f, &first), "1 file, 2 file");
}

/* What is over is forgotten, but not how far it was counted. */
static void test_forget(void **state)
{
	struct fixture *f = *state;
	int64_t after = 0;
	json_t *changed;

	say(f, &first, -1, "a");
	say(f, &first, 5, "b");
	assert_int_equal(stream_database_commit(f->database), 0);
	assert_int_equal(stream_database_last(f->database, "club"), 7);
	assert_int_equal(stream_database_forget(f->database, "club"), 0);
	assert_int_equal(stream_database_commit(f->database), 0);
	assert_string_equal(there(f, &first), "");
	changed = stream_reader_changed(f->reader, &after);
	assert_int_equal(json_array_size(changed), 0);
	json_decref(changed);
	assert_int_equal(stream_database_release(f->database, &first, STREAM_ALL_PLIES), 0);
	say(f, &first, -1, "c");
	assert_int_equal(stream_database_commit(f->database), 0);
	assert_string_equal(there(f, &first), "2 c");
	changed = stream_reader_changed(f->reader, &after);
	assert_int_equal(json_integer_value(json_object_get(json_array_get(changed, 0), "last")), 2);
	json_decref(changed);
}

static int64_t ended_with(struct fixture *f)
{
	json_t *ended = stream_reader_ended(f->reader);
	const int64_t n = json_integer_value(json_object_get(ended, "club"));

	json_decref(ended);
	return n;
}

/* The end is the event's last word, said once, with how many there were; what waits to be shown is before it. */
static void test_end(void **state)
{
	const struct stream_subject event = { .event = "club" };
	struct fixture *f = *state;

	assert_int_equal(stream_database_end(f->database, "club", 9), 0); /* nothing was ever said of it */
	say(f, &first, -1, "a");
	say(f, &second, 5, "b");
	assert_int_equal(stream_database_end(f->database, "club", 9), 0);
	assert_int_equal(stream_database_release(f->database, &second, 5), 0);
	assert_int_equal(stream_database_end(f->database, "club", 9), 1);
	assert_int_equal(stream_database_end(f->database, "club", 9), 0);
	assert_int_equal(stream_database_commit(f->database), 0);
	assert_string_equal(there(f, &event), "1 end");
	assert_int_equal(ended_with(f), 3);
	say(f, &first, -1, "c"); /* a result is put right */
	assert_int_equal(stream_database_commit(f->database), 0);
	assert_int_equal(ended_with(f), 0);
	assert_int_equal(stream_database_end(f->database, "club", 9), 1);
	assert_int_equal(stream_database_commit(f->database), 0);
	assert_string_equal(there(f, &event), "1 end, 2 end");
	assert_int_equal(ended_with(f), 5);
}

/* What has ended is forgotten as it was sent, and not if something was said since, or another database was meant. */
static void test_forget_ended(void **state)
{
	struct fixture *f = *state;
	const int64_t epoch = stream_reader_epoch(f->reader);

	say(f, &first, -1, "a");
	assert_int_equal(stream_database_forget_ended(f->database, "club", epoch, 1), 0);
	assert_int_equal(stream_database_end(f->database, "club", 9), 1);
	assert_int_equal(stream_database_forget_ended(f->database, "club", epoch - 1, 2), 0);
	assert_int_equal(stream_database_forget_ended(f->database, "club", epoch, 1), 0);
	say(f, &first, -1, "b");
	assert_int_equal(stream_database_forget_ended(f->database, "club", epoch, 2), 0);
	assert_int_equal(stream_database_commit(f->database), 0);
	assert_string_equal(there(f, &first), "1 a, 2 b");
	assert_int_equal(stream_database_end(f->database, "club", 9), 1);
	assert_int_equal(stream_database_forget_ended(f->database, "club", epoch, 4), 0);
	assert_int_equal(stream_database_commit(f->database), 0);
	assert_string_equal(there(f, &first), "");
	assert_int_equal(ended_with(f), 4); /* still: who reads it later is told */
	assert_int_equal(stream_database_forget_ended(f->database, "club", epoch, 4), 0);
	assert_int_equal(stream_database_end(f->database, "club", 9), 0);
	assert_int_equal(stream_database_commit(f->database), 0);
}

/* A database that was lost is another one, and the reader sees that. */
static void test_another_database(void **state)
{
	struct fixture *f = *state;
	const int64_t epoch = stream_reader_epoch(f->reader);
	char command[160], err[256];

	assert_true(stream_reader_is_current(f->reader));
	stream_database_close(f->database);
	snprintf(command, sizeof(command), "rm -r %s/relay", f->folder);
	assert_int_equal(system(command), 0);
	assert_int_equal(stream_database_open(f->path, &f->database, err), 0);
	assert_false(stream_reader_is_current(f->reader));
	stream_reader_close(f->reader);
	f->reader = NULL;
	assert_int_equal(stream_reader_open(f->path, &f->reader, err), 0);
	assert_true(stream_reader_epoch(f->reader) > epoch);
}

/* A file that the daemon has made and not filled yet is as none; one of somebody else's, or of none's, is a fault. */
static void test_empty_file(void **state)
{
	struct fixture *f = *state;
	char path[160], err[256];
	struct stream_reader *reader;
	sqlite3 *db;
	FILE *file;

	snprintf(path, sizeof(path), "%s/other.db", f->folder);
	fclose(fopen(path, "w"));
	assert_int_equal(stream_reader_open(path, &reader, err), -ENOENT);
	assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
	assert_int_equal(sqlite3_exec(db, "PRAGMA journal_mode = WAL", NULL, NULL, NULL), SQLITE_OK);
	assert_int_equal(stream_reader_open(path, &reader, err), -ENOENT);
	assert_int_equal(sqlite3_exec(db, "BEGIN IMMEDIATE; CREATE TABLE subjects (id)", NULL, NULL, NULL), SQLITE_OK);
	assert_int_equal(stream_reader_open(path, &reader, err), -ENOENT);
	assert_int_equal(sqlite3_exec(db, "COMMIT", NULL, NULL, NULL), SQLITE_OK);
	assert_int_equal(stream_reader_open(path, &reader, err), -EIO);
	assert_int_equal(sqlite3_close(db), SQLITE_OK);
	file = fopen(path, "w");
	fputs("This is a letter to the federation, and no database at all.\n", file);
	fclose(file);
	assert_int_equal(stream_reader_open(path, &reader, err), -EIO);
}

/* A reader that waits for the file to change finds what was committed when it wakes, and need not look again later. */
static void test_reader_wakes(void **state)
{
	struct fixture *f = *state;
	char folder[96], buffer[4096];
	const int fd = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
	int64_t after = 0;
	json_t *changed;

	snprintf(folder, sizeof(folder), "%s/relay", f->folder);
	assert_true(inotify_add_watch(fd, folder, IN_ATTRIB) >= 0);
	assert_int_equal(stream_database_commit(f->database), 0);
	assert_true(read(fd, buffer, sizeof(buffer)) < 0); /* nothing to commit is no change */
	say(f, &first, -1, "move");
	assert_true(read(fd, buffer, sizeof(buffer)) < 0); /* … nor is what cannot be read yet */
	assert_int_equal(stream_database_commit(f->database), 0);
	assert_true(read(fd, buffer, sizeof(buffer)) > 0);
	changed = stream_reader_changed(f->reader, &after);
	assert_int_equal(json_array_size(changed), 1);
	json_decref(changed);
	close(fd);
}

/* A ruling that is none any more is not told, and keeps nothing behind it. */
static void what_is_undone_is_not_told(void **state)
{
	struct fixture *f = *state;
	static const struct {
		int t_us;
		const char *ruling, *reason;
		uint32_t plies;
	} rulings[] = { { 1, "win", "resign", STREAM_ALL_PLIES }, { 1, "win", "flag", 1 }, { 2, "win", "resign", 2 } };

	for (size_t i = 0; i < 3; i++) {
		json_t *p = json_pack("{s:s, s:i, s:s, s:s}", "type", "ruling", "t_us", rulings[i].t_us, "ruling",
				      rulings[i].ruling, "reason", rulings[i].reason);

		assert_int_equal(stream_database_withhold(f->database, &first, rulings[i].plies, p), 0);
		json_decref(p);
	}
	json_t *gone = json_pack("{s:i, s:s, s:s}", "t_us", 1, "ruling", "win", "reason", "resign");

	assert_int_equal(stream_database_take_back(f->database, &second, gone), 0);
	assert_int_equal(stream_database_release(f->database, &first, 2), 0);
	assert_int_equal(stream_database_commit(f->database), 0);
	assert_int_equal(stream_reader_last(f->reader, stream_reader_find(f->reader, &first)), 0);
	assert_int_equal(stream_database_take_back(f->database, &first, gone), 0);
	assert_int_equal(stream_database_release(f->database, &first, 2), 0);
	assert_int_equal(stream_database_commit(f->database), 0);
	assert_int_equal(stream_reader_last(f->reader, stream_reader_find(f->reader, &first)), 2);
	json_decref(gone);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_numbers, setup, teardown),
		cmocka_unit_test_setup_teardown(test_withheld, setup, teardown),
		cmocka_unit_test_setup_teardown(what_is_undone_is_not_told, setup, teardown),
		cmocka_unit_test_setup_teardown(test_files, setup, teardown),
		cmocka_unit_test_setup_teardown(test_forget, setup, teardown),
		cmocka_unit_test_setup_teardown(test_end, setup, teardown),
		cmocka_unit_test_setup_teardown(test_forget_ended, setup, teardown),
		cmocka_unit_test_setup_teardown(test_reader_wakes, setup, teardown),
		cmocka_unit_test_setup_teardown(test_another_database, setup, teardown),
		cmocka_unit_test_setup_teardown(test_empty_file, setup, teardown),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
