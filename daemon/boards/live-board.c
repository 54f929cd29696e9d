/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/boards/inside.h"

#include <stdlib.h>
#include <string.h>

#include "daemon/bus/bus-link.h"

void live_board_remove(struct live_board *board)
{
	struct context *ctx = board->context;

	for (struct live_board **p = &ctx->live_boards; *p; p = &(*p)->next)
		if (*p == board) {
			*p = board->next;
			break;
		}
	ctx->boards->user->gone(board);
	live_board_calls_fail(board);
	manager_board_removed(ctx, board->name, board->path);
	subscribers_done(&board->watchers);
	sd_bus_track_unref(board->lent_to);
	sd_event_source_disable_unref(board->io);
	sd_event_source_disable_unref(board->again);
	if (board->named)
		configured_board_gone(board->named, board->name);
	board_close(board->handle);
	free(board->path);
	free(board);
}

static const char *base(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

bool live_board_is_at(struct context *ctx, const char *node)
{
	for (struct live_board *s = ctx->live_boards; s; s = s->next) {
		const char *path = strchr(s->device.uri, ':');
		char *real = path ? realpath(path + 1, NULL) : NULL;
		bool same = strcmp(s->device.node, node) == 0 || (real && strcmp(real, node) == 0);

		free(real);
		if (same)
			return true;
	}
	return false;
}

/* N of the node sensorboardN; other nodes' numbers (a serial line's) are not a board's. */
static bool is_number_of(const char *node, const char *text)
{
	static const char driver[] = "sensorboard";

	return strncmp(base(node), driver, strlen(driver)) == 0 && strcmp(base(node) + strlen(driver), text) == 0;
}

struct live_board *live_board_find(struct context *ctx, const char *text)
{
	struct live_board *s;

	if (!*text)
		return NULL;
	for (s = ctx->live_boards; s; s = s->next)
		if (strcmp(s->name, text) == 0)
			return s;
	for (s = ctx->live_boards; s; s = s->next) {
		const struct board_device *d = &s->device;

		if (strcmp(d->by_id, text) == 0 || strcmp(base(d->by_id), text) == 0 || strcmp(d->node, text) == 0 ||
		    strcmp(base(d->node), text) == 0 || is_number_of(d->node, text) || strcmp(d->port, text) == 0 ||
		    strcmp(d->uri, text) == 0 || strcmp(board_get_info(s->handle)->serial, text) == 0)
			return s;
	}
	return NULL;
}

void live_board_read_later(struct live_board *board, uint64_t after_us)
{
	uint64_t now = 0;

	if (after_us > 0 && sd_event_now(board->context->loop, CLOCK_MONOTONIC, &now) < 0)
		return;
	sd_event_source_set_time(board->again, now + after_us);
	sd_event_source_set_enabled(board->again, SD_EVENT_ONESHOT);
}
