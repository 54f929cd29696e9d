/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The steps of a program that disk-faults.c counts, and at which it can be killed, or its disk be full: a file that it
 * shares with who tests it. It is counted on after a kill, and the file's counts are the tester's to set back.
 */
#ifndef TESTS_FAULTS_DISK_STEPS_H
#define TESTS_FAULTS_DISK_STEPS_H

#include <stdatomic.h>

enum disk_step {
	DISK_WRITE = 0, /* at a place in a file, as SQLite does */
	DISK_RENAME,
	DISK_SYNC,   /* before it */
	DISK_SYNCED, /* after it */
	DISK_OTHER,  /* files that are made, written from their beginning, taken away */
	DISK_TOLD,   /* a message of the bus is sent */
	DISK_STEPS
};

#define DISK_NEVER (-1L)

struct disk_steps {
	atomic_long count[DISK_STEPS], all;
	/* SIGKILL at the step before which so many were counted; DISK_NEVER none */
	atomic_long kill_at[DISK_STEPS], kill_at_all;
	/* from the call on before which so many of those were counted that need room, the disk has none; DISK_NEVER */
	atomic_long room, full_at;
	/* … of those that change anything, nothing can be changed */
	atomic_bool is_read_only;
};

#endif
