/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/bus/bus-link.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <systemd/sd-daemon.h>

#include "common/bus-names.h"

static void added(struct context *ctx, const char *signal, const char *name, const char *path)
{
	ctx->properties_changed = true;
	context_flush(ctx);
	sd_bus_emit_object_added(ctx->bus, path);
	sd_bus_emit_signal(ctx->bus, BUS_PATH, BUS_MANAGER, signal, "so", name, path);
}

static void removed(struct context *ctx, const char *signal, const char *name, const char *path)
{
	ctx->properties_changed = true;
	context_flush(ctx);
	sd_bus_emit_object_removed(ctx->bus, path);
	sd_bus_emit_signal(ctx->bus, BUS_PATH, BUS_MANAGER, signal, "so", name, path);
}

void manager_board_added(struct context *ctx, const char *name, const char *path)
{
	added(ctx, "BoardAdded", name, path);
}

void manager_board_removed(struct context *ctx, const char *name, const char *path)
{
	removed(ctx, "BoardRemoved", name, path);
}

void manager_game_added(struct context *ctx, const char *id, const char *path)
{
	added(ctx, "GameAdded", id, path);
}

void manager_game_removed(struct context *ctx, const char *id, const char *path)
{
	removed(ctx, "GameRemoved", id, path);
}

/* For the service manager: "systemctl status". */
static void tell_status(struct context *ctx)
{
	struct metrics_counter counters[METRICS_COUNTERS];
	char status[sizeof(ctx->link->status)];

	metrics_counters(ctx, counters);
	snprintf(status, sizeof(status), "%" PRIu64 " boards, %" PRIu64 " games running", counters[0].value,
		 counters[1].value);
	if (!ctx->link || strcmp(status, ctx->link->status) == 0)
		return;
	strcpy(ctx->link->status, status);
	sd_notifyf(0, "STATUS=%s", status);
}

void manager_signal_changed(struct context *ctx, bool fault)
{
	tell_status(ctx);
	if (fault)
		sd_bus_emit_properties_changed(ctx->bus, BUS_PATH, BUS_MANAGER, "JournalFault", NULL);
}
