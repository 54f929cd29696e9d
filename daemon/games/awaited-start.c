/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Games that begin when their pieces stand: whenever something changes on a board, it is looked whether all do. */
#include "daemon/games/inside.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <syslog.h>

#include "common/text-file.h"
#include "daemon/games/games.h"

struct awaited_start {
	struct awaited_start *next;
	struct context *context;
	char *board;	 /* as it was named */
	json_t *options; /* as they were given */
	start_again *again;
	bool is_kept;		 /* … over a restart, here: of no round, which would know it */
	struct game_setup setup; /* what is to stand; read when the board is there first */
	bool has_setup;
	sd_event_source *source; /* something may have changed */
};

static void awaited_start_free(struct awaited_start *a)
{
	if (a->has_setup)
		game_setup_done(&a->setup);
	sd_event_source_disable_unref(a->source);
	json_decref(a->options);
	free(a->board);
	free(a);
}

static void unlink_start(struct awaited_start *a)
{
	struct awaited_start **at = &a->context->games->awaited;

	while (*at && *at != a)
		at = &(*at)->next;
	if (*at)
		*at = a->next;
}

static bool read_setup(struct awaited_start *a, const struct live_board *board)
{
	sd_bus_error error = SD_BUS_ERROR_NULL;
	json_t *options = json_deep_copy(a->options); /* completing them is for a game */

	a->has_setup = options && start_game_setup(board, options, &a->setup, &error) >= 0;
	sd_bus_error_free(&error);
	json_decref(options);
	return a->has_setup;
}

static bool stands(struct awaited_start *a, const struct live_board *board)
{
	const struct board_info *info = board_get_info(board->handle);
	struct board_squares squares = { .count = (uint8_t)(info->width * info->height) };
	char **wrong = NULL;
	bool is;

	if (!board->seen_all || (!a->has_setup && !read_setup(a, board)))
		return false;
	memcpy(squares.squares, board->seen, squares.count);
	is = start_squares_compare(&a->setup, &squares, &wrong) >= 0 && !*wrong;
	for (char **one = wrong; one && *one; one++)
		free(*one);
	free(wrong);
	return is;
}

static int on_change(sd_event_source *source, void *userdata)
{
	struct awaited_start *a = userdata;
	struct live_board *board = live_board_find(a->context, a->board);

	if (!board || board->start || !stands(a, board))
		return 0;
	unlink_start(a);
	if (a->again(a->context, a->board, a->options) == -EAGAIN) {
		a->next = a->context->games->awaited;
		a->context->games->awaited = a;
	} else {
		awaited_start_free(a);
	}
	return 0;
}

/* In a file of their own, since no game has begun that could be in the journal. */
static int path_of(const struct context *ctx, char **ret)
{
	return asprintf(ret, "%s/awaited-starts.json", ctx->options.state) < 0 ? -ENOMEM : 0;
}

void awaited_starts_keep(struct context *ctx)
{
	json_t *list = json_array();
	char *path = NULL, *text;
	int r;

	for (const struct awaited_start *a = ctx->games->awaited; a; a = a->next)
		if (a->is_kept)
			json_array_append_new(list, json_pack("{s:s, s:O}", "board", a->board, "options", a->options));
	text = json_dumps(list, JSON_COMPACT);
	r = text ? path_of(ctx, &path) : -ENOMEM;
	if (r >= 0)
		r = text_file_replace(path, text, false);
	if (r < 0)
		log_message(LOG_WARNING, "Games that wait for their pieces will be forgotten at a restart: %s",
			    strerror(-r));
	free(path);
	free(text);
	json_decref(list);
}

int awaited_starts_load(struct context *ctx, start_again *again)
{
	json_t *list = NULL, *one;
	char *path = NULL;
	int r = path_of(ctx, &path);
	size_t i;

	if (r >= 0)
		list = json_load_file(path, 0, NULL); /* that there is none is usual */
	free(path);
	json_array_foreach(list, i, one) {
		const char *board = json_string_value(json_object_get(one, "board"));
		const json_t *options = json_object_get(one, "options");

		if (r >= 0 && board && json_is_object(options))
			r = awaited_start_add(ctx, board, options, again, true);
	}
	json_decref(list);
	return r;
}

static void drop_named(struct context *ctx, const char *board)
{
	for (struct awaited_start *a = ctx->games->awaited, *next; a; a = next) {
		next = a->next;
		if (strcmp(a->board, board) != 0)
			continue;
		unlink_start(a);
		awaited_start_free(a);
	}
}

int awaited_start_add(struct context *ctx, const char *board, const json_t *options, start_again *again, bool is_kept)
{
	struct awaited_start *a = calloc(1, sizeof(*a));
	int r;

	if (!a)
		return -ENOMEM;
	a->context = ctx;
	a->again = again;
	a->is_kept = is_kept;
	a->board = strdup(board);
	a->options = json_deep_copy(options);
	r = a->board && a->options ? sd_event_add_defer(ctx->loop, &a->source, on_change, a) : -ENOMEM;
	if (r < 0) {
		awaited_start_free(a);
		return r;
	}
	drop_named(ctx, board);
	a->next = ctx->games->awaited;
	ctx->games->awaited = a;
	if (is_kept)
		awaited_starts_keep(ctx);
	return 0;
}

void awaited_start_drop(struct live_board *board)
{
	bool any = false;

	for (struct awaited_start *a = board->context->games->awaited, *next; a; a = next) {
		next = a->next;
		if (live_board_find(a->context, a->board) != board)
			continue;
		any |= a->is_kept;
		unlink_start(a);
		awaited_start_free(a);
	}
	if (any)
		awaited_starts_keep(board->context);
}

void awaited_starts_look(struct context *ctx, const struct live_board *board)
{
	for (struct awaited_start *a = ctx->games->awaited; a; a = a->next)
		if (!board || live_board_find(ctx, a->board) == board)
			sd_event_source_set_enabled(a->source, SD_EVENT_ONESHOT);
}

void awaited_starts_free(struct context *ctx)
{
	while (ctx->games->awaited) {
		struct awaited_start *a = ctx->games->awaited;

		ctx->games->awaited = a->next;
		awaited_start_free(a);
	}
}
