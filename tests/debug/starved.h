/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Whose allocations may fail: those of marked tasks, where the kernel has fault injection that is armed for them. */
#ifndef TESTS_DEBUG_STARVED_H
#define TESTS_DEBUG_STARVED_H

#include <fcntl.h>
#include <stdbool.h>
#include <unistd.h>

/* mark_starved: the calling thread, and what it starts from now on, until it is marked otherwise. */
static inline void mark_starved(bool starved)
{
	const int fd = open("/proc/thread-self/make-it-fail", O_WRONLY | O_CLOEXEC);

	if (fd < 0)
		return;
	while (write(fd, starved ? "1" : "0", 1) < 0)
		; /* no memory for that */
	close(fd);
}

#endif
