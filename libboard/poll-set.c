/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* One descriptor to poll for a backend that reads ahead. See backend.h. */
#include "libboard/backend.h"

#include <errno.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

void board_wake_init(struct board_wake *wake)
{
	wake->poll_fd = wake->event_fd = -1;
	wake->ready = false;
}

int board_wake_open(struct board_wake *wake, int fd)
{
	struct epoll_event ev = { .events = EPOLLIN };

	wake->ready = false;
	wake->event_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	wake->poll_fd = epoll_create1(EPOLL_CLOEXEC);
	if (wake->event_fd < 0 || wake->poll_fd < 0 ||
	    epoll_ctl(wake->poll_fd, EPOLL_CTL_ADD, wake->event_fd, &ev) < 0 ||
	    (fd >= 0 && epoll_ctl(wake->poll_fd, EPOLL_CTL_ADD, fd, &ev) < 0)) {
		int error = -errno;

		board_wake_close(wake);
		return error;
	}
	return 0;
}

int board_wake_watch(struct board_wake *wake, int fd)
{
	struct epoll_event ev = { .events = EPOLLIN };

	return epoll_ctl(wake->poll_fd, EPOLL_CTL_ADD, fd, &ev) < 0 ? -errno : 0;
}

void board_wake_close(struct board_wake *wake)
{
	if (wake->poll_fd >= 0)
		close(wake->poll_fd);
	if (wake->event_fd >= 0)
		close(wake->event_fd);
	board_wake_init(wake);
}

void board_wake_set(struct board_wake *wake, bool ready)
{
	uint64_t value = 1;

	if (ready == wake->ready || wake->event_fd < 0)
		return;
	/* Neither can fail: the counter is 0 before the write and 1 before the read. */
	if (ready ? write(wake->event_fd, &value, sizeof(value)) : read(wake->event_fd, &value, sizeof(value)))
		wake->ready = ready;
}
