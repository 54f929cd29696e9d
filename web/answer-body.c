/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/answer-body.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define PIECE 8192

void answer_body_set(struct answer_body *body, char *text, size_t length)
{
	free(body->text);
	*body = (struct answer_body){ .text = text, .length = length };
}

size_t answer_body_take(struct answer_body *body, unsigned char *ret, size_t most)
{
	const size_t left = answer_body_left(body), n = left < most ? left : most;

	if (n > 0)
		memcpy(ret, body->text + body->sent, n);
	body->sent += n;
	return n;
}

int answer_body_write(struct answer_body *body, struct lws *wsi)
{
	unsigned char piece[LWS_PRE + PIECE];
	const size_t n = answer_body_take(body, piece + LWS_PRE, PIECE);
	const bool last = answer_body_left(body) == 0;

	if (lws_write(wsi, piece + LWS_PRE, n, last ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) < (int)n)
		return -1;
	if (last)
		answer_body_set(body, NULL, 0);
	else
		lws_callback_on_writable(wsi);
	return last;
}
