/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/livechess/feed.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void eboards_done(struct eboards *all)
{
	struct eboard *b;

	while ((b = all->first)) {
		all->first = b->next;
		official_done(&b->official);
		free(b->serial);
		free(b);
	}
}

struct eboard *eboards_find(const struct eboards *all, const char *serial)
{
	for (struct eboard *b = all->first; b; b = b->next)
		if (strcmp(b->serial, serial) == 0)
			return b;
	return NULL;
}

/* In the order of their names, TABLE-2 before TABLE-10: many programs take the first one, and after a restart, of the
 * daemon or of this program, that is to be the same board. */
static struct eboard *eboards_add(struct eboards *all, const char *serial)
{
	struct eboard *b, **at = &all->first;

	while (*at && strverscmp((*at)->serial, serial) < 0)
		at = &(*at)->next;
	b = calloc(1, sizeof(*b));
	if (!b || !(b->serial = strdup(serial))) {
		free(b);
		return NULL;
	}
	naming_begin(&b->naming);
	memset(b->squares, '.', sizeof(b->squares));
	b->next = *at;
	return *at = b;
}

/* --- what the hall says of a board --- */

static bool has_feature(const struct live_board *live, const char *feature)
{
	json_t *value;
	size_t i;

	json_array_foreach(json_object_get(live->properties, "Features"), i, value)
		if (json_string_value(value) && strcmp(json_string_value(value), feature) == 0)
			return true;
	return false;
}

static const char *kind_of_line(const char *uri, const char *device)
{
	if (strncmp(uri, "socket:", 7) == 0)
		return "socket";
	if (strncmp(uri, "trace:", 6) == 0)
		return "file";
	if (strncmp(device, "tty", 3) == 0)
		return "serial";
	return strncmp(device, "hidraw", 6) == 0 ? "hid" : "usb";
}

/* The device's name without its folder, as other servers of this API have it. */
static void take_source(struct eboard *b, const struct live_board *live)
{
	const char *uri = live_text(live->properties, "Uri"), *node = live_text(live->properties, "Node"), *name;
	const char *path = *node ? node : strchr(uri, ':') ? strchr(uri, ':') + 1 : "";

	name = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
	snprintf(b->source, sizeof(b->source), "%s", name);
	snprintf(b->line, sizeof(b->line), "%s", kind_of_line(uri, name));
	snprintf(b->model, sizeof(b->model), "%s", live_text(live->properties, "Model"));
}

static void know(struct eboard *b, const char pieces[static SQUARES])
{
	char turned[SQUARES];

	squares_turn(pieces, turned);
	naming_know(&b->naming, b->turned ? turned : pieces, b->squares);
}

/* Set up for a game: then it is seen from which side, if the sensors name the pieces; and if not, which they are. */
static void see_start(struct eboard *b)
{
	char turned[SQUARES];

	squares_turn(squares_start, turned);
	if (memcmp(b->squares, squares_start, SQUARES) == 0)
		b->turned = false;
	else if (memcmp(b->squares, turned, SQUARES) == 0)
		b->turned = true;
	know(b, squares_start);
}

/* What was published of the game that is played on it: everybody may know which pieces stand there. */
static void see_game(struct eboard *b, const struct live_board *live, const struct live_game *game)
{
	const struct live_move *last = game->count > 0 ? &game->moves[game->count - 1] : NULL;
	const char *text = live_text(last ? last->json : game->properties, last ? "placement" : "StartFen");
	struct live_board there = { .geometry = live->geometry };
	char placement[GAME_FEN];

	snprintf(placement, sizeof(placement), "%.*s", (int)strcspn(text, " "), text);
	if (live_set_squares(&there, placement))
		know(b, there.squares);
}

static void see_all(struct eboard *b, const struct live_board *live)
{
	b->is_known = true;
	memcpy(b->squares, live->squares, sizeof(b->squares));
	naming_squares(&b->naming, b->squares);
	see_start(b);
}

static bool same_clock(const struct live_clock *a, const struct live_clock *b)
{
	return a->is_there == b->is_there && a->left_us[WHITE] == b->left_us[WHITE] &&
	       a->left_us[BLACK] == b->left_us[BLACK] && a->running == b->running && a->boottime_us == b->boottime_us;
}

/* The game that is played; else the last one, which persons may still change. */
static void take_official(struct eboard *b, const struct live *live, const struct live_game *game)
{
	const struct live_game *last = game ? game : live_game(live, b->official.id);

	if (!last)
		return;
	if (strcmp(live_text(last->properties, "Result"), "void") == 0)
		official_make_void(&b->official);
	else if (last->is_read && !last->is_silent)
		official_read(&b->official, last);
}

static void refresh(struct eboards *all, struct eboard *b, const struct live *live, const struct live_board *from,
		    int64_t realtime_us)
{
	const struct live_game *game = from ? live_board_game(live, from) : NULL;
	const struct live_clock none = { .running = NO_SIDE }, *clock;
	const bool was_there = b->is_there, was_silent = b->is_silent;
	const bool may = from && (all->undelayed || live_board_is_shown(live, from, realtime_us));

	all->hides |= from && !may;
	/* who follows its game from now on misses nothing */
	b->is_there = live->is_connected && may && !from->is_awaited;
	b->is_unread = game && !game->is_read;
	b->is_silent = game && (!game->is_read || game->is_silent);
	clock = game && game->is_read && !b->is_silent ? &game->clock : &none;
	if (was_there != b->is_there || was_silent != b->is_silent || !same_clock(&b->clock, clock))
		b->change++;
	b->clock = *clock;
	if (!b->is_there)
		return;
	take_official(b, live, game);
	take_source(b, from);
	b->has_lever = has_feature(from, "lever");
	b->presses_late = !has_feature(from, "device-time");
	b->names_pieces = strcmp(live_text(from->properties, "Sensors"), "piece-id") == 0;
	if (!from->is_known)
		b->is_known = false;
	else if (!was_there || !b->is_known)
		see_all(b, from);
	if (game && game->is_read && b->is_known)
		see_game(b, from, game);
}

static bool is_chess(const struct live_board *board)
{
	return board->geometry && board->geometry->squares == SQUARES;
}

int eboards_refresh(struct eboards *all, const struct live *live, const char *name, int64_t realtime_us)
{
	struct live_board *from = live_board(live, name);
	struct eboard *b = eboards_find(all, name);

	if (from && !is_chess(from))
		from = NULL;
	if (!b && !from)
		return 0;
	if (!b && !(b = eboards_add(all, name)))
		return -ENOMEM;
	refresh(all, b, live, from, realtime_us);
	return 0;
}

int eboards_refresh_all(struct eboards *all, const struct live *live, int64_t realtime_us)
{
	all->hides = false;
	for (const struct live_board *from = live->boards; from; from = from->next)
		if (is_chess(from) && !eboards_find(all, from->name) && !eboards_add(all, from->name))
			return -ENOMEM;
	for (struct eboard *b = all->first; b; b = b->next)
		eboards_refresh(all, live, b->serial, realtime_us);
	return 0;
}

bool eboards_sensor(struct eboard *b, const struct live *live, const struct live_news *news)
{
	const struct live_board *from = live_board(live, b->serial);
	const char letter = strcmp(news->what, "place") == 0 ? news->piece ? news->piece : '?' : '.';
	int square;

	if (!from || !is_chess(from))
		return false;
	if (strcmp(news->what, "board") == 0) {
		if (from->is_known)
			see_all(b, from);
		return from->is_known;
	}
	square = strcmp(news->what, "lift") && strcmp(news->what, "place") ? -1 :
									     from->geometry->square_parse(news->square);
	if (square < 0 || b->squares[square] == letter) /* it was in what was told of the whole board */
		return false;
	b->squares[square] = letter;
	if (letter == '.')
		naming_lift(&b->naming, (unsigned)square);
	else
		naming_place(&b->naming, (unsigned)square, letter);
	see_start(b);
	return true;
}

/* --- what clients get --- */

bool eboard_placement(const char letters[static SQUARES], bool flipped, char ret[static SQUARES_FEN])
{
	char seen[SQUARES];

	memcpy(seen, letters, SQUARES);
	if (flipped)
		squares_turn(seen, seen);
	return squares_format(seen, ret);
}

static json_t *text_or_null(const char *text)
{
	return *text ? json_string(text) : json_null();
}

json_t *eboard_clock(const struct eboard *board)
{
	const struct live_clock *clock = &board->clock;
	const int64_t time_us = live_of_boottime(clock->boottime_us);

	if (!clock->is_there)
		return json_null();
	return json_pack("{s:I, s:I, s:o, s:I}", "white", (json_int_t)(clock->left_us[WHITE] / 1000000), "black",
			 (json_int_t)(clock->left_us[BLACK] / 1000000), "run",
			 clock->running == NO_SIDE ? json_null() : json_boolean(clock->running == WHITE), "time",
			 (json_int_t)(time_us / 1000));
}

/* battery is a text that says nothing: what a board's battery has left is not known here, and clients want a text. */
json_t *eboard_format(const struct eboard *board, const char letters[static SQUARES], bool flipped)
{
	char placement[SQUARES_FEN];
	const bool has = board->is_known && eboard_placement(letters, flipped, placement);

	return json_pack("{s:s, s:o, s:s, s:s, s:n, s:o, s:b, s:o}", "serialnr", board->serial, "source",
			 text_or_null(board->source), "state", board->is_known ? "ACTIVE" : "NOTRESPONDING", "battery",
			 "", "comment", "board", has ? json_string(placement) : json_null(), "flipped", (int)flipped,
			 "clock", eboard_clock(board));
}

json_t *eboards_sources(const struct eboards *all)
{
	json_t *list = json_array();

	for (const struct eboard *b = all->first; list && b; b = b->next)
		if (b->is_there)
			json_array_append_new(list, json_pack("{s:s, s:s, s:s, s:b, s:b}", "type", b->line, "device",
							      b->source, "name", b->model, "present", 1, "active",
							      (int)b->is_known));
	return list;
}
