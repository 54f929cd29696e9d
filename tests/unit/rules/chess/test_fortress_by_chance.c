/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Walls of pawns that never move, with gaps, kings on either side and a few pieces: whether White and Black can get
 * through to a mate is what tests/data/unwinnable/fortress-by-chance.txt says, a digit a position: 1 White can, 2 Black
 * can, 3 both. FLAGFALL_FORTRESSES=FILE writes it anew; what differs is to be judged position by position.
 */
#include "rules/chess/unwinnable.h"
#include "tests/unit/rules/chess/unwinnable-testing.h"

#define FORTRESSES "tests/data/unwinnable/fortress-by-chance.txt"
#define LINES 120
#define FIRST_LINES 40 /* with few pieces */
#define A_LINE 100

static uint32_t seed = 1;

static unsigned chance(unsigned n)
{
	seed = seed * 1664525u + 1013904223u;
	return (seed >> 8) % n;
}

/* Somewhere below the wall or above it, or now and then anywhere. */
static void put(char board[64], const unsigned rank[8], char piece, bool above)
{
	const bool anywhere = chance(40) == 0;

	for (unsigned tries = 0; tries < 200; tries++) {
		const unsigned q = chance(64), file = q % 8;
		const bool is_above = q / 8 > rank[file] + 1;

		if (board[q] != '.' || (!anywhere && above != is_above) || (piece == 'P' && (q < 8 || q > 55)))
			continue;
		board[q] = piece;
		return;
	}
}

/* bishops: a wall without gaps, and so many of them on both sides that who is mated needs his own in his way. */
static void make(char fen[100], bool bishops)
{
	static const char pieces[] = "BBBBBBBBNRQ";
	char board[64], *at = fen;
	const unsigned kinds = bishops ? 8 : sizeof(pieces) - 1;
	unsigned rank[8], few = bishops ? 2 + chance(5) : chance(4);
	unsigned alone = bishops ? 2 : chance(3); /* 0, 1: one side has all pieces */

	memset(board, '.', sizeof(board));
	rank[0] = 2 + chance(3);
	for (unsigned f = 1; f < 8; f++) {
		/* neighbours of one rank could take each other */
		unsigned step = chance(60);

		rank[f] = step == 0 ? rank[f - 1] : step % 2 ? rank[f - 1] + 1 : rank[f - 1] - 1;
		rank[f] = rank[f] < 1 ? 2 : rank[f] > 5 ? 4 : rank[f];
	}
	for (unsigned f = 0; f < 8; f++) {
		if (!bishops && chance(60) == 0)
			continue;
		board[8 * rank[f] + f] = 'P';
		board[8 * rank[f] + 8 + f] = 'p';
	}
	put(board, rank, 'K', chance(10) == 0); /* beyond the wall, now and then */
	put(board, rank, 'k', chance(10) != 0);
	for (unsigned n = 0; n < few; n++) {
		const bool black = alone < 2 ? alone : chance(2);
		const char piece = pieces[chance(kinds)];

		put(board, rank, black ? (char)(piece | 0x20) : piece, chance(3) ? black : !black);
	}
	if (!bishops && chance(6) == 0)
		put(board, rank, 'P', false);
	for (unsigned r = 8; r-- > 0;) {
		for (unsigned f = 0; f < 8; f++) {
			const char c = board[8 * r + f];

			if (c != '.')
				*at++ = c;
			else if (at > fen && at[-1] >= '1' && at[-1] <= '7')
				at[-1]++;
			else
				*at++ = '1';
		}
		*at++ = r ? '/' : ' ';
	}
	sprintf(at, "%c - - 0 1", chance(2) ? 'w' : 'b');
}

static void each_wall_holds_or_breaks(void **state)
{
	const char *path = getenv("FLAGFALL_FORTRESSES");
	FILE *f = fopen(path ? path : FORTRESSES, path ? "w" : "r");
	unsigned others = 0, of[4] = { 0 };

	assert_non_null(f);
	for (unsigned n = 0; n < LINES; n++) {
		char line[A_LINE + 2] = "", there[A_LINE + 2] = "", fen[A_LINE][100];

		for (unsigned i = 0; i < A_LINE; i++) {
			struct chess_position p;
			unsigned can;

			do
				make(fen[i], n >= FIRST_LINES);
			while (chess_parse(fen[i], &p, NULL) || chess_searchable(&p, NULL));
			can = chess_fortress_can_break(&p, WHITE) + 2u * chess_fortress_can_break(&p, BLACK);
			of[can]++;
			line[i] = (char)('0' + can);
		}
		line[A_LINE] = '\n';
		if (path)
			fputs(line, f);
		else
			assert_non_null(fgets(there, sizeof(there), f));
		for (unsigned i = 0; !path && i < A_LINE; i++)
			if (line[i] != there[i] && others++ < 20)
				print_message("# %s: %c, not %c\n", fen[i], line[i], there[i]);
	}
	assert_true(path || fgetc(f) == EOF);
	fclose(f);
	assert_int_equal(others, 0);
	/* there are many of both */
	assert_true(of[0] > 500 && of[3] > 500);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_wall_holds_or_breaks),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
