// SPDX-License-Identifier: GPL-2.0-or-later
#include "rules/turn.h"

#include <stdio.h>
#include <string.h>

#include "rules/sentences/sentence.h"

_Static_assert(FACT_READINGS == TURN_MAX_OTHERS + 1, "sentences have room for all readings of a turn");

unsigned turn_reading_count(const struct turn *turn)
{
	return turn->other_count + 1;
}

struct turn turn_reading_at(const struct turn *turn, unsigned index)
{
	for (unsigned pass = 0; pass < 2; pass++)
		for (unsigned i = 0; i <= turn->other_count; i++) {
			struct turn reading = i ? turn_read_as(turn, &turn->other[i - 1]) : turn_copy(turn);

			if (turn_is_innocent(&reading) == !pass && !index--)
				return reading;
		}
	return turn_copy(turn);
}

static bool is_square(const struct game *game, uint8_t square, char name[static FACT_SQUARE])
{
	if (square < game->squares && game->square_name(square, name) > 0)
		return true;
	strcpy(name, "-");
	return false;
}

void turn_reading_name(const struct game *game, const struct game_position *before, const struct turn *reading,
		       char ret[static GAME_TEXT])
{
	char from[FACT_SQUARE], to[FACT_SQUARE];

	if (reading->kind == TURN_LEGAL && reading->has_move)
		game->move_text(before, &reading->move, ret);
	else if (reading->kind == TURN_NO_MOVE)
		strcpy(ret, "0000");
	else if (reading->kind != TURN_SEVERAL && reading->kind != TURN_UNREADABLE &&
		 is_square(game, reading->from, from) && is_square(game, reading->to, to))
		snprintf(ret, GAME_TEXT, game->game_type ? "%s-%s" : "%s%s", from, to);
	else
		strcpy(ret, turn_word(reading));
}

static const char *word_of_move(const struct game *game, const struct game_move *move)
{
	if (game->game_type)
		return move->captured ? "capture" : "move";
	if (move->flags & GAME_MOVE_CASTLING)
		return move->to % game->width > game->width / 2 ? "castled-short" : "castled-long";
	if (move->flags & GAME_MOVE_PROMOTION)
		return "promoted";
	return move->flags & GAME_MOVE_CAPTURE ? "took" : "moved";
}

static const char *word_of(const struct game *game, const struct turn *reading)
{
	switch (reading->kind) {
	case TURN_LEGAL:
		return word_of_move(game, &reading->move);
	case TURN_PROMOTION_OWED:
		return "owed";
	case TURN_NO_MOVE:
		return "none";
	case TURN_SEVERAL:
		return "several";
	case TURN_UNSEEN:
		return "unseen";
	case TURN_UNREADABLE:
		break;
	case TURN_ILLEGAL:
		if (reading->to < game->squares)
			return reading->fault == TURN_FAULT_OTHER_SIDE ? "other-side" : "put";
		if (reading->from < game->squares)
			return "off";
		break;
	}
	return "unreadable";
}

static const char *piece_of(const struct game *game, const struct game_position *before, const struct turn *reading)
{
	const bool promotes = reading->kind == TURN_LEGAL && reading->move.promotion && !game->game_type;
	char squares[GAME_MAX_SQUARES], piece = promotes ? reading->move.promotion : 0;
	const char *word;

	game->placement(before, squares);
	if (!piece && reading->from < game->squares && game->piece_side(squares[reading->from]) != NO_SIDE)
		piece = squares[reading->from];
	word = piece_word(game, piece ? piece : reading->piece);
	return word ? word : "-";
}

void turn_readings_format(const struct game *game, const struct game_position *before, const struct turn *turn,
			  char *buf, size_t size)
{
	size_t at = 0;

	*buf = '\0';
	for (unsigned i = 0; i < turn_reading_count(turn); i++) {
		const struct turn reading = turn_reading_at(turn, i);
		char name[GAME_TEXT], from[FACT_SQUARE], to[FACT_SQUARE];
		int n;

		turn_reading_name(game, before, &reading, name);
		is_square(game, reading.from, from);
		is_square(game, reading.to, to);
		n = snprintf(buf + at, size - at, "%s%s %s %s %s %s %s", at ? ", " : "",
			     turn_is_innocent(&reading) ? "reject" : "accept", word_of(game, &reading),
			     piece_of(game, before, &reading), from, to, name);
		if (n < 0 || (size_t)n >= size - at) {
			buf[at] = '\0';
			return;
		}
		at += (size_t)n;
	}
}

void turn_readings_answers(const struct game *game, const struct game_position *before, const struct turn *turn,
			   char *buf, size_t size)
{
	size_t at = 0;

	*buf = '\0';
	for (unsigned i = 0; i < turn_reading_count(turn); i++) {
		const struct turn reading = turn_reading_at(turn, i);
		char name[GAME_TEXT];
		int n;

		turn_reading_name(game, before, &reading, name);
		n = snprintf(buf + at, size - at, "%s%s move=%s", at ? ", " : "",
			     turn_is_innocent(&reading) ? "reject" : "accept", name);
		if (n < 0 || (size_t)n >= size - at) {
			buf[at] = '\0';
			return;
		}
		at += (size_t)n;
	}
}
