// SPDX-License-Identifier: GPL-2.0-or-later
/* Time controls as people type them: minutes are minutes, PGN's seconds stay seconds. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "daemon/core/format/time-control.h"

static void typed_as_pgn(const char *typed, const char *pgn)
{
	struct clock_control control;
	char err[160] = "", text[CLOCK_CONTROL_TEXT];

	if (clock_control_parse(typed, &control, err) < 0)
		fail_msg("%s: %s", typed, err);
	clock_control_format(&control, text, sizeof(text));
	assert_string_equal(text, pgn);
}

static void units(void **state)
{
	typed_as_pgn("5m+3s", "300+3");
	typed_as_pgn("3m", "180");
	typed_as_pgn("12s", "12");
	typed_as_pgn("1h30m", "5400");
	typed_as_pgn("1.5m", "90");
	typed_as_pgn("90m+30s", "5400+30");
	typed_as_pgn("0.5s", "0.5");
	typed_as_pgn("5md3s", "300d3");
}

static void marks(void **state)
{
	typed_as_pgn("25mb10s", "1500b10");
	typed_as_pgn("*60s", "*60");
	typed_as_pgn("*5m", "*300");
	typed_as_pgn("5m|4m", "300|240");
	typed_as_pgn("5m+2s@60", "300+2@60");
}

/* An increment that stands behind the last of several comes with every move, as announcements of events mean it; a
 * colon is PGN's, where each period has its own. */
static void periods(void **state)
{
	typed_as_pgn("90m/40,30m+30s", "40/5400+30:1800+30");
	typed_as_pgn("40/90m,30m+30s", "40/5400+30:1800+30");
	typed_as_pgn("90m/40, 30m", "40/5400:1800");
	typed_as_pgn("90m/40+0s,30m+30s", "40/5400:1800+30");
	typed_as_pgn("90m/40:30m+30s", "40/5400:1800+30");
	typed_as_pgn("2h/40,1h/20,15m+30s", "40/7200+30:20/3600+30:900+30");
}

static void pgn_stays_as_it_is(void **state)
{
	static const char *const texts[] = { "300",	 "5+3",	  "180+2",    "40/7200:3600", "40/5400+30:1800+30",
					     "300+2@60", "300d5", "300b5",    "*300",	      "300|240",
					     "0.5",	 "1/2",	  "300|240+2" };

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		typed_as_pgn(texts[i], texts[i]);
}

static void refused(const char *typed, const char *says)
{
	struct clock_control control;
	char err[160] = "";

	assert_int_not_equal(clock_control_parse(typed, &control, err), 0);
	if (!strstr(err, says))
		fail_msg("%s: \"%s\" does not say \"%s\"", typed, err, says);
}

static void what_cannot_be_read_is_named(void **state)
{
	refused("5min", "5min");
	refused("5m+", "number is expected at character 4");
	refused("5m 3s", "at character 3");
	refused("90m,30m", "moves of this period");
	refused("m5", "m5");
	refused("5m/3m", "moves and a time");
	refused("0m", "time is expected");
	refused("999999h", "too long");
	refused("5m+3x", "at character 5");
	refused("1m/40,1m/40,1m/40,1m/40,1m/40,1m/40,1m/40,1m/40,1m", "too many");
}

static void suspected(const char *typed, const char *meant)
{
	char text[CLOCK_CONTROL_TEXT];

	assert_true(time_entry_suspect(typed, text, sizeof(text)));
	assert_string_equal(text, meant);
}

static void seconds_that_were_meant_as_minutes(void **state)
{
	char text[CLOCK_CONTROL_TEXT];

	suspected("5+3", "5m+3s");
	suspected("5", "5m");
	suspected("1/2", "2m/1");
	suspected("40/90:30+30", "90m/40,30m+30s");
	suspected("*5", "*5m");
	suspected("3|5", "3m|5m");
	/* nobody meant a thousand hours */
	assert_false(time_entry_suspect("40/7:60/7:60000", text, sizeof(text)));
	assert_false(time_entry_suspect("60", text, sizeof(text)));
	assert_false(time_entry_suspect("300+2", text, sizeof(text)));
	assert_false(time_entry_suspect("12s", text, sizeof(text)));
	assert_false(time_entry_suspect("5m+3", text, sizeof(text)));
	assert_false(time_entry_suspect("40/7200:3600", text, sizeof(text)));
	assert_false(time_entry_suspect("nonsense", text, sizeof(text)));
}

/* To the microsecond. */
static void times_are_exact(void **state)
{
	struct clock_control c;
	char err[160];

	assert_int_equal(clock_control_parse("300+2.5", &c, err), 0);
	assert_true(c.start_us[WHITE] == 300000000 && c.start_us[BLACK] == 300000000 && c.bonus_us == 2500000);
	assert_int_equal(clock_control_parse("60|0.125", &c, err), 0);
	assert_true(c.start_us[WHITE] == 60000000 && c.start_us[BLACK] == 125000);
	assert_int_equal(clock_control_parse("40/5400:1800+30", &c, err), 0);
	assert_true(c.period[0].us == 5400000000 && c.period[1].us == 1800000000 && c.period[0].increment_us == 0 &&
		    c.period[1].increment_us == 30000000);
}

/* Nothing is written behind the buffer's end, whatever does not fit; what just fits does. */
static void no_room(void **state)
{
	static const char *const typed[] = { "90m/40,30m+30s", "*5m", "3m|5m", "60m@3", "1m30s/2:7.25s" };

	for (size_t i = 0; i < sizeof(typed) / sizeof(*typed); i++) {
		char whole[CLOCK_CONTROL_TEXT], text[CLOCK_CONTROL_TEXT], err[160];

		if (time_entry_to_pgn(typed[i], whole, sizeof(whole), err) < 0)
			fail_msg("%s: %s", typed[i], err);
		for (size_t size = 1; size <= strlen(whole) + 1; size++) {
			memset(text, 'x', sizeof(text));
			assert_int_equal(time_entry_to_pgn(typed[i], text, size, err), size > strlen(whole) ? 0 : -22);
			if (size <= strlen(whole))
				assert_non_null(strstr(err, "is too long"));
			for (size_t at = size; at < sizeof(text); at++)
				assert_int_equal(text[at], 'x');
		}
		assert_string_equal(text, whole);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(units),
		cmocka_unit_test(marks),
		cmocka_unit_test(periods),
		cmocka_unit_test(pgn_stays_as_it_is),
		cmocka_unit_test(what_cannot_be_read_is_named),
		cmocka_unit_test(seconds_that_were_meant_as_minutes),
		cmocka_unit_test(times_are_exact),
		cmocka_unit_test(no_room),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
