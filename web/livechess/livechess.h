/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * DGT LiveChess' API v1.0 as others speak it, for every board of the hall: what is public of a struct live goes in, and
 * for each connection texts come out. No sockets here: endpoint.c has them.
 */
#ifndef WEB_LIVECHESS_LIVECHESS_H
#define WEB_LIVECHESS_LIVECHESS_H

#include "web/livechess/client.h"

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

/* What GET PATH answers: "eboards", "sources", and what tournaments.h has. New reference; NULL: there is no such path.
 */
json_t *livechess_get(struct livechess *lc, const char *path, struct client_now now);

#endif
