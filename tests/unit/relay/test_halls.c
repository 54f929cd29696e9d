/* SPDX-License-Identifier: GPL-2.0-or-later */
/* relay/centre/halls: of what a hall says, names, numbers and paths that there cannot be change nothing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "relay/centre/centre.h"
#include "relay/store/store.h"
#include "tests/unit/memory-folder.h"

#define LARGEST "9223372036854775807"
#define NAME_79 "e234567890123456789012345678901234567890123456789012345678901234567890123456789"

static char dir[MEMORY_FOLDER_PATH], path[96], asked[512], reply[256];
static struct store *store;
static struct consumer *consumer;
static struct halls *halls;
static const struct jetstream js = { .stream = "flagfall" };
static const struct jetstream_stream stream = { .replicas = 1 };

int link_publish(struct link *link, const char *subject, const char *to, const struct link_header *headers,
		 const char *text, size_t size)
{
	snprintf(asked, sizeof(asked), "%s", text);
	snprintf(reply, sizeof(reply), "%s", to);
	return 0;
}

const char *link_inbox(const struct link *link)
{
	return "_INBOX.x";
}

static void open_store(void)
{
	char err[256];

	assert_int_equal(store_open(path, false, &store, err), 0);
	assert_int_equal(consumer_new(&js, &stream, store, &consumer), 0);
	assert_int_equal(halls_new(NULL, store, consumer, &halls), 0);
	*asked = '\0';
}

static void close_store(void)
{
	halls_free(halls);
	consumer_free(consumer);
	store_close(store);
}

static int open_centre(void **state)
{
	memory_folder_make(dir);
	snprintf(path, sizeof(path), "%s/centre.db", dir);
	open_store();
	return 0;
}

static int close_centre(void **state)
{
	close_store();
	memory_folder_remove(dir);
	return 0;
}

/* A message of the stream. */
static void take(const char *subject, const char *text)
{
	char name[512], words[2048];
	const struct link_event event = { .subject = name, .text = words };

	snprintf(name, sizeof(name), "%s", subject);
	snprintf(words, sizeof(words), "%s", text);
	assert_int_equal(halls_take(halls, &event, 9), 0);
	assert_int_equal(store_commit(store), 0);
}

/* What the centre asked for last, a publication of its own subject the answer to that. */
static void answer(const char *text)
{
	char words[2048];
	const struct link_event event = { .text = words, .size = strlen(text) };

	snprintf(words, sizeof(words), "%s", text);
	*asked = '\0';
	halls_answer(halls, reply + strlen("_INBOX.x.api."), &event);
}

static void say_health(const char *text)
{
	char words[2048];
	const struct link_event event = { .subject = "flagfall-health.north", .text = words, .size = strlen(text) };

	snprintf(words, sizeof(words), "%s", text);
	halls_health(halls, &event, 9);
	assert_int_equal(store_commit(store), 0);
}

/* A value of the store's file. */
static int64_t value_of(const char *question)
{
	sqlite3 *db;
	sqlite3_stmt *s;
	int64_t value;

	assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
	assert_int_equal(sqlite3_prepare_v2(db, question, -1, &s, NULL), SQLITE_OK);
	assert_int_equal(sqlite3_step(s), SQLITE_ROW);
	value = sqlite3_column_int64(s, 0);
	sqlite3_finalize(s);
	sqlite3_close(db);
	return value;
}

static void subjects_are_names_and_numbers(void **state)
{
	static const char *const good[] = { "flagfall.north.club.0.0", "flagfall.north.club.1.1",
					    "flagfall.north.club.200.9999", "flagfall.a-B_9." NAME_79 ".1.0" },
				 *const bad[] = {
					 "flagfall.north.club.-1.1",
					 "flagfall.north.club.1.-1",
					 "flagfall.north.club.+1.1",
					 "flagfall.north.club.1.01",
					 "flagfall.north.club.00.1",
					 "flagfall.north.club.1.10000",
					 "flagfall.north.club.4294967297.1",
					 "flagfall.north.club.1.4294967297",
					 "flagfall.north.club.1.18446744073709551617",
					 "flagfall.north.club.1." LARGEST,
					 "flagfall.north.club.1. 1",
					 "flagfall.north.club.1.1 ",
					 "flagfall.north.club.1.0x1",
					 "flagfall.north.club.1.",
					 "flagfall.north.club..1",
					 "flagfall.north..1.1",
					 "flagfall..club.1.1",
					 "flagfall.north.club.1",
					 "flagfall.north.club.1.1.1",
					 "flagfall.north.club.1.1.",
					 "flagfall.north.cl/ub.1.1",
					 "flagfall.no/rth.club.1.1",
					 "flagfall.north.\xc3\xa9.1.1",
					 "flagfall.north." NAME_79 "0.1.1",
					 "flagfallx.north.club.1.1",
					 "flagfall.n" NAME_79 ".club.1.1",
				 };

	for (unsigned i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		take(bad[i], "{\"epoch\":1,\"seq\":1}");
		if (value_of("SELECT count(*) FROM subjects"))
			fail_msg("%s is taken", bad[i]);
	}
	for (unsigned i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
		take(good[i], "{\"epoch\":1,\"seq\":1}");
		if (value_of("SELECT count(*) FROM subjects") != i + 1)
			fail_msg("%s is not taken", good[i]);
	}
}

static void publications_have_numbers(void **state)
{
	static const char *const bad[] = {
		"{\"epoch\":1,\"seq\":" LARGEST "}",
		"{\"epoch\":1,\"seq\":9223372036854775806}",
		"{\"epoch\":1,\"seq\":9223372036854775808}",
		"{\"epoch\":1,\"seq\":2147483648}",
		"{\"epoch\":1,\"seq\":-1}",
		"{\"epoch\":1,\"seq\":-9223372036854775808}",
		"{\"epoch\":1,\"seq\":0}",
		"{\"epoch\":1,\"seq\":1.0}",
		"{\"epoch\":1,\"seq\":\"1\"}",
		"{\"epoch\":1,\"seq\":01}",
		"{\"epoch\":1}",
		"{\"epoch\":" LARGEST ",\"seq\":1}",
		"{\"epoch\":-1,\"seq\":1}",
		"{\"epoch\":1,\"seq\":1,\"t_wall\":" LARGEST "}",
		"{\"epoch\":1,\"seq\":1,\"t_wall\":-9223372036854775808}",
		"",
		"[]",
		"null",
		"{\"epoch\":1,\"seq\":1,\"x\":\"\\u0000\"}",
		"{\"epoch\":1,\"seq\":1",
	};

	for (unsigned i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		take("flagfall.north.club.1.1", bad[i]);
		if (value_of("SELECT count(*) FROM publications"))
			fail_msg("%s is taken", bad[i]);
	}
	/* the last one that there may be, and what is before it */
	take("flagfall.north.club.1.1", "{\"epoch\":1,\"seq\":2147483647}\n{\"epoch\":1,\"seq\":1}");
	halls_tick(halls);
	assert_string_equal(
		asked, "{\"ask\":\"range\",\"event\":\"club\",\"round\":1,\"board\":1,\"from\":2,\"to\":2147483647}");
	answer("{\"epoch\":1,\"first\":0,\"publications\":[]}");
	assert_int_equal(value_of("SELECT whole FROM subjects"), 2147483647);
	assert_int_equal(value_of("SELECT seen FROM subjects"), 2147483647);
	take("flagfall.north.club.1.1", "{\"epoch\":1,\"seq\":2}");
	halls_tick(halls);
	assert_string_equal(asked, "");
	say_health("{\"epoch\":1,\"events\":{\"club\":1}}");
}

/* The hall is asked for its heads; it has said twice that it has more. */
static void ask_heads(void)
{
	/* an empty stream is whole */
	const struct link_event event = { .text = "{\"state\":{\"last_seq\":0}}", .size = 24 };
	const char *words;

	consumer_connected(consumer, true);
	words = strstr(reply, "consumer.");
	assert_non_null(words);
	consumer_answer(consumer, words, &event);
	assert_true(consumer_is_whole(consumer));
	say_health("{\"epoch\":1,\"events\":{\"club\":5}}");
	say_health("{\"epoch\":1,\"events\":{\"club\":5}}");
	assert_string_equal(asked, "{\"ask\":\"heads\",\"after\":0}");
}

static void answers_have_numbers(void **state)
{
	static const char *const heads[] = {
		"{\"id\":1,\"event\":\"club\",\"round\":-1,\"board\":1,\"last\":5}",
		"{\"id\":1,\"event\":\"club\",\"round\":1,\"board\":4294967297,\"last\":5}",
		"{\"id\":1,\"event\":\"club\",\"round\":1,\"board\":10000,\"last\":5}",
		"{\"id\":1,\"event\":\"club\",\"round\":1,\"board\":1,\"last\":" LARGEST "}",
		"{\"id\":1,\"event\":\"club\",\"round\":1,\"board\":1,\"last\":-5}",
		"{\"id\":1,\"event\":\"..\",\"round\":1,\"board\":1,\"last\":5}",
		"{\"id\":1,\"event\":\"\",\"round\":1,\"board\":1,\"last\":5}",
		"{\"id\":1,\"round\":1,\"board\":1,\"last\":5}",
		"{\"id\":1,\"event\":\"" NAME_79 "0\",\"round\":1,\"board\":1,\"last\":5}",
		"null",
		"7",
	}, *const ranges[] = {
		"{\"epoch\":1,\"first\":" LARGEST ",\"publications\":[\"{\\\"epoch\\\":1,\\\"seq\\\":5}\"]}",
		"{\"epoch\":1,\"first\":6,\"publications\":[\"{\\\"epoch\\\":1,\\\"seq\\\":6}\"]}",
		"{\"epoch\":1,\"first\":-9223372036854775808,\"publications\":[\"{\\\"epoch\\\":1,\\\"seq\\\":1}\"]}",
		"{\"epoch\":1,\"first\":0,\"publications\":[7]}",
		"{\"epoch\":2,\"first\":0,\"publications\":[]}",
		"{\"epoch\":1,\"first\":0,\"publications\":{}}",
		"{\"error\":\"no\"}",
		"[]",
		"",
	};
	char text[512];

	for (unsigned i = 0; i < sizeof(heads) / sizeof(heads[0]); i++) {
		ask_heads();
		snprintf(text, sizeof(text), "{\"epoch\":1,\"heads\":[%s]}", heads[i]);
		answer(text);
		if (strncmp(asked, "{\"ask\":\"range\"", 14) == 0)
			fail_msg("%s leads to %s", heads[i], asked);
		if (*asked) /* for what is behind that id */
			answer("{\"epoch\":1,\"heads\":[]}");
		assert_string_equal(asked, "");
	}
	/* one that goes round in circles */
	ask_heads();
	answer("{\"epoch\":1,\"heads\":[{\"id\":7},{\"id\":9}]}");
	assert_string_equal(asked, "{\"ask\":\"heads\",\"after\":9}");
	answer("{\"epoch\":1,\"heads\":[{\"id\":7},{\"id\":9}]}");
	assert_string_equal(asked, "");

	for (unsigned i = 0; i < sizeof(ranges) / sizeof(ranges[0]); i++) {
		ask_heads();
		answer("{\"epoch\":1,\"heads\":[{\"id\":1,\"event\":\"club\",\"round\":1,\"board\":1,\"last\":5}]}");
		assert_string_equal(
			asked, "{\"ask\":\"range\",\"event\":\"club\",\"round\":1,\"board\":1,\"from\":1,\"to\":5}");
		answer(ranges[i]);
		if (strncmp(asked, "{\"ask\":\"range\"", 14) == 0)
			fail_msg("%s leads to %s", ranges[i], asked);
		if (value_of("SELECT coalesce(sum(whole), 0) FROM subjects"))
			fail_msg("%s is taken", ranges[i]);
		if (*asked)
			answer("{\"epoch\":1,\"heads\":[]}");
	}
}

/* What status says of numbers that no hall has. */
static void health_has_numbers(void **state)
{
	json_t *status, *hall;

	say_health("{\"epoch\":1,\"rows\":-9223372036854775808,\"sent\":" LARGEST ",\"events\":{\"a\":" LARGEST
		   ",\"b\":" LARGEST ",\"c\":-9223372036854775808,\"d\":7}}");
	status = status_of(store, 9);
	hall = json_array_get(json_object_get(status, "halls"), 0);
	assert_string_equal(json_string_value(json_object_get(hall, "state")), "behind");
	assert_int_equal(json_integer_value(json_object_get(hall, "behind")), INT64_C(2) * INT32_MAX + 7);
	assert_int_equal(json_integer_value(json_object_get(hall, "unsent")), -(int64_t)INT32_MAX);
	json_decref(status);
}

#define SECOND_US INT64_C(1000000)

/* When the centre's clock is set back, what was before that lies ahead: a hall that goes on says so soon, and of one
 * that does not, or of a centre that does not run any more, nothing is known. */
static void a_clock_may_be_set(void **state)
{
	static const struct {
		int64_t now_us;
		const char *state;
		bool is_known;
	} cases[] = {
		{ 9 + SECOND_US, "whole", true },	   { 9 + 11 * SECOND_US, "silent", true },
		{ 9 - SECOND_US / 10, "whole", true },	   { 9 - 11 * SECOND_US, "silent", false },
		{ 9 - 3600 * SECOND_US, "silent", false },
	};

	say_health("{\"epoch\":1,\"rows\":1,\"sent\":1,\"events\":{}}");
	assert_int_equal(store_set_alive(store, 9, true, ""), 0);
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		json_t *status = status_of(store, cases[i].now_us), *hall, *heard;

		hall = json_array_get(json_object_get(status, "halls"), 0);
		heard = json_object_get(hall, "heard_s");
		assert_string_equal(json_string_value(json_object_get(hall, "state")), cases[i].state);
		assert_int_equal(json_is_true(json_object_get(status, "running")),
				 strcmp(cases[i].state, "whole") == 0);
		assert_int_equal(json_is_real(heard), cases[i].is_known);
		assert_true(json_real_value(heard) >= 0);
		json_decref(status);
	}
}

/* Paths that lead nowhere, and of the others what there may be between them. */
static void paths_are_those_of_an_export(void **state)
{
	static const char *const bad[] = {
		"",
		"/",
		"a/",
		"/a",
		".",
		"..",
		"./a",
		"a/.",
		"a/./b",
		"a/../b",
		"a//b",
		".a",
		"a/.b",
		"A",
		"a b",
		"a\\\\b",
		"a\\n",
		"\xc3\xa9",
		"a.tmp",
		"a.tmp/b",
		"a012345678901234567890123456789012345678901234567890123456789012345678901234567890"
		"12345678901234567890"
	};
	static const char *const numbers[] = {
		"\"keep\":-1,\"tail\":0,\"size\":1",
		"\"keep\":0,\"tail\":-1,\"size\":1",
		"\"keep\":" LARGEST ",\"tail\":" LARGEST ",\"size\":1",
		"\"keep\":0,\"tail\":0,\"size\":-1",
		"\"keep\":0,\"tail\":0,\"size\":4294967297",
		"\"keep\":4294967296,\"tail\":0,\"size\":1",
		"\"keep\":0,\"tail\":0",
		"\"keep\":1,\"tail\":0,\"size\":2",
	};
	char text[512];
	unsigned seq = 0;

	for (unsigned i = 0; i < sizeof(bad) / sizeof(bad[0]) + sizeof(numbers) / sizeof(numbers[0]); i++) {
		const bool is_path = i < sizeof(bad) / sizeof(bad[0]);

		snprintf(text, sizeof(text),
			 "{\"epoch\":1,\"seq\":%u,\"type\":\"file\",\"path\":\"%s\",\"text\":\"x\",%s}", ++seq,
			 is_path ? bad[i] : "tournament.json",
			 is_path ? "\"keep\":0,\"tail\":0,\"size\":1" : numbers[i - sizeof(bad) / sizeof(bad[0])]);
		take("flagfall.north.club.0.0", text);
		if (value_of("SELECT count(*) FROM files"))
			fail_msg("%s is taken", text);
	}
	assert_int_equal(value_of("SELECT whole FROM subjects"), seq);
}

/* A file in which such numbers are, from before they were refused. */
#define ACCEPTED "SELECT count(*) FROM halls WHERE accepted = health AND accepted != ''"

/* A hall that says something else than it has said is to begin anew: the one that says it, and no later one of it. */
static void a_hall_was_put_back(void **state)
{
	take("flagfall.north.club.1.1", "{\"epoch\":5,\"seq\":1}");
	take("flagfall.north.club.1.1", "{\"epoch\":5,\"seq\":1}");
	say_health("{\"epoch\":5,\"rows\":1}");
	assert_string_equal(halls_fault(halls), "");
	assert_int_equal(value_of(ACCEPTED), 0);
	take("flagfall.north.club.1.1", "{\"epoch\":5,\"seq\":1,\"type\":\"move\"}\n{\"epoch\":5,\"seq\":2}");
	assert_non_null(strstr(halls_fault(halls), "hall north"));
	say_health("{\"epoch\":6,\"rows\":1}");
	assert_int_equal(value_of(ACCEPTED), 0);
	take("flagfall.north.club.1.1", "{\"epoch\":5,\"seq\":1,\"type\":\"move\"}");
	say_health("{\"epoch\":5,\"rows\":1}");
	assert_int_equal(value_of(ACCEPTED), 1);
	assert_int_equal(value_of("SELECT whole FROM subjects"), 2);
}

/* --- how late --- */

/* What the consumer has asked the servers for is answered so. */
static void answer_consumer(const char *text)
{
	char words[256];
	const struct link_event event = { .text = words, .size = strlen(text) };
	const char *inbox = strstr(reply, "consumer.");

	snprintf(words, sizeof(words), "%s", text);
	assert_non_null(inbox);
	consumer_answer(consumer, inbox, &event);
}

/* A message of the stream. Returns how late the hall's are shown to be, in microseconds. */
static int64_t lag_after(unsigned seq, const char *text)
{
	char ack[64], words[256];
	const struct link_event event = {
		.subject = "flagfall.north.club.1.1", .reply = ack, .text = words, .size = strlen(text)
	};

	snprintf(ack, sizeof(ack), "$JS.ACK.flagfall.c.1.%u.1.0.0", seq);
	snprintf(words, sizeof(words), "%s", text);
	assert_true(consumer_pulled(consumer, &event));
	assert_int_equal(halls_take(halls, &event, 9), 0);
	say_health("{\"epoch\":9,\"events\":{}}");
	return value_of("SELECT lag_us FROM halls");
}

/* What was there before is not late: what waited in the stream when the centre came, and what a hall sends again. */
static void what_comes_again_is_not_late(void **state)
{
	consumer_connected(consumer, true);
	answer_consumer("{\"created\":\"then\",\"state\":{\"last_seq\":2}}");
	answer_consumer("{\"name\":\"c\"}");
	assert_int_equal(lag_after(1, "{\"epoch\":1,\"seq\":1,\"t_wall\":1}"), 0);
	assert_int_equal(lag_after(2, "{\"epoch\":1,\"seq\":2,\"t_wall\":2}"), 0);
	assert_int_equal(lag_after(3, "{\"epoch\":1,\"seq\":3,\"t_wall\":7}"), 2);
	/* in another epoch, when the hall was put back to a copy */
	assert_int_equal(lag_after(4, "{\"epoch\":2,\"seq\":1,\"t_wall\":1}"), 2);
	assert_int_equal(lag_after(5, "{\"epoch\":2,\"seq\":2,\"t_wall\":2}"), 2);
	assert_int_equal(lag_after(6, "{\"epoch\":2,\"seq\":3,\"t_wall\":7}"), 2);
	/* and once more, before it has come so far */
	assert_int_equal(lag_after(7, "{\"epoch\":3,\"seq\":1,\"t_wall\":1}"), 2);
	assert_int_equal(lag_after(8, "{\"epoch\":4,\"seq\":1,\"t_wall\":2}"), 2);
	assert_int_equal(lag_after(9, "{\"epoch\":4,\"seq\":2,\"t_wall\":8}"), 2);
	assert_int_equal(lag_after(10, "{\"epoch\":4,\"seq\":3,\"t_wall\":8}"), 1);
}

/* --- who is the hall --- */

/* As who stands there for "flagfall-centre status" at that second: "state machine", where another one is refused. */
static void status_is(int64_t at_s, const char *expected)
{
	json_t *status = status_of(store, at_s * 1000000), *hall = status_hall(status, "north");
	char said[128];

	snprintf(said, sizeof(said), "%s%s%s", json_string_value(json_object_get(hall, "state")),
		 json_is_object(json_object_get(hall, "refused")) ? " " : "",
		 json_string_value(json_object_get(json_object_get(hall, "refused"), "machine")) ?: "");
	assert_string_equal(said, expected);
	json_decref(status);
}

static void say_health_at(int64_t at_s, const char *id, const char *machine, int epoch)
{
	char words[256];
	const int size = snprintf(words, sizeof(words), "{\"id\":\"%s\",\"machine\":\"%s\",\"epoch\":%d}", id, machine,
				  epoch);
	const struct link_event event = { .subject = "flagfall-health.north", .text = words, .size = (size_t)size };

	halls_health(halls, &event, at_s * 1000000);
	assert_int_equal(store_commit(store), 0);
}

/* What that prints of the hall at that second has these words. */
static void prints(int64_t at_s, void (*print)(const json_t *status), const char *words)
{
	json_t *status = status_of(store, at_s * 1000000);
	FILE *kept = stdout;
	char *text = NULL;
	size_t size;

	stdout = open_memstream(&text, &size);
	assert_non_null(stdout);
	print(print == status_print ? status : status_hall(status, "north"));
	fclose(stdout);
	stdout = kept;
	if (!strstr(text, words))
		fail_msg("\"%s\" does not say \"%s\"", text, words);
	free(text);
	json_decref(status);
}

static void the_one_that_is_accepted_is_refused_no_more(void **state)
{
	assert_int_equal(store_set_hall(store, "north", 0, "", 0, 0), 0);
	assert_int_equal(store_set_identity(store, "north", "first"), 0);
	assert_int_equal(store_commit(store), 0);
	close_store();
	open_store();
	say_health_at(100, "first", "old-pc", 5);
	status_is(101, "whole");
	say_health_at(101, "second", "new-pc", 6);
	status_is(102, "whole new-pc");
	say_health_at(102, "first", "old-pc", 5);
	status_is(103, "whole new-pc");
	prints(103, status_print,
	       "north, on the machine \"new-pc\"; nothing of it is taken, but of the one on the machine \"old-pc\"");
	prints(103, status_print_accepted, "Accepted: north is the hall on the machine \"new-pc\" from now on");
	prints(103, status_print_accepted, "Refused: the hall on the machine \"old-pc\"");
	assert_int_equal(store_accept(store, "north"), 0);
	assert_int_equal(store_commit(store), 0);
	status_is(103, "whole");
	say_health_at(103, "second", "new-pc", 6); /* it was not told yet */
	status_is(104, "whole new-pc");
	say_health_at(104, "third", "other-pc", 8);
	status_is(104, "whole other-pc");
	say_health_at(104, "second", "new-pc", 6);
	say_health_at(105, "first", "new-pc", 7); /* it has taken the place */
	status_is(105, "whole");
	say_health_at(106, "third", "other-pc", 8); /* somebody else has not */
	say_health_at(107, "first", "new-pc", 7);
	status_is(107, "whole other-pc");
}

/* With a full disk the centre learns nothing more of its halls, which does not make them silent. */
static void a_hall_is_not_silent_for_a_full_disk(void **state)
{
	say_health_at(100, "first", "pc", 5);
	assert_int_equal(store_set_alive(store, 101000000, true, ""), 0);
	assert_int_equal(store_commit(store), 0);
	status_is(102, "whole");
	store_set_last_word(store, 160000000, true, "the disk is full");
	status_is(161, "whole");
	store_set_alive(store, 170000000, true, "");
	assert_int_equal(store_commit(store), 0);
	status_is(171, "silent");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(subjects_are_names_and_numbers, open_centre, close_centre),
		cmocka_unit_test_setup_teardown(publications_have_numbers, open_centre, close_centre),
		cmocka_unit_test_setup_teardown(answers_have_numbers, open_centre, close_centre),
		cmocka_unit_test_setup_teardown(a_clock_may_be_set, open_centre, close_centre),
		cmocka_unit_test_setup_teardown(health_has_numbers, open_centre, close_centre),
		cmocka_unit_test_setup_teardown(paths_are_those_of_an_export, open_centre, close_centre),
		cmocka_unit_test_setup_teardown(a_hall_was_put_back, open_centre, close_centre),
		cmocka_unit_test_setup_teardown(what_comes_again_is_not_late, open_centre, close_centre),
		cmocka_unit_test_setup_teardown(the_one_that_is_accepted_is_refused_no_more, open_centre, close_centre),
		cmocka_unit_test_setup_teardown(a_hall_is_not_silent_for_a_full_disk, open_centre, close_centre),
	};

	return cmocka_run_group_tests_name("halls", tests, NULL, NULL);
}
