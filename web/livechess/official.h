/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef WEB_LIVECHESS_OFFICIAL_H
#define WEB_LIVECHESS_OFFICIAL_H

#include <jansson.h>
#include <stdbool.h>

#include "rules/game.h"
#include "web/live.h"

/*
 * --- official.c ---
 * The legal moves of the game that is played on a board as it was published, with what persons do in it: moves that are
 * taken back are gone, and where a position is set the moves lead there, from where the game was before or by one or
 * two that nobody saw. Where they cannot, or a turn is no legal move, the line ends.
 */

struct official_ply {
	json_t *json;
};

struct official {
	char id[LIVE_NAME]; /* the game's, "" none */
	const struct game *game;
	struct game_position *positions; /* before each move, and behind the last */
	struct game_move *moves;
	unsigned count, room;
	unsigned version; /* it is another one each time that anything is otherwise */
	/* what it was made of */
	struct official_ply *plies;
	unsigned ply_count, ply_room;
	bool is_plain;	 /* a move a ply */
	bool is_void;	 /* the game was made void: nothing of it was played */
	bool is_foreign; /* nothing of it can be told: the game is not one of eight by eight, or begins where none does
			  */
	char set[GAME_FEN]; /* what a person set behind them, "" nothing */
};

void official_done(struct official *o);
/* What is known of the game now; NULL: there is none that may be told. */
void official_read(struct official *o, const struct live_game *game);
void official_make_void(struct official *o);
/* Behind how many moves the pieces stand so, with that side to move: the latest; -1 never. */
bool official_is_at(const struct official *o, unsigned k, const struct game *game, const struct game_position *pos);
int official_find(const struct official *o, const struct game *game, const struct game_position *pos);

/*
 * What leads a game that a client follows: the official one from the position on that the client named. What is read of
 * the sensors is at most one move ahead of it.
 */
struct line;

struct lead {
	bool is, is_void;  /* it does; the game was made void */
	bool is_otherwise; /* persons changed it: it does not only go on */
	char by[LIVE_NAME];
	unsigned from, count;
	struct game_move *moves;
	int64_t due_us; /* what it is ahead is told then, if it is not read until then */
};

/* As it is now. Another game does not lead what was told of one that was not made void. */
void lead_take(struct lead *lead, const struct official *official, const struct game *game, const struct line *line);
/* So many of the moves that were told are its. */
unsigned lead_told(const struct lead *lead, const struct line *line);
/* What is read and is not its is not read. */
void lead_prune(const struct lead *lead, struct line *line);

#endif
