/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/boards/boards.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <syslog.h>

#include "daemon/boards/inside.h"

static int conclude(struct configured_board *b, int r, const char *why)
{
	if (r >= 0) {
		configured_board_found(b);
		return 0;
	}
	snprintf(b->why, sizeof(b->why), "%s", *why ? why : strerror(-r));
	if (b->said != r)
		log_message(LOG_NOTICE, "Board at %s: %s; trying again", b->uri, *why ? why : strerror(-r));
	b->said = r;
	configured_board_lost(b);
	return r;
}

static void on_opened(void *userdata, struct board *board, const struct board_squares *squares, int r, const char *why)
{
	struct configured_board *b = userdata;
	struct board_device device;

	b->opening = NULL;
	if (r == 0) {
		configured_board_device(b, &device);
		r = live_board_add_open(b->context, &device, b, board, squares);
		why = "";
	}
	conclude(b, r, why);
	context_flush(b->context);
}

static int attempt(struct configured_board *b)
{
	struct board_device device;
	int r = configured_board_device(b, &device);

	if (r < 0)
		return r;
	if (*device.node && (board_probe_at(b->context, device.node) || live_board_is_at(b->context, device.node))) {
		configured_board_lost(b); /* it was found without its name */
		return 0;
	}
	if (async_open_needed(b->uri)) {
		r = async_open_start(b->context, b->uri, on_opened, b, &b->opening);
		return r < 0 ? conclude(b, r, "") : 0;
	}
	return conclude(b, live_board_add(b->context, &device, b), board_error(NULL));
}

static int on_timer(sd_event_source *source, uint64_t usec, void *userdata)
{
	attempt(userdata);
	return 0;
}

int configured_board_add(struct context *ctx, const char *uri)
{
	struct configured_board *b = calloc(1, sizeof(*b));
	int r;

	if (!b || !(b->uri = strdup(uri))) {
		free(b);
		return -ENOMEM;
	}
	b->context = ctx;
	configured_board_found(b);
	b->next = ctx->boards->configured;
	ctx->boards->configured = b;
	r = sd_event_add_time(ctx->loop, &b->timer, CLOCK_MONOTONIC, UINT64_MAX, 10000, on_timer, b);
	if (r >= 0)
		r = sd_event_source_set_enabled(b->timer, SD_EVENT_OFF);
	if (r < 0)
		return r;
	r = attempt(b);
	if (r == -EINVAL || r == -ENAMETOOLONG) {
		log_message(LOG_ERR, "%s: %s", uri, *board_error(NULL) ? board_error(NULL) : strerror(-r));
		return r;
	}
	return 0;
}

bool configured_boards_opening(const struct context *ctx)
{
	const struct configured_board *b = ctx->boards->configured;

	while (b && !(b->opening && strncmp(b->uri, "socket:", 7) == 0))
		b = b->next;
	return b != NULL;
}

int configured_boards_missing_append(const struct context *ctx, sd_bus_message *reply)
{
	int r = sd_bus_message_open_container(reply, 'a', "(ss)");

	for (const struct configured_board *b = ctx->boards->configured; b && r >= 0; b = b->next) {
		struct board_device device;

		/* its node may have been found without its name */
		if (configured_board_is_there(b) || (configured_board_device(b, &device) == 0 && *device.node &&
						     live_board_is_at(b->context, device.node)))
			continue;
		r = sd_bus_message_append(reply, "(ss)", b->uri,
					  *b->why    ? b->why :
					  b->opening ? "it is asked who it is, and has not answered yet" :
						       "it is gone");
	}
	return r < 0 ? r : sd_bus_message_close_container(reply);
}

void configured_boards_free(struct context *ctx)
{
	struct configured_board *b;

	while ((b = ctx->boards->configured)) {
		ctx->boards->configured = b->next;
		async_open_free(b->opening);
		sd_event_source_disable_unref(b->timer);
		free(b->name);
		free(b->uri);
		free(b);
	}
}
