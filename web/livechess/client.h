/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One connection of the LiveChess API: calls come in, answers and feeds wait until its socket takes them. */
#ifndef WEB_LIVECHESS_CLIENT_H
#define WEB_LIVECHESS_CLIENT_H

#include "web/live.h"
#include "web/livechess/feed.h"

#define CLIENT_FEEDS 256	    /* a hall's boards, and some more */
#define CLIENT_GAMES 32		    /* feeds in which moves are followed */
#define CLIENT_CALLS 100	    /* at once … */
#define CLIENT_CALLS_SECOND 20	    /* … and each second */
#define CLIENT_WAITING (512 * 1024) /* bytes; who is slower than that is left */

struct client_text {
	char *text;
	size_t size;
	struct client_text *next;
};

struct client {
	struct eboards *boards;
	struct feed *feeds;
	unsigned feed_count, game_count;
	struct client_text *first, **end;
	size_t waiting;
	int64_t calls_us; /* when all calls are free again */
	const char *over; /* why it is left; NULL while it is not */
	struct client *next;
};

/* CLOCK_BOOTTIME and live_now(), read together. */
struct client_now {
	int64_t boottime_us, realtime_us;
};
struct client_now client_now(void);

/* NULL: no memory. */
struct client *client_new(struct eboards *boards);
void client_free(struct client *c);

/* A whole frame. What it leads to is in the queue then. */
void client_receive(struct client *c, const char *text, size_t size, struct client_now now);
/* As feed_sensor(), feed_look(), feed_time() for the feeds of that board, or (NULL) of all. */
void client_sensor(struct client *c, const struct eboard *board, const struct live_news *news, bool changed,
		   struct client_now now);
void client_look(struct client *c, struct client_now now);
void client_time(struct client *c, struct client_now now);
int64_t client_due(const struct client *c);

/* What answers "eboards". New reference. */
json_t *client_list_boards(const struct client *c);

/* The text to be sent next, NULL none; it lives until client_sent(). */
const char *client_text(const struct client *c, size_t *size);
void client_sent(struct client *c);

/*
 * --- tournaments.c ---
 * Events, rounds and games as the LiveChess API has them, for GET. What is told is what live.h tells spectators: with
 * the event's delay, and no moves under a rulebook that silences the arbiter.
 */

/*
 * tournaments_get - what GET PATH answers
 * @path: "tournaments", "tournament/EVENT", "round/EVENT/N" (N from 0), "game/ID"
 * New reference; NULL: there is no such path, event, round or game of chess.
 */
json_t *tournaments_get(const struct live *live, const char *path, int64_t realtime_us);

#endif
