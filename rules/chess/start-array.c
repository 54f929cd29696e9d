// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A number is split from its end: the bishop on a light square (4 squares), that on a dark one (4), the queen on one of
 * the six squares left, the knights on two of the five left then; rook, king and rook fill the rest from the a-file.
 */
#include <errno.h>
#include <string.h>

#include "rules/chess/attacks.h"
#include "rules/chess/position.h"

/* Which two of five squares the knights take. */
static const uint8_t knights[10][2] = {
	{ 0, 1 }, { 0, 2 }, { 0, 3 }, { 0, 4 }, { 1, 2 }, { 1, 3 }, { 1, 4 }, { 2, 3 }, { 2, 4 }, { 3, 4 },
};

/* The file of the free square with n free ones before it. */
static unsigned free_file(const char array[static 8], unsigned n)
{
	for (unsigned file = 0; file < 8; file++)
		if (!array[file] && n-- == 0)
			return file;
	return 0;
}

/* How many free squares are before that file. */
static unsigned free_before(const char array[static 8], unsigned file)
{
	unsigned n = 0;

	for (unsigned f = 0; f < file; f++)
		n += !array[f];
	return n;
}

static void array_of_number(unsigned number, char array[static 8])
{
	const uint8_t *pair = knights[number / 96];
	unsigned first;

	memset(array, 0, 8);
	array[number % 4 * 2 + 1] = 'B';
	array[number / 4 % 4 * 2] = 'B';
	array[free_file(array, number / 16 % 6)] = 'Q';
	first = free_file(array, pair[0]);
	array[free_file(array, pair[1])] = 'N';
	array[first] = 'N';
	array[free_file(array, 0)] = 'R';
	array[free_file(array, 0)] = 'K';
	array[free_file(array, 0)] = 'R';
}

int chess960_start(unsigned number, struct chess_position *ret)
{
	static const char letters[] = "PNBRQK";
	char array[8];

	if (number >= CHESS960_STARTS)
		return -ERANGE;
	array_of_number(number, array);
	*ret = (struct chess_position){
		.type[PAWN] = RANK_1 << 8 | RANK_1 << 48,
		.colour = { RANK_1 | RANK_1 << 8, RANK_8 | RANK_1 << 48 },
		.castling_style = CASTLE_CHESS960,
		.en_passant = GAME_NO_SQUARE,
		.fullmove = 1,
	};
	for (unsigned file = 0; file < 8; file++)
		ret->type[strchr(letters, array[file]) - letters] |= bit(file) | bit(56 + file);
	ret->castling = ret->type[ROOK];
	return 0;
}

/* The number that the first rank has, if it is one of the arrays. */
static unsigned number_of_array(const char array[static 8])
{
	char placed[8] = { 0 };
	unsigned light = 0, dark = 0, queen, pair[2] = { 0 }, n = 0, kind = 0;

	for (unsigned file = 0; file < 8; file++)
		if (array[file] == 'B') {
			*(file % 2 ? &light : &dark) = file / 2;
			placed[file] = 'B';
		}
	for (queen = 0; queen < 7 && array[queen] != 'Q'; queen++)
		;
	n = free_before(placed, queen);
	placed[queen] = 'Q';
	for (unsigned file = 0, found = 0; file < 8 && found < 2; file++)
		if (array[file] == 'N')
			pair[found++] = free_before(placed, file);
	while (kind < 9 && (knights[kind][0] != pair[0] || knights[kind][1] != pair[1]))
		kind++;
	return light + dark * 4 + n % 6 * 16 + kind * 96;
}

int chess960_number(const char squares[static 64])
{
	char array[8];
	unsigned number = number_of_array(squares);

	array_of_number(number, array);
	if (memcmp(array, squares, 8))
		return -ENOENT;
	for (unsigned file = 0; file < 8; file++)
		if (squares[56 + file] != (array[file] | 0x20) || squares[8 + file] != 'P' || squares[48 + file] != 'p')
			return -ENOENT;
	for (unsigned q = 16; q < 48; q++)
		if (squares[q] != '.')
			return -ENOENT;
	return (int)number;
}

uint64_t chess960_rights(const struct chess_position *p)
{
	uint64_t rights = 0;

	for (unsigned s = WHITE; s <= BLACK; s++) {
		const uint64_t rank = s == WHITE ? RANK_1 : RANK_8, king = pieces(p, (enum side)s, KING) & rank;
		const uint64_t rooks = pieces(p, (enum side)s, ROOK) & rank;

		if (!king || more_than_one(king))
			continue;
		if (rooks & (king - 1))
			rights |= bit(first_square(rooks & (king - 1)));
		if (rooks & ~(king - 1))
			rights |= bit(last_square(rooks));
	}
	return rights;
}
