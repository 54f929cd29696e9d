/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* One descriptor to poll for a backend that reads ahead: readable while a source is, or while events are queued. */
#ifndef BOARD_POLL_SET_H
#define BOARD_POLL_SET_H

#include <stdbool.h>

struct poll_set {
	int fd; /* what board_get_fd() gives */
	int event_fd;
	bool ready;
};

void board_poll_set_init(struct poll_set *set); /* so that close does nothing yet */
/* fd is a source, -1: none. 0, or a negative errno value. */
int board_poll_set_open(struct poll_set *set, int fd);
int board_poll_set_add(struct poll_set *set, int fd); /* another source, until it is closed */
void board_poll_set_close(struct poll_set *set);
/* Are events queued that were read from the sources already? */
void board_poll_set_mark(struct poll_set *set, bool ready);

#endif
