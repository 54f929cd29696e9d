/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/boards/board-inbox.h"

#include <sys/epoll.h>

#include "daemon/publish/publisher.h"
#include "daemon/boards/board-events.h"

/* What a hall says may never end: between so many boards, what was read of them is published. */
#define BOARDS_A_TURN 64

/* Of at most so many, who spoke first comes first. False: of none. */
static bool read_boards(struct context *ctx, size_t most)
{
	struct board *board;
	bool any = false;

	while (most-- > 0 && (board = board_inbox_next(ctx->inbox))) {
		live_board_read(board_userdata(board));
		any = true;
	}
	return any;
}

bool live_board_read_all(struct context *ctx)
{
	size_t count = 0;

	board_inbox_settle(ctx->inbox);
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

int live_board_inbox_open(struct context *ctx, const struct board_user *user)
{
	int r = board_inbox_new(&ctx->inbox);

	ctx->board_user = user;
	if (r >= 0)
		r = sd_event_add_io(ctx->loop, &ctx->inbox_source, board_inbox_get_fd(ctx->inbox), EPOLLIN, on_inbox,
				    ctx);
	return r;
}

void live_board_inbox_close(struct context *ctx)
{
	ctx->inbox_source = sd_event_source_disable_unref(ctx->inbox_source);
	board_inbox_free(ctx->inbox);
	ctx->inbox = NULL;
}
