/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The 64 squares of a chessboard as letters, a1 first: '.' empty, '?' a piece that is not named. */
#ifndef WEB_LIVECHESS_SQUARES_H
#define WEB_LIVECHESS_SQUARES_H

#include <stdbool.h>

#define SQUARES 64
#define SQUARES_FEN 80 /* FEN's first field, NUL included */

/* Seen from the other side. ret and from may be the same. */
void squares_turn(const char from[static SQUARES], char ret[static SQUARES]);
static inline unsigned square_turned(unsigned square)
{
	return SQUARES - 1 - square;
}

/* FEN's first field. False: a piece is not named, and so there is none; ret is "" then. */
bool squares_format(const char squares[static SQUARES], char ret[static SQUARES_FEN]);

/* The same squares are occupied. */
bool squares_occupied_alike(const char a[static SQUARES], const char b[static SQUARES]);
/* The same pieces stand there; what one of both does not name may be any. */
bool squares_agree(const char a[static SQUARES], const char b[static SQUARES]);

/* Chess' own start. */
extern const char squares_start[SQUARES + 1];

#endif
