/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The daemon is killed in mid-game and started again: same position, same clocks, same rulings. */
#include <signal.h>
#include <stdio.h>

#include "tests/bus/rig-journal.h"

struct snapshot {
	char *placement, *ruling, *to_move;
	int64_t white, black, instant, rulings, inputs;
};

static struct snapshot look(struct rig *rig)
{
	return (struct snapshot){
		.placement = rig_property(rig, GAME, "Placement"),
		.ruling = rig_property(rig, GAME, "Ruling"),
		.to_move = rig_property(rig, GAME, "ToMove"),
		.white = rig_number(rig, CLOCK, "WhiteUs"),
		.black = rig_number(rig, CLOCK, "BlackUs"),
		.instant = rig_number(rig, CLOCK, "Instant"),
		.rulings = rig_rows(rig, "ruling", NULL),
	};
}

static void expect_same(const struct snapshot *a, const struct snapshot *b)
{
	assert_string_equal(a->placement, b->placement);
	assert_string_equal(a->ruling, b->ruling);
	assert_string_equal(a->to_move, b->to_move);
	assert_int_equal(a->white, b->white);
	assert_int_equal(a->black, b->black);
	assert_int_equal(a->instant, b->instant);
	assert_int_equal(a->rulings, b->rulings);
}

static void done(struct snapshot *s)
{
	free(s->placement);
	free(s->ruling);
	free(s->to_move);
}

static void killed_between_moves(void **state)
{
	struct rig *rig = *state;
	struct snapshot before, after;

	rig_start(rig, "rulebook", "fide2023-blitz", "time", "180+2", NULL);
	rig_moves(rig, "e2e4 e7e5 g1f3 b8c6");
	rig_wait(rig, "Move", "4 black b8c6");
	rig_drain(rig);
	before = look(rig);
	rig_restart(rig, SIGKILL);
	after = look(rig);
	expect_same(&before, &after);
	done(&before);
	done(&after);

	/* time went on running while nobody looked, and the game goes on */
	rig_time(rig, 30000000);
	rig_moves(rig, "f1b5");
	rig_wait(rig, "Move", "5 white f1b5");
	rig_drain(rig);
	assert_int_equal(rig_number(rig, CLOCK, "Instant"), 31000000);
	assert_int_equal(rig_number(rig, CLOCK, "WhiteUs") + rig_number(rig, CLOCK, "BlackUs"),
			 360000000 + 5 * 2000000 - 31000000);
}

/* White's second move and its press happen while the daemon is dead. */
static void play_while_nobody_looks(struct rig *rig)
{
	int64_t boards;

	rig_start(rig, "rulebook", "fide2023-blitz", "time", "300", NULL);
	rig_moves(rig, "e2e4 e7e5");
	rig_wait(rig, "Move", "2 black e7e5");
	rig_drain(rig); /* with its press */
	rig_daemon_stop(rig, SIGKILL);
	boards = rig_boards_read(rig);
	rig_move(rig, "g1f3", 5000000, true);
	rig_daemon_start(rig);
	rig_wait_board_read(rig, boards);
}

/* The whole board tells of them, and whose lever is down. */
static void played_while_nobody_looked(void **state)
{
	struct rig *rig = *state;

	play_while_nobody_looks(rig);
	rig_moves(rig, "b8c6");
	rig_wait(rig, "Move", "4 black b8c6");
	assert_true(rig_has_heard(rig, "Move", "3 white g1f3") || rig_number(rig, CLOCK, "Instant") > 5000000);
}

/*
 * The book cites other articles for a move that completes one that nobody pressed (FIDE 6.2.1.2): a press that the
 * whole board tells of came after its move, and nobody's move is completed by the next one.
 */
static void a_press_that_nobody_saw_was_one(void **state)
{
	struct rig *rig = *state;

	play_while_nobody_looks(rig);
	rig_moves(rig, "b8c6 f1b5");
	rig_wait(rig, "Move", "5 white f1b5");
	rig_drain(rig);
	assert_true(rig_has_heard(rig, "Ruling", "6.2.1"));
	assert_false(rig_has_heard(rig, "Ruling", "6.2.1.2"));
}

/* What was ruled before the kill is ruled after it: a second illegal move counts as the second. */
static void killed_after_a_penalty(void **state)
{
	struct rig *rig = *state;

	rig_start(rig, "rulebook", "fide2023-blitz", "time", "300", NULL);
	rig_moves_judged(rig, "e2e4 e7e5 e1e3");
	rig_drain(rig);
	if (!rig_has_heard(rig, "Ruling", "move-illegal"))
		json_decref(rig_ask(rig, GAME, "Claim", "ssa{sv}", "black", "illegal-move", 0));
	rig_wait(rig, "Ruling", "move-illegal");
	rig_lift(rig, "e3");
	rig_place(rig, "e1", 'K');
	rig_settle(rig);
	/* the correction left the clocks alone: the arbiter starts White's again */
	json_decref(rig_ask(rig, GAME, "Pause", NULL));
	json_decref(rig_ask(rig, GAME, "Resume", "s", "white"));
	rig_restart(rig, SIGKILL);
	rig_drain(rig);
	rig->seen = rig->count;
	rig_moves_judged(rig, "e1e3");
	rig_drain(rig);
	if (!rig_has_heard(rig, "Ruling", "0-1"))
		json_decref(rig_ask(rig, GAME, "Claim", "ssa{sv}", "black", "illegal-move", 0));
	rig_wait(rig, "Ruling", "win illegal-limit 0-1");
}

static void finished_games_stay_finished(void **state)
{
	struct rig *rig = *state;

	rig_start(rig, "rulebook", "fide2023-blitz", "time", "300", NULL);
	rig_moves(rig, "f2f3 e7e5 g2g4 d8h4");
	rig_wait(rig, "Ruling", "checkmate");
	rig_daemon_stop(rig, SIGKILL);
	rig_daemon_start(rig);
	sim_set_squares(rig->sim, "RNBQKBNRPPPPPPPP................................pppppppprnbqkbnr");
	rig_start(rig, "rulebook", "fide2023-blitz", "time", "300", NULL); /* the board is free */
}

/* Two daemons on one journal would rule the same game twice. */
static void second_daemon_is_refused(void **state)
{
	struct rig *rig = *state;
	char command[400];

	snprintf(command, sizeof(command), "%s --bus %s --state %s/state --no-udev 2>/dev/null", RIG_DAEMON,
		 rig->address, rig->dir);
	assert_int_not_equal(system(command), 0);
	rig_start(rig, NULL);
}

#define road(name) cmocka_unit_test_setup_teardown(name, rig_setup, rig_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		road(killed_between_moves),   road(played_while_nobody_looked),	  road(a_press_that_nobody_saw_was_one),
		road(killed_after_a_penalty), road(finished_games_stay_finished), road(second_daemon_is_refused),
	};

	return cmocka_run_group_tests_name("recovery", tests, NULL, NULL);
}
