/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Calls of a program that may fail, counted, so that a test can have each of them fail in turn: the program's own
 * for memory and to the system (the linker leads them here: tests/faults/build.mk), and SQLite's for memory and to its
 * files. In the test's own process; what the test itself does is done while nothing is counted.
 */
#ifndef TESTS_FAULTS_FAULT_POINTS_H
#define TESTS_FAULTS_FAULT_POINTS_H

#include <stdbool.h>

enum fault_kind {
	FAULT_MEMORY,	   /* the program's allocations */
	FAULT_CALL_EIO,	   /* its system calls on files and threads */
	FAULT_CALL_ENOSPC, /* those that need space */
	FAULT_CALL_SHORT,  /* its reads and writes do half of it; those of a few bytes nothing, once: EINTR */
	FAULT_SQL_MEMORY,  /* SQLite's allocations */
	FAULT_SQL_IO,	   /* whatever SQLite does with its files but ask for locks */
	FAULT_SQL_FULL,	   /* its writes */
	FAULT_SQL_SHORT,   /* its reads: the rest is zero */
	FAULT_SQL_LOCKED,  /* its locks: another has them */
	FAULT_OTHER,	   /* what a test itself leads to fault_meets() */
	FAULT_KINDS
};

extern const char *const fault_kind_name[FAULT_KINDS];

/* Before SQLite is used: from here on it goes through what is counted. fsync() does nothing: no power is cut here. */
void fault_points_init(void);
/* The n-th call of that kind from now on fails, from 0; lasting: and all after it. n < 0: none, they are counted. */
void fault_begin(enum fault_kind kind, long n, bool lasting);
/* No more; how many there were. */
long fault_end(void);
/* The same, and go on where it was: around what the test does itself. */
void fault_pause(void);
void fault_resume(void);
/* The names of the calls to the system from fault_begin() on, in their order and parted by blanks. */
const char *fault_calls(void);
/* A call of FAULT_OTHER: it is to fail. */
bool fault_meets(void);

#endif
