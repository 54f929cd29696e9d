/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Put before the C library with LD_PRELOAD: time passes, and the wall clock is set, when the test says so.
 * CLOCK_SHIFT=FILE: the file holds two numbers, int64_t, of microseconds: how much of time has passed besides, by all
 * clocks, and by how much CLOCK_REALTIME was set besides. They may change at any time. Who sleeps already until an
 * instant that has come by that looks at the clock when something else wakes it.
 */
#include <dlfcn.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#define TIMERS 1024
#define VISIBLE __attribute__((visibility("default")))

static _Atomic int64_t *shift; /* two */
static _Atomic clockid_t timers[TIMERS];

__attribute__((constructor)) static void begin(void)
{
	const char *path = getenv("CLOCK_SHIFT");
	int fd = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
	void *map = fd < 0 ? MAP_FAILED : mmap(NULL, 2 * sizeof(*shift), PROT_READ, MAP_SHARED, fd, 0);

	if (fd >= 0)
		close(fd);
	shift = map == MAP_FAILED ? NULL : map;
}

static int64_t ahead_us(clockid_t clock)
{
	if (!shift || (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC && clock != CLOCK_BOOTTIME))
		return 0;
	return atomic_load(&shift[0]) + (clock == CLOCK_REALTIME ? atomic_load(&shift[1]) : 0);
}

static void add(struct timespec *time, int64_t us)
{
	time->tv_sec += us / 1000000;
	time->tv_nsec += us % 1000000 * 1000;
	if (time->tv_nsec >= 1000000000) {
		time->tv_nsec -= 1000000000;
		time->tv_sec++;
	} else if (time->tv_nsec < 0) {
		time->tv_nsec += 1000000000;
		time->tv_sec--;
	}
}

VISIBLE int clock_gettime(clockid_t clock, struct timespec *ret)
{
	int (*real)(clockid_t, struct timespec *) = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT,
												 "clock_gettime");
	int r = real(clock, ret);

	if (r == 0)
		add(ret, ahead_us(clock));
	return r;
}

VISIBLE time_t time(time_t *ret)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	if (ret)
		*ret = now.tv_sec;
	return now.tv_sec;
}

VISIBLE int timerfd_create(clockid_t clock, int flags)
{
	int (*real)(clockid_t, int) = (int (*)(clockid_t, int))dlsym(RTLD_NEXT, "timerfd_create");
	int fd = real(clock, flags);

	if (fd >= 0 && fd < TIMERS)
		atomic_store(&timers[fd], clock);
	return fd;
}

VISIBLE int timerfd_settime(int fd, int flags, const struct itimerspec *time, struct itimerspec *old)
{
	int (*real)(int, int, const struct itimerspec *, struct itimerspec *) =
		(int (*)(int, int, const struct itimerspec *, struct itimerspec *))dlsym(RTLD_NEXT, "timerfd_settime");
	struct itimerspec at = *time;

	if ((flags & TFD_TIMER_ABSTIME) && (at.it_value.tv_sec || at.it_value.tv_nsec) && fd >= 0 && fd < TIMERS) {
		add(&at.it_value, -ahead_us(atomic_load(&timers[fd])));
		if (at.it_value.tv_sec < 0)
			at.it_value = (struct timespec){ .tv_nsec = 1 };
	}
	return real(fd, flags, &at, old);
}
