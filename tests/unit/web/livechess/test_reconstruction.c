/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A game from a named position on, beside the official one: only moves that were made, each once. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "tests/unit/web/livechess/hands.h"
#include "web/livechess/feed.h"

#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
#define SECOND INT64_C(1000000)

struct table {
	struct reconstruction *r;
	struct game_position pos; /* what the hands play */
	char squares[SQUARES];
	bool names, turned;
	int64_t t_us;
};

static void sit(struct table *t, const char *fen, bool has_lever, bool names)
{
	const struct reconstruction_board board = { .has_lever = has_lever, .names_pieces = names };
	char err[160] = "";

	*t = (struct table){ .names = names, .t_us = 1000 * SECOND };
	assert_int_equal(reconstruction_new(fen, &board, &t->r, err), 0);
	assert_int_equal(game_chess.parse(fen, &t->pos, NULL), 0);
	game_chess.placement(&t->pos, t->squares);
}

static void stand_up(struct table *t)
{
	reconstruction_free(t->r);
}

/* All timers up to then. */
static void passes(struct table *t, int64_t us)
{
	const int64_t until = t->t_us + us;

	for (int64_t due; (due = reconstruction_due(t->r)) <= until;) {
		if (due > t->t_us)
			t->t_us = due;
		reconstruction_time(t->r, t->t_us);
		assert_true(reconstruction_due(t->r) > t->t_us);
	}
	t->t_us = until;
	reconstruction_time(t->r, until);
}

static void show(struct table *t)
{
	char squares[SQUARES];

	for (unsigned i = 0; i < SQUARES; i++)
		squares[i] = t->squares[i] == '.' || t->names ? t->squares[i] : '?';
	if (t->turned)
		squares_turn(squares, squares);
	reconstruction_squares(t->r, squares, t->t_us);
}

static void touch(struct table *t, unsigned square, char letter)
{
	t->squares[square] = letter;
	t->t_us += 100000;
	reconstruction_square(t->r, t->turned ? square_turned(square) : square,
			      letter == '.' || t->names ? letter : '?', t->t_us);
}

static void sets_down(struct table *t, const char *move)
{
	struct hand_event events[HAND_EVENTS];
	unsigned n = hand_move(&t->pos, move, events);

	assert_true(n > 0);
	for (unsigned i = 0; i < n; i++)
		touch(t, events[i].square, events[i].letter);
}

static void presses(struct table *t, enum side side)
{
	t->t_us += 100000;
	reconstruction_press(t->r, side, t->t_us);
}

static void is_told(const struct table *t, const char *moves)
{
	char text[8192] = "";

	for (unsigned i = 0; i < reconstruction_count(t->r); i++) {
		strcat(text, i ? " " : "");
		strcat(text, reconstruction_san(t->r, i));
	}
	assert_string_equal(text, moves);
}

static void plays(struct table *t, const char *moves, bool press)
{
	char move[8];

	while (sscanf(moves, "%7s", move) == 1) {
		enum side side = game_chess.to_move(&t->pos);
		unsigned before = reconstruction_count(t->r);

		sets_down(t, move);
		assert_int_equal(reconstruction_count(t->r), before);
		if (press)
			presses(t, side);
		passes(t, press ? SECOND : 4 * SECOND);
		if (reconstruction_count(t->r) != before + 1)
			fail_msg("%s: %u moves are told, not %u", move, reconstruction_count(t->r), before + 1);
		moves += strcspn(moves, " ");
		moves += strspn(moves, " ");
	}
}

/* e.p., a capture that promotes, castling of both sides */
static const char moves[] = "e2e4 a7a6 e4e5 d7d5 e5d6 g8f6 d6c7 g7g6 c7b8q f8g7 g1f3 e8g8 f1e2 b7b6 e1g1 a8b8";
static const char sans[] = "e4 a6 e5 d5 exd6 Nf6 dxc7 g6 cxb8=Q Bg7 Nf3 O-O Be2 b6 O-O Rxb8";

static void test_without_lever(void **state)
{
	for (int kind = 0; kind < 4; kind++) {
		struct table t;

		sit(&t, START, false, kind & 1);
		t.turned = kind == 3; /* only pieces with names show that at once */
		show(&t);
		assert_true(reconstruction_matches(t.r));
		plays(&t, moves, false);
		is_told(&t, sans);
		assert_true(reconstruction_matches(t.r));
		assert_int_equal(reconstruction_turned(t.r), t.turned);
		stand_up(&t);
	}
}

static void test_with_lever(void **state)
{
	for (int names = 0; names < 2; names++) {
		struct table t;

		sit(&t, START, true, names);
		show(&t);
		plays(&t, moves, true);
		is_told(&t, sans);
		stand_up(&t);
	}
}

/* Set down, taken back, another one: on no kind of board is the first one told. */
static void test_taken_back(void **state)
{
	for (int lever = 0; lever < 2; lever++) {
		struct table t;
		struct game_position before;

		sit(&t, START, lever, true);
		show(&t);
		plays(&t, "e2e4 e7e5", lever);
		before = t.pos;
		sets_down(&t, "d2d4");
		passes(&t, lever ? 20 * SECOND : 5 * SECOND / 2);
		is_told(&t, "e4 e5");
		assert_false(reconstruction_matches(t.r));
		touch(&t, 27, '.');
		touch(&t, 11, 'P');
		assert_true(reconstruction_matches(t.r));
		t.pos = before;
		plays(&t, "g1f3 b8c6", lever);
		is_told(&t, "e4 e5 Nf3 Nc6");
		stand_up(&t);
	}
}

/* Faster than a move settles: the reply makes the move, and the last one settles. */
static void test_fast_replies(void **state)
{
	struct table t;

	sit(&t, START, false, true);
	show(&t);
	sets_down(&t, "e2e4");
	sets_down(&t, "e7e5");
	sets_down(&t, "g1f3");
	sets_down(&t, "b8c6");
	passes(&t, 4 * SECOND);
	is_told(&t, "e4 e5 Nf3 Nc6");
	assert_int_equal(reconstruction_revisions(t.r), 0);
	stand_up(&t);
}

/* A lever that is there and that nobody touches: the move has to stand longer. Once it is pressed, only presses count.
 */
static void test_unused_lever(void **state)
{
	struct table t;

	sit(&t, START, true, true);
	show(&t);
	sets_down(&t, "e2e4");
	passes(&t, 2 * SECOND);
	is_told(&t, "");
	passes(&t, 2 * SECOND);
	is_told(&t, "e4");
	sets_down(&t, "e7e5");
	presses(&t, BLACK);
	passes(&t, SECOND);
	is_told(&t, "e4 e5");
	sets_down(&t, "g1f3");
	passes(&t, 60 * SECOND);
	is_told(&t, "e4 e5");
	presses(&t, WHITE);
	passes(&t, SECOND);
	is_told(&t, "e4 e5 Nf3");
	stand_up(&t);
}

/* Nobody presses after mate. */
static void test_mate(void **state)
{
	struct table t;

	sit(&t, START, true, true);
	show(&t);
	plays(&t, "f2f3 e7e5 g2g4", true);
	sets_down(&t, "d8h4");
	passes(&t, 2 * SECOND);
	is_told(&t, "f3 e5 g4 Qh4#");
	stand_up(&t);
}

/* The rook first, then the king, slowly: that was castling. */
static void test_slow_castling(void **state)
{
	struct table t;

	sit(&t, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", false, true);
	show(&t);
	touch(&t, 7, '.');
	touch(&t, 5, 'R');
	passes(&t, 4 * SECOND);
	is_told(&t, "");
	touch(&t, 4, '.');
	touch(&t, 6, 'K');
	passes(&t, 4 * SECOND);
	is_told(&t, "O-O");
	stand_up(&t);
}

/* The client names a position that the board reaches later: what happens before is no move. */
static void test_set_up_first(void **state)
{
	struct table t;

	sit(&t, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", false, true);
	game_chess.parse(START, &t.pos, NULL);
	game_chess.placement(&t.pos, t.squares);
	show(&t);
	assert_false(reconstruction_matches(t.r));
	passes(&t, 5 * SECOND);
	is_told(&t, "");
	sets_down(&t, "e2e4");
	assert_true(reconstruction_matches(t.r));
	passes(&t, 5 * SECOND);
	is_told(&t, "");
	plays(&t, "e7e5", false);
	is_told(&t, "e5");
	stand_up(&t);
}

/* It was played on before the client came back: the moves that lead there are found. */
static void test_played_before(void **state)
{
	for (int lever = 0; lever < 2; lever++) {
		struct table t;

		sit(&t, START, lever, true);
		for (int i = 0; i < 2; i++) {
			struct hand_event events[HAND_EVENTS];
			unsigned n = hand_move(&t.pos, i ? "e7e5" : "e2e4", events);

			for (unsigned k = 0; k < n; k++)
				t.squares[events[k].square] = events[k].letter;
		}
		show(&t);
		passes(&t, 5 * SECOND);
		is_told(&t, "e4 e5");
		plays(&t, "g1f3", lever);
		is_told(&t, "e4 e5 Nf3");
		stand_up(&t);
	}
}

/* The board was away while a move was made. */
static void test_gap(void **state)
{
	struct table t;
	struct hand_event events[HAND_EVENTS];

	sit(&t, START, false, true);
	show(&t);
	plays(&t, "e2e4", false);
	for (unsigned k = 0, n = hand_move(&t.pos, "d7d5", events); k < n; k++)
		t.squares[events[k].square] = events[k].letter;
	show(&t);
	passes(&t, 4 * SECOND);
	is_told(&t, "e4 d5");
	plays(&t, "e4d5 d8d5", false);
	is_told(&t, "e4 d5 exd5 Qxd5");
	stand_up(&t);
}

/* An illegal turn is pressed, and put right: the game goes on, and the turn is in no list. */
static void test_illegal_turn(void **state)
{
	struct table t;

	sit(&t, START, true, true);
	show(&t);
	plays(&t, "e2e4", true);
	touch(&t, 60, '.');
	touch(&t, 52, '.');
	touch(&t, 52, 'k');
	presses(&t, BLACK);
	passes(&t, 5 * SECOND);
	is_told(&t, "e4");
	assert_false(reconstruction_matches(t.r));
	touch(&t, 52, '.');
	touch(&t, 60, 'k');
	touch(&t, 52, 'p');
	assert_true(reconstruction_matches(t.r));
	plays(&t, "c7c5 g1f3", true);
	is_told(&t, "e4 c5 Nf3");
	stand_up(&t);
}

/* It stood so long that it was told, and was taken back after all: the game is not lost. */
static void test_taken_back_late(void **state)
{
	struct table t;
	struct game_position before;

	sit(&t, START, false, true);
	show(&t);
	plays(&t, "e2e4 e7e5", false);
	before = t.pos;
	plays(&t, "d2d4", false);
	touch(&t, 27, '.');
	touch(&t, 11, 'P');
	passes(&t, SECOND);
	is_told(&t, "e4 e5 d4");
	assert_false(reconstruction_matches(t.r));
	t.pos = before;
	sets_down(&t, "g1f3");
	passes(&t, 4 * SECOND);
	is_told(&t, "e4 e5 Nf3");
	assert_int_equal(reconstruction_revisions(t.r), 1);
	plays(&t, "b8c6", false);
	is_told(&t, "e4 e5 Nf3 Nc6");
	stand_up(&t);
}

/* d5 is taken, and the victim pushed off the board, where no sensor names a piece: at first it looks as if the queen
 * had gone to one of the squares that she came by. Nothing is told that the pieces did not show. */
static void test_pushed_victim(void **state)
{
	static const struct {
		const char *square;
		int64_t after_us;
	} lifts[] = { { "d7", 0 },     { "d8", 17500 },	 { "d6", 65000 },   { "d7", 17500 }, { "d6", 102500 },
		      { "d4", 65000 }, { "d4", 380000 }, { "b1", 1567500 }, { "c3", 575000 } };
	struct table t;

	sit(&t, START, false, false);
	show(&t);
	plays(&t, "e2e4 d7d5 e4d5", false);
	for (size_t i = 0; i < sizeof(lifts) / sizeof(lifts[0]); i++) {
		const unsigned square = (unsigned)game_chess.square_parse(lifts[i].square);

		passes(&t, lifts[i].after_us);
		t.t_us -= 100000; /* touch() adds that */
		touch(&t, square, t.squares[square] == '.' ? '?' : '.');
	}
	passes(&t, 7 * SECOND);
	is_told(&t, "e4 d5 exd5 Qxd5 Nc3");
	assert_int_equal(reconstruction_revisions(t.r), 0);
	stand_up(&t);
}

/* The lever first, the piece of the promotion later: it is told when it is known. */
static void test_promotion_owed(void **state)
{
	struct table t;

	sit(&t, "8/4P3/8/8/8/k7/8/K7 w - - 0 1", true, true);
	show(&t);
	touch(&t, 52, '.');
	touch(&t, 60, 'P');
	presses(&t, WHITE);
	passes(&t, 3 * SECOND);
	is_told(&t, "");
	touch(&t, 60, '.');
	touch(&t, 60, 'Q');
	passes(&t, 3 * SECOND);
	touch(&t, 16, '.');
	touch(&t, 17, 'k');
	presses(&t, BLACK);
	passes(&t, 3 * SECOND);
	is_told(&t, "e8=Q Kb3");
	stand_up(&t);
}

/* A position of which nothing is said but where the pieces stand: castling is possible where they are at home. */
static void test_short_fen(void **state)
{
	struct table t;

	sit(&t, "r3k2r/8/8/8/8/8/8/R3K1N1", false, true);
	show(&t);
	game_chess.parse("r3k2r/8/8/8/8/8/8/R3K1N1 w Qkq - 0 1", &t.pos, NULL);
	plays(&t, "e1c1 e8g8", false);
	is_told(&t, "O-O-O O-O");
	stand_up(&t);
}

/* What is not a position of chess is refused with the field at fault. */
static void test_bad_positions(void **state)
{
	static const char *const bad[][2] = {
		{ "", "fen: placement" },
		{ "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN w KQkq - 0 1", "fen: placement: rank 1" },
		{ "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1", "fen: side to move" },
		{ "8/8/8/8/8/8/8/8 w - - 0 1", "fen: " },
		{ "W:W31-50:B1-20", "fen: a position of chess" },
	};
	const struct reconstruction_board board = { 0 };

	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		struct reconstruction *r = NULL;
		char err[160] = "";

		assert_true(reconstruction_new(bad[i][0], &board, &r, err) < 0);
		if (strncmp(err, bad[i][1], strlen(bad[i][1])) != 0)
			fail_msg("\"%s\": \"%s\", not \"%s\"", bad[i][0], err, bad[i][1]);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_without_lever),	cmocka_unit_test(test_with_lever),
		cmocka_unit_test(test_taken_back),	cmocka_unit_test(test_fast_replies),
		cmocka_unit_test(test_unused_lever),	cmocka_unit_test(test_mate),
		cmocka_unit_test(test_slow_castling),	cmocka_unit_test(test_set_up_first),
		cmocka_unit_test(test_played_before),	cmocka_unit_test(test_gap),
		cmocka_unit_test(test_illegal_turn),	cmocka_unit_test(test_short_fen),
		cmocka_unit_test(test_taken_back_late), cmocka_unit_test(test_promotion_owed),
		cmocka_unit_test(test_bad_positions),	cmocka_unit_test(test_pushed_victim),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("livechess/reconstruction", tests, NULL, NULL);
}
