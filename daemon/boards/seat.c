/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/boards/seat.h"

#include <stdlib.h>
#include <string.h>

#include "daemon/bus/manager-signals.h"
#include "daemon/boards/named-board.h"
#include "daemon/games/pending-start.h"
#include "daemon/boards/seat-calls.h"
#include "daemon/games/session-signals.h"
#include "daemon/games/session.h"

void seat_remove(struct seat *seat)
{
	struct context *ctx = seat->context;
	struct session *s = seat->session;

	for (struct seat **p = &ctx->seats; *p; p = &(*p)->next)
		if (*p == seat) {
			*p = seat->next;
			break;
		}
	if (s) {
		s->seat = NULL;
		session_changed(s, SESSION_STATE);
	}
	if (seat->start)
		pending_start_lose_seat(seat->start);
	seat_calls_fail(seat);
	manager_board_removed(ctx, seat->name, seat->path);
	subscribers_done(&seat->watchers);
	sd_bus_track_unref(seat->lent_to);
	sd_event_source_disable_unref(seat->io);
	sd_event_source_disable_unref(seat->again);
	if (seat->named)
		named_board_lost(seat->named);
	board_close(seat->board);
	free(seat->path);
	free(seat);
}

static const char *base(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

bool seat_is_at(struct context *ctx, const char *node)
{
	for (struct seat *s = ctx->seats; s; s = s->next) {
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

struct seat *seat_find(struct context *ctx, const char *text)
{
	struct seat *s;

	if (!*text)
		return NULL;
	for (s = ctx->seats; s; s = s->next)
		if (strcmp(s->name, text) == 0)
			return s;
	for (s = ctx->seats; s; s = s->next) {
		const struct board_device *d = &s->device;

		if (strcmp(d->by_id, text) == 0 || strcmp(base(d->by_id), text) == 0 || strcmp(d->node, text) == 0 ||
		    strcmp(base(d->node), text) == 0 || is_number_of(d->node, text) || strcmp(d->port, text) == 0 ||
		    strcmp(d->uri, text) == 0 || strcmp(board_get_info(s->board)->serial, text) == 0)
			return s;
	}
	return NULL;
}

void seat_read_later(struct seat *seat, uint64_t after_us)
{
	uint64_t now = 0;

	if (after_us > 0 && sd_event_now(seat->context->event, CLOCK_MONOTONIC, &now) < 0)
		return;
	sd_event_source_set_time(seat->again, now + after_us);
	sd_event_source_set_enabled(seat->again, SD_EVENT_ONESHOT);
}
