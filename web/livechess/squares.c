/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/livechess/feed.h"

#include <stddef.h>

const char squares_start[SQUARES + 1] = "RNBQKBNRPPPPPPPP"
					"................................"
					"pppppppprnbqkbnr";

void squares_turn(const char from[static SQUARES], char ret[static SQUARES])
{
	for (unsigned a = 0, b = SQUARES - 1; a < b; a++, b--) {
		const char letter = from[a];

		ret[a] = from[b];
		ret[b] = letter;
	}
}

bool squares_format(const char squares[static SQUARES], char ret[static SQUARES_FEN])
{
	size_t n = 0;

	for (unsigned row = 8; row-- > 0;) {
		char empty = '0';

		for (unsigned file = 0; file < 8; file++) {
			const char letter = squares[row * 8 + file];

			if (letter == '?') {
				ret[0] = '\0';
				return false;
			}
			if (letter == '.') {
				empty++;
				continue;
			}
			if (empty > '0')
				ret[n++] = empty;
			empty = '0';
			ret[n++] = letter;
		}
		if (empty > '0')
			ret[n++] = empty;
		if (row > 0)
			ret[n++] = '/';
	}
	ret[n] = '\0';
	return true;
}

bool squares_occupied_alike(const char a[static SQUARES], const char b[static SQUARES])
{
	for (unsigned i = 0; i < SQUARES; i++)
		if ((a[i] == '.') != (b[i] == '.'))
			return false;
	return true;
}

bool squares_agree(const char a[static SQUARES], const char b[static SQUARES])
{
	for (unsigned i = 0; i < SQUARES; i++)
		if (a[i] != b[i] && (a[i] == '.' || b[i] == '.' || (a[i] != '?' && b[i] != '?')))
			return false;
	return true;
}
