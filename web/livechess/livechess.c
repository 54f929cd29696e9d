/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/livechess/livechess.h"

#include <stdlib.h>
#include <string.h>

#include "web/livechess/client.h"

enum { HIDDEN_US = 1000000 }; /* how often a board whose delay may be over is looked at */

void livechess_init(struct livechess *lc, const struct live *live, bool undelayed)
{
	*lc = (struct livechess){ .live = live, .boards.undelayed = undelayed };
}

void livechess_done(struct livechess *lc)
{
	while (lc->clients)
		livechess_disconnect(lc, lc->clients);
	eboards_done(&lc->boards);
}

struct client *livechess_connect(struct livechess *lc)
{
	struct client *c = lc->client_count < LIVECHESS_CLIENTS ? client_new(&lc->boards) : NULL;

	if (!c)
		return NULL;
	c->next = lc->clients;
	lc->clients = c;
	lc->client_count++;
	return c;
}

void livechess_disconnect(struct livechess *lc, struct client *client)
{
	for (struct client **c = &lc->clients; *c; c = &(*c)->next)
		if (*c == client) {
			*c = client->next;
			lc->client_count--;
			client_free(client);
			return;
		}
}

static void sensor(struct livechess *lc, const struct live_news *news, struct client_now now)
{
	struct eboard *board = eboards_find(&lc->boards, news->name);
	bool changed;

	if (!board || !board->is_there)
		return;
	changed = eboards_sensor(board, lc->live, news);
	shared_games_sensor(board, news, changed);
	for (struct client *c = lc->clients; c; c = c->next)
		client_sensor(c, board, news, changed, now);
}

static void look_all(struct livechess *lc, struct client_now now)
{
	lc->looked_us = now.boottime_us;
	eboards_refresh_all(&lc->boards, lc->live, now.realtime_us);
}

static void livechess_look(struct livechess *lc, const struct live_news *news, struct client_now now)
{
	const struct live_game *game = news->type == LIVE_GAME ? live_game(lc->live, news->name) : NULL;

	if (news->type == LIVE_BOARD)
		eboards_refresh(&lc->boards, lc->live, news->name, now.realtime_us);
	else if (game)
		eboards_refresh(&lc->boards, lc->live, live_text(game->properties, "Board"), now.realtime_us);
	else
		look_all(lc, now);
}

/* Something else than squares may have changed. */
static void tell_all(struct livechess *lc, struct client_now now)
{
	for (const struct eboard *b = lc->boards.first; b; b = b->next)
		shared_games_look(b, now.boottime_us);
	for (struct client *c = lc->clients; c; c = c->next)
		client_look(c, now);
}

void livechess_turn(struct livechess *lc, struct client_now now)
{
	const struct live_news *news;

	while ((news = live_next(lc->live, &lc->cursor))) {
		if (news->type == LIVE_SENSOR) {
			sensor(lc, news, now);
			continue;
		}
		livechess_look(lc, news, now);
		tell_all(lc, now);
	}
	if (lc->boards.hides && now.boottime_us >= lc->looked_us + HIDDEN_US) {
		look_all(lc, now);
		tell_all(lc, now);
	}
	for (const struct eboard *b = lc->boards.first; b; b = b->next)
		shared_games_time(b, now.boottime_us);
	for (struct client *c = lc->clients; c; c = c->next)
		client_time(c, now);
}

int64_t livechess_due(const struct livechess *lc)
{
	int64_t due = lc->boards.hides ? lc->looked_us + HIDDEN_US : INT64_MAX;

	for (const struct client *c = lc->clients; c; c = c->next)
		if (client_due(c) < due)
			due = client_due(c);
	for (const struct eboard *b = lc->boards.first; b; b = b->next)
		if (shared_games_due(b) < due)
			due = shared_games_due(b);
	return due;
}

json_t *livechess_get(struct livechess *lc, const char *path, struct client_now now)
{
	struct client nobody = { .boards = &lc->boards };

	livechess_turn(lc, now);
	if (strcmp(path, "eboards") == 0)
		return client_list_boards(&nobody);
	if (strcmp(path, "sources") == 0)
		return eboards_sources(&lc->boards);
	return tournaments_get(lc->live, path, now.realtime_us);
}
