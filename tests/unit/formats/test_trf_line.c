/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A tournament report's columns are letters, or bytes where that leaves blank what is to be blank (TRF16). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "formats/pairings.h"

/* One letter of two bytes in the name: every column behind it is at another byte, as one counts. */
static void each_blank_column_tells_bytes_from_letters(void **state)
{
	static const unsigned blank[] = { 48, 53, 57, 69, 80, 85, 90, 91, 96, 98 };

	for (unsigned column = 20; column <= 110; column++) {
		bool in_bytes = false, in_letters = false;
		struct trf_line line;
		char text[130];

		for (size_t i = 0; i < sizeof(blank) / sizeof(blank[0]); i++) {
			in_bytes |= blank[i] == column;
			in_letters |= blank[i] == column - 1;
		}
		memset(text, 'x', sizeof(text));
		memcpy(text + 15, "\xc3\xa9", 2);
		text[column - 1] = ' ';
		line = trf_line(text, sizeof(text));
		if (line.bytes != (in_bytes && !in_letters))
			fail_msg("column %u", column);
		assert_int_equal(trf_offset(&line, column), line.bytes ? column - 1 : column);
	}
}

/* A player without rating, federation and id: the point of the points says it. */
static void a_point_tells_bytes_from_letters(void **state)
{
	for (unsigned shift = 0; shift < 2; shift++) {
		char text[120] = { 0 };

		memset(text, ' ', 110);
		memcpy(text + 14, "Jos\xc3\xa9", 5);
		memcpy(text + 80 + shift, " 1.5", 4);
		assert_int_equal(trf_line(text, strlen(text)).bytes, !shift);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_blank_column_tells_bytes_from_letters),
		cmocka_unit_test(a_point_tells_bytes_from_letters),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
