/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which piece stands where, on a board whose sensors only say that one does. Hands are followed by the order of lifts
 * and places, without any rule of the game, so that nothing of a move's legality shows; and wherever it is known
 * otherwise which pieces stand on just these squares (the start, what was published of a game), that counts.
 */
#ifndef WEB_LIVECHESS_NAMING_H
#define WEB_LIVECHESS_NAMING_H

#include "web/livechess/squares.h"

#define NAMING_HAND 32

struct naming {
	char letter[SQUARES]; /* '.' empty, '?' nobody knows */
	struct {
		char letter;
		unsigned char from;
	} hand[NAMING_HAND]; /* lifted and not put down, the last one last */
	unsigned in_hand;
};

void naming_begin(struct naming *n);
/* A square emptied. */
void naming_lift(struct naming *n, unsigned square);
/* … or filled. piece: its letter if the sensors name it, else '?'. */
void naming_place(struct naming *n, unsigned square, char piece);
/* The whole board was reported: what is where it was keeps its name. */
void naming_squares(struct naming *n, const char squares[static SQUARES]);
/* These pieces stand there: taken over if just these squares are occupied, and no piece is named otherwise. */
void naming_know(struct naming *n, const char pieces[static SQUARES], const char sensors[static SQUARES]);

#endif
