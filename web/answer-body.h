/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What an answer over HTTP says, written piece by piece as its connection takes it. */
#ifndef WEB_ANSWER_BODY_H
#define WEB_ANSWER_BODY_H

#include <libwebsockets.h>
#include <stdbool.h>

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
