/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A game that begins when its board has said what stands on it, and the journal has it. */
#include "daemon/games/inside.h"

#include <stdio.h>
#include <stdlib.h>

#include "daemon/boards/boards.h"
#include "daemon/bus/replies.h"
#include "daemon/games/games.h"

void pending_start_answer(struct pending_start *start, int result, const char *error,
			  const struct board_squares *squares)
{
	start->request = 0;
	start->result = result;
	snprintf(start->error, sizeof(start->error), "%s", error);
	if (squares)
		start->squares = *squares;
	sd_event_source_set_enabled(start->source, SD_EVENT_ONESHOT);
}

void pending_start_fail(struct pending_start *start, const char *name, const char *sentence)
{
	sd_bus_error error = SD_BUS_ERROR_NULL;

	sd_bus_error_set(&error, name, sentence);
	start->done(start->userdata, NULL, NULL, &error);
	sd_bus_error_free(&error);
	pending_start_free(start);
}

static void unlink_start(struct pending_start *start)
{
	struct pending_start **at = &start->context->games->returning;

	while (*at && *at != start)
		at = &(*at)->next;
	if (*at)
		*at = start->next;
}

static int on_timer(sd_event_source *source, uint64_t usec, void *userdata)
{
	struct pending_start *start = userdata;
	struct context *ctx = start->context;
	sd_bus_error error = SD_BUS_ERROR_NULL;
	int r;

	unlink_start(start);
	r = start->begin(ctx, start->name, start->asked, start->again, start->done, start->userdata, &error);
	if (r < 0) {
		if (!sd_bus_error_is_set(&error))
			sd_bus_error_set_errno(&error, r);
		start->done(start->userdata, NULL, NULL, &error);
	}
	sd_bus_error_free(&error);
	pending_start_free(start);
	context_flush(ctx);
	return 0;
}

int pending_start_await_board(struct pending_start *start)
{
	struct games *games = start->context->games;
	int r = sd_event_add_time_relative(start->context->loop, &start->timer, CLOCK_MONOTONIC, BOARD_RETURN_US, 0,
					   on_timer, start);

	if (r < 0)
		return r;
	if (start->board && start->board->start == start)
		start->board->start = NULL;
	start->board = NULL;
	start->source = sd_event_source_disable_unref(start->source);
	start->next = games->returning;
	games->returning = start;
	return 0;
}

void pending_start_lose_board(struct pending_start *start)
{
	if (start->queued) {
		start->board->start = NULL;
		start->board = NULL;
	} else if (pending_start_await_board(start) < 0) {
		pending_start_fail(start, ERROR_BOARD_FAULT, "The board was unplugged");
	}
}

void pending_starts_look(const struct live_board *board)
{
	for (struct pending_start *s = board->context->games->returning; s; s = s->next)
		if (live_board_find(s->context, s->name) == board)
			sd_event_source_set_time(s->timer, 0);
}

void pending_starts_end(struct context *ctx)
{
	struct pending_start *start;

	while (ctx->games && (start = ctx->games->returning)) {
		unlink_start(start);
		pending_start_fail(start, ERROR_BOARD_FAULT, "The board was unplugged");
	}
}

int start_game_setup(const struct live_board *board, json_t *options, struct game_setup *ret, sd_bus_error *error)
{
	int r = game_setup_tags(options, error);

	if (r >= 0)
		r = game_setup_check_date(options, error);
	if (r >= 0)
		r = game_setup_complete(options, board_get_info(board->handle), board->context->options.grace_us);
	if (r >= 0)
		r = game_setup_number(options, error);
	if (r >= 0)
		r = game_setup_zone(options, error);
	return r < 0 ? r : game_setup_read(options, ret, error);
}

static void texts_free(char **texts)
{
	for (char **text = texts; text && *text; text++)
		free(*text);
	free(texts);
}

void pending_start_forget_wrong(struct pending_start *start)
{
	texts_free(start->wrong);
	start->wrong = NULL;
}

void pending_start_free(struct pending_start *start)
{
	if (!start)
		return;
	if (start->board && start->board->start == start)
		start->board->start = NULL;
	sd_event_source_disable_unref(start->source);
	sd_event_source_disable_unref(start->timer);
	game_setup_done(&start->setup);
	json_decref(start->options);
	json_decref(start->asked);
	free(start->name);
	texts_free(start->wrong);
	free(start);
}
