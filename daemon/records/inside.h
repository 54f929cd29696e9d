/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the files of records share: where a record is, and how it is written. */
#ifndef DAEMON_RECORDS_INSIDE_H
#define DAEMON_RECORDS_INSIDE_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "daemon/games/live-game.h"

/* --- record-job.c --- */

struct context;

struct record_job {
	struct context *context;
	uint64_t game;
	char *path, *text;
	char *old;   /* to be removed once the new one is there; NULL none */
	bool closes; /* with it the game is finished with */
	bool final;  /* of a game that is over: it is to outlive a power cut. One that runs is written anew at the start
		      */
	int result;  /* 0 or a negative errno value */
};

/* New job; takes the texts, also on failure. NULL: no memory. */
struct record_job *record_job_new(uint64_t game, char *path, char *text, const char *old, bool final);
void record_job_free(struct record_job *job);
/* Writes it and removes the old one; what became of it is in its result. userdata: the job. */
void record_job_run(void *userdata);

/* --- game-record.c --- */

/* The record as it is to be written now, and where. New job; NULL: no memory. */
struct record_job *game_record_make(const struct live_game *game);
/* It was written: sets game->pgn. */
void game_record_made(struct live_game *game, struct record_job *job);
/* Where the final record of a game belongs that was set up so and played that day. New text or NULL. */
char *game_record_path(const struct context *ctx, uint64_t number, const json_t *setup, const struct tm *day,
		       const char *suffix);

#endif
