/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Dictionaries of method calls: each type a key may come in becomes the same JSON, and each other one its sentence. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#include <cmocka.h>

#include "daemon/bus/replies.h"
#include "tests/unit/shell/known-details.h"

#define A_TEXT "must be one line of text, not longer than 1000 bytes"
#define A_NUMBER "must be a whole number"
#define A_BOOLEAN "must be true or false"
#define TEXTS "must be a list of strings, not more than 1000"
#define A_MAP "must be names with one line of text each (a{ss}), not more than 1000"
#define A_JSON "must be a string that holds a JSON object, not longer than 65536 bytes"

static int peer = -1;

/* Nobody is at the other end: messages are only made. */
static int setup(void **state)
{
	sd_bus *bus = NULL;
	int fds[2];

	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, fds), 0);
	peer = fds[1];
	assert_true(sd_bus_new(&bus) >= 0);
	assert_true(sd_bus_set_fd(bus, fds[0], fds[0]) >= 0);
	assert_true(sd_bus_start(bus) >= 0);
	*state = bus;
	return 0;
}

static int teardown(void **state)
{
	sd_bus_close_unref(*state);
	close(peer);
	return 0;
}

static sd_bus_message *begin(sd_bus *bus)
{
	sd_bus_message *m = NULL;

	assert_true(sd_bus_message_new_method_call(bus, &m, "a.b", "/a", "a.b", "C") >= 0);
	assert_true(sd_bus_message_open_container(m, 'a', "{sv}") >= 0);
	return m;
}

/* It is read; json: what it became, ' for "; NULL: words are in the sentence. */
static void end(sd_bus_message *m, const char *json, const char *words)
{
	json_t *object = json_object(), *expected = NULL;
	sd_bus_error error = SD_BUS_ERROR_NULL;
	char *text = json ? strdup(json) : NULL;
	int r;

	assert_true(sd_bus_message_close_container(m) >= 0);
	assert_true(sd_bus_message_append(m, "s", "behind") >= 0);
	assert_true(sd_bus_message_seal(m, 1, 0) >= 0);
	errno = ERANGE; /* of something before */
	r = details_read(m, known_details, object, &error);
	if (json) {
		const char *behind;

		if (r < 0)
			fail_msg("%s: %s", json, error.message);
		for (char *c = text; *c; c++)
			*c = *c == '\'' ? '"' : *c;
		expected = json_loads(text, JSON_DECODE_ANY, NULL);
		assert_non_null(expected);
		if (!json_equal(object, expected))
			fail_msg("not %s", json);
		assert_true(sd_bus_message_read_basic(m, 's', &behind) > 0);
		assert_string_equal(behind, "behind");
	} else {
		assert_true(r < 0);
		assert_string_equal(error.name, "org.flagfall1.Error.BadArgument");
		if (strcmp(error.message, words) != 0)
			fail_msg("\"%s\" is not \"%s\"", error.message, words);
	}
	free(text);
	json_decref(expected);
	json_decref(object);
	sd_bus_error_free(&error);
	sd_bus_message_unref(m);
}

#define taken(json, ...) \
	do { \
		sd_bus_message *m_ = begin(*state); \
		assert_true(sd_bus_message_append(m_, "{sv}", __VA_ARGS__) >= 0); \
		end(m_, json, NULL); \
	} while (0)

#define refused(words, ...) \
	do { \
		sd_bus_message *m_ = begin(*state); \
		assert_true(sd_bus_message_append(m_, "{sv}", __VA_ARGS__) >= 0); \
		end(m_, NULL, words); \
	} while (0)

static void none(void **state)
{
	end(begin(*state), "{}", NULL);
	refused("There is no option \"hat\" here", "hat", "s", "blue");
}

/* Neither is a call with something else in its place. */
static void no_dictionary(void **state)
{
	sd_bus_error error = SD_BUS_ERROR_NULL;
	sd_bus_message *m = NULL;
	json_t *object = json_object();

	assert_true(sd_bus_message_new_method_call(*state, &m, "a.b", "/a", "a.b", "C") >= 0);
	assert_true(sd_bus_message_append(m, "a{ss}", 1, "text", "one") >= 0);
	assert_true(sd_bus_message_seal(m, 1, 0) >= 0);
	assert_true(details_read(m, known_details, object, &error) < 0);
	assert_int_equal(json_object_size(object), 0);
	sd_bus_message_unref(m);
	json_decref(object);
}

static void texts(void **state)
{
	char longest[1002];

	memset(longest, 'a', sizeof(longest));
	longest[1000] = '\0';
	taken("{'text': ''}", "text", "s", "");
	taken("{'text': 'Bērziņš, A'}", "text", "s", "Bērziņš, A");
	{
		char *json = malloc(sizeof(longest) + 20);

		snprintf(json, sizeof(longest) + 20, "{'text': '%s'}", longest);
		taken(json, "text", "s", longest);
		free(json);
	}
	longest[1000] = 'a';
	longest[1001] = '\0';
	refused("text: " A_TEXT, "text", "s", longest);
	refused("text: " A_TEXT, "text", "s", "two\nlines");
	refused("text: " A_TEXT, "text", "s", "a\ttab");
	refused("text: " A_TEXT, "text", "s", "\x7f");
	refused("text: " A_TEXT, "text", "i", 1);
	refused("text: " A_TEXT, "text", "b", 1);
	refused("text: " A_TEXT, "text", "as", 1, "one");
}

static void numbers(void **state)
{
	taken("{'number': 255}", "number", "y", 255);
	taken("{'number': -32768}", "number", "n", -32768);
	taken("{'number': 65535}", "number", "q", 65535);
	taken("{'number': -2147483648}", "number", "i", INT32_MIN);
	taken("{'number': 4294967295}", "number", "u", UINT32_MAX);
	taken("{'number': -9223372036854775807}", "number", "x", -INT64_MAX);
	taken("{'number': 9223372036854775807}", "number", "t", (uint64_t)INT64_MAX);
	refused("number: " A_NUMBER, "number", "t", (uint64_t)INT64_MAX + 1);
	taken("{'number': -42}", "number", "s", "-42");
	taken("{'number': 0}", "number", "s", "0");
	refused("number: " A_NUMBER, "number", "s", "");
	refused("number: " A_NUMBER, "number", "s", "4 ");
	refused("number: " A_NUMBER, "number", "s", "0x10");
	refused("number: " A_NUMBER, "number", "s", "99999999999999999999");
	refused("number: " A_NUMBER, "number", "b", 1);
	refused("number: " A_NUMBER, "number", "d", 1.0);
	refused("number: " A_NUMBER, "number", "as", 0);
}

static void booleans(void **state)
{
	taken("{'yes': true}", "yes", "b", 1);
	taken("{'yes': false}", "yes", "b", 0);
	taken("{'yes': true}", "yes", "s", "true");
	taken("{'yes': false}", "yes", "s", "false");
	refused("yes: " A_BOOLEAN, "yes", "s", "yes");
	refused("yes: " A_BOOLEAN, "yes", "i", 1);
	refused("yes: " A_BOOLEAN, "yes", "a{ss}", 0);
}

static void lists(void **state)
{
	taken("{'texts': []}", "texts", "as", 0);
	taken("{'texts': ['one', 'two']}", "texts", "as", 2, "one", "two");
	refused("texts: " TEXTS, "texts", "s", "one");
	refused("texts: " TEXTS, "texts", "a{ss}", 0);
	refused("texts: " TEXTS, "texts", "ai", 1, 1);
}

static void maps(void **state)
{
	taken("{'map': {}}", "map", "a{ss}", 0);
	taken("{'map': {'a': 'b', 'c': ''}}", "map", "a{ss}", 2, "a", "b", "c", "");
	refused("map: " A_MAP, "map", "a{ss}", 2, "a", "b", "c", "two\nlines");
	refused("map: " A_MAP, "map", "s", "a=b");
	refused("map: " A_MAP, "map", "as", 1, "a");
}

static void objects(void **state)
{
	taken("{'json': {}}", "json", "s", "{}");
	taken("{'json': {'a': [1, {}]}}", "json", "s", "{\"a\": [1, {}]}");
	refused("json: " A_JSON, "json", "s", "[1]");
	refused("json: " A_JSON, "json", "s", "{\"a\": 1, \"a\": 2}");
	refused("json: " A_JSON, "json", "s", "{");
	refused("json: " A_JSON, "json", "b", 1);
}

static void many(void **state)
{
	sd_bus_message *m = begin(*state);

	assert_true(sd_bus_message_append(m, "{sv}", "text", "s", "one") >= 0);
	assert_true(sd_bus_message_append(m, "{sv}", "map", "a{ss}", 1, "a", "b") >= 0);
	assert_true(sd_bus_message_append(m, "{sv}", "number", "u", 3) >= 0);
	assert_true(sd_bus_message_append(m, "{sv}", "texts", "as", 1, "x") >= 0);
	assert_true(sd_bus_message_append(m, "{sv}", "text", "s", "two") >= 0);
	end(m, "{'text': 'two', 'map': {'a': 'b'}, 'number': 3, 'texts': ['x']}", NULL);
	m = begin(*state);
	assert_true(sd_bus_message_append(m, "{sv}", "text", "s", "one") >= 0);
	assert_true(sd_bus_message_append(m, "{sv}", "number", "s", "three") >= 0);
	end(m, NULL, "number: " A_NUMBER);
}

/* So many, and one more. */
static void too_many(void **state)
{
	char text[65538], number[8], *list[1002] = { NULL };
	sd_bus_message *m;

	memset(text, ' ', sizeof(text));
	memcpy(text, "{}", 2);
	text[65536] = '\0';
	taken("{'json': {}}", "json", "s", text);
	text[65536] = ' ';
	text[65537] = '\0';
	refused("json: " A_JSON, "json", "s", text);
	for (size_t n = 0; n < 1001; n++)
		list[n] = (char *)"x";
	m = begin(*state);
	assert_true(sd_bus_message_append(m, "{sv}", "text", "s", "one") >= 0);
	assert_true(sd_bus_message_open_container(m, 'e', "sv") >= 0);
	assert_true(sd_bus_message_append(m, "s", "texts") >= 0);
	assert_true(sd_bus_message_open_container(m, 'v', "as") >= 0);
	assert_true(sd_bus_message_append_strv(m, list) >= 0);
	assert_true(sd_bus_message_close_container(m) >= 0);
	assert_true(sd_bus_message_close_container(m) >= 0);
	end(m, NULL, "texts: " TEXTS);
	m = begin(*state);
	assert_true(sd_bus_message_open_container(m, 'e', "sv") >= 0);
	assert_true(sd_bus_message_append(m, "s", "map") >= 0);
	assert_true(sd_bus_message_open_container(m, 'v', "a{ss}") >= 0);
	assert_true(sd_bus_message_open_container(m, 'a', "{ss}") >= 0);
	for (unsigned n = 0; n < 1001; n++) {
		snprintf(number, sizeof(number), "%u", n);
		assert_true(sd_bus_message_append(m, "{ss}", number, "x") >= 0);
	}
	for (unsigned n = 0; n < 3; n++)
		assert_true(sd_bus_message_close_container(m) >= 0);
	end(m, NULL, "map: " A_MAP);
}

/* What claims, reports and verdicts may say: the casebook's keys. */
static void keys_of_claims(void **state)
{
	static const char *const keys[] = { "about", "against", "square",   "intend",	"source",    "remedy", "want",
					    "level", "move",	"first",    "by",	"side",	     "count",  "rule",
					    "ms",    "base_ms", "white_ms", "black_ms", "forced_win" };
	size_t n = 0;

	for (const struct detail *d = details_of_claims; d->key; d++, n++) {
		assert_true(n < sizeof(keys) / sizeof(*keys));
		assert_string_equal(d->key, keys[n]);
		assert_int_equal(d->type, n < 12 ? DETAIL_TEXT : n < 18 ? DETAIL_NUMBER : DETAIL_BOOLEAN);
	}
	assert_int_equal(n, sizeof(keys) / sizeof(*keys));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(none),	    cmocka_unit_test(no_dictionary),  cmocka_unit_test(texts),
		cmocka_unit_test(numbers),  cmocka_unit_test(booleans),	      cmocka_unit_test(lists),
		cmocka_unit_test(maps),	    cmocka_unit_test(objects),	      cmocka_unit_test(many),
		cmocka_unit_test(too_many), cmocka_unit_test(keys_of_claims),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, setup, teardown);
}
