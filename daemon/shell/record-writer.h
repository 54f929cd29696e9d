/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The thread that puts game records on disk: a final one waits for the disk twice, and nobody else waits with it. The
 * event loop says what is to be written, and takes what became of it.
 */
#ifndef SHELL_RECORD_WRITER_H
#define SHELL_RECORD_WRITER_H

#include <stdbool.h>
#include <stdint.h>

struct record_writer;

/* One record. */
struct record_job {
	struct record_job *next;
	uint64_t game;
	char *path, *text;
	char *old;   /* to be removed once the new one is there; NULL none */
	bool closes; /* with it the game is finished with */
	bool final;  /* of a game that is over: it is to outlive a power cut. One that runs is written anew at the start
		      */
	int result;  /* 0 or a negative errno value */
};

/* 0 or a negative errno value. */
int record_writer_new(struct record_writer **ret);
/* What it was given is written before it returns; NULL is allowed. */
void record_writer_free(struct record_writer *writer);
/* Readable when there is something to take. */
int record_writer_fd(const struct record_writer *writer);

/* New job; takes the texts, also on failure. NULL: no memory. */
struct record_job *record_job_new(uint64_t game, char *path, char *text, const char *old, bool final);
void record_job_free(struct record_job *job);
/* The job is the thread's until it is taken. */
void record_writer_give(struct record_writer *writer, struct record_job *job);
/* The one that was done first; NULL: none is done. wait: NULL only if there is none at all. */
struct record_job *record_writer_take(struct record_writer *writer, bool wait);

#endif
