/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/live.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/core/format/publication.h"
#include "common/machine-clock.h"

int live_init(struct live *live)
{
	*live = (struct live){ .news = calloc(LIVE_NEWS, sizeof(*live->news)) };
	return live->news ? 0 : -ENOMEM;
}

static void free_board(struct live_board *b)
{
	json_decref(b->properties);
	free(b->path);
	free(b->name);
	free(b);
}

static void free_game(struct live_game *g)
{
	for (size_t i = 0; i < g->count; i++)
		json_decref(g->moves[i].json);
	free(g->moves);
	json_decref(g->properties);
	json_decref(g->ruling);
	json_decref(g->rulings);
	free(g->path);
	free(g->id);
	free(g);
}

static void free_event(struct live_event *e)
{
	json_decref(e->properties);
	json_decref(e->rounds);
	free(e->path);
	free(e->id);
	free(e);
}

void live_clear(struct live *live)
{
	struct live_board *b;
	struct live_game *g;
	struct live_event *e;

	while ((b = live->boards)) {
		live->boards = b->next;
		free_board(b);
	}
	while ((g = live->games)) {
		live->games = g->next;
		free_game(g);
	}
	while ((e = live->events)) {
		live->events = e->next;
		free_event(e);
	}
}

void live_done(struct live *live)
{
	live_clear(live);
	free(live->news);
	live->news = NULL;
	json_decref(live->halls);
	live->halls = NULL;
	live_set_journal_fault(live, "");
}

void live_set_journal_fault(struct live *live, const char *fault)
{
	free(live->journal_fault);
	live->journal_fault = *fault ? strdup(fault) : NULL;
}

/* --- what there is --- */

struct live_board *live_board(const struct live *live, const char *name)
{
	for (struct live_board *b = live->boards; b; b = b->next)
		if (strcmp(b->name, name) == 0)
			return b;
	return NULL;
}

struct live_game *live_game(const struct live *live, const char *id)
{
	for (struct live_game *g = live->games; g; g = g->next)
		if (strcmp(g->id, id) == 0)
			return g;
	return NULL;
}

struct live_event *live_event(const struct live *live, const char *id)
{
	for (struct live_event *e = live->events; e; e = e->next)
		if (strcmp(e->id, id) == 0)
			return e;
	return NULL;
}

struct live_board *live_board_at(const struct live *live, const char *path)
{
	for (struct live_board *b = live->boards; b; b = b->next)
		if (strcmp(b->path, path) == 0)
			return b;
	return NULL;
}

struct live_game *live_game_at(const struct live *live, const char *path)
{
	for (struct live_game *g = live->games; g; g = g->next)
		if (strcmp(g->path, path) == 0)
			return g;
	return NULL;
}

struct live_event *live_event_at(const struct live *live, const char *path)
{
	for (struct live_event *e = live->events; e; e = e->next)
		if (strcmp(e->path, path) == 0)
			return e;
	return NULL;
}

struct live_game *live_board_game(const struct live *live, const struct live_board *board)
{
	for (struct live_game *g = live->games; g; g = g->next)
		if (strcmp(live_text(g->properties, "Board"), board->name) == 0 && !g->over_us &&
		    strcmp(live_text(g->properties, "State"), "over") != 0)
			return g;
	return NULL;
}

int live_game_shown(const struct live_game *game, int64_t now_us, struct delay_shown *ret)
{
	struct delay_game past = { .count = (unsigned)game->count,
				   .over = game->over_us != 0,
				   .over_us = game->over_us };
	int64_t *made = calloc(game->count + 1, sizeof(*made));

	*ret = (struct delay_shown){ .next_us = INT64_MAX };
	if (!made)
		return -ENOMEM;
	for (size_t i = 0; i < game->count; i++)
		made[i] = game->moves[i].made_us;
	past.made_us = made;
	delay_apply(&game->delay, &past, now_us, ret);
	free(made);
	return 0;
}

static bool is_named(const struct live_board *board, const char *name)
{
	static const char *const names[] = { "Name", "Serial", "Uri", "ById", "Port", "Node" };

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (*name && strcmp(live_text(board->properties, names[i]), name) == 0)
			return true;
	return false;
}

/* Is it one of the event's, by its file or by a pairing? */
static bool is_of_event(const struct live_board *board, const struct live_event *event)
{
	json_t *one, *round;
	const char *number;
	size_t i;

	json_array_foreach(json_object_get(event->properties, "Boards"), i, one)
		if (is_named(board, json_string_value(json_array_get(one, 1))))
			return true;
	json_object_foreach(event->rounds, number, round)
		json_array_foreach(json_object_get(round, "pairings"), i, one)
			if (is_named(board, live_text(one, "board")))
				return true;
	return false;
}

bool live_event_is_delayed(const struct live_event *event)
{
	const json_t *delay = json_object_get(event->properties, "Delay");

	return json_integer_value(json_array_get(delay, 0)) > 0 || json_integer_value(json_array_get(delay, 1)) > 0;
}

bool live_board_is_shown(const struct live *live, const struct live_board *board, int64_t now_us)
{
	for (const struct live_event *e = live->events; e; e = e->next)
		if (live_event_is_delayed(e) && is_of_event(board, e))
			return false;
	for (const struct live_game *g = live->games; g; g = g->next) {
		struct delay_shown shown;

		if (strcmp(live_text(g->properties, "Board"), board->name) != 0)
			continue;
		if (!g->is_read)
			return false;
		if (g->delay.moves == 0 && g->delay.us == 0)
			continue;
		if (live_game_shown(g, now_us, &shown) < 0 || !shown.all)
			return false;
	}
	return true;
}

const char *live_text(const json_t *properties, const char *name)
{
	const char *text = json_string_value(json_object_get(properties, name));

	return text ? text : "";
}

static int64_t ahead_us(void)
{
	return machine_clock_us(CLOCK_REALTIME) - machine_clock_us(CLOCK_BOOTTIME);
}

static int64_t first_ahead_us(void)
{
	static int64_t us;

	if (!us)
		us = ahead_us();
	return us;
}

int64_t live_now(void)
{
	return live_of_boottime(machine_clock_us(CLOCK_BOOTTIME));
}

int64_t live_of_boottime(int64_t boottime_us)
{
	return boottime_us + first_ahead_us();
}

int64_t live_to_boottime(int64_t live_us)
{
	return live_us - first_ahead_us();
}

int64_t live_of_wall(int64_t realtime_us)
{
	return live_of_boottime(realtime_us - ahead_us());
}

/* --- news --- */

struct live_news *live_tell(struct live *live, enum live_news_type type, const char *name)
{
	struct live_news *news = &live->news[++live->last % LIVE_NEWS];

	*news = (struct live_news){ .id = live->last, .type = type, .side = NO_SIDE };
	snprintf(news->name, sizeof(news->name), "%s", name);
	if (type == LIVE_GAME) {
		struct live_game *game = live_game(live, name);

		if (game)
			game->told = news->id;
	}
	return news;
}

const struct live_news *live_next(const struct live *live, uint64_t *cursor)
{
	static const struct live_news all = { .type = LIVE_ALL, .side = NO_SIDE };

	if (*cursor == 0 || live->last - *cursor >= LIVE_NEWS) {
		if (live->last == 0)
			return NULL;
		*cursor = live->last;
		return &all;
	}
	if (*cursor == live->last)
		return NULL;
	return &live->news[++*cursor % LIVE_NEWS];
}

/* --- for sources --- */

struct live_board *live_add_board(struct live *live, const char *path, const char *name)
{
	struct live_board *b, **end = &live->boards;

	for (; *end; end = &(*end)->next)
		if (strcmp((*end)->path, path) == 0)
			return *end;
	b = calloc(1, sizeof(*b));
	if (!b || !(b->path = strdup(path)) || !(b->name = strdup(name)) || !(b->properties = json_object())) {
		if (b)
			free_board(b);
		return NULL;
	}
	memset(b->squares, '.', sizeof(b->squares));
	return *end = b;
}

struct live_game *live_add_game(struct live *live, const char *path, const char *id)
{
	struct live_game *g, **end = &live->games;

	for (; *end; end = &(*end)->next)
		if (strcmp((*end)->path, path) == 0)
			return *end;
	g = calloc(1, sizeof(*g));
	if (!g || !(g->path = strdup(path)) || !(g->id = strdup(id)) || !(g->properties = json_object()) ||
	    !(g->rulings = json_array())) {
		if (g)
			free_game(g);
		return NULL;
	}
	g->clock.running = NO_SIDE;
	return *end = g;
}

struct live_event *live_add_event(struct live *live, const char *path, const char *id)
{
	struct live_event *e, **end = &live->events;

	for (; *end; end = &(*end)->next)
		if (strcmp((*end)->path, path) == 0)
			return *end;
	e = calloc(1, sizeof(*e));
	if (!e || !(e->path = strdup(path)) || !(e->id = strdup(id)) || !(e->properties = json_object()) ||
	    !(e->rounds = json_object())) {
		if (e)
			free_event(e);
		return NULL;
	}
	return *end = e;
}

void live_remove(struct live *live, const char *path)
{
	for (struct live_board **b = &live->boards; *b; b = &(*b)->next)
		if (strcmp((*b)->path, path) == 0) {
			struct live_board *gone = *b;

			*b = gone->next;
			live_tell(live, LIVE_BOARD, gone->name);
			free_board(gone);
			return;
		}
	for (struct live_game **g = &live->games; *g; g = &(*g)->next)
		if (strcmp((*g)->path, path) == 0) {
			struct live_game *gone = *g;

			*g = gone->next;
			live_tell(live, LIVE_GAME, gone->id);
			free_game(gone);
			return;
		}
}

/* The rows from the top: "rnb?kbnr/8/…". */
static bool read_rows(const struct game *game, const char *text, char squares[static GAME_MAX_SQUARES])
{
	unsigned row = game->height, column = 0;

	for (row--;; text++) {
		if (isdigit((unsigned char)*text)) {
			column += (unsigned)(*text - '0');
		} else if (*text == '/' || !*text) {
			if (column != game->width)
				return false;
			if (!*text)
				return row == 0;
			if (row-- == 0)
				return false;
			column = 0;
		} else {
			if (column >= game->width || (*text != '?' && !strchr(game->pieces, *text)))
				return false;
			squares[game->square_of_cell(row * game->width + column++)] = *text;
		}
		if (column > game->width)
			return false;
	}
}

/* One list of numbered squares, "31,K46", up to ':' or the end, which is returned; NULL: it is none. */
static const char *read_list(const struct game *game, const char *text, char man, char king,
			     char squares[static GAME_MAX_SQUARES])
{
	while (*text && *text != ':') {
		const bool crowned = *text == 'K';
		char number[8];
		size_t n;
		int square;

		text += crowned;
		n = strspn(text, "0123456789");
		if (n == 0 || n >= sizeof(number))
			return NULL;
		snprintf(number, sizeof(number), "%.*s", (int)n, text);
		square = game->square_parse(number);
		if (square < 0)
			return NULL;
		squares[square] = crowned ? king : man;
		text += n;
		if (*text == ',' && text[1])
			text++;
		else if (*text && *text != ':')
			return NULL;
	}
	return text;
}

static bool read_lists(const struct game *game, const char *text, char squares[static GAME_MAX_SQUARES])
{
	if (*text == 'W')
		text = read_list(game, text + 1, 'w', 'W', squares);
	if (text && *text == ':' && text[1] == 'B')
		text = read_list(game, text + 2, 'b', 'B', squares);
	if (text && *text == ':' && text[1] == '?')
		text = read_list(game, text + 2, '?', '?', squares);
	return text && !*text;
}

bool live_set_squares(struct live_board *board, const char *placement)
{
	const struct game *game = board->geometry;

	memset(board->squares, '.', sizeof(board->squares));
	board->is_known = game && *placement &&
			  (game->squares == game->width * game->height ? read_rows(game, placement, board->squares) :
									 read_lists(game, placement, board->squares));
	return board->is_known;
}

int live_set_move(struct live_game *game, size_t ply, json_t *move, int64_t made_us)
{
	if (!move || ply == 0 || ply > game->count + 1) {
		json_decref(move);
		return move ? -EINVAL : -ENOMEM;
	}
	if (ply <= game->count) { /* played already: told again otherwise */
		json_decref(game->moves[ply - 1].json);
		game->moves[ply - 1].json = move;
		return 0;
	}
	if (game->count == game->room) {
		size_t room = game->room ? 2 * game->room : 64;
		struct live_move *more = reallocarray(game->moves, room, sizeof(*more));

		if (!more) {
			json_decref(move);
			return -ENOMEM;
		}
		game->moves = more;
		game->room = room;
	}
	game->moves[game->count++] = (struct live_move){ .json = move, .made_us = made_us };
	return 0;
}

void live_forget_moves(struct live_game *game, size_t from_ply)
{
	while (game->count > 0 && game->count >= from_ply)
		json_decref(game->moves[--game->count].json);
}
