/* SPDX-License-Identifier: GPL-2.0-or-later */
/* relay/store/store: a publication counts when all before it are there, in whatever order and however often they come.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "relay/store/store.h"

#define COUNT 12
#define PATH "round-1/game-1.pgn"

static const struct store_subject game = { .hall = "riga", .event = "club", .round = 1, .board = 1 },
				  event = { .hall = "riga", .event = "club" };

struct fixture {
	char folder[64], path[96];
	struct store *store;
};

static int setup(void **state)
{
	struct fixture *f = calloc(1, sizeof(*f));
	char err[256];

	strcpy(f->folder, "/tmp/flagfall-store-XXXXXX");
	assert_non_null(mkdtemp(f->folder));
	snprintf(f->path, sizeof(f->path), "%s/centre.db", f->folder);
	assert_int_equal(store_open(f->path, false, &f->store, err), 0);
	*state = f;
	return 0;
}

static int teardown(void **state)
{
	struct fixture *f = *state;
	char command[128];

	store_close(f->store);
	snprintf(command, sizeof(command), "rm -r %s", f->folder);
	assert_int_equal(system(command), 0);
	free(f);
	return 0;
}

/* An odd one is a move; an even one adds a line to the game's file: "2 4 " after the fourth. */
static void take(struct fixture *f, int64_t epoch, int seq)
{
	char text[256], line[8];
	size_t keep = 0;
	int64_t lag_us;

	for (int i = 2; i < seq; i += 2)
		keep += (size_t)snprintf(line, sizeof(line), "%d ", i);
	snprintf(line, sizeof(line), "%d ", seq);
	if (seq % 2)
		snprintf(text, sizeof(text), "{\"epoch\":%d,\"seq\":%d,\"t_wall\":7,\"type\":\"move\"}", (int)epoch,
			 seq);
	else
		snprintf(text, sizeof(text),
			 "{\"epoch\":%d,\"seq\":%d,\"t_wall\":7,\"type\":\"file\",\"path\":\"" PATH
			 "\",\"keep\":%zu,\"tail\":0,\"text\":\"%s\",\"size\":%zu}",
			 (int)epoch, seq, keep, line, keep + strlen(line));
	assert_int_equal(store_take(f->store, &game, text, strlen(text), 9, &lag_us), 0);
}

/* What the file has to say when so many are whole. */
static void expect(struct fixture *f, int64_t epoch, int whole)
{
	char expected[64] = "", *text = store_file_text(f->store, "riga", "club", PATH);

	assert_int_equal(store_whole(f->store, &game, epoch), whole);
	for (int i = 2; i <= whole; i += 2)
		snprintf(expected + strlen(expected), sizeof(expected) - strlen(expected), "%d ", i);
	assert_string_equal(text ? text : "", expected);
	free(text);
}

/* Each order of a hundred, with some that come twice: what is whole is what is there without a gap, and the file says
 * that. */
static void test_any_order(void **state)
{
	struct fixture *f = *state;
	unsigned lot = 1;

	for (int epoch = 1; epoch <= 100; epoch++) {
		bool there[COUNT + 2] = { false };
		int left = COUNT, whole = 0;

		while (left > 0) {
			int seq;

			lot = lot * 1103515245 + 12345;
			seq = 1 + (int)(lot >> 16) % COUNT;
			take(f, epoch, seq);
			left -= !there[seq];
			there[seq] = true;
			while (there[whole + 1])
				whole++;
			if (whole > 1) /* before that the file is the earlier epoch's */
				expect(f, epoch, whole);
			assert_int_equal(store_whole(f->store, &game, epoch), whole);
		}
		assert_int_equal(whole, COUNT);
		assert_int_equal(store_commit(f->store), 0);
	}
}

/* What is missing is asked for; what the hall keeps no more is skipped, and what came early counts then. */
static void test_gaps(void **state)
{
	struct fixture *f = *state;
	json_t *gaps, *gap;

	take(f, 1, 1);
	take(f, 1, 5);
	take(f, 1, 3);
	gaps = store_gaps(f->store, "riga", 10);
	gap = json_array_get(gaps, 0);
	assert_int_equal(json_array_size(gaps), 1);
	assert_int_equal(json_integer_value(json_object_get(gap, "from")), 2);
	assert_int_equal(json_integer_value(json_object_get(gap, "to")), 5);
	json_decref(gaps);
	assert_int_equal(store_skip(f->store, &game, 1, 3), 0);
	assert_int_equal(store_whole(f->store, &game, 1), 3);
	assert_int_equal(store_skip(f->store, &game, 1, 5), 0);
	assert_int_equal(store_whole(f->store, &game, 1), 5);
	take(f, 2, 1); /* another database of the hall's */
	assert_int_equal(store_whole(f->store, &game, 1), 0);
	assert_int_equal(store_whole(f->store, &game, 2), 1);
	take(f, 1, 6); /* of the one that was lost */
	assert_int_equal(store_whole(f->store, &game, 2), 1);
	assert_int_equal(store_commit(f->store), 0);
}

static void say_end(struct fixture *f, int seq, int publications)
{
	char text[128];
	int64_t lag_us;

	snprintf(text, sizeof(text), "{\"epoch\":1,\"seq\":%d,\"t_wall\":7,\"type\":\"end\",\"publications\":%d}", seq,
		 publications);
	assert_int_equal(store_take(f->store, &event, text, strlen(text), 9, &lag_us), 0);
}

static size_t count_ended(struct fixture *f)
{
	json_t *ended = store_ended(f->store, "riga", 1);
	const size_t count = json_array_size(ended);

	json_decref(ended);
	return count;
}

/* An event is over when all that the end counts is here, and not when something was said after it. */
static void test_end(void **state)
{
	struct fixture *f = *state;

	take(f, 1, 1);
	say_end(f, 1, 3);
	assert_int_equal(count_ended(f), 0);
	take(f, 1, 2);
	assert_int_equal(count_ended(f), 1);
	take(f, 1, 3);
	assert_int_equal(count_ended(f), 0);
	say_end(f, 2, 5);
	assert_int_equal(count_ended(f), 1);
	assert_int_equal(store_commit(f->store), 0);
}

/* Nothing is written outside the export's folder, and what is no publication is none. */
static void test_bad(void **state)
{
	static const char *const paths[] = { "../passwd", "/etc/passwd", "round-1//x", ".x", "a b", "" };
	struct fixture *f = *state;
	struct store_file file;
	char text[256];
	int64_t lag_us;

	for (int i = 0; i < (int)(sizeof(paths) / sizeof(paths[0])); i++) {
		snprintf(
			text, sizeof(text),
			"{\"epoch\":1,\"seq\":%d,\"type\":\"file\",\"path\":\"%s\",\"keep\":0,\"tail\":0,\"text\":\"x\","
			"\"size\":1}",
			i + 1, paths[i]);
		assert_int_equal(store_take(f->store, &game, text, strlen(text), 9, &lag_us), 0);
	}
	assert_false(store_next_file(f->store, &file));
	assert_int_equal(store_take(f->store, &game, "nothing", 7, 9, &lag_us), -EBADMSG);
	assert_int_equal(store_take(f->store, &game, "{\"epoch\":1,\"seq\":0}", 19, 9, &lag_us), -EBADMSG);
	assert_int_equal(store_commit(f->store), 0);
}

static int take_move(struct fixture *f, int64_t epoch, int seq, const char *uci)
{
	char text[128];
	int64_t lag_us;

	snprintf(text, sizeof(text), "{\"epoch\":%d,\"seq\":%d,\"t_wall\":7,\"type\":\"move\",\"uci\":\"%s\"}",
		 (int)epoch, seq, uci);
	return store_take(f->store, &game, text, strlen(text), 9, &lag_us);
}

/* What comes again is the same, or it is told that it is not: whether it is whole or came early. A later epoch may say
 * what it likes, and an older one is not looked at. */
static void test_otherwise(void **state)
{
	struct fixture *f = *state;

	assert_int_equal(take_move(f, 5, 1, "e2e4"), 0);
	assert_int_equal(take_move(f, 5, 2, "e7e5"), 0);
	assert_int_equal(take_move(f, 5, 4, "b8c6"), 0);
	assert_int_equal(take_move(f, 5, 2, "e7e5"), 0);
	assert_int_equal(take_move(f, 5, 2, "e7e6"), -ESTALE);
	assert_int_equal(take_move(f, 5, 4, "g8f6"), -ESTALE);
	assert_int_equal(take_move(f, 5, 3, "g1f3"), 0);
	assert_int_equal(store_whole(f->store, &game, 5), 4);
	assert_int_equal(take_move(f, 4, 2, "e7e6"), 0);
	assert_int_equal(take_move(f, 6, 1, "d2d4"), 0);
	assert_int_equal(store_whole(f->store, &game, 6), 1);
	assert_int_equal(store_commit(f->store), 0);
}

/* How far a stream was read, and what its last message was; of another stream nothing is known. */
static void test_position(void **state)
{
	struct fixture *f = *state;
	uint64_t seq, mark;

	assert_int_equal(store_set_position(f->store, "today", 7, UINT64_MAX - 1), 0);
	assert_int_equal(store_commit(f->store), 0);
	assert_int_equal(store_position(f->store, "today", &seq, &mark), 0);
	assert_true(seq == 7 && mark == UINT64_MAX - 1);
	assert_int_equal(store_position(f->store, "yesterday", &seq, &mark), 0);
	assert_true(seq == 0 && mark == 0);
}

/* Why it cannot be opened, by people and by those who only read. */
static void test_faults(void **state)
{
	struct fixture *f = *state;
	char path[80], err[256], expected[256];
	struct store *store = NULL;

	snprintf(path, sizeof(path), "%s/none/centre.db", f->folder);

	for (int read_only = 0; read_only < 2; read_only++) {
		memset(err, 'x', sizeof(err));
		assert_int_equal(store_open(path, read_only, &store, err), -EIO);
		snprintf(expected, sizeof(expected), "%s: unable to open database file", path);
		assert_string_equal(err, expected);
		assert_null(store);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_any_order, setup, teardown),
		cmocka_unit_test_setup_teardown(test_gaps, setup, teardown),
		cmocka_unit_test_setup_teardown(test_faults, setup, teardown),
		cmocka_unit_test_setup_teardown(test_end, setup, teardown),
		cmocka_unit_test_setup_teardown(test_bad, setup, teardown),
		cmocka_unit_test_setup_teardown(test_otherwise, setup, teardown),
		cmocka_unit_test_setup_teardown(test_position, setup, teardown),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
