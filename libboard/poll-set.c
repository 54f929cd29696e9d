/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* One descriptor to poll for a backend that reads ahead. See serial-line.h. */
#include "libboard/serial-line.h"

#include <errno.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

void board_poll_set_init(struct poll_set *set)
{
	set->fd = set->event_fd = -1;
	set->ready = false;
}

int board_poll_set_open(struct poll_set *set, int fd)
{
	struct epoll_event ev = { .events = EPOLLIN };

	set->ready = false;
	set->event_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	set->fd = epoll_create1(EPOLL_CLOEXEC);
	if (set->event_fd < 0 || set->fd < 0 || epoll_ctl(set->fd, EPOLL_CTL_ADD, set->event_fd, &ev) < 0 ||
	    (fd >= 0 && epoll_ctl(set->fd, EPOLL_CTL_ADD, fd, &ev) < 0)) {
		int error = -errno;

		board_poll_set_close(set);
		return error;
	}
	return 0;
}

int board_poll_set_add(struct poll_set *set, int fd)
{
	struct epoll_event ev = { .events = EPOLLIN };

	return epoll_ctl(set->fd, EPOLL_CTL_ADD, fd, &ev) < 0 ? -errno : 0;
}

void board_poll_set_close(struct poll_set *set)
{
	if (set->fd >= 0)
		close(set->fd);
	if (set->event_fd >= 0)
		close(set->event_fd);
	board_poll_set_init(set);
}

void board_poll_set_mark(struct poll_set *set, bool ready)
{
	uint64_t value = 1;

	if (ready == set->ready || set->event_fd < 0)
		return;
	/* Neither can fail: the counter is 0 before the write and 1 before the read. */
	if (ready ? write(set->event_fd, &value, sizeof(value)) : read(set->event_fd, &value, sizeof(value)))
		set->ready = ready;
}
