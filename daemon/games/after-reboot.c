/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A game by this machine's time that is found after the machine was started anew. What time has passed since only the
 * wall clock says, which may have been set meanwhile: the game's clocks are stopped as they last stood on disk, and the
 * arbiter is asked. With the game's option after_reboot "run" they go on by the wall clock.
 */
#include "daemon/games/inside.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <syslog.h>

#define SECOND INT64_C(1000000)

static void place(struct live_game *s, const struct machine_time *now, int64_t t_us)
{
	int64_t started_us = s->map.started_us;

	game_time_place(&s->map, TIME_HOST, now, 0, 0, t_us);
	s->map.started_us = started_us;
	s->map_changed = true;
}

/* The wall clock says how long nobody looked. Where it says that it is earlier now than then, it was set. */
static void run(struct live_game *s, const struct machine_time *now, int64_t last_us)
{
	int64_t t_us = game_time_now(&s->map, now);

	if (t_us < last_us)
		log_message(LOG_WARNING,
			    "Game g%s goes on after a reboot as it was: by the wall clock it would be %" PRId64
			    " s earlier",
			    s->id, (last_us - t_us) / SECOND);
	else
		log_message(LOG_WARNING, "Game g%s goes on after a reboot: %" PRId64 " s have passed by the wall clock",
			    s->id, (t_us - last_us) / SECOND);
	place(s, now, t_us < last_us ? last_us : t_us);
}

static void ask(struct live_game *s, const struct machine_time *now, int64_t last_us)
{
	const struct game_clock *clock = core_clock(s->core);
	struct input pause = { .type = INPUT_PAUSE, .t_us = last_us, .side = NO_SIDE };
	char err[160] = "";

	s->reboot.running = clock->running;
	s->reboot.wall_gap_us = game_time_now(&s->map, now) - last_us;
	s->reboot.since_boot_us = now->boottime_us;
	place(s, now, last_us);
	if (clock->running == NO_SIDE)
		return;
	if (live_game_feed(s, &pause, NULL, err) < 0) {
		log_message(LOG_ERR, "Game g%s: its clocks cannot be stopped after a reboot: %s", s->id, err);
		return;
	}
	s->reboot.asks = true;
	log_message(
		LOG_WARNING,
		"Game g%s was found after a reboot; its clocks are stopped as they last stood on disk, White %" PRId64
		" s, Black %" PRId64 " s. By the wall clock %" PRId64
		" s have passed, and the machine has run for %" PRId64
		" s. The arbiter resumes it, and adjusts its clocks first if need be",
		s->id, clock->left_us[WHITE] / SECOND, clock->left_us[BLACK] / SECOND, s->reboot.wall_gap_us / SECOND,
		s->reboot.since_boot_us / SECOND);
}

void after_reboot(struct live_game *s)
{
	const struct machine_time *now = context_now(s->context);
	int64_t last_us = s->last_t_us > 0 ? s->last_t_us : 0;

	if (s->map.source != TIME_HOST || strcmp(s->map.boot, now->boot) == 0)
		return;
	if (s->over || strcmp(game_setup_text(&s->setup, "after_reboot"), "run") == 0)
		run(s, now, last_us);
	else
		ask(s, now, last_us);
}

char *after_reboot_question(const struct live_game *s)
{
	const struct game_clock *clock = core_clock(s->core);
	int64_t counted[2] = { clock->left_us[WHITE], clock->left_us[BLACK] };
	json_t *object;
	char *text;

	if (!s->reboot.asks || s->over || clock->running != NO_SIDE)
		return NULL;
	if (s->reboot.running != NO_SIDE && s->reboot.wall_gap_us > 0) {
		counted[s->reboot.running] -= s->reboot.wall_gap_us;
		if (counted[s->reboot.running] < 0)
			counted[s->reboot.running] = 0;
	}
	object = json_pack("{s:s, s:I, s:I, s:I, s:I, s:{s:I, s:I}}", "running", side_word(s->reboot.running),
			   "white_us", (json_int_t)clock->left_us[WHITE], "black_us", (json_int_t)clock->left_us[BLACK],
			   "wall_gap_us", (json_int_t)s->reboot.wall_gap_us, "since_boot_us",
			   (json_int_t)s->reboot.since_boot_us, "gap_counted", "white_us", (json_int_t)counted[WHITE],
			   "black_us", (json_int_t)counted[BLACK]);
	text = object ? json_dumps(object, JSON_COMPACT) : NULL;
	json_decref(object);
	return text;
}
