/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * When the machine stood still: on each processor a thread that comes before all others wakes up each millisecond, and
 * where it does not, nobody else could have run there either. A virtual machine's processors are taken away like that.
 */
#ifndef BENCH_STALLS_H
#define BENCH_STALLS_H

#include <stdint.h>

struct stalls;

/* NULL: it may not have real-time threads. stalls_stop() it. */
struct stalls *stalls_start(void);
void stalls_stop(struct stalls *stalls);
/* The longest, of any processor; microseconds. */
int64_t stalls_longest_us(struct stalls *stalls);
/* How much of that time (CLOCK_BOOTTIME) some processor stood still; what is shorter than two milliseconds is none. */
int64_t stalls_between_us(struct stalls *stalls, int64_t from_us, int64_t to_us);

#endif
