/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Boards are read by threads of their own (board_start() of libboard), which stamp what they read and leave it in an
 * inbox. Here the event loop takes it from there.
 */
#include "daemon/boards/boards.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/epoll.h>

#include "daemon/publish/publisher.h"

/* What a hall says may never end: between so many boards, what was read of them is published. */
#define BOARDS_A_TURN 64

/* Of at most so many, who spoke first comes first. False: of none. */
static bool read_boards(struct context *ctx, size_t most)
{
	struct board *board;
	bool any = false;

	while (most-- > 0 && (board = board_inbox_next(ctx->boards->inbox))) {
		live_board_read(board_userdata(board));
		any = true;
	}
	return any;
}

bool live_board_read_all(struct context *ctx)
{
	size_t count = 0;

	board_inbox_settle(ctx->boards->inbox);
	for (const struct live_board *board = ctx->live_boards; board; board = board->next)
		count++;
	return read_boards(ctx, count);
}

static int on_inbox(sd_event_source *source, int fd, uint32_t revents, void *userdata)
{
	struct context *ctx = userdata;

	if (read_boards(ctx, BOARDS_A_TURN))
		publisher_flush(ctx); /* now, and not after another turn of the loop: a press may be among it */
	return 0;
}

int boards_open(struct context *ctx, const struct board_user *user)
{
	struct boards *boards = calloc(1, sizeof(*boards));
	int r;

	if (!boards)
		return -ENOMEM;
	ctx->boards = boards;
	boards->user = user;
	r = board_inbox_new(&boards->inbox);
	if (r >= 0)
		r = sd_event_add_io(ctx->loop, &boards->inbox_source, board_inbox_get_fd(boards->inbox), EPOLLIN,
				    on_inbox, ctx);
	return r;
}

void boards_close(struct context *ctx)
{
	struct boards *boards = ctx->boards;

	if (!boards)
		return;
	sd_event_source_disable_unref(boards->inbox_source);
	board_inbox_free(boards->inbox);
	free(boards);
	ctx->boards = NULL;
}
