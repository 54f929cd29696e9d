/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The public functions for a board that is open: what is the same for every backend. See backend.h. */
#include "libboard/mailbox.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void board_close(struct board *board)
{
	if (!board)
		return;
	board->backend->close(board);
	board_close(board->source);
	free(board->uri);
	free(board);
}

const char *board_error(const struct board *board)
{
	return board ? board->error : board_open_error;
}

const char *board_uri(const struct board *board)
{
	return board->uri;
}

int board_get_fd(const struct board *board)
{
	return board->backend->get_fd(board);
}

int board_finish(struct board *board, int r)
{
	if (r < 0 && r != -EAGAIN && !board->error[0])
		board_fail(board, r, "%.300s: %s", board->uri, strerror(-r));
	return r;
}

int board_read(struct board *board, struct board_event *ev)
{
	int r;

	if (board->over)
		return board->over;
	board->error[0] = '\0';
	board->answer = NULL;
	memset(ev, 0, sizeof(*ev));
	ev->host_us = ev->device_us = BOARD_NO_TIME;
	r = board->backend->read(board, ev);
	if (r == -ENODATA || r == -ENODEV)
		board->over = r;
	return board_finish(board, r);
}

const struct board_info *board_get_info(const struct board *board)
{
	return &board->info;
}

const char *board_get_header(const struct board *board)
{
	return board->backend->get_header ? board->backend->get_header(board) : NULL;
}
