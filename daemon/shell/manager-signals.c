/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/shell/manager-signals.h"

#include "daemon/shell/bus-names.h"

static void added(struct context *ctx, const char *signal, const char *name, const char *path)
{
	sd_bus_emit_object_added(ctx->bus, path);
	sd_bus_emit_signal(ctx->bus, BUS_PATH, MANAGER_INTERFACE, signal, "so", name, path);
}

static void removed(struct context *ctx, const char *signal, const char *name, const char *path)
{
	sd_bus_emit_object_removed(ctx->bus, path);
	sd_bus_emit_signal(ctx->bus, BUS_PATH, MANAGER_INTERFACE, signal, "so", name, path);
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

void manager_signal_changed(struct context *ctx)
{
	if (ctx->fault_changed)
		sd_bus_emit_properties_changed(ctx->bus, BUS_PATH, MANAGER_INTERFACE, "JournalFault", NULL);
	ctx->fault_changed = false;
}
