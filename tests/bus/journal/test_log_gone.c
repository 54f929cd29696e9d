/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The journal's log is removed, renamed, replaced or cut while a game is played: with the next move that is said,
 * nothing is heard that is not on disk, and nothing that was heard is lost.
 */
#include <poll.h>
#include <signal.h>
#include <stdio.h>

#include "tests/bus/rig-journal.h"

#define MANAGER "org.flagfall1", "/org/flagfall1", "org.flagfall1.Manager"
#define TRIES 6000 /* of 5 ms */
#define LOG "$(ls -d [0-9]*.log)"

static void at_log(struct rig *rig, const char *command)
{
	char line[400];

	snprintf(line, sizeof(line), "cd %s/state/journal && %s", rig->dir, command);
	assert_int_equal(system(line), 0);
}

static char *manager_says(struct rig *rig, const char *property)
{
	sd_bus_error error = SD_BUS_ERROR_NULL;
	char *text = NULL;

	if (sd_bus_get_property_string(rig->bus, MANAGER, property, &error, &text) < 0)
		fail_msg("%s: %s", property, error.message);
	return text;
}

/* It was a fault, if only for a moment: who listens hears it. */
static void expect_said(struct rig *rig, const char *words)
{
	for (int i = 0; i < TRIES; i++) {
		rig_drain(rig);
		for (size_t k = 0; k < rig->count; k++)
			if (strcmp(rig->received[k].member, "PropertiesChanged") == 0 &&
			    strstr(rig->received[k].text, "JournalFault=") && strstr(rig->received[k].text, words))
				return;
		poll(NULL, 0, 5);
	}
	fail_msg("nobody says that it %s", words);
}

static void expect_heard_on_disk(struct rig *rig)
{
	char *rulings = rig_rows_text(rig, rig->game, "ruling");

	for (size_t i = 0; i < rig->count; i++) {
		const char *type = rig->received[i].json ?
					   json_string_value(json_object_get(rig->received[i].json, "type")) :
					   NULL;
		char *text;

		if (!type || strcmp(type, "ruling") != 0)
			continue;
		text = json_dumps(rig->received[i].json, JSON_COMPACT);
		if (!strstr(rulings, text))
			fail_msg("heard, and not on disk: %s", text);
		free(text);
	}
	free(rulings);
}

static void play_on_without(struct rig *rig, const char *command, const char *words)
{
	char *text;

	rig_start(rig, "rulebook", "fide2023-blitz", "time", "300", NULL);
	rig_moves(rig, "e2e4 e7e5");
	rig_wait_committed(rig, "2 black e7e5");
	at_log(rig, command);
	rig_moves(rig, "g1f3");
	expect_said(rig, words);
	rig_wait_committed(rig, "3 white g1f3");
	rig_moves(rig, "b8c6");
	rig_wait_committed(rig, "4 black b8c6");
	expect_heard_on_disk(rig);
	text = manager_says(rig, "JournalFault");
	assert_string_equal(text, "");
	free(text);
	rig_daemon_stop(rig, SIGKILL);
	rig_daemon_start(rig);
	expect_heard_on_disk(rig);
	text = manager_says(rig, "JournalDamage");
	assert_string_equal(text, "");
	free(text);
	assert_true(rig_game_is(rig, rig->game, "running"));
	text = rig_property(rig, GAME, "Placement");
	assert_string_equal(text, "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R");
	free(text);
}

static void removed(void **state)
{
	play_on_without(*state, "rm " LOG, "was removed");
}

static void renamed(void **state)
{
	play_on_without(*state, "mv " LOG " aside", "removed or renamed");
}

static void replaced(void **state)
{
	play_on_without(*state, "cp " LOG " copy && mv copy " LOG, "was replaced");
}

static void with_what_says_how_far_it_was(void **state)
{
	play_on_without(*state, "rm " LOG " seen", "was removed");
}

/* What is not there any more cannot be written again: it is said, and said once more by the next daemon. */
static void cut(void **state)
{
	struct rig *rig = *state;
	sd_bus_error error;
	char *text;

	rig_start(rig, "rulebook", "fide2023-blitz", "time", "300", NULL);
	rig_moves(rig, "e2e4 e7e5");
	rig_wait_committed(rig, "2 black e7e5");
	at_log(rig, "truncate -s 1500 " LOG);
	rig_moves(rig, "g1f3");
	expect_said(rig, "was cut");
	error = rig_refused(rig, GAME, "Resign", "s", "black");
	assert_string_equal(error.name, "org.flagfall1.Error.JournalFault");
	sd_bus_error_free(&error);
	rig_daemon_stop(rig, SIGKILL);
	rig_daemon_start(rig);
	text = manager_says(rig, "JournalDamage");
	assert_non_null(strstr(text, "torn or damaged"));
	free(text);
}

#define road(name) cmocka_unit_test_setup_teardown(name, rig_setup, rig_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		road(removed), road(renamed), road(replaced), road(with_what_says_how_far_it_was), road(cut),
	};

	return cmocka_run_group_tests_name("a log that is gone", tests, NULL, NULL);
}
