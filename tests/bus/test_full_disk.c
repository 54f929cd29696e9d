/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A full disk at checkmate: what is not on disk has not happened, for the arbiter neither, and waiting costs little. */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <unistd.h>

#include "tests/bus/rig.h"

#define MANAGER "org.flagfall1", "/org/flagfall1", "org.flagfall1.Manager"

#define COMMITS "flagfall_journal_commit_seconds_count "

static char flag[96], under[96];

static int setup(void **state)
{
	struct rig *rig;

	rig_setup_bare(state);
	rig = *state;
	snprintf(flag, sizeof(flag), "%s/full", rig->dir);
	snprintf(under, sizeof(under), "%s/state", rig->dir);
#ifndef __SANITIZE_ADDRESS__
	rig_daemon_start_with(rig, DISK_FAULTS, "FAULTS_FULL", flag, "FAULTS_UNDER", under, NULL);
#endif
	return 0;
}

static void fill(bool full)
{
	FILE *f = full ? fopen(flag, "w") : NULL;

	if (f)
		fclose(f);
	else
		unlink(flag);
}

static json_t *status(struct rig *rig)
{
	sd_bus_error error = SD_BUS_ERROR_NULL;
	sd_bus_message *reply = NULL;
	const char *text;
	json_t *o;

	if (sd_bus_call_method(rig->bus, "org.flagfall1", rig->path, ARBITER, "Status", &error, &reply, NULL) < 0)
		fail_msg("%s", error.message);
	assert_return_code(sd_bus_message_read(reply, "s", &text), 0);
	o = json_loads(text, 0, NULL);
	sd_bus_message_unref(reply);
	return o;
}

static void expect_fault(struct rig *rig)
{
	for (int i = 0; i < 4000; i++) {
		sd_bus_error error = SD_BUS_ERROR_NULL;
		char *text = NULL;
		bool is;

		assert_return_code(sd_bus_get_property_string(rig->bus, MANAGER, "JournalFault", &error, &text), 0);
		is = *text;
		free(text);
		if (is)
			return;
		poll(NULL, 0, 5);
	}
	fail_msg("the journal has no fault");
}

/* How often the journal was written, or tried. */
static long commits(struct rig *rig)
{
	sd_bus_error error = SD_BUS_ERROR_NULL;
	sd_bus_message *reply = NULL;
	const char *text, *at;
	long n;

	if (sd_bus_call_method(rig->bus, MANAGER, "Metrics", &error, &reply, NULL) < 0)
		fail_msg("%s", error.message);
	assert_return_code(sd_bus_message_read(reply, "s", &text), 0);
	at = strstr(text, COMMITS);
	assert_non_null(at);
	n = atol(at + strlen(COMMITS));
	sd_bus_message_unref(reply);
	return n;
}

static void a_mate_that_is_not_on_disk_is_none(void **state)
{
	struct rig *rig = *state;
	json_t *o;
	char *result;
	long before;

#ifdef __SANITIZE_ADDRESS__
	skip(); /* its library wants to be the first */
#endif
	rig_start(rig, "rulebook", "fide2023-blitz", "time", "300", NULL);
	rig_moves(rig, "f2f3 e7e5 g2g4");
	rig_wait(rig, "Move", "3 white g2g4");
	fill(true);
	rig_moves(rig, "d8h4");
	expect_fault(rig);
	o = status(rig);
	assert_true(json_is_false(json_object_get(o, "over")));
	assert_string_equal(json_string_value(json_object_get(o, "result")), "none");
	assert_non_null(json_string_value(json_object_get(o, "journal_fault")));
	json_decref(o);
	result = rig_property(rig, GAME, "Result");
	assert_string_equal(result, "none");
	free(result);

	/* a board that flickers meanwhile makes no attempt of its own */
	before = commits(rig);
	for (int i = 0; i < 1000; i++) {
		rig_lift(rig, "a7");
		rig_place(rig, "a7", 'p');
		rig_settle(rig);
	}
	assert_true(commits(rig) - before < 20);
	assert_false(rig_has_heard(rig, "Ruling", "checkmate"));

	fill(false);
	rig_wait(rig, "Ruling", "checkmate");
	o = status(rig);
	assert_true(json_is_true(json_object_get(o, "over")));
	assert_null(json_object_get(o, "journal_fault"));
	json_decref(o);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_mate_that_is_not_on_disk_is_none, setup, rig_teardown),
	};

	return cmocka_run_group_tests_name("full disk", tests, NULL, NULL);
}
