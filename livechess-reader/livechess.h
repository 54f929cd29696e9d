/* SPDX-License-Identifier: GPL-2.0-or-later */
/* flagfall-livechess: boards that a DGT LiveChess on another machine reads, as boards on sockets here. */
#ifndef LIVECHESS_LIVECHESS_H
#define LIVECHESS_LIVECHESS_H

#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* --- connection.c: A WebSocket to a LiveChess (RFC 6455, as its client). --- */

struct connection;

/*
 * connection_open - begins to connect to HOST:PORT
 * on_text: each message, with userdata. NULL: no memory.
 */
struct connection *connection_open(const char *host, const char *port,
				   void (*on_text)(const char *text, size_t size, void *userdata), void *userdata);
/* NULL is fine. */
void connection_close(struct connection *connection);
void connection_poll(const struct connection *connection, struct pollfd *fd);
/* Reads and writes what can be. False: it is over; error says why. */
bool connection_serve(struct connection *connection, short revents);
const char *connection_error(const struct connection *connection);
/* It is there, and takes texts. */
bool connection_is_up(const struct connection *connection);
void connection_say(struct connection *connection, const char *text);

/* --- table.c: A board of the LiveChess, as one that speaks this project's own protocol on a socket. --- */

#define TABLE_SERIAL 64

struct table;

/* Listens at path from the first squares on. NULL: no memory. */
struct table *table_new(const char *serial, const char *path);
void table_free(struct table *table);
const char *table_serial(const struct table *table);
bool table_is_there(const struct table *table);
/* What stands there: FEN's first field. False: that is none. */
bool table_squares(struct table *table, const char *placement);

/* What its clock shows. */
struct table_times {
	uint32_t white_s, black_s;
	char running; /* whose time: 'w', 'b', ' ' nobody's */
};

/* The first that is told is no press. */
void table_clock(struct table *table, const struct table_times *times);
/* The board, or the way to it, is gone: as if its cable were pulled. */
void table_leave(struct table *table);
unsigned table_fds(const struct table *table, struct pollfd *fds); /* two at most */
void table_serve(struct table *table);

/* --- api.c: What a LiveChess says of its boards (API 1.0). --- */

#define API_BOARDS 64

struct api {
	const char *folder; /* of the sockets, NULL: boards are only listed */
	struct connection *connection;
	struct table *tables[API_BOARDS];
	unsigned count;
	bool is_listed; /* boards were told */
	bool prints;	/* their URIs are printed */
	const char *server;
};

void api_begin(struct api *api);
void api_text(const char *text, size_t size, void *userdata);
/* Is there another board? To be called now and then. */
void api_ask(struct api *api);
/* The connection is gone, and with it all boards. */
void api_leave(struct api *api);
void api_done(struct api *api);

#endif
