// SPDX-License-Identifier: GPL-2.0-or-later
/* Texts of devices: a character that no log and no bus can take becomes '?', and none is cut in two. */
#include "libboard/serial-line.h"
#include "tests/unit/libboard/board-testing.h"

static void is(const char *from, size_t size, const char *want)
{
	char to[40];

	memset(to, 'x', sizeof(to));
	board_plain_text(to, size, from);
	assert_string_equal(to, want);
	assert_int_equal(to[size], 'x');
}

static void what_is_plain_stays(void **state)
{
	is("Board 7~", 32, "Board 7~");
	is("Br\xc3\xa4tt \xe2\x99\x9e \xf0\x9f\x8f\x81", 32, "Br\xc3\xa4tt \xe2\x99\x9e \xf0\x9f\x8f\x81");
	is("\xed\x9f\xbf\xee\x80\x80\xf4\x8f\xbf\xbf", 32, "\xed\x9f\xbf\xee\x80\x80\xf4\x8f\xbf\xbf");
	is("", 32, "");
	is(NULL, 32, "");
}

static void what_is_not_becomes_a_question_mark(void **state)
{
	is("a\nb\x7f"
	   "c\x01",
	   32, "a?b?c?");
	is("\xc2\x85z", 32, "??z"); /* a control character of two bytes */
	is("\x80 \xbf", 32, "? ?");
	is("\xc3z", 32, "?z");
	is("\xc3", 32, "?");
	is("\xe2\x99z", 32, "??z");
	is("\xf0\x9f\x8f", 32, "???");
	is("\xc0\xaf \xe0\x80\xaf", 32, "?? ???");
	is("\xed\xa0\x80", 32, "???");
	is("\xf4\x90\x80\x80 \xff", 32, "???? ?");
}

static void what_does_not_fit_is_cut_between_two_characters(void **state)
{
	is("12345678", 8, "1234567");
	is("12345678", 9, "12345678");
	is("123456\xc3\xa4", 8, "123456");
	is("123456\xc3\xa4", 9, "123456\xc3\xa4");
	is("12345\xe2\x99\x9e", 8, "12345");
	is("1234567\xff", 8, "1234567");
	is("1", 1, "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_plain_stays),
		cmocka_unit_test(what_is_not_becomes_a_question_mark),
		cmocka_unit_test(what_does_not_fit_is_cut_between_two_characters),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
