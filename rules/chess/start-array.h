/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The 960 arrays of Chess960 by their number (FIDE Guidelines II; numbers as Scharnagl gave them). */
#ifndef RULES_CHESS_START_ARRAY_H
#define RULES_CHESS_START_ARRAY_H

#include "rules/chess/position.h"

#define CHESS960_STARTS 960

/* The start of that number with all castling rights. 0; -ERANGE from CHESS960_STARTS on. */
int chess960_start(unsigned number, struct chess_position *ret);
/* The number of the start whose pieces these are, White's and Black's in a mirror; -ENOENT none. 518 is the usual
 * array. */
int chess960_number(const char squares[static 64]);

#endif
