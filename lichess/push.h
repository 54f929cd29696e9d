/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One request of a broadcast round's push, and what it leads to. */
#ifndef LICHESS_PUSH_H
#define LICHESS_PUSH_H

#include "lichess/games.h"

#define PUSH_AT_ONCE 100 /* games in a request, as lichess allows */

enum push_answer {
	PUSH_TAKEN = 0, /* each game has its own answer now */
	PUSH_REFUSED,	/* the games cannot be taken so: until they change */
	PUSH_FORBIDDEN, /* the token or the round is not right: a person has to act */
	PUSH_LATER,	/* nobody there, or asked to wait */
	PUSH_STOPPED,	/* somebody wants this program to end */
};

struct push {
	const char *url;	/* "https://lichess.org" */
	const char *round;	/* eight letters and digits */
	const char *token_file; /* read for each request: it may be replaced */
	int stop_fd;		/* readable: the program is to end */
	/* of the last one */
	char error[256];
	int64_t wait_s; /* as asked for, 0 not said */
};

/* Is that the id of a broadcast round? */
bool push_is_round(const char *id);
/* Sends the first games that are due, at most PUSH_AT_ONCE, and notes the answers. There must be one. */
enum push_answer push_games(struct push *push, struct lichess_games *games);

#endif
