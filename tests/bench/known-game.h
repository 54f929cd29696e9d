/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A trace whose moves are known: "reed-c001-l2-presence.jsonl" beside "reed-c001-l2.moves", a ply a line, its first
 * word the move, its third what the hands did.
 */
#ifndef TESTS_KNOWN_GAME_H
#define TESTS_KNOWN_GAME_H

#include "daemon/core/tracker/tracker.h"

enum { PLIES = 1024, EVENTS = 16384 };

struct known_game {
	const struct game *game;
	struct game_position start;
	bool named;
	struct tracker_event event[EVENTS];
	unsigned events;
	char move[PLIES][12], tags[PLIES][120];
	unsigned plies;
	bool left_out; /* the hands put a rook for a queen: its sensors name a rook */
};

/* Reads the trace and its moves. False: there are none, or the trace is no trace. */
bool known_game_read(const char *path, struct known_game *ret);
/* Is that ply's move this one? On boards that do not name their pieces the letter of a promotion is not compared. */
bool known_game_is_move(const struct known_game *g, unsigned ply, unsigned from, unsigned to, char promotion);

#endif
