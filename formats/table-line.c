/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "formats/record.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool pieces_of(const struct game *game, const char *placement, char squares[static GAME_MAX_SQUARES])
{
	char fen[GAME_FEN + 8];
	struct game_position pos;

	snprintf(fen, sizeof(fen), "%s w", placement);
	if (game->parse(fen, &pos, NULL) < 0)
		return false;
	memset(squares, '.', GAME_MAX_SQUARES);
	game->placement(&pos, squares);
	return true;
}

/* Chess960's castling names the rook's square: 2 short, 3 long; 0 the king stands on neither goal. */
static int castled_onto_rook(char king, const char *after, int from, int to)
{
	int goal = from / 8 * 8 + (to > from ? 6 : 2);

	return after[goal] != king ? 0 : to > from ? 2 : 3;
}

/*
 * A king that went two squares along its rank, and a rook that came to stand where it passed: how far the rook went,
 * else 0.
 */
static int castled(const struct game *game, char king, const char *before, const char *after, const char *uci)
{
	char name[3] = "", rook = king == 'K' ? 'R' : 'r';
	int from, to, passed;

	memcpy(name, uci, 2);
	from = game->square_parse(name);
	memcpy(name, uci + 2, strnlen(uci + 2, 2));
	to = game->square_parse(name);
	if (from >= 0 && to >= 0 && before[to] == rook && from / 8 == to / 8)
		return castled_onto_rook(king, after, from, to);
	if (from < 0 || to < 0 || (to - from != 2 && from - to != 2) || from / 8 != to / 8)
		return 0;
	passed = (from + to) / 2;
	if (before[passed] != '.' || after[passed] != rook)
		return 0;
	for (int q = from / 8 * 8; q < from / 8 * 8 + 8; q++)
		if (before[q] == rook && after[q] != rook && (q > from) == (to > from))
			return q > passed ? q - passed : passed - q;
	return 0;
}

static bool is_without_move(const char *uci)
{
	return strcmp(uci, "0000") == 0;
}

void table_move_text(const struct game *game, const char *before, const char *after, const char *uci,
		     char text[static GAME_TEXT + 1])
{
	char squares[GAME_MAX_SQUARES], then[GAME_MAX_SQUARES], name[3] = "";
	char letter = 0;
	int rook, square;
	size_t n;

	if (is_without_move(uci)) {
		strcpy(text, "(no move)");
		return;
	}
	memcpy(name, uci, strnlen(uci, 2));
	square = strpbrk(uci, "-x:") ? -EINVAL : game->square_parse(name);
	if (square >= 0 && pieces_of(game, before, squares)) {
		letter = (char)toupper((unsigned char)squares[square]);
		if (letter == 'K' && game->width == 8 && pieces_of(game, after, then) &&
		    (rook = castled(game, squares[square], squares, then, uci)) != 0) {
			strcpy(text, rook == 2 ? "O-O" : "O-O-O");
			return;
		}
	}
	if (isalpha((unsigned char)letter) && letter != game->pieces[0])
		snprintf(text, GAME_TEXT + 1, "%c%s", letter, uci);
	else
		snprintf(text, GAME_TEXT + 1, "%s", uci);
	/* readers know a promoted piece by its capital alone */
	n = strlen(text);
	if (square >= 0 && n > 4)
		text[n - 1] = (char)toupper((unsigned char)text[n - 1]);
}

static void first_field(const char *fen, char placement[static GAME_FEN])
{
	snprintf(placement, GAME_FEN, "%.*s", (int)strcspn(fen, " "), fen);
}

/* Where the record begins: after the last position that was set and played from. */
static unsigned find_begin(const struct game *game, const struct line_turn *turns, unsigned count)
{
	struct game_position pos;

	for (unsigned i = count; i-- > 0;)
		if (*turns[i].set_fen && game->parse(turns[i].set_fen, &pos, NULL) == 0)
			return i;
	return 0;
}

/* Turns of the table, from a placement on, in a comment after these words. */
static int add_comment(struct pgn_game *pgn, const struct game *game, const char *words, unsigned ply,
		       char placement[static GAME_FEN], const struct line_turn *turns, unsigned count)
{
	char text[GAME_TEXT + 1];
	struct comment c = { 0 };
	int r;

	comment_add(&c, words);
	for (unsigned i = 0; i < count; i++) {
		if (*turns[i].set_fen)
			first_field(turns[i].set_fen, placement);
		table_move_text(game, placement, turns[i].placement, turns[i].text, text);
		comment_add_move(&c, ply + i, i == 0, text);
		strcpy(placement, turns[i].placement);
	}
	r = count ? comment_finish(&c, pgn) : 0;
	comment_done(&c);
	return r;
}

static unsigned ply_of(const struct game *game, const char *fen)
{
	struct game_position pos;

	return game->parse(fen, &pos, NULL) == 0 ? comment_first_ply(game, &pos) : 0;
}

int table_line_add(struct pgn_game *pgn, const struct game *game, const char *start, const struct line_turn *turns,
		   unsigned count, const char *set_fen)
{
	unsigned begin = find_begin(game, turns, count), i;
	char placement[GAME_FEN], text[GAME_TEXT + 1];
	int r = 0;

	first_field(start, placement);
	if (begin < count && *turns[begin].set_fen) {
		r = pgn_set_tag(pgn, "SetUp", "1");
		if (r >= 0)
			r = pgn_set_tag(pgn, "FEN", turns[begin].set_fen);
		if (r >= 0)
			r = add_comment(pgn, game, "Before the arbiter set the position:", ply_of(game, start),
					placement, turns, begin);
		start = turns[begin].set_fen;
		first_field(start, placement);
	}
	for (i = begin; i < count && r >= 0 && !is_without_move(turns[i].text); i++) {
		table_move_text(game, placement, turns[i].placement, turns[i].text, text);
		r = pgn_add_move(pgn, text, turns[i].left_us < 0 ? PGN_NO_TIME : turns[i].left_us / 1000, PGN_NO_TIME,
				 turns[i].remark[0] ? turns[i].remark : NULL);
		strcpy(placement, turns[i].placement);
	}
	if (i < count && r >= 0)
		r = add_comment(pgn, game, "A turn without a move, and what followed:", ply_of(game, start) + i - begin,
				placement, turns + i, count - i);
	return r < 0 || !*set_fen ? r : comment_position(pgn, set_fen);
}
