/* SPDX-License-Identifier: GPL-2.0-or-later */
/* An event's file: what it becomes, and where what is wrong in it is said to be. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "formats/event-file.h"
#include "formats/pairings.h"

static json_t *understood(const char *text)
{
	struct text_fault fault = { 0 };
	struct event_file *event, *again;
	json_t *places, *written, *rewritten;

	if (event_file_read(text, strlen(text), &event, &places, &fault) < 0)
		fail_msg("%u:%u: %s", fault.line, fault.column, fault.reason);
	json_decref(places);
	written = event_file_format(event);
	event_file_unref(event);
	assert_int_equal(event_file_parse(written, &again), 0);
	rewritten = event_file_format(again);
	assert_true(json_equal(written, rewritten));
	json_decref(rewritten);
	event_file_unref(again);
	return written;
}

static void expect_key(const char *text, const char *key, const char *want)
{
	json_t *event = understood(text), *wanted = json_loads(want, JSON_DECODE_ANY, NULL);

	assert_non_null(wanted);
	if (!json_equal(json_object_get(event, key), wanted))
		fail_msg("%s: %s", text, json_dumps(json_object_get(event, key), JSON_ENCODE_ANY));
	json_decref(wanted);
	json_decref(event);
}

static void what_it_says(void **state)
{
	expect_key("name: x\ntime: 300+3\n", "time", "\"300+3\"");
	expect_key("name: x\ndates: 2026-02-28\n", "dates", "[\"2026.02.28\"]");
	expect_key("name: x\ndates: [2024.02.29, 2000-02-29, 2026-12-31]\n", "dates",
		   "[\"2024.02.29\",\"2000.02.29\",\"2026.12.31\"]");
	expect_key("name: x\ntimezone: America/Port-au-Prince\n", "timezone", "\"America/Port-au-Prince\"");
	expect_key("name: x\nstart: press\n", "start", "\"press\"");
	expect_key("name: x\n", "start", "\"arbiter\"");
	expect_key("name: x\nlever: hand\n", "lever", "\"hand\"");
	expect_key("name: x\nlever: none\n", "lever", "\"none\"");
	expect_key("name: x\nrelay: yes\n", "relay", "true");
	expect_key("name: x\nrelay: no\n", "relay", "false");
	expect_key("name: x\n", "relay", "false");
	expect_key("name: x\ndelay: {moves: 2}\n", "delay", "{\"moves\":2,\"minutes\":0}");
	expect_key("name: x\ndelay: {minutes: 1000}\n", "delay", "{\"moves\":0,\"minutes\":1000}");
	expect_key("name: x\ntags: {Annotator_2: nobody}\n", "tags", "{\"Annotator_2\":\"nobody\"}");
	/* in the order of their numbers, and one may have no sensors */
	expect_key("name: x\nboards: [{number: 12, board: C}, {board: A, number: 3}, {number: 9999}, {number: 1}]\n",
		   "boards",
		   "[{\"number\":1,\"board\":\"\"},{\"number\":3,\"board\":\"A\"},{\"number\":12,\"board\":\"C\"},"
		   "{\"number\":9999,\"board\":\"\"}]");
	/* what is no option is the rulebook's */
	expect_key("name: x\noptions: {flag_call: claim, arbiter_calls: true, min_draw_move: 30, bonus: 5}\n",
		   "options", "{\"flag_call\":\"claim\",\"arbiter_calls\":true,\"min_draw_move\":30}");
	expect_key("name: x\noptions: {flag_call: claim, bonus: 5, flag: a=b}\n", "overrides",
		   "[\"bonus=5\",\"flag=a=b\"]");
}

static void ids(void **state)
{
	expect_key("name: x\nid: Open_2026-1\n", "id", "\"Open_2026-1\"");
	expect_key("name: Club Evening №3!\n", "id", "\"club-evening-3\"");
	expect_key("name: 2026\n", "id", "\"event-2026\"");
	expect_key("name: …\n", "id", "\"event\"");
	expect_key("name: '  - a  b -'\n", "id", "\"a-b\"");
}

static void options(void **state)
{
	assert_true(event_has_option("phase", 5));
	assert_true(event_has_option("phase=", 5));
	assert_false(event_has_option("phas", 4));
	assert_false(event_has_option("phases", 6));
	assert_false(event_has_option("bonus", 5));
	assert_false(event_has_option("", 0));
}

static void places(void **state)
{
	struct text_fault fault;
	struct event_file *event;
	json_t *where, *want = json_loads("{\"name\":[1,7],\"rulebook\":[3,12]}", 0, NULL);
	const char *text = "name: x\n\nrulebook:  fide2023-blitz\n";

	assert_int_equal(event_file_read(text, strlen(text), &event, &where, &fault), 0);
	assert_true(json_equal(where, want));
	event_file_unref(event);
	json_decref(where);
	json_decref(want);
}

#define SERIAL_64 "0123456789012345678901234567890123456789012345678901234567890123"

static void what_is_wrong(void **state)
{
	static const struct {
		const char *text;
		unsigned line, column;
		const char *says;
	} wrong[] = {
		{ "", 1, 1, "there is nothing in it" },
		{ "# nothing\n", 1, 1, "there is nothing in it" },
		{ "a\n", 1, 1, "its lines are \"key: value\"" },
		{ "- a\n", 1, 1, "its lines are \"key: value\"" },
		{ "name: x\nname: y\n", 2, 1, "this key comes twice" },
		{ "site: x\n", 1, 1, "name, the event's, is expected" },
		{ "name: x\n  y: [\n", 2, 4, "this is no YAML" },
		{ "name: [\n", 2, 1, "this is no YAML" },
		{ "name: x\ntitle: y\n", 2, 1, "this key is not known; name, site," },
		{ "name: [x]\n", 1, 7, "one line of text of at most 200 bytes" },
		{ "name: \"a\\tb\"\n", 1, 7, "one line of text" },
		{ "name: \"a\\0b\"\n", 1, 7, "one line of text" },
		{ "name: x\ndates: 2026-02-29\n", 2, 8, "a date is expected" },
		{ "name: x\ndates: 2100-02-29\n", 2, 8, "a date is expected" },
		{ "name: x\ndates: [2026-01-31, 2026-04-31]\n", 2, 21, "a date is expected" },
		{ "name: x\ndates: 2026-13-01\n", 2, 8, "a date is expected" },
		{ "name: x\ndates: 2026-00-01\n", 2, 8, "a date is expected" },
		{ "name: x\ndates: 2026-01-00\n", 2, 8, "a date is expected" },
		{ "name: x\ndates: 2026-01-01x\n", 2, 8, "a date is expected" },
		{ "name: x\ndates: {}\n", 2, 8, "a date is expected" },
		{ "name: x\ntimezone: ../etc\n", 2, 11, "the name of a time zone" },
		{ "name: x\ntimezone: a/../b\n", 2, 11, "the name of a time zone" },
		{ "name: x\ntimezone: a b\n", 2, 11, "the name of a time zone" },
		{ "name: x\nstart: now\n", 2, 8, "\"arbiter\" or \"press\"" },
		{ "name: x\nlever: both\n", 2, 8, "hand (beside a board" },
		{ "name: x\nrelay: maybe\n", 2, 8, "\"yes\" or \"no\"" },
		{ "name: x\nid: a b\n", 2, 5, "an id is letters" },
		{ "name: x\nid: -a\n", 2, 5, "an id is letters" },
		{ "name: x\nid: 2026\n", 2, 5, "an id is letters" },
		{ "name: x\nid: a" SERIAL_64 "\n", 2, 5, "an id is letters" },
		{ "name: x\nboards: 3\n", 2, 9, "a list of {number: N, board: NAME}" },
		{ "name: x\nboards: [3]\n", 2, 10, "{number: N, board: NAME} is expected" },
		{ "name: x\nboards: [{board: A}]\n", 2, 10, "number, the table's" },
		{ "name: x\nboards: [{number: 0}]\n", 2, 19, "a table's number from 1 to 9999" },
		{ "name: x\nboards: [{number: 10000}]\n", 2, 19, "a table's number from 1 to 9999" },
		{ "name: x\nboards: [{number: -1}]\n", 2, 19, "a table's number from 1 to 9999" },
		{ "name: x\nboards: [{number: 1x}]\n", 2, 19, "a table's number from 1 to 9999" },
		{ "name: x\nboards: [{number: 1, board: ''}]\n", 2, 29, "a board's serial number" },
		{ "name: x\nboards: [{number: 1, port: A}]\n", 2, 22, "number or board is expected" },
		{ "name: x\nboards: [{number: 1, number: 2}]\n", 2, 22, "this key comes twice" },
		{ "name: x\nboards: [{number: 1}, {number: 1}]\n", 2, 32, "this table comes twice" },
		{ "name: x\nboards: [{number: 1, board: A}, {number: 2, board: A}]\n", 2, 33,
		  "this board is at two tables" },
		{ "name: x\noptions: 3\n", 2, 10, "\"key: value\" pairs are expected" },
		{ "name: x\noptions: {phase: []}\n", 2, 18, "one line of text" },
		{ "name: x\noptions: {'': 1}\n", 2, 11, "a key is a word" },
		{ "name: x\ndelay: {hours: 1}\n", 2, 9, "moves or minutes" },
		{ "name: x\ndelay: {moves: 1001}\n", 2, 16, "a whole number from 0 to 1000" },
		{ "name: x\ndelay: {moves: -1}\n", 2, 16, "a whole number from 0 to 1000" },
		{ "name: x\ntags: {A-B: 1}\n", 2, 8, "a tag's name is letters" },
		{ "name: &a x\nsite: *a\n", 2, 7, "a value is expected here, not an alias" },
		{ "name: &a x\nsite: &a y\n", 2, 7, "this is no YAML" },
		{ "name: [[[[[[[[[x]]]]]]]]]\n", 1, 14, "nested too deep" },
	};

	for (size_t i = 0; i < sizeof(wrong) / sizeof(*wrong); i++) {
		struct text_fault fault = { 0 };
		struct event_file *event;
		json_t *where;

		if (event_file_read(wrong[i].text, strlen(wrong[i].text), &event, &where, &fault) != -EINVAL)
			fail_msg("%s is taken", wrong[i].text);
		if (fault.line != wrong[i].line || fault.column != wrong[i].column ||
		    !strstr(fault.reason, wrong[i].says))
			fail_msg("%s: %u:%u: %s", wrong[i].text, fault.line, fault.column, fault.reason);
	}
}

/* As many boards, and as long a text, as there may be; and one more. */
static void bounds(void **state)
{
	char *text = calloc(1, 300 * 1024), line[260];
	struct text_fault fault;
	struct event_file *event;
	json_t *where;

	assert_non_null(text);
	for (unsigned more = 0; more < 2; more++) {
		size_t n = (size_t)sprintf(text, "name: x\nboards:\n");

		for (unsigned i = 1; i <= 1000 + more; i++)
			n += (size_t)sprintf(text + n, "- {number: %u}\n", i);
		assert_int_equal(event_file_read(text, n, &event, &where, &fault), more ? -EINVAL : 0);
		if (more) {
			assert_non_null(strstr(fault.reason, "more than 1000 boards"));
			continue;
		}
		event_file_unref(event);
		json_decref(where);
	}
	for (size_t n = 200; n <= 201; n++) {
		snprintf(line, sizeof(line), "name: %0*d\n", (int)n, 1);
		assert_int_equal(event_file_read(line, strlen(line), &event, &where, &fault), n == 200 ? 0 : -EINVAL);
		if (n == 200) {
			event_file_unref(event);
			json_decref(where);
		}
	}
	for (size_t n = 256 * 1024; n <= 256 * 1024 + 1; n++) {
		memset(text, '\n', n);
		memcpy(text, "name: x", 7);
		assert_int_equal(event_file_read(text, n, &event, &where, &fault), n == 256 * 1024 ? 0 : -EINVAL);
		if (n == 256 * 1024) {
			event_file_unref(event);
			json_decref(where);
		}
	}
	assert_non_null(strstr(fault.reason, "this has 262145 bytes"));
	free(text);
}

/* Each letter of a report's column of results has its worth. */
static void points(void **state)
{
	static const struct trf_points p = { .win = 1, .draw = 2, .loss = 3, .bye = 4, .zero = 5, .forfeit = 6 };
	static const char letters[] = "1+WF=DH0LUZ- x";
	static const int worth[] = { 1, 1, 1, 1, 2, 2, 2, 3, 3, 4, 5, 6, 0, 0 };

	for (size_t i = 0; letters[i]; i++)
		assert_int_equal(trf_points_of(&p, letters[i]), worth[i]);
}

/* As the journal has it: every key has to be there, and of its kind. */
static void what_is_no_event_is_refused(void **state)
{
	json_t *whole = understood("name: x\ndates: 2026-02-28\nboards: [{number: 3, board: A}]\nrelay: yes\n"),
	       *broken;
	struct event_file *file, *copy;
	const char *key;
	json_t *value;
	char *text = json_dumps(whole, JSON_COMPACT);

	assert_string_equal(
		text, "{\"id\":\"x\",\"name\":\"x\",\"site\":\"\",\"dates\":[\"2026.02.28\"],\"timezone\":\"\","
		      "\"rulebook\":\"\",\"time\":\"\",\"lever\":\"\",\"start\":\"arbiter\",\"boards\":[{\"number\":3,"
		      "\"board\":\"A\"}],\"options\":{},\"overrides\":[],\"delay\":{\"moves\":0,\"minutes\":0},"
		      "\"tags\":{},\"relay\":true}");
	free(text);
	json_object_foreach(whole, key, value) {
		broken = json_copy(whole);
		json_object_del(broken, key);
		assert_int_equal(event_file_parse(broken, &file), -EINVAL);
		json_object_set_new(broken, key, json_real(1.5));
		assert_int_equal(event_file_parse(broken, &file), -EINVAL);
		json_decref(broken);
	}
	assert_int_equal(event_file_parse(whole, &file), 0);
	copy = event_file_copy(file);
	event_file_unref(file);
	strcpy(copy->ended, "2026-01-31T12:00:00Z");
	broken = event_file_format(copy);
	json_object_set_new(whole, "ended", json_string("2026-01-31T12:00:00Z"));
	assert_true(json_equal(whole, broken));
	event_file_unref(copy);
	json_decref(broken);
	json_decref(whole);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_it_says),	 cmocka_unit_test(ids),
		cmocka_unit_test(options),	 cmocka_unit_test(places),
		cmocka_unit_test(what_is_wrong), cmocka_unit_test(bounds),
		cmocka_unit_test(points),	 cmocka_unit_test(what_is_no_event_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
