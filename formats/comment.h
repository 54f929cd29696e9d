/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A comment of a game record, as it grows: words, and moves with their numbers. */
#ifndef FORMATS_COMMENT_H
#define FORMATS_COMMENT_H

#include "formats/pgn.h"

struct comment {
	char *text;
	size_t size, room;
	bool failed; /* no memory: comment_finish() says so */
};

/* Behind a blank, where something stands already. What would end a comment becomes a parenthesis. */
void comment_add(struct comment *comment, const char *words);
/* ply: from 0, White's are even. numbered: Black's move has its number as well, being the first. */
void comment_add_move(struct comment *comment, unsigned ply, bool numbered, const char *move);
/* Adds it behind the last move. 0, also without any words; -ENOMEM. */
int comment_finish(struct comment *comment, struct pgn_game *pgn);
void comment_done(struct comment *comment);

/* The arbiter set that position. 0 or -ENOMEM. */
int comment_position(struct pgn_game *pgn, const char *fen);
/* The number, as above, of the ply that is made in a position. */
unsigned comment_first_ply(const struct game *game, const struct game_position *pos);

#endif
