/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a game was played by stays with it, and a game that cannot be replayed does not vanish. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <sys/stat.h>

#include "tests/bus/rig-journal.h"

#define MANAGER "org.flagfall1", "/org/flagfall1", "org.flagfall1.Manager"

/* A folder of rulebooks for this test alone. */
static void use_books(struct rig *rig)
{
	char command[200], folder[80];

	snprintf(folder, sizeof(folder), "%s/books", rig->dir);
	snprintf(command, sizeof(command), "cp -r rules/books %s", folder);
	assert_int_equal(system(command), 0);
	setenv("FLAGFALL_RULES", folder, 1);
}

static int teardown(void **state)
{
	unsetenv("FLAGFALL_RULES");
	return rig_teardown(state);
}

static void play_four_moves(struct rig *rig)
{
	rig_daemon_start(rig);
	rig_start(rig, "rulebook", "fide2023-blitz", "time", "300", "white", "Ann", "black", "Bo", NULL);
	rig_moves(rig, "e2e4 e7e5 g1f3 b8c6");
	rig_wait(rig, "Move", "4 black b8c6");
	rig_drain(rig);
}

static void expect_running(struct rig *rig)
{
	char *placement = rig_property(rig, GAME, "Placement"), *book = rig_property(rig, GAME, "Rulebook");

	assert_string_equal(placement, "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R");
	assert_string_equal(book, "fide2023-blitz");
	free(placement);
	free(book);
	assert_int_equal(rig_games(rig, "running", NULL), 1);
}

/* The book and what it is based on are edited, then removed: the game knows them as they were. */
static void a_game_goes_on_by_the_book_it_was_started_with(void **state)
{
	struct rig *rig = *state;
	char command[300], *program;

	use_books(rig);
	play_four_moves(rig);
	rig_daemon_stop(rig, SIGKILL);
	snprintf(
		command, sizeof(command),
		"cd %s/books && sed -i 's/^inherits:.*/inherits: wbca-1992/' fide2023-blitz.yaml && : >fide2023-rapid.yaml",
		rig->dir);
	assert_int_equal(system(command), 0);
	rig_daemon_start(rig);
	expect_running(rig);
	rig_daemon_stop(rig, SIGKILL);
	snprintf(command, sizeof(command), "rm -r %s/books/*", rig->dir);
	assert_int_equal(system(command), 0);
	rig_daemon_start(rig);
	expect_running(rig);
	/* its text is there once, whoever else plays by it */
	assert_int_equal(rig_rows(rig, "book", NULL), 1);
	program = rig_game_says(rig, rig->game, "program");
	assert_string_equal(program, FLAGFALL_VERSION);
	free(program);
}

static void expect_unrecovered(struct rig *rig, const char *why)
{
	sd_bus_error error = SD_BUS_ERROR_NULL;
	sd_bus_message *reply = NULL;
	const char *text;

	assert_return_code(sd_bus_call_method(rig->bus, MANAGER, "FindGames", &error, &reply, "a{sv}t", 1, "state", "s",
					      "unrecovered", (uint64_t)0),
			   0);
	assert_return_code(sd_bus_message_enter_container(reply, 'a', "s"), 0);
	assert_true(sd_bus_message_read_basic(reply, 's', &text) > 0);
	assert_non_null(strstr(text, why));
	assert_non_null(strstr(text, "\"board\":\"SIM-0001\""));
	sd_bus_message_unref(reply);
	/* the board is not free */
	assert_true(rig_try_start(rig, RIG_SERIAL, &error, "time", "300", NULL) < 0);
	assert_string_equal(error.name, "org.flagfall1.Error.BoardBusy");
	sd_bus_error_free(&error);
}

/* How many inputs are given, and the sentence behind them. */
static unsigned exported(struct rig *rig, char why[static 200])
{
	sd_bus_error error = SD_BUS_ERROR_NULL;
	sd_bus_message *reply = NULL;
	const char *text;
	unsigned inputs = 0;

	assert_return_code(sd_bus_call_method(rig->bus, MANAGER, "Journal", &error, &reply, "s", rig->game), 0);
	assert_return_code(sd_bus_message_skip(reply, "s"), 0);
	assert_return_code(sd_bus_message_enter_container(reply, 'a', "s"), 0);
	while (sd_bus_message_read_basic(reply, 's', &text) > 0)
		inputs++;
	assert_return_code(sd_bus_message_exit_container(reply), 0);
	assert_return_code(sd_bus_message_skip(reply, "as"), 0);
	assert_return_code(sd_bus_message_read_basic(reply, 's', &text), 0);
	snprintf(why, 200, "%s", text);
	sd_bus_message_unref(reply);
	return inputs;
}

static void damaged(struct rig *rig, void (*damage)(struct rig *), const char *why, unsigned sound)
{
	sd_bus_error error = SD_BUS_ERROR_NULL;
	char sentence[200], *told = NULL;

	play_four_moves(rig);
	rig_daemon_stop(rig, SIGTERM); /* the log is folded: nothing else has these rows */
	damage(rig);
	for (int i = 0; i < 2; i++) { /* the next start says the same */
		rig_daemon_start(rig);
		expect_unrecovered(rig, why);
		assert_int_equal(exported(rig, sentence), sound);
		assert_string_not_equal(sentence, "");
		assert_return_code(sd_bus_get_property_string(rig->bus, MANAGER, "JournalDamage", &error, &told), 0);
		if (i == 0)
			assert_non_null(strstr(told, "damaged"));
		free(told);
		if (i == 0)
			rig_daemon_stop(rig, SIGKILL);
	}
	assert_return_code(sd_bus_call_method(rig->bus, MANAGER, "GiveUp", &error, NULL, "s", rig->game), 0);
	sim_set_squares(rig->sim, "RNBQKBNRPPPPPPPP................................pppppppprnbqkbnr");
	rig_start(rig, "time", "300", NULL); /* now it is */
}

static void change_the_sixth(struct rig *rig)
{
	rig_damage(rig, "input", 5, "\"t_us\"", "\"t_us\" ");
}

static void lose_the_seventh(struct rig *rig)
{
	rig_lose(rig, "input", 6, false);
}

static void lose_the_last(struct rig *rig)
{
	rig_lose(rig, "input", 7, true);
}

static void a_changed_input_is_found(void **state)
{
	damaged(*state, change_the_sixth, "sound up to number 5", 5);
}

static void a_missing_input_is_found(void **state)
{
	damaged(*state, lose_the_seventh, "sound up to number 6", 6);
}

/* What was ruled on them is there. */
static void missing_last_inputs_are_found(void **state)
{
	damaged(*state, lose_the_last, "sound up to number 7", 7);
}

static char *journal_damage(struct rig *rig)
{
	sd_bus_error error = SD_BUS_ERROR_NULL;
	char *told = NULL;

	assert_return_code(sd_bus_get_property_string(rig->bus, MANAGER, "JournalDamage", &error, &told), 0);
	return told;
}

/* Nobody knows whose they were: that some are missing is said, and the game goes on from what there is. */
static void a_log_that_was_cut_is_told(void **state)
{
	struct rig *rig = *state;
	char *told;

	play_four_moves(rig);
	rig_daemon_stop(rig, SIGTERM);
	rig_cut(rig);
	rig_daemon_start(rig);
	told = journal_damage(rig);
	assert_non_null(strstr(told, "torn or damaged, "));
	assert_null(strstr(told, ", 0 inputs"));
	free(told);
	assert_int_equal(rig_games(rig, "running", NULL), 1);
	rig_daemon_stop(rig, SIGTERM);
	rig_daemon_start(rig);
	told = journal_damage(rig);
	assert_string_equal(told, "");
	free(told);
}

/* Its running record is there, and neither the log nor what says how far it was. */
static void a_game_that_is_not_there_any_more_is_told(void **state)
{
	sd_bus_error error = SD_BUS_ERROR_NULL;
	struct rig *rig = *state;
	sd_bus_message *reply = NULL;
	const char *text;
	char command[400];

	play_four_moves(rig);
	rig_daemon_stop(rig, SIGTERM); /* with the record of what was played */
	snprintf(command, sizeof(command), "test -s %s/state/games/running/%s.pgn && rm -r %s/state/journal", rig->dir,
		 rig->game, rig->dir);
	assert_int_equal(system(command), 0);
	rig_daemon_start(rig);
	assert_return_code(sd_bus_call_method(rig->bus, MANAGER, "FindGames", &error, &reply, "a{sv}t", 1, "state", "s",
					      "unrecovered", (uint64_t)0),
			   0);
	assert_return_code(sd_bus_message_enter_container(reply, 'a', "s"), 0);
	assert_true(sd_bus_message_read_basic(reply, 's', &text) > 0);
	assert_non_null(strstr(text, "does not have this game any more"));
	assert_non_null(strstr(text, "\"id\":\"1\""));
	sd_bus_message_unref(reply);
	assert_return_code(sd_bus_call_method(rig->bus, MANAGER, "GiveUp", &error, NULL, "s", rig->game), 0);
	sim_set_squares(rig->sim, "RNBQKBNRPPPPPPPP................................pppppppprnbqkbnr");
	rig_start(rig, "time", "300", NULL);
	assert_string_not_equal(rig->game, "1"); /* its number is not given again */
}

/* The log is gone, and what says how far it was is there. */
static void a_missing_log_is_told(void **state)
{
	struct rig *rig = *state;
	char *told;

	play_four_moves(rig);
	rig_daemon_stop(rig, SIGKILL);
	rig_lose_journal(rig);
	rig_daemon_start(rig);
	told = journal_damage(rig);
	assert_non_null(strstr(told, "is missing: torn or damaged, "));
	free(told);
}

#define road(name) cmocka_unit_test_setup_teardown(name, rig_setup_bare, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		road(a_game_goes_on_by_the_book_it_was_started_with),
		road(a_changed_input_is_found),
		road(a_missing_input_is_found),
		road(missing_last_inputs_are_found),
		road(a_log_that_was_cut_is_told),
		road(a_game_that_is_not_there_any_more_is_told),
		road(a_missing_log_is_told),
	};

	return cmocka_run_group_tests_name("unrecovered", tests, NULL, NULL);
}
