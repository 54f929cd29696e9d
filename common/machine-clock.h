/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The machine's clocks, for programs. What is pure is told the time. */
#ifndef COMMON_MACHINE_CLOCK_H
#define COMMON_MACHINE_CLOCK_H

#include <stdint.h>
#include <time.h>

/* Microseconds; clock: CLOCK_REALTIME since 1970, CLOCK_MONOTONIC, CLOCK_BOOTTIME, … */
static inline int64_t machine_clock_us(clockid_t clock)
{
	struct timespec now;

	clock_gettime(clock, &now);
	return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

#endif
