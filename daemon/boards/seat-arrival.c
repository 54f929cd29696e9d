/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/boards/seat-arrival.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <syslog.h>

#include "common/bus-names.h"
#include "daemon/bus/manager-signals.h"
#include "daemon/boards/seat-events.h"
#include "daemon/boards/seat-game.h"
#include "daemon/boards/seat-stream.h"

/* A recording, which no thread reads. */
static int on_io(sd_event_source *source, int fd, uint32_t revents, void *userdata)
{
	struct seat *seat = userdata;
	struct context *ctx = seat->context;

	seat_read(seat);
	context_flush(ctx);
	return 0;
}

static int on_again(sd_event_source *source, uint64_t usec, void *userdata)
{
	return on_io(source, -1, 0, userdata);
}

static bool name_taken(struct context *ctx, const char *name)
{
	for (struct seat *s = ctx->seats; s; s = s->next)
		if (strcmp(s->name, name) == 0)
			return true;
	return false;
}

/* The serial number, or where the board is plugged in; makers exist who give all their boards one number. */
static int choose_name(struct seat *seat)
{
	const char *names[] = { board_get_info(seat->board)->serial, seat->device.serial, seat->device.port,
				seat->device.uri };

	for (unsigned i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		if (!names[i][0])
			continue;
		if (!name_taken(seat->context, names[i])) {
			seat->name = names[i];
			return 0;
		}
		note(LOG_WARNING, "Two boards are called %s", names[i]);
	}
	return -EEXIST;
}

static int watch(struct seat *seat)
{
	sd_event *event = seat->context->event;
	int r;

	r = sd_event_add_time(event, &seat->again, CLOCK_MONOTONIC, UINT64_MAX, 0, on_again, seat);
	if (r >= 0)
		r = sd_event_source_set_enabled(seat->again, SD_EVENT_OFF);
	if (r < 0)
		return r;
	if (seat->live)
		return board_start(&seat->board, seat->context->inbox, seat);
	r = sd_event_add_io(event, &seat->io, board_get_fd(seat->board), EPOLLIN, on_io, seat);
	return r == -EPERM ? 0 : r; /* a file is always ready: read in turns by "again" */
}

int seat_add(struct context *ctx, const struct board_device *device, struct named_board *named)
{
	static const struct board_squares unknown = { .count = 0 };
	struct board_opener opener = { .state = ctx->options.state };
	struct board *board;
	int r = board_open(device->uri, &opener, &board);

	if (r == 0)
		return seat_add_open(ctx, device, named, board, &unknown);
	if (!named)
		note(LOG_ERR, "Board at %s is not used: %s", device->uri, board_error(NULL));
	return r;
}

int seat_add_open(struct context *ctx, const struct board_device *device, struct named_board *named,
		  struct board *board, const struct board_squares *squares)
{
	struct seat *seat = calloc(1, sizeof(*seat)), **end = &ctx->seats;
	int r;

	if (!seat) {
		board_close(board);
		return -ENOMEM;
	}
	seat->context = ctx;
	seat->device = *device;
	snprintf(seat->device.uri, sizeof(seat->device.uri), "%s", board_uri(board)); /* what it was found to be */
	seat->named = named;
	seat->board = board;
	seat->live = !board_get_header(seat->board);
	r = watch(seat);
	if (r >= 0)
		r = choose_name(seat);
	if (r >= 0)
		r = sd_bus_path_encode(BUS_PATH "/board", seat->name, &seat->path);
	if (r < 0) {
		note(LOG_ERR, "Board at %s is not used: %s", device->uri, strerror(-r));
		sd_event_source_disable_unref(seat->io);
		sd_event_source_disable_unref(seat->again);
		board_close(seat->board);
		free(seat->path);
		free(seat);
		return r;
	}
	while (*end)
		end = &(*end)->next;
	*end = seat;
	if (squares->count > 0) {
		seat_stream_squares(seat, squares);
		seat->skipping = true;
		seat->skip_seq = squares->seq;
	}
	note(LOG_INFO, "Board %s at %s", seat->name, seat->device.uri);
	manager_board_added(ctx, seat->name, seat->path);
	seat_rejoin(seat);
	if (seat->live && !seat->seen_all)
		seat->ask = seat->stream_asks = true;
	if (seat->live || seat->session) {
		seat_read(seat);
		context_flush(ctx);
	}
	return 0;
}
