/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A game that begins when its board has said what stands on it, and the journal has it. */
#include "daemon/games/inside.h"

#include <stdio.h>
#include <stdlib.h>

#include "daemon/bus/replies.h"

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

void pending_start_lose_board(struct pending_start *start)
{
	if (!start->queued) {
		pending_start_fail(start, ERROR_BOARD_FAULT, "The board was unplugged");
		return;
	}
	start->board->start = NULL;
	start->board = NULL;
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
	game_setup_done(&start->setup);
	json_decref(start->options);
	json_decref(start->asked);
	texts_free(start->wrong);
	free(start);
}
