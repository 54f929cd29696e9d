/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Where the event takes more than one instant for the same one (simultaneity-tolerance), what is said is judged when
 * that is over. Who said it learns what came of it, not an empty answer at once.
 */
#include <signal.h>
#include <stdio.h>

#include "tests/bus/rig-journal.h"

static const char *word(json_t *answer, size_t i, const char *key)
{
	const char *text = json_string_value(json_object_get(json_array_get(answer, i), key));

	return text ? text : "";
}

/* A call whose answer is waited for later. */
struct call {
	sd_bus *bus;
	json_t *answer;
	bool failed;
};

static int on_reply(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct call *call = userdata;
	const char *text;

	call->answer = json_array();
	call->failed = sd_bus_message_is_method_error(m, NULL);
	if (!call->failed && sd_bus_message_enter_container(m, 'a', "s") >= 0)
		while (sd_bus_message_read_basic(m, 's', &text) > 0)
			json_array_append_new(call->answer, json_loads(text, 0, NULL));
	return 0;
}

static void claim(struct rig *rig, struct call *call, const char *side, const char *what)
{
	*call = (struct call){ .bus = rig_connect(rig) };
	assert_return_code(sd_bus_call_method_async(call->bus, NULL, "org.flagfall1", rig->path, GAME, "Claim",
						    on_reply, call, "ssa{sv}", side, what, 0),
			   0);
	/* the daemon has it when it answers what was said after it, by the same client: others may be before it */
	assert_return_code(sd_bus_call_method(call->bus, "org.flagfall1", "/org/flagfall1", "org.flagfall1.Manager",
					      "ListGames", NULL, NULL, NULL),
			   0);
}

static void until_replied(struct call *call)
{
	while (!call->answer) {
		int r = sd_bus_process(call->bus, NULL);

		assert_return_code(r, 0);
		if (r == 0)
			assert_true(sd_bus_wait(call->bus, 20000000) > 0);
	}
}

static void until_answered(struct call *call)
{
	until_replied(call);
	assert_false(call->failed);
}

static void done(struct call *call)
{
	json_decref(call->answer);
	sd_bus_flush_close_unref(call->bus);
}

/* 7c: said without a stop. Nothing comes from the board: its time stands still, and the answer comes all the same. */
static void the_answer_says_what_came_of_it(void **state)
{
	struct rig *rig = *state;
	json_t *answer;

	rig_start(rig, "rulebook", "wbca-1992", "time", "300", "overrides", "simultaneity-tolerance=50", NULL);
	rig_moves(rig, "e2e4 e7e5");
	answer = rig_ask(rig, GAME, "Claim", "ssa{sv}", "black", "flag", 0);
	assert_int_equal(json_array_size(answer), 1);
	assert_string_equal(word(answer, 0, "ruling"), "claim-rejected");
	assert_string_equal(word(answer, 0, "reason"), "flag-not-down");
	json_decref(answer);
	rig_wait(rig, "Ruling", "claim-rejected flag-not-down");
	/* a report and a verdict wait in the same way */
	answer = rig_ask(rig, ARBITER, "Report", "ssa{sv}", "arbiter", "hover", 1, "against", "s", "white");
	assert_string_equal(word(answer, 0, "ruling"), "warning");
	json_decref(answer);
	/* what is not judged is not answered late: an offer rules nothing */
	answer = rig_ask(rig, GAME, "OfferDraw", "s", "white");
	assert_int_equal(json_array_size(answer), 0);
	json_decref(answer);
}

/* 7a5: both claim at once, from two seats; both receive the one ruling. */
static void both_claimants_hear_the_ruling(void **state)
{
	struct rig *rig = *state;
	struct call flag, illegal;

	rig_start(rig, "rulebook", "nsb-2004", "time", "300", "overrides", "simultaneity-tolerance=60000", NULL);
	rig_moves_judged(rig, "e2e5");
	json_decref(rig_ask(rig, GAME, "Pause", NULL));
	claim(rig, &flag, "white", "flag");
	claim(rig, &illegal, "black", "illegal-move");
	assert_false(rig_has_heard(rig, "Ruling", "win"));
	rig_lift(rig, "a7"); /* the board's time goes on past the minute */
	rig_time(rig, 90000000);
	rig_place(rig, "a7", 'p');
	rig_settle(rig);
	until_answered(&flag);
	until_answered(&illegal);
	assert_string_equal(word(illegal.answer, 0, "reason"), "illegal-loses");
	assert_true(json_equal(flag.answer, illegal.answer));
	rig_wait(rig, "Ruling", "win illegal-loses 0-1");
	done(&flag);
	done(&illegal);
}

/* 8a: the game ends on the board before what was said is judged: that is the answer. */
static void the_game_may_end_first(void **state)
{
	struct rig *rig = *state;
	struct call flag;

	rig_start(rig, "rulebook", "wbca-1992", "time", "300", "overrides", "simultaneity-tolerance=60000", NULL);
	rig_moves(rig, "f2f3 e7e5 g2g4");
	claim(rig, &flag, "white", "flag");
	rig_moves_judged(rig, "d8h4");
	until_answered(&flag);
	assert_string_equal(word(flag.answer, json_array_size(flag.answer) - 1, "reason"), "checkmate");
	done(&flag);
}

/* Whether its caller may act is asked first, and is answered later than other calls. */
static void until_claims_are_written(struct rig *rig, int count)
{
	while (rig_rows(rig, "input", "\"claim\"") < count)
		rig_drain(rig);
}

/* What is held is an input in the journal: the next daemon judges it. */
static void a_restart_loses_no_claim(void **state)
{
	struct rig *rig = *state;
	struct call flag;

	rig_start(rig, "rulebook", "wbca-1992", "time", "300", "overrides", "simultaneity-tolerance=60000", NULL);
	rig_moves(rig, "e2e4 e7e5");
	claim(rig, &flag, "black", "flag");
	until_claims_are_written(rig, 1);
	rig_restart(rig, SIGKILL);
	assert_false(rig_has_heard(rig, "Ruling", "claim-rejected"));
	rig_lift(rig, "a7");
	rig_time(rig, 90000000);
	rig_place(rig, "a7", 'p');
	rig_settle(rig);
	rig_wait(rig, "Ruling", "claim-rejected flag-not-down");
	sd_bus_flush_close_unref(flag.bus);
	json_decref(flag.answer);
}

/* Nor does an end in order; who asked sees that there is no answer. */
static void a_claim_waits_when_the_daemon_ends(void **state)
{
	struct rig *rig = *state;
	struct call flag, other;

	rig_start(rig, "rulebook", "wbca-1992", "time", "300", "overrides", "simultaneity-tolerance=60000", NULL);
	rig_moves(rig, "e2e4 e7e5");
	claim(rig, &flag, "black", "flag");
	claim(rig, &other, "white", "illegal-move");
	until_claims_are_written(rig, 2);
	rig_daemon_stop(rig, SIGTERM);
	until_replied(&flag);
	until_replied(&other);
	assert_true(flag.failed);
	assert_true(other.failed);
	done(&flag);
	done(&other);
	assert_int_equal(rig_games(rig, "running", NULL), 1);
}

static int setup(void **state)
{
	return rig_setup(state);
}

#define road(name) cmocka_unit_test_setup_teardown(name, setup, rig_teardown)

static void by_the_machines_time(void **state)
{
	struct rig *rig = *state;
	json_t *answer;

	rig_start(rig, "rulebook", "fide2023-standard", "time", "5400", "overrides", "simultaneity-tolerance=50", NULL);
	answer = rig_ask(rig, GAME, "Claim", "ssa{sv}", "white", "repetition", 0);
	assert_int_equal(json_array_size(answer), 1);
	assert_string_equal(word(answer, 0, "reason"), "repetition-wrong");
	json_decref(answer);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		road(the_answer_says_what_came_of_it),
		road(both_claimants_hear_the_ruling),
		road(the_game_may_end_first),
		road(a_restart_loses_no_claim),
		road(a_claim_waits_when_the_daemon_ends),
		cmocka_unit_test_setup_teardown(by_the_machines_time, rig_setup_host, rig_teardown),
	};

	return cmocka_run_group_tests_name("the same instant", tests, NULL, NULL);
}
