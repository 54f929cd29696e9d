/* SPDX-License-Identifier: GPL-2.0-or-later */
/* common/text-change: what changed between two texts is found, is short, and makes the later of the earlier. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "common/text-change.h"

static size_t changed(const char *before, const char *now)
{
	struct text_change change;
	char *text;

	text_change_find(before, now, &change);
	text = text_change_apply(before, &change);
	assert_non_null(text);
	assert_string_equal(text, now);
	free(text);
	return change.length;
}

static void test_a_record_grows(void **state)
{
	assert_int_equal(changed("1. e4 *\n", "1. e4 e5 *\n"), strlen("e5 "));
	assert_int_equal(changed("", "1. e4 *\n"), strlen("1. e4 *\n"));
	assert_int_equal(changed("1. e4 e5 *\n", "1. e4 e5 *\n"), 0);
	assert_int_equal(changed("1. e4 e5 *\n", ""), 0);
}

/* What repeats is not counted twice: keep and tail never overlap. */
static void test_repeated(void **state)
{
	assert_int_equal(changed("aaaa", "aaaaaa"), 2);
	assert_int_equal(changed("aaaaaa", "aaaa"), 0);
	assert_int_equal(changed("abab", "ababab"), 2);
}

/* JSON takes whole characters alone: ä is c3 a4, ö c3 b6, ¤ c2 a4. */
static void test_no_character_is_cut(void **state)
{
	struct text_change change;

	text_change_find("xäy", "xöy", &change);
	assert_int_equal(change.keep, 1);
	assert_int_equal(change.tail, 1);
	assert_int_equal(change.length, 2);
	text_change_find("xäy", "x¤y", &change);
	assert_int_equal(change.keep, 1);
	assert_int_equal(change.length, 2);
	changed("xäy", "x¤y");
	changed("Weiß", "Weiße");
	changed("ä", "äö");
	changed("öä", "ä");
}

static void test_of_another_text(void **state)
{
	const struct text_change change = { .keep = 3, .tail = 3, .text = "x", .length = 1 };

	errno = 0;
	assert_null(text_change_apply("abcde", &change));
	assert_int_equal(errno, EBADMSG);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_a_record_grows),
		cmocka_unit_test(test_repeated),
		cmocka_unit_test(test_no_character_is_cut),
		cmocka_unit_test(test_of_another_text),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
