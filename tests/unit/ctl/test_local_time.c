/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Local times as flagfallctl prints them: where an hour comes twice, each says which one it is. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "flagfallctl/ctl.h"

static void expect(time_t instant, const char *format, const char *wanted)
{
	char text[CTL_TIME];

	assert_string_equal(ctl_local_time(instant, format, text), wanted);
}

static void an_hour_that_comes_twice(void **state)
{
	const time_t ends = 1792890000; /* 2026-10-25 01:00 UTC */

	setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3", 1);
	tzset();
	expect(ends - 3601, "%F %T", "2026-10-25 01:59:59");
	expect(ends - 3600, "%F %T", "2026-10-25 02:00:00 +0200");
	expect(ends - 1, " at %T", " at 02:59:59 +0200");
	expect(ends, "%H:%M", "02:00 +0100");
	expect(ends + 3599, "%F %T", "2026-10-25 02:59:59 +0100");
	expect(ends + 3600, "%F %T", "2026-10-25 03:00:00");
}

static void an_hour_that_does_not_come(void **state)
{
	const time_t begins = 1774746000; /* 2026-03-29 01:00 UTC */

	expect(begins - 1, "%T", "01:59:59");
	expect(begins, "%T", "03:00:00");
}

/* What is too long is left out, not cut. */
static void a_format_without_room(void **state)
{
	expect(0, "%c %c %c %c", "");
	expect(INT64_MAX, "%T", "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_hour_that_comes_twice),
		cmocka_unit_test(an_hour_that_does_not_come),
		cmocka_unit_test(a_format_without_room),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
