/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Put before the C library with LD_PRELOAD: what a program with an event loop and a bus does, step by step.
 * LOOP_TURNS=FILE: a struct loop_turns to which a letter is added for each signal that the first thread sends (s), and
 * each time that it looks for events (t).
 */
#include "tests/faults/loop-turns.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#define SIGNAL 4 /* the second byte of a message of D-Bus */

static struct loop_turns *turns;

__attribute__((constructor)) static void begin(void)
{
	const char *path = getenv("LOOP_TURNS");
	int fd = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
	void *map = fd < 0 ? MAP_FAILED : mmap(NULL, sizeof(*turns), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);

	if (fd >= 0)
		close(fd);
	turns = map == MAP_FAILED ? NULL : map;
}

static void add(char letter)
{
	if (turns && gettid() == getpid())
		turns->letters[atomic_fetch_add(&turns->count, 1) % LOOP_TURNS_KEPT] = letter;
}

__attribute__((visibility("default"))) ssize_t sendmsg(int fd, const struct msghdr *message, int flags)
{
	ssize_t (*real)(int, const struct msghdr *,
			int) = (ssize_t(*)(int, const struct msghdr *, int))dlsym(RTLD_NEXT, "sendmsg");
	const struct iovec *first = message->msg_iov;

	if (message->msg_iovlen > 0 && first->iov_len > 1 && ((const unsigned char *)first->iov_base)[1] == SIGNAL)
		add('s');
	return real(fd, message, flags);
}

__attribute__((visibility("default"))) int epoll_wait(int fd, struct epoll_event *events, int most, int timeout)
{
	int (*real)(int, struct epoll_event *, int,
		    int) = (int (*)(int, struct epoll_event *, int, int))dlsym(RTLD_NEXT, "epoll_wait");

	add('t');
	return real(fd, events, most, timeout);
}
