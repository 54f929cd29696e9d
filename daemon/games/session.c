/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/games/session.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/bus-names.h"
#include "replay/trace-header.h"
#include "daemon/bus/errors.h"
#include "daemon/boards/seat.h"
#include "daemon/games/session-feed.h"
#include "daemon/games/session-squares.h"
#include "daemon/games/session-time.h"
#include "daemon/publish/touched-games.h"

static int prepare(struct session *s, sd_bus_error *error)
{
	char err[160] = "";
	int r;

	if (!s->board)
		return -ENOMEM;
	snprintf(s->id, sizeof(s->id), "%" PRIu64, s->number);
	snprintf(s->path, sizeof(s->path), BUS_PATH "/game/%s", s->id);
	s->setup.core.keeps_events = true;
	r = core_new(&s->setup.core, session_on_publication, s, &s->core, err);
	if (r < 0)
		return r == -EINVAL && error ? fault(error, ERROR_UNSUITABLE, "%s", err) : r;
	published_game_init(&s->published, s->core);
	return 0;
}

static int stage(const struct session *s)
{
	char *setup = json_dumps(s->setup.json, JSON_COMPACT);
	json_t *map = timemap_format(&s->map), *trace = trace_header(s->setup.json);
	char *header = trace ? json_dumps(trace, JSON_COMPACT) : NULL;
	char *map_text = map ? json_dumps(map, JSON_COMPACT) : NULL;
	char *books = game_setup_books(&s->setup);
	int r = -ENOMEM;

	if (s->board && setup && map_text && header && (books || !s->setup.book))
		r = journal_stage_game(s->context->journal, s->number,
				       &(struct journal_start){ .board = s->board,
								.setup = setup,
								.time = map_text,
								.trace = header,
								.rulebooks = books });
	free(header);
	json_decref(trace);
	free(books);
	json_decref(map);
	free(map_text);
	free(setup);
	return r;
}

static struct session *allocate(struct context *ctx, uint64_t number, struct game_setup *setup, const char *board,
				const struct timemap *map)
{
	struct session *s = calloc(1, sizeof(*s));

	if (!s || game_setup_share_book(setup, &ctx->rulebooks) < 0) {
		free(s);
		game_setup_done(setup);
		return NULL;
	}
	s->context = ctx;
	s->number = number;
	s->setup = *setup;
	*setup = (struct game_setup){ 0 };
	s->map = *map;
	s->board = strdup(board);
	s->pressed = NO_SIDE;
	s->differs_from_us = CLOCK_NEVER;
	s->export_next_us = INT64_MAX;
	session_time_init(s);
	return s;
}

void session_join(struct session *s)
{
	struct session **end = &s->context->sessions;

	while (*end)
		end = &(*end)->next;
	*end = s;
	context_await_beat(s->context);
}

int session_new(struct context *ctx, struct game_setup *setup, const char *board, const struct timemap *map,
		struct session **ret, sd_bus_error *error)
{
	struct session *s = allocate(ctx, journal_next_game(ctx->journal), setup, board, map);
	int r;

	if (!s)
		return -ENOMEM;
	r = stage(s);
	if (r >= 0)
		r = prepare(s, error);
	if (r < 0) {
		journal_forget(ctx->journal, s->number);
		session_free(s);
		return r;
	}
	*ret = s;
	return 0;
}

int session_restore(struct context *ctx, uint64_t number, struct game_setup *setup, const char *board,
		    const struct timemap *map, struct replayed_rulings *replay, struct session **ret,
		    sd_bus_error *error)
{
	struct session *s = allocate(ctx, number, setup, board, map);
	int r;

	if (!s)
		return -ENOMEM;
	s->replay = replay;
	r = prepare(s, error);
	if (r < 0) {
		session_free(s);
		return r;
	}
	session_join(s);
	*ret = s;
	return 0;
}

void session_free(struct session *s)
{
	touched_games_remove(s);
	for (struct session **p = &s->context->sessions; *p; p = &(*p)->next)
		if (*p == s) {
			*p = s->next;
			break;
		}
	if (s->seat)
		s->seat->session = NULL;
	session_time_done(s);
	session_squares_done(s);
	session_feed_done(s);
	publication_queue_forget(&s->context->queue, s);
	subscribers_done(&s->listeners);
	subscribers_done(&s->subscribers);
	published_game_free(&s->published);
	core_freep(&s->core);
	game_setup_done(&s->setup);
	free(s->pgn);
	free(s->evidence);
	json_decref(s->otherwise);
	free(s->board);
	free(s);
}

struct session *session_find(struct context *ctx, const char *id)
{
	for (struct session *s = ctx->sessions; s; s = s->next)
		if (strcmp(s->id, id) == 0)
			return s;
	return NULL;
}

struct session *session_on_board(struct context *ctx, const char *board)
{
	for (struct session *s = ctx->sessions; s; s = s->next)
		if (!s->over && strcmp(s->board, board) == 0)
			return s;
	return NULL;
}

bool session_is_settled(const struct session *s)
{
	struct core_state state;

	if (!s->closed || !s->published.over || *s->published.question)
		return false;
	core_get_state(s->core, &state);
	return state.open_question == CLAIM_NONE && !state.awaits_result;
}

const char *session_state(const struct session *s)
{
	if (s->published.over)
		return "over";
	/* one that came back is there for the game when it has said what stands on it */
	return s->seat && !s->seat->returning ? "running" : "board-gone";
}
