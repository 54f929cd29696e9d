/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "build/data/bus-vtables.h"
#include "common/bus-names.h"
#include "common/json-text.h"
#include "daemon/bus/access.h"
#include "daemon/bus/replies.h"
#include "daemon/tournaments/inside.h"
#include "daemon/bus/property.h"
#include "daemon/tournaments/export.h"

/* --- properties --- */

BUS_PROPERTY(event_property_id, "s", const struct tournament *e, e->file->id)
BUS_PROPERTY(event_property_name, "s", const struct tournament *e, e->file->name)
BUS_PROPERTY(event_property_site, "s", const struct tournament *e, e->file->site)
BUS_PROPERTY(event_property_time_zone, "s", const struct tournament *e, e->file->timezone)
BUS_PROPERTY(event_property_rulebook, "s", const struct tournament *e, e->file->rulebook)
BUS_PROPERTY(event_property_time, "s", const struct tournament *e, e->file->time)
BUS_PROPERTY(event_property_started_by, "s", const struct tournament *e, e->file->start)
BUS_PROPERTY(event_property_ended, "s", const struct tournament *e, tournament_has_ended(e) ? e->file->ended : "")

BUS_PROPERTY_READ(event_property_export_folder)
{
	struct tournament *e = userdata;
	char *folder = export_file_path(e->context, e->id, "");
	int r = folder ? sd_bus_message_append(reply, "s", folder) : -ENOMEM;

	free(folder);
	return r;
}

BUS_PROPERTY_READ(event_property_dates)
{
	struct tournament *e = userdata;
	int r = sd_bus_message_open_container(reply, 'a', "s");

	for (size_t i = 0; i < e->file->date_count && r >= 0; i++)
		r = sd_bus_message_append(reply, "s", e->file->dates[i]);
	return r < 0 ? r : sd_bus_message_close_container(reply);
}

BUS_PROPERTY_READ(event_property_boards)
{
	struct tournament *e = userdata;
	int r = sd_bus_message_open_container(reply, 'a', "(us)");

	for (size_t i = 0; i < e->file->board_count && r >= 0; i++)
		r = sd_bus_message_append(reply, "(us)", (uint32_t)e->file->boards[i].number, e->file->boards[i].board);
	return r < 0 ? r : sd_bus_message_close_container(reply);
}

BUS_PROPERTY_READ(event_property_delay)
{
	const struct tournament *e = userdata;

	return sd_bus_message_append(reply, "(uu)", (uint32_t)e->file->delay_moves, (uint32_t)e->file->delay_minutes);
}

BUS_PROPERTY_READ(event_property_rounds)
{
	struct tournament *e = userdata;
	int r = sd_bus_message_open_container(reply, 'a', "(ust)");

	for (struct live_round *round = e->rounds; round && r >= 0; round = round->next)
		r = sd_bus_message_append(reply, "(ust)", (uint32_t)round->number, round_state_name(round->now->state),
					  round->now->revision);
	return r < 0 ? r : sd_bus_message_close_container(reply);
}

/* --- methods --- */

int event_method_round(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct tournament *e = userdata;
	struct live_round *round;
	uint32_t number;
	int r = sd_bus_message_read(m, "u", &number);

	if (r >= 0)
		r = round_find_open(e, number, &round, error);
	return r < 0 ? r : reply_json(m, round_shown(e, round));
}

static int on_act(void *userdata, uint64_t n, const char *text)
{
	return json_array_append_new(userdata, json_string(text)) < 0 ? -ENOMEM : 0;
}

int event_method_log(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct tournament *e = userdata;
	struct live_round *round;
	uint32_t number;
	json_t *list;
	int r = sd_bus_message_read(m, "u", &number);

	if (r >= 0)
		r = access_check(e->context, m, ACCESS_ARBITRATE, error);
	if (r <= 0)
		return access_pending(r);
	if (number) /* 0: what was done to the event itself */
		r = round_find_open(e, number, &round, error);
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

int event_method_source(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct tournament *e = userdata;
	struct live_round *round;
	char *text = NULL;
	uint32_t number;
	int r = sd_bus_message_read(m, "u", &number);

	if (r >= 0)
		r = access_check(e->context, m, ACCESS_OPERATE, error);
	if (r <= 0)
		return access_pending(r);
	r = round_find_open(e, number, &round, error);
	if (r >= 0)
		r = journal_round_source(e->context->journal, e->id, round->number, on_source, &text);
	if (r >= 0)
		r = sd_bus_reply_method_return(m, "ss", round->now->file, text ? text : "");
	free(text);
	return r;
}

int event_method_check(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct tournament *e = userdata;
	json_t *answers = NULL;
	struct live_round *round;
	const void *boards;
	uint32_t number;
	size_t size;
	int r = sd_bus_message_read(m, "u", &number);

	if (r >= 0)
		r = sd_bus_message_read_array(m, 'u', &boards, &size);
	if (r >= 0)
		r = access_check(e->context, m, ACCESS_OPERATE, error);
	if (r <= 0)
		return access_pending(r);
	r = round_find_open(e, number, &round, error);
	if (r >= 0)
		r = round_check(e, round->now, boards, size / sizeof(uint32_t), &answers, error);
	return r < 0 ? r : reply_texts(m, answers);
}

static const struct detail order_options[] = { { "revision", DETAIL_NUMBER },
					       { "wait", DETAIL_BOOLEAN },
					       { "stands", DETAIL_BOOLEAN },
					       { "found", DETAIL_BOOLEAN },
					       { 0 } };

/* Round, boards and options of an order; the message owns the boards. */
static int read_order(sd_bus_message *m, const struct tournament *e, bool boards, uint32_t *round,
		      struct round_order *order, sd_bus_error *error)
{
	json_t *options = json_object();
	const void *list = NULL;
	size_t size = 0;
	int r = sd_bus_message_read(m, "u", round);

	if (r >= 0 && boards)
		r = sd_bus_message_read_array(m, 'u', &list, &size);
	if (r >= 0)
		r = details_read(m, order_options, options, error);
	*order = (struct round_order){
		.boards = list,
		.count = size / sizeof(uint32_t),
		.revision = (uint64_t)json_integer_value(json_object_get(options, "revision")),
		.stands = json_is_true(json_object_get(options, "stands")),
		.found = json_is_true(json_object_get(options, "found")),
		.wait = json_is_true(json_object_get(options, "wait")) ||
			(!json_object_get(options, "wait") && strcmp(e->file->start, "press") == 0),
	};
	json_decref(options);
	return r;
}

/* What an order does to a round: round_start(), round_pause(), round_close(). */
typedef int round_change_fn(struct tournament *event, struct live_round *round, const struct round_order *order,
			    sd_bus_message *call, sd_bus_error *error);

static int change_round(sd_bus_message *m, struct tournament *e, enum access_role role, bool boards,
			round_change_fn *change, sd_bus_error *error)
{
	sd_bus_error wrong = SD_BUS_ERROR_NULL;
	struct round_order order;
	struct live_round *round;
	uint32_t number;
	const int read = read_order(m, e, boards, &number, &order, &wrong);
	int r = access_goes_on(access_check_act(e->context, m, role, error), read, &wrong, error);

	if (r <= 0)
		return access_pending(r);
	order.uid = access_caller(e->context);
	r = round_find_open(e, number, &round, error);
	if (r >= 0)
		r = change(e, round, &order, m, error);
	context_flush(e->context);
	return r;
}

int event_method_start(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	return change_round(m, userdata, ACCESS_OPERATE, true, round_start, error);
}

int event_method_pause(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	return change_round(m, userdata, ACCESS_OPERATE, true, round_pause, error);
}

int event_method_close(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	return change_round(m, userdata, ACCESS_ARBITRATE, false, round_close, error);
}

int event_method_end(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct tournament *e = userdata;
	int r = access_check_act(e->context, m, ACCESS_ARBITRATE, error);

	return r <= 0 ? access_pending(r) : tournament_end(e, access_caller(e->context), m, error);
}

static const struct detail change_keys[] = { { "revision", DETAIL_NUMBER }, { "reason", DETAIL_TEXT }, { 0 } };

static int read_changes(sd_bus_message *m, json_t *changes, sd_bus_error *wrong)
{
	const char *key, *text;
	int r = sd_bus_message_enter_container(m, 'a', "{ss}");

	while (r >= 0 && (r = sd_bus_message_enter_container(m, 'e', "ss")) > 0) {
		r = sd_bus_message_read(m, "ss", &key, &text);
		if (r >= 0 && json_object_size(changes) == 100)
			return fault(wrong, ERROR_BAD_ARGUMENT, "There are more than 100 changes");
		if (r >= 0)
			r = json_object_set_new(changes, key, json_string(text));
		if (r >= 0)
			r = sd_bus_message_exit_container(m);
	}
	return r < 0 ? r : sd_bus_message_exit_container(m);
}

static int change_pairing(struct tournament *e, uint32_t number, uint32_t board, const json_t *changes,
			  const json_t *options, sd_bus_message *m, sd_bus_error *error)
{
	struct live_round *round;
	int r = round_find_open(e, number, &round, error);

	if (r >= 0)
		r = round_change(e, round, board, changes, text_of(options, "reason"),
				 (uint64_t)json_integer_value(json_object_get(options, "revision")),
				 access_caller(e->context), m, error);
	context_flush(e->context);
	return r;
}

int event_method_change(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct tournament *e = userdata;
	sd_bus_error wrong = SD_BUS_ERROR_NULL;
	json_t *changes = json_object(), *options = json_object();
	uint32_t number, board;
	int read = sd_bus_message_read(m, "uu", &number, &board), r;

	if (read >= 0)
		read = read_changes(m, changes, &wrong);
	if (read >= 0)
		read = details_read(m, change_keys, options, &wrong);
	r = access_goes_on(access_check_act(e->context, m, ACCESS_ARBITRATE, error), read, &wrong, error);
	if (r > 0)
		r = change_pairing(e, number, board, changes, options, m, error);
	json_decref(changes);
	json_decref(options);
	return access_pending(r);
}

static const sd_bus_vtable vtable[] = { EVENT_VTABLE };

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

int manager_method_open_round(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct context *ctx = userdata;
	struct named_text file = { .encoding = "" }, pairings;
	uint32_t number;
	int r = read_file(m, &file);

	if (r >= 0)
		r = sd_bus_message_read_basic(m, 'u', &number);
	if (r >= 0)
		r = read_file(m, &pairings);
	if (r >= 0)
		r = sd_bus_message_read_basic(m, 's', &pairings.encoding);
	if (r >= 0)
		r = access_check_act(ctx, m, ACCESS_OPERATE, error);
	return r <= 0 ? access_pending(r) : round_open(ctx, &file, number, &pairings, access_caller(ctx), m, error);
}

/* --- objects --- */

static int tournament_dbus_find(sd_bus *bus, const char *path, const char *interface, void *userdata, void **ret,
				sd_bus_error *error)
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
	int n = 0;

	for (struct tournament *e = ctx->tournaments; e && n >= 0; e = e->next)
		n = paths_add(ret, n, e->path);
	return n < 0 ? n : 1;
}

int tournament_register(struct context *ctx)
{
	int r = sd_bus_add_fallback_vtable(ctx->bus, NULL, BUS_PATH "/event", BUS_EVENT, vtable, tournament_dbus_find,
					   ctx);

	return r < 0 ? r : sd_bus_add_node_enumerator(ctx->bus, NULL, BUS_PATH "/event", enumerate, ctx);
}
