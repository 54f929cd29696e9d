/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/games/session-timer.h"

#include "daemon/boards/seat-events.h"
#include "daemon/games/session-time.h"

#define ACCURACY_US 1000

static void let_time_pass(struct session *s)
{
	const struct machine_time *now = context_now(s->context);

	if (s->seat) /* what the board said before this must be read before it */
		seat_read(s->seat);
	if (s->map.source == TIME_HOST) {
		int64_t t_us = timemap_now(&s->map, now) - s->setup.core.grace_us;

		session_release(s, t_us);
		session_tick(s, t_us);
	} else {
		session_release(s, session_now(s));
		session_process_claims(s, now->boottime_us);
	}
	session_arm(s);
}

static int on_timer(sd_event_source *source, uint64_t usec, void *userdata)
{
	struct session *s = userdata;

	s->timer_us = INT64_MAX;
	let_time_pass(s);
	context_flush(s->context);
	return 0;
}

void session_on_beat(struct session *s)
{
	if (session_is_due(s))
		let_time_pass(s);
}

int session_timer_add(struct session *s)
{
	int r = sd_event_add_time(s->context->event, &s->timer, CLOCK_BOOTTIME, UINT64_MAX, ACCURACY_US, on_timer, s);

	return r < 0 ? r : sd_event_source_set_enabled(s->timer, SD_EVENT_OFF);
}
