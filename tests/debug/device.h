/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One round of one device, from its plugging in to its end; and what all processes count together. */
#ifndef TESTS_DEBUG_DEVICE_H
#define TESTS_DEBUG_DEVICE_H

#include <stdatomic.h>

#include "seeded.h"

#define MAX_BUSES 8

/* Shared by the processes of all buses. What is counted has happened: the host took it, or the driver was bound. */
struct tally {
	atomic_bool stop;
	atomic_ulong seconds, bindings, unbindings, unplugs, resets, refusals, reports, enumerations, requests, missed;
	atomic_uint next_round[MAX_BUSES];
	atomic_uint configured[MAX_BUSES]; /* the round, plus one, whose device got its configuration last */
	atomic_uint asked[MAX_BUSES];	   /* requests of the host */
};

struct round {
	uint64_t seed;
	unsigned int bus, number;
	bool hostile;
	struct tally *tally;
};

/*
 * device_run: be the round's device, in a process of its own: the end of the process unplugs it. A hostile
 * device ends by itself, any other is ended by a signal. Does not return.
 */
_Noreturn void device_run(const struct round *round);

#endif
