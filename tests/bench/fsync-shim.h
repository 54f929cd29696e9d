/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What fsync-shim.c and whoever loads it into a program share: the first bytes of the file that FSYNC_SHIM names. */
#ifndef TESTS_BENCH_FSYNC_SHIM_H
#define TESTS_BENCH_FSYNC_SHIM_H

#include <stdatomic.h>
#include <stdbool.h>

struct fsync_shim {
	atomic_uint count;    /* so far */
	atomic_uint delay_ms; /* each is later by this */
	atomic_bool full;     /* what is written at a place in a file finds no space */
};

#endif
