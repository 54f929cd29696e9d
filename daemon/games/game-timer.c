/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A game's timer: what happens by itself, after all that its board said before. Set by live_game_arm(). */
#include "daemon/games/inside.h"

#include "daemon/boards/live-board.h"

#define ACCURACY_US 1000

static void let_time_pass(struct live_game *s)
{
	const struct machine_time *now = context_now(s->context);

	if (s->board) /* what the board said before this must be read before it */
		live_board_read(s->board);
	if (s->map.source == TIME_HOST) {
		int64_t t_us = game_time_now(&s->map, now) - s->setup.core.grace_us;

		live_game_release(s, t_us);
		live_game_tick(s, t_us);
	} else {
		live_game_release(s, live_game_now(s));
		live_game_process_claims(s, now->boottime_us);
	}
	live_game_arm(s);
}

static int on_timer(sd_event_source *source, uint64_t usec, void *userdata)
{
	struct live_game *s = userdata;

	s->timer_us = INT64_MAX;
	let_time_pass(s);
	context_flush(s->context);
	return 0;
}

void live_game_on_beat(struct live_game *s)
{
	if (live_game_is_due(s))
		let_time_pass(s);
}

int live_game_timer_add(struct live_game *s)
{
	int r = sd_event_add_time(s->context->loop, &s->timer, CLOCK_BOOTTIME, UINT64_MAX, ACCURACY_US, on_timer, s);

	return r < 0 ? r : sd_event_source_set_enabled(s->timer, SD_EVENT_OFF);
}
