/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Game records: the final one is written whatever happens, the running one while play goes on without a pause. */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/bus/rig-journal.h"

#define MANAGER "org.flagfall1", "/org/flagfall1", "org.flagfall1.Manager"
#define START "RNBQKBNRPPPPPPPP................................pppppppprnbqkbnr"
#define MATE "f2f3 e7e5 g2g4 d8h4"
#define WAITS 4000 /* of 5 ms */

/* In place of the games folder, a file: no record can be written. */
static void block(struct rig *rig)
{
	char path[96];
	FILE *f;

	snprintf(path, sizeof(path), "%s/state", rig->dir);
	mkdir(path, 0755);
	snprintf(path, sizeof(path), "%s/state/games", rig->dir);
	f = fopen(path, "w");
	assert_non_null(f);
	fclose(f);
}

static void unblock(struct rig *rig)
{
	char path[96];

	snprintf(path, sizeof(path), "%s/state/games", rig->dir);
	assert_return_code(unlink(path), errno);
}

static void wait_for_games(struct rig *rig, const char *state, const char *result, int64_t count)
{
	for (int i = 0; i < WAITS; i++) {
		if (rig_games(rig, state, result) == count)
			return;
		poll(NULL, 0, 5);
	}
	fail_msg("%lld games are %s, not %lld", (long long)rig_games(rig, state, result), state, (long long)count);
}

static void wait_for_recorded(struct rig *rig, const char *game)
{
	for (int i = 0; i < WAITS && !rig_game_is(rig, game, "recorded"); i++)
		poll(NULL, 0, 5);
	if (!rig_game_is(rig, game, "recorded"))
		fail_msg("game %s has no record", game);
}

/* The record that the journal speaks of has all moves and the result. */
static void expect_recorded(struct rig *rig, const char *game)
{
	char command[400];

	wait_for_recorded(rig, game);
	snprintf(command, sizeof(command),
		 "f=$(find %s/state/games/2* -name '%s*.pgn') && grep -q 'Result \"0-1\"' $f && grep -q 'Qh4#' $f && "
		 "[ $(find %s/state/games -name '*.tmp' | wc -l) = 0 ]",
		 rig->dir, game, rig->dir);
	assert_int_equal(system(command), 0);
}

static void play_to_mate(struct rig *rig)
{
	rig_start(rig, "rulebook", "fide2023-blitz", "time", "300", "white", "Ann", "black", "Bo", NULL);
	rig_moves(rig, MATE);
	rig_wait(rig, "Ruling", "checkmate");
}

static void it_is_tried_again_until_it_can_be_written(void **state)
{
	struct rig *rig = *state;

	block(rig);
	rig_daemon_start(rig);
	play_to_mate(rig);
	wait_for_games(rig, "over", "0-1", 1);
	unblock(rig);
	expect_recorded(rig, rig->game);
}

static void written_at_the_next_start_after(struct rig *rig, int sig)
{
	block(rig);
	rig_daemon_start(rig);
	play_to_mate(rig);
	rig_daemon_stop(rig, sig);
	unblock(rig);
	rig_daemon_start(rig);
	expect_recorded(rig, rig->game);
}

static void it_is_written_at_the_next_start_after_a_kill(void **state)
{
	written_at_the_next_start_after(*state, SIGKILL);
}

static void it_is_written_at_the_next_start_after_an_end(void **state)
{
	written_at_the_next_start_after(*state, SIGTERM);
}

static void only_who_says_so_gives_it_up(void **state)
{
	struct rig *rig = *state;
	sd_bus_error error = SD_BUS_ERROR_NULL;

	block(rig);
	rig_daemon_start(rig);
	play_to_mate(rig);
	wait_for_games(rig, "over", NULL, 1);
	assert_true(sd_bus_call_method(rig->bus, MANAGER, "GiveUp", &error, NULL, "s", "99") < 0);
	assert_string_equal(error.name, "org.flagfall1.Error.NoSuchGame");
	sd_bus_error_free(&error);
	assert_return_code(sd_bus_call_method(rig->bus, MANAGER, "GiveUp", &error, NULL, "s", rig->game), 0);
	assert_int_equal(rig_games(rig, "given-up", "0-1"), 1);
	assert_true(sd_bus_call_method(rig->bus, MANAGER, "GiveUp", &error, NULL, "s", rig->game) < 0);
	assert_string_equal(error.name, "org.flagfall1.Error.Refused");
	sd_bus_error_free(&error);
	unblock(rig);
	rig_daemon_stop(rig, SIGTERM);
	rig_daemon_start(rig);
	assert_int_equal(rig_games(rig, "given-up", NULL), 1);
	/* one that runs is not given up */
	sim_set_squares(rig->sim, START);
	rig_start(rig, "time", "300", NULL);
	assert_true(sd_bus_call_method(rig->bus, MANAGER, "GiveUp", &error, NULL, "s", rig->game) < 0);
	assert_string_equal(error.name, "org.flagfall1.Error.Refused");
	sd_bus_error_free(&error);
}

/* Has the daemon been killed? Waits until it was, or the game is recorded. */
static bool was_killed(struct rig *rig, const char *game)
{
	for (int i = 0; i < WAITS; i++) {
		if (waitpid(rig->daemon_pid, NULL, WNOHANG) == rig->daemon_pid) {
			rig->daemon_pid = 0;
			return true;
		}
		if (rig_game_is(rig, game, "recorded"))
			return false;
		poll(NULL, 0, 1);
	}
	fail_msg("the daemon neither ended nor recorded the game");
	return false;
}

/* SIGKILL before each call that changes the disk, from the one that writes the mate into the journal. */
static void killed_anywhere_it_is_complete_after_a_restart(void **state)
{
	struct rig *rig = *state;
	bool killed = true;
	char command[100];
	int at;

#ifdef __SANITIZE_ADDRESS__
	skip(); /* its library wants to be the first */
#endif
	for (at = 0; killed; at++) {
		char number[16], game[32];

		snprintf(number, sizeof(number), "%d", at);
		rig_daemon_start_with(rig, DISK_FAULTS, "FAULTS_KILL_FROM", "\"checkmate\"", "FAULTS_KILL_AT", number,
				      NULL);
		rig_start(rig, "rulebook", "fide2023-blitz", "time", "300", NULL);
		snprintf(game, sizeof(game), "%s", rig->game);
		rig_moves(rig, "f2f3 e7e5 g2g4");
		rig_wait(rig, "Move", "3 white g2g4");
		rig_move(rig, "d8h4", (int64_t)sim_time(rig->sim) + 900000, true);
		killed = was_killed(rig, game);
		if (killed) {
			int64_t boards = rig_boards_read(rig);

			rig_daemon_start(rig);
			if (rig_games(rig, "running", NULL) > 0)
				rig_wait_board_read(rig, boards);
			/* where the mate was not durable yet, the board still shows it and the lever is down */
			rig_time(rig, (int64_t)sim_time(rig->sim) + 2000000);
			rig_settle(rig);
			expect_recorded(rig, game);
		}
		rig_daemon_stop(rig, SIGTERM);
		sim_set_squares(rig->sim, START);
		/* a page of the log may hold an older mate, too */
		snprintf(command, sizeof(command), "rm -r %s/state", rig->dir);
		assert_int_equal(system(command), 0);
	}
	print_message("# killed at %d calls\n", at - 1);
	assert_true(at > 8); /* log, sync, folder, file, sync, name, sync */
}

/* Pieces are moved on and on: the record of what was played before does not wait for a pause. */
static void a_running_record_waits_for_no_pause(void **state)
{
	struct rig *rig = *state;
	char path[160];

	rig_daemon_start(rig);
	rig_start(rig, "rulebook", "fide2023-blitz", "time", "600", NULL);
	snprintf(path, sizeof(path), "%s/state/games/running/%s.pgn", rig->dir, rig->game);
	rig_moves(rig, "e2e4");
	rig_wait(rig, "Move", "1 white e2e4");
	for (unsigned i = 0; i < 200000; i++) {
		char *text = rig_read_file(path);
		bool written = text && strstr(text, "1. e4");

		free(text);
		if (written)
			return;
		rig_time(rig, (int64_t)sim_time(rig->sim) + 5000);
		rig_lift(rig, "e7");
		rig_place(rig, "e7", 'p');
		rig_settle(rig);
	}
	fail_msg("no record after 200000 liftings");
}

static bool is_running_record(struct rig *rig, const char *end)
{
	char path[160];

	snprintf(path, sizeof(path), "%s/state/games/running/%s.pgn%s", rig->dir, rig->game, end);
	return access(path, F_OK) == 0;
}

/* Killed in mid-game, in the middle of writing its record, too; it ends before the next daemon has written that anew.
 */
static void the_running_record_of_an_earlier_daemon_goes_with_the_game(void **state)
{
	struct rig *rig = *state;
	char command[160];

	rig_daemon_start(rig);
	rig_start(rig, "rulebook", "fide2023-blitz", "time", "300", NULL);
	for (int i = 0; i < WAITS && !is_running_record(rig, ""); i++)
		poll(NULL, 0, 5);
	assert_true(is_running_record(rig, ""));
	rig_daemon_stop(rig, SIGKILL);
	snprintf(command, sizeof(command), "touch %s/state/games/running/%s.pgn.tmp", rig->dir, rig->game);
	assert_int_equal(system(command), 0);
	rig_daemon_start(rig);
	json_decref(rig_ask(rig, "org.flagfall1.Game", "End", "s", "1/2-1/2"));
	wait_for_games(rig, "recorded", NULL, 1);
	assert_false(is_running_record(rig, ""));
	assert_false(is_running_record(rig, ".tmp"));
}

/* How many games are shown; the oldest has that number. */
static unsigned count_games(struct rig *rig, int oldest)
{
	sd_bus_message *reply = NULL;
	const char *id, *path;
	unsigned count = 0;
	int first = 0;

	assert_return_code(sd_bus_call_method(rig->bus, MANAGER, "ListGames", NULL, &reply, NULL), 0);
	assert_return_code(sd_bus_message_enter_container(reply, 'a', "(so)"), 0);
	for (; sd_bus_message_read(reply, "(so)", &id, &path) > 0; count++)
		first = first == 0 || atoi(id) < first ? atoi(id) : first;
	sd_bus_message_unref(reply);
	assert_int_equal(first, oldest);
	return count;
}

static void start_and_end(struct rig *rig, unsigned games)
{
	for (unsigned i = 0; i < games; i++) {
		rig_start(rig, NULL);
		json_decref(rig_ask(rig, GAME, "End", "s", "1-0"));
	}
}

/* Of the games that are over the last 64 are still shown; but one is not forgotten before its record is written. */
static void games_that_are_over_are_shown_until_there_are_many(void **state)
{
	struct rig *rig = *state;

	block(rig);
	rig_daemon_start(rig);
	start_and_end(rig, 70);
	assert_int_equal(count_games(rig, 1), 70);
	/* when it is, one goes for one that comes */
	unblock(rig);
	wait_for_games(rig, "recorded", NULL, 70);
	start_and_end(rig, 3);
	assert_int_equal(count_games(rig, 4), 70);
	wait_for_games(rig, "recorded", NULL, 73);
	rig_daemon_stop(rig, SIGTERM);
	rig_daemon_start(rig);
	assert_int_equal(count_games(rig, 0), 0);
	for (unsigned n = 1; n <= 67; n++) {
		start_and_end(rig, 1);
		wait_for_games(rig, "recorded", NULL, 73 + n);
	}
	assert_int_equal(count_games(rig, 76), 65);
}

#define road(name) cmocka_unit_test_setup_teardown(name, rig_setup_bare, rig_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		road(it_is_tried_again_until_it_can_be_written),
		road(it_is_written_at_the_next_start_after_a_kill),
		road(it_is_written_at_the_next_start_after_an_end),
		road(only_who_says_so_gives_it_up),
		road(killed_anywhere_it_is_complete_after_a_restart),
		road(a_running_record_waits_for_no_pause),
		road(the_running_record_of_an_earlier_daemon_goes_with_the_game),
		road(games_that_are_over_are_shown_until_there_are_many),
	};

	return cmocka_run_group_tests_name("records", tests, NULL, NULL);
}
