/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The date that a game is given: a day there is, as far as it is known. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "daemon/games/game-setup.h"

static bool is_taken(const char *date)
{
	json_t *options = json_pack("{ss}", "date", date);
	sd_bus_error error = SD_BUS_ERROR_NULL;
	int r = game_setup_check_date(options, &error);

	assert_int_equal(r < 0, sd_bus_error_is_set(&error));
	if (r < 0)
		assert_non_null(strstr(error.message, "is not a date; it is written YYYY.MM.DD"));
	sd_bus_error_free(&error);
	json_decref(options);
	return r >= 0;
}

static void dates(void **state)
{
	static const char *const days[] = { "2026.01.31", "2026.12.31", "2024.02.29", "2000.02.29",
					    "2026.02.28", "????.02.29", "????.??.??", "2026.??.31",
					    "2026.??.??", "2026.04.30", "2026.06.??", "0001.01.01" },
				 *const others[] = { "",	   "2026.02.29",  "1900.02.29", "2100.02.29",
						     "2026.04.31", "2026.13.01",  "2026.00.01", "2026.01.00",
						     "2026.01.32", "????.02.30",  "2026-01-31", "2026.01-31",
						     "2026.1.31",  "2026.01.31 ", "20x6.01.31", "2026.0?.31",
						     "2026.??.32" };

	for (size_t i = 0; i < sizeof(days) / sizeof(*days); i++)
		if (!is_taken(days[i]))
			fail_msg("%s is refused", days[i]);
	for (size_t i = 0; i < sizeof(others) / sizeof(*others); i++)
		if (is_taken(others[i]))
			fail_msg("%s is taken", others[i]);
}

/* Of each month the last day, and no day after it. */
static void months(void **state)
{
	static const int days[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
	char date[32];

	for (int month = 1; month <= 12; month++)
		for (int day = 27; day <= 33; day++) {
			snprintf(date, sizeof(date), "2026.%02d.%02d", month, day);
			assert_int_equal(is_taken(date), day <= days[month - 1]);
		}
}

static void none_is_none(void **state)
{
	sd_bus_error error = SD_BUS_ERROR_NULL;
	json_t *options = json_object();

	assert_int_equal(game_setup_check_date(options, &error), 0);
	json_decref(options);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(dates),
		cmocka_unit_test(months),
		cmocka_unit_test(none_is_none),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
