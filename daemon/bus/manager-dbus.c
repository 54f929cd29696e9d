/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/bus/bus-link.h"

#include <errno.h>
#include <stdlib.h>

#include "common/bus-names.h"
#include "daemon/bus/access.h"
#include "build/data/bus-vtables.h"
#include "daemon/bus/replies.h"
#include "daemon/tournaments/tournament.h"
#include "daemon/games/game-acts.h"
#include "daemon/bus/property.h"
#include "daemon/boards/boards.h"
#include "daemon/games/games.h"
#include "daemon/bus/subscribers.h"

BUS_PROPERTY_READ(manager_property_version)
{
	return sd_bus_message_append(reply, "s", FLAGFALL_VERSION);
}

BUS_PROPERTY_READ(manager_property_rules_path)
{
	const char *rules = getenv("FLAGFALL_RULES");

	return sd_bus_message_append(reply, "s", rules ? rules : "");
}

BUS_PROPERTY(manager_property_games_path, "s", const struct context *ctx, ctx->records_folder)
BUS_PROPERTY(manager_property_journal_fault, "s", const struct context *ctx, ctx->journal_fault)
BUS_PROPERTY(manager_property_journal_damage, "s", const struct context *ctx, journal_told(ctx->journal))

BUS_PROPERTY_READ(manager_property_missing_boards)
{
	return configured_boards_missing_append(userdata, reply);
}

int manager_method_list_boards(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct context *ctx = userdata;
	sd_bus_message *reply = NULL;
	int r = reply_begin_list(m, "(so)", &reply);

	for (struct live_board *s = ctx->live_boards; s && r >= 0; s = s->next)
		r = sd_bus_message_append(reply, "(so)", s->name, s->path);
	return reply_end_list(reply, r);
}

int manager_method_list_games(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct context *ctx = userdata;
	sd_bus_message *reply = NULL;
	int r = reply_begin_list(m, "(so)", &reply);

	for (struct live_game *s = ctx->live_games; s && r >= 0; s = s->next)
		r = sd_bus_message_append(reply, "(so)", s->id, s->path);
	return reply_end_list(reply, r);
}

int manager_method_list_events(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct context *ctx = userdata;
	sd_bus_message *reply = NULL;
	int r = reply_begin_list(m, "(so)", &reply);

	for (struct tournament *e = ctx->tournaments; e && r >= 0; e = e->next)
		r = sd_bus_message_append(reply, "(so)", e->id, e->path);
	return reply_end_list(reply, r);
}

/* s: NULL, it begins when its pieces stand. */
static int reply_start(sd_bus_message *m, const struct live_game *s, char **wrong)
{
	sd_bus_message *reply = NULL;
	int r = sd_bus_message_new_method_return(m, &reply);

	if (r >= 0)
		r = sd_bus_message_append(reply, "so", s ? s->id : "", s ? s->path : "/");
	if (r >= 0)
		r = sd_bus_message_append_strv(reply, wrong);
	return reply_send(reply, r);
}

static void on_started(void *userdata, struct live_game *s, char **wrong, const sd_bus_error *error)
{
	sd_bus_message *m = userdata;

	if (s || !error)
		reply_start(m, s, wrong);
	else
		sd_bus_reply_method_error(m, error);
	sd_bus_message_unref(m);
}

int manager_method_start_game(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct context *ctx = userdata;
	sd_bus_error wrong = SD_BUS_ERROR_NULL;
	json_t *options = json_object();
	start_again *again;
	const char *board;
	int read = sd_bus_message_read(m, "s", &board), r;

	if (read >= 0)
		read = details_read(m, game_setup_options, options, &wrong);
	r = access_goes_on(access_check_act(ctx, m, ACCESS_OPERATE, error), read, &wrong, error);
	if (r > 0) {
		again = json_is_true(json_object_get(options, "stands")) ? start_game_by_itself : NULL;
		json_object_del(options, "stands");
		r = start_game(ctx, board, options, again, on_started, sd_bus_message_ref(m), error);
		if (r < 0)
			sd_bus_message_unref(m);
		context_flush(ctx);
	}
	json_decref(options);
	return access_pending(r);
}

BUS_PROPERTY_READ(manager_property_counters)
{
	struct context *ctx = userdata;
	struct metrics_counter counters[METRICS_COUNTERS];
	int r = sd_bus_message_open_container(reply, 'a', "{st}");

	metrics_counters(ctx, counters);
	for (unsigned i = 0; i < METRICS_COUNTERS && r >= 0; i++)
		r = sd_bus_message_append(reply, "{st}", counters[i].name, counters[i].value);
	return r < 0 ? r : sd_bus_message_close_container(reply);
}

/* To everybody the counters, to an arbiter the rest, too. */
int manager_method_metrics(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct context *ctx = userdata;
	int r = access_check(ctx, m, ACCESS_ARBITRATE, error);
	char *text;

	if (r == 0)
		return access_pending(r);
	sd_bus_error_free(error);
	text = metrics_format(ctx, r > 0);
	r = text ? sd_bus_reply_method_return(m, "s", text) : -ENOMEM;
	free(text);
	return r;
}

int manager_method_subscribe(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct context *ctx = userdata;
	return subscribers_add(&ctx->listeners, m);
}

int manager_method_unsubscribe(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct context *ctx = userdata;
	return subscribers_remove(&ctx->listeners, m);
}

static const sd_bus_vtable vtable[] = { MANAGER_VTABLE };

int manager_register(struct context *ctx)
{
	int r = sd_bus_add_object_vtable(ctx->bus, NULL, BUS_PATH, BUS_MANAGER, vtable, ctx);

	if (r >= 0)
		r = sd_bus_add_object_manager(ctx->bus, NULL, BUS_PATH);
	if (r >= 0)
		r = live_board_register(ctx);
	if (r >= 0)
		r = live_game_register(ctx);
	if (r >= 0)
		r = tournament_register(ctx);
	return r;
}
