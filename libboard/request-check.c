/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "libboard/request-check.h"

#include <errno.h>

static int check(struct board *board, bool can, const char *what)
{
	board->error[0] = '\0';
	if (board->over)
		return board_fail(board, -ENODEV, "%.300s: the board was unplugged", board->uri);
	if (!can)
		return board_fail(board, -EOPNOTSUPP, "%.300s: %s", board->uri, what);
	return 0;
}

int board_check_squares(struct board *board, bool can)
{
	return check(board, can, "this source cannot be asked for the whole board");
}

int board_check_recall(struct board *board, bool can)
{
	return check(board, can, "this source keeps no log of its own");
}

int board_check_leds(struct board *board, bool can, size_t n)
{
	int r = check(board, can && (board->info.features & BOARD_FEATURE_LEDS), "this board cannot light squares");

	if (r < 0)
		return r;
	if (n != board_cells(&board->info))
		return board_fail(board, -EINVAL, "%zu levels were given for a board of %u squares", n,
				  board_cells(&board->info));
	return 0;
}

int board_check_beep(struct board *board, bool can, unsigned hz, unsigned ms)
{
	int r = check(board, can && (board->info.features & BOARD_FEATURE_BEEP), "this board cannot beep");

	if (r < 0)
		return r;
	if (hz > UINT16_MAX || ms > UINT16_MAX)
		return board_fail(board, -EINVAL, "no board beeps at %u Hz for %u ms", hz, ms);
	return 0;
}

int board_check_clock(struct board *board, bool can, int running)
{
	int r = check(board, can && (board->info.features & BOARD_FEATURE_CLOCK), "this board cannot show times");

	if (r < 0)
		return r;
	if (running < 0 || running > BOARD_BLACK)
		return board_fail(board, -EINVAL, "no side has the number %d", running);
	return 0;
}

int board_check_text(struct board *board, bool can, const char *text, unsigned ms)
{
	int r = check(board, can && (board->info.features & BOARD_FEATURE_TEXT), "this board cannot show texts");

	if (r < 0)
		return r;
	for (size_t i = 0; text[i]; i++)
		if (i == BOARD_SHOWN_SIZE || text[i] < ' ' || text[i] > '~')
			return board_fail(board, -EINVAL, "a text has at most %d ASCII characters", BOARD_SHOWN_SIZE);
	if (ms > 600000)
		return board_fail(board, -EINVAL, "no text is shown for %u ms: 600000 at most", ms);
	return 0;
}
