/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Boards that come: those found by udev and those named on the command line come through the same two functions. */
#include "daemon/boards/inside.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <syslog.h>

#include "common/bus-names.h"
#include "daemon/bus/bus-link.h"

/* A recording, which no thread reads. */
static int on_io(sd_event_source *source, int fd, uint32_t revents, void *userdata)
{
	struct live_board *board = userdata;
	struct context *ctx = board->context;

	live_board_read(board);
	context_flush(ctx);
	return 0;
}

static int on_again(sd_event_source *source, uint64_t usec, void *userdata)
{
	return on_io(source, -1, 0, userdata);
}

static bool name_taken(struct context *ctx, const char *name)
{
	for (struct live_board *s = ctx->live_boards; s; s = s->next)
		if (strcmp(s->name, name) == 0)
			return true;
	return false;
}

/* The serial number, or where the board is plugged in; makers exist who give all their boards one number. */
static int choose_name(struct live_board *board)
{
	const char *names[] = { board_get_info(board->handle)->serial, board->device.serial, board->device.port,
				board->device.uri };

	for (unsigned i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		if (!names[i][0])
			continue;
		if (!name_taken(board->context, names[i])) {
			board->name = names[i];
			return 0;
		}
		log_message(LOG_WARNING, "Two boards are called %s", names[i]);
	}
	return -EEXIST;
}

static int watch(struct live_board *board)
{
	sd_event *event = board->context->loop;
	int r;

	r = sd_event_add_time(event, &board->again, CLOCK_MONOTONIC, UINT64_MAX, 0, on_again, board);
	if (r >= 0)
		r = sd_event_source_set_enabled(board->again, SD_EVENT_OFF);
	if (r < 0)
		return r;
	if (board->live)
		return board_start(&board->handle, board->context->boards->inbox, board);
	r = sd_event_add_io(event, &board->io, board_get_fd(board->handle), EPOLLIN, on_io, board);
	return r == -EPERM ? 0 : r; /* a file is always ready: read in turns by "again" */
}

int live_board_add(struct context *ctx, const struct board_device *device, struct configured_board *named)
{
	static const struct board_squares unknown = { .count = 0 };
	struct board_opener opener = { .state = ctx->options.state };
	struct board *board;
	int r = board_open(device->uri, &opener, &board);

	if (r == 0)
		return live_board_add_open(ctx, device, named, board, &unknown);
	if (!named)
		log_message(LOG_ERR, "Board at %s is not used: %s", device->uri, board_error(NULL));
	return r;
}

int live_board_add_open(struct context *ctx, const struct board_device *device, struct configured_board *named,
			struct board *handle, const struct board_squares *squares)
{
	struct live_board *board = calloc(1, sizeof(*board)), **end = &ctx->live_boards;
	int r;

	if (!board) {
		board_close(handle);
		return -ENOMEM;
	}
	board->context = ctx;
	board->device = *device;
	snprintf(board->device.uri, sizeof(board->device.uri), "%s", board_uri(handle)); /* what it was found to be */
	board->named = named;
	board->handle = handle;
	board->live = !board_get_header(board->handle);
	r = watch(board);
	if (r >= 0)
		r = choose_name(board);
	if (r >= 0)
		r = sd_bus_path_encode(BUS_PATH "/board", board->name, &board->path);
	if (r < 0) {
		log_message(LOG_ERR, "Board at %s is not used: %s", device->uri, strerror(-r));
		sd_event_source_disable_unref(board->io);
		sd_event_source_disable_unref(board->again);
		board_close(board->handle);
		free(board->path);
		free(board);
		return r;
	}
	while (*end)
		end = &(*end)->next;
	*end = board;
	if (squares->count > 0) {
		live_board_stream_squares(board, squares);
		board->skipping = true;
		board->skip_seq = squares->seq;
	}
	log_message(LOG_INFO, "Board %s at %s", board->name, board->device.uri);
	manager_board_added(ctx, board->name, board->path);
	ctx->boards->user->arrived(board);
	if (board->live && !board->seen_all)
		board->ask = board->stream_asks = true;
	if (board->live || board->game) {
		live_board_read(board);
		context_flush(ctx);
	}
	return 0;
}
