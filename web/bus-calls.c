/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/source.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/bus-client.h"

/* --- calls on the way --- */

void bus_call_free(struct bus_call *call)
{
	struct bus_call **at = &call->source->calls;

	while (*at && *at != call)
		at = &(*at)->next;
	if (*at)
		*at = call->next;
	sd_bus_slot_unref(call->slot);
	free(call->path);
	free(call);
}

static struct bus_call *new_call(struct bus_source *s, const char *path, unsigned number)
{
	struct bus_call *call = calloc(1, sizeof(*call));

	if (!call || !(call->path = strdup(path))) {
		free(call);
		return NULL;
	}
	call->source = s;
	call->number = number;
	call->next = s->calls;
	return s->calls = call;
}

/* What a reply says is taken once; the call is over. */
json_t *bus_call_reply(struct bus_call *call, sd_bus_message *m)
{
	int r = 0;

	return sd_bus_message_is_method_error(m, NULL) ? NULL : bus_read_json(m, &r);
}

int bus_call_done(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	bus_call_free(userdata);
	return 0;
}

int bus_call_ask(struct bus_source *s, const char *path, const char *interface, const char *method,
		 sd_bus_message_handler_t handler, unsigned number, const char *types, ...)
{
	struct bus_call *call = new_call(s, path, number);
	va_list arguments;
	int r;

	if (!call)
		return -ENOMEM;
	va_start(arguments, types);
	r = sd_bus_call_method_asyncv(s->bus, &call->slot, BUS_NAME, path, interface, method, handler, call, types,
				      arguments);
	va_end(arguments);
	if (r < 0)
		bus_call_free(call);
	return r < 0 ? r : 0;
}

/* --- games --- */

/* The result of a pairing is told when its game was read. */
static void tell_event(struct live *live, const struct live_game *game)
{
	const char *event = json_string_value(json_array_get(json_object_get(game->properties, "Pairing"), 0));

	if (event && *event)
		live_tell(live, LIVE_EVENT, event);
}

static int on_times(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct bus_call *call = userdata;
	struct live_game *game = live_game_at(call->source->live, call->path);
	json_t *times = bus_call_reply(call, m);

	for (size_t i = 0; game && i < game->count; i++) {
		const json_t *time = json_array_get(times, i);

		if (time)
			game->moves[i].made_us = live_of_wall(json_integer_value(time));
	}
	if (game) {
		game->is_read = true;
		live_tell(call->source->live, LIVE_GAME, game->id);
		tell_event(call->source->live, game);
	}
	json_decref(times);
	bus_call_free(call);
	return 0;
}

static int on_moves(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct bus_call *call = userdata;
	struct bus_source *s = call->source;
	struct live_game *game = live_game_at(s->live, call->path);
	json_t *moves = bus_call_reply(call, m), *move;
	size_t i;

	if (game && moves) {
		live_forget_moves(game, 1);
		json_array_foreach(moves, i, move) {
			const json_int_t left = json_integer_value(json_array_get(move, 4));
			json_t *one = json_pack("{s:O, s:O, s:O, s:O, s:o, s:O}", "ply", json_array_get(move, 0),
						"side", json_array_get(move, 1), "uci", json_array_get(move, 2),
						"placement", json_array_get(move, 3), "left_us",
						left < 0 ? json_null() : json_integer(left), "t_us",
						json_array_get(move, 5));

			if (one && *json_string_value(json_array_get(move, 6)))
				json_object_set(one, "san", json_array_get(move, 6));
			live_set_move(game, i + 1, one, live_now());
		}
		game->has_moves = true;
		if (bus_call_ask(s, call->path, BUS_GAME, "MoveTimes", on_times, 0, NULL) < 0)
			live_remove(s->live, call->path);
	}
	json_decref(moves);
	bus_call_free(call);
	return 0;
}

void bus_call_read_moves(struct bus_source *s, const char *path)
{
	bus_call_ask(s, path, BUS_GAME, "Moves", on_moves, 0, NULL);
}

/* --- events --- */

/* What was put right of a pairing is in the record of its game, however long that is over. */
static void forget_records(struct bus_source *s, const json_t *was, const json_t *round)
{
	const json_t *before = json_object_get(was, "pairings");
	json_t *pairing;
	size_t i;

	json_array_foreach(json_object_get(round, "pairings"), i, pairing)
		if (*live_text(pairing, "game") && !json_equal(pairing, json_array_get(before, i)))
			bus_record_forget(s, live_text(pairing, "game"));
}

static int on_round(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct bus_call *call = userdata;
	struct live *live = call->source->live;
	struct live_event *event = live_event_at(call->source->live, call->path);
	json_t *reply = bus_call_reply(call, m),
	       *round = json_loads(json_is_string(reply) ? json_string_value(reply) : "", 0, NULL);
	char number[16];

	snprintf(number, sizeof(number), "%u", call->number);
	if (event && round) {
		forget_records(call->source, json_object_get(event->rounds, number), round);
		json_object_set(event->rounds, number, round);
		live_tell(live, LIVE_EVENT, event->id);
	}
	json_decref(round);
	json_decref(reply);
	bus_call_free(call);
	return 0;
}

void bus_call_read_round(struct bus_source *s, const char *path, unsigned number)
{
	bus_call_ask(s, path, BUS_EVENT, "Round", on_round, number, "u", (uint32_t)number);
}

static int on_event(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct bus_call *call = userdata;
	struct live_event *event = live_event_at(call->source->live, call->path);
	json_t *properties = bus_call_reply(call, m);

	if (event && properties) {
		json_object_update(event->properties, properties);
		live_tell(call->source->live, LIVE_EVENT, event->id);
	}
	json_decref(properties);
	bus_call_free(call);
	return 0;
}

void bus_call_read_event(struct bus_source *s, const char *path)
{
	bus_call_ask(s, path, "org.freedesktop.DBus.Properties", "GetAll", on_event, 0, "s", BUS_EVENT);
}

/* --- boards --- */

static int on_placement(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct bus_call *call = userdata;
	struct live_board *board = live_board_at(call->source->live, call->path);
	json_t *placement = bus_call_reply(call, m);

	if (board && board->is_awaited) {
		board->is_awaited = false;
		live_tell(call->source->live, LIVE_BOARD, board->name);
	}
	if (board && json_is_string(placement)) {
		live_set_squares(board, json_string_value(placement));
		snprintf(live_tell(call->source->live, LIVE_SENSOR, board->name)->what, 8, "board");
	}
	json_decref(placement);
	bus_call_free(call);
	return 0;
}

int bus_call_read_placement(struct bus_source *s, const char *path)
{
	return bus_call_ask(s, path, "org.freedesktop.DBus.Properties", "Get", on_placement, 0, "ss", BUS_BOARD,
			    "Placement");
}

/* The daemon takes both in this order. */
int bus_call_watch_board(struct bus_source *s, const char *path)
{
	bus_call_ask(s, path, BUS_BOARD, "Subscribe", bus_call_done, 0, NULL);
	return bus_call_read_placement(s, path);
}

/* --- the hall --- */

static int on_journal_fault(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct bus_call *call = userdata;
	json_t *fault = bus_call_reply(call, m);

	if (json_is_string(fault))
		live_set_journal_fault(call->source->live, json_string_value(fault));
	json_decref(fault);
	bus_call_free(call);
	return 0;
}

void bus_call_read_journal_fault(struct bus_source *s)
{
	bus_call_ask(s, BUS_PATH, "org.freedesktop.DBus.Properties", "Get", on_journal_fault, 0, "ss", BUS_MANAGER,
		     "JournalFault");
}
