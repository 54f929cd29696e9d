/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * An evening of chance on one chess board: two to four games, each from the start position to an end of some kind. The
 * pieces are set up anew between them. Nobody says that a game is over, or that one begins. All is drawn from the
 * evening's number.
 */
#ifndef TESTS_SIM_MADE_EVENING_H
#define TESTS_SIM_MADE_EVENING_H

#include "tests/sim/hands.h"

#define EVENING_GAMES 4

enum made_end {
	MADE_MATE,
	MADE_STALEMATE,
	MADE_DEAD,   /* nobody can mate any more */
	MADE_KINGS,  /* the kings are put to the centre */
	MADE_SET_UP, /* the pieces are set up anew at once */
	MADE_LEFT,   /* the players go away */
	MADE_ENDS,
};

struct made_game {
	enum made_end end;
	struct game_move *move;
	unsigned plies;
	enum side winner;	/* MADE_KINGS: as the kings show it; NO_SIDE a draw */
	size_t first, set_up;	/* of the evening's events: where its hands begin, and where those that set up anew */
	int64_t from_us, to_us; /* from a moment before its hands begin until they have done with it */
};

struct made_evening {
	const struct game *game;
	const char *hands; /* whose */
	bool presence;	   /* the sensors name no pieces */
	uint32_t scan_us, late_us;
	struct made_game games[EVENING_GAMES];
	unsigned count;
	struct hands_event *event;
	size_t events, room;
};

/* How an evening's hands are; NULL: any. */
enum made_hands { MADE_ANY, MADE_ORDERLY, MADE_HURRIED, MADE_RESTLESS };

/* 0 or -ENOMEM. made_evening_free() frees. */
int made_evening(unsigned number, enum made_hands hands, bool presence, struct made_evening *ret);
void made_evening_free(struct made_evening *e);

#endif
