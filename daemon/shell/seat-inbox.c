/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/shell/seat-inbox.h"

#include <sys/epoll.h>

#include "daemon/shell/publisher.h"
#include "daemon/shell/seat-events.h"

static bool read_boards(struct context *ctx)
{
	struct board *board;
	bool any = false;

	while ((board = board_inbox_next(ctx->inbox))) {
		seat_read(board_userdata(board));
		any = true;
	}
	return any;
}

static int on_inbox(sd_event_source *source, int fd, uint32_t revents, void *userdata)
{
	struct context *ctx = userdata;

	read_boards(ctx);
	context_flush(ctx);
	return 0;
}

/* Who calls finds everything that boards had said before: a claim comes after the press that it is about. */
static int on_call(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct context *ctx = userdata;

	if (!sd_bus_message_is_method_call(m, NULL, NULL))
		return 0;
	board_inbox_settle(ctx->inbox);
	if (read_boards(ctx))
		publisher_flush(ctx);
	return 0;
}

int seat_inbox_join_bus(struct context *ctx, sd_bus *bus)
{
	return sd_bus_add_filter(bus, NULL, on_call, ctx);
}

int seat_inbox_open(struct context *ctx)
{
	int r = board_inbox_new(&ctx->inbox);

	if (r >= 0)
		r = sd_event_add_io(ctx->event, &ctx->inbox_source, board_inbox_get_fd(ctx->inbox), EPOLLIN, on_inbox,
				    ctx);
	return r;
}

void seat_inbox_close(struct context *ctx)
{
	ctx->inbox_source = sd_event_source_disable_unref(ctx->inbox_source);
	board_inbox_free(ctx->inbox);
	ctx->inbox = NULL;
}
