/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The local time where a game is played, by the machine's own files of time zones; and they are closed again. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>
#include <cmocka.h>

#include "daemon/time-zone.h"

#define WINTER 1768478400 /* 2026-01-15 12:00 UTC */
#define SUMMER 1784116800 /* 2026-07-15 12:00 UTC */

static void expect(const char *zone, time_t instant, const char *there)
{
	char text[32];
	struct tm tm;

	time_zone_local(zone, instant, &tm);
	strftime(text, sizeof(text), "%Y-%m-%d %H:%M", &tm);
	assert_string_equal(text, there);
}

static void names(void **state)
{
	static const char *const none[] = { "",
					    "/etc/passwd",
					    "/usr/share/zoneinfo/Europe/Riga",
					    "../../../etc/passwd",
					    "Europe/Rigaa",
					    "Europe",
					    "Europe/Riga ",
					    "Europe/Ri\nga",
					    "Europe",
					    "zone.tab",
					    "Europe/RigaEurope/RigaEurope/RigaEurope/RigaEurope/RigaEurope/Ri" };

	assert_true(time_zone_known("Europe/Riga"));
	assert_true(time_zone_known("America/Argentina/Buenos_Aires"));
	assert_true(time_zone_known("Etc/GMT+5"));
	for (size_t i = 0; i < sizeof(none) / sizeof(*none); i++)
		if (time_zone_known(none[i]))
			fail_msg("\"%s\" is a time zone", none[i]);
}

static void times(void **state)
{
	expect("Europe/Riga", WINTER, "2026-01-15 14:00");
	expect("Europe/Riga", SUMMER, "2026-07-15 15:00");
	expect("America/Argentina/Buenos_Aires", SUMMER, "2026-07-15 09:00");
	expect("Asia/Kolkata", WINTER, "2026-01-15 17:30");
	expect("Pacific/Kiritimati", WINTER, "2026-01-16 02:00");
	expect("Etc/GMT+5", WINTER, "2026-01-15 07:00");
}

/* "" and what is no zone: the machine's own. */
static void the_machines_own(void **state)
{
	setenv("TZ", "XXX-3", 1);
	tzset();
	expect("", WINTER, "2026-01-15 15:00");
	expect("Nowhere/Nothing", WINTER, "2026-01-15 15:00");
	expect("Europe/Riga", WINTER, "2026-01-15 14:00");
	unsetenv("TZ");
	tzset();
}

static void expect_clock(const char *zone, time_t instant, const char *wanted)
{
	char clock[TIME_ZONE_CLOCK];

	assert_string_equal(time_zone_clock(zone, instant, clock), wanted);
}

/* When summer time ends an hour comes twice, and is told apart; no other hour needs that. */
static void clocks(void **state)
{
	const time_t ends = 1792890000; /* 2026-10-25 01:00 UTC */

	expect_clock("Europe/Riga", SUMMER, "15:00:00");
	expect_clock("Europe/Riga", ends - 3601, "02:59:59");
	expect_clock("Europe/Riga", ends - 1800, "03:30:00 +0300");
	expect_clock("Europe/Riga", ends + 1800, "03:30:00 +0200");
	expect_clock("Europe/Riga", ends + 3600, "04:00:00");
	setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3", 1);
	tzset();
	expect_clock("", ends - 1800, "02:30:00 +0200");
	expect_clock("", ends + 1800, "02:30:00 +0100");
	expect_clock("", ends + 3600, "03:00:00");
	unsetenv("TZ");
	tzset();
}

/* Asked more often than files may be open. */
static void files_are_closed(void **state)
{
	struct rlimit few;
	struct tm tm;

	assert_int_equal(getrlimit(RLIMIT_NOFILE, &few), 0);
	few.rlim_cur = 32;
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &few), 0);
	for (int i = 0; i < 64; i++) {
		assert_true(time_zone_known("Europe/Riga"));
		time_zone_local("Europe/Riga", WINTER, &tm);
		assert_int_equal(tm.tm_hour, 14);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names),
		cmocka_unit_test(times),
		cmocka_unit_test(the_machines_own),
		cmocka_unit_test(clocks),
		cmocka_unit_test(files_are_closed),
	};

	if (access("/usr/share/zoneinfo/Europe/Riga", R_OK) < 0) {
		puts("1..0 # SKIP this machine has no files of time zones");
		return 77;
	}
	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
