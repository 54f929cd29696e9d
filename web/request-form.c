/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/server.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#define ANSWER_ROOM 512

/* By itself, and whole: where it is said, lws has no place for more of an answer. */
static void gate_refuse(struct lws *wsi, const char *status, const char *sentence)
{
	unsigned char answer[LWS_PRE + ANSWER_ROOM];
	char body[160];
	const int length = snprintf(body, sizeof(body), "{\"error\":\"%s\"}", sentence);
	const int n = snprintf((char *)answer + LWS_PRE, ANSWER_ROOM,
			       "HTTP/1.1 %s\r\nallow: GET\r\ncontent-type: application/json\r\n"
			       "x-content-type-options: nosniff\r\ncontent-length: %d\r\nconnection: close\r\n\r\n%s",
			       status, length, lws_hdr_total_length(wsi, WSI_TOKEN_HEAD_URI) > 0 ? "" : body);

	if (lws_write(wsi, answer + LWS_PRE, (size_t)n, LWS_WRITE_HTTP_FINAL) < n)
		return; /* it is closed in any case */
}

/* A length of nothing is none. */
static bool has_body(struct lws *wsi)
{
	char length[8];

	if (lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_TRANSFER_ENCODING) > 0)
		return true;
	return lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH) > 0 &&
	       (lws_hdr_copy(wsi, length, sizeof(length), WSI_TOKEN_HTTP_CONTENT_LENGTH) <= 0 ||
		strcmp(length, "0") != 0);
}

/* Of a request that is whole. */
static bool refuses_request(struct lws *wsi)
{
	if (lws_hdr_total_length(wsi, WSI_TOKEN_GET_URI) <= 0)
		gate_refuse(wsi, "405 Method Not Allowed", "GET is all that is answered here");
	else if (has_body(wsi))
		gate_refuse(wsi, "400 Bad Request", "A request has no body here");
	else
		return false;
	return true;
}

bool gate_refuses(struct lws *wsi, enum server_kind kind, enum lws_callback_reasons reason, const char *in)
{
	switch (reason) {
	case LWS_CALLBACK_FILTER_HTTP_CONNECTION:
		return refuses_request(wsi);
	case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE: /* in: to what */
		if (strcasecmp(in, "websocket") == 0 && kind == SERVER_LIVECHESS)
			return refuses_request(wsi);
		gate_refuse(wsi, "400 Bad Request",
			    kind == SERVER_LIVECHESS ? "Upgrade: websocket is the only one here" :
						       "There is no upgrade here");
		return true;
	case LWS_CALLBACK_RAW_ADOPT: /* what lws makes of CONNECT */
		gate_refuse(wsi, "405 Method Not Allowed", "GET is all that is answered here");
		return true;
	default:
		return false;
	}
}
