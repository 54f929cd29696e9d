/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The day of a game, at its place and by UTC: that of the first move, over midnight and over a change to or from summer
 * time. Tags and the folder of the record say the same.
 */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#include "daemon/records/live-game-record.h"

/* Instants as people write them, by UTC. */
static int64_t utc(const char *text)
{
	struct tm tm = { 0 };

	assert_non_null(strptime(text, "%Y-%m-%d %H:%M:%S", &tm));
	return (int64_t)timegm(&tm) * 1000000;
}

static void on_publication(void *userdata, const struct publication *p)
{
}

/* A game that is set up at one instant, and whose first move comes at another, "" none yet. */
static void begin(struct live_game *s, const char *zone, const char *set_up, const char *moved)
{
	json_t *options = json_pack("{s:s, s:s, s:s, s:{s:i, s:i, s:s, s:b, s:I, s:I}}", "rulebook", "fide2023-blitz",
				    "time", "300", "timezone", zone, "board", "width", 8, "height", 8, "sensors",
				    "piece-id", "lever", 1, "scan_us", (json_int_t)0, "grace_us", (json_int_t)0);
	sd_bus_error error = SD_BUS_ERROR_NULL;
	char err[160];

	memset(s, 0, sizeof(*s));
	s->context = calloc(1, sizeof(*s->context)); /* nothing is queued */
	assert_non_null(s->context);
	if (game_setup_read(options, &s->setup, &error) < 0)
		fail_msg("%s", error.message);
	json_decref(options);
	assert_int_equal(core_new(&s->setup.core, on_publication, s, &s->core, err), 0);
	published_game_init(&s->published, s->core);
	snprintf(s->id, sizeof(s->id), "1");
	s->map.started_us = utc(set_up);
	if (*moved) {
		const struct published_turn first = {
			.uci = "", .san = "", .placement = "", .t_us = utc(moved) - utc(set_up)
		};

		assert_int_equal(published_line_add(&s->published.line, &first), 0);
	}
}

static void end(struct live_game *s)
{
	published_game_free(&s->published);
	core_freep(&s->core);
	game_setup_done(&s->setup);
	free(s->context);
}

struct day {
	const char *zone, *set_up, *moved, *date;
};

static void expect_day(const struct day *day)
{
	char text[LIVE_GAME_DATE], folder[LIVE_GAME_DATE];
	struct live_game s;
	struct tm tm;

	begin(&s, day->zone, day->set_up, day->moved);
	live_game_date(&s, text);
	live_game_day(&s, &tm);
	strftime(folder, sizeof(folder), "%Y.%m.%d", &tm);
	if (strcmp(text, day->date) != 0 || strcmp(folder, day->date) != 0)
		fail_msg("%s, set up %s, moved %s: %s and %s, not %s", day->zone, day->set_up, day->moved, text, folder,
			 day->date);
	end(&s);
}

static void expect_days(const struct day *days, size_t n)
{
	for (size_t i = 0; i < n; i++)
		expect_day(&days[i]);
}

static void expect_tags(const char *zone, const char *set_up, const char *first, const char *second, const char *third)
{
	const char *const tags[] = { first, second, third };
	struct live_game s;
	char *text;

	begin(&s, zone, set_up, "");
	text = live_game_record(&s);
	for (size_t i = 0; i < 3; i++)
		if (!strstr(text, tags[i]))
			fail_msg("%s is not in %s", tags[i], text);
	free(text);
	end(&s);
}

static bool has_zones(void)
{
	if (access("/usr/share/zoneinfo/Europe/Riga", R_OK) == 0)
		return true;
	print_message("skipped: there is no /usr/share/zoneinfo/Europe/Riga\n");
	return false;
}

/* Set up before midnight, begun after it; the end, whenever it is, changes nothing. */
static void over_midnight(void **state)
{
	static const struct day days[] = {
		{ "UTC", "2026-12-31 23:50:00", "", "2026.12.31" },
		{ "UTC", "2026-12-31 23:50:00", "2026-12-31 23:59:59", "2026.12.31" },
		{ "UTC", "2026-12-31 23:50:00", "2027-01-01 00:00:00", "2027.01.01" },
		{ "Europe/Riga", "2026-11-22 21:50:00", "2026-11-22 21:59:59", "2026.11.22" },
		{ "Europe/Riga", "2026-11-22 21:50:00", "2026-11-22 22:00:00", "2026.11.23" },
		{ "America/New_York", "2026-11-22 21:50:00", "2026-11-23 04:59:59", "2026.11.22" },
		{ "America/New_York", "2026-11-22 21:50:00", "2026-11-23 05:00:00", "2026.11.23" },
	};

	if (!has_zones())
		skip();
	expect_days(days, sizeof(days) / sizeof(days[0]));
}

/* Riga is two hours ahead of UTC in winter and three in summer: 2026 from March 29 1:00 to October 25 1:00 UTC. */
static void over_a_change_of_the_clocks(void **state)
{
	static const struct day days[] = {
		{ "Europe/Riga", "2026-03-28 21:30:00", "2026-03-28 21:59:59", "2026.03.28" },
		{ "Europe/Riga", "2026-03-28 21:30:00", "2026-03-28 22:00:00", "2026.03.29" },
		{ "Europe/Riga", "2026-03-29 00:59:00", "2026-03-29 01:00:00", "2026.03.29" },
		{ "Europe/Riga", "2026-03-29 00:30:00", "2026-03-29 20:59:59", "2026.03.29" },
		{ "Europe/Riga", "2026-03-29 00:30:00", "2026-03-29 21:00:00", "2026.03.30" },
		{ "Europe/Riga", "2026-10-25 00:30:00", "2026-10-25 21:30:00", "2026.10.25" },
		{ "Europe/Riga", "2026-10-25 00:30:00", "2026-10-25 22:00:00", "2026.10.26" },
		/* half an hour of summer time */
		{ "Australia/Lord_Howe", "2026-04-04 12:00:00", "2026-04-04 12:59:59", "2026.04.04" },
		{ "Australia/Lord_Howe", "2026-04-04 12:00:00", "2026-04-04 13:00:00", "2026.04.05" },
		{ "Australia/Lord_Howe", "2026-04-05 12:00:00", "2026-04-05 13:29:59", "2026.04.05" },
		{ "Australia/Lord_Howe", "2026-04-05 12:00:00", "2026-04-05 13:30:00", "2026.04.06" },
	};

	if (!has_zones())
		skip();
	expect_days(days, sizeof(days) / sizeof(days[0]));
}

static void the_tags_by_utc(void **state)
{
	if (!has_zones())
		skip();
	expect_tags("Europe/Riga", "2026-03-28 22:30:15", "[Date \"2026.03.29\"]", "[UTCDate \"2026.03.28\"]",
		    "[UTCTime \"22:30:15\"]");
	expect_tags("Europe/Riga", "2026-06-30 21:00:01", "[Date \"2026.07.01\"]", "[UTCDate \"2026.06.30\"]",
		    "[UTCTime \"21:00:01\"]");
	expect_tags("America/New_York", "2026-11-01 04:30:00", "[Date \"2026.11.01\"]", "[UTCDate \"2026.11.01\"]",
		    "[UTCTime \"04:30:00\"]");
	expect_tags("America/New_York", "2026-11-02 04:30:00", "[Date \"2026.11.01\"]", "[UTCDate \"2026.11.02\"]",
		    "[UTCTime \"04:30:00\"]");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(over_midnight),
		cmocka_unit_test(over_a_change_of_the_clocks),
		cmocka_unit_test(the_tags_by_utc),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
