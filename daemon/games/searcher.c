/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/games/searcher.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <syslog.h>

#include "common/worker.h"
#include "daemon/boards/seat-events.h"
#include "daemon/games/session-feed.h"
#include "daemon/games/session-time.h"

struct searcher {
	struct context *context;
	struct worker *worker;
	bool asked;	  /* a game asked for one when it was looked last */
	atomic_bool stop; /* nobody asks any more: set here, read by the search */

	/* The thread's while it searches. */
	const struct game *game;
	struct core_search search;
	enum game_answer answer;

	uint64_t session; /* whose search it is */
};

static void search(void *userdata)
{
	struct searcher *s = userdata;

	s->answer = s->game->can_win(&s->search.position, s->search.side, GAME_SEARCH_NODES, &s->stop);
}

static bool asks(const struct session *session, const struct core_search *search)
{
	struct core_search now;

	return core_next_search(session->core, &now) && now.side == search->side && strcmp(now.fen, search->fen) == 0;
}

/*
 * All that happened before the answer goes first, as far as it is settled. The time is taken before the board is read:
 * what its thread stamps from then on is later than that, however long this takes.
 */
static int64_t catch_up(struct session *session)
{
	const int64_t settled = timemap_now(&session->map, context_now(session->context)) -
				session->setup.core.grace_us;
	int64_t t_us;

	if (session->seat)
		seat_read(session->seat);
	if (session->over)
		return session_now(session);
	t_us = session->last_t_us;
	if (session->map.source == TIME_HOST) {
		session_release(session, settled);
		session_tick(session, settled);
		t_us = settled > session->last_t_us ? settled : session->last_t_us;
	}
	return t_us;
}

/* The game that the search is for, if it still asks the same. */
static struct session *asker(const struct searcher *s)
{
	struct session *session = s->context->sessions;

	while (session && session->number != s->session)
		session = session->next;
	return session && asks(session, &s->search) ? session : NULL;
}

static void feed_answer(struct searcher *s)
{
	struct session *session = atomic_load(&s->stop) ? NULL : asker(s);
	struct input input;
	char err[160] = "";
	int64_t t_us;

	if (!session)
		return;
	t_us = catch_up(session);
	if (asks(session, &s->search)) {
		input = core_answer(&s->search, s->answer, t_us);
		session_feed(session, &input, NULL, err);
	}
	session_arm(session);
}

static void on_searched(void *userdata)
{
	struct searcher *s = userdata;

	feed_answer(s);
	context_flush(s->context); /* which looks for the next one */
}

/* Games take turns: the one with the next number. */
static struct session *choose(const struct searcher *s)
{
	struct session *next = NULL, *first = NULL;

	for (struct session *i = s->context->sessions; i; i = i->next) {
		if (i->replay || !core_next_search(i->core, NULL))
			continue;
		if (!first || i->number < first->number)
			first = i;
		if (i->number > s->session && (!next || i->number < next->number))
			next = i;
	}
	return next ? next : first;
}

void searcher_update(struct searcher *s, bool asks)
{
	struct session *session;

	if (!s || (!s->asked && !asks))
		return;
	if (!worker_is_idle(s->worker)) {
		if (!asker(s))
			atomic_store(&s->stop, true);
		return;
	}
	session = choose(s);
	s->asked = session;
	if (!session)
		return;
	atomic_store(&s->stop, false);
	core_next_search(session->core, &s->search);
	s->session = session->number;
	s->game = session->setup.core.game;
	if (worker_run(s->worker, search, on_searched, s) < 0)
		note(LOG_WARNING, "A search cannot be started: %s", strerror(ENOMEM));
}

int searcher_new(struct context *ctx, struct searcher **ret)
{
	struct searcher *s = calloc(1, sizeof(*s));
	int r;

	if (!s)
		return -ENOMEM;
	s->context = ctx;
	s->asked = true; /* it is not known yet */
	/* boards and persons first */
	r = worker_new(ctx->event, SD_EVENT_PRIORITY_NORMAL + 10, "search", 0, &s->worker);
	if (r < 0) {
		free(s);
		return r;
	}
	*ret = s;
	return 0;
}

void searcher_free(struct searcher *s)
{
	if (!s)
		return;
	atomic_store(&s->stop, true);
	worker_free(s->worker);
	free(s);
}
