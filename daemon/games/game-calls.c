/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Calls on the bus come behind what boards had said before them. What a person asks of a game keeps its place in it
 * from when it came.
 */
#include "daemon/games/games.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "common/bus-names.h"
#include "daemon/boards/boards.h"
#include "daemon/bus/access.h"
#include "daemon/bus/call-queue.h"
#include "daemon/games/inside.h"
#include "daemon/publish/publisher.h"

/* Of a client that has so many calls waiting none keeps a place in a game any more. */
#define MANY 8

/* The game that it asks something of, beyond what is shown. */
static struct live_game *game_of(struct context *ctx, sd_bus_message *m)
{
	const char *interface = sd_bus_message_get_interface(m), *path = sd_bus_message_get_path(m);
	struct live_game *s = ctx->live_games;

	if (!interface || (strcmp(interface, BUS_GAME) != 0 && strcmp(interface, BUS_ARBITER) != 0))
		return NULL;
	while (s && strcmp(s->path, path) != 0)
		s = s->next;
	return s;
}

/* What a person does counts from now, however late it is handled: it keeps its place. */
static int hold(struct context *ctx, sd_bus_message *m)
{
	struct live_game *s = game_of(ctx, m);
	int r;

	if (s && (live_game_waiting_full(s, m) || call_queue_count(ctx, sd_bus_message_get_sender(m)) >= MANY))
		s = NULL;
	r = call_queue_add(ctx, m, s ? s->number : 0);
	if (r >= 0 && s)
		r = live_game_hold(s, m, live_game_now(s));
	return r;
}

static void let_go(struct context *ctx, sd_bus_message *m, uint64_t game)
{
	for (struct live_game *s = ctx->live_games; s; s = s->next)
		if (s->number == game)
			live_game_let_go(s, m);
}

/* Calls that came back from polkit were handled, by methods that did not ask what it had said: nothing of them waits.
 */
static int on_passed(sd_event_source *source, void *userdata)
{
	struct context *ctx = userdata;
	sd_bus_message *m;

	while ((m = access_take_unasked(ctx))) {
		for (struct live_game *s = ctx->live_games; s; s = s->next)
			live_game_let_go(s, m);
		sd_bus_message_unref(m);
	}
	return 0;
}

/* Returns what a filter does: it goes on. */
static int pass(struct context *ctx, sd_bus_message *m)
{
	if (access_has_answer(ctx, m)) {
		access_passes(ctx, m);
		sd_event_source_set_enabled(ctx->games->passed, SD_EVENT_ONESHOT);
	}
	return 0;
}

/* Is it handled at once? What a person does, and what polkit was asked about, is not put in line for others' sake. */
static bool is_first(struct context *ctx, sd_bus_message *m)
{
	if (call_queue_disk_waits(ctx))
		return false;
	if (access_has_answer(ctx, m))
		return true;
	if (game_of(ctx, m))
		return call_queue_count(ctx, sd_bus_message_get_sender(m)) == 0;
	return call_queue_count(ctx, NULL) == 0 && !call_queue_more_come(ctx);
}

/*
 * Who calls finds everything that boards had said before: a claim comes after the press that it is about. And all of
 * that is published first: what is still on its way to the disk is waited for, by the call and by nobody else.
 */
static int on_call(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct context *ctx = userdata;
	uint64_t game;
	int r;

	if (!sd_bus_message_is_method_call(m, NULL, NULL))
		return 0;
	if (live_board_read_all(ctx))
		publisher_flush(ctx);
	if (call_queue_put_back(ctx, m))
		return 1;
	if (call_queue_take(ctx, m, &game)) {
		let_go(ctx, m, game);
		return pass(ctx, m);
	}
	if (is_first(ctx, m))
		return pass(ctx, m);
	r = hold(ctx, m);
	if (r == -ENOMEM)
		context_exit(ctx, r);
	if (r < 0) {
		pass(ctx, m);
		sd_bus_reply_method_errorf(
			m, SD_BUS_ERROR_LIMITS_EXCEEDED,
			"Too many calls are under way (%d of one client wait at most, and %d of one user): wait for answers before you ask more",
			CALLS_OF_CLIENT, CALLS_OF_USER);
	}
	if (!call_queue_more_come(ctx))
		call_queue_release(ctx);
	return 1;
}

int game_calls_join_bus(struct context *ctx, sd_bus *bus)
{
	return sd_bus_add_filter(bus, NULL, on_call, ctx);
}

int games_open(struct context *ctx)
{
	int r;

	ctx->games = calloc(1, sizeof(*ctx->games));
	if (!ctx->games)
		return -ENOMEM;
	ctx->games->begin_undo = live_game_begin_undo;
	ctx->games->begin_next = start_game_by_itself;
	r = sd_event_add_defer(ctx->loop, &ctx->games->passed, on_passed, ctx);
	return r < 0 ? r : sd_event_source_set_enabled(ctx->games->passed, SD_EVENT_OFF);
}

void games_close(struct context *ctx)
{
	if (ctx->games) {
		awaited_starts_free(ctx);
		sd_event_source_disable_unref(ctx->games->passed);
	}
	free(ctx->games);
	ctx->games = NULL;
}
