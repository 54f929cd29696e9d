/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/boards/boards.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <syslog.h>

#include "daemon/boards/inside.h"

struct udev_boards {
	struct context *context;
	struct board_monitor *monitor;
	sd_event_source *source;
};

static struct live_board *board_of_node(struct context *ctx, const char *node)
{
	struct live_board *board = ctx->live_boards;

	while (board && (board->named || strcmp(board->device.node, node) != 0))
		board = board->next;
	return board;
}

static void on_added(struct context *ctx, const struct board_device *device)
{
	/* a board that is named on the command line and found by udev, too, is one board */
	if (live_board_is_at(ctx, device->node) || board_probe_at(ctx, device->node) ||
	    configured_board_opens_at(ctx, device->node))
		return;
	if (!async_open_needed(device->uri))
		live_board_add(ctx, device, NULL);
	else if (board_probe_add(ctx, device) < 0)
		log_message(LOG_ERR, "%s cannot be checked for a board", device->node);
}

static void on_removed(struct context *ctx, struct live_board *board, const struct board_device *device)
{
	board_probe_forget(ctx, device->node);
	if (board && live_board_read(board)) /* what is still queued counts */
		live_board_remove(board);
}

static int on_monitor(sd_event_source *source, int fd, uint32_t revents, void *userdata)
{
	struct udev_boards *boards = userdata;
	struct context *ctx = boards->context;
	struct board_device device;
	int r;

	while ((r = board_monitor_read(boards->monitor, &device)) == 1) {
		if (device.change == BOARD_ADDED)
			on_added(ctx, &device);
		else if (device.change == BOARD_REMOVED)
			on_removed(ctx, board_of_node(ctx, device.node), &device);
	}
	if (r != -EAGAIN)
		log_message(LOG_ERR, "Looking for boards: %s", strerror(-r));
	context_flush(ctx);
	return 0;
}

int udev_boards_new(struct context *ctx, struct udev_boards **ret)
{
	struct udev_boards *boards = calloc(1, sizeof(*boards));
	int r;

	if (!boards)
		return -ENOMEM;
	boards->context = ctx;
	r = board_monitor_open(&boards->monitor);
	if (r < 0) {
		log_message(LOG_WARNING,
			    "udev does not report boards here (%s); only those named with --board are found",
			    strerror(-r));
		free(boards);
		return 0;
	}
	*ret = boards;
	r = sd_event_add_io(ctx->loop, &boards->source, board_monitor_get_fd(boards->monitor), EPOLLIN, on_monitor,
			    boards);
	if (r >= 0)
		on_monitor(NULL, -1, 0, boards);
	return r;
}

void udev_boards_free(struct udev_boards *boards)
{
	if (!boards)
		return;
	sd_event_source_disable_unref(boards->source);
	board_monitor_close(boards->monitor);
	free(boards);
}
