/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Put before the C library with LD_PRELOAD: time passes when the test says so. CLOCK_SHIFT=FILE: the file holds a
 * number, int64_t, of microseconds by which CLOCK_REALTIME and CLOCK_MONOTONIC are ahead; it may change at any time.
 * CLOCK_BOOTTIME, by which boards are read and chess clocks run, stays as it is. Who sleeps until an instant that has
 * come by that looks at the clock when something else wakes it.
 */
#include <dlfcn.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

static _Atomic int64_t *shift;

__attribute__((constructor)) static void begin(void)
{
	const char *path = getenv("CLOCK_SHIFT");
	int fd = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
	void *map = fd < 0 ? MAP_FAILED : mmap(NULL, sizeof(*shift), PROT_READ, MAP_SHARED, fd, 0);

	if (fd >= 0)
		close(fd);
	shift = map == MAP_FAILED ? NULL : map;
}

__attribute__((visibility("default"))) int clock_gettime(clockid_t clock, struct timespec *ret)
{
	int (*real)(clockid_t, struct timespec *) = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT,
												 "clock_gettime");
	int r = real(clock, ret);

	if (r == 0 && shift && (clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC)) {
		int64_t ahead_us = atomic_load(shift);

		ret->tv_sec += ahead_us / 1000000;
		ret->tv_nsec += ahead_us % 1000000 * 1000;
		if (ret->tv_nsec >= 1000000000) {
			ret->tv_nsec -= 1000000000;
			ret->tv_sec++;
		}
	}
	return r;
}
