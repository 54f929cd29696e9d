/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A game that begins when its board has said what stands on it, and the journal has it. See game-start.h. */
#ifndef DAEMON_PENDING_START_H
#define DAEMON_PENDING_START_H

#include <jansson.h>

#include "daemon/games/game-setup.h"
#include "daemon/boards/live-board.h"

struct live_game;

/*
 * Called once, from the event loop: the game, and the squares that stand wrongly, one sentence each, NULL-terminated
 * (both the caller's, wrong may be NULL); or game is NULL, and *error names the fault.
 */
typedef void (*start_done)(void *userdata, struct live_game *game, char **wrong, const sd_bus_error *error);

struct pending_start {
	struct context *context;
	struct live_board *board; /* NULL: unplugged, while something was being written */
	json_t *options;
	struct game_setup setup; /* as of them, until the board has answered */
	start_done done;
	void *userdata;
	sd_event_source *source; /* runs when the answer is here */
	uint32_t request;	 /* for the whole board; 0: it has been answered */
	int result;
	char error[256];
	struct board_squares squares;
	bool queued; /* the journal is waited for; */
	struct live_game
		*game; /* … for this game: nobody knows it yet, and its board is not read until then; NULL none */
	char **wrong;
};

/* Of board->start: the board has answered, 0 or with an error and its sentence. */
void pending_start_answer(struct pending_start *start, int result, const char *error,
			  const struct board_squares *squares);
/* Ends it with this fault. */
void pending_start_fail(struct pending_start *start, const char *name, const char *sentence);
/* The board is gone. What the journal may have by now is begun none the less, and waits for it to come back. */
void pending_start_lose_board(struct pending_start *start);
/* Frees it; nobody is told. NULL is allowed. */
void pending_start_free(struct pending_start *start);

#endif
