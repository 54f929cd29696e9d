/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A client that sends bytes that no reader of a page sends: requests one behind the other, bodies, upgrades, half of a
 * frame, in pieces. First the ones that are known (each cut in two at every byte, at both ports), then by chance; what
 * it sends follows from the seed. It has some connections at once and takes turns with them, so that the pieces of one
 * come one by one; it never waits for an answer.
 */
#ifndef TESTS_WEB_RAW_CLIENT_H
#define TESTS_WEB_RAW_CLIENT_H

#include <stdbool.h>
#include <stddef.h>

#include "tests/sim/chance.h"

#define RAW_CONNECTIONS 48
#define RAW_BYTES 8192 /* that one connection sends at most */
#define RAW_CUTS 4

enum raw_end { RAW_CLOSED, RAW_RESET, RAW_HALF_CLOSED };

struct raw_connection {
	int fd; /* -1 none */
	char bytes[RAW_BYTES];
	size_t length, sent;
	size_t cuts[RAW_CUTS]; /* where a piece ends, in order; its length: none */
	enum raw_end end;
	unsigned idle; /* turns that it is still left open for */
};

struct raw_client {
	struct chance chance;
	int ports[2];  /* page, LiveChess */
	char etag[80]; /* of the page */
	struct raw_connection connections[RAW_CONNECTIONS];
	size_t turn;
	size_t known, cut; /* the next of those that are known */
	size_t opened;	   /* so far */
};

/* etag: with its quotes. */
void raw_client_init(struct raw_client *client, unsigned seed, int page, int livechess, const char *etag);
/* The next connection's turn: it is opened, sends its next piece, or ends. False: it cannot be opened. */
bool raw_client_step(struct raw_client *client);
/* Has it sent all that are known? */
bool raw_client_is_by_chance(const struct raw_client *client);
void raw_client_done(struct raw_client *client);

#endif
