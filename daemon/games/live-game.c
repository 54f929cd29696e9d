/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/games/inside.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/bus-names.h"
#include "replay/replay.h"
#include "daemon/bus/replies.h"
#include "daemon/boards/live-board.h"
#include "daemon/games/games.h"
#include "daemon/time-zone.h"
#include "daemon/publish/publisher.h"

static int live_game_prepare(struct live_game *s, sd_bus_error *error)
{
	char err[160] = "";
	int r;

	if (!s->board_name)
		return -ENOMEM;
	snprintf(s->id, sizeof(s->id), "%" PRIu64, s->number);
	snprintf(s->path, sizeof(s->path), BUS_PATH "/game/%s", s->id);
	s->setup.core.keeps_events = true;
	r = core_new(&s->setup.core, live_game_on_publication, s, &s->core, err);
	if (r < 0)
		return r == -EINVAL && error ? fault(error, ERROR_UNSUITABLE, "%s", err) : r;
	published_game_init(&s->published, s->core);
	return 0;
}

static int live_game_stage(const struct live_game *s)
{
	char *setup = json_dumps(s->setup.json, JSON_COMPACT);
	json_t *map = game_time_format(&s->map), *trace = trace_header(s->setup.json);
	char *header = trace ? json_dumps(trace, JSON_COMPACT) : NULL;
	char *map_text = map ? json_dumps(map, JSON_COMPACT) : NULL;
	char *books = game_setup_books(&s->setup);
	int r = -ENOMEM;

	if (s->board_name && setup && map_text && header && (books || !s->setup.book))
		r = journal_stage_game(s->context->journal, s->number,
				       &(struct journal_start){ .board = s->board_name,
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

static struct live_game *allocate(struct context *ctx, uint64_t number, struct game_setup *setup, const char *board,
				  const struct game_time *map)
{
	struct live_game *s = calloc(1, sizeof(*s));

	if (!s || game_setup_share_book(setup, &ctx->games->rulebooks) < 0) {
		free(s);
		game_setup_done(setup);
		return NULL;
	}
	s->context = ctx;
	s->number = number;
	s->setup = *setup;
	*setup = (struct game_setup){ 0 };
	s->map = *map;
	s->board_name = strdup(board);
	s->pressed = NO_SIDE;
	s->differs_from_us = CLOCK_NEVER;
	s->export_next_us = INT64_MAX;
	live_game_time_init(s);
	return s;
}

void live_game_join(struct live_game *s)
{
	struct live_game **end = &s->context->live_games;

	while (*end)
		end = &(*end)->next;
	*end = s;
	publisher_await_beat(s->context);
}

int live_game_new(struct context *ctx, struct game_setup *setup, const char *board, const struct game_time *map,
		  struct live_game **ret, sd_bus_error *error)
{
	struct live_game *s = allocate(ctx, journal_next_game(ctx->journal), setup, board, map);
	int r;

	if (!s)
		return -ENOMEM;
	r = live_game_stage(s);
	if (r >= 0)
		r = live_game_prepare(s, error);
	if (r < 0) {
		journal_forget(ctx->journal, s->number);
		live_game_free(s);
		return r;
	}
	*ret = s;
	return 0;
}

int live_game_restore(struct context *ctx, uint64_t number, struct game_setup *setup, const char *board,
		      const struct game_time *map, struct replayed_rulings *replay, struct live_game **ret,
		      sd_bus_error *error)
{
	struct live_game *s = allocate(ctx, number, setup, board, map);
	int r;

	if (!s)
		return -ENOMEM;
	s->replay = replay;
	r = live_game_prepare(s, error);
	if (r < 0) {
		live_game_free(s);
		return r;
	}
	live_game_join(s);
	*ret = s;
	return 0;
}

struct live_game *live_game_again(const struct live_game *of, struct replayed_rulings *replay)
{
	struct live_game *s = calloc(1, sizeof(*s));

	if (!s)
		return NULL;
	s->context = of->context;
	s->number = of->number;
	s->setup = of->setup; /* borrowed */
	s->map = of->map;
	s->board_name = strdup(of->board_name);
	s->pressed = NO_SIDE;
	s->differs_from_us = CLOCK_NEVER;
	s->replay = replay;
	live_game_time_init(s);
	if (live_game_prepare(s, NULL) < 0) {
		live_game_again_free(s);
		return NULL;
	}
	return s;
}

void live_game_again_free(struct live_game *s)
{
	s->setup = (struct game_setup){ 0 };
	live_game_free(s);
}

void live_game_free(struct live_game *s)
{
	dirty_games_remove(s);
	for (struct live_game **p = &s->context->live_games; *p; p = &(*p)->next)
		if (*p == s) {
			*p = s->next;
			break;
		}
	if (s->board)
		s->board->game = NULL;
	live_game_time_done(s);
	live_game_squares_done(s);
	live_game_feed_done(s);
	publication_queue_forget(&s->context->queue, s);
	subscribers_done(&s->listeners);
	subscribers_done(&s->subscribers);
	published_game_free(&s->published);
	if (s->renewed)
		published_game_free(s->renewed);
	free(s->renewed);
	core_freep(&s->core);
	game_setup_done(&s->setup);
	free(s->pgn);
	free(s->evidence);
	json_decref(s->otherwise);
	json_decref(s->undone_rulings);
	free(s->board_name);
	free(s);
}

struct live_game *live_game_find(struct context *ctx, const char *id)
{
	for (struct live_game *s = ctx->live_games; s; s = s->next)
		if (strcmp(s->id, id) == 0)
			return s;
	return NULL;
}

struct live_game *live_game_on_board(struct context *ctx, const char *board)
{
	for (struct live_game *s = ctx->live_games; s; s = s->next)
		if (!s->over && strcmp(s->board_name, board) == 0)
			return s;
	return NULL;
}

bool live_game_is_settled(const struct live_game *s)
{
	struct core_state state;

	if (!s->closed || !s->published.over || *s->published.question)
		return false;
	core_get_state(s->core, &state);
	return state.open_question == CLAIM_NONE && !state.awaits_result;
}

const char *live_game_state(const struct live_game *s)
{
	if (s->published.over)
		return "over";
	/* one that came back is there for the game when it has said what stands on it */
	return s->board && !s->returning ? "running" : "board-gone";
}

const char *live_game_result(const struct live_game *s)
{
	const char *corrected = s->published.over ? game_setup_text(&s->setup, "corrected_result") : "";

	return *corrected ? corrected : s->published.result;
}

const char *live_game_absent(const struct live_game *s)
{
	return s->published.over ? "" : absent_word(s->published.absent);
}

const char *live_game_running(const struct live_game *s)
{
	return side_word(s->published.running);
}

time_t live_game_began(const struct live_game *s)
{
	int64_t t_us = s->map.started_us;

	if (s->published.line.count)
		t_us += s->published.line.told[0].t_us;
	return (time_t)(t_us / 1000000);
}

void live_game_day(const struct live_game *s, struct tm *ret)
{
	time_zone_local(game_setup_zone_name(&s->setup), live_game_began(s), ret);
}

void live_game_date(const struct live_game *s, char text[static LIVE_GAME_DATE])
{
	const char *given = game_setup_given_date(&s->setup);
	struct tm tm;

	live_game_day(s, &tm);
	if (*given)
		snprintf(text, LIVE_GAME_DATE, "%s", given);
	else
		strftime(text, LIVE_GAME_DATE, "%Y.%m.%d", &tm);
}
