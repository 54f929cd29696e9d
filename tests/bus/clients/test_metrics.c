/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is counted, and by whom; what is logged, with which fields. */
#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <syslog.h>
#define SD_JOURNAL_SUPPRESS_LOCATION
#include <systemd/sd-journal.h>
#include <unistd.h>

#include "daemon/metrics.h"
#include "common/system-log.h"
#include "tests/bus/rig.h"

#define MANAGER "org.flagfall1", "/org/flagfall1", "org.flagfall1.Manager"

/* --- counting --- */

static char *metrics(sd_bus *bus)
{
	sd_bus_message *reply = NULL;
	const char *text;
	char *copy;

	assert_return_code(sd_bus_call_method(bus, MANAGER, "Metrics", NULL, &reply, NULL), 0);
	assert_return_code(sd_bus_message_read(reply, "s", &text), 0);
	copy = strdup(text);
	sd_bus_message_unref(reply);
	return copy;
}

static uint64_t value(const char *text, const char *name)
{
	char line[96];
	const char *at;

	snprintf(line, sizeof(line), "\n%s ", name);
	at = strstr(text, line);
	if (!at)
		fail_msg("no %s in\n%s", name, text);
	return strtoull(at + strlen(line), NULL, 10);
}

static void counts(void **state)
{
	struct rig *rig = *state;
	char *before, *after;

	before = metrics(rig->bus);
	assert_int_equal(value(before, "flagfall_boards"), 1);
	assert_int_equal(value(before, "flagfall_games_running"), 0);
	rig_start(rig, "rulebook", "fide2023-blitz", "time", "300", NULL);
	rig_moves(rig, "e2e4 e7e5");
	rig_wait(rig, "Move", "2 black e7e5");
	after = metrics(rig->bus);
	assert_int_equal(value(after, "flagfall_games_running"), 1);
	assert_int_equal(value(after, "flagfall_games_started_total"), 1);
	assert_int_equal(value(after, "flagfall_events_total"), 6);
	assert_int_equal(value(after, "flagfall_events_lost_total"), 0);
	assert_true(value(after, "flagfall_rulings_total") >= 2);
	assert_true(value(after, "flagfall_journal_commit_seconds_count") >
		    value(before, "flagfall_journal_commit_seconds_count"));
	assert_true(value(after, "flagfall_loop_turn_seconds_count") > 0);
	assert_string_equal(after + strlen(after) - 6, "# EOF\n");
	free(before);
	free(after);
}

/* Buckets hold all that is not longer than their bound. */
static void buckets(void **state)
{
	struct histogram h = { .sum_us = 0 };

	histogram_add(&h, 50);
	histogram_add(&h, 51);
	histogram_add(&h, 5000000);
	histogram_add(&h, 5000001);
	assert_int_equal(h.count[0], 1);
	assert_int_equal(h.count[1], 1);
	assert_int_equal(h.count[HISTOGRAM_BOUNDS - 1], 1);
	assert_int_equal(h.count[HISTOGRAM_BOUNDS], 1);
	assert_int_equal(h.sum_us, 10000102);
}

static char *counters(struct rig *rig)
{
	sd_bus_message *reply = NULL;
	size_t size;
	char *text;
	const char *name;
	uint64_t n;
	FILE *out = open_memstream(&text, &size);

	assert_return_code(sd_bus_get_property(rig->bus, MANAGER, "Counters", NULL, &reply, "a{st}"), 0);
	assert_return_code(sd_bus_message_enter_container(reply, 'a', "{st}"), 0);
	while (sd_bus_message_read(reply, "{st}", &name, &n) > 0)
		fprintf(out, "%s %llu\n", name, (unsigned long long)n);
	sd_bus_message_unref(reply);
	fclose(out);
	return text;
}

/* WBCA 7c: a flag falls and nobody says so. What everybody may count does not move. */
static void a_silent_flag_is_not_counted(void **state)
{
	struct rig *rig = *state;
	char *before, *after;

	rig_start(rig, "rulebook", "wbca-1992", "time", "300", NULL);
	rig_moves_judged(rig, "e2e4 e7e5");
	rig_drain(rig);
	before = counters(rig);
	rig_time(rig, 310000000);
	rig_settle(rig);
	after = counters(rig);
	assert_string_equal(after, before);
	free(before);
	free(after);
}

/* --- the log: systemd's journal is this function --- */

static char logged[2000];

int sd_journal_sendv(const struct iovec *iov, int n)
{
	size_t at = 0;

	for (int i = 0; i < n; i++)
		at += (size_t)snprintf(logged + at, sizeof(logged) - at, "%.*s\n", (int)iov[i].iov_len,
				       (const char *)iov[i].iov_base);
	return 0;
}

static void fields_in_the_journal(void **state)
{
	struct stat st;
	char stream[64];

	assert_return_code(fstat(STDERR_FILENO, &st), errno);
	snprintf(stream, sizeof(stream), "%llu:%llu", (unsigned long long)st.st_dev, (unsigned long long)st.st_ino);
	setenv("JOURNAL_STREAM", stream, 1);
	log_init("flagfalld", false);
	logged[0] = '\0';
	log_about(LOG_INFO, &(struct log_about){ .game = "7", .board = "A", .ruling = "win", .article = "6.8" },
		  "Game g%s ends", "7");
	assert_string_equal(logged,
			    "GAME=g7\nBOARD=A\nRULING=win\nARTICLE=6.8\nPRIORITY=6\nSYSLOG_IDENTIFIER=flagfalld\n"
			    "MESSAGE=Game g7 ends\n");
	log_about(LOG_INFO, &(struct log_about){ .game = "7", .act = "pause", .caller = ":1.5", .uid = 1000 }, "x");
	assert_string_equal(logged, "GAME=g7\nACT=pause\nCALLER=:1.5\nUID=1000\nPRIORITY=6\n"
				    "SYSLOG_IDENTIFIER=flagfalld\nMESSAGE=x\n");
	/* elsewhere it is text, and successes are not told */
	setenv("JOURNAL_STREAM", "1:1", 1);
	log_init("flagfalld", false);
	logged[0] = '\0';
	log_about(LOG_INFO, &(struct log_about){ .game = "7" }, "not said");
	assert_string_equal(logged, "");
	unsetenv("JOURNAL_STREAM");
}

#define road(name) cmocka_unit_test_setup_teardown(name, rig_setup, rig_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		road(counts),
		cmocka_unit_test(buckets),
		road(a_silent_flag_is_not_counted),
		cmocka_unit_test(fields_in_the_journal),
	};

	return cmocka_run_group_tests_name("metrics", tests, NULL, NULL);
}
