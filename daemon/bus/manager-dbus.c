/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/bus/manager-dbus.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "common/bus-names.h"
#include "daemon/bus/access.h"
#include "daemon/bus/details.h"
#include "daemon/tournaments/tournament-dbus.h"
#include "daemon/games/game-start.h"
#include "daemon/bus/method-reply.h"
#include "daemon/records/past-games.h"
#include "daemon/records/past-record.h"
#include "daemon/games/past-return.h"
#include "daemon/boards/board-dbus.h"
#include "daemon/games/game-dbus.h"
#include "daemon/bus/subscribers.h"

static int get_text(sd_bus *bus, const char *path, const char *interface, const char *property, sd_bus_message *reply,
		    void *userdata, sd_bus_error *error)
{
	struct context *ctx = userdata;
	const char *text = "", *rules = getenv("FLAGFALL_RULES");

	if (strcmp(property, "Version") == 0)
		text = FLAGFALL_VERSION;
	else if (strcmp(property, "RulesPath") == 0)
		text = rules ? rules : "";
	else if (strcmp(property, "GamesPath") == 0)
		text = ctx->games;
	else if (strcmp(property, "JournalDamage") == 0)
		text = journal_told(ctx->journal);
	else if (strcmp(property, "JournalFault") == 0)
		text = ctx->journal_fault;
	return sd_bus_message_append(reply, "s", text);
}

static int method_list_boards(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct context *ctx = userdata;
	sd_bus_message *reply = NULL;
	int r = reply_begin_list(m, "(so)", &reply);

	for (struct live_board *s = ctx->live_boards; s && r >= 0; s = s->next)
		r = sd_bus_message_append(reply, "(so)", s->name, s->path);
	return reply_end_list(reply, r);
}

static int method_list_games(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct context *ctx = userdata;
	sd_bus_message *reply = NULL;
	int r = reply_begin_list(m, "(so)", &reply);

	for (struct live_game *s = ctx->live_games; s && r >= 0; s = s->next)
		r = sd_bus_message_append(reply, "(so)", s->id, s->path);
	return reply_end_list(reply, r);
}

static int method_list_events(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct context *ctx = userdata;
	sd_bus_message *reply = NULL;
	int r = reply_begin_list(m, "(so)", &reply);

	for (struct tournament *e = ctx->tournaments; e && r >= 0; e = e->next)
		r = sd_bus_message_append(reply, "(so)", e->id, e->path);
	return reply_end_list(reply, r);
}

static int reply_start(sd_bus_message *m, const struct live_game *s, char **wrong)
{
	sd_bus_message *reply = NULL;
	int r = sd_bus_message_new_method_return(m, &reply);

	if (r >= 0)
		r = sd_bus_message_append(reply, "so", s->id, s->path);
	if (r >= 0)
		r = sd_bus_message_append_strv(reply, wrong);
	return reply_send(reply, r);
}

static void on_started(void *userdata, struct live_game *s, char **wrong, const sd_bus_error *error)
{
	sd_bus_message *m = userdata;

	if (s)
		reply_start(m, s, wrong);
	else
		sd_bus_reply_method_error(m, error);
	sd_bus_message_unref(m);
}

static int method_start_game(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct context *ctx = userdata;
	json_t *options;
	const char *board;
	int r = access_check_act(ctx, m, ACCESS_OPERATE, error);

	if (r <= 0)
		return access_pending(r);
	options = json_object();
	r = sd_bus_message_read(m, "s", &board);
	if (r >= 0)
		r = details_read(m, game_setup_options, options, error);
	if (r >= 0) {
		r = start_game(ctx, board, options, on_started, sd_bus_message_ref(m), error);
		if (r < 0)
			sd_bus_message_unref(m);
	}
	json_decref(options);
	context_flush(ctx);
	return r < 0 ? r : 1;
}

static int get_counters(sd_bus *bus, const char *path, const char *interface, const char *property,
			sd_bus_message *reply, void *userdata, sd_bus_error *error)
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
static int method_metrics(sd_bus_message *m, void *userdata, sd_bus_error *error)
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

static int method_subscribe(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct context *ctx = userdata;
	return subscribers_add(&ctx->listeners, m);
}

static int method_unsubscribe(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct context *ctx = userdata;
	return subscribers_remove(&ctx->listeners, m);
}

static const sd_bus_vtable vtable[] = {
	SD_BUS_VTABLE_START(0),
	SD_BUS_PROPERTY("Version", "s", get_text, 0, SD_BUS_VTABLE_PROPERTY_CONST),
	SD_BUS_PROPERTY("RulesPath", "s", get_text, 0, SD_BUS_VTABLE_PROPERTY_CONST),
	SD_BUS_PROPERTY("GamesPath", "s", get_text, 0, SD_BUS_VTABLE_PROPERTY_CONST),
	SD_BUS_PROPERTY("Counters", "a{st}", get_counters, 0, 0),
	SD_BUS_PROPERTY("JournalFault", "s", get_text, 0, SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE),
	SD_BUS_PROPERTY("JournalDamage", "s", get_text, 0, SD_BUS_VTABLE_PROPERTY_CONST),
	SD_BUS_METHOD_WITH_ARGS("ListBoards", SD_BUS_NO_ARGS, SD_BUS_RESULT("a(so)", boards), method_list_boards,
				SD_BUS_VTABLE_UNPRIVILEGED),
	SD_BUS_METHOD_WITH_ARGS("ListGames", SD_BUS_NO_ARGS, SD_BUS_RESULT("a(so)", games), method_list_games,
				SD_BUS_VTABLE_UNPRIVILEGED),
	SD_BUS_METHOD_WITH_ARGS("StartGame", SD_BUS_ARGS("s", board, "a{sv}", options),
				SD_BUS_RESULT("s", game, "o", path, "as", wrong), method_start_game,
				SD_BUS_VTABLE_UNPRIVILEGED),
	SD_BUS_METHOD_WITH_ARGS("Metrics", SD_BUS_NO_ARGS, SD_BUS_RESULT("s", text), method_metrics,
				SD_BUS_VTABLE_UNPRIVILEGED),
	SD_BUS_METHOD_WITH_ARGS("Subscribe", SD_BUS_NO_ARGS, SD_BUS_NO_RESULT, method_subscribe,
				SD_BUS_VTABLE_UNPRIVILEGED),
	SD_BUS_METHOD_WITH_ARGS("Unsubscribe", SD_BUS_NO_ARGS, SD_BUS_NO_RESULT, method_unsubscribe,
				SD_BUS_VTABLE_UNPRIVILEGED),
	SD_BUS_METHOD_WITH_ARGS("FindGames", SD_BUS_ARGS("a{sv}", filter, "t", before),
				SD_BUS_RESULT("as", games, "t", before), past_games_find, SD_BUS_VTABLE_UNPRIVILEGED),
	SD_BUS_METHOD_WITH_ARGS("Record", SD_BUS_ARGS("s", game), SD_BUS_RESULT("s", suffix, "b", whole, "s", text),
				past_record_method, SD_BUS_VTABLE_UNPRIVILEGED),
	SD_BUS_METHOD_WITH_ARGS("Journal", SD_BUS_ARGS("s", game),
				SD_BUS_RESULT("s", setup, "as", inputs, "as", rulings, "s", fault), past_games_journal,
				SD_BUS_VTABLE_UNPRIVILEGED),
	SD_BUS_METHOD_WITH_ARGS("GiveUp", SD_BUS_ARGS("s", game), SD_BUS_NO_RESULT, past_games_give_up,
				SD_BUS_VTABLE_UNPRIVILEGED),
	SD_BUS_METHOD_WITH_ARGS("TakeUp", SD_BUS_ARGS("s", game), SD_BUS_NO_RESULT, past_return_method,
				SD_BUS_VTABLE_UNPRIVILEGED),
	SD_BUS_METHOD_WITH_ARGS("ListEvents", SD_BUS_NO_ARGS, SD_BUS_RESULT("a(so)", events), method_list_events,
				SD_BUS_VTABLE_UNPRIVILEGED),
	SD_BUS_METHOD_WITH_ARGS("OpenRound",
				SD_BUS_ARGS("s", event_name, "ay", event_file, "u", round, "s", pairings_name, "ay",
					    pairings_file),
				SD_BUS_RESULT("s", event, "o", path, "as", notes), tournament_method_open_round,
				SD_BUS_VTABLE_UNPRIVILEGED),
	SD_BUS_SIGNAL_WITH_ARGS("BoardAdded", SD_BUS_ARGS("s", name, "o", path), 0),
	SD_BUS_SIGNAL_WITH_ARGS("BoardRemoved", SD_BUS_ARGS("s", name, "o", path), 0),
	SD_BUS_SIGNAL_WITH_ARGS("GameAdded", SD_BUS_ARGS("s", game, "o", path), 0),
	SD_BUS_SIGNAL_WITH_ARGS("GameRemoved", SD_BUS_ARGS("s", game, "o", path), 0),
	SD_BUS_SIGNAL_WITH_ARGS("EventAdded", SD_BUS_ARGS("s", event, "o", path), 0),
	SD_BUS_VTABLE_END
};

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
