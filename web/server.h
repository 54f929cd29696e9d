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
#include <stdbool.h>
#include <stddef.h>
#include <systemd/sd-event.h>

#include "web/live.h"
#include "web/source.h"
#include "web/stream.h"

#define SERVER_HOSTS 16
#define SERVER_LISTENERS 16

enum server_kind {
	SERVER_PAGE = 1,  /* http.c */
	SERVER_LIVECHESS, /* livechess/livechess.h */
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

/* --- http.c: Requests, and their answers: GET alone. --- */

#define HTTP_STREAM_PATH "/api/v1/stream"

/* What lws tells of a connection; user: http_session_size() bytes, zeroed. */
int http_serve(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length);
size_t http_session_size(void);

/* Streams are told what is new, and requests that wait are looked at again. */
void http_turn(struct server *server);
/* A word on every stream: a reader that is gone is found, and a connection is not forgotten on the way. */
void http_keep_alive(struct server *server);

/*
 * --- request-form.c ---
 * Which requests lws may go on with. lws 4.1 loops for ever on a body that comes behind another request, reads freed
 * memory when a later request on a connection asks for an upgrade that it does not know, and keeps what it has made of
 * CONNECT and h2c. So a request is GET, without a body, and the only one on its connection: each answer is the last
 * thing that its connection says, and lws never looks for what may stand behind the request.
 */

/*
 * Asked for whatever lws tells of a connection, before anybody else. True: it was refused, with a sentence; -1 is to be
 * returned.
 */
bool gate_refuses(struct lws *wsi, enum server_kind kind, enum lws_callback_reasons reason, const char *in);

/* --- hosts.c: Who may ask: by which name, from which page, from where. --- */

/* May a request with this Host header be answered? Addresses, localhost and --host names may: a name that somebody
 * else's DNS points here may not. */
bool host_is_ours(const struct server *server, const char *host);
/* … and what is said where it may not. */
#define HOST_UNKNOWN "This name is not known here; flagfall-web --host NAME makes it known"
/* May a page of this origin read the answer? */
bool origin_may_read(const struct server *server, const char *origin);
/* Is it a socket that only this machine reaches; of a connection, does it come from there? */
bool host_is_loopback(int fd);

/* --- page-files.c: The files of the page (web/page), which web/bundle compiles in. --- */

struct page_file {
	const char *name, *type, *etag;
	const unsigned char *data;
	size_t length;
};

extern const struct page_file page_files[]; /* the last has no name */

/* The file of that name; NULL: there is none. */
const struct page_file *page_file(const char *name);
/* The page's texts in the language that Accept-Language ("" none) asks for first of those that there are; English else.
 */
const struct page_file *page_texts(const char *accept_language);

/* --- answer-body.c: What an answer over HTTP says, written piece by piece as its connection takes it. --- */

struct answer_body {
	char *text; /* owned; NULL none */
	size_t length, sent;
};

/* The text is taken over; what was there before is freed. NULL, 0: none. */
void answer_body_set(struct answer_body *body, char *text, size_t length);
static inline size_t answer_body_left(const struct answer_body *body)
{
	return body->length - body->sent;
}
/* The next bytes of it, at most so many; how many they were. Those count as sent. */
size_t answer_body_take(struct answer_body *body, unsigned char *ret, size_t most);
/*
 * As much of it as the connection takes now. 0: there is more, and lws will say when it takes that; -1: all of it is
 * gone, or will never be, and the connection is to be closed. It is asked for in LWS_CALLBACK_HTTP itself, too: lws 4.3
 * ends a connection on which more comes before an answer is complete.
 */
int answer_body_write(struct answer_body *body, struct lws *wsi);

#endif
