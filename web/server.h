/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Sockets, the loop, and what everything that is served looks at. One thread: lws' loop, in which sd-event's descriptor
 * is adopted.
 *
 * One more protocol is a kind of listener: server_listen() with it, and in server.c three lines, which hand over what
 * lws tells of its connections (serve()), say how much memory each needs (server_init()), and tell it that something in
 * the hall may have changed (turn()); it looks by live_next() and a cursor of its own.
 */
#ifndef WEB_SERVER_H
#define WEB_SERVER_H

#include <libwebsockets.h>
#include <systemd/sd-event.h>

#include "web/live.h"
#include "web/source.h"
#include "web/stream.h"

#define SERVER_HOSTS 16
#define SERVER_LISTENERS 16

enum server_kind {
	SERVER_PAGE = 1,  /* http.h */
	SERVER_LIVECHESS, /* livechess/endpoint.h */
};

/* A socket that is listened on; all its connections are of one kind. */
struct server_listener {
	int fd;
	enum server_kind kind;
	struct server *server;
	sd_event_source *source;
	bool is_tls;
};

struct server {
	sd_event *event;
	struct lws_context *lws;
	struct lws_protocols protocols[3];
	struct lws_vhost *vhost;
	struct live live;
	struct source *source;
	struct stream stream;
	sd_event_source *timer;		 /* the next turn though nothing happens */
	sd_event_source *alive;		 /* now and then a word to streams on which nothing happens */
	struct http_request *requests;	 /* that wait for something, or are streams */
	struct endpoint *endpoint;	 /* of SERVER_LIVECHESS, NULL none */
	const char *hosts[SERVER_HOSTS]; /* names that a Host header may have besides addresses and localhost */
	unsigned host_count;
	const char *origins[SERVER_HOSTS]; /* whose pages may read the answers */
	unsigned origin_count;
	const char *cert, *key; /* TLS; NULL without */
	struct server_listener listeners[SERVER_LISTENERS];
	unsigned listener_count;
	unsigned most_connections;
};

/* Loop and lws' context; source and listeners are the caller's next steps. 0 or a negative errno value. */
int server_init(struct server *server);
void server_done(struct server *server);

/*
 * server_listen - take connections
 * @address: "127.0.0.1:8964", "[::1]:8964", ":8964" (every address)
 * @is_tls:  with the server's certificate
 * Says on stderr what is wrong, and returns a negative errno value.
 */
int server_listen(struct server *server, enum server_kind kind, const char *address, bool is_tls);
/* The same for a socket that listens already (systemd's). */
int server_listen_fd(struct server *server, enum server_kind kind, int fd, bool is_tls);
/* The addresses that it listens on, as URLs, a line each, on stdout; scheme: "http" or "ws", an s is added for TLS. */
void server_print(const struct server *server, enum server_kind kind, const char *scheme, const char *path);

/* Until SIGTERM or SIGINT. 0 or a negative errno value. */
int server_run(struct server *server);

static inline struct server *server_of(struct lws *wsi)
{
	return lws_context_user(lws_get_context(wsi));
}

#endif
