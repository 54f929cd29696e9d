/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/games/beat.h"

#include "daemon/games/game-timer.h"
#include "daemon/games/live-game.h"

static int on_beat(sd_event_source *source, uint64_t usec, void *userdata)
{
	struct context *ctx = userdata;
	bool is_any_running = false;

	context_now(ctx);
	for (struct live_game *s = ctx->live_games; s; s = s->next) {
		live_game_on_beat(s);
		is_any_running |= !s->over;
	}
	context_beat(ctx);
	if (is_any_running)
		context_await_beat(ctx);
	return 0;
}

int beat_start(struct context *ctx)
{
	/* exactly then: it tells nothing but the time */
	int r = sd_event_add_time(ctx->loop, &ctx->beat, CLOCK_BOOTTIME, UINT64_MAX, 1, on_beat, ctx);

	return r < 0 ? r : sd_event_source_set_enabled(ctx->beat, SD_EVENT_OFF);
}
