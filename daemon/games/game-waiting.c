/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A game's present time, and what it brings about: what persons did takes its turn, and the core gets its ticks. */
#include "daemon/games/games.h"
#include "daemon/games/inside.h"

#include <errno.h>
#include <stdlib.h>
#include <syslog.h>

#include "daemon/bus/access.h"
#include "daemon/bus/replies.h"

#define MAX_WAITING 64
#define MAX_WAITING_OF_USER 32

/*
 * In the order of their times: what persons did, until no earlier event can come any more; the place of an act whose
 * sender polkit is asked about; and what the board reported after such an act.
 */
struct waiting_input {
	struct waiting_input *next;
	struct input input;
	sd_bus_message *call; /* NULL: the board's */
	int64_t realtime_us;  /* when the call came */
	uid_t uid;
	bool held;    /* it is not known whether the caller may */
	bool empty;   /* there is no input yet; nothing, once it is not held any more */
	bool replies; /* the call is replied to with what is ruled */
};

static void waiting_free(struct waiting_input *w)
{
	sd_bus_message_unref(w->call);
	free(w);
}

void live_game_time_init(struct live_game *s)
{
	s->last_t_us = s->ticked_us = s->ticked_public_us = INT64_MIN;
	s->claims_due_us = CLOCK_NEVER;
	s->timer_us = INT64_MAX;
}

void live_game_time_done(struct live_game *s)
{
	struct waiting_input *w;

	while ((w = s->waiting)) {
		s->waiting = w->next;
		waiting_free(w);
	}
	sd_event_source_disable_unref(s->timer);
}

int64_t live_game_now(struct live_game *s)
{
	int64_t t_us = s->last_t_us;

	if (s->map.source == TIME_HOST)
		t_us = game_time_now(&s->map, context_now(s->context));
	return t_us > s->last_t_us ? t_us : s->last_t_us > 0 ? s->last_t_us : 0;
}

/* What came before it has made it void: it was let in, and nothing would be ruled on it. True: its caller was told. */
static bool is_too_late(struct live_game *s, struct waiting_input *w)
{
	const struct input *in = &w->input;

	if (!w->replies || in->type == INPUT_UNDO)
		return false;
	if (in->type == INPUT_DECIDE ? core_was_asked(s->core, in) :
				       !s->over || (in->type == INPUT_CLAIM && in->claim == CLAIM_APPEAL) ||
					       (in->type == INPUT_END && live_game_awaits_result(s)))
		return false;
	if (s->over)
		sd_bus_reply_method_errorf(w->call, ERROR_GAME_OVER, "Game %s is over: %s", s->id, s->published.result);
	else
		sd_bus_reply_method_errorf(w->call, ERROR_REFUSED, "This question was answered meanwhile");
	return true;
}

static void feed_waiting(struct live_game *s, struct waiting_input *w)
{
	const struct act act = { .uid = w->uid,
				 .name = w->call ? sd_bus_message_get_sender(w->call) : NULL,
				 .realtime_us = w->realtime_us };
	char err[160] = "";
	int r;

	if (is_too_late(s, w))
		return;
	s->act = w->call ? &act : NULL;
	r = live_game_feed(s, &w->input, w->replies ? w->call : NULL, err);
	s->act = NULL;
	if (r >= 0 && w->call)
		log_about(LOG_INFO,
			  &(struct log_about){ .game = s->id,
					       .board = s->board_name,
					       .act = input_type_name(w->input.type),
					       .caller = act.name,
					       .uid = act.uid },
			  "Game g%s: %s by user %u", s->id, input_type_name(w->input.type), (unsigned)act.uid);
	if (r == -EINVAL && w->replies)
		sd_bus_reply_method_errorf(w->call, ERROR_REFUSED, "%s", err);
	else if (r < 0 && w->replies)
		sd_bus_reply_method_errno(w->call, r, NULL);
}

/* It keeps its place, and what is behind it waits, until it has been done. */
static void begin_undo(struct live_game *s, struct waiting_input *w)
{
	const struct act act = { .uid = w->uid,
				 .name = sd_bus_message_get_sender(w->call),
				 .realtime_us = w->realtime_us };

	w->empty = true;
	if (s->context->games->begin_undo(s, &w->input, w->call, &act) < 0) {
		context_exit(s->context, -ENOMEM);
		return;
	}
	w->held = s->undoing = true;
}

void live_game_release(struct live_game *s, int64_t t_us)
{
	struct waiting_input *w;

	while ((w = s->waiting) && !s->undoing && !w->held && (!w->call || w->input.t_us <= t_us)) {
		if (!w->empty && w->input.type == INPUT_UNDO) {
			begin_undo(s, w);
			continue;
		}
		s->waiting = w->next;
		if (!w->empty)
			feed_waiting(s, w);
		waiting_free(w);
	}
}

bool live_game_waiting_full(const struct live_game *s, sd_bus_message *call)
{
	unsigned all = 0, own = 0;
	uid_t uid;

	caller_uid(s->context, call, &uid);
	for (const struct waiting_input *w = s->waiting; w; w = w->next) {
		all += w->call != NULL;
		own += w->call && w->uid == uid;
	}
	return all >= MAX_WAITING || own >= MAX_WAITING_OF_USER;
}

static struct waiting_input *find_call(const struct live_game *s, const sd_bus_message *call)
{
	struct waiting_input *w = call ? s->waiting : NULL; /* what the board reported has none */

	while (w && w->call != call)
		w = w->next;
	return w;
}

/* Behind all of its own time. */
static struct waiting_input *insert(struct live_game *s, int64_t t_us, sd_bus_message *call)
{
	struct waiting_input *w = calloc(1, sizeof(*w)), **p = &s->waiting;

	if (!w)
		return NULL;
	w->input.t_us = t_us;
	w->call = sd_bus_message_ref(call);
	if (call)
		caller_uid(s->context, call, &w->uid);
	w->realtime_us = context_now(s->context)->realtime_us;
	while (*p && (*p)->input.t_us <= t_us)
		p = &(*p)->next;
	w->next = *p;
	*p = w;
	return w;
}

int live_game_hold(struct live_game *s, sd_bus_message *call, int64_t t_us)
{
	struct waiting_input *w = find_call(s, call);

	if (!w)
		w = insert(s, t_us, call);
	if (!w)
		return -ENOMEM;
	w->held = w->empty = true;
	return 0;
}

bool live_game_has_place(const struct live_game *s, const sd_bus_message *call)
{
	return find_call(s, call);
}

void live_game_let_go(struct live_game *s, const sd_bus_message *call)
{
	struct waiting_input *w = find_call(s, call);

	if (!w)
		return;
	w->held = false;
	live_game_arm(s);
}

void live_game_let_all_go(struct live_game *s)
{
	for (struct waiting_input *w = s->waiting; w; w = w->next)
		w->held = false;
	live_game_arm(s);
}

int live_game_add_waiting(struct live_game *s, const struct input *input, sd_bus_message *call, bool replies)
{
	struct waiting_input *w = find_call(s, call);
	int64_t t_us;

	if (!w)
		w = insert(s, live_game_now(s), call);
	if (!w)
		return -ENOMEM;
	t_us = w->input.t_us;
	w->input = *input;
	w->input.t_us = t_us;
	w->uid = access_caller(s->context);
	w->empty = false;
	w->replies = replies;
	/* On the board's own time nothing earlier is to come; nor is it once the game is over. */
	if (s->map.source == TIME_DEVICE || s->over)
		live_game_release(s, t_us);
	live_game_arm(s);
	context_flush(s->context);
	return 0;
}

/* Is there an act of before, of which it is not known whether it counts? */
static bool must_wait(const struct live_game *s, int64_t t_us)
{
	for (const struct waiting_input *w = s->waiting; w && w->input.t_us <= t_us; w = w->next)
		if (w->held)
			return true;
	return s->undoing;
}

int live_game_take(struct live_game *s, const struct input *input, char err[static 160])
{
	struct waiting_input *w;

	live_game_release(s, input->t_us - 1);
	if (!must_wait(s, input->t_us))
		return live_game_feed(s, input, NULL, err);
	w = insert(s, input->t_us, NULL);
	if (!w)
		return -ENOMEM;
	w->input = *input;
	return 0;
}

void live_game_tick(struct live_game *s, int64_t t_us)
{
	struct input tick = { .type = INPUT_TICK, .t_us = t_us };
	int64_t deadline = core_deadline(s->core), public_deadline;
	char err[160] = "";

	if (s->over || deadline > t_us || t_us <= s->last_t_us || must_wait(s, t_us))
		return;
	public_deadline = core_public_deadline(s->core);
	live_game_feed(s, &tick, NULL, err);
	s->ticked_us = deadline;
	s->ticked_public_us = public_deadline;
}

bool live_game_is_due(struct live_game *s)
{
	const int64_t deadline = s->over || s->map.source != TIME_HOST ? CLOCK_NEVER : core_deadline(s->core);

	return deadline != CLOCK_NEVER && deadline != s->ticked_us &&
	       game_time_boottime(&s->map, deadline + s->setup.core.grace_us) <= s->context->machine.boottime_us;
}

void live_game_process_claims(struct live_game *s, int64_t boottime_us)
{
	struct input tick = { .type = INPUT_TICK, .t_us = core_pending_until(s->core) };
	char err[160] = "";

	if (tick.t_us != CLOCK_NEVER && s->claims_due_us <= boottime_us && !must_wait(s, tick.t_us))
		live_game_feed(s, &tick, NULL, err);
}

/*
 * A board with a time of its own may be silent: then this machine's says when what is held back has been so long
 * enough.
 */
static void set_claims_due(struct live_game *s)
{
	int64_t until = core_pending_until(s->core);

	if (until == CLOCK_NEVER || s->map.source != TIME_DEVICE)
		s->claims_due_us = CLOCK_NEVER;
	else if (s->claims_due_us == CLOCK_NEVER)
		s->claims_due_us = context_now(s->context)->boottime_us +
				   (until > s->last_t_us ? until - s->last_t_us : 0) + s->setup.core.grace_us;
}

/* One that is set sooner stays: what it waits for moves on with each event, and it is set anew when it comes. */
static void set_timer(struct live_game *s, int64_t boottime_us)
{
	if (s->timer_us <= boottime_us)
		return;
	s->timer_us = boottime_us;
	sd_event_source_set_time(s->timer, boottime_us > 0 ? (uint64_t)boottime_us : 0);
	sd_event_source_set_enabled(s->timer, SD_EVENT_ONESHOT);
}

void live_game_arm(struct live_game *s)
{
	const bool waiting = s->waiting && !s->waiting->held; /* who is held sets the timer when it is let go */
	int64_t next = CLOCK_NEVER;

	set_claims_due(s);
	if (s->map.source == TIME_HOST) {
		/* what nobody may hear of comes with the beat */
		int64_t deadline = s->over ? CLOCK_NEVER : core_public_deadline(s->core);

		/* A deadline that a tick did not move is waiting for something else than time. */
		if (deadline != CLOCK_NEVER && deadline != s->ticked_public_us && (!s->waiting || waiting))
			next = deadline;
		if (waiting && s->waiting->input.t_us < next)
			next = s->waiting->input.t_us;
	} else if (waiting) { /* what was held is let go */
		set_timer(s, 0);
		return;
	}
	if (next != CLOCK_NEVER)
		set_timer(s, game_time_boottime(&s->map, next + s->setup.core.grace_us));
	else if (s->claims_due_us != CLOCK_NEVER)
		set_timer(s, s->claims_due_us);
}
