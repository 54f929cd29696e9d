/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One writing of a game's record: what a thread does, since a final one waits for the disk twice. */
#ifndef DAEMON_RECORD_JOB_H
#define DAEMON_RECORD_JOB_H

#include <stdbool.h>
#include <stdint.h>

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

#endif
