/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A disk that takes its time: what must be on it before it is heard waits, with the calls that came after it; the
 * boards do not, and nothing overtakes.
 */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include "tests/bus/rig-journal.h"

#define BOARD_PATH "/org/flagfall1/board/SIM_2d0001"
#define OTHER_PATH "/org/flagfall1/board/OTHER_2d1"
#define EVENT_PATH "/org/flagfall1/event/club"
#define TRIES 4000 /* of 5 ms */

static char flag[96], waits[104];
static struct sim *other; /* a second board: what it says is heard while the loop turns */
static char *extra[5];
static char other_socket[96], other_option[112];
static char refusal[256]; /* of the last call that was refused, "" none was */

/* While it is held, no fsync of the daemon ends. */
static void hold(bool held)
{
	FILE *f;

	unlink(waits);
	f = held ? fopen(flag, "w") : NULL;
	if (f)
		fclose(f);
	else
		unlink(flag);
}

/* Something is on its way to the disk, and does not arrive. */
static void wait_until_held(void)
{
	for (int i = 0; i < TRIES; i++) {
		if (access(waits, F_OK) == 0)
			return;
		poll(NULL, 0, 5);
	}
	fail_msg("nothing is written");
}

static void subscribe(struct rig *rig, const char *path)
{
	for (int i = 0; i < TRIES; i++) {
		if (sd_bus_call_method(rig->bus, "org.flagfall1", path, "org.flagfall1.Board", "Subscribe", NULL, NULL,
				       NULL) >= 0)
			return;
		poll(NULL, 0, 5);
	}
	fail_msg("%s is not there", path);
}

static void start_daemon(struct rig *rig)
{
	rig_daemon_start_with(rig, DISK_FAULTS, "FAULTS_SYNC_HOLD", flag, NULL);
	subscribe(rig, BOARD_PATH);
	subscribe(rig, OTHER_PATH);
}

/* The disk is held for as long as this test needs, which may be long on a busy machine: only a fault is in a hurry. */
static int setup_with(void **state, const char *patience_s)
{
	struct native_config config = { .serial = "OTHER-1", .features = SBW_FEATURE_LEVER };
	struct rig *rig;

	rig_setup_bare(state);
	rig = *state;
	snprintf(flag, sizeof(flag), "%s/held", rig->dir);
	snprintf(waits, sizeof(waits), "%s.waits", flag);
	snprintf(other_socket, sizeof(other_socket), "%s/other", rig->dir);
	snprintf(other_option, sizeof(other_option), "socket:%s", other_socket);
	extra[0] = (char *)"--board";
	extra[1] = other_option;
	extra[2] = (char *)"--disk-patience";
	extra[3] = (char *)patience_s;
	rig->extra = extra;
	assert_return_code(sim_new(&config, &other), 0);
	assert_return_code(sim_use_socket(other), 0);
	assert_return_code(sim_plug(other, other_socket), 0);
	start_daemon(rig);
	return 0;
}

static int setup_without_game(void **state)
{
	return setup_with(state, "3600");
}

static void start_game(struct rig *rig)
{
	rig_start(rig, "rulebook", "fide2023-blitz", "time", "300", NULL);
}

static int setup(void **state)
{
	setup_without_game(state);
	start_game(*state);
	return 0;
}

static int setup_in_a_hurry(void **state)
{
	setup_with(state, "3");
	start_game(*state);
	return 0;
}

static int teardown(void **state)
{
	*refusal = '\0';
	hold(false);
	rig_teardown(state);
	sim_free(other);
	return 0;
}

/* The disk is held, and the daemon has read this move's press. */
static void press_held(struct rig *rig, const char *move, const char *side)
{
	char pressed[32];

	snprintf(pressed, sizeof(pressed), "press   %s", side);
	hold(true);
	rig_moves(rig, move);
	rig_wait(rig, "Event", pressed);
}

static int on_answer(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	const sd_bus_error *e = sd_bus_message_get_error(m);
	bool *answered = userdata;

	*answered = true;
	if (e)
		snprintf(refusal, sizeof(refusal), "%s: %s", e->name, e->message);
	return 0;
}

static void send(struct rig *rig, bool *answered, sd_bus_message *m)
{
	*answered = false;
	assert_return_code(sd_bus_call_async(rig->bus, NULL, m, on_answer, answered, UINT64_MAX), 0);
	assert_return_code(sd_bus_flush(rig->bus), 0);
	sd_bus_message_unref(m);
}

static sd_bus_message *message(struct rig *rig, const char *path, const char *interface, const char *method)
{
	sd_bus_message *m = NULL;

	assert_return_code(sd_bus_message_new_method_call(rig->bus, &m, "org.flagfall1", path, interface, method), 0);
	return m;
}

static void call(struct rig *rig, bool *answered, const char *path, const char *interface, const char *method,
		 const char *types, const char *argument)
{
	*answered = false;
	assert_return_code(sd_bus_call_method_async(rig->bus, NULL, "org.flagfall1", path, interface, method, on_answer,
						    answered, types, argument),
			   0);
	assert_return_code(sd_bus_flush(rig->bus), 0);
}

/* Whoever waited is answered: an answer to a call that came later is there. */
static void expect_answer(struct rig *rig, const bool *answered)
{
	rig_drain(rig);
	assert_true(*answered);
}

static void wait_for_answer(struct rig *rig, const bool *answered)
{
	while (!*answered)
		if (sd_bus_process(rig->bus, NULL) == 0)
			sd_bus_wait(rig->bus, UINT64_MAX);
}

static void expect_answered(struct rig *rig, const bool *answered)
{
	wait_for_answer(rig, answered);
	if (*refusal)
		fail_msg("%s", refusal);
}

static void read_other(struct rig *rig)
{
	const unsigned a2 = (unsigned)sim_square(other, "a2");

	assert_int_equal(sim_lift(other, a2), 1);
	rig_wait(rig, "Event", "lift a2");
	assert_int_equal(sim_place(other, a2, 'P'), 1);
	rig_wait(rig, "Event", "place a2");
}

/* A call that needs the disk is under way: the other board is read, and nobody is answered until it is written. */
static void expect_no_board_waits(struct rig *rig, const bool *answered)
{
	wait_until_held();
	read_other(rig);
	assert_false(*answered);
	hold(false);
	expect_answered(rig, answered);
}

static void send_start(struct rig *rig, bool *answered, const char *board)
{
	sd_bus_message *m = message(rig, "/org/flagfall1", "org.flagfall1.Manager", "StartGame");

	assert_return_code(
		sd_bus_message_append(m, "sa{sv}", board, 2, "rulebook", "s", "fide2023-blitz", "time", "s", "300"), 0);
	send(rig, answered, m);
}

static void no_board_waits_for_a_game_that_begins(void **state)
{
	struct rig *rig = *state;
	bool answered;

	hold(true);
	send_start(rig, &answered, RIG_SERIAL);
	wait_until_held();
	read_other(rig);
	assert_false(answered);
	assert_false(rig_has_received(rig, "GameAdded", ""));
	/* what its own board says meanwhile is of that game */
	rig_lift(rig, "e2");
	rig_place(rig, "e4", 'P');
	rig_press(rig, SBW_SIDE_WHITE, 1000000);
	read_other(rig);
	assert_false(answered);
	hold(false);
	expect_answered(rig, &answered);
	assert_true(rig_has_received(rig, "GameAdded", "1 /org/flagfall1/game/1"));
	rig_wait_committed(rig, "1 white e2e4");
}

static void a_game_whose_board_goes_before_it_is_written_waits_for_it(void **state)
{
	struct rig *rig = *state;
	bool answered;
	char *text;

	hold(true);
	send_start(rig, &answered, RIG_SERIAL);
	wait_until_held();
	assert_return_code(sim_unplug(rig->sim), 0);
	expect_no_board_waits(rig, &answered);
	rig_wait(rig, "BoardRemoved", RIG_SERIAL);
	snprintf(rig->path, sizeof(rig->path), "/org/flagfall1/game/1");
	text = rig_property(rig, GAME, "State");
	assert_string_equal(text, "board-gone");
	free(text);
	assert_return_code(sim_plug(rig->sim, rig->socket), 0);
	rig_wait(rig, "BoardAdded", RIG_SERIAL);
	rig_wait_state(rig, "running");
}

static void no_board_waits_for_who_reads_the_journal(void **state)
{
	struct rig *rig = *state;
	bool answered;

	rig_drain(rig);
	hold(true);
	rig_lift(rig, "e7"); /* nobody has to hear of it, so it is not written at once */
	rig_wait(rig, "Event", "lift e7");
	call(rig, &answered, rig->path, "org.flagfall1.Arbiter", "Journal", NULL, NULL);
	expect_no_board_waits(rig, &answered);
	hold(true);
	rig_place(rig, "e7", 'p');
	rig_wait(rig, "Event", "place e7");
	call(rig, &answered, "/org/flagfall1", "org.flagfall1.Manager", "Journal", "s", "1");
	expect_no_board_waits(rig, &answered);
}

static void send_order(struct rig *rig, bool *answered, const char *method)
{
	sd_bus_message *m = message(rig, EVENT_PATH, "org.flagfall1.Event", method);

	assert_return_code(sd_bus_message_append(m, "uaua{sv}", 1, 0, 0), 0);
	send(rig, answered, m);
}

static void send_change(struct rig *rig, bool *answered, const char *elo)
{
	sd_bus_message *m = message(rig, EVENT_PATH, "org.flagfall1.Event", "Change");

	assert_return_code(sd_bus_message_append(m, "uua{ss}a{sv}", 1, 1, 1, "white_elo", elo, 0), 0);
	send(rig, answered, m);
}

static void send_open(struct rig *rig, bool *answered)
{
	static const char event[] = "name: Club\ndates: [2026-11-22]\nrulebook: fide2023-blitz\ntime: 300\n"
				    "boards: [{number: 1, board: " RIG_SERIAL "}]\n",
			  pairings[] = "board,white,black\n1,Kalns,Ozols\n";
	sd_bus_message *m = message(rig, "/org/flagfall1", "org.flagfall1.Manager", "OpenRound");

	assert_return_code(sd_bus_message_append(m, "s", "club.yaml"), 0);
	assert_return_code(sd_bus_message_append_array(m, 'y', event, strlen(event)), 0);
	assert_return_code(sd_bus_message_append(m, "us", 1, "pairings.csv"), 0);
	assert_return_code(sd_bus_message_append_array(m, 'y', pairings, strlen(pairings)), 0);
	assert_return_code(sd_bus_message_append(m, "s", ""), 0);
	send(rig, answered, m);
}

static int64_t revision(struct rig *rig)
{
	sd_bus_error error = SD_BUS_ERROR_NULL;
	sd_bus_message *reply = NULL;
	const char *text;
	json_t *round;
	int64_t n;

	if (sd_bus_call_method(rig->bus, "org.flagfall1", EVENT_PATH, "org.flagfall1.Event", "Round", &error, &reply,
			       "u", 1) < 0)
		fail_msg("%s", error.message);
	assert_return_code(sd_bus_message_read(reply, "s", &text), 0);
	round = json_loads(text, 0, NULL);
	n = json_integer_value(json_object_get(round, "revision"));
	json_decref(round);
	sd_bus_message_unref(reply);
	return n;
}

static void no_board_waits_for_a_round(void **state)
{
	struct rig *rig = *state;
	bool answered, again;
	int64_t before;

	hold(true);
	send_open(rig, &answered);
	expect_no_board_waits(rig, &answered);
	assert_true(rig_has_received(rig, "EventAdded", "club"));
	hold(true);
	send_order(rig, &answered, "Start");
	expect_no_board_waits(rig, &answered);
	rig_wait(rig, "RoundChanged", "1 running");

	/* two who waited for the same move act one after the other */
	before = revision(rig);
	press_held(rig, "e2e4", "white");
	send_change(rig, &answered, "2000");
	send_change(rig, &again, "2100");
	read_other(rig);
	hold(false);
	expect_answered(rig, &answered);
	expect_answered(rig, &again);
	assert_int_equal(revision(rig), before + 2);

	hold(true);
	send_change(rig, &answered, "2200");
	expect_no_board_waits(rig, &answered);
	hold(true);
	send_order(rig, &answered, "Pause");
	expect_no_board_waits(rig, &answered);
	rig_wait(rig, "RoundChanged", "1 paused");
}

/* No error comes from it, and no end: it is said all the same, and what was played is there when it comes back. */
static void a_disk_that_hangs_is_a_fault(void **state)
{
	struct rig *rig = *state;
	sd_bus_error error;
	bool answered;

	press_held(rig, "e2e4", "white");
	rig_expect_fault(rig, "the disk has not answered for 3 s");
	error = rig_refused(rig, GAME, "Resign", "s", "black");
	assert_string_equal(error.name, "org.flagfall1.Error.JournalFault");
	sd_bus_error_free(&error);
	send_start(rig, &answered, "OTHER-1");
	wait_for_answer(rig, &answered);
	assert_non_null(strstr(refusal, "org.flagfall1.Error.JournalFault"));
	rig_moves(rig, "e7e5");
	read_other(rig);
	assert_false(rig_has_committed(rig, "white e2e4"));
	hold(false);
	rig_expect_fault(rig, "");
	rig_wait_committed(rig, "1 white e2e4");
	rig_wait_committed(rig, "2 black e7e5");
}

/* What he said is on its way to the disk when that begins to hang: it counts, but he does not wait for it for ever. */
static void who_acted_before_it_hung_is_told(void **state)
{
	struct rig *rig = *state;
	bool answered;

	rig_drain(rig);
	hold(true);
	call(rig, &answered, rig->path, GAME, "Resign", "s", "black");
	wait_until_held();
	wait_for_answer(rig, &answered);
	assert_non_null(strstr(refusal, "org.flagfall1.Error.JournalFault: This was accepted"));
	assert_non_null(strstr(refusal, "the disk has not answered for 3 s"));
	assert_false(rig_has_received(rig, "Ruling", "resign"));
	hold(false);
	rig_wait(rig, "Ruling", "resign");
}

static void boards_are_read_while_the_disk_is_waited_for(void **state)
{
	struct rig *rig = *state;

	press_held(rig, "e2e4", "white");
	rig_lift(rig, "e7");
	rig_wait(rig, "Event", "lift e7");
	rig_place(rig, "e7", 'p');
	rig_wait(rig, "Event", "place e7");
	assert_false(rig_has_committed(rig, "white e2e4"));
	hold(false);
	rig_wait_committed(rig, "1 white e2e4");
	rig_moves(rig, "e7e5");
	rig_wait_committed(rig, "2 black e7e5");
}

static void an_answer_comes_after_what_was_before(void **state)
{
	struct rig *rig = *state;
	bool answered;

	press_held(rig, "e2e4", "white");
	call(rig, &answered, "/org/flagfall1", "org.flagfall1.Manager", "ListGames", NULL, NULL);
	rig_lift(rig, "e7");
	rig_wait(rig, "Event", "lift e7");
	assert_false(answered);
	hold(false);
	wait_for_answer(rig, &answered);
	assert_true(rig_has_committed(rig, "1 white e2e4"));
}

static void what_a_person_does_meanwhile_is_done(void **state)
{
	struct rig *rig = *state;
	bool wrong, resigned;

	press_held(rig, "e2e4", "white");
	call(rig, &wrong, rig->path, GAME, "Claim", "s", "white"); /* two words are missing */
	hold(false);
	expect_answer(rig, &wrong);
	/* the place that it was kept is kept no longer */
	rig_moves(rig, "e7e5");
	rig_wait_committed(rig, "2 black e7e5");
	press_held(rig, "g1f3", "white");
	call(rig, &resigned, rig->path, GAME, "Resign", "s", "black");
	hold(false);
	rig_wait_committed(rig, "3 white g1f3");
	rig_wait(rig, "Ruling", "resign");
	expect_answer(rig, &resigned);
}

static void a_kill_meanwhile_loses_nothing_that_was_heard(void **state)
{
	struct rig *rig = *state;
	sd_bus_error error = SD_BUS_ERROR_NULL;
	uint32_t plies = 0;

	rig_moves(rig, "e2e4");
	rig_wait_committed(rig, "1 white e2e4");
	press_held(rig, "e7e5", "black");
	assert_false(rig_has_committed(rig, "black e7e5"));
	rig_daemon_stop(rig, SIGKILL);
	hold(false);
	start_daemon(rig);
	assert_return_code(sd_bus_get_property_trivial(rig->bus, "org.flagfall1", rig->path, GAME, "Plies", &error, 'u',
						       &plies),
			   0);
	assert_true(plies >= 1);
}

int main(void)
{
#define WITH(setup, name) cmocka_unit_test_setup_teardown(name, setup, teardown)
	const struct CMUnitTest tests[] = {
		WITH(setup, boards_are_read_while_the_disk_is_waited_for),
		WITH(setup, an_answer_comes_after_what_was_before),
		WITH(setup, what_a_person_does_meanwhile_is_done),
		WITH(setup, a_kill_meanwhile_loses_nothing_that_was_heard),
		WITH(setup_without_game, no_board_waits_for_a_game_that_begins),
		WITH(setup_without_game, a_game_whose_board_goes_before_it_is_written_waits_for_it),
		WITH(setup, no_board_waits_for_who_reads_the_journal),
		WITH(setup_without_game, no_board_waits_for_a_round),
		WITH(setup_in_a_hurry, a_disk_that_hangs_is_a_fault),
		WITH(setup_in_a_hurry, who_acted_before_it_hung_is_told),
	};

#ifdef __SANITIZE_ADDRESS__
	puts("the sanitizer's library wants to be the first");
	return 77;
#endif
	return cmocka_run_group_tests_name("slow disk", tests, NULL, NULL);
}
