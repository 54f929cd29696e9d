/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/tournaments/tournament-dbus.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "common/bus-names.h"
#include "common/json-text.h"
#include "daemon/bus/access.h"
#include "daemon/bus/details.h"
#include "daemon/bus/errors.h"
#include "daemon/tournaments/tournament-end.h"
#include "daemon/tournaments/tournament-record.h"
#include "daemon/bus/json-reply.h"
#include "daemon/records/export-file.h"
#include "daemon/tournaments/round-change.h"
#include "daemon/tournaments/round-check.h"
#include "daemon/tournaments/round-open.h"
#include "daemon/tournaments/round-start.h"

/* --- properties --- */

static int get_text(sd_bus *bus, const char *path, const char *interface, const char *property, sd_bus_message *reply,
		    void *userdata, sd_bus_error *error)
{
	static const char *const keys[][2] = {
		{ "Id", "id" },
		{ "Name", "name" },
		{ "Site", "site" },
		{ "TimeZone", "timezone" },
		{ "Rulebook", "rulebook" },
		{ "Time", "time" },
		{ "Start", "start" },
	};
	struct tournament *e = userdata;

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		if (strcmp(property, keys[i][0]) == 0)
			return sd_bus_message_append(reply, "s", text_of(e->file, keys[i][1]));
	return -ENOENT;
}

static int get_ended(sd_bus *bus, const char *path, const char *interface, const char *property, sd_bus_message *reply,
		     void *userdata, sd_bus_error *error)
{
	struct tournament *e = userdata;

	return sd_bus_message_append(reply, "s", tournament_has_ended(e) ? text_of(e->file, "ended") : "");
}

static int get_folder(sd_bus *bus, const char *path, const char *interface, const char *property, sd_bus_message *reply,
		      void *userdata, sd_bus_error *error)
{
	struct tournament *e = userdata;
	char *folder = export_file_path(e->context, e->id, "");
	int r = folder ? sd_bus_message_append(reply, "s", folder) : -ENOMEM;

	free(folder);
	return r;
}

static int get_dates(sd_bus *bus, const char *path, const char *interface, const char *property, sd_bus_message *reply,
		     void *userdata, sd_bus_error *error)
{
	struct tournament *e = userdata;
	json_t *date;
	size_t i;
	int r = sd_bus_message_open_container(reply, 'a', "s");

	json_array_foreach(json_object_get(e->file, "dates"), i, date)
		if (r >= 0)
			r = sd_bus_message_append(reply, "s", json_string_value(date));
	return r < 0 ? r : sd_bus_message_close_container(reply);
}

static int get_boards(sd_bus *bus, const char *path, const char *interface, const char *property, sd_bus_message *reply,
		      void *userdata, sd_bus_error *error)
{
	struct tournament *e = userdata;
	json_t *board;
	size_t i;
	int r = sd_bus_message_open_container(reply, 'a', "(us)");

	json_array_foreach(json_object_get(e->file, "boards"), i, board)
		if (r >= 0)
			r = sd_bus_message_append(reply, "(us)",
						  (uint32_t)json_integer_value(json_object_get(board, "number")),
						  text_of(board, "board"));
	return r < 0 ? r : sd_bus_message_close_container(reply);
}

static int get_delay(sd_bus *bus, const char *path, const char *interface, const char *property, sd_bus_message *reply,
		     void *userdata, sd_bus_error *error)
{
	struct tournament *e = userdata;
	json_t *delay = json_object_get(e->file, "delay");

	return sd_bus_message_append(reply, "(uu)", (uint32_t)json_integer_value(json_object_get(delay, "moves")),
				     (uint32_t)json_integer_value(json_object_get(delay, "minutes")));
}

static int get_rounds(sd_bus *bus, const char *path, const char *interface, const char *property, sd_bus_message *reply,
		      void *userdata, sd_bus_error *error)
{
	struct tournament *e = userdata;
	int r = sd_bus_message_open_container(reply, 'a', "(ust)");

	for (struct round *round = e->rounds; round && r >= 0; round = round->next)
		r = sd_bus_message_append(reply, "(ust)", (uint32_t)round->number, text_of(round->json, "state"),
					  (uint64_t)json_integer_value(json_object_get(round->json, "revision")));
	return r < 0 ? r : sd_bus_message_close_container(reply);
}

/* --- methods --- */

static int find_round(struct tournament *e, uint32_t number, struct round **ret, sd_bus_error *error)
{
	*ret = round_find(e, number);
	return *ret ? 0 : fault(error, ERROR_NO_SUCH_EVENT, "Round %u of %s is not open", number, e->id);
}

static int read_round(sd_bus_message *m, struct tournament *e, struct round **ret, sd_bus_error *error)
{
	uint32_t number;
	int r = sd_bus_message_read(m, "u", &number);

	return r < 0 ? r : find_round(e, number, ret, error);
}

static int method_round(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct tournament *e = userdata;
	struct round *round;
	int r = read_round(m, e, &round, error);

	return r < 0 ? r : reply_json(m, round_shown(e, round));
}

static int on_act(void *userdata, uint64_t n, const char *text)
{
	return json_array_append_new(userdata, json_string(text)) < 0 ? -ENOMEM : 0;
}

static int method_log(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct tournament *e = userdata;
	struct round *round;
	uint32_t number = 0;
	json_t *list;
	int r = access_check(e->context, m, ACCESS_ARBITRATE, error);

	if (r <= 0)
		return access_pending(r);
	r = sd_bus_message_read(m, "u", &number);
	if (r >= 0 && number) /* 0: what was done to the event itself */
		r = find_round(e, number, &round, error);
	if (r < 0)
		return r;
	list = json_array();
	r = journal_acts(e->context->journal, e->id, number, on_act, list);
	if (r >= 0)
		return reply_texts(m, list);
	json_decref(list);
	return r;
}

static int on_source(void *userdata, uint64_t n, const char *text)
{
	char **copy = userdata;

	*copy = strdup(text);
	return *copy ? 0 : -ENOMEM;
}

static int method_source(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct tournament *e = userdata;
	struct round *round;
	char *text = NULL;
	int r = access_check(e->context, m, ACCESS_OPERATE, error);

	if (r <= 0)
		return access_pending(r);
	r = read_round(m, e, &round, error);
	if (r >= 0)
		r = journal_round_source(e->context->journal, e->id, round->number, on_source, &text);
	if (r >= 0)
		r = sd_bus_reply_method_return(m, "ss", text_of(round->json, "file"), text ? text : "");
	free(text);
	return r;
}

static int method_check(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct tournament *e = userdata;
	json_t *answers = NULL;
	struct round *round;
	const void *boards;
	size_t size;
	int r = access_check(e->context, m, ACCESS_OPERATE, error);

	if (r <= 0)
		return access_pending(r);
	r = read_round(m, e, &round, error);
	if (r >= 0)
		r = sd_bus_message_read_array(m, 'u', &boards, &size);
	if (r >= 0)
		r = round_check(e, round, boards, size / sizeof(uint32_t), &answers, error);
	return r < 0 ? r : reply_texts(m, answers);
}

static const struct detail order_options[] = { { "revision", DETAIL_NUMBER }, { "wait", DETAIL_BOOLEAN }, { 0 } };

/* Boards and options of an order; the message owns the boards. */
static int read_order(sd_bus_message *m, struct tournament *e, bool boards, struct round **round,
		      struct round_order *order, sd_bus_error *error)
{
	json_t *options = json_object();
	const void *list = NULL;
	size_t size = 0;
	int r = read_round(m, e, round, error);

	*order = (struct round_order){ .uid = access_caller(e->context) };
	if (r >= 0 && boards)
		r = sd_bus_message_read_array(m, 'u', &list, &size);
	if (r >= 0)
		r = details_read(m, order_options, options, error);
	order->boards = list;
	order->count = size / sizeof(uint32_t);
	order->revision = (uint64_t)json_integer_value(json_object_get(options, "revision"));
	order->wait = json_is_true(json_object_get(options, "wait")) ||
		      (!json_object_get(options, "wait") && strcmp(text_of(e->file, "start"), "press") == 0);
	json_decref(options);
	return r;
}

/* What an order does to a round: round_start(), round_pause(), round_close(). */
typedef int round_change_fn(struct tournament *event, struct round *round, const struct round_order *order,
			    sd_bus_message *call, sd_bus_error *error);

static int change_round(sd_bus_message *m, struct tournament *e, enum access_role role, bool boards,
			round_change_fn *change, sd_bus_error *error)
{
	struct round_order order;
	struct round *round;
	int r = access_check_act(e->context, m, role, error);

	if (r <= 0)
		return access_pending(r);
	r = read_order(m, e, boards, &round, &order, error);
	if (r >= 0)
		r = change(e, round, &order, m, error);
	context_flush(e->context);
	return r;
}

static int method_start(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	return change_round(m, userdata, ACCESS_OPERATE, true, round_start, error);
}

static int method_pause(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	return change_round(m, userdata, ACCESS_OPERATE, true, round_pause, error);
}

static int method_close(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	return change_round(m, userdata, ACCESS_ARBITRATE, false, round_close, error);
}

static int method_end(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct tournament *e = userdata;
	int r = access_check_act(e->context, m, ACCESS_ARBITRATE, error);

	return r <= 0 ? access_pending(r) : tournament_end(e, access_caller(e->context), m, error);
}

static const struct detail change_keys[] = { { "revision", DETAIL_NUMBER }, { "reason", DETAIL_TEXT }, { 0 } };

static int read_changes(sd_bus_message *m, json_t *changes)
{
	const char *key, *text;
	int r = sd_bus_message_enter_container(m, 'a', "{ss}");

	while (r >= 0 && (r = sd_bus_message_enter_container(m, 'e', "ss")) > 0) {
		r = sd_bus_message_read(m, "ss", &key, &text);
		if (r >= 0)
			r = json_object_set_new(changes, key, json_string(text));
		if (r >= 0)
			r = sd_bus_message_exit_container(m);
	}
	return r < 0 ? r : sd_bus_message_exit_container(m);
}

static int method_change(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct tournament *e = userdata;
	json_t *changes, *options;
	struct round *round;
	uint32_t board = 0;
	int r = access_check_act(e->context, m, ACCESS_ARBITRATE, error);

	if (r <= 0)
		return access_pending(r);
	changes = json_object();
	options = json_object();
	r = read_round(m, e, &round, error);
	if (r >= 0)
		r = sd_bus_message_read(m, "u", &board);
	if (r >= 0)
		r = read_changes(m, changes);
	if (r >= 0)
		r = details_read(m, change_keys, options, error);
	if (r >= 0)
		r = round_change(e, round, board, changes, text_of(options, "reason"),
				 (uint64_t)json_integer_value(json_object_get(options, "revision")),
				 access_caller(e->context), m, error);
	json_decref(changes);
	json_decref(options);
	context_flush(e->context);
	return r;
}

#define CONST SD_BUS_VTABLE_PROPERTY_CONST
#define OPEN SD_BUS_VTABLE_UNPRIVILEGED /* who may act is checked in the method */

static const sd_bus_vtable vtable[] = {
	SD_BUS_VTABLE_START(0),
	SD_BUS_PROPERTY("Id", "s", get_text, 0, CONST),
	SD_BUS_PROPERTY("Name", "s", get_text, 0, 0),
	SD_BUS_PROPERTY("Site", "s", get_text, 0, 0),
	SD_BUS_PROPERTY("Dates", "as", get_dates, 0, 0),
	SD_BUS_PROPERTY("TimeZone", "s", get_text, 0, 0),
	SD_BUS_PROPERTY("Rulebook", "s", get_text, 0, 0),
	SD_BUS_PROPERTY("Time", "s", get_text, 0, 0),
	SD_BUS_PROPERTY("Start", "s", get_text, 0, 0),
	SD_BUS_PROPERTY("Delay", "(uu)", get_delay, 0, 0),
	SD_BUS_PROPERTY("ExportFolder", "s", get_folder, 0, CONST),
	SD_BUS_PROPERTY("Boards", "a(us)", get_boards, 0, 0),
	SD_BUS_PROPERTY("Rounds", "a(ust)", get_rounds, 0, SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE),
	SD_BUS_PROPERTY("Ended", "s", get_ended, 0, SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE),
	SD_BUS_METHOD_WITH_ARGS("Round", SD_BUS_ARGS("u", round), SD_BUS_RESULT("s", json), method_round, OPEN),
	SD_BUS_METHOD_WITH_ARGS("Source", SD_BUS_ARGS("u", round), SD_BUS_RESULT("s", name, "s", text), method_source,
				OPEN),
	SD_BUS_METHOD_WITH_ARGS("Record", SD_BUS_ARGS("u", round, "u", board),
				SD_BUS_RESULT("s", suffix, "b", whole, "s", text), tournament_record_method, OPEN),
	SD_BUS_METHOD_WITH_ARGS("Log", SD_BUS_ARGS("u", round), SD_BUS_RESULT("as", acts), method_log, OPEN),
	SD_BUS_METHOD_WITH_ARGS("Check", SD_BUS_ARGS("u", round, "au", boards), SD_BUS_RESULT("as", answers),
				method_check, OPEN),
	SD_BUS_METHOD_WITH_ARGS("Start", SD_BUS_ARGS("u", round, "au", boards, "a{sv}", options),
				SD_BUS_RESULT("as", answers), method_start, OPEN),
	SD_BUS_METHOD_WITH_ARGS("Pause", SD_BUS_ARGS("u", round, "au", boards, "a{sv}", options),
				SD_BUS_RESULT("as", answers), method_pause, OPEN),
	SD_BUS_METHOD_WITH_ARGS("Close", SD_BUS_ARGS("u", round, "a{sv}", options), SD_BUS_NO_RESULT, method_close,
				OPEN),
	SD_BUS_METHOD_WITH_ARGS("Change", SD_BUS_ARGS("u", round, "u", board, "a{ss}", changes, "a{sv}", options),
				SD_BUS_NO_RESULT, method_change, OPEN),
	SD_BUS_METHOD("End", NULL, NULL, method_end, OPEN),
	SD_BUS_SIGNAL_WITH_ARGS("RoundChanged", SD_BUS_ARGS("u", round, "s", state, "t", revision), 0),
	SD_BUS_SIGNAL_WITH_ARGS("PairingChanged", SD_BUS_ARGS("u", round, "u", board, "s", json), 0),
	SD_BUS_VTABLE_END
};

/* --- OpenRound --- */

static int read_file(sd_bus_message *m, struct named_text *file)
{
	const void *text;
	int r = sd_bus_message_read_basic(m, 's', &file->name);

	if (r >= 0)
		r = sd_bus_message_read_array(m, 'y', &text, &file->size);
	file->text = text;
	return r;
}

int tournament_method_open_round(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct context *ctx = userdata;
	struct named_text file, pairings;
	uint32_t number = 0;
	int r = access_check_act(ctx, m, ACCESS_OPERATE, error);

	if (r <= 0)
		return access_pending(r);
	r = read_file(m, &file);
	if (r >= 0)
		r = sd_bus_message_read_basic(m, 'u', &number);
	if (r >= 0)
		r = read_file(m, &pairings);
	return r < 0 ? r : round_open(ctx, &file, number, &pairings, access_caller(ctx), m, error);
}

/* --- objects --- */

static int find(sd_bus *bus, const char *path, const char *interface, void *userdata, void **ret, sd_bus_error *error)
{
	struct context *ctx = userdata;

	if (strcmp(path, BUS_PATH "/event") == 0) /* the folder itself */
		return 0;
	for (struct tournament *e = ctx->tournaments; e; e = e->next)
		if (strcmp(e->path, path) == 0) {
			*ret = e;
			return 1;
		}
	return fault(error, ERROR_NO_SUCH_EVENT, "There is no event at %s", path);
}

static int enumerate(sd_bus *bus, const char *prefix, void *userdata, char ***ret, sd_bus_error *error)
{
	struct context *ctx = userdata;
	size_t n = 0, i = 0;
	char **paths;

	for (struct tournament *e = ctx->tournaments; e; e = e->next)
		n++;
	paths = calloc(n + 1, sizeof(*paths));
	if (!paths)
		return -ENOMEM;
	for (struct tournament *e = ctx->tournaments; e; e = e->next)
		if (!(paths[i++] = strdup(e->path)))
			break;
	*ret = paths;
	return 1;
}

int tournament_register(struct context *ctx)
{
	int r = sd_bus_add_fallback_vtable(ctx->bus, NULL, BUS_PATH "/event", BUS_EVENT, vtable, find, ctx);

	return r < 0 ? r : sd_bus_add_node_enumerator(ctx->bus, NULL, BUS_PATH "/event", enumerate, ctx);
}
