/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/server.h"

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

static bool write_piece(struct answer_body *body, struct lws *wsi)
{
	unsigned char piece[LWS_PRE + PIECE];
	const size_t n = answer_body_take(body, piece + LWS_PRE, PIECE);
	const bool last = answer_body_left(body) == 0;

	return lws_write(wsi, piece + LWS_PRE, n, last ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) >= (int)n;
}

int answer_body_write(struct answer_body *body, struct lws *wsi)
{
	while (answer_body_left(body) > 0 && !lws_send_pipe_choked(wsi))
		if (!write_piece(body, wsi))
			return -1;
	/* lws would give what it has kept back itself a few seconds, however slow the reader is */
	if (answer_body_left(body) == 0 && !lws_partial_buffered(wsi))
		return -1;
	lws_callback_on_writable(wsi);
	return 0;
}
