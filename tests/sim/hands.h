/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Hands: what two players' hands do on a board so that a given game comes
 * about, with a given time for each move. Pure: a score in, events out.
 *
 * A score is one JSON object of facts:
 *
 *   {"moves":"e2e4 e7e5 …", "tc":"300", "clk":[300.0,299.2,…], "result":"1-0"}
 *
 * moves     in the game's own text, blank-separated
 * tc        time control as in PGN: "300", "180+2"; absent: no clock
 * clk       seconds left after each move; or emt: seconds spent on each; or neither: three seconds each
 * result    as the source says; not read by the hands
 * game      "chess" if absent;  start  a FEN if not the game's own
 *
 * Hands fit into each move's own time, however short: the lever goes down at
 * the very instant at which the clock shows what the source says. A move that
 * took no time by the source's reckoning takes one millisecond, and the next
 * one of that side makes up for it if it can. A move that ends the game on the
 * board is set down at that instant, since the clock stops there.
 */
#ifndef TESTS_HANDS_H
#define TESTS_HANDS_H

#include <jansson.h>
#include <stdio.h>

#include "rules/game.h"

#define HANDS_ERROR 200

struct hands_score {
	const struct game *game;
	struct game_position start;
	char start_fen[GAME_FEN];
	unsigned plies;
	struct game_move *move;
	int64_t *used_us;	       /* of each move */
	int64_t base_us, increment_us; /* base_us 0: no clock */
};

/* 0; -EINVAL with a sentence that names the key and the ply; -ENOMEM. hands_score_free() frees. */
int hands_score_read(json_t *object, struct hands_score *ret, char err[static HANDS_ERROR]);
/* The same of the object in a file. */
int hands_score_load(const char *path, struct hands_score *ret, char err[static HANDS_ERROR]);
void hands_score_free(struct hands_score *score);

enum hands_style {
	HANDS_ORDERLY = 0, /* one piece at a time, victims first, the king first in castling */
};

struct hands_options {
	enum hands_style style;
	int64_t motion_us;    /* how long hands are in motion in a move with time enough [700000] */
	unsigned until;	      /* stop after that ply, from 1; 0 the whole score */
	unsigned illegal_ply; /* from 1: at that ply this is done instead, pressed, and the hands stop; 0 never */
	uint8_t illegal_from, illegal_to; /* the game's squares */
};

enum hands_action { HANDS_LIFT = 1, HANDS_PLACE, HANDS_PRESS };

struct hands_event {
	int64_t t_us;
	enum hands_action action;
	uint8_t square; /* the game's */
	char piece;
	enum side side; /* HANDS_PRESS */
	unsigned ply;	/* from 1 */
};

/* free() *ret. Times never decrease. 0; -EINVAL with a sentence; -ENOMEM. */
int hands_play(const struct hands_score *score, const struct hands_options *options, struct hands_event **ret,
	       size_t *count, char err[static HANDS_ERROR]);

/* A trace of the events, header first. presence: the sensors do not name pieces. rulebook: NULL none. -EIO. */
int hands_write(const struct hands_score *score, const struct hands_event *events, size_t count, bool presence,
		const char *rulebook, FILE *out);

#endif
