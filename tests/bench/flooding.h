/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A client that asks the daemon for everything, as often as the bus lets it, and another one that asks for little. */
#ifndef TESTS_BENCH_FLOODING_H
#define TESTS_BENCH_FLOODING_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct flooding_calls;

struct flooding {
	pid_t pid[2];
	struct flooding_calls *calls; /* what the other one has measured; both processes see it */
};

/* They end with the caller, who keeps *flooding. Returns when the flood's first calls have been answered. */
void flooding_start(struct flooding *flooding, const char *address);
/* In microseconds, of so many calls: what the daemon took to answer, and what the bus itself did in between. */
size_t flooding_stop(struct flooding *flooding, const int64_t **daemon_us, const int64_t **bus_us, unsigned *flooded);

#endif
