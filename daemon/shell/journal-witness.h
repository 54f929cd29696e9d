/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The witness: a small file beside the journal that says how many rows each unfinished game has. It is written after
 * each commit and needs no fsync of its own: it may know less than the journal, never more. Where it does know more,
 * rows were lost that somebody has heard of: a log that was removed or cut, a file that was put back.
 */
#ifndef SHELL_JOURNAL_WITNESS_H
#define SHELL_JOURNAL_WITNESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define WITNESS_BOARD 160

struct witness_slot {
	uint64_t game; /* 0: free */
	uint64_t inputs, rulings;
	char board[WITNESS_BOARD];
	bool changed;
};

struct witness {
	int fd; /* -1: it cannot be kept; the journal goes without */
	struct witness_slot *slots;
	size_t count;
	size_t last; /* the slot that was asked for last: rows of a game come together */
};

/* Reads what is there. Lines that are none are passed over. 0 or -ENOMEM. */
int witness_open(struct witness *witness, const char *path);
void witness_close(struct witness *witness);
/* In memory, until witness_write(). No memory: it is not kept for that game. */
struct witness_slot *witness_of(struct witness *witness, uint64_t game, bool make);
void witness_forget(struct witness *witness, uint64_t game);
/* What has changed. */
void witness_write(struct witness *witness);

#endif
