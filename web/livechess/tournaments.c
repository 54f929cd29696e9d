/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/livechess/client.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "web/live.h"

/* The event of that id as spectators may see it. New reference. */
static json_t *find_event(const struct live *live, const char *id, int64_t now_us)
{
	const struct live_event *event = live_event(live, id);
	int64_t next_us = INT64_MAX;

	return event ? view_event(live, event, now_us, &next_us) : NULL;
}

static json_t *text_or_null(const char *text)
{
	return *text ? json_string(text) : json_null();
}

static json_t *list_events(const struct live *live)
{
	json_t *list = json_array();

	for (const struct live_event *e = live->events; list && e; e = e->next)
		json_array_append_new(list, json_pack("{s:s, s:s, s:i}", "uuid", e->id, "description",
						      live_text(e->properties, "Name"), "rounds",
						      (int)json_array_size(json_object_get(e->properties, "Rounds"))));
	return list;
}

/* Its boards' serial numbers, in the order of the tables. */
static json_t *list_boards(const struct live_event *event)
{
	json_t *list = json_array(), *table;
	size_t i;

	json_array_foreach(json_object_get(event->properties, "Boards"), i, table)
		json_array_append(list, json_array_get(table, 1));
	return list;
}

static json_t *format_event(const struct live *live, const char *id)
{
	const struct live_event *e = live_event(live, id);
	const json_t *p = e ? e->properties : NULL;

	if (!e)
		return NULL;
	return json_pack("{s:s, s:s, s:s, s:o, s:n, s:i, s:o}", "uuid", e->id, "name", live_text(p, "Name"),
			 "description", live_text(p, "Name"), "location", text_or_null(live_text(p, "Site")), "country",
			 "rounds", (int)json_array_size(json_object_get(p, "Rounds")), "eboards", list_boards(e));
}

/* "Last, First Middle"; a name without a comma is a last name. */
static json_t *format_player(const json_t *player)
{
	const char *name = live_text(player, "name"), *comma = strchr(name, ','), *first = comma ? comma + 1 : "";
	const size_t last = comma ? (size_t)(comma - name) : strlen(name);
	const json_t *fide = json_object_get(player, "fide");

	first += strspn(first, " ");
	return json_pack("{s:o, s:n, s:o, s:o, s:o, s:n, s:o}", "fname", text_or_null(first), "mname", "lname",
			 json_stringn(name, last), "title", text_or_null(live_text(player, "title")), "federation",
			 text_or_null(live_text(player, "fed")), "gender", "fideid",
			 json_is_string(fide) ? text_or_null(json_string_value(fide)) :
			 fide		      ? json_incref((json_t *)fide) :
						json_null());
}

static json_t *format_result(const char *result)
{
	static const char *const words[][2] = {
		{ "1-0", "WHITEWIN" },	   { "0-1", "BLACKWIN" },     { "1/2-1/2", "DRAW" },
		{ "+/-", "BLACKFORFAIT" }, { "-/+", "WHITEFORFAIT" },
	};

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (strcmp(result, words[i][0]) == 0)
			return json_string(words[i][1]);
	return json_null();
}

/* Its game goes on: also while its clocks stand, or its board is gone. */
static bool is_live(const json_t *pairing)
{
	static const char *const going_on[] = { "ready", "running", "paused", "board-gone" };

	for (size_t i = 0; i < sizeof(going_on) / sizeof(going_on[0]); i++)
		if (strcmp(live_text(pairing, "state"), going_on[i]) == 0)
			return true;
	return false;
}

static json_t *format_pairing(const json_t *pairing)
{
	return json_pack("{s:O?, s:o, s:o, s:o, s:b, s:o}", "nr", json_object_get(pairing, "table"), "uuid",
			 text_or_null(live_text(pairing, "game")), "white",
			 format_player(json_object_get(pairing, "white")), "black",
			 format_player(json_object_get(pairing, "black")), "live", (int)is_live(pairing), "result",
			 format_result(live_text(pairing, "result")));
}

/* which: "EVENT/N" */
static json_t *format_round(const struct live *live, const char *which, int64_t now_us)
{
	const char *slash = strrchr(which, '/');
	char id[LIVE_NAME], *end;
	const json_t *round;
	json_t *event, *list, *pairing, *o = NULL;
	unsigned long n;
	size_t i;

	if (!slash || slash[1] < '0' || slash[1] > '9' || (size_t)(slash - which) >= sizeof(id))
		return NULL;
	snprintf(id, sizeof(id), "%.*s", (int)(slash - which), which);
	n = strtoul(slash + 1, &end, 10);
	event = *end ? NULL : find_event(live, id, now_us);
	round = json_array_get(json_object_get(event, "rounds"), n);
	if (round) {
		list = json_array();
		json_array_foreach(json_object_get(round, "pairings"), i, pairing)
			if (!*live_text(pairing, "bye"))
				json_array_append_new(list, format_pairing(pairing));
		o = json_pack("{s:O?, s:O?, s:o}", "nr", json_object_get(round, "round"), "date",
			      json_array_get(json_object_get(event, "dates"), n), "pairings", list);
	}
	json_decref(event);
	return o;
}

/* The number of its array among those of Chess960; chess' own has one, too. */
static json_t *format_array(const char *fen)
{
	struct game_position start;
	char squares[GAME_MAX_SQUARES];
	int number;

	if (game_chess960.parse(fen, &start, NULL) < 0)
		return json_null();
	game_chess960.placement(&start, squares);
	number = game_chess960.start_number(squares);
	return number < 0 ? json_null() : json_integer(number);
}

/* "SAN SECONDS", or the move alone where no clock was running. */
static json_t *format_moves(const json_t *view)
{
	json_t *list = json_array(), *move;
	size_t i;

	json_array_foreach(json_object_get(view, "moves"), i, move) {
		const json_t *left = json_object_get(move, "left_us");
		char text[128];

		if (!*live_text(move, "san"))
			break;
		if (json_is_integer(left))
			snprintf(text, sizeof(text), "%.90s %" JSON_INTEGER_FORMAT, live_text(move, "san"),
				 json_integer_value(left) / 1000000);
		else
			snprintf(text, sizeof(text), "%.90s", live_text(move, "san"));
		json_array_append_new(list, json_string(text));
	}
	return list;
}

static json_t *format_clock(const json_t *view)
{
	const json_t *clock = json_object_get(view, "clock");
	const char *running = live_text(clock, "running");

	if (!json_is_object(clock) || json_is_true(json_object_get(view, "silent")))
		return json_null();
	return json_pack("{s:I, s:I, s:o, s:I}", "white",
			 json_integer_value(json_object_get(clock, "white_us")) / 1000000, "black",
			 json_integer_value(json_object_get(clock, "black_us")) / 1000000, "run",
			 strcmp(running, "white") == 0 ? json_true() :
			 strcmp(running, "black") == 0 ? json_false() :
							 json_null(),
			 "time", json_integer_value(json_object_get(clock, "at_us")) / 1000);
}

static json_t *format_game(const struct live *live, const char *id, int64_t now_us)
{
	const struct live_game *game = live_game(live, id);
	int64_t next_us = INT64_MAX;
	json_t *view = game ? view_game(game, now_us, &next_us) : NULL, *o = NULL;

	if (view && strncmp(live_text(view, "kind"), "chess", 5) == 0)
		o = json_pack("{s:o, s:o, s:n, s:o, s:o}", "chess960", format_array(live_text(view, "start_fen")),
			      "result", format_result(live_text(view, "result")), "comment", "clock",
			      format_clock(view), "moves", format_moves(view));
	json_decref(view);
	return o;
}

json_t *tournaments_get(const struct live *live, const char *path, int64_t realtime_us)
{
	if (strcmp(path, "tournaments") == 0)
		return list_events(live);
	if (strncmp(path, "tournament/", 11) == 0)
		return format_event(live, path + 11);
	if (strncmp(path, "round/", 6) == 0)
		return format_round(live, path + 6, realtime_us);
	if (strncmp(path, "game/", 5) == 0)
		return format_game(live, path + 5, realtime_us);
	return NULL;
}
