/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A person ends an event: when all rounds are closed, once, in the log; and opening a round takes it up again. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#include "tests/bus/rig-round.h"

#define NAME "org.flagfall1"
#define EVENT "org.flagfall1.Event"
#define CLUB "/org/flagfall1/event/club"

static const char event_file[] = "name: Club\n"
				 "rulebook: fide2023-blitz\n"
				 "time: 300\n"
				 "boards:\n"
				 "- {number: 1, board: " RIG_SERIAL "}\n";

#define PAIRINGS "board,white,black,result\n1,Kalns,Ozols,1-0\n"

static void end(struct rig *rig)
{
	sd_bus_error error = SD_BUS_ERROR_NULL;

	if (sd_bus_call_method(rig->bus, NAME, CLUB, EVENT, "End", &error, NULL, "") < 0)
		fail_msg("%s", error.message);
}

static void refuse_end(struct rig *rig, const char *words)
{
	sd_bus_error error = SD_BUS_ERROR_NULL;

	assert_true(sd_bus_call_method(rig->bus, NAME, CLUB, EVENT, "End", &error, NULL, "") < 0);
	assert_string_equal(error.name, "org.flagfall1.Error.Refused");
	assert_string_equal(error.message, words);
	sd_bus_error_free(&error);
}

static void close_round(struct rig *rig, unsigned round)
{
	assert_return_code(
		sd_bus_call_method(rig->bus, NAME, CLUB, EVENT, "Close", NULL, NULL, "ua{sv}", (uint32_t)round, 0), 0);
}

/* When it has ended, "" it goes on; until the next call. */
static const char *ended(struct rig *rig)
{
	static char text[40];
	char *value = NULL;

	assert_return_code(sd_bus_get_property_string(rig->bus, NAME, CLUB, EVENT, "Ended", NULL, &value), 0);
	snprintf(text, sizeof(text), "%s", value);
	free(value);
	return text;
}

/* The acts of a round, 0 the event itself: "open close". */
static const char *acts(struct rig *rig, unsigned round)
{
	static char text[200];
	sd_bus_message *reply = NULL;
	const char *act;

	*text = '\0';
	assert_return_code(sd_bus_call_method(rig->bus, NAME, CLUB, EVENT, "Log", NULL, &reply, "u", (uint32_t)round),
			   0);
	assert_return_code(sd_bus_message_enter_container(reply, 'a', "s"), 0);
	while (sd_bus_message_read(reply, "s", &act) > 0) {
		json_t *o = json_loads(act, 0, NULL);

		snprintf(text + strlen(text), sizeof(text) - strlen(text), "%s%s", *text ? " " : "",
			 json_string_value(json_object_get(o, "act")));
		assert_true(!json_object_get(o, "revision") == !round);
		json_decref(o);
	}
	sd_bus_message_unref(reply);
	return text;
}

static void ends_when_all_rounds_are_closed(void **state)
{
	struct rig *rig = *state;
	char when[40];

	rig_open_round(rig, event_file, 1, PAIRINGS);
	refuse_end(rig, "Round 1 of club is open; an event ends when all rounds are closed (\"round close\")");
	assert_string_equal(ended(rig), "");
	close_round(rig, 1);
	assert_string_equal(ended(rig), "");
	end(rig);
	snprintf(when, sizeof(when), "%s", ended(rig));
	assert_int_equal(strlen(when), strlen("2026-01-31T18:02:11Z"));
	end(rig); /* which changes nothing */
	assert_string_equal(ended(rig), when);
	assert_string_equal(acts(rig, 0), "end");
	assert_string_equal(acts(rig, 1), "open close");
	rig_daemon_stop(rig, SIGKILL);
	rig_daemon_start(rig);
	assert_string_equal(ended(rig), when);
	end(rig);
	assert_string_equal(acts(rig, 0), "end");
}

static void goes_on_with_another_round(void **state)
{
	struct rig *rig = *state;

	rig_open_round(rig, event_file, 1, PAIRINGS);
	close_round(rig, 1);
	end(rig);
	rig_open_round(rig, event_file, 2, PAIRINGS);
	assert_string_equal(ended(rig), "");
	refuse_end(rig, "Round 2 of club is open; an event ends when all rounds are closed (\"round close\")");
	close_round(rig, 2);
	assert_string_equal(ended(rig), "");
	end(rig);
	assert_string_not_equal(ended(rig), "");
	assert_string_equal(acts(rig, 0), "end end");
	assert_string_equal(acts(rig, 2), "open close");
}

#define road(name) cmocka_unit_test_setup_teardown(name, rig_setup, rig_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		road(ends_when_all_rounds_are_closed),
		road(goes_on_with_another_round),
	};

	return cmocka_run_group_tests_name("event_end", tests, NULL, NULL);
}
