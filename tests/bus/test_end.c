/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * SIGTERM in every state: it ends in order, what was heard is on disk, and what was not is told. How long it took is
 * said beside; a second is what may be asked of it.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tests/bus/rig-journal.h"

#define BOARD_PATH "/org/flagfall1/board/SIM_2d0001"

static int64_t monotonic_ms(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * INT64_C(1000) + ts.tv_nsec / 1000000;
}

/* Asks it to end, and waits until it has: with that status. */
static void end_with(struct rig *rig, const char *while_what, int expected)
{
	int64_t start = monotonic_ms();
	int status = 0;

	assert_return_code(kill(rig->daemon_pid, SIGTERM), errno);
	assert_int_equal(waitpid(rig->daemon_pid, &status, 0), rig->daemon_pid);
	rig->daemon_pid = 0;
	print_message("# ended after %lld ms: %s\n", (long long)(monotonic_ms() - start), while_what);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), expected);
}

/* In order. */
static void end(struct rig *rig, const char *while_what)
{
	end_with(rig, while_what, EXIT_SUCCESS);
}

static void watch_board(struct rig *rig)
{
	assert_return_code(sd_bus_call_method(rig->bus, "org.flagfall1", BOARD_PATH, "org.flagfall1.Board", "Subscribe",
					      NULL, NULL, NULL),
			   0);
}

static void begin(struct rig *rig)
{
	rig_start(rig, "rulebook", "fide2023-blitz", "time", "300", NULL);
	watch_board(rig);
	rig_moves(rig, "e2e4 e7e5");
	rig_wait_committed(rig, "2 black e7e5");
}

static void beside_a_board_that_answers_nothing(void **state)
{
	struct rig *rig = *state;

	begin(rig);
	sim_set_fault(rig->sim, SIM_FAULT_MUTE);
	rig_moves(rig, "g1f3"); /* its clock is to show it */
	rig_wait_committed(rig, "3 white g1f3");
	end(rig, "a board is mute");
	assert_int_equal(rig_rows(rig, "input", "press"), 3);
}

static sqlite3 *lock(struct rig *rig)
{
	sqlite3 *db = NULL;
	char path[112];

	snprintf(path, sizeof(path), "%s/state/journal/journal.db", rig->dir);
	assert_int_equal(sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE, NULL), SQLITE_OK);
	sqlite3_busy_timeout(db, 20000);
	assert_int_equal(sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
	return db;
}

static void unlock(sqlite3 *db)
{
	assert_int_equal(sqlite3_exec(db, "COMMIT", NULL, NULL, NULL), SQLITE_OK);
	sqlite3_close(db);
}

/* The first signal of these, after so many; how many there are if none is. */
static size_t place_of(struct rig *rig, size_t after, const char *member, const char *text, const char *state)
{
	size_t i = after;

	while (i < rig->count && !(strcmp(rig->received[i].member, member) == 0 &&
				   strstr(rig->received[i].text, text) && strstr(rig->received[i].text, state)))
		i++;
	return i;
}

struct turn {
	const char *move, *heard, *press, *lift;
	char piece;
};

/* A turn while the journal is locked, and a piece of the same side lifted behind it; true: read before it was given up.
 */
static bool is_read_beside_a_lock(struct rig *rig, const struct turn *turn)
{
	sqlite3 *other = lock(rig);
	size_t before, read, given_up;
	char lifted[16];

	snprintf(lifted, sizeof(lifted), "lift %s", turn->lift);
	rig->seen = before = rig->count;
	rig_moves(rig, turn->move);
	rig_wait(rig, "Event", turn->press); /* so the journal is being written */
	rig_lift(rig, turn->lift);
	rig_wait(rig, "Event", lifted);
	read = place_of(rig, before, "Event", lifted, "");
	given_up = place_of(rig, before, "PropertiesChanged", "org.flagfall1.Manager", "");
	assert_int_equal(place_of(rig, before, "Move", turn->heard, "committed"), rig->count);
	unlock(other);
	rig_wait_committed(rig, turn->heard);
	rig_place(rig, turn->lift, turn->piece);
	rig_settle(rig);
	rig_drain(rig);
	return read < given_up;
}

/*
 * The board is read before the journal is given up on, and the press is heard when it can be written. How long a lock
 * is waited for is real time: where a machine is so busy that this test needs longer, nothing is shown, and it is done
 * again. Were the lock waited for by who reads the boards, each time would be like that.
 */
static void another_programs_lock_holds_up_nobody(void **state)
{
	static const struct turn turns[] = {
		{ "g1f3", "3 white g1f3", "press   white", "b1", 'N' },
		{ "g8f6", "4 black g8f6", "press   black", "b8", 'n' },
		{ "f3g1", "5 white f3g1", "press   white", "b1", 'N' },
		{ "f6g8", "6 black f6g8", "press   black", "b8", 'n' },
		{ "g1f3", "7 white g1f3", "press   white", "b1", 'N' },
		{ "g8f6", "8 black g8f6", "press   black", "b8", 'n' },
	};
	struct rig *rig = *state;
	size_t i = 0;

	begin(rig);
	while (!is_read_beside_a_lock(rig, &turns[i]))
		assert_true(++i < sizeof(turns) / sizeof(turns[0]));
}

static void while_another_program_has_the_lock(void **state)
{
	struct rig *rig = *state;
	sqlite3 *other;

	begin(rig);
	other = lock(rig);
	rig_moves(rig, "g1f3");
	rig_wait(rig, "Event", "press   white");
	end_with(rig, "another program has locked the journal", EXIT_FAILURE); /* and a press is lost */
	unlock(other);
	assert_int_equal(rig_rows(rig, "input", "press"), 2);
}

/* Undecided for a hundred milliseconds or more: see test_search.c. */
#define LONG "2k5/p1p1p1p1/P1P1P1P1/2p1p2K/8/8/2P1P1P1/8 w - - 0 1"
#define SQUARES "..k.....p.p.p.p.P.P.P.P...p.p..K..................P.P.P........."

static void while_a_search_runs(void **state)
{
	struct rig *rig = *state;
	char squares[65];

	for (int row = 0; row < 8; row++)
		memcpy(squares + (7 - row) * 8, &SQUARES[row * 8], 8);
	squares[64] = '\0';
	sim_set_squares(rig->sim, squares);
	rig_start(rig, "rulebook", "fide2023-standard", "time", "60", "fen", LONG, NULL);
	rig_time(rig, 62000000);
	rig_wait(rig, "Ruling", "win flag 0-1");
	end(rig, "a search runs");
	assert_int_equal(rig_rows(rig, "ruling", "0-1"), 1);
}

/* A serial line at which nobody answers. The caller closes it; path: its other end. */
static int open_silent_line(char path[static 64])
{
	int fd = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);

	assert_return_code(fd, errno);
	assert_return_code(grantpt(fd), errno);
	assert_return_code(unlockpt(fd), errno);
	assert_int_equal(ptsname_r(fd, path, 64), 0);
	return fd;
}

/* Its opening asks as each maker's board, and waits seconds for each; the disk is not to blame for that. */
static void while_a_silent_line_is_opened(void **state)
{
	static const char *const schemes[] = { "find", "cpp", "dgt", "chessnut", "certabo", "millennium" };
	struct rig *rig = *state;
	char path[64], uri[96];
	char *extra[] = { "--disk-patience", "1", "--board", uri, NULL };

	rig->extra = extra;
	for (size_t i = 0; i < sizeof(schemes) / sizeof(*schemes); i++) {
		int line = open_silent_line(path);
		char what[120];

		snprintf(uri, sizeof(uri), "%s:%s", schemes[i], path);
		snprintf(what, sizeof(what), "%s is opened", uri);
		rig_daemon_start(rig);
		end(rig, what);
		close(line);
	}
	rig->extra = NULL;
}

#ifndef __SANITIZE_ADDRESS__
static int setup_slow(void **state)
{
	struct rig *rig;

	rig_setup_bare(state);
	rig = *state;
	rig_daemon_start_with(rig, DISK_FAULTS, "FAULTS_SYNC_MS", "200", NULL);
	return 0;
}

static void on_a_slow_disk(void **state)
{
	struct rig *rig = *state;
	int64_t boards;

	begin(rig);
	rig_lift(rig, "g1");
	rig_place(rig, "f3", 'N');
	rig_settle(rig);
	end(rig, "the disk takes 200 ms");
	boards = rig_boards_read(rig);
	rig_daemon_start(rig);
	rig_wait_board_read(rig, boards);
	rig_press(rig, SBW_SIDE_WHITE, 4000000);
	rig_wait(rig, "Move", "3 white g1f3");
}
#endif

#define road(name) cmocka_unit_test_setup_teardown(name, rig_setup, rig_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		road(beside_a_board_that_answers_nothing),
		road(another_programs_lock_holds_up_nobody),
		road(while_another_program_has_the_lock),
		road(while_a_search_runs),
		cmocka_unit_test_setup_teardown(while_a_silent_line_is_opened, rig_setup_bare, rig_teardown),
#ifndef __SANITIZE_ADDRESS__
		cmocka_unit_test_setup_teardown(on_a_slow_disk, setup_slow, rig_teardown),
#endif
	};

	return cmocka_run_group_tests_name("end", tests, NULL, NULL);
}
