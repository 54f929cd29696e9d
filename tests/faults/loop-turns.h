/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What loop-turns.c keeps, in a file that it shares with who tests. */
#ifndef TESTS_FAULTS_LOOP_TURNS_H
#define TESTS_FAULTS_LOOP_TURNS_H

#include <stdatomic.h>

#define LOOP_TURNS_KEPT 65536

struct loop_turns {
	atomic_uint count;	       /* of all */
	char letters[LOOP_TURNS_KEPT]; /* the last of them, each at its number */
};

#endif
