// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A flag falls and whether the opponent can still win is not known at once: the loss is received at once, and the draw
 * that takes its place when the daemon's thread has found that nobody can win.
 */
#include <ctype.h>
#include <signal.h>
#include <stdio.h>

#include "tests/bus/rig-journal.h"

/* Undecided within GAME_EVENT_NODES. Nobody can win: known in 10 ms, … */
#define WALL "2k5/p1p1p1p1/P1P1P1P1/2p1P2K/8/8/2P1P3/8 w - - 0 1"
/* … in a hundred or more, so that what happens right after the loss happens while it is searched. */
#define LONG "2k5/p1p1p1p1/P1P1P1P1/2p1p2K/8/8/2P1P1P1/8 w - - 0 1"
/* After Kf1 White, and Black, can win. */
#define OPEN "4k3/4b3/3p1p2/3PbP2/3pBp2/3P1P2/4B3/4K3 w - - 0 1"

static void begin(struct rig *rig, const char *fen)
{
	char squares[65] = "";

	for (int row = 0; row < 8; row++)
		for (int column = 0; column < 8; fen++) {
			if (isdigit((unsigned char)*fen)) {
				memset(squares + (7 - row) * 8 + column, '.', (size_t)(*fen - '0'));
				column += *fen - '0';
			} else if (*fen != '/') {
				squares[(7 - row) * 8 + column++] = *fen;
			}
		}
	sim_set_squares(rig->sim, squares);
}

/* A minute goes by and nobody moves. */
static void let_the_flag_fall(struct rig *rig, const char *fen)
{
	begin(rig, fen);
	rig_start(rig, "rulebook", "fide2023-standard", "time", "60", "fen", fen, NULL);
	rig_time(rig, 62000000);
}

/* White makes a move after which it is not known who can still win; the arbiter hears what is found. */
static void white_moves_and_it_is_searched(struct rig *rig)
{
	begin(rig, OPEN);
	rig_start(rig, "rulebook", "fide2023-standard", "time", "60", "fen", OPEN, NULL);
	rig_subscribe_arbiter(rig);
	rig_moves(rig, "e1f1");
}

static int64_t result_on_disk(struct rig *rig, const char *result)
{
	return rig_games(rig, NULL, result); /* over, or recorded already */
}

static int64_t answers(struct rig *rig)
{
	return rig_rows(rig, "input", "\"answer\"");
}

static void the_draw_takes_the_place_of_the_loss(void **state)
{
	struct rig *rig = *state;
	char *result, *path, *text;
	int64_t rulings;

	let_the_flag_fall(rig, WALL);
	rig_wait(rig, "Ruling", "win flag 0-1");
	rig_wait(rig, "Ruling", "draw flag-cannot-mate 1/2-1/2");
	rig_wait(rig, "PropertiesChanged", NULL);
	assert_int_equal(result_on_disk(rig, "1/2-1/2"), 1);
	assert_int_equal(answers(rig), 1);
	rulings = rig_rows(rig, "ruling", NULL);
	result = rig_property(rig, GAME, "Result");
	assert_string_equal(result, "1/2-1/2");
	free(result);
	path = rig_property(rig, GAME, "PgnPath");
	rig_daemon_stop(rig, SIGTERM); /* the record is written when there is time, at the latest now */
	text = rig_read_file(path);
	assert_non_null(strstr(text, "[Result \"1/2-1/2\"]"));
	free(text);
	free(path);

	rig_daemon_start(rig);
	assert_int_equal(rig_rows(rig, "ruling", NULL), rulings);
	assert_int_equal(result_on_disk(rig, "1/2-1/2"), 1);
	begin(rig, OPEN);
	rig_start(rig, "rulebook", "fide2023-standard", "time", "60", "fen", OPEN, NULL); /* the board is free */
}

/* After a restart: heard, unless the machine was so busy that it was found before the end or before there was a name.
 */
static void the_draw_comes(struct rig *rig)
{
	if (!result_on_disk(rig, "1/2-1/2"))
		rig_wait(rig, "Ruling", "draw flag-cannot-mate 1/2-1/2");
	assert_int_equal(result_on_disk(rig, "1/2-1/2"), 1);
}

/* Killed between the loss and the answer: the next daemon goes on searching. */
static void killed_while_it_searches(void **state)
{
	struct rig *rig = *state;

	let_the_flag_fall(rig, LONG);
	rig_wait(rig, "Ruling", "win flag 0-1");
	rig_daemon_stop(rig, SIGKILL);
	assert_int_equal(result_on_disk(rig, "0-1"), 0);
	rig_daemon_start(rig);
	the_draw_comes(rig);
	assert_int_equal(rig_rows(rig, "ruling", "flag"), 2);
	rig_daemon_stop(rig, SIGKILL);
	rig_daemon_start(rig);
	assert_int_equal(result_on_disk(rig, "1/2-1/2"), 1);
}

/* The arbiter alone learns of the doubt and of the answer; the journal has it, so that nothing is searched twice. */
static void what_can_be_won_is_told_to_the_arbiter(void **state)
{
	struct rig *rig = *state;

	white_moves_and_it_is_searched(rig);
	rig_wait(rig, "Observed", "undecided");
	rig_wait(rig, "Observed", "can-win");
	rig_drain(rig);
	assert_false(rig_has_heard(rig, "Published", "undecided"));
	assert_false(rig_has_heard(rig, "Published", "can-win"));
	assert_false(rig_has_heard(rig, "Ruling", "draw"));
	rig_moves(rig, "e8f8");
	rig_wait(rig, "Move", "2 black e8f8 5k2/4b3/3p1p2/3PbP2/3pBp2/3P1P2/4B3/5K2 committed");
	assert_true(answers(rig) >= 1);
	rig_restart(rig, SIGKILL);
	rig_moves(rig, "f1e1");
	rig_wait(rig, "Move", "3 white f1e1");
}

/* Told to leave while it searches, it leaves; the search is the next daemon's. */
static void stopped_while_it_searches(void **state)
{
	struct rig *rig = *state;

	let_the_flag_fall(rig, LONG);
	rig_wait(rig, "Ruling", "win flag 0-1");
	rig_daemon_stop(rig, SIGTERM);
	rig_daemon_start(rig);
	the_draw_comes(rig);
}

/* How many inputs are earlier than the one before them. */
static unsigned in_disorder(struct rig *rig)
{
	char *rows = rig_rows_text(rig, rig->game, "input"), *rest = rows, *row;
	int64_t before_us = INT64_MIN;
	unsigned count = 0;

	while ((row = strsep(&rest, "\n")) && *row) {
		json_t *o = json_loads(row, 0, NULL);
		int64_t t_us = json_integer_value(json_object_get(o, "t_us"));

		assert_true(json_is_integer(json_object_get(o, "t_us")));
		count += t_us < before_us;
		before_us = t_us;
		json_decref(o);
	}
	free(rows);
	return count;
}

/* By the machine's clock: the answer waits until no press made before it can still be on its way, and changes no
 * press's time. */
static void by_the_machines_clock(void **state)
{
	struct rig *rig = *state;

	white_moves_and_it_is_searched(rig);
	rig_wait(rig, "Observed", "can-win");
	rig_moves(rig, "e8f8");
	rig_wait(rig, "Move", "2 black e8f8 5k2/4b3/3p1p2/3PbP2/3pBp2/3P1P2/4B3/5K2 committed");
	rig_drain(rig);
	assert_false(rig_has_heard(rig, "Observed", "\"late\""));
	assert_int_equal(in_disorder(rig), 0);
}

/* Whatever has come; the daemon is not asked, who answers when it has time. */
static bool is_answered(struct rig *rig)
{
	while (sd_bus_process(rig->bus, NULL) > 0)
		;
	for (size_t i = 0; i < rig->count; i++)
		if (strcmp(rig->received[i].member, "Observed") == 0 && strstr(rig->received[i].text, "can-win"))
			return true;
	return false;
}

/* What is touched while it is searched is at its own time, before the answer or behind it. */
static void a_piece_is_lifted_while_it_is_searched(void **state)
{
	struct rig *rig = *state;

	white_moves_and_it_is_searched(rig);
	rig_wait(rig, "Observed", "undecided");
	while (!is_answered(rig)) {
		rig_lift(rig, "e8");
		rig_place(rig, "e8", 'k');
		rig_settle(rig);
	}
	rig_lift(rig, "e8");
	rig_place(rig, "f8", 'k');
	rig_press(rig, SBW_SIDE_BLACK, (int64_t)sim_time(rig->sim) + 100000);
	rig_wait_committed(rig, "2 black e8f8");
	rig_drain(rig);
	assert_false(rig_has_heard(rig, "Observed", "\"late\""));
	assert_int_equal(in_disorder(rig), 0);
}

#define host_road(name) cmocka_unit_test_setup_teardown(name, rig_setup_host, rig_teardown)
#define road(name) cmocka_unit_test_setup_teardown(name, rig_setup, rig_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		road(the_draw_takes_the_place_of_the_loss),
		road(killed_while_it_searches),
		road(what_can_be_won_is_told_to_the_arbiter),
		road(stopped_while_it_searches),
		host_road(by_the_machines_clock),
		host_road(a_piece_is_lifted_while_it_is_searched),
	};

	return cmocka_run_group_tests_name("search", tests, NULL, NULL);
}
