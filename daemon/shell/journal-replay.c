/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/shell/journal-replay.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <syslog.h>

#include "daemon/shell/session-feed.h"
#include "daemon/shell/session-timer.h"

static int on_ruling(void *userdata, uint64_t n, const char *text)
{
	struct replayed_rulings *rulings = userdata;
	json_t *object = json_loads(text, 0, NULL);

	(void)n;
	return object ? json_array_append_new(rulings->stored, object) : -EBADMSG;
}

static int on_input(void *userdata, uint64_t n, const char *text)
{
	struct session *s = userdata;
	struct input input;
	char err[160] = "";
	json_t *object = json_loads(text, 0, NULL);
	int r = object ? input_parse(s->setup.core.game, object, &input, err) : -EBADMSG;

	json_decref(object);
	if (r >= 0)
		r = session_feed(s, &input, NULL, err);
	if (r < 0) {
		note(LOG_ERR, "Game %s: input %" PRIu64 " of the journal cannot be replayed: %s", s->id, n,
		     *err ? err : strerror(-r));
		return r;
	}
	s->inputs = n + 1;
	return 0;
}

/* From here on it is a game like others. */
static void finish(struct session *s, const struct replayed_rulings *rulings)
{
	size_t stored = json_array_size(rulings->stored);
	const struct machine_time *now = &s->context->machine;

	s->replay = NULL;
	if (rulings->disagreements || rulings->seen != stored)
		note(LOG_ERR,
		     "Game %" PRIu64 ": replaying gave %zu rulings, %u of them different from the %zu in the journal; "
		     "those in the journal stand",
		     s->number, rulings->seen, rulings->disagreements, stored);
	else
		note(LOG_INFO, "Game %" PRIu64 " goes on: %" PRIu64 " inputs, %" PRIu64 " rulings", s->number,
		     s->inputs, s->rulings);
	s->rulings = stored > s->rulings ? stored : s->rulings;
	s->pgn_due = true;
	if (s->map.source == TIME_HOST && strcmp(s->map.boot, now->boot) != 0) {
		int64_t started_us = s->map.started_us;

		now = context_now(s->context);
		timemap_place(&s->map, TIME_HOST, now, 0, 0, timemap_now(&s->map, now));
		s->map.started_us = started_us;
		s->map_changed = true;
	}
	s->published.over = s->over;
}

static int restore(struct context *ctx, uint64_t number, const char *board, json_t *setup_json, json_t *map_json,
		   struct replayed_rulings *rulings, sd_bus_error *error)
{
	struct game_setup setup;
	struct timemap map;
	struct session *s;
	int r = setup_json && map_json ? timemap_parse(map_json, &map) : -EBADMSG;

	if (r >= 0)
		r = game_setup_read(setup_json, &setup, error);
	if (r < 0)
		return r;
	r = journal_rulings(ctx->journal, number, on_ruling, rulings);
	if (r < 0) {
		game_setup_done(&setup);
		return r;
	}
	r = session_restore(ctx, number, &setup, board, &map, rulings, &s, error);
	if (r < 0)
		return r;
	r = session_timer_add(s);
	if (r >= 0)
		r = journal_inputs(ctx->journal, number, on_input, s);
	if (r < 0) {
		session_free(s);
		return r;
	}
	finish(s, rulings);
	return 0;
}

static int on_game(void *userdata, uint64_t number, const char *board, const char *setup_text, const char *map_text)
{
	struct replayed_rulings rulings = { .stored = json_array() };
	sd_bus_error error = SD_BUS_ERROR_NULL;
	json_t *setup = json_loads(setup_text, 0, NULL), *map = json_loads(map_text, 0, NULL);
	int r = restore(userdata, number, board, setup, map, &rulings, &error);

	if (r < 0)
		note(LOG_ERR, "Game %" PRIu64 " cannot be resumed: %s", number,
		     error.message ? error.message : strerror(-r));
	sd_bus_error_free(&error);
	json_decref(rulings.stored);
	json_decref(setup);
	json_decref(map);
	return r == -ENOMEM ? r : 0;
}

int journal_replay(struct context *ctx)
{
	return journal_running(ctx->journal, on_game, ctx);
}
