/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The sockets of the LiveChess API: WebSocket at /api/v1.0, and below it what GET answers. */
#ifndef WEB_LIVECHESS_ENDPOINT_H
#define WEB_LIVECHESS_ENDPOINT_H

#include "web/server.h"

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

/* What lws tells of a connection; user: endpoint_session_size() bytes, zeroed. */
int endpoint_serve(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length);
size_t endpoint_session_size(void);
/* Clients are told what is new. */
void endpoint_turn(struct server *server);

#endif
