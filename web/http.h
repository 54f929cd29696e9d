/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Requests, and their answers: GET alone. */
#ifndef WEB_HTTP_H
#define WEB_HTTP_H

#include "web/server.h"

#define HTTP_STREAM_PATH "/api/v1/stream"

/* What lws tells of a connection; user: http_session_size() bytes, zeroed. */
int http_serve(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length);
size_t http_session_size(void);

/* Streams are told what is new, and requests that wait are looked at again. */
void http_turn(struct server *server);
/* A word on every stream: a reader that is gone is found, and a connection is not forgotten on the way. */
void http_keep_alive(struct server *server);

#endif
