/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The text is the one that jansson makes of the tree. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "daemon/core/format/object-writer.h"

typedef void (*write_fn)(struct object_writer *writer);

static void is_same(write_fn fn, const char *expected)
{
	struct object_writer tree, text;
	char *of_tree, *written;
	json_t *object;

	object_writer_begin(&tree, true);
	fn(&tree);
	object = object_writer_tree(&tree);
	assert_non_null(object);
	of_tree = json_dumps(object, JSON_COMPACT);
	object_writer_begin(&text, false);
	fn(&text);
	written = object_writer_end(&text);
	assert_non_null(written);
	assert_string_equal(written, of_tree);
	if (expected)
		assert_string_equal(written, expected);
	free(written);
	free(of_tree);
	json_decref(object);
}

static void write_nothing(struct object_writer *w)
{
}

static void write_all_kinds(struct object_writer *w)
{
	object_writer_open(w, "empty", true);
	object_writer_close(w, true);
	object_writer_number(w, "least", INT64_MIN);
	object_writer_number(w, "most", INT64_MAX);
	object_writer_bool(w, "yes", true);
	object_writer_open(w, "list", true);
	object_writer_bool(w, NULL, false);
	object_writer_null(w, NULL);
	object_writer_open(w, NULL, false);
	object_writer_text(w, "a", "b");
	object_writer_null(w, "c");
	object_writer_close(w, false);
	object_writer_text(w, NULL, "");
	object_writer_number(w, NULL, 0);
	object_writer_close(w, true);
	object_writer_text(w, "last", "one");
}

static void write_texts(struct object_writer *w)
{
	char all[256];

	for (int c = 1; c < 128; c++)
		all[c - 1] = (char)c;
	all[127] = '\0';
	object_writer_text(w, "ascii", all);
	object_writer_text(w, "several \"words\"", "Weiß – \xf0\x9f\x99\x82 \\");
	object_writer_text(w, "cut", "Wei\xc3");
	object_writer_text(w, "none", NULL);
	object_writer_text(w, "ends\n", "\x1f");
}

/* More than fits into the first piece of memory, whatever comes last in it. */
static void write_long(struct object_writer *w)
{
	char key[16], text[40];

	for (int i = 0; i < 2000; i++) {
		snprintf(key, sizeof(key), "%d", i);
		memset(text, 'a' + i % 26, sizeof(text));
		text[i % (int)sizeof(text)] = '\0';
		object_writer_text(w, key, i % 7 ? text : "\"\t");
	}
}

static void test_forms(void **state)
{
	is_same(write_nothing, "{}");
	is_same(write_all_kinds,
		"{\"empty\":[],\"least\":-9223372036854775808,\"most\":9223372036854775807,\"yes\":true,"
		"\"list\":[false,null,{\"a\":\"b\",\"c\":null},\"\",0],\"last\":\"one\"}");
	is_same(write_texts, NULL);
	is_same(write_long, NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_forms),
	};

	return cmocka_run_group_tests_name("object writer", tests, NULL, NULL);
}
