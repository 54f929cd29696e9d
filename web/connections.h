/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Who is connected, by address, and who has to go: libmicrohttpd's own limits do not tell a hall behind one router from
 * somebody who takes all places. Whoever has to go is cut: its socket is shut down, and libmicrohttpd closes it as if
 * the other side had.
 *
 * A header has 5 s, an idle connection 75 s; what was sent may stay unanswered for 30 s. Of all places a quarter at
 * most are of those that have asked nothing yet; beyond that the address with the most of them loses its oldest one.
 * When all places are taken, the address with the most connections loses its oldest idle one.
 */
#ifndef WEB_CONNECTIONS_H
#define WEB_CONNECTIONS_H

#include <microhttpd.h>
#include <stdbool.h>
#include <stdint.h>
#include <systemd/sd-event.h>

struct http_request;
struct server_listener;

enum connection_state {
	CONNECTION_NEW,	 /* has asked nothing yet */
	CONNECTION_IDLE, /* was answered, and may ask again */
	CONNECTION_BUSY, /* is answered, is a stream or a WebSocket */
	CONNECTION_CUT,	 /* is to be closed, and counts no more */
};

struct connection {
	struct connections *all;
	struct MHD_Connection *mhd;
	int fd;
	const struct server_listener *listener;
	struct address *address;
	enum connection_state state;
	int64_t since_us;
	struct http_request *request; /* of http.c: what waits, or is a stream; NULL none */
	bool is_suspended;
	sd_event_source *watch;
	struct connection *next, *previous; /* in its state's queue */
};

struct connections {
	unsigned most;
	struct connection_queue {
		struct connection *first, *last; /* the first has been in that state longest */
		unsigned count;
	} queues[CONNECTION_CUT];
	struct address *addresses;
};

/* Asked before a connection is taken; another one may have to go for it. False: there is no place. */
bool connections_make_room(struct connections *all, const struct sockaddr *from);
/* Who has taken too long is cut. When that has to be asked again though nothing happens: CLOCK_BOOTTIME, INT64_MAX
 * never.
 */
int64_t connections_turn(struct connections *all);
void connections_cut_all(struct connections *all);

/* NULL: no memory. */
struct connection *connection_open(struct connections *all, struct MHD_Connection *mhd,
				   const struct server_listener *listener);
void connection_close(struct connection *connection);
void connection_enter(struct connection *connection, enum connection_state state);
void connection_cut(struct connection *connection);

/* libmicrohttpd does not look at a suspended connection: it is cut when the other side has closed. */
int connection_watch(struct connection *connection, sd_event *event);
void connection_suspend(struct connection *connection);
/* Nothing is done where it is not suspended. */
void connection_resume(struct connection *connection);

#endif
