/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * One input into the core, into the journal, and the answer to whoever asked. Where the rulebook takes more than one instant
 * for the same one, what was said is judged later, and so is it answered.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/shell/session.h"

/* Texts, and the NULL behind them. */
static int add_text(char ***list, size_t *count, const char *text)
{
	char **more = reallocarray(*list, *count + 2, sizeof(*more)), *copy = strdup(text);

	if (more)
		*list = more;
	if (!more || !copy) {
		free(copy);
		return -ENOMEM;
	}
	more[*count] = copy;
	more[++*count] = NULL;
	return 0;
}

static void texts_free(char **list)
{
	for (char **text = list; text && *text; text++)
		free(*text);
	free(list);
}

void session_answer(struct session *s, const struct publication *p)
{
	json_t *object = publication_format(s->setup.core.game, p, false);
	char *text = object ? json_dumps(object, JSON_COMPACT) : NULL;
	int r = text ? add_text(&s->answer, &s->answers, text) : -ENOMEM;

	for (struct unanswered_call *u = s->unanswered; u && r == 0; u = u->next)
		if (core_hearings(s->core) <= u->hearing)
			r = add_text(&u->answer, &u->answers, text);
	if (r < 0)
		s->failed = r;
	free(text);
	json_decref(object);
}

/* The answer waits until what was said has been judged. */
static int hold_call(struct session *s, sd_bus_message *call)
{
	struct unanswered_call *u = calloc(1, sizeof(*u)), **end = &s->unanswered;

	if (!u)
		return -ENOMEM;
	u->call = sd_bus_message_ref(call);
	u->hearing = core_hearings(s->core);
	u->answer = s->answer;
	u->answers = s->answers;
	s->answer = NULL;
	while (*end)
		end = &(*end)->next;
	*end = u;
	/* nobody has been told yet, but it was said: a restart must not lose it */
	s->daemon->queue.durable_first = true;
	return 0;
}

static void unanswered_free(struct unanswered_call *u)
{
	sd_bus_message_unref(u->call);
	texts_free(u->answer);
	free(u);
}

static int answer_held(struct session *s)
{
	struct unanswered_call **p = &s->unanswered, *u;
	int r = 0;

	while ((u = *p) && r >= 0) {
		if (core_hearings(s->core) <= u->hearing) {
			p = &u->next;
			continue;
		}
		*p = u->next;
		r = publication_queue_add_reply(&s->daemon->queue, s, u->call, u->answer);
		if (r >= 0)
			u->answer = NULL;
		unanswered_free(u);
	}
	return r;
}

void session_feed_done(struct session *s)
{
	struct unanswered_call *u;

	while ((u = s->unanswered)) {
		s->unanswered = u->next;
		unanswered_free(u);
	}
}

void session_process_claims(struct session *s, int64_t boottime_us)
{
	struct input tick = { .type = INPUT_TICK, .t_us = core_held_until(s->core) };
	char err[160] = "";

	if (tick.t_us != CLOCK_NEVER && s->claims_due_us <= boottime_us)
		session_feed(s, &tick, NULL, err);
}

static int stage_input(struct session *s, const struct input *input)
{
	json_t *object = input_format(s->setup.core.game, input);
	char *text = object ? json_dumps(object, JSON_COMPACT) : NULL;
	int r = text ? journal_stage_input(s->daemon->journal, s->number, s->inputs++, text) : -ENOMEM;

	free(text);
	json_decref(object);
	return r;
}

/*
 * The game's end, or its going on after all, belongs to the transaction of the input that caused it. A result that a search
 * may still change is not the end: the next daemon must take the game up again to search.
 */
static int note_end(struct session *s)
{
	struct core_state state;
	bool closed;

	core_get_state(s->core, &state);
	s->over = state.over;
	closed = state.over && !core_next_search(s->core, NULL);
	if (closed == s->closed)
		return 0;
	s->closed = closed;
	return s->replay ? 0 : journal_stage_over(s->daemon->journal, s->number, closed ? state.result : NULL);
}

/* What people say is held, nothing else. */
static bool is_held(const struct session *s, const struct input *input)
{
	return core_held_until(s->core) != CLOCK_NEVER &&
	       (input->type == INPUT_CLAIM || input->type == INPUT_REPORT || input->type == INPUT_DECIDE);
}

int session_feed(struct session *s, const struct input *input, sd_bus_message *call, char err[static 160])
{
	struct journal *journal = s->daemon->journal;
	int r;

	s->failed = 0;
	s->answer = NULL;
	s->answers = 0;
	r = core_input(s->core, input, err);
	if (r >= 0 && input->t_us > s->last_t_us)
		s->last_t_us = input->t_us;
	if (r >= 0 && input->type == INPUT_PRESS)
		s->pressed = input->side;
	if (s->replay) {
		publication_queue_show(&s->daemon->queue);
		if (r >= 0)
			r = note_end(s);
		return r < 0 ? r : s->failed;
	}
	if (r == -EINVAL) {
		texts_free(s->answer);
		s->answer = NULL;
		return r;
	}
	if (r >= 0)
		r = s->failed;
	if (r >= 0)
		r = stage_input(s, input);
	if (r >= 0)
		r = note_end(s);
	if (r >= 0 && s->map_changed) {
		json_t *map = timemap_format(&s->map);
		char *text = map ? json_dumps(map, JSON_COMPACT) : NULL;

		r = text ? journal_stage_map(journal, s->number, text) : -ENOMEM;
		free(text);
		json_decref(map);
		s->map_changed = false;
	}
	if (r >= 0)
		r = answer_held(s);
	if (r >= 0 && call && is_held(s, input)) {
		r = hold_call(s, call);
	} else if (r >= 0 && call) {
		r = publication_queue_add_reply(&s->daemon->queue, s, call, s->answer);
		if (r >= 0)
			s->answer = NULL;
	}
	texts_free(s->answer);
	s->answer = NULL;
	if (r < 0)
		daemon_die(s->daemon, r);	/* core and journal no longer agree: start again from the journal */
	return r;
}
