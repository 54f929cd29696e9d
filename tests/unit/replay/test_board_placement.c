/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What stands on a board, as FEN's first field, whatever it is. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "replay/board-input.h"

#define QUESTIONS "????????"

static const struct game *of_size(uint8_t width, uint8_t height)
{
	return board_placement_game(&(struct board_info){ .width = width, .height = height });
}

static void chess(void **state)
{
	char cells[64], text[GAME_FEN];

	memset(cells, '.', sizeof(cells));
	cells[0] = 'R';	 /* a1 */
	cells[63] = 'k'; /* h8 */
	cells[62] = '?';
	cells[28] = 'P'; /* e4 */
	board_placement_format(of_size(8, 8), cells, text);
	assert_string_equal(text, "6?k/8/8/8/4P3/8/8/R7");
	memset(cells, '?', sizeof(cells));
	board_placement_format(of_size(8, 8), cells, text);
	assert_string_equal(text, QUESTIONS "/" QUESTIONS "/" QUESTIONS "/" QUESTIONS "/" QUESTIONS "/" QUESTIONS
					    "/" QUESTIONS "/" QUESTIONS);
}

/* Square 46 is cell 0, square 5 is cell 99. */
static void draughts(void **state)
{
	char cells[100], text[GAME_FEN];

	memset(cells, '.', sizeof(cells));
	board_placement_format(of_size(10, 10), cells, text);
	assert_string_equal(text, "W:B");
	cells[0] = 'W';
	cells[2] = 'w';
	cells[99] = 'b';
	cells[1] = 'w'; /* no square of the game */
	board_placement_format(of_size(10, 10), cells, text);
	assert_string_equal(text, "WK46,47:B5");
	cells[97] = '?';
	board_placement_format(of_size(10, 10), cells, text);
	assert_string_equal(text, "WK46,47:B5:?4");
}

/* The longest text that there is. */
static void all_kings(void **state)
{
	char cells[100], text[GAME_FEN];

	memset(cells, 'W', sizeof(cells));
	board_placement_format(of_size(10, 10), cells, text);
	assert_non_null(strstr(text, "WK1,K2,"));
	assert_non_null(strstr(text, ",K49,K50:B"));
}

static void no_such_board(void **state)
{
	assert_null(of_size(9, 9));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(chess),
		cmocka_unit_test(draughts),
		cmocka_unit_test(all_kings),
		cmocka_unit_test(no_such_board),
	};

	return cmocka_run_group_tests_name("board-placement", tests, NULL, NULL);
}
