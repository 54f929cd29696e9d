/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The table: which man stands where, and which are in hands. Men keep their
 * identity from the square they were lifted from to the one they are set on.
 */
#ifndef TRACKER_TABLE_H
#define TRACKER_TABLE_H

#include "rules/game.h"

#define TABLE_AIR 16

struct table_air {
	char piece;
	uint8_t from;
};

struct table {
	const struct game *game;
	char man[GAME_MAX_SQUARES];	/* '.', a letter, or '?' */
	struct table_air air[TABLE_AIR];	/* oldest first; the oldest is forgotten where there are too many */
	unsigned air_count;
};

/* Stands as said, nothing in hands. */
void table_set(struct table *table, const struct game *game, const char *squares);
/* Takes the man of square into a hand. Returns its letter, '.' for an empty square. piece: what the sensor says, or 0. */
char table_lift(struct table *table, unsigned square, char piece);
/*
 * table_place - a man comes to stand on square
 * piece: its letter, or 0: one of those in hands, those of side first; moves say which man can go there. A man who
 * stood there (a sensor that saw no empty square between) goes to the hands. Returns the letter, '?' if nobody knows.
 */
char table_place(struct table *table, unsigned square, char piece, enum side side, const struct game_moves *moves);
/* Forgets the men in hands that do not belong on the board: all those that placement shows where it wants them. */
void table_settle(struct table *table, const char *placement);

#endif
