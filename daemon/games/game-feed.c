/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One input into the core, what it says into the queue, both into the journal, and the answer to whoever asked. */
#include "daemon/games/inside.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/boards/live-board.h"
#include "daemon/publish/publisher.h"

/* A claim that is ruled on later: who asked, and what was ruled until then. */
struct unanswered_call {
	struct unanswered_call *next;
	sd_bus_message *call;
	uint64_t number; /* its claim is the core's, from 0, of those that were held back */
	char **answer;
	size_t answers;
};

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

/* New text or NULL. */
static char *dump(json_t *object)
{
	char *text = object ? json_dumps(object, JSON_COMPACT) : NULL;

	json_decref(object);
	return text;
}

/* --- what the core says --- */

/* What a person is asked is shown to him as it stood then. */
static void keep_evidence(struct live_game *s, const struct publication *p)
{
	struct core_state state;

	core_get_state(s->core, &state);
	if (p->type != PUBLISH_QUESTION && (p->type != PUBLISH_RULING || state.open_question != CLAIM_NONE))
		return;
	free(s->evidence);
	s->evidence = p->evidence ? json_dumps(p->evidence, JSON_COMPACT) : NULL;
}

/* A public ruling, for whoever's input is being fed or is pending. */
static int add_to_answers(struct live_game *s, const struct publication *p, const char *text)
{
	int r = add_text(&s->answer, &s->answers, text);

	for (struct unanswered_call *u = s->unanswered; u && r == 0; u = u->next)
		if (p->judged_count <= u->number)
			r = add_text(&u->answer, &u->answers, text);
	return r;
}

/* Its text is the same in the journal, in the answer of who asked, and for all who listen: nothing of it is private. */
static int take_ruling(struct live_game *s, const struct publication *p, char **ret)
{
	int r;

	s->context->metrics.rulings++;
	*ret = dump(publication_format(s->setup.core.game, p, true));
	r = *ret ? journal_stage_ruling(s->context->journal, s->number, *ret) : -ENOMEM;
	if (r >= 0 && p->is_public && (s->asked || s->unanswered))
		r = add_to_answers(s, p, *ret);
	return r;
}

/* When that was published, as far as it is known. */
static int64_t heard_us(const struct live_game *s, int64_t t_us)
{
	return game_time_past(&s->map, &s->context->machine, t_us, s->map.started_us + t_us);
}

/* While recovering: it was heard long ago, and only becomes part of what was published. */
static int replay_publication(struct live_game *s, const struct publication *p)
{
	if (p->type == PUBLISH_RULING) {
		replayed_rulings_add(s->replay, s->setup.core.game, p);
		s->rulings++;
	}
	s->published.now_us = heard_us(s, p->t_us);
	return published_game_apply(&s->published, p, NULL);
}

void live_game_on_publication(void *userdata, const struct publication *p)
{
	struct live_game *s = userdata;
	char *json = NULL;
	int r = 0;

	keep_evidence(s, p);
	if (s->replay) {
		if (replay_publication(s, p) < 0)
			s->failed = -ENOMEM;
		return;
	}
	if (p->type == PUBLISH_RULING)
		r = take_ruling(s, p, &json);
	if (r >= 0)
		r = publication_queue_add(&s->context->queue, s, p, json, core_is_silent(s->core));
	if (r < 0) {
		free(json);
		s->failed = r;
	}
}

/* --- who asked --- */

/* The answer waits until the claim has been ruled on. */
static int keep_call(struct live_game *s, sd_bus_message *call)
{
	struct unanswered_call *u = calloc(1, sizeof(*u)), **end = &s->unanswered;

	if (!u)
		return -ENOMEM;
	u->call = sd_bus_message_ref(call);
	u->number = core_said_count(s->core) - 1;
	u->answer = s->answer;
	u->answers = s->answers;
	s->answer = NULL;
	while (*end)
		end = &(*end)->next;
	*end = u;
	/* nobody has an answer yet, but it was said: a restart must not lose it */
	return publication_queue_add_mark(&s->context->queue);
}

static void unanswered_free(struct unanswered_call *u)
{
	sd_bus_message_unref(u->call);
	texts_free(u->answer);
	free(u);
}

static int answer_judged(struct live_game *s)
{
	struct unanswered_call **p = &s->unanswered, *u;
	int r = 0;

	while ((u = *p) && r >= 0) {
		if (core_judged_count(s->core) <= u->number) {
			p = &u->next;
			continue;
		}
		*p = u->next;
		r = publication_queue_add_reply(&s->context->queue, s, u->call, u->answer);
		if (r >= 0)
			u->answer = NULL;
		unanswered_free(u);
	}
	return r;
}

/* What people say is held back, and stops and starts of the clock; nothing else. */
static bool is_pending(const struct live_game *s, const struct input *input)
{
	return core_pending_until(s->core) != CLOCK_NEVER &&
	       (input->type == INPUT_CLAIM || input->type == INPUT_REPORT || input->type == INPUT_DECIDE ||
		input->type == INPUT_PAUSE || input->type == INPUT_RESUME);
}

static int answer(struct live_game *s, const struct input *input, sd_bus_message *call)
{
	int r = answer_judged(s);

	if (r < 0 || !call)
		return r;
	if (is_pending(s, input))
		return keep_call(s, call);
	r = publication_queue_add_reply(&s->context->queue, s, call, s->answer);
	if (r >= 0)
		s->answer = NULL;
	return r;
}

void live_game_feed_done(struct live_game *s)
{
	struct unanswered_call *u;

	while ((u = s->unanswered)) {
		s->unanswered = u->next;
		unanswered_free(u);
	}
}

/* --- the journal --- */

/* Who did it, for the journal: the core does not know. */
static char *actor_text(const struct act *act)
{
	return dump(json_pack("{s:I, s:s, s:I}", "uid", (json_int_t)act->uid, "name", act->name, "realtime_us",
			      (json_int_t)act->realtime_us));
}

int live_game_stage_input(struct live_game *s, const struct input *input)
{
	char *actor = s->act ? actor_text(s->act) : NULL;
	char *text = input_format(s->setup.core.game, input, actor);
	int r;

	s->context->metrics.inputs++;
	r = text ? journal_stage_input(s->context->journal, s->number, text) : -ENOMEM;
	free(text);
	free(actor);
	return r;
}

int live_game_stage_map(struct live_game *s)
{
	json_t *map = game_time_format(&s->map);
	char *text;
	int r;

	if (map) /* it may not be the one on which the game began */
		json_object_set_new(map, "board", json_string(s->board_name));
	text = dump(map);
	r = text ? journal_stage_time(s->context->journal, s->number, text) : -ENOMEM;

	free(text);
	s->map_changed = false;
	return r;
}

/* It is over, goes on after all, or has another result: behind what was said before. */
static int tell_end(struct live_game *s, const struct core_state *state)
{
	if (s->over == s->told_over && (!s->over || strcmp(s->told_result, state->result) == 0))
		return 0;
	s->told_over = s->over;
	s->told_result = state->result;
	if (!s->replay)
		return publication_queue_add_end(&s->context->queue, s, s->over, state->result);
	published_game_end(&s->published, s->over, state->result); /* it was heard long ago */
	return 0;
}

/*
 * The game's end, or its going on after all, belongs to the transaction of the input that caused it. A result that a
 * search may still change is not the end: the next daemon must take the game up again to search.
 */
int live_game_stage_end(struct live_game *s)
{
	struct core_state state;
	bool closed;
	int r;

	core_get_state(s->core, &state);
	s->over = state.over;
	r = tell_end(s, &state);
	if (r < 0)
		return r;
	closed = state.over && !core_next_search(s->core, NULL);
	if (!closed && !s->closed)
		return 0;
	/* what is said after the end may change the record, even the result: until it is written anew it is not there
	 */
	s->closed = closed;
	s->recorded = false;
	return s->replay ? 0 :
			   journal_stage_over(s->context->journal, s->number, closed ? state.result : NULL,
					      context_now(s->context)->realtime_us);
}

static int game_feed_stage(struct live_game *s, const struct input *input)
{
	int r = live_game_stage_input(s, input);

	if (r >= 0)
		r = live_game_stage_end(s);
	return r >= 0 && s->map_changed ? live_game_stage_map(s) : r;
}

int live_game_feed(struct live_game *s, const struct input *input, sd_bus_message *call, char err[static 160])
{
	int r;

	dirty_games_add(s);
	s->failed = 0;
	s->asked = call;
	s->answer = NULL;
	s->answers = 0;
	r = core_input(s->core, input, err);
	if (r >= 0 && input->t_us > s->last_t_us)
		s->last_t_us = input->t_us;
	if (r >= 0 && input->type == INPUT_PRESS)
		s->pressed = input->side;
	if (r >= 0)
		clock_reading_take(s, input);
	if (s->replay) {
		if (r >= 0)
			r = live_game_stage_end(s);
		return r < 0 ? r : s->failed;
	}
	if (r == -EINVAL)
		return r;
	if (r >= 0)
		r = s->failed;
	if (r >= 0)
		r = game_feed_stage(s, input);
	if (r >= 0)
		r = answer(s, input, call);
	texts_free(s->answer);
	s->answer = NULL;
	if (r < 0)
		context_exit(s->context, r); /* core and journal no longer agree: start again from the journal */
	else if (input->type != INPUT_TICK || s->over || s->map.source != TIME_HOST || !core_is_silent(s->core))
		live_game_check_squares(s); /* else its own timer does: the tick may be for what nobody hears of */
	if (r >= 0 && !s->over)
		publisher_await_beat(s->context);
	return r;
}
