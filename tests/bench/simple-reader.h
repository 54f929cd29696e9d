/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The simplest reader that works at all, a witness beside the tracker, in two forms: by named pieces, by occupancy
 * alone. When the squares have been quiet for 300 ms and show a legal successor, that was the move; if they show the
 * position before, or another successor of it, the last move was taken back. It knows no lever. Where it is right and
 * the tracker is wrong, that is a finding.
 */
#ifndef TESTS_SIMPLE_READER_H
#define TESTS_SIMPLE_READER_H

#include "rules/game.h"

#define SIMPLE_PLIES 1024

struct simple_reader {
	const struct game *game;
	bool named; /* the sensors name the pieces; else occupancy alone counts */
	char sensor[GAME_MAX_SQUARES];
	int64_t since[GAME_MAX_SQUARES], last_us, judged_us; /* of each square's change; of the last one */
	struct game_position position[SIMPLE_PLIES + 1];
	struct game_move move[SIMPLE_PLIES];
	unsigned plies;
};

void simple_reader_start(struct simple_reader *s, const struct game *game, const struct game_position *start,
			 bool named);
/* A square shows something else: '.', a letter. Times never decrease. */
void simple_reader_square(struct simple_reader *s, int64_t t_us, unsigned square, char is);
void simple_reader_finish(struct simple_reader *s);

#endif
