// SPDX-License-Identifier: GPL-2.0-or-later
/* Time zones: this reader against the C library's, and files that are none. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <cmocka.h>

#include "formats/zone.h"

#define STEP_S 4517

/* What the C library says that it is ahead of universal time. */
static long compare_with_libc(const char *rule, time_t t)
{
	struct tm tm;
	int32_t offset_s;

	localtime_r(&t, &tm);
	assert_int_equal(zone_rule_offset(rule, t, &offset_s), 0);
	if (offset_s != tm.tm_gmtoff)
		fail_msg("%s at %lld: %d, not %ld", rule, (long long)t, offset_s, tm.tm_gmtoff);
	return tm.tm_gmtoff;
}

/* Rules alone, so that what this machine has in its files does not matter. */
static void rules_of_all_years_to_come(void **state)
{
	static const char *const rules[] = {
		"CET-1CEST,M3.5.0,M10.5.0/3",
		"EST5EDT,M3.2.0,M11.1.0",
		"<+0530>-5:30",
		"AEST-10AEDT,M10.1.0,M4.1.0/3",
		"IST-2IDT,M3.4.4/26,M10.5.0",
		"XXX-3YYY,J60/0,J300",
		"XXX3YYY4:30,59,300/-2:00",
		"<-03>3<-02>,M10.3.0/0,M2.3.0/0",
		"XXX-2YYY,M2.1.5,M12.5.3", /* February of 2104 begins with a Friday */
		"XXX-2YYY,M3.1.1,M1.5.5",
		"UTC0",
	};

	for (size_t i = 0; i < sizeof(rules) / sizeof(rules[0]); i++) {
		long offset_s = 0;

		setenv("TZ", rules[i], 1);
		tzset();
		for (time_t t = 4100000000; t < 4100000000 + 5 * 366 * 86400; t += STEP_S) {
			const long now_s = compare_with_libc(rules[i], t);

			/* the second of each change */
			for (time_t u = t - STEP_S; u < t && now_s != offset_s && offset_s; u++)
				compare_with_libc(rules[i], u);
			offset_s = now_s;
		}
	}
	unsetenv("TZ");
}

static void rules_that_are_none(void **state)
{
	static const char *const rules[] = { "",
					     "C-1",
					     "CET",
					     "CET-1CEST",
					     "CET-1CEST,M3.5.0",
					     "CET-1CEST,M13.5.0,M10.5.0",
					     "CET-1CEST,M3.5.0,M10.5.0x",
					     "<CET-1" };
	int32_t offset_s;

	for (size_t i = 0; i < sizeof(rules) / sizeof(rules[0]); i++)
		assert_int_equal(zone_rule_offset(rules[i], 0, &offset_s), -EINVAL);
}

static size_t load(const char *name, unsigned char *data, size_t room)
{
	char path[128];
	size_t size = 0;
	FILE *file;

	snprintf(path, sizeof(path), "/usr/share/zoneinfo/%s", name);
	file = fopen(path, "re");
	if (file) {
		size = fread(data, 1, room, file);
		fclose(file);
	}
	return size;
}

static void files_as_the_c_library_reads_them(void **state)
{
	static const char *const names[] = { "Europe/Riga",	 "America/New_York", "Asia/Kathmandu",
					     "Australia/Sydney", "Pacific/Apia",     "Africa/Casablanca",
					     "America/Caracas",	 "Antarctica/Troll", "UTC" };
	static unsigned char data[65536];

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		size_t size = load(names[i], data, sizeof(data));

		if (!size) {
			print_message("skipped: there is no /usr/share/zoneinfo/%s\n", names[i]);
			continue;
		}
		setenv("TZ", names[i], 1);
		tzset();
		for (time_t t = 900000000; t < 2300000000; t += 100003) {
			struct tm tm;
			int32_t offset_s;

			localtime_r(&t, &tm);
			assert_int_equal(zone_offset(data, size, t, &offset_s), 0);
			if (offset_s != tm.tm_gmtoff)
				fail_msg("%s at %lld: %d, not %ld", names[i], (long long)t, offset_s, tm.tm_gmtoff);
		}
	}
	unsetenv("TZ");
}

static int32_t offset_of_c(int64_t utc_s, const void *userdata)
{
	const time_t t = utc_s;
	struct tm tm;

	localtime_r(&t, &tm);
	return (int32_t)tm.tm_gmtoff;
}

/* A quarter of an hour is shown twice where another instant of that year shows it, too. */
static void hours_that_come_twice(void **state)
{
	enum { QUARTER = 900, YEAR = 366 * 96, AROUND = 96 * 2 };
	static const struct {
		const char *zone;
		unsigned quarters;
	} zones[] = { { "CET-1CEST,M3.5.0,M10.5.0/3", 8 },
		      { "EET-2EEST,M3.5.0/3,M10.5.0/4", 8 },
		      { "LHST-10:30LHDT-11,M10.1.0,M4.1.0", 4 },
		      { "EST5EDT,M3.2.0,M11.1.0", 8 },
		      { "IST-5:30", 0 },
		      { "UTC", 0 },
		      { "Europe/Moscow", 8 } };
	static unsigned char data[65536];
	static unsigned char shown[YEAR + 2 * AROUND];
	const int64_t begin = 1388534400; /* 2014, in whose October clocks in Moscow were put back for good */

	for (size_t i = 0; i < sizeof(zones) / sizeof(zones[0]); i++) {
		unsigned twice = 0;

		if (strchr(zones[i].zone, '/') == zones[i].zone + 6 && !load(zones[i].zone, data, sizeof(data)))
			continue;
		setenv("TZ", zones[i].zone, 1);
		tzset();
		memset(shown, 0, sizeof(shown));
		for (int64_t n = 0; n < YEAR; n++)
			shown[AROUND + n + offset_of_c(begin + n * QUARTER, NULL) / QUARTER]++;
		for (int64_t n = AROUND; n < YEAR - AROUND; n++) {
			const int64_t t = begin + n * QUARTER;
			const bool is_twice = shown[AROUND + n + offset_of_c(t, NULL) / QUARTER] > 1;

			twice += is_twice;
			if (zone_is_twice(t, offset_of_c, NULL) != is_twice)
				fail_msg("%s at %lld: %s", zones[i].zone, (long long)t,
					 is_twice ? "comes twice" : "once");
		}
		assert_int_equal(twice, zones[i].quarters);
	}
	unsetenv("TZ");
	tzset();
}

/* Cut anywhere, and with any byte changed: an answer or none, and nothing is read behind the end. */
static void files_that_are_damaged(void **state)
{
	static unsigned char data[65536];
	size_t size = load("Europe/Riga", data, sizeof(data));
	int32_t offset_s;

	assert_int_equal(zone_offset(data, 0, 0, &offset_s), -EINVAL);
	for (size_t n = 0; n < size; n += 1 + n / 64) {
		unsigned char *cut = malloc(n + !n);

		memcpy(cut, data, n);
		zone_offset(cut, n, 1700000000, &offset_s);
		free(cut);
	}
	for (size_t at = 0; at < size; at++) {
		unsigned char *changed = malloc(size);

		memcpy(changed, data, size);
		changed[at] ^= 0xff;
		zone_offset(changed, size, 1700000000, &offset_s);
		free(changed);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rules_of_all_years_to_come),
		cmocka_unit_test(rules_that_are_none),
		cmocka_unit_test(files_as_the_c_library_reads_them),
		cmocka_unit_test(hours_that_come_twice),
		cmocka_unit_test(files_that_are_damaged),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
