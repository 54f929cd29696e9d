/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <string.h>

#include "daemon/core/tracker/exact/identity.h"

void table_set(struct table *table, const struct game *game, const char *squares)
{
	table->game = game;
	memset(table->man, '.', sizeof(table->man));
	memcpy(table->man, squares, game->squares);
	table->air_count = 0;
}

static void air_remove(struct table *table, unsigned i)
{
	memmove(&table->air[i], &table->air[i + 1], (--table->air_count - i) * sizeof(table->air[0]));
}

static void air_add(struct table *table, char piece, unsigned from)
{
	if (table->air_count == TABLE_AIR)
		air_remove(table, 0);
	table->air[table->air_count++] = (struct table_air){ piece, (uint8_t)from };
}

char table_lift(struct table *table, unsigned square, char piece)
{
	char man = table->man[square];

	if (piece && piece != '?')
		man = piece;
	else if (man == '.')
		return '.';
	table->man[square] = '.';
	air_add(table, man, square);
	return man;
}

static bool may_go(const struct game_moves *moves, unsigned from, unsigned to)
{
	for (unsigned i = 0; moves && i < moves->count; i++)
		if (moves->move[i].from == from && moves->move[i].to == to)
			return true;
	return false;
}

/* The man in the air that the next nameless place sets down: one that goes back to where it came from, then one that
 * may go there by the rules, then the first own one, then the last of the others. */
static int choose(const struct table *table, unsigned square, enum side side, const struct game_moves *moves)
{
	int own = -1, other = -1, legal = -1, castling = -1;

	for (int i = (int)table->air_count - 1; i >= 0; i--)
		if (table->air[i].from == square && table->game->piece_side(table->air[i].piece) == side)
			return i;
	for (unsigned i = 0; i < table->air_count; i++) {
		const struct table_air *a = &table->air[i];

		if (table->game->piece_side(a->piece) != side)
			continue;
		if (own < 0)
			own = (int)i;
		if (may_go(moves, a->from, square)) {
			for (unsigned m = 0; m < moves->count; m++)
				if ((moves->move[m].flags & GAME_MOVE_CASTLING) && moves->move[m].from == a->from &&
				    moves->move[m].to == square)
					castling = (int)i;
			legal = (int)i;
		}
	}
	if (castling >= 0)
		return castling;
	if (legal >= 0)
		return legal;
	if (own >= 0)
		return own;
	for (unsigned i = 0; i < table->air_count; i++) {
		other = (int)i;
		if (table->air[i].from == square)
			break;
	}
	return other;
}

/*
 * A man of the other side goes down elsewhere than it came from, and on its own square stands an own man who could
 * have gone where it goes: the two were taken for one another. Puts the first one home and returns the own man.
 */
static char untangle(struct table *table, unsigned i, unsigned square, enum side side, const struct game_moves *moves)
{
	struct table_air air = table->air[i];
	char own = table->man[air.from];

	if (table->game->piece_side(air.piece) == side || air.from == square || table->game->piece_side(own) != side || !moves)
		return air.piece;
	for (unsigned m = 0; m < moves->count; m++)
		if (moves->move[m].to == square && table->man[moves->move[m].from] == '.') {
			table->man[air.from] = air.piece;
			return own;
		}
	return air.piece;
}

char table_place(struct table *table, unsigned square, char piece, enum side side, const struct game_moves *moves)
{
	int i;

	if (piece && piece != '?') {
		if (table->man[square] == piece)
			return piece;
		for (i = (int)table->air_count - 1; i >= 0; i--)
			if (table->air[i].piece == piece)
				break;
	} else {
		if (table->man[square] != '.' && !table->air_count)
			return table->man[square];
		i = choose(table, square, side, moves);
		piece = i >= 0 ? untangle(table, (unsigned)i, square, side, moves) : '?';
	}
	if (i >= 0)
		air_remove(table, (unsigned)i);
	if (table->man[square] != '.')
		air_add(table, table->man[square], square);
	table->man[square] = piece;
	return piece;
}

void table_settle(struct table *table, const char *placement)
{
	for (unsigned i = 0; i < table->air_count;) {
		const struct table_air *a = &table->air[i];
		int missing = 0;

		for (unsigned q = 0; q < table->game->squares; q++)
			missing += (placement[q] == a->piece) - (table->man[q] == a->piece);
		/* a man that the position still wants stays in the hand; any other has left the board */
		if (missing > 0)
			i++;
		else
			air_remove(table, i);
	}
}
