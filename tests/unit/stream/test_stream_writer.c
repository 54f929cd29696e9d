/* SPDX-License-Identifier: GPL-2.0-or-later */
/* stream/stream-writer: who tells it something never waits, order stays, what cannot be written is kept. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "common/database-file.h"
#include "stream/stream.h"

static const struct stream_subject first = { .event = "club", .round = 1, .board = 1 },
				   other = { .event = "league", .round = 1, .board = 1 };

struct fixture {
	char folder[64], path[96];
	struct stream_writer *writer;
};

static int setup(void **state)
{
	struct fixture *f = calloc(1, sizeof(*f));

	strcpy(f->folder, "/tmp/flagfall-writer-XXXXXX");
	assert_non_null(mkdtemp(f->folder));
	snprintf(f->path, sizeof(f->path), "%s/relay/stream.db", f->folder);
	assert_int_equal(stream_writer_new(f->path, NULL, NULL, NULL, &f->writer), 0);
	*state = f;
	return 0;
}

static int teardown(void **state)
{
	struct fixture *f = *state;
	char command[128];

	stream_writer_free(f->writer);
	snprintf(command, sizeof(command), "rm -r %s", f->folder);
	assert_int_equal(system(command), 0);
	free(f);
	return 0;
}

static void say(struct fixture *f, const char *word)
{
	assert_int_equal(stream_writer_stage(f->writer, &first, json_pack("{s:s, s:i}", "type", word, "t_wall", 7)), 0);
}

/* What another program finds of a subject, first letters of types: "mcf". */
static const char *there(struct fixture *f, const struct stream_subject *subject)
{
	static char text[64];
	struct stream_reader *reader;
	int64_t number = 0;
	json_t *list, *one;
	char err[256];
	size_t i;

	memset(text, 0, sizeof(text));
	assert_int_equal(stream_reader_open(f->path, &reader, err), 0);
	list = stream_reader_range(reader, stream_reader_find(reader, subject), 1, INT64_MAX, 100000, &number);
	json_array_foreach(list, i, one) {
		json_t *publication = json_loads(json_string_value(one), 0, NULL);

		assert_int_equal(json_integer_value(json_object_get(publication, "seq")), number + (int64_t)i);
		text[i] = *json_string_value(json_object_get(publication, "type"));
		json_decref(publication);
	}
	json_decref(list);
	stream_reader_close(reader);
	return text;
}

static void test_order(void **state)
{
	struct fixture *f = *state;

	assert_int_equal(stream_writer_submit(f->writer), 0);
	assert_int_equal(stream_writer_finish(f->writer, true), 0);
	assert_int_equal(access(f->path, F_OK), -1); /* nobody has told it anything */
	say(f, "move");
	assert_int_equal(stream_writer_stage_withheld(f->writer, &first, 2, json_pack("{s:s}", "type", "ruling")), 0);
	assert_int_equal(stream_writer_stage_file(f->writer, &first, "round-1/game-1.pgn", "*\n", 1), 0);
	assert_int_equal(stream_writer_submit(f->writer), 1);
	say(f, "clock"); /* while it writes */
	assert_int_equal(stream_writer_submit(f->writer), 0);
	assert_int_equal(stream_writer_stage_release(f->writer, &first, 2), 0);
	assert_int_equal(stream_writer_finish(f->writer, true), 0);
	assert_string_equal(there(f, &first), "mf");
	assert_int_equal(stream_writer_submit(f->writer), 2);
	assert_int_equal(stream_writer_finish(f->writer, true), 0);
	assert_string_equal(there(f, &first), "mfcr");
}

/* Another program has the database: who tells it something does not wait for that. */
static void test_nobody_waits(void **state)
{
	struct fixture *f = *state;
	sqlite3 *db;

	say(f, "move");
	stream_writer_submit(f->writer);
	assert_int_equal(stream_writer_finish(f->writer, true), 0);
	assert_int_equal(sqlite3_open(f->path, &db), SQLITE_OK);
	assert_int_equal(sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
	say(f, "clock");
	assert_int_equal(stream_writer_submit(f->writer), 2);
	assert_int_equal(stream_writer_finish(f->writer, true), -EIO); /* it has waited long enough */
	assert_int_equal(stream_writer_staged(f->writer), 1);
	assert_non_null(strstr(stream_writer_error(f->writer), "locked"));
	assert_int_equal(stream_writer_submit(f->writer), 3);
	assert_int_equal(stream_writer_finish(f->writer, false), -EINPROGRESS);
	assert_true(stream_writer_is_writing(f->writer));
	sqlite3_close(db); /* which ends its transaction */
	while (stream_writer_finish(f->writer, true) < 0)
		stream_writer_submit(f->writer); /* it has waited too long again */
	assert_int_equal(stream_writer_staged(f->writer), 0);
	assert_string_equal(there(f, &first), "mc");
}

/* Its folder cannot be made; then it can. Publications are kept in their order, and files have to be told again. */
static void test_kept(void **state)
{
	struct fixture *f = *state;
	char folder[96];

	snprintf(folder, sizeof(folder), "%s/relay", f->folder);
	fclose(fopen(folder, "w"));
	say(f, "move");
	assert_int_equal(stream_writer_stage_file(f->writer, &first, "round-1/game-1.pgn", "*\n", 1), 0);
	stream_writer_submit(f->writer);
	say(f, "clock");
	assert_true(stream_writer_finish(f->writer, true) < 0);
	assert_non_null(strstr(stream_writer_error(f->writer), "stream.db: "));
	assert_int_equal(stream_writer_staged(f->writer), 2);
	unlink(folder);
	say(f, "ruling");
	stream_writer_submit(f->writer);
	assert_int_equal(stream_writer_finish(f->writer, true), 0);
	assert_string_equal(there(f, &first), "mcr");
	assert_string_equal(stream_writer_error(f->writer), "");
}

static void test_expiry(void **state)
{
	struct fixture *f = *state;

	say(f, "move"); /* at 7 */
	assert_int_equal(stream_writer_stage(f->writer, &other, json_pack("{s:s, s:i}", "type", "move", "t_wall", 5)),
			 0);
	assert_int_equal(stream_writer_stage_expiry(f->writer, json_array(), 6), 0);
	stream_writer_submit(f->writer);
	assert_int_equal(stream_writer_finish(f->writer, true), 0);
	assert_string_equal(there(f, &first), "m");
	assert_string_equal(there(f, &other), "");
	assert_int_equal(stream_writer_stage_expiry(f->writer, json_pack("[s]", "club"), 100), 0);
	stream_writer_submit(f->writer);
	assert_int_equal(stream_writer_finish(f->writer, true), 0);
	assert_string_equal(there(f, &first), "m"); /* it goes on */
}

/* The end goes there in its place, and what has ended is dropped when it is told so. */
static void test_end(void **state)
{
	const struct stream_subject event = { .event = "club" };
	struct fixture *f = *state;
	struct stream_reader *reader;
	char err[256];

	say(f, "move");
	assert_int_equal(stream_writer_stage_end(f->writer, "club", 9), 0);
	stream_writer_submit(f->writer);
	assert_int_equal(stream_writer_finish(f->writer, true), 0);
	assert_string_equal(there(f, &event), "e");
	assert_int_equal(stream_reader_open(f->path, &reader, err), 0);
	assert_int_equal(stream_writer_stage_forget_ended(f->writer, "club", stream_reader_epoch(reader), 2), 0);
	stream_reader_close(reader);
	stream_writer_submit(f->writer);
	assert_int_equal(stream_writer_finish(f->writer, true), 0);
	assert_string_equal(there(f, &first), "");
	assert_string_equal(there(f, &event), "");
}

static void count(void *userdata)
{
	++*(unsigned *)userdata;
}

/* The loop says when a batch can be finished, but not to who has asked already. */
static void test_loop_tells(void **state)
{
	struct fixture *f = *state;
	unsigned told = 0;
	sd_event *loop;

	assert_true(sd_event_new(&loop) >= 0);
	stream_writer_free(f->writer);
	assert_int_equal(stream_writer_new(f->path, loop, count, &told, &f->writer), 0);
	say(f, "move");
	assert_int_equal(stream_writer_submit(f->writer), 1);
	while (told == 0)
		assert_true(sd_event_run(loop, UINT64_MAX) >= 0);
	assert_true(stream_writer_is_writing(f->writer));
	assert_int_equal(stream_writer_finish(f->writer, false), 0);
	assert_false(stream_writer_is_writing(f->writer));
	say(f, "clock");
	assert_int_equal(stream_writer_submit(f->writer), 2);
	assert_int_equal(stream_writer_finish(f->writer, true), 0);
	assert_int_equal(sd_event_run(loop, 0), 0);
	assert_int_equal(told, 1);
	assert_string_equal(there(f, &first), "mc");
	sd_event_unref(loop);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_order, setup, teardown),
		cmocka_unit_test_setup_teardown(test_nobody_waits, setup, teardown),
		cmocka_unit_test_setup_teardown(test_kept, setup, teardown),
		cmocka_unit_test_setup_teardown(test_expiry, setup, teardown),
		cmocka_unit_test_setup_teardown(test_end, setup, teardown),
		cmocka_unit_test_setup_teardown(test_loop_tells, setup, teardown),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
