/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a turn in doubt was is decided by naming one of its readings, in both games. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "rules/arbiter.h"

static struct rulebook *book;
static struct arbiter *arbiter;
static struct arbiter_view view;
static struct ruling_list ruled;
static const struct game *game;

static void begin(const struct game *of, const char *rulebook, const char *fen)
{
	struct arbiter_setup setup = {
		.game = of,
		.options = { .flag_auto = 1, .illegal_auto = 1, .quickplay = -1, .default_us = ARBITER_ABSENT },
		.clock_mode = "sudden-death",
		.base_us = { 300000000, 300000000 },
		.clock_runs = true,
	};
	char err[160];

	game = of;
	assert_int_equal(rulebook_load(rulebook, NULL, NULL, &book), 0);
	setup.rulebook = book;
	assert_int_equal(game->parse(fen, &setup.start, NULL), 0);
	if (arbiter_new(&setup, &arbiter, err) < 0)
		fail_msg("%s", err);
	view = (struct arbiter_view){
		.t_us = 10000000,
		.position = setup.start,
		.set_down = setup.start,
		.has_clock = true,
		.left_us = { 290000000, 300000000 },
		.flag_us = { ARBITER_NEVER, ARBITER_NEVER },
		.running = BLACK,
		.last_period = { true, true },
	};
	game->placement(&view.position, view.squares);
}

static void end(void)
{
	arbiter_free(arbiter);
	rulebook_free(book);
}

static struct turn legal(const char *move)
{
	struct turn turn = { .side = game->to_move(&view.position), .kind = TURN_LEGAL, .has_move = true };

	if (game->move_parse(&view.position, move, &turn.move) < 0)
		fail_msg("%s is not legal here", move);
	turn.from = turn.move.from;
	turn.to = turn.move.to;
	turn.t_us = view.t_us;
	turn.set_down_us = view.t_us;
	return turn;
}

static struct turn illegal(const char *from, const char *to)
{
	return (struct turn){ .side = game->to_move(&view.position),
			      .kind = TURN_ILLEGAL,
			      .fault = TURN_FAULT_PIECE,
			      .from = (uint8_t)game->square_parse(from),
			      .to = (uint8_t)game->square_parse(to) };
}

static struct turn no_move(void)
{
	return (struct turn){ .side = game->to_move(&view.position), .kind = TURN_NO_MOVE };
}

/* One more reading; as likely as the turn itself. */
static void doubt(struct turn *turn, struct turn reading)
{
	turn->unsure = turn->disputed = true;
	turn->other[turn->other_count++] = turn_as_reading(&reading);
}

static void make(struct turn turn)
{
	struct game_position after = view.position;

	game->play(&after, &turn.move);
	game->placement(&after, turn.placement);
	view.t_us += 1000000;
	view.position = view.set_down = after;
	memcpy(view.squares, turn.placement, sizeof(view.squares));
	view.running = game->to_move(&after);
	assert_int_equal(arbiter_turn(arbiter, &view, &turn, &after), 0);
	assert_int_equal(arbiter_take_rulings(arbiter, &ruled), 0);
}

static struct arbiter_decision decision(bool accept, const char *move)
{
	return (struct arbiter_decision){ .verdict = accept ? VERDICT_ACCEPT : VERDICT_REJECT,
					  .claim = CLAIM_ILLEGAL_MOVE,
					  .by = PERSON_ARBITER,
					  .about = "illegal-move",
					  .level = "",
					  .against = NO_SIDE,
					  .side = NO_SIDE,
					  .us = ARBITER_ABSENT,
					  .count = ARBITER_ABSENT,
					  .move = move };
}

/* The one ruling that it brings. */
static const struct ruling *decide(bool accept, const char *move)
{
	const struct arbiter_decision d = decision(accept, move);
	char err[160] = "";

	if (arbiter_check_decision(arbiter, &d, err) < 0)
		fail_msg("%s", err);
	assert_true(arbiter_was_asked(arbiter, &d));
	arbiter_decided(arbiter, &view, &d);
	assert_int_equal(arbiter_take_rulings(arbiter, &ruled), 0);
	assert_int_equal(ruled.count, 1);
	return &ruled.ruling[0];
}

static void refuses(bool accept, const char *move, const char *because)
{
	const struct arbiter_decision d = decision(accept, move);
	char err[160] = "";

	assert_int_equal(arbiter_check_decision(arbiter, &d, err), -EINVAL);
	assert_string_equal(err, because);
	arbiter_decided(arbiter, &view, &d);
	assert_int_equal(arbiter_take_rulings(arbiter, &ruled), 0);
	assert_int_equal(ruled.count, 0);
	assert_int_equal(arbiter_question(arbiter), CLAIM_ILLEGAL_MOVE);
}

static void moved(const struct game_move *move, const char *text, const char *fen)
{
	struct game_position pos;
	char is[GAME_TEXT];

	assert_int_equal(game->parse(fen, &pos, NULL), 0);
	game->move_text(&pos, move, is);
	assert_string_equal(is, text);
}

#define KNIGHTS "4k3/6p1/8/8/8/1N3N2/8/4K3 w - - 0 1"

static void knights(void)
{
	struct turn turn;

	begin(&game_chess, "fide2023-standard", KNIGHTS);
	turn = legal("b3d4");
	doubt(&turn, illegal("f3", "g7"));
	doubt(&turn, legal("f3d4"));
	doubt(&turn, no_move());
	make(turn);
	assert_int_equal(arbiter_question(arbiter), CLAIM_ILLEGAL_MOVE);
}

static void the_recorded_move_was_it(void **state)
{
	const struct ruling *r;

	knights();
	r = decide(false, "b3d4");
	assert_int_equal(r->kind, RULING_CLAIM_REJECTED);
	assert_int_equal(r->effects, 0);
	assert_int_equal(r->decided, 1);
	assert_int_equal(arbiter_question(arbiter), CLAIM_NONE);
	end();
}

static void another_legal_move_was_it(void **state)
{
	const struct ruling *r;

	knights();
	r = decide(false, "f3d4");
	assert_int_equal(r->kind, RULING_CLAIM_REJECTED);
	assert_int_equal(r->effects, EFFECT_REPLY);
	assert_int_equal(r->ply, 0);
	moved(&r->keep, "f3d4", KNIGHTS);
	assert_int_equal(arbiter_question(arbiter), CLAIM_NONE);
	end();
}

/* Which of them it was decides what is ruled. */
static void an_illegal_move_was_it(void **state)
{
	const struct ruling *r;

	knights();
	r = decide(true, "f3g7");
	assert_int_equal(r->kind, RULING_MOVE_ILLEGAL);
	assert_int_equal(r->reason, REASON_ILLEGAL_MOVE);
	assert_string_equal(r->facts.square, "f3");
	assert_string_equal(r->facts.to, "g7");
	end();
	knights();
	r = decide(true, "0000");
	assert_int_equal(r->kind, RULING_MOVE_ILLEGAL);
	assert_int_equal(r->reason, REASON_NO_MOVE);
	end();
}

static void without_a_move_it_is_the_likeliest(void **state)
{
	const struct ruling *r;

	knights();
	r = decide(true, "");
	assert_string_equal(r->facts.to, "g7");
	end();
	knights();
	r = decide(false, NULL);
	assert_int_equal(r->effects, 0);
	assert_int_equal(r->decided, 1);
	assert_int_equal(arbiter_question(arbiter), CLAIM_NONE);
	end();
}

#define READINGS "reject move=b3d4, reject move=f3d4, accept move=f3g7, accept move=0000"

static void what_is_no_reading_is_refused(void **state)
{
	knights();
	refuses(true, "b3d4", "accept move=b3d4 is no answer; it is one of: " READINGS);
	refuses(false, "f3g7", "reject move=f3g7 is no answer; it is one of: " READINGS);
	refuses(false, "e1e2", "reject move=e1e2 is no answer; it is one of: " READINGS);
	end();
}

/* What was played on stands on the move that is recorded. */
static void another_move_is_refused_once_play_has_gone_on(void **state)
{
	knights();
	make(legal("e8d8"));
	refuses(false, "f3d4",
		"play has gone on from b3d4: take back to that turn first, or decide reject without a move");
	assert_int_equal(decide(false, "b3d4")->decided, 1);
	assert_int_equal(arbiter_question(arbiter), CLAIM_NONE);
	end();
	knights();
	make(legal("e8d8"));
	assert_int_equal(decide(true, "f3g7")->effects & EFFECT_UNDO, EFFECT_UNDO);
	end();
}

/* Two turns in doubt: the answer about the one leaves the other asked. */
static void the_next_doubt_is_asked_about_then(void **state)
{
	struct turn turn;

	knights();
	turn = legal("e8d8");
	doubt(&turn, no_move());
	make(turn);
	decide(false, "e8d8");
	assert_int_equal(arbiter_question(arbiter), CLAIM_ILLEGAL_MOVE);
	refuses(false, "e8d8", "reject move=e8d8 is no answer; it is one of: " READINGS);
	decide(false, "b3d4");
	assert_int_equal(arbiter_question(arbiter), CLAIM_NONE);
	end();
}

/* What a person has said no sensor unsays. */
static void it_is_not_weighed_again(void **state)
{
	struct turn turn;

	knights();
	turn = (struct turn){ .side = WHITE, .kind = TURN_LEGAL };
	decide(false, "b3d4");
	view.position = (struct game_position){ 0 };
	assert_int_equal(game->parse(KNIGHTS, &view.position, NULL), 0);
	turn = legal("b3d4");
	doubt(&turn, no_move());
	arbiter_weighed(arbiter, 0, &turn);
	assert_int_equal(arbiter_question(arbiter), CLAIM_NONE);
	end();
}

#define MEN "W:W28,32,39:B22,50,6"

static void men(void)
{
	struct turn turn;

	begin(&game_draughts, "fmjd-annex6", MEN);
	turn = legal("28x17");
	doubt(&turn, illegal("39", "33"));
	make(turn);
}

static void in_draughts_too(void **state)
{
	const struct ruling *r;

	men();
	r = decide(false, "28x17");
	assert_int_equal(r->kind, RULING_CLAIM_REJECTED);
	assert_int_equal(r->effects, 0);
	end();
	men();
	r = decide(true, "39-33");
	assert_string_equal(r->facts.square, "39");
	assert_true(r->kind == RULING_MOVE_ILLEGAL || r->kind == RULING_RESTORE_POSITION);
	end();
	men();
	refuses(true, "28x17", "accept move=28x17 is no answer; it is one of: reject move=28x17, accept move=39-33");
	end();
	begin(&game_draughts, "fmjd-annex6", "W:W32,38:B6");
	{
		struct turn turn = legal("32-28");

		doubt(&turn, no_move());
		doubt(&turn, legal("38-33"));
		make(turn);
	}
	r = decide(false, "38-33");
	assert_int_equal(r->effects, EFFECT_REPLY);
	moved(&r->keep, "38-33", "W:W32,38:B6");
	end();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_recorded_move_was_it),
		cmocka_unit_test(another_legal_move_was_it),
		cmocka_unit_test(an_illegal_move_was_it),
		cmocka_unit_test(without_a_move_it_is_the_likeliest),
		cmocka_unit_test(what_is_no_reading_is_refused),
		cmocka_unit_test(another_move_is_refused_once_play_has_gone_on),
		cmocka_unit_test(the_next_doubt_is_asked_about_then),
		cmocka_unit_test(it_is_not_weighed_again),
		cmocka_unit_test(in_draughts_too),
	};

	setenv("FLAGFALL_RULES", "rules/books", 0);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
