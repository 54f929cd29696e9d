/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How to bring the pieces back to the official position. */
#ifndef TRACKER_GUIDANCE_H
#define TRACKER_GUIDANCE_H

#include "daemon/core/tracker/tracker.h"

/* A piece is lifted from one square and put on another that is empty by then; GAME_NO_SQUARE: from beside the board, to
 * beside it. */
struct tracker_step {
	uint8_t from, to;
	char piece;
};

/*
 * tracker_guidance - the steps in order: pieces are moved on the board before others are fetched
 * Returns their number; 0: everything stands. At any time differences are listed, also those that a move in progress
 * makes: tracker_restoring() tells whether the pieces are to be restored.
 */
unsigned tracker_guidance(const struct tracker *tracker, struct tracker_step steps[static GAME_MAX_SQUARES]);

#endif
