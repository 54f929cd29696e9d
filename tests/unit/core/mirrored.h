/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What something is from the other side: the colours exchanged, the board turned over. Of the game that is set. */
#ifndef TESTS_CORE_MIRRORED_H
#define TESTS_CORE_MIRRORED_H

#include "tests/unit/core/core-testing.h"

static const struct game *game;

static uint8_t mirrored_square(uint8_t square)
{
	if (square >= game->squares)
		return square;
	return game == &game_chess ? square ^ 56 : (uint8_t)(game->squares - 1 - square);
}

static char mirrored_piece(char piece)
{
	static const char letters[] = "PpNnBbRrQqKk", men[] = "wbWB";
	const char *list = game == &game_chess ? letters : men, *at = piece ? strchr(list, piece) : NULL;

	return at ? list[(at - list) ^ 1] : piece;
}

static enum side mirrored_side(enum side side)
{
	return side == NO_SIDE ? NO_SIDE : other_side(side);
}

static enum person mirrored_person(enum person by)
{
	return by == PERSON_WHITE ? PERSON_BLACK : by == PERSON_BLACK ? PERSON_WHITE : by;
}

static const char *mirrored_result(const char *result)
{
	for (unsigned i = 0; i < 2; i++)
		if (!strcmp(result, game->results[i]))
			return game->results[i ^ 1];
	return result;
}

/* e2e4 is e7e5 from the other side. */
static void mirror_move(char *text)
{
	for (; game == &game_chess && *text; text++)
		if (*text >= '1' && *text <= '8')
			*text = (char)('9' - (*text - '0'));
}

static struct input mirrored_input(const struct input *in)
{
	struct input ret = *in;

	ret.square = mirrored_square(in->square);
	ret.piece = mirrored_piece(in->piece);
	ret.side = mirrored_side(in->side);
	ret.against = mirrored_side(in->against);
	ret.first = mirrored_side(in->first);
	ret.running = mirrored_side(in->running);
	ret.by = mirrored_person(in->by);
	ret.white_us = in->black_us;
	ret.black_us = in->white_us;
	mirror_move(ret.intend);
	return ret;
}

static void mirror_fen(const char *fen, char ret[static GAME_FEN])
{
	char board[GAME_FEN], side, rights[8], passed[8], swapped[8] = "", *to = swapped, *rank[8], *save = NULL;
	unsigned quiet, number, n = 0;

	assert_int_equal(sscanf(fen, "%90s %c %7s %7s %u %u", board, &side, rights, passed, &quiet, &number), 6);
	for (char *r = strtok_r(board, "/", &save); r; r = strtok_r(NULL, "/", &save))
		rank[n++] = r;
	for (*ret = '\0'; n--;) {
		for (char *c = rank[n]; *c; c++)
			*c = mirrored_piece(*c);
		sprintf(ret + strlen(ret), "%s%s", rank[n], n ? "/" : "");
	}
	for (const char *right = "KQkq"; *right; right++)
		if (strchr(rights, mirrored_piece(*right)))
			*to++ = *right;
	mirror_move(passed);
	sprintf(ret + strlen(ret), " %c %s %s %u %u", side == 'w' ? 'b' : 'w', *swapped ? swapped : "-", passed, quiet,
		number);
}

static struct game_position mirrored_position(const char *fen, const struct game_position *pos)
{
	char squares[GAME_MAX_SQUARES], turned[GAME_MAX_SQUARES] = "", other[GAME_FEN];
	struct game_position ret = *pos;

	if (game == &game_chess) {
		mirror_fen(fen, other);
		assert_int_equal(game->parse(other, &ret, NULL), 0);
		return ret;
	}
	game->placement(pos, squares);
	for (unsigned q = 0; q < game->squares; q++)
		turned[mirrored_square((uint8_t)q)] = mirrored_piece(squares[q]);
	game->set_placement(&ret, turned, other_side(game->to_move(pos)));
	return ret;
}

#endif
