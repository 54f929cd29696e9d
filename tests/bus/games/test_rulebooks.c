/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A rulebook is a file: a new one is played by without a build, and what an event sets otherwise is ruled and cited. */
#include <signal.h>
#include <stdio.h>

#include "tests/bus/rig.h"

static const char club[] =
	"rulebook: club-blitz\ntitle: Blitz at the club\ngame: chess\ninherits: fide2023-blitz\n"
	"parameters:\n  illegal-limit: [3, C.4]\n  illegal-award: [30000, C.4]\n  repetition-automatic: [4, C.7]\n"
	"cites:\n  move-illegal: C.4\n  draw/fivefold: C.7\n"
	"articles:\n  \"C.4\": Half a minute, and the third loses.\n  \"C.7\": The fourth time is a draw.\n";

static int setup_with_a_club(void **state)
{
	struct rig *rig;
	char command[300], path[120];
	FILE *f;

	rig_setup_bare(state);
	rig = *state;
	snprintf(command, sizeof(command), "mkdir %s/rules && cp rules/books/*.yaml %s/rules", rig->dir, rig->dir);
	assert_int_equal(system(command), 0);
	snprintf(path, sizeof(path), "%s/rules/club-blitz.yaml", rig->dir);
	f = fopen(path, "w");
	assert_non_null(f);
	fputs(club, f);
	assert_int_equal(fclose(f), 0);
	snprintf(path, sizeof(path), "%s/rules", rig->dir);
	setenv("FLAGFALL_RULES", path, 1);
	rig_daemon_start(rig);
	return 0;
}

static int teardown(void **state)
{
	unsetenv("FLAGFALL_RULES");
	return rig_teardown(state);
}

/* The king goes two squares up, is claimed, is put back. */
static void one_illegal_move(struct rig *rig)
{
	rig_moves_judged(rig, "e1e3");
	json_decref(rig_ask(rig, GAME, "Claim", "ssa{sv}", "black", "illegal-move", 0));
}

static void put_back(struct rig *rig)
{
	rig_lift(rig, "e3");
	rig_place(rig, "e1", 'K');
	rig_settle(rig);
	json_decref(rig_ask(rig, GAME, "Pause", NULL));
	json_decref(rig_ask(rig, GAME, "Resume", "s", "white"));
}

static void a_new_book_is_played_by(void **state)
{
	struct rig *rig = *state;
	const struct received *received;

	rig_start(rig, "rulebook", "club-blitz", "time", "300", NULL);
	rig_moves(rig, "e2e4 e7e5");
	one_illegal_move(rig);
	received = rig_wait(rig, "Published", "\"move-illegal\"");
	assert_string_equal(json_string_value(json_object_get(received->json, "rulebook")), "club-blitz");
	assert_string_equal(json_string_value(json_array_get(json_object_get(received->json, "articles"), 0)), "C.4");
	assert_int_equal(
		json_integer_value(json_object_get(json_object_get(received->json, "time_adjust_ms"), "black")), 30000);
	put_back(rig);
	one_illegal_move(rig); /* the parent's second loses */
	rig_wait(rig, "Ruling", "move-illegal");
	put_back(rig);
	one_illegal_move(rig);
	rig_wait(rig, "Ruling", "win illegal-limit 0-1");
}

/* The event's word stands above the book's, is cited as the event's, and is remembered by the journal. */
static void an_event_sets_a_value_otherwise(void **state)
{
	struct rig *rig = *state;
	const struct received *received;

	rig_start(rig, "rulebook", "club-blitz", "time", "300", "overrides", "illegal-award=5000", NULL);
	rig_moves(rig, "e2e4 e7e5");
	rig_wait(rig, "Move", "2 black e7e5");
	rig_drain(rig);
	rig_restart(rig, SIGKILL);
	one_illegal_move(rig);
	received = rig_wait(rig, "Published", "\"move-illegal\"");
	assert_int_equal(
		json_integer_value(json_object_get(json_object_get(received->json, "time_adjust_ms"), "black")), 5000);
	assert_non_null(strstr(received->text, "\"event\""));
	/* the book alone is changed by that: another game is played by it as it is */
	json_decref(rig_ask(rig, GAME, "End", "s", "1-0"));
}

#define road(name) cmocka_unit_test_setup_teardown(name, setup_with_a_club, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = { road(a_new_book_is_played_by), road(an_event_sets_a_value_otherwise) };

	return cmocka_run_group_tests_name("rulebooks", tests, NULL, NULL);
}
