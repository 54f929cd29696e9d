/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/shell/session-time.h"

#include <errno.h>
#include <stdlib.h>

#include "daemon/shell/errors.h"
#include "daemon/shell/session-feed.h"

#define MAX_WAITING 64

struct waiting_input {
	struct waiting_input *next;
	struct input input;
	sd_bus_message *call;
};

static void waiting_free(struct waiting_input *w)
{
	sd_bus_message_unref(w->call);
	free(w);
}

void session_time_init(struct session *s)
{
	s->waiting_end = &s->waiting;
	s->last_t_us = s->ticked_us = INT64_MIN;
	s->claims_due_us = CLOCK_NEVER;
}

void session_time_done(struct session *s)
{
	struct waiting_input *w;

	while ((w = s->waiting)) {
		s->waiting = w->next;
		waiting_free(w);
	}
	sd_event_source_disable_unref(s->timer);
}

int64_t session_now(struct session *s)
{
	int64_t t_us = s->last_t_us;

	if (s->map.source == TIME_HOST)
		t_us = timemap_now(&s->map, context_now(s->context));
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
	waiting_free(w);
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

bool session_waiting_full(const struct session *s)
{
	unsigned n = 0;

	for (const struct waiting_input *w = s->waiting; w; w = w->next)
		n++;
	return n >= MAX_WAITING;
}

int session_add_waiting(struct session *s, const struct input *input, sd_bus_message *call)
{
	struct waiting_input *w = calloc(1, sizeof(*w));

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
	context_flush(s->context);
	return 0;
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

void session_process_claims(struct session *s, int64_t boottime_us)
{
	struct input tick = { .type = INPUT_TICK, .t_us = core_pending_until(s->core) };
	char err[160] = "";

	if (tick.t_us != CLOCK_NEVER && s->claims_due_us <= boottime_us)
		session_feed(s, &tick, NULL, err);
}

/*
 * A board with a time of its own may be silent: then this machine's says when what is held back has been so long
 * enough.
 */
static void set_claims_due(struct session *s)
{
	int64_t until = core_pending_until(s->core);

	if (until == CLOCK_NEVER || s->map.source != TIME_DEVICE)
		s->claims_due_us = CLOCK_NEVER;
	else if (s->claims_due_us == CLOCK_NEVER)
		s->claims_due_us = context_now(s->context)->boottime_us +
				   (until > s->last_t_us ? until - s->last_t_us : 0) + s->setup.core.grace_us;
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
