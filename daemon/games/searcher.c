/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The searcher: what a game's ruling left undecided is searched on here, in a
 * thread of its own, one search at a time. The thread sees a position and
 * nothing else of the daemon; its answer is fed to the game as an input.
 *
 * There is no queue to fill: each game has at most one open question, and is
 * asked for it when the thread is free.
 */
#include "daemon/games/games.h"

#include "daemon/games/inside.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <syslog.h>

#include "common/worker.h"
#include "daemon/boards/live-board.h"

struct searcher {
	struct context *context;
	struct worker *worker;
	bool asked;	  /* a game asked for one when it was looked last */
	atomic_bool stop; /* nobody asks any more: set here, read by the search */

	/* The thread's while it searches. */
	const struct game *kind;
	struct core_search search;
	enum game_answer answer;

	uint64_t game; /* whose search it is */
};

static void search(void *userdata)
{
	struct searcher *s = userdata;

	s->answer = s->kind->can_win(&s->search.position, s->search.side, GAME_SEARCH_NODES, &s->stop);
}

static bool asks(const struct live_game *game, const struct core_search *search)
{
	struct core_search now;

	return core_next_search(game->core, &now) && now.side == search->side && strcmp(now.fen, search->fen) == 0;
}

/*
 * All that happened before the answer goes first, as far as it is settled. The time is taken before the board is read:
 * what its thread stamps from then on is later than that, however long this takes.
 */
static int64_t catch_up(struct live_game *game)
{
	const int64_t settled = game_time_now(&game->map, context_now(game->context)) - game->setup.core.grace_us;
	int64_t t_us;

	if (game->board)
		live_board_read(game->board);
	if (game->over)
		return live_game_now(game);
	t_us = game->last_t_us;
	if (game->map.source == TIME_HOST) {
		live_game_release(game, settled);
		live_game_tick(game, settled);
		t_us = settled > game->last_t_us ? settled : game->last_t_us;
	}
	return t_us;
}

/* The game that the search is for, if it still asks the same. */
static struct live_game *asker(const struct searcher *s)
{
	struct live_game *game = s->context->live_games;

	while (game && game->number != s->game)
		game = game->next;
	return game && !game->undoing && asks(game, &s->search) ? game : NULL;
}

static void feed_answer(struct searcher *s)
{
	struct live_game *game = atomic_load(&s->stop) ? NULL : asker(s);
	struct input input;
	char err[160] = "";
	int64_t t_us;

	if (!game)
		return;
	t_us = catch_up(game);
	if (asks(game, &s->search)) {
		input = core_answer(&s->search, s->answer, t_us);
		live_game_feed(game, &input, NULL, err);
	}
	live_game_arm(game);
}

static void on_searched(void *userdata)
{
	struct searcher *s = userdata;

	feed_answer(s);
	context_flush(s->context); /* which looks for the next one */
}

/* Games take turns: the one with the next number. */
static struct live_game *choose(const struct searcher *s)
{
	struct live_game *next = NULL, *first = NULL;

	for (struct live_game *i = s->context->live_games; i; i = i->next) {
		if (i->replay || !core_next_search(i->core, NULL))
			continue;
		if (!first || i->number < first->number)
			first = i;
		if (i->number > s->game && (!next || i->number < next->number))
			next = i;
	}
	return next ? next : first;
}

void searcher_update(struct searcher *s, bool asks)
{
	struct live_game *game;

	if (!s || (!s->asked && !asks))
		return;
	if (!worker_is_idle(s->worker)) {
		if (!asker(s))
			atomic_store(&s->stop, true);
		return;
	}
	game = choose(s);
	s->asked = game;
	if (!game)
		return;
	atomic_store(&s->stop, false);
	core_next_search(game->core, &s->search);
	s->game = game->number;
	s->kind = game->setup.core.game;
	if (worker_run(s->worker, search, on_searched, s) < 0)
		log_message(LOG_WARNING, "A search cannot be started: %s", strerror(ENOMEM));
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
	r = worker_new(ctx->loop, SD_EVENT_PRIORITY_NORMAL + 10, "search", 0, &s->worker);
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
