/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The names of a board's squares in a trace.
 *
 * A draughts board has its dark squares numbered from the top left to the
 * bottom right as White sees it, and a dark corner at its lower left:
 *
 *       .  1  .  2  .  3  .  4  .  5      row 9
 *       6  .  7  .  8  .  9  . 10  .      row 8
 *       …
 *      46  . 47  . 48  . 49  . 50  .      row 0
 */
#include "libboard/trace.h"
#include "libboard/backend.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static unsigned cell_of_number(const struct board_info *info, unsigned number)
{
	unsigned per_row = info->width / 2u;
	unsigned row = info->height - 1u - (number - 1) / per_row;

	return row * info->width + 2 * ((number - 1) % per_row) + row % 2;
}

/* 0 for a light square. */
static unsigned number_of_cell(const struct board_info *info, unsigned cell)
{
	unsigned row = cell / info->width, column = cell % info->width;

	if (row % 2 != column % 2)
		return 0;
	return (info->height - 1u - row) * (info->width / 2u) + column / 2 + 1;
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

int board_trace_square_parse(const struct board_info *info, const char *name)
{
	bool draughts = info->width == 10;
	unsigned number = 0, digits = 0, column;

	if (draughts && is_digit(name[0])) {
		while (is_digit(name[digits]) && digits < 3)
			number = number * 10 + (unsigned)(name[digits++] - '0');
		if (name[digits] || digits > 2 || number < 1 || number > 50)
			return -EINVAL;
		return (int)cell_of_number(info, number);
	}
	if (name[0] < 'a' || name[0] >= 'a' + info->width)
		return -EINVAL;
	column = (unsigned)(name[0] - 'a');
	name++;
	if (name[0] == '0')
		return -EINVAL;
	while (is_digit(name[digits]) && digits < 3)
		number = number * 10 + (unsigned)(name[digits++] - '0');
	if (name[digits] || number < 1 || number > info->height)
		return -EINVAL;
	return (int)((number - 1) * info->width + column);
}

void board_trace_square_name(const struct board_info *info, unsigned square, char name[static 8])
{
	unsigned number = info->width == 10 ? number_of_cell(info, square) : 0;

	if (number)
		snprintf(name, 8, "%u", number % 100);
	else
		snprintf(name, 8, "%c%u", (char)('a' + square % info->width), square / info->width % 100 + 1);
}

unsigned board_trace_squares_cell(const struct board_info *info, unsigned character)
{
	if (info->width == 10)
		return cell_of_number(info, character + 1);
	return (info->height - 1u - character / info->width) * info->width + character % info->width;
}

unsigned board_trace_squares_length(const struct board_info *info)
{
	return info->width == 10 ? 50 : board_cells(info);
}
