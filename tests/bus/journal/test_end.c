/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * SIGTERM in every state: it ends in order, what was heard is on disk, and what was not is told. How long it took is
 * said beside; a second is what may be asked of it.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "libboard/drivers.h"
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

static void open_silently(struct rig *rig, const char *scheme)
{
	char path[64], uri[96], what[120];
	char *extra[] = { "--disk-patience", "1", "--board", uri, NULL };
	int line = open_silent_line(path);

	rig->extra = extra;
	snprintf(uri, sizeof(uri), "%s:%s", scheme, path);
	snprintf(what, sizeof(what), "%s is opened", uri);
	rig_daemon_start(rig);
	end(rig, what);
	close(line);
	rig->extra = NULL;
}

/* Its opening asks as each maker's board, and waits seconds for each; the disk is not to blame for that. */
static void while_a_silent_line_is_opened(void **state)
{
	open_silently(*state, "find");
	for (const struct board_driver *const *driver = board_drivers; *driver; driver++)
		if ((*driver)->name)
			open_silently(*state, (*driver)->scheme);
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
		road(while_a_search_runs),
		cmocka_unit_test_setup_teardown(while_a_silent_line_is_opened, rig_setup_bare, rig_teardown),
#ifndef __SANITIZE_ADDRESS__
		cmocka_unit_test_setup_teardown(on_a_slow_disk, setup_slow, rig_teardown),
#endif
	};

	return cmocka_run_group_tests_name("end", tests, NULL, NULL);
}
