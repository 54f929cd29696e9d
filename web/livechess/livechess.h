/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * DGT LiveChess' API v1.0 as others speak it, for every board of the hall: what is public of a struct live goes in, and
 * for each connection texts come out. No sockets here: endpoint.c has them.
 */
#ifndef WEB_LIVECHESS_LIVECHESS_H
#define WEB_LIVECHESS_LIVECHESS_H

#include <stddef.h>

#include "web/livechess/client.h"
#include "web/server.h"

struct livechess {
	const struct live *live;
	uint64_t cursor; /* of live's news */
	struct eboards boards;
	struct client *clients;
	unsigned client_count;
	int64_t looked_us; /* when boards that are hidden by a delay were looked at last */
};

#define LIVECHESS_CLIENTS 64

/* undelayed: boards of events with a delay are told of like others. livechess_done() in any case. */
void livechess_init(struct livechess *lc, const struct live *live, bool undelayed);
void livechess_done(struct livechess *lc);

/* NULL: no memory, or there are LIVECHESS_CLIENTS. It ends with livechess_disconnect(). */
struct client *livechess_connect(struct livechess *lc);
void livechess_disconnect(struct livechess *lc, struct client *client);

/* The news of the hall, and what time brings about. Then clients may have texts to be sent (client_text()), or be over.
 */
void livechess_turn(struct livechess *lc, struct client_now now);
/* When it must be called though there are no news, CLOCK_BOOTTIME; INT64_MAX never. */
int64_t livechess_due(const struct livechess *lc);

/* What GET PATH answers: "eboards", "sources", and what client.h has. New reference; NULL: there is no such path.
 */
json_t *livechess_get(struct livechess *lc, const char *path, struct client_now now);

/* --- endpoint.c: The sockets of the LiveChess API: WebSocket at /api/v1.0, and below it what GET answers. --- */

#define ENDPOINT_PATH "/api/v1.0"
#define ENDPOINT_ORIGINS 16

/* Whose pages may connect besides those of this machine and of the sites that play on such boards. */
struct endpoint_options {
	bool undelayed; /* boards of events with a delay are told of, too */
	const char *origins[ENDPOINT_ORIGINS];
	unsigned origin_count;
};

/* server->endpoint is made; the caller listens then (SERVER_LIVECHESS). 0 or a negative errno value. */
int endpoint_open(struct server *server, const struct endpoint_options *options);
void endpoint_close(struct server *server);

/* A request that is whole. MHD_NO: the connection is closed. */
enum MHD_Result endpoint_serve(struct server *server, struct connection *connection, const char *path);
/* Who is silent is asked whether it is there still. */
void endpoint_keep_alive(struct server *server);
/* Clients are told what is new. */
void endpoint_turn(struct server *server);

/* --- member.c: What stands in a text of JSON, letter for letter: an id goes back to its client as it came, whatever it
 * is. --- */

/*
 * member_find - the text of a member's value
 * @object: text that has been read as JSON and is an object, @size bytes; leading white space is fine
 * @key:    written without escapes in the text, or it is not found
 * Returns where the value begins in object, *length bytes without white space around it; NULL: there is no such member.
 */
const char *member_find(const char *object, size_t size, const char *key, size_t *length);

#endif
