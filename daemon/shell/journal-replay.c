/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <syslog.h>

#include "daemon/shell/journal-replay.h"

/* A later version may say the same in other words. */
static bool same_ruling(json_t *stored, json_t *now)
{
	json_t *a = json_copy(stored), *b = json_copy(now);
	bool same;

	json_object_del(a, "sentence");
	json_object_del(b, "sentence");
	same = json_equal(a, b);
	json_decref(a);
	json_decref(b);
	return same;
}

void replayed_rulings_check(struct replayed_rulings *replay, struct session *s, const struct publication *p)
{
	json_t *now = publication_format(s->setup.core.game, p, true);
	json_t *stored = json_array_get(replay->rulings, replay->seen++);

	if (!stored || !now || !same_ruling(stored, now))
		replay->disagreements++;
	json_decref(now);
	s->rulings++;
}

static int on_ruling(void *userdata, uint64_t n, const char *text)
{
	struct replayed_rulings *replay = userdata;
	json_t *object = json_loads(text, 0, NULL);

	(void)n;
	return object ? json_array_append_new(replay->rulings, object) : -EBADMSG;
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
		note(LOG_ERR, "Game %s: input %" PRIu64 " of the journal cannot be replayed: %s", s->id, n, *err ? err : strerror(-r));
		return r;
	}
	s->inputs = n + 1;
	return 0;
}

static int on_game(void *userdata, uint64_t number, const char *board, const char *setup_text, const char *map_text)
{
	struct daemon *d = userdata;
	struct replayed_rulings replay = { .rulings = json_array() };
	sd_bus_error error = SD_BUS_ERROR_NULL;
	json_t *setup_json = json_loads(setup_text, 0, NULL), *map_json = json_loads(map_text, 0, NULL);
	struct session *s = NULL;
	struct game_setup setup;
	struct timemap map;
	int r;

	r = setup_json && map_json ? timemap_parse(map_json, &map) : -EBADMSG;
	if (r >= 0)
		r = game_setup_read(setup_json, &setup, &error);
	if (r >= 0)
		r = journal_rulings(d->journal, number, on_ruling, &replay);
	if (r >= 0)
		r = session_restore(d, number, &setup, board, &map, &replay, &s, &error);
	if (r >= 0)
		r = journal_inputs(d->journal, number, on_input, s);
	if (r >= 0) {
		s->replay = NULL;
		if (replay.disagreements || replay.seen != json_array_size(replay.rulings))
			note(LOG_ERR, "Game %" PRIu64 ": replaying gave %zu rulings, %u of them other than the %zu that were heard; "
			    "those that were heard stand", number, replay.seen, replay.disagreements, json_array_size(replay.rulings));
		else
			note(LOG_INFO, "Game %" PRIu64 " goes on: %" PRIu64 " inputs, %" PRIu64 " rulings", number, s->inputs, s->rulings);
		s->rulings = json_array_size(replay.rulings) > s->rulings ? json_array_size(replay.rulings) : s->rulings;
		s->pgn_due = true;
		if (map.source == TIME_HOST && strcmp(map.boot, d->machine.boot) != 0) {
			timemap_place(&s->map, TIME_HOST, daemon_now(d), 0, 0, timemap_now(&map, daemon_now(d)));
			s->map.started_us = map.started_us;
			s->map_changed = true;
		}
		s->published.over = s->over;
	} else {
		note(LOG_ERR, "Game %" PRIu64 " cannot be taken up again: %s", number, error.message ? error.message : strerror(-r));
		if (s)
			session_free(s);
	}
	sd_bus_error_free(&error);
	json_decref(replay.rulings);
	json_decref(setup_json);
	json_decref(map_json);
	return r == -ENOMEM ? r : 0;	/* one game's fault is not the others' */
}

int session_recover(struct daemon *daemon)
{
	return journal_running(daemon->journal, on_game, daemon);
}
