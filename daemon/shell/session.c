/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <syslog.h>

#include "daemon/shell/errors.h"
#include "daemon/shell/journal-replay.h"
#include "daemon/shell/seat.h"
#include "daemon/shell/session.h"

#define MAX_WAITING 64
#define TIMER_ACCURACY_US 1000

static int stage_ruling(struct session *s, const struct publication *p)
{
	json_t *object = publication_format(s->setup.core.game, p, true);
	char *text = object ? json_dumps(object, JSON_COMPACT) : NULL;
	int r = text ? journal_stage_ruling(s->daemon->journal, s->number, s->rulings++, s->inputs, text) : -ENOMEM;

	free(text);
	json_decref(object);
	return r;
}

/* What a person is asked is shown to him as it stood then. */
static void keep_evidence(struct session *s, const struct publication *p)
{
	struct core_state state;
	json_t *evidence;

	if (!s->core || (p->type != PUBLISH_RULING && p->type != PUBLISH_QUESTION))
		return;
	core_get_state(s->core, &state);
	if (p->type == PUBLISH_RULING && state.open_question != CLAIM_NONE)
		return;
	free(s->evidence);
	evidence = core_evidence(s->core);
	s->evidence = evidence ? json_dumps(evidence, JSON_COMPACT) : NULL;
	json_decref(evidence);
}

static void on_publication(void *userdata, const struct publication *p)
{
	struct session *s = userdata;
	int r = 0;

	keep_evidence(s, p);
	if (s->replay && p->type == PUBLISH_RULING) {
		replayed_rulings_check(s->replay, s, p);
	} else if (p->type == PUBLISH_RULING) {
		r = stage_ruling(s, p);
		if (p->is_public)
			session_answer(s, p);
	}
	if (r >= 0)
		r = publication_queue_add(&s->daemon->queue, s, p);
	if (r < 0)
		s->failed = r;
}

static int on_timer(sd_event_source *source, uint64_t usec, void *userdata)
{
	struct session *s = userdata;
	const struct machine_time *now = daemon_now(s->daemon);

	if (s->seat)	/* what the board said before this must be read before it */
		seat_read(s->seat);
	if (s->map.source == TIME_HOST) {
		int64_t t_us = timemap_now(&s->map, now) - s->setup.core.grace_us;

		session_release(s, t_us);
		session_tick(s, t_us);
	} else {
		session_process_claims(s, now->boottime_us);
	}
	session_arm(s);
	daemon_flush(s->daemon);
	return 0;
}

static int prepare(struct session *s, sd_bus_error *error)
{
	struct daemon *d = s->daemon;
	char err[160] = "";
	int r;

	snprintf(s->id, sizeof(s->id), "%" PRIu64, s->number);
	snprintf(s->path, sizeof(s->path), DAEMON_PATH "/game/%s", s->id);
	s->waiting_end = &s->waiting;
	s->last_t_us = s->ticked_us = INT64_MIN;
	s->pressed = NO_SIDE;
	s->claims_due_us = CLOCK_NEVER;
	s->setup.core.keeps_events = true;
	r = core_new(&s->setup.core, on_publication, s, &s->core, err);
	if (r < 0)
		return r == -EINVAL && error ? fault(error, ERROR_UNSUITABLE, "%s", err) : r;
	r = published_game_init(&s->published, s->core);
	if (r >= 0)
		r = sd_bus_track_new(d->bus, &s->subscribers, NULL, NULL);
	if (r >= 0)
		r = sd_event_add_time(d->event, &s->timer, CLOCK_BOOTTIME, UINT64_MAX, TIMER_ACCURACY_US, on_timer, s);
	if (r >= 0)
		r = sd_event_source_set_enabled(s->timer, SD_EVENT_OFF);
	return r;
}

int session_new(struct daemon *daemon, struct game_setup *setup, const char *board, const struct timemap *map,
		struct session **ret, sd_bus_error *error)
{
	struct session *s = calloc(1, sizeof(*s));
	struct session **end = &daemon->sessions;
	json_t *map_json = NULL;
	char *setup_json = NULL, *map_text = NULL;
	int r = -ENOMEM;

	if (!s) {
		game_setup_done(setup);
		return -ENOMEM;
	}
	s->daemon = daemon;
	s->setup = *setup;
	*setup = (struct game_setup) { 0 };
	s->map = *map;
	s->number = journal_next_game(daemon->journal);
	s->board = strdup(board);
	setup_json = json_dumps(s->setup.json, JSON_COMPACT);
	map_json = timemap_format(map);
	map_text = map_json ? json_dumps(map_json, JSON_COMPACT) : NULL;
	if (s->board && setup_json && map_text)
		r = journal_stage_game(daemon->journal, s->number, board, setup_json, map_text);
	if (r >= 0)
		r = prepare(s, error);
	json_decref(map_json);
	free(map_text);
	free(setup_json);
	if (r < 0) {
		journal_forget(daemon->journal, s->number);
		session_free(s);
		return r;
	}
	while (*end)
		end = &(*end)->next;
	*end = s;
	*ret = s;
	return 0;
}

int session_restore(struct daemon *daemon, uint64_t number, struct game_setup *setup, const char *board,
		    const struct timemap *map, struct replayed_rulings *replay, struct session **ret, sd_bus_error *error)
{
	struct session *s = calloc(1, sizeof(*s));
	struct session **end = &daemon->sessions;
	int r;

	if (!s) {
		game_setup_done(setup);
		return -ENOMEM;
	}
	s->daemon = daemon;
	s->setup = *setup;
	*setup = (struct game_setup) { 0 };
	s->map = *map;
	s->number = number;
	s->replay = replay;
	s->board = strdup(board);
	r = s->board ? prepare(s, error) : -ENOMEM;
	if (r < 0) {
		session_free(s);
		return r;
	}
	while (*end)
		end = &(*end)->next;
	*end = s;
	*ret = s;
	return 0;
}

void session_free(struct session *s)
{
	struct waiting_input *w;

	for (struct session **p = &s->daemon->sessions; *p; p = &(*p)->next)
		if (*p == s) {
			*p = s->next;
			break;
		}
	if (s->seat)
		s->seat->session = NULL;
	while ((w = s->waiting)) {
		s->waiting = w->next;
		sd_bus_message_unref(w->call);
		free(w);
	}
	session_feed_done(s);
	publication_queue_forget(&s->daemon->queue, s);
	sd_event_source_disable_unref(s->timer);
	sd_bus_track_unref(s->subscribers);
	published_game_free(&s->published);
	core_freep(&s->core);
	game_setup_done(&s->setup);
	free(s->pgn);
	free(s->evidence);
	free(s->board);
	free(s);
}

struct session *session_find(struct daemon *daemon, const char *id)
{
	for (struct session *s = daemon->sessions; s; s = s->next)
		if (strcmp(s->id, id) == 0)
			return s;
	return NULL;
}

struct session *session_on_board(struct daemon *daemon, const char *board)
{
	for (struct session *s = daemon->sessions; s; s = s->next)
		if (!s->over && strcmp(s->board, board) == 0)
			return s;
	return NULL;
}

int64_t session_now(struct session *s)
{
	int64_t t_us = s->last_t_us;

	if (s->map.source == TIME_HOST)
		t_us = timemap_now(&s->map, daemon_now(s->daemon));
	return t_us > s->last_t_us ? t_us : s->last_t_us > 0 ? s->last_t_us : 0;
}

static void feed_waiting(struct session *s, struct waiting_input *w)
{
	char err[160] = "";
	int r = session_feed(s, &w->input, w->call, err);

	if (r == -EINVAL && w->call)
		sd_bus_reply_method_errorf(w->call, ERROR_REFUSED, "%s", err);
	else if (r < 0 && w->call)
		sd_bus_reply_method_errno(w->call, r, NULL);
	sd_bus_message_unref(w->call);
	free(w);
}

void session_release(struct session *s, int64_t t_us)
{
	struct waiting_input *w;

	while ((w = s->waiting) && w->input.t_us <= t_us) {
		s->waiting = w->next;
		if (!s->waiting)
			s->waiting_end = &s->waiting;
		feed_waiting(s, w);
	}
}

int session_enqueue(struct session *s, const struct input *input, sd_bus_message *call, sd_bus_error *error)
{
	struct daemon *d = s->daemon;
	struct waiting_input *w;
	unsigned n = 0;

	for (w = s->waiting; w; w = w->next)
		n++;
	if (n >= MAX_WAITING)
		return fault(error, ERROR_REFUSED, "Too many claims are waiting in this game");
	if (s->seat)
		seat_read(s->seat);
	w = calloc(1, sizeof(*w));
	if (!w)
		return -ENOMEM;
	w->input = *input;
	w->input.t_us = session_now(s);
	w->call = sd_bus_message_ref(call);
	*s->waiting_end = w;
	s->waiting_end = &w->next;
	/* On the board's own time nothing earlier is to come; nor is it once the game is over. */
	if (s->map.source == TIME_DEVICE || s->over)
		session_release(s, w->input.t_us);
	session_arm(s);
	daemon_flush(d);
	return 1;	/* the reply follows */
}

int session_request(struct session *s, const struct input *input, sd_bus_message *call, sd_bus_error *error)
{
	if (s->daemon->journal_fault[0])
		return fault(error, ERROR_JOURNAL, "Nothing is ruled while the journal cannot be written: %s", s->daemon->journal_fault);
	return session_enqueue(s, input, call, error);
}

void session_tick(struct session *s, int64_t t_us)
{
	struct input tick = { .type = INPUT_TICK, .t_us = t_us };
	int64_t deadline = core_deadline(s->core);
	char err[160] = "";

	if (s->over || deadline > t_us || t_us <= s->last_t_us)
		return;
	session_feed(s, &tick, NULL, err);
	s->ticked_us = deadline;
}

/* A board with a time of its own may be silent: then this machine's says when what is held has been held long enough. */
static void set_claims_due(struct session *s)
{
	int64_t until = core_held_until(s->core);

	if (until == CLOCK_NEVER || s->map.source != TIME_DEVICE)
		s->claims_due_us = CLOCK_NEVER;
	else if (s->claims_due_us == CLOCK_NEVER)
		s->claims_due_us = daemon_now(s->daemon)->boottime_us + (until > s->last_t_us ? until - s->last_t_us : 0) + s->setup.core.grace_us;
}

void session_arm(struct session *s)
{
	int64_t next = CLOCK_NEVER;

	set_claims_due(s);
	if (s->map.source == TIME_HOST) {
		int64_t deadline = s->over ? CLOCK_NEVER : core_deadline(s->core);

		/* A deadline that a tick did not move is waiting for something else than time. */
		if (deadline != CLOCK_NEVER && deadline != s->ticked_us)
			next = deadline;
		if (s->waiting && s->waiting->input.t_us < next)
			next = s->waiting->input.t_us;
	}
	if (next == CLOCK_NEVER && s->claims_due_us == CLOCK_NEVER) {
		sd_event_source_set_enabled(s->timer, SD_EVENT_OFF);
		return;
	}
	next = next == CLOCK_NEVER ? s->claims_due_us : timemap_boottime(&s->map, next + s->setup.core.grace_us);
	sd_event_source_set_time(s->timer, next > 0 ? (uint64_t)next : 0);
	sd_event_source_set_enabled(s->timer, SD_EVENT_ONESHOT);
}

const char *session_state(const struct session *s)
{
	return s->published.over ? "over" : s->seat ? "running" : "board-gone";
}

void session_state_changed(struct session *s)
{
	session_emit_properties(s, (char *[]) { (char *)"State", NULL });
}

void session_publish(struct session *s, const struct publication *p)
{
	bool by_device = s->published.by_device;

	if (published_game_apply(&s->published, s->core, p) < 0)
		daemon_die(s->daemon, -ENOMEM);
	if (s->published.by_device != by_device)
		session_mode_changed(s);
	if (p->is_public) {
		s->clock_changed |= p->type == PUBLISH_CLOCK;
		s->pgn_due |= p->type == PUBLISH_MOVE || p->type == PUBLISH_RULING || p->type == PUBLISH_QUESTION;
		if (p->type == PUBLISH_RULING && s->seat)
			seat_show_ruling(s->seat, p->ruling);
	}
	session_emit(s, p);
}

void session_settle(struct session *s)
{
	if (s->clock_changed) {
		s->clock_changed = false;
		if (s->seat)
			seat_show_clock(s->seat, s);
	}
	if (s->seat)
		seat_guide(s->seat, s);
	if (s->over != s->published.over) {
		struct core_state state;

		/* the players may have told it by their kings, without a ruling */
		core_get_state(s->core, &state);
		if (s->over && strcmp(s->published.result, state.result) != 0) {
			s->published.result = state.result;
			session_emit_properties(s, (char *[]) { (char *)"Result", NULL });
		}
		s->published.over = s->over;
		if (s->seat && s->over) {
			seat_show_result(s->seat, s->published.result);
			seat_leave(s->seat);
		}
		session_state_changed(s);
		game_record_write(s);
	}
}
