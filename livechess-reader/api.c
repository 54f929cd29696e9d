/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "livechess-reader/livechess.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define MOST_S 360000 /* a hundred hours */
#define FEEDS 100     /* the first feed's id; a board's place is added */

void api_ask(struct api *a)
{
	connection_say(a->connection, "{\"id\":1,\"call\":\"eboards\"}");
}

void api_begin(struct api *a)
{
	a->is_listed = false;
	api_ask(a);
}

/* A name that is a file's. */
static bool is_name(const char *serial)
{
	return *serial && strlen(serial) < TABLE_SERIAL && !strchr(serial, '/') && *serial != '.';
}

/* The board's place, or -1: it is none, or there are too many. */
static int place_of(struct api *a, const char *serial)
{
	char path[512];

	for (unsigned i = 0; i < a->count; i++)
		if (strcmp(table_serial(a->tables[i]), serial) == 0)
			return (int)i;
	if (a->count == API_BOARDS || !is_name(serial))
		return -1;
	snprintf(path, sizeof(path), "%.300s/%.100s/%s", a->folder ? a->folder : "", a->server, serial);
	a->tables[a->count] = table_new(serial, path);
	if (!a->tables[a->count])
		return -1;
	if (a->prints)
		printf("livechess://%s/%s\n", a->server, serial);
	return (int)a->count++;
}

static void subscribe(struct api *a, unsigned i)
{
	json_t *call = json_pack("{s:i, s:s, s:{s:s, s:i, s:{s:s}}}", "id", (int)i + 2, "call", "subscribe", "param",
				 "feed", "eboardevent", "id", (int)i + FEEDS, "param", "serialnr",
				 table_serial(a->tables[i]));
	char *text = call ? json_dumps(call, JSON_COMPACT) : NULL;

	if (text)
		connection_say(a->connection, text);
	free(text);
	json_decref(call);
}

static uint32_t seconds(const json_t *clock, const char *key)
{
	const json_int_t s = json_integer_value(json_object_get(clock, key));

	return s < 0 ? 0 : s > MOST_S ? MOST_S : (uint32_t)s;
}

/* What is told of a board, wherever: keys that are missing are as they were. */
static void take_board(struct table *t, const json_t *param)
{
	const json_t *clock = json_object_get(param, "clock"), *run = json_object_get(clock, "run");
	const char *placement = json_string_value(json_object_get(param, "board"));
	const struct table_times times = { .white_s = seconds(clock, "white"),
					   .black_s = seconds(clock, "black"),
					   .running = json_is_true(run)	 ? 'w' :
						      json_is_false(run) ? 'b' :
									   ' ' };

	if (json_is_object(clock) && !table_is_there(t)) /* what kind of board it is is known before it is plugged in */
		table_clock(t, &times);
	/* the pieces first: the lever is pressed behind them */
	if (placement)
		table_squares(t, placement);
	if (json_is_object(clock))
		table_clock(t, &times);
}

static bool answers(const json_t *board)
{
	const char *state = json_string_value(json_object_get(board, "state"));

	return state && strcmp(state, "ACTIVE") == 0;
}

/* Boards that are not there any more lose their cable; new ones are asked for what happens on them. */
static void take_boards(struct api *a, const json_t *list)
{
	bool there[API_BOARDS] = { false };
	json_t *board;
	size_t i;

	json_array_foreach(list, i, board) {
		const char *serial = json_string_value(json_object_get(board, "serialnr"));
		const int at = serial ? place_of(a, serial) : -1;

		if (at < 0)
			continue;
		there[at] = answers(board) || json_is_string(json_object_get(board, "board"));
		if (a->folder && there[at] && !table_is_there(a->tables[at])) /* new, or back */
			subscribe(a, (unsigned)at);
	}
	for (unsigned k = 0; k < a->count; k++)
		if (!there[k])
			table_leave(a->tables[k]);
	a->is_listed = true;
}

void api_text(const char *text, size_t size, void *userdata)
{
	struct api *a = userdata;
	json_t *message = json_loadb(text, size, 0, NULL);
	const json_t *param = json_object_get(message, "param");
	const char *what = json_string_value(json_object_get(message, "response"));
	const json_int_t id = json_integer_value(json_object_get(message, "id"));

	if (what && strcmp(what, "call") == 0 && json_is_array(param))
		take_boards(a, param);
	else if (what && strcmp(what, "feed") == 0 && id >= FEEDS && id < FEEDS + (json_int_t)a->count)
		take_board(a->tables[id - FEEDS], param);
	json_decref(message);
}

void api_leave(struct api *a)
{
	for (unsigned i = 0; i < a->count; i++)
		table_leave(a->tables[i]);
	a->is_listed = false;
}

void api_done(struct api *a)
{
	while (a->count)
		table_free(a->tables[--a->count]);
}
