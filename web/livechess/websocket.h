/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The WebSocket (RFC 6455) of a client, on a connection that libmicrohttpd hands over. Texts go out one by one, as the
 * socket takes them. Whoever is silent is pinged, and given up if not even that is answered.
 */
#ifndef WEB_LIVECHESS_WEBSOCKET_H
#define WEB_LIVECHESS_WEBSOCKET_H

#include <microhttpd.h>
#include <systemd/sd-event.h>

#include "web/livechess/client.h"

struct websocket;

#define WEBSOCKET_ACCEPT 29

/* What answers the request's key; false: it asks for no WebSocket that there is. */
bool websocket_accept(struct MHD_Connection *mhd, char ret[static WEBSOCKET_ACCEPT]);

/* early: what has come of it already. NULL: no memory; urh is closed in any case. */
struct websocket *websocket_new(struct MHD_UpgradeResponseHandle *urh, int fd, sd_event *event, const char *early,
				size_t size, struct client *client);
void websocket_free(struct websocket *websocket);

/* As much as its socket takes of what its client has to be told. False: it is over, to be freed. */
bool websocket_send(struct websocket *websocket);
/* To be called now and then. */
void websocket_keep_alive(struct websocket *websocket);

#endif
