/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What each event of a board is for a game, and what a game becomes as PGN when it is replayed. */
#include "tests/unit/core/core-testing.h"

#include <errno.h>

#include "replay/board-input.h"
#include "replay/replay.h"

static struct input becomes(const struct game *game, const struct board_event *event, int result)
{
	struct input in;
	char err[160] = "x";

	memset(&in, 0xff, sizeof(in));
	assert_int_equal(board_to_input(game, event, 7000, &in, err), result);
	assert_string_equal(err, "");
	if (result == 1)
		assert_int_equal(in.t_us, 7000);
	return in;
}

static void squares(void **state)
{
	struct input in = becomes(&game_chess,
				  &(struct board_event){ .type = BOARD_EVENT_LIFT, .square = 12, .piece = 'P' }, 1);

	assert_int_equal(in.type, INPUT_LIFT);
	assert_int_equal(in.square, 12);
	assert_int_equal(in.piece, 'P');
	in = becomes(&game_chess, &(struct board_event){ .type = BOARD_EVENT_PLACE, .square = 63, .piece = '?' }, 1);
	assert_int_equal(in.type, INPUT_PLACE);
	assert_int_equal(in.square, 63);
	assert_int_equal(in.piece, 0);
	becomes(&game_chess, &(struct board_event){ .type = BOARD_EVENT_PLACE, .square = 64 }, 0);
	/* a light square is none of this game, and there is none after the hundredth */
	becomes(&game_draughts, &(struct board_event){ .type = BOARD_EVENT_LIFT, .square = 1 }, 0);
	becomes(&game_draughts, &(struct board_event){ .type = BOARD_EVENT_LIFT, .square = 100 }, 0);
	assert_int_equal(
		becomes(&game_draughts, &(struct board_event){ .type = BOARD_EVENT_LIFT, .square = 0 }, 1).type,
		INPUT_LIFT);
}

static void what_is_no_square(void **state)
{
	struct input in = becomes(&game_chess, &(struct board_event){ .type = BOARD_EVENT_PRESS, .side = BOARD_WHITE },
				  1);

	assert_true(in.type == INPUT_PRESS && in.side == WHITE);
	in = becomes(&game_chess, &(struct board_event){ .type = BOARD_EVENT_PRESS, .side = BOARD_BLACK }, 1);
	assert_true(in.type == INPUT_PRESS && in.side == BLACK);
	assert_int_equal(becomes(&game_chess, &(struct board_event){ .type = BOARD_EVENT_PAUSE }, 1).type, INPUT_PAUSE);
	assert_int_equal(becomes(&game_chess, &(struct board_event){ .type = BOARD_EVENT_TIME }, 1).type, INPUT_TICK);
	in = becomes(&game_chess, &(struct board_event){ .type = BOARD_EVENT_LOST, .lost = 3 }, 1);
	assert_true(in.type == INPUT_LOST && in.count == 3);
	becomes(&game_chess, &(struct board_event){ .type = BOARD_EVENT_ANSWER }, 0);
}

static void the_whole_board(void **state)
{
	struct board_squares whole = { .count = 64, .lever = BOARD_BLACK };
	struct input in;

	memset(whole.squares, '.', 64);
	whole.squares[12] = 'P';
	whole.squares[0] = 'R';
	in = becomes(&game_chess, &(struct board_event){ .type = BOARD_EVENT_SQUARES, .squares = &whole }, 1);
	assert_int_equal(in.squares[0], 'R');
	assert_int_equal(in.type, INPUT_SQUARES);
	assert_int_equal(in.squares[12], 'P');
	assert_int_equal(in.squares[63], '.');
	whole.count = 63; /* a board that has no such square */
	squares_to_input(&game_chess, &whole, 5, &in);
	assert_int_equal(in.squares[62], '.');
	assert_int_equal(in.squares[63], '?');

	assert_int_equal(lever_to_input(&whole, 9, &in), 1);
	assert_true(in.type == INPUT_PRESS && in.side == BLACK && in.t_us == 9);
	whole.lever = BOARD_WHITE;
	assert_int_equal(lever_to_input(&whole, 9, &in), 1);
	assert_int_equal(in.side, WHITE);
	whole.lever = 0;
	assert_int_equal(lever_to_input(&whole, 9, &in), 0);
}

static void texts(void **state)
{
	struct input in;
	char err[160];

	in = becomes(&game_chess,
		     &(struct board_event){ .type = BOARD_EVENT_TEXT,
					    .text = "{\"t_ms\":1,\"type\":\"press\",\"side\":\"black\"}" },
		     1); /* the time is the board's, not the text's */
	assert_true(in.type == INPUT_PRESS && in.side == BLACK);
	assert_int_equal(board_to_input(&game_chess, &(struct board_event){ .type = BOARD_EVENT_TEXT, .text = "{" }, 0,
					&in, err),
			 -EINVAL);
	assert_non_null(strstr(err, "expected near end of file"));
	assert_int_equal(board_to_input(&game_chess, &(struct board_event){ .type = BOARD_EVENT_TEXT, .text = "[]" }, 0,
					&in, err),
			 -EINVAL);
	assert_string_equal(err, "an event is not an object");
}

static struct played g;

static void has_tag(const char *name, const char *value)
{
	struct pgn_game *pgn = core_pgn(g.core);

	assert_non_null(pgn);
	if (value)
		assert_string_equal(pgn_tag(pgn, name), value);
	else
		assert_null(pgn_tag(pgn, name));
	pgn_free(pgn);
}

#define FREE "{\"sensors\":\"piece-id\"}"
#define E4 \
	"{\"t_ms\":1100,\"type\":\"lift\",\"square\":\"e2\"},{\"t_ms\":1300,\"type\":\"place\",\"square\":\"e4\",\"piece\":\"P\"}"
#define SHOWS(t, w, b, r) \
	"{\"t_ms\":" #t ",\"type\":\"clock-report\",\"white_ms\":" #w ",\"black_ms\":" #b ",\"running\":\"" #r "\"}"
#define PRESSED(t, s) "{\"t_ms\":" #t ",\"type\":\"press\",\"side\":\"" #s "\"}"

/* Without a clock there is no time control; one that the players set by hand is not known. */
static void the_time_control_of_a_record(void **state)
{
	play_start(&g, FREE, NULL, false);
	play(&g, "[" E4 "," PRESSED(2000, white) "]", true);
	has_tag("TimeControl", "-");
	play_end(&g);

	play_start(&g, FREE, NULL, false);
	play(&g,
	     "[" SHOWS(0, 180000, 180000, none) "," SHOWS(1000, 180000, 180000, white) "," E4 "," PRESSED(
		     3000, white) "," SHOWS(3000, 179000, 180000, black) "]",
	     true);
	has_tag("TimeControl", "?");
	play_end(&g);

	play_start(&g, "{\"sensors\":\"piece-id\",\"clock\":\"180+2\"}", NULL, false);
	play(&g, "[" E4 "," PRESSED(2000, white) "]", true);
	has_tag("TimeControl", "180+2");
	has_tag("FEN", NULL);
	has_tag("SetUp", NULL);
	has_tag("Rulebook", NULL);
	play_end(&g);
}

static void the_start_of_a_record(void **state)
{
	play_start(&g, "{\"start\":\"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"}", "fide2023-blitz", false);
	has_tag("SetUp", "1");
	has_tag("FEN", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
	has_tag("Rulebook", "fide2023-blitz");
	has_tag("Variant", NULL);
	play_end(&g);

	play_start(&g, "{\"game\":\"chess960\",\"start\":518}", NULL, false);
	has_tag("SetUp", "1"); /* also the usual array, since it is Chess960 */
	has_tag("Variant", "Chess960");
	play_end(&g);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(squares),
		cmocka_unit_test(what_is_no_square),
		cmocka_unit_test(the_whole_board),
		cmocka_unit_test(texts),
		cmocka_unit_test(the_time_control_of_a_record),
		cmocka_unit_test(the_start_of_a_record),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
