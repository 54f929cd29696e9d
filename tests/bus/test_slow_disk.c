/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A disk that takes its time: what must be on it before it is heard waits, with the calls that came after it; the
 * boards do not, and nothing overtakes.
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include "tests/bus/rig.h"

#define GAME "org.flagfall1.Game"
#define BOARD_PATH "/org/flagfall1/board/SIM_2d0001"
#define MANAGER "org.flagfall1", "/org/flagfall1", "org.flagfall1.Manager"

static char flag[96];

/* While it is held, no fsync of the daemon ends. */
static void hold(bool held)
{
	FILE *f = held ? fopen(flag, "w") : NULL;

	if (f)
		fclose(f);
	else
		unlink(flag);
}

static void start_daemon(struct rig *rig)
{
	setenv("LD_PRELOAD", DISK_FAULTS, 1);
	setenv("FAULTS_SYNC_HOLD", flag, 1);
	rig_daemon_start(rig);
	unsetenv("LD_PRELOAD");
	unsetenv("FAULTS_SYNC_HOLD");
	assert_return_code(sd_bus_call_method(rig->bus, "org.flagfall1", BOARD_PATH, "org.flagfall1.Board", "Subscribe",
					      NULL, NULL, NULL),
			   0);
}

static int setup(void **state)
{
	struct rig *rig;

	rig_setup_bare(state);
	rig = *state;
	snprintf(flag, sizeof(flag), "%s/held", rig->dir);
#ifndef __SANITIZE_ADDRESS__
	start_daemon(rig);
	rig_start(rig, "rulebook", "fide2023-blitz", "time", "300", NULL);
#endif
	return 0;
}

static int teardown(void **state)
{
	hold(false);
	return rig_teardown(state);
}

/* Set down it may have been heard: that waits for nothing. */
static bool is_committed(struct rig *rig, const char *turn)
{
	for (size_t i = 0; i < rig->count; i++)
		if (strcmp(rig->received[i].member, "Move") == 0 && strstr(rig->received[i].text, turn) &&
		    strstr(rig->received[i].text, "committed"))
			return true;
	return false;
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
	bool *answered = userdata;

	*answered = true;
	return 0;
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

static void boards_are_read_while_the_disk_is_waited_for(void **state)
{
	struct rig *rig = *state;

#ifdef __SANITIZE_ADDRESS__
	skip(); /* its library wants to be the first */
#endif
	press_held(rig, "e2e4", "white");
	rig_lift(rig, "e7");
	rig_wait(rig, "Event", "lift e7");
	rig_place(rig, "e7", 'p');
	rig_wait(rig, "Event", "place e7");
	assert_false(is_committed(rig, "white e2e4"));
	hold(false);
	rig_wait_committed(rig, "1 white e2e4");
	rig_moves(rig, "e7e5");
	rig_wait_committed(rig, "2 black e7e5");
}

static void an_answer_comes_after_what_was_before(void **state)
{
	struct rig *rig = *state;
	bool answered;

#ifdef __SANITIZE_ADDRESS__
	skip();
#endif
	press_held(rig, "e2e4", "white");
	call(rig, &answered, "/org/flagfall1", "org.flagfall1.Manager", "ListGames", NULL, NULL);
	rig_lift(rig, "e7");
	rig_wait(rig, "Event", "lift e7");
	assert_false(answered);
	hold(false);
	while (!answered)
		if (sd_bus_process(rig->bus, NULL) == 0)
			sd_bus_wait(rig->bus, UINT64_MAX);
	assert_true(is_committed(rig, "1 white e2e4"));
}

static void what_a_person_does_meanwhile_is_done(void **state)
{
	struct rig *rig = *state;
	bool wrong, resigned;

#ifdef __SANITIZE_ADDRESS__
	skip();
#endif
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

#ifdef __SANITIZE_ADDRESS__
	skip();
#endif
	rig_moves(rig, "e2e4");
	rig_wait_committed(rig, "1 white e2e4");
	press_held(rig, "e7e5", "black");
	assert_false(is_committed(rig, "black e7e5"));
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
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(boards_are_read_while_the_disk_is_waited_for, setup, teardown),
		cmocka_unit_test_setup_teardown(an_answer_comes_after_what_was_before, setup, teardown),
		cmocka_unit_test_setup_teardown(what_a_person_does_meanwhile_is_done, setup, teardown),
		cmocka_unit_test_setup_teardown(a_kill_meanwhile_loses_nothing_that_was_heard, setup, teardown),
	};

	return cmocka_run_group_tests_name("slow disk", tests, NULL, NULL);
}
