/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/source.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/bus-client.h"
#include "web/live.h"

static json_int_t bus_news_number(const json_t *object, const char *key)
{
	return json_integer_value(json_object_get(object, key));
}

/* --- objects --- */

static void take_board(struct bus_source *s, const char *path, json_t *properties)
{
	struct live_board *board = live_add_board(s->live, path, live_text(properties, "Name"));

	if (!board)
		return;
	json_object_update(board->properties, properties);
	for (const struct game *const *g = game_list(); *g && !board->geometry; g++)
		if ((*g)->width == bus_news_number(properties, "Width") &&
		    (*g)->height == bus_news_number(properties, "Height"))
			board->geometry = *g;
	live_set_squares(board, live_text(properties, "Placement"));
	live_tell(s->live, LIVE_BOARD, board->name);
	board->is_awaited = bus_call_watch_board(s, path) >= 0;
}

static void take_clock_properties(struct live_game *game, const json_t *clock)
{
	if (!clock)
		return;
	game->clock = (struct live_clock){
		.is_there = *live_text(clock, "Mode") && strcmp(live_text(clock, "Mode"), "none") != 0,
		.left_us = { bus_news_number(clock, "WhiteUs"), bus_news_number(clock, "BlackUs") },
		.running = live_side(live_text(clock, "Running")),
		.boottime_us = bus_news_number(clock, "InstantBoottime"),
		.at_us = live_of_boottime(bus_news_number(clock, "InstantBoottime")),
	};
}

static bool is_over(const struct live_game *game)
{
	return strcmp(live_text(game->properties, "State"), "over") == 0;
}

static void bus_news_take_game(struct bus_source *s, const char *path, json_t *properties, const json_t *clock)
{
	struct live_game *game = live_add_game(s->live, path, live_text(properties, "Id"));
	const json_t *delay = json_object_get(properties, "Delay");
	json_t *ruling;

	if (!game)
		return;
	ruling = json_loads(live_text(properties, "LastNotice"), 0, NULL);
	json_object_update(game->properties, properties);
	game->is_silent = json_is_true(json_object_get(properties, "Silent"));
	game->delay.moves = (unsigned)json_integer_value(json_array_get(delay, 0));
	game->delay.us = json_integer_value(json_array_get(delay, 1)) * 60 * 1000000;
	game->over_us = bus_news_number(properties, "Ended");
	if (game->over_us)
		game->over_us = live_of_wall(game->over_us);
	take_clock_properties(game, clock);
	live_set_ruling(game, ruling);
	json_decref(ruling);
	bus_call_read_moves(s, path);
}

static void take_event(struct bus_source *s, const char *path, json_t *properties)
{
	struct live_event *event = live_add_event(s->live, path, live_text(properties, "Id"));
	json_t *round;
	size_t i;

	if (!event)
		return;
	json_object_update(event->properties, properties);
	json_array_foreach(json_object_get(properties, "Rounds"), i, round)
		bus_call_read_round(s, path, (unsigned)json_integer_value(json_array_get(round, 0)));
	live_tell(s->live, LIVE_EVENT, event->id);
}

void bus_news_object(struct bus_source *s, const char *path, const json_t *interfaces)
{
	json_t *properties;

	if ((properties = json_object_get(interfaces, BUS_BOARD)))
		take_board(s, path, properties);
	if ((properties = json_object_get(interfaces, BUS_GAME)))
		bus_news_take_game(s, path, properties, json_object_get(interfaces, BUS_CLOCK));
	if ((properties = json_object_get(interfaces, BUS_EVENT)))
		take_event(s, path, properties);
}

/* --- what happens in a game --- */

static void take_published(struct bus_source *s, struct live_game *game, sd_bus_message *m)
{
	const char *text;
	json_t *p;
	int64_t t;

	if (sd_bus_message_read(m, "xs", &t, &text) < 0 || !(p = json_loads(text, 0, NULL)))
		return;
	live_publication_take(game, p, live_now());
	json_decref(p);
	live_tell(s->live, LIVE_GAME, game->id);
}

static void bus_news_take_clock(struct bus_source *s, struct live_game *game, sd_bus_message *m)
{
	int64_t t, white, black, boottime;
	const char *running;

	if (sd_bus_message_read(m, "xxxsx", &t, &white, &black, &running, &boottime) < 0)
		return;
	game->clock = (struct live_clock){ .is_there = true,
					   .left_us = { white, black },
					   .running = live_side(running),
					   .boottime_us = boottime,
					   .at_us = live_of_boottime(boottime) };
	live_tell(s->live, LIVE_GAME, game->id);
}

static void take_game_properties(struct bus_source *s, struct live_game *game, const json_t *changed)
{
	json_object_update(game->properties, (json_t *)changed);
	if (!is_over(game))
		game->over_us = 0;
	else if (!game->over_us)
		game->over_us = live_now();
	live_tell(s->live, LIVE_GAME, game->id);
}

/* --- signals --- */

static void take_properties(struct bus_source *s, sd_bus_message *m, const char *path)
{
	struct live_board *board = live_board_at(s->live, path);
	struct live_game *game = live_game_at(s->live, path);
	struct live_event *event = live_event_at(s->live, path);
	const char *interface;
	json_t *changed;
	int r;

	if (sd_bus_message_read(m, "s", &interface) < 0 || !(changed = bus_read_json(m, &r)))
		return;
	if (game && strcmp(interface, BUS_GAME) == 0) {
		take_game_properties(s, game, changed);
	} else if (game && strcmp(interface, BUS_CLOCK) == 0) {
		game->clock.is_there = strcmp(live_text(changed, "Mode"), "none") != 0;
		live_tell(s->live, LIVE_GAME, game->id);
	} else if (board && strcmp(interface, BUS_BOARD) == 0) {
		json_object_update(board->properties, changed);
		live_tell(s->live, LIVE_BOARD, board->name);
	} else if (event && strcmp(interface, BUS_EVENT) == 0) {
		bus_call_read_event(s, path);
	} else if (strcmp(interface, BUS_MANAGER) == 0 && json_object_get(changed, "JournalFault")) {
		live_set_journal_fault(s->live, live_text(changed, "JournalFault"));
	}
	json_decref(changed);
}

static void take_sensor(struct bus_source *s, struct live_board *board, sd_bus_message *m)
{
	const char *type, *square, *piece, *side;
	struct live_news *news;
	int64_t t_us;
	int at;

	if (sd_bus_message_read(m, "xssss", &t_us, &type, &square, &piece, &side) < 0)
		return;
	if (strcmp(type, "board") == 0) {
		bus_call_read_placement(s, board->path);
		return;
	}
	at = board->geometry && *square ? board->geometry->square_parse(square) : -EINVAL;
	if (at >= 0 && strcmp(type, "lift") == 0)
		board->squares[at] = '.';
	else if (at >= 0 && strcmp(type, "place") == 0)
		board->squares[at] = *piece;
	news = live_tell(s->live, LIVE_SENSOR, board->name);
	news->t_us = t_us;
	news->piece = *piece;
	news->side = live_side(side);
	snprintf(news->what, sizeof(news->what), "%s", type);
	snprintf(news->square, sizeof(news->square), "%s", square);
}

static void take_round(struct bus_source *s, sd_bus_message *m, const char *path)
{
	uint32_t round;

	if (sd_bus_message_read(m, "u", &round) < 0)
		return;
	bus_call_read_event(s, path);
	bus_call_read_round(s, path, round);
}

static void take_added(struct bus_source *s, sd_bus_message *m)
{
	const char *path;
	json_t *interfaces;
	int r;

	if (sd_bus_message_read(m, "o", &path) < 0 || !(interfaces = bus_read_json(m, &r)))
		return;
	bus_news_object(s, path, interfaces);
	json_decref(interfaces);
}

static void take_removed(struct bus_source *s, sd_bus_message *m)
{
	const char *name, *path;

	if (sd_bus_message_read(m, "so", &name, &path) >= 0)
		live_remove(s->live, path);
}

void bus_news_signal(struct bus_source *s, sd_bus_message *m)
{
	const char *path = sd_bus_message_get_path(m);
	struct live_board *board = path ? live_board_at(s->live, path) : NULL;
	struct live_game *game = path ? live_game_at(s->live, path) : NULL;

	if (!path)
		return;
	if (sd_bus_message_is_signal(m, "org.freedesktop.DBus.ObjectManager", "InterfacesAdded"))
		take_added(s, m);
	else if (sd_bus_message_is_signal(m, BUS_MANAGER, "BoardRemoved") ||
		 sd_bus_message_is_signal(m, BUS_MANAGER, "GameRemoved"))
		take_removed(s, m);
	else if (sd_bus_message_is_signal(m, "org.freedesktop.DBus.Properties", "PropertiesChanged"))
		take_properties(s, m, path);
	else if (sd_bus_message_is_signal(m, BUS_EVENT, "RoundChanged") ||
		 sd_bus_message_is_signal(m, BUS_EVENT, "PairingChanged"))
		take_round(s, m, path);
	else if (board && sd_bus_message_is_signal(m, BUS_BOARD, "Event"))
		take_sensor(s, board, m);
	else if (game && sd_bus_message_is_signal(m, BUS_GAME, "Published"))
		take_published(s, game, m);
	else if (game && sd_bus_message_is_signal(m, BUS_CLOCK, "Changed"))
		bus_news_take_clock(s, game, m);
}
