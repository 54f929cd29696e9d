/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The names of a board's squares in a trace, and their order in "squares". */
#ifndef BOARD_TRACE_SQUARES_H
#define BOARD_TRACE_SQUARES_H

#include "libboard/board.h"

/* Squares by name: chess "e4"; draughts "1" to "50", and "a4" for the light squares, which have no number. */
int board_trace_square_parse(const struct board_info *info, const char *name);
void board_trace_square_name(const struct board_info *info, unsigned square, char name[static 8]);

/* The square of a character of "squares", counted from 0; and how many characters there are. */
unsigned board_trace_squares_cell(const struct board_info *info, unsigned character);
unsigned board_trace_squares_length(const struct board_info *info);

#endif
