/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/tournaments/inside.h"

#include <stdlib.h>

#include "common/bus-names.h"

void tournament_signal_added(struct context *ctx, const char *id, const char *path)
{
	sd_bus_emit_object_added(ctx->bus, path);
	sd_bus_emit_signal(ctx->bus, BUS_PATH, BUS_MANAGER, "EventAdded", "so", id, path);
}

void tournament_signal_round(struct context *ctx, const char *path, const struct round *round)
{
	sd_bus_emit_signal(ctx->bus, path, BUS_EVENT, "RoundChanged", "ust", (uint32_t)round->number,
			   round_state_name(round->state), round->revision);
	sd_bus_emit_properties_changed(ctx->bus, path, BUS_EVENT, "Rounds", NULL);
}

void tournament_signal_ended(struct context *ctx, const char *path)
{
	sd_bus_emit_properties_changed(ctx->bus, path, BUS_EVENT, "Ended", NULL);
}

void tournament_signal_pairing(struct context *ctx, const char *path, unsigned round, unsigned board,
			       const json_t *shown)
{
	char *text = json_dumps(shown, JSON_COMPACT);

	if (text)
		sd_bus_emit_signal(ctx->bus, path, BUS_EVENT, "PairingChanged", "uus", (uint32_t)round, (uint32_t)board,
				   text);
	free(text);
}
