/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The export of a round, and of games that are long over. The machine's clock is not waited for: what a delay of
 * minutes holds back is not there when a game has been played within seconds.
 */
#include <dirent.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/bus/rig-round.h"

#define NAME "org.flagfall1"
#define MANAGER "org.flagfall1.Manager"
#define CLUB "/org/flagfall1/event/club"

#define FILE_OF(delay) \
	"id: club\nname: Club evening\nsite: Riga\ndates: [2026-11-22]\ntimezone: Europe/Riga\nrulebook: fide2023-blitz\n" \
	"time: 300\nboards:\n- {number: 1, board: " RIG_SERIAL "}\n- {number: 2, board: ABSENT-1}\n" delay

#define PAIRINGS \
	"board,white,black,white_fide,white_elo,result\n1,\"Carlsen, Magnus\",\"Ding, Liren\",1503014,2830,\n" \
	"2,\"Bērziņš, A\",Ozols,,,+/-\n,Kalns,half-bye,,,\n"

/* A file of the export, line breaks as blanks; NULL if it is not there. */
static char *exported(struct rig *rig, const char *path)
{
	char *whole = NULL, *text;

	assert_true(asprintf(&whole, "%s/state/export/club/%s", rig->dir, path) > 0);
	text = rig_read_file(whole);
	free(whole);
	for (char *c = text; c && *c; c++)
		*c = *c == '\n' ? ' ' : *c;
	return text;
}

/* The daemon leaves in order, and has written what may be shown. */
static void has(struct rig *rig, const char *path, const char *part, const char *absent)
{
	char *text = exported(rig, path);

	if (!text)
		fail_msg("there is no %s", path);
	if (part && !strstr(text, part))
		fail_msg("\"%s\" is not in %s:\n%s", part, path, text);
	if (absent && strstr(text, absent))
		fail_msg("\"%s\" is in %s:\n%s", absent, path, text);
	free(text);
}

/* Waits until a file of the round's folder is replaced by one that holds the text. */
static void wait_for(struct rig *rig, const char *name, const char *part)
{
	char *folder = NULL, path[64];
	char events[4096];
	int watch = inotify_init1(IN_CLOEXEC);

	assert_true(asprintf(&folder, "%s/state/export/club/round-1", rig->dir) > 0);
	assert_true(inotify_add_watch(watch, folder, IN_MOVED_TO) >= 0);
	snprintf(path, sizeof(path), "round-1/%s", name);
	for (;;) {
		char *text = exported(rig, path);
		bool found = text && strstr(text, part);

		free(text);
		if (found)
			break;
		assert_int_equal(poll(&(struct pollfd){ .fd = watch, .events = POLLIN }, 1, 60000), 1);
		assert_true(read(watch, events, sizeof(events)) > 0);
	}
	close(watch);
	free(folder);
}

/* LiveChess' folder: the round, its games, those that do not begin, results. */
static void a_round_is_exported(void **state)
{
	struct rig *rig = *state;

	rig_open_round(rig, FILE_OF(""), 1, PAIRINGS);
	rig_start_round(rig, CLUB);
	wait_for(rig, "games.pgn", "[White \"Carlsen, Magnus\"]");
	rig_moves(rig, "f2f3 e7e5 g2g4");
	wait_for(rig, "game-1.pgn", "2. g4 {[%clk 0:04:");
	wait_for(rig, "index.json", "\"live\": true"); /* is written behind it, once the game is there */
	has(rig, "round-1/game-1.pgn", "[Event \"Club evening\"] [Site \"Riga\"]", NULL);
	has(rig, "round-1/game-1.pgn",
	    "[Round \"1\"] [White \"Carlsen, Magnus\"] [Black \"Ding, Liren\"] [Result \"*\"]", NULL);
	has(rig, "round-1/game-1.pgn", "[Board \"1\"]", NULL);
	has(rig, "round-1/game-1.pgn", "[WhiteElo \"2830\"]", NULL);
	has(rig, "round-1/game-1.pgn", "[GameId \"club-1.1\"]", NULL);
	has(rig, "round-1/game-2.pgn", "[Result \"1-0\"]", NULL);
	has(rig, "round-1/game-2.pgn", "{Not played: won by forfeit.} 1-0", "{[");
	has(rig, "round-1/index.json", "\"lname\": \"Carlsen\"", NULL);
	has(rig, "round-1/index.json", "\"fideid\": 1503014", NULL);
	has(rig, "round-1/index.json", "\"result\": \"+/-\"", NULL);
	has(rig, "round-1/index.json", "\"live\": true", "Kalns");
	has(rig, "tournament.json", "\"count\": 2", NULL);
	rig_moves(rig, "d8h4");
	rig_wait(rig, "Ruling", "checkmate");
	wait_for(rig, "games.pgn", "Qh4# {");
	has(rig, "round-1/games.pgn", "[GameId \"club-1.2\"]", NULL);
	wait_for(rig, "index.json", "\"result\": \"0-1\"");
	rig_daemon_stop(rig, SIGTERM);
	has(rig, "tournament.json", "\"live\": 0", NULL);
}

/* No file of the export, whatever its name, holds the text. */
static void nowhere(struct rig *rig, const char *text)
{
	char *command = NULL;

	assert_true(asprintf(&command, "grep -rqF -e '%s' %s/state/export", text, rig->dir) > 0);
	assert_int_not_equal(system(command), 0);
	free(command);
}

/* Moves that are not old enough by number are in no file; at the end they are, unless minutes are asked for, too. */
static void moves_are_held_back(void **state)
{
	struct rig *rig = *state;
	int64_t boards;

	rig_open_round(rig, FILE_OF("delay: {moves: 2}\n"), 1, PAIRINGS);
	rig_start_round(rig, CLUB);
	rig_moves(rig, "f2f3 e7e5 g2g4");
	wait_for(rig, "game-1.pgn", "1. f3 {[%clk 0:04:");
	rig_daemon_stop(rig, SIGTERM);
	has(rig, "round-1/game-1.pgn", "[WhiteClock \"0:04:5", NULL);
	has(rig, "round-1/game-1.pgn", "[BlackClock \"0:05:00", NULL); /* Black's move is not shown yet, nor its time */
	nowhere(rig, "e5");
	nowhere(rig, "g4");
	boards = rig_boards_read(rig);
	rig_daemon_start(rig);
	rig_wait_board_read(rig, boards);
	rig_moves(rig, "d8h4");
	rig_wait(rig, "Ruling", "checkmate");
	wait_for(rig, "games.pgn", "Qh4#");
}

static void minutes_hold_back_all(void **state)
{
	struct rig *rig = *state;

	rig_open_round(rig, FILE_OF("delay: {moves: 1, minutes: 1000}\n"), 1, PAIRINGS);
	rig_start_round(rig, CLUB);
	rig_moves(rig, "f2f3 e7e5 g2g4 d8h4");
	rig_wait(rig, "Ruling", "checkmate");
	rig_daemon_stop(rig, SIGTERM);
	has(rig, "round-1/game-1.pgn", "[Result \"*\"]", "f3");
	has(rig, "round-1/index.json", "\"live\": true", "0-1");
	nowhere(rig, "f3");
	nowhere(rig, "checkmate");
	/* the next daemon has forgotten the game, and still holds it back */
	rig_daemon_start(rig);
	rig_daemon_stop(rig, SIGTERM);
	nowhere(rig, "f3");
	has(rig, "round-1/index.json", "\"live\": true", "0-1");
}

static char *record_of(struct rig *rig, const char *game)
{
	sd_bus_error error = SD_BUS_ERROR_NULL;
	sd_bus_message *reply = NULL;
	const char *suffix, *text;
	char *copy;
	int whole;

	if (sd_bus_call_method(rig->bus, NAME, "/org/flagfall1", MANAGER, "Record", &error, &reply, "s", game) < 0)
		fail_msg("%s", error.message);
	assert_return_code(sd_bus_message_read(reply, "sbs", &suffix, &whole, &text), 0);
	assert_string_equal(suffix, "pgn");
	copy = strdup(text);
	sd_bus_message_unref(reply);
	return copy;
}

/* Waits until that file of the round's folder was begun so often. */
static void wait_for_attempts(int watch, const char *name, int times)
{
	_Alignas(struct inotify_event) char events[4096];

	while (times > 0) {
		ssize_t size;

		assert_int_equal(poll(&(struct pollfd){ .fd = watch, .events = POLLIN }, 1, 60000), 1);
		size = read(watch, events, sizeof(events));
		for (char *at = events; at < events + size;) {
			const struct inotify_event *e = (const struct inotify_event *)at;

			times -= e->len && strcmp(e->name, name) == 0;
			at += sizeof(*e) + e->len;
		}
	}
}

/* A file that cannot be written is tried again until it can be, though others of the round were. */
static void what_cannot_be_written_is_tried_again(void **state)
{
	struct rig *rig = *state;
	char *folder = NULL, *path = NULL;
	int watch = inotify_init1(IN_CLOEXEC);

	rig_open_round(rig, FILE_OF(""), 1, PAIRINGS);
	rig_start_round(rig, CLUB);
	wait_for(rig, "game-1.pgn", "[White \"Carlsen, Magnus\"]");
	assert_true(asprintf(&folder, "%s/state/export/club/round-1", rig->dir) > 0);
	assert_true(asprintf(&path, "%s/game-1.pgn", folder) > 0);
	rig_moves(rig, "f2f3");
	wait_for(rig, "game-1.pgn", "1. f3");
	assert_int_equal(unlink(path), 0);
	assert_int_equal(mkdir(path, 0700), 0);
	assert_true(inotify_add_watch(watch, folder, IN_CLOSE_WRITE) >= 0);
	rig_moves(rig, "e7e5");
	wait_for_attempts(watch, "game-1.pgn.tmp", 3);
	assert_int_equal(rmdir(path), 0);
	wait_for(rig, "game-1.pgn", "1. f3 {");
	wait_for(rig, "game-1.pgn", "e5 {");
	wait_for(rig, "games.pgn", "e5 {");
	close(watch);
	free(folder);
	free(path);
}

/* Nor is one given up that the daemon finds missing when it begins. */
static void so_is_a_game_that_is_long_over(void **state)
{
	struct rig *rig = *state;
	char *folder = NULL, *path = NULL;
	int watch = inotify_init1(IN_CLOEXEC);

	rig_open_round(rig, FILE_OF(""), 1, PAIRINGS);
	rig_start_round(rig, CLUB);
	rig_moves(rig, "f2f3 e7e5 g2g4 d8h4");
	rig_wait(rig, "Ruling", "checkmate");
	wait_for(rig, "game-1.pgn", "Qh4# {");
	rig_daemon_stop(rig, SIGTERM);
	assert_true(asprintf(&folder, "%s/state/export/club/round-1", rig->dir) > 0);
	assert_true(asprintf(&path, "%s/game-1.pgn", folder) > 0);
	assert_int_equal(unlink(path), 0);
	assert_int_equal(mkdir(path, 0700), 0);
	assert_true(inotify_add_watch(watch, folder, IN_CLOSE_WRITE) >= 0);
	rig_daemon_start(rig);
	wait_for_attempts(watch, "game-1.pgn.tmp", 2);
	assert_int_equal(rmdir(path), 0);
	wait_for(rig, "game-1.pgn", "Qh4# {");
	close(watch);
	free(folder);
	free(path);
}

/* A game that only the journal has, as its record was. */
static void a_game_that_is_long_over(void **state)
{
	struct rig *rig = *state;
	sd_bus_error error = SD_BUS_ERROR_NULL;
	char *then, *now;

	rig_start(rig, "rulebook", "fide2023-blitz", "time", "300", "white", "Fool", NULL);
	rig_moves(rig, "f2f3 e7e5 g2g4 d8h4");
	rig_wait(rig, "Ruling", "checkmate");
	rig_drain(rig);
	then = record_of(rig, "1");
	assert_non_null(strstr(then, "Qh4#"));
	rig_daemon_stop(rig, SIGTERM);
	rig_daemon_start(rig);
	now = record_of(rig, "1");
	assert_string_equal(now, then);
	free(now);
	free(then);
	assert_true(sd_bus_call_method(rig->bus, NAME, "/org/flagfall1", MANAGER, "Record", &error, NULL, "s", "99") <
		    0);
	assert_string_equal(error.name, "org.flagfall1.Error.NoSuchGame");
	sd_bus_error_free(&error);
}

static char held[96], waits[112]; /* while the first is there, no fsync of the daemon ends but one that it lets go */

static void hold(const char *passes)
{
	FILE *f = fopen(held, "w");

	assert_non_null(f);
	fputs(passes, f);
	assert_int_equal(fclose(f), 0);
}

static int let_go(void **state)
{
	unlink(held);
	return rig_teardown(state);
}

static void hear(struct rig *rig)
{
	if (sd_bus_process(rig->bus, NULL) == 0)
		sd_bus_wait(rig->bus, 10000);
}

static bool is_held(void)
{
	struct stat st;

	return access(waits, F_OK) == 0 && stat(held, &st) == 0 && st.st_size == 0;
}

/* What the bus has by now is heard, though the daemon answers nobody while it is held. */
static void hear_all(struct rig *rig)
{
	assert_return_code(sd_bus_call_method(rig->bus, "org.freedesktop.DBus", "/org/freedesktop/DBus",
					      "org.freedesktop.DBus", "GetId", NULL, NULL, NULL),
			   0);
	while (sd_bus_process(rig->bus, NULL) > 0)
		;
}

/* Lets what is held get on the disk, until the first is told; what comes behind it is held again, unless it went along.
 */
__attribute__((unused)) static void pass(struct rig *rig, const char *first, const char *second)
{
	while (!rig_has_received(rig, "Move", first) && !rig_has_received(rig, "Move", second)) {
		hear(rig);
		if (!is_held())
			continue;
		hear_all(rig);
		if (!rig_has_received(rig, "Move", first))
			hold("1");
	}
	while (!is_held() && !rig_has_received(rig, "Move", second))
		hear(rig);
}

/*
 * Play that does not stop: a move was told, and the next one waits for the disk. The record has what was told, within
 * its second, however long the disk takes; and nothing of the other.
 */
static void play_goes_on_while_the_disk_is_held(void **state)
{
#ifdef __SANITIZE_ADDRESS__
	skip(); /* its library wants to be the first */
#else
	static const struct {
		const char *moves[2], *said[2], *san[2];
	} tries[] = { { { "e2e4", "e7e5" }, { "1 white e2e4", "2 black e7e5" }, { "1. e4 {", "e5" } },
		      { { "g1f3", "b8c6" }, { "3 white g1f3", "4 black b8c6" }, { "2. Nf3 {", "Nc6" } },
		      { { "f1c4", "g8f6" }, { "5 white f1c4", "6 black g8f6" }, { "3. Bc4 {", "Nf6" } },
		      { { "d2d3", "f8c5" }, { "7 white d2d3", "8 black f8c5" }, { "4. d3 {", "Bc5" } },
		      { { "c2c3", "d7d6" }, { "9 white c2c3", "10 black d7d6" }, { "5. c3 {", "d6" } },
		      { { "a2a4", "a7a6" }, { "11 white a2a4", "12 black a7a6" }, { "6. a4 {", "a6" } } };
	struct rig *rig = *state;
	unsigned i = 0;

	snprintf(held, sizeof(held), "%s/held", rig->dir);
	snprintf(waits, sizeof(waits), "%s.waits", held);
	rig_daemon_start_with(rig, DISK_FAULTS, "FAULTS_SYNC_HOLD", held, NULL);
	assert_return_code(sd_bus_call_method(rig->bus, NAME, "/org/flagfall1/board/SIM_2d0001", "org.flagfall1.Board",
					      "Subscribe", NULL, NULL, NULL),
			   0);
	rig_open_round(rig, FILE_OF(""), 1, PAIRINGS);
	rig_start_round(rig, CLUB);
	wait_for(rig, "games.pgn", "[White \"Carlsen, Magnus\"]");
	for (;; i++) { /* on a busy machine both may get on the disk together */
		char *text;
		bool alone;

		assert_true(i < sizeof(tries) / sizeof(tries[0]));
		hold("");
		rig_moves(rig, tries[i].moves[0]);
		rig_wait(rig, "Event", "press   white");
		rig_moves(rig, tries[i].moves[1]);
		rig_wait(rig, "Event", "press   black");
		pass(rig, tries[i].said[0], tries[i].said[1]);
		wait_for(rig, "games.pgn", tries[i].san[0]);
		text = exported(rig, "round-1/game-1.pgn");
		alone = strstr(text, tries[i].san[0]) && !strstr(text, tries[i].san[1]);
		free(text);
		if (alone)
			break;
		unlink(held);
		rig_wait(rig, "Move", tries[i].said[1]); /* it was told, too */
	}
	has(rig, "round-1/game-1.pgn", "[Termination \"unterminated\"]", NULL);
	unlink(held);
	wait_for(rig, "game-1.pgn", tries[i].san[1]);
#endif
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_round_is_exported, rig_setup, rig_teardown),
		cmocka_unit_test_setup_teardown(moves_are_held_back, rig_setup, rig_teardown),
		cmocka_unit_test_setup_teardown(minutes_hold_back_all, rig_setup, rig_teardown),
		cmocka_unit_test_setup_teardown(what_cannot_be_written_is_tried_again, rig_setup, rig_teardown),
		cmocka_unit_test_setup_teardown(so_is_a_game_that_is_long_over, rig_setup, rig_teardown),
		cmocka_unit_test_setup_teardown(a_game_that_is_long_over, rig_setup, rig_teardown),
		cmocka_unit_test_setup_teardown(play_goes_on_while_the_disk_is_held, rig_setup_bare, let_go),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
