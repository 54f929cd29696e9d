/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The public functions for a board that is open: what is the same for every backend. See backend.h. */
#include "libboard/request-check.h"

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

/* A failure without a sentence of its own gets the system's. */
static int finish(struct board *board, int r)
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
	memset(ev, 0, sizeof(*ev));
	ev->host_us = ev->device_us = BOARD_NO_TIME;
	r = board->backend->read(board, ev);
	if (r == -ENODATA || r == -ENODEV)
		board->over = r;
	return finish(board, r);
}

const struct board_info *board_get_info(const struct board *board)
{
	return &board->info;
}

const char *board_get_header(const struct board *board)
{
	return board->backend->get_header ? board->backend->get_header(board) : NULL;
}

int board_get_squares(struct board *board, struct board_squares *ret)
{
	int r = board_check_squares(board, board->backend->get_squares);

	if (r < 0)
		return r;
	memset(ret, 0, sizeof(*ret));
	ret->host_us = ret->device_us = BOARD_NO_TIME;
	return finish(board, board->backend->get_squares(board, ret));
}

int board_recall(struct board *board, const char *squares)
{
	int r = board_check_recall(board, board->backend->recall);

	return r < 0 ? r : finish(board, board->backend->recall(board, squares));
}

int board_set_leds(struct board *board, const uint8_t *level, size_t n)
{
	int r = board_check_leds(board, board->backend->set_leds, n);

	return r < 0 ? r : finish(board, board->backend->set_leds(board, level, n));
}

int board_beep(struct board *board, unsigned hz, unsigned ms)
{
	int r = board_check_beep(board, board->backend->beep, hz, ms);

	return r < 0 ? r : finish(board, board->backend->beep(board, hz, ms));
}

int board_set_clock(struct board *board, uint32_t white_ms, uint32_t black_ms, int running)
{
	int r = board_check_clock(board, board->backend->set_clock, running);

	return r < 0 ? r : finish(board, board->backend->set_clock(board, white_ms, black_ms, running));
}

int board_show_text(struct board *board, const char *text, unsigned ms)
{
	int r = board_check_text(board, board->backend->show_text, text, ms);

	return r < 0 ? r : finish(board, board->backend->show_text(board, text, ms));
}
