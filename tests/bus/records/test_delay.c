/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * An event that shows its games two moves and ten hours late. Hours pass when the test says so
 * (tests/faults/clock-shift.c), and at each of them every file of the export is searched: nothing in it is younger, and
 * what is old enough is there, though nobody plays. Over a kill, and for a game that is long over, too. All of it once
 * more while the wall clock is set forwards and back: hours pass by no clock that people set.
 */
#include <ftw.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "tests/bus/rig-round.h"

#define NAME "org.flagfall1"
#define CLUB "/org/flagfall1/event/club"

#define HOUR_US INT64_C(3600000000)
#define SECOND_US INT64_C(1000000)
#define LATE_MOVES 2
#define LATE_HOURS 10
#define DAY_US (24 * HOUR_US)
#define YEARS_US (20 * 365 * DAY_US)
#define PATIENCE 2000 /* tries, each a second of the shifted clock: far less than the hour between any two instants */

#define EVENT_FILE \
	"id: club\nname: Club evening\nsite: Riga\ndates: [2026-11-22]\nrulebook: fide2023-standard\ntime: 720000\n" \
	"delay: {moves: 2, minutes: 600}\nboards:\n- {number: 1, board: " RIG_SERIAL "}\n"
#define PAIRINGS "board,white,black\n1,\"White, W\",\"Black, B\"\n"

/* Each move has a notation that no other text of the export has. */
static const struct {
	const char *uci, *san;
	unsigned hours; /* since the one before */
} moves[] = { { "a2a4", " a4 ", 1 },  { "a7a5", " a5 ", 1 },  { "a1a3", " Ra3 ", 3 }, { "a8a6", " Ra6 ", 12 },
	      { "a3b3", " Rb3 ", 1 }, { "a6c6", " Rc6 ", 1 }, { "b1a3", " Na3 ", 5 }, { "b8a6", " Na6 ", 7 },
	      { "f2f3", " f3 ", 2 },  { "e7e5", " e5 ", 30 }, { "g2g4", " g4 ", 1 },  { "d8h4", " Qh4# ", 1 } };

#define PLIES ((unsigned)(sizeof(moves) / sizeof(moves[0])))

static char shift_path[96];
static int64_t
	ahead_us[2]; /* hours that have passed, and seconds that were waited; by how much the wall clock was set */
static bool is_set;  /* it is, at each move */
static unsigned hours, made[PLIES], played;
static bool over;

/* --- time --- */

static void write_shift(void)
{
	FILE *f = fopen(shift_path, "r+");

	assert_non_null(f);
	assert_int_equal(fwrite(ahead_us, sizeof(ahead_us), 1, f), 1);
	assert_int_equal(fclose(f), 0);
}

static void shift(int64_t us)
{
	ahead_us[0] += us;
	write_shift();
}

static void set_wall_clock(int64_t us)
{
	if (!is_set)
		return;
	ahead_us[1] += us;
	write_shift();
}

static void start_daemon(struct rig *rig)
{
	rig_daemon_start_with(rig, CLOCK_SHIFT, "CLOCK_SHIFT", shift_path, NULL);
}

/* --- what may be shown --- */

static bool is_all_old(void)
{
	return over && hours - made[PLIES - 1] >= LATE_HOURS;
}

static unsigned old_enough(void)
{
	unsigned n = 0;

	if (is_all_old())
		return PLIES;
	while (n + LATE_MOVES < played && hours - made[n] >= LATE_HOURS)
		n++;
	return n;
}

/* --- the export --- */

static unsigned files, least, most; /* plies in its records */

static bool holds(const char *text, const char *word, const char *path, bool may)
{
	const char *at = strstr(text, word);

	if (at && !may)
		fail_msg("hour %u, %u plies: \"%s\" is in %s:\n%s", hours, played, word, path, text);
	return at;
}

static int search(const char *path, const struct stat *st, int type, struct FTW *where)
{
	char *text = type == FTW_F ? rig_read_file(path) : NULL;
	unsigned plies = 0, may = old_enough();

	if (!text)
		return 0;
	files++;
	for (char *c = text; *c; c++)
		if (*c == '\n')
			*c = ' ';
	for (const char *clk = text; (clk = strstr(clk, "%clk")); clk++)
		plies++;
	for (unsigned i = may; i < PLIES; i++)
		holds(text, moves[i].san, path, false);
	holds(text, "0-1", path, is_all_old());
	holds(text, "mate", path, is_all_old());
	if (strstr(path, ".pgn")) {
		assert_true(plies <= may);
		least = plies < least ? plies : least;
		most = plies > most ? plies : most;
	}
	free(text);
	return 0;
}

static void search_all(struct rig *rig)
{
	char folder[96];

	snprintf(folder, sizeof(folder), "%s/state/export", rig->dir);
	files = most = 0;
	least = PLIES;
	nftw(folder, search, 8, FTW_PHYS);
}

/* Searched again and again until all is there that is old enough; a second passes each time, and the daemon is woken.
 */
static void look(struct rig *rig)
{
	unsigned tries = 0;

	do {
		assert_true(tries++ < PATIENCE);
		shift(SECOND_US);
		assert_return_code(sd_bus_call_method(rig->bus, NAME, "/org/flagfall1", "org.flagfall1.Manager",
						      "ListGames", NULL, NULL, NULL),
				   0);
		search_all(rig);
	} while (files < 4 || least < old_enough());
	assert_int_equal(most, old_enough());
}

static void pass(struct rig *rig, unsigned so_many)
{
	for (; so_many > 0; so_many--) {
		shift(HOUR_US);
		hours++;
		look(rig);
	}
}

static void play(struct rig *rig)
{
	static const int64_t sets[] = { HOUR_US, -2 * HOUR_US, DAY_US, -2 * DAY_US, YEARS_US, -2 * YEARS_US };
	char turn[32];

	pass(rig, moves[played].hours);
	set_wall_clock(sets[played % 6]);
	look(rig);
	snprintf(turn, sizeof(turn), "%u %s %s", played + 1, played % 2 ? "black" : "white", moves[played].uci);
	rig_move(rig, moves[played].uci, hours * HOUR_US, true);
	rig_wait_committed(rig, turn);
	made[played++] = hours;
	if (played == PLIES) {
		rig_wait(rig, "Ruling", "checkmate");
		over = true;
	}
	look(rig);
}

static void restart(struct rig *rig, int64_t set_us)
{
	int64_t boards;

	rig_daemon_stop(rig, SIGKILL);
	search_all(rig);
	set_wall_clock(set_us);
	boards = rig_boards_read(rig);
	start_daemon(rig);
	if (!over)
		rig_wait_board_read(rig, boards);
	look(rig);
}

static void play_all(void **state)
{
#ifdef __SANITIZE_ADDRESS__
	skip(); /* its library wants to be the first */
#else
	struct rig *rig = *state;

	snprintf(shift_path, sizeof(shift_path), "%s/shift", rig->dir);
	fclose(fopen(shift_path, "w"));
	memset(ahead_us, 0, sizeof(ahead_us));
	hours = played = 0;
	over = false;
	assert_int_equal(truncate(shift_path, sizeof(ahead_us)), 0);
	start_daemon(rig);
	rig_open_round(rig, EVENT_FILE, 1, PAIRINGS);
	rig_start_round(rig, CLUB);
	while (played < PLIES) {
		play(rig);
		if (played == 6)
			restart(rig, YEARS_US);
		if (played == 9)
			restart(rig, -YEARS_US);
	}
	pass(rig, LATE_HOURS - 2);
	assert_return_code(sd_bus_call_method(rig->bus, NAME, CLUB, "org.flagfall1.Event", "Close", NULL, NULL,
					      "ua{sv}", 1, 0),
			   0);
	restart(rig, DAY_US); /* now only the journal has it, and the round is closed */
	assert_int_equal(most, 10);
	pass(rig, 1);
	restart(rig, -2 * DAY_US);
	pass(rig, 1);
	assert_int_equal(least, PLIES);
#endif
}

static void at_every_hour_nothing_is_younger(void **state)
{
	is_set = false;
	play_all(state);
}

static void nor_is_it_when_the_wall_clock_is_set(void **state)
{
	is_set = true;
	play_all(state);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(at_every_hour_nothing_is_younger, rig_setup_bare, rig_teardown),
		cmocka_unit_test_setup_teardown(nor_is_it_when_the_wall_clock_is_set, rig_setup_bare, rig_teardown),
	};

	return cmocka_run_group_tests_name("delay", tests, NULL, NULL);
}
