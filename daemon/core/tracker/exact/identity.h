/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which piece stands where, and which are in hands. Pieces keep their
 * identity from the square they were lifted from to the one they are set on.
 */
#ifndef TRACKER_IDENTITY_H
#define TRACKER_IDENTITY_H

#include "rules/game.h"

#define IDENTITY_HANDS 16

struct piece_in_hand {
	char piece;
	uint8_t from;
};

struct identity {
	const struct game *game;
	char piece[GAME_MAX_SQUARES]; /* '.', a letter, or '?' */
	struct piece_in_hand
		in_hand[IDENTITY_HANDS]; /* oldest first; the oldest is forgotten where there are too many */
	unsigned in_hand_count;
	/* Without a name, a king or rook set down while the other one was in a hand, too; piece 0: none. */
	struct {
		char piece;
		uint8_t from, to;
	} half_castled;
};

/* The pieces stand like this, none is in a hand. */
void identity_set(struct identity *identity, const struct game *game, const char *squares);
/* Takes the piece of square into a hand. Returns its letter, '.' for an empty square. piece: what the sensor reports,
 * or 0. */
char identity_lift(struct identity *identity, unsigned square, char piece);
/*
 * identity_place - a piece comes to stand on square
 * piece: its letter, or 0: one of those in hands, those of side first; moves say which piece can go there. A piece that
 * stood there (a sensor that saw no empty square between) goes to the hands. Returns the letter, '?' if nobody knows.
 */
char identity_place(struct identity *identity, unsigned square, char piece, enum side side,
		    const struct game_moves *moves);
/* Forgets the pieces in hands that do not belong on the board: all those that stand where placement has them. */
void identity_settle(struct identity *identity, const char *placement);

#endif
