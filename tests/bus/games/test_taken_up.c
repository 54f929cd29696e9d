/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A finished game that is not shown any more is taken up again, and its result appealed against. */
#include <signal.h>
#include <stdio.h>

#include "tests/bus/rig-forge.h"
#include "tests/bus/rig-round.h"

#define NAME "org.flagfall1"
#define EVENT "org.flagfall1.Event"
#define MANAGER "org.flagfall1.Manager"
#define CLUB "/org/flagfall1/event/club"
#define KEPT_OVER 64
#define HOUR_US (INT64_C(3600) * 1000000)

static const char event_file[] = "name: Club\n"
				 "rulebook: fide2023-standard\n"
				 "time: 300\n"
				 "boards:\n"
				 "- {number: 1, board: " RIG_SERIAL "}\n";

/* --- what is asked of the daemon --- */

static int call_take_up(struct rig *rig, const char *game, sd_bus_error *error)
{
	return sd_bus_call_method(rig->bus, NAME, "/org/flagfall1", MANAGER, "TakeUp", error, NULL, "s", game);
}

static void take_up(struct rig *rig)
{
	sd_bus_error error = SD_BUS_ERROR_NULL;

	if (call_take_up(rig, rig->game, &error) < 0)
		fail_msg("%s", error.message);
}

static void refuse(struct rig *rig, const char *game, const char *name, const char *sentence)
{
	sd_bus_error error = SD_BUS_ERROR_NULL;

	assert_true(call_take_up(rig, game, &error) < 0);
	if (strcmp(error.name, name) != 0 || strcmp(error.message, sentence) != 0)
		fail_msg("%s: %s", error.name, error.message);
	sd_bus_error_free(&error);
}

static bool is_shown(struct rig *rig, const char *game)
{
	sd_bus_message *reply = NULL;
	const char *id, *path;
	bool is = false;

	assert_return_code(sd_bus_call_method(rig->bus, NAME, "/org/flagfall1", MANAGER, "ListGames", NULL, &reply, ""),
			   0);
	assert_return_code(sd_bus_message_enter_container(reply, 'a', "(so)"), 0);
	while (sd_bus_message_read(reply, "(so)", &id, &path) > 0)
		is |= strcmp(id, game) == 0;
	sd_bus_message_unref(reply);
	return is;
}

static void act_in_event(struct rig *rig, const char *method)
{
	sd_bus_error error = SD_BUS_ERROR_NULL;
	int r = strcmp(method, "End") == 0 ?
			sd_bus_call_method(rig->bus, NAME, CLUB, EVENT, method, &error, NULL, "") :
			sd_bus_call_method(rig->bus, NAME, CLUB, EVENT, method, &error, NULL, "ua{sv}", 1, 0);

	if (r < 0)
		fail_msg("%s", error.message);
}

static void expect_pairing(struct rig *rig, const char *words)
{
	sd_bus_message *reply = NULL;
	const char *text;

	assert_return_code(sd_bus_call_method(rig->bus, NAME, CLUB, EVENT, "Round", NULL, &reply, "u", 1), 0);
	assert_return_code(sd_bus_message_read(reply, "s", &text), 0);
	if (!strstr(text, words))
		fail_msg("%s\nhas no \"%s\"", text, words);
	sd_bus_message_unref(reply);
}

static void appeal(struct rig *rig, const char *verdict)
{
	json_decref(rig_ask(rig, GAME, "Claim", "ssa{sv}", "white", "appeal", 0));
	json_decref(rig_ask(rig, ARBITER, "Decide", "ssa{sv}", "appeal", verdict, 0));
}

static void restart(struct rig *rig)
{
	rig_daemon_stop(rig, SIGKILL);
	rig_daemon_start(rig);
}

static void resign(struct rig *rig)
{
	json_decref(rig_ask(rig, GAME, "Resign", "s", "white"));
	rig_expect_record(rig, "[Result \"0-1\"]", "recorded");
}

static void play_outside_events(struct rig *rig)
{
	rig_start(rig, "rulebook", "fide2023-standard", "time", "300", "white", "Ann", "black", "Bo", NULL);
	resign(rig);
}

static void play_in_event(struct rig *rig)
{
	rig_open_round(rig, event_file, 1, "board,white,black\n1,Ann,Bo\n");
	rig_start_round(rig, CLUB);
	rig_moves(rig, "e2e4 e7e5 g1f3");
	rig_wait_committed(rig, "3 white g1f3");
	resign(rig);
}

/* --- the tests --- */

/* What it was before is what it is now; then it gets another result, as one in memory does, and keeps it. */
static void a_game_of_an_event_gets_another_result(void **state)
{
	struct rig *rig = *state;
	char *inputs, *now;

	play_in_event(rig);
	act_in_event(rig, "Close");
	inputs = rig_rows_text(rig, "1", "input");
	restart(rig);
	assert_false(is_shown(rig, "1"));
	expect_pairing(rig, "\"result\":\"0-1\"");
	take_up(rig);
	assert_true(is_shown(rig, "1"));
	rig_wait(rig, "GameAdded", "1 /org/flagfall1/game/1");
	rig_expect_over(rig, "0-1", "");
	rig_expect(rig, GAME, "White", "Ann");
	rig_expect(rig, GAME, "Placement", "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R");
	assert_true(rig_game_is(rig, "1", "recorded"));
	take_up(rig); /* of one that is shown, nothing is done */
	expect_pairing(rig, "\"result\":\"0-1\"");

	appeal(rig, "accept");
	rig_expect_over(rig, "none", "");
	rig_wait(rig, "PairingChanged", "\"result\":\"\"");
	rig_expect_record(rig, "The appeal is upheld", "over");
	json_decref(rig_ask(rig, GAME, "End", "s", "1/2-1/2"));
	rig_expect_record(rig, "[Result \"1/2-1/2\"]", "recorded");
	rig_wait(rig, "PairingChanged", "\"result\":\"1/2-1/2\"");
	now = rig_rows_text(rig, "1", "input");
	assert_true(strlen(now) > strlen(inputs) && strncmp(now, inputs, strlen(inputs)) == 0);

	restart(rig);
	assert_false(is_shown(rig, "1"));
	expect_pairing(rig, "\"result\":\"1/2-1/2\"");
	assert_int_equal(rig_games(rig, "recorded", "1/2-1/2"), 1);
	take_up(rig);
	rig_expect_over(rig, "1/2-1/2", "");
	free(inputs);
	free(now);
}

/* The appeal is open, or upheld and no result is given yet: it is not finished, and the next daemon shows it. */
static void what_is_open_is_shown_by_the_next_daemon(void **state)
{
	struct rig *rig = *state;

	play_in_event(rig);
	restart(rig);
	take_up(rig);
	json_decref(rig_ask(rig, GAME, "Claim", "ssa{sv}", "white", "appeal", 0));
	restart(rig);
	rig_expect_over(rig, "0-1", "appeal");
	json_decref(rig_ask(rig, ARBITER, "Decide", "ssa{sv}", "appeal", "accept", 0));
	restart(rig);
	rig_expect_over(rig, "none", "");
	json_decref(rig_ask(rig, GAME, "End", "s", "1-0"));
	rig_expect_record(rig, "[Result \"1-0\"]", "recorded");
}

/* The result and the names that the event's arbiter has corrected since are those of the record still. */
static void what_was_corrected_stays_corrected(void **state)
{
	struct rig *rig = *state;
	sd_bus_error error = SD_BUS_ERROR_NULL;

	play_in_event(rig);
	restart(rig);
	if (sd_bus_call_method(rig->bus, NAME, CLUB, EVENT, "Change", &error, NULL, "uua{ss}a{sv}", 1, 1, 2, "result",
			       "1-0", "white", "Anna", 0) < 0)
		fail_msg("%s", error.message);
	take_up(rig);
	rig_expect_record(rig, "[White \"Anna\"]", "recorded");
	rig_expect(rig, GAME, "White", "Anna");
	appeal(rig, "reject");
	rig_expect_record(rig, "The appeal is rejected", "recorded");
	rig_expect_record(rig, "[White \"Anna\"]", "recorded");
	rig_expect_record(rig, "[Result \"1-0\"]", "recorded");
}

static void when_its_event_has_ended_it_stays(void **state)
{
	struct rig *rig = *state;

	play_in_event(rig);
	act_in_event(rig, "Close");
	restart(rig);
	take_up(rig);
	restart(rig);
	act_in_event(rig, "End");
	refuse(rig, "1", "org.flagfall1.Error.Refused", "Game 1 is not taken up again: its event Club has ended");
	restart(rig);
	refuse(rig, "1", "org.flagfall1.Error.Refused", "Game 1 is not taken up again: its event Club has ended");
	assert_false(is_shown(rig, "1"));
}

static void ended_before(struct rig *rig, int64_t earlier_us)
{
	play_outside_events(rig);
	rig_daemon_stop(rig, SIGKILL);
	rig_forge_end(rig, earlier_us);
	rig_daemon_start(rig);
}

static void outside_events_it_is_for_a_day(void **state)
{
	struct rig *rig = *state;
	char sentence[120];

	ended_before(rig, 23 * HOUR_US);
	take_up(rig);
	appeal(rig, "reject");
	rig_expect_record(rig, "The appeal is rejected", "recorded");
	ended_before(rig, 24 * HOUR_US);
	snprintf(sentence, sizeof(sentence),
		 "Game %s is not taken up again: it ended more than a day ago, and is of no event", rig->game);
	refuse(rig, rig->game, "org.flagfall1.Error.Refused", sentence);
	assert_false(is_shown(rig, rig->game));
}

/* Only the wall clock knows then how long it has been over, and it may have been set back. */
static void after_a_reboot(struct rig *rig, int64_t behind_us)
{
	play_outside_events(rig);
	rig_daemon_stop(rig, SIGKILL);
	rig_forge_boot(rig, "another-boot", behind_us);
	rig_daemon_start(rig);
	take_up(rig);
	appeal(rig, "accept");
	restart(rig);
	rig_expect_over(rig, "none", "");
	json_decref(rig_ask(rig, GAME, "End", "s", "1-0"));
	rig_expect_record(rig, "[Result \"1-0\"]", "recorded");
}

static void it_is_taken_up_after_a_reboot(void **state)
{
	after_a_reboot(*state, HOUR_US);
	after_a_reboot(*state, -HOUR_US);
}

static void what_is_no_game_is_none(void **state)
{
	static const char *const ids[] = { "99", "0", "01", "+1", " 1", "1 ", "-1", "", "Ann", "18446744073709551617" };
	struct rig *rig = *state;
	char sentence[80];

	play_outside_events(rig);
	restart(rig);
	for (size_t i = 0; i < sizeof(ids) / sizeof(*ids); i++) {
		snprintf(sentence, sizeof(sentence), "There is no game \"%s\"", ids[i]);
		refuse(rig, ids[i], "org.flagfall1.Error.NoSuchGame", sentence);
	}
	assert_false(is_shown(rig, "1"));
}

static void what_is_not_whole_stays(void **state)
{
	struct rig *rig = *state;
	char path[160];

	play_outside_events(rig);
	rig_game_file(rig, path);
	restart(rig);
	rig_damage_file(rig, "\"by\":\"white\"", "\"by\":\"black\"");
	refuse(rig, "1", "org.flagfall1.Error.JournalFault",
	       "Game 1 cannot be taken up again, it is not whole: games/0/1.trace is damaged");
	rig_lose_file(rig);
	refuse(rig, "1", "org.flagfall1.Error.JournalFault",
	       "Game 1 cannot be taken up again, it is not whole: its file is missing");
	assert_false(is_shown(rig, "1"));
	play_outside_events(rig); /* nothing else is touched by that */
}

/* The last lines are gone, and none is damaged: what is there is no whole game. */
static void what_is_cut_stays(void **state)
{
	struct rig *rig = *state;
	char path[160], *text, *at;
	FILE *out;

	play_outside_events(rig);
	rig_game_file(rig, path);
	restart(rig);
	text = rig_read_file(path);
	at = strstr(text, "\"claim\":\"resign\"");
	assert_non_null(at);
	out = fopen(path, "w");
	while (at[-1] != '\n')
		at--;
	assert_int_equal(fwrite(text, 1, (size_t)(at - text), out), at - text);
	fclose(out);
	free(text);
	refuse(rig, "1", "org.flagfall1.Error.JournalFault",
	       "Game 1 cannot be taken up again, it is not whole: games/0/1.trace is damaged: "
	       "it ends before the game does");
	assert_false(is_shown(rig, "1"));
}

/* As many are shown as without that: another one goes, of which nothing is open. */
static void no_more_are_shown_for_it(void **state)
{
	struct rig *rig = *state;
	char first[32];

	play_outside_events(rig);
	json_decref(rig_ask(rig, GAME, "Claim", "ssa{sv}", "white", "appeal", 0)); /* it stays */
	for (int i = 0; i < KEPT_OVER + 1; i++) {
		rig_start(rig, "rulebook", "fide2023-standard", NULL);
		if (i == 0)
			snprintf(first, sizeof(first), "%s", rig->game);
		resign(rig);
	}
	assert_true(is_shown(rig, "1"));
	assert_false(is_shown(rig, first));
	snprintf(rig->game, sizeof(rig->game), "%s", first);
	snprintf(rig->path, sizeof(rig->path), "/org/flagfall1/game/%s", first);
	take_up(rig);
	rig_expect_over(rig, "0-1", "");
	assert_true(is_shown(rig, "1"));
	assert_false(is_shown(rig, "3"));
	assert_true(is_shown(rig, "5"));
	appeal(rig, "reject");
	rig_expect_record(rig, "The appeal is rejected", "recorded");
}

#define road(name) cmocka_unit_test_setup_teardown(name, rig_setup, rig_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		road(a_game_of_an_event_gets_another_result),
		road(what_is_open_is_shown_by_the_next_daemon),
		road(what_was_corrected_stays_corrected),
		road(when_its_event_has_ended_it_stays),
		road(outside_events_it_is_for_a_day),
		cmocka_unit_test_setup_teardown(it_is_taken_up_after_a_reboot, rig_setup_host, rig_teardown),
		road(what_is_no_game_is_none),
		road(what_is_not_whole_stays),
		road(what_is_cut_stays),
		road(no_more_are_shown_for_it),
	};

	return cmocka_run_group_tests_name("taken up", tests, NULL, NULL);
}
