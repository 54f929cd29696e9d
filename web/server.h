/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Sockets, the loop, and what everything that is served looks at. One thread: sd-event's loop, in which libmicrohttpd's
 * descriptors are.
 *
 * One more protocol is a kind of listener: server_listen() with it, and in server.c three lines, which hand over its
 * requests (serve()), say what it needs of libmicrohttpd (start()), and tell it that something in the hall may have
 * changed (turn()); it looks by live_next() and a cursor of its own.
 */
#ifndef WEB_SERVER_H
#define WEB_SERVER_H

#include <microhttpd.h>
#include <stdbool.h>
#include <stddef.h>
#include <systemd/sd-event.h>

#include "web/connections.h"
#include "web/live.h"
#include "web/source.h"
#include "web/stream.h"

#define SERVER_HOSTS 16
#define SERVER_LISTENERS 16

enum server_kind {
	SERVER_PAGE,	  /* http.c */
	SERVER_LIVECHESS, /* livechess/livechess.h */
	SERVER_KINDS
};

/* A socket that is listened on; all its connections are of one kind. */
struct server_listener {
	int fd;
	enum server_kind kind;
	struct server *server;
	sd_event_source *source;
};

struct server {
	sd_event *event;
	struct server_daemon {
		struct MHD_Daemon *mhd;
		enum server_kind kind;
		struct server *server;
	} daemons[SERVER_KINDS];
	struct connections connections;
	const struct server_listener *accepting; /* of which a connection is taken just now */
	struct live live;
	struct source *source;
	struct stream stream;
	sd_event_source *timer;		 /* the next turn though nothing happens */
	sd_event_source *alive;		 /* now and then a word to those to whom nothing is said */
	struct http_request *requests;	 /* that wait for something, or are streams */
	struct endpoint *endpoint;	 /* of SERVER_LIVECHESS, NULL none */
	const char *hosts[SERVER_HOSTS]; /* names that a Host header may have besides addresses and localhost */
	unsigned host_count;
	const char *origins[SERVER_HOSTS]; /* whose pages may read the answers */
	unsigned origin_count;
	const char *embedders[SERVER_HOSTS]; /* whose pages may have this one inside them */
	unsigned embedder_count;
	const char *cert, *key; /* TLS of the page; NULL without */
	struct server_listener listeners[SERVER_LISTENERS];
	unsigned listener_count;
	unsigned most_connections;
};

/* The loop, and what reads requests; source and listeners are the caller's next steps. 0 or a negative errno value. */
int server_init(struct server *server);
void server_done(struct server *server);

/*
 * server_listen - take connections
 * @address: "127.0.0.1:8964", "[::1]:8964", ":8964" (every address)
 * Says on stderr what is wrong, and returns a negative errno value.
 */
int server_listen(struct server *server, enum server_kind kind, const char *address);
/* The same for a socket that listens already (systemd's). */
int server_listen_fd(struct server *server, enum server_kind kind, int fd);
/* The addresses that it listens on, as URLs, a line each, on stdout; scheme: "http" or "ws", an s is added for TLS. */
void server_print(const struct server *server, enum server_kind kind, const char *scheme, const char *path);

/* Until SIGTERM or SIGINT. 0 or a negative errno value. */
int server_run(struct server *server);

/* --- http.c: Requests of the page and of its API, and their answers. --- */

/* A request that is whole; again after its connection was suspended. MHD_NO: the connection is closed. */
enum MHD_Result http_serve(struct server *server, struct connection *connection, const char *path);
/* It was answered, or its connection has ended. */
void http_end(struct server *server, struct connection *connection);

/* Streams are told what is new, and requests that wait are looked at again. */
void http_turn(struct server *server);
/* A word on every stream: a reader that is gone is found, and a connection is not forgotten on the way. */
void http_keep_alive(struct server *server);

/* --- request-form.c: Which requests are answered at all: GET and HEAD, without a body and whatever may be read as one
 * by somebody in between, and without an upgrade but to the WebSocket of LiveChess. --- */

/* NULL, or why not, with the answer's status. */
const char *request_fault(struct MHD_Connection *mhd, enum server_kind kind, const char *method, unsigned *status);
/* The header's text, "" without one. */
const char *request_header(struct MHD_Connection *mhd, const char *name);

/* --- answer.c: What is common to all answers. Where memory is missing a response is NULL, and every function takes
 * that, too. --- */

/* Of a text that is taken over, and freed. */
struct MHD_Response *answer_text(char *text, size_t length);
/* Takes the reference. */
struct MHD_Response *answer_json(json_t *o);
/* {"error": sentence}: a refusal says what was expected. */
struct MHD_Response *answer_sentence(const char *sentence);
/* With one header more; NULL: no memory, and the response is gone. */
struct MHD_Response *answer_add(struct MHD_Response *response, const char *name, const char *value);
/* Takes the response over. */
enum MHD_Result answer_send(struct connection *connection, unsigned status, struct MHD_Response *response);

/* --- hosts.c: Who may ask: by which name, from which page, from where. --- */

/* May a request with this Host header be answered? Addresses, localhost and --host names may: a name that somebody
 * else's DNS points here may not. */
bool host_is_ours(const struct server *server, const char *host);
/* … and what is said where it may not. */
#define HOST_UNKNOWN "This name is not known here; flagfall-web --host NAME makes it known"
/* May a page of this origin read the answer? */
bool origin_may_read(const struct server *server, const char *origin);
/* The Content-Security-Policy: nothing from elsewhere is loaded, nothing inline runs, no other page may have this one
 * inside it but those of --embed. */
#define HOST_POLICY (512 + SERVER_HOSTS * 260)
void host_policy(const struct server *server, char buf[static HOST_POLICY]);
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

#endif
