/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/livechess/livechess.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "common/machine-clock.h"
#include "web/server.h"

#define GET_PATH ENDPOINT_PATH "/"
#define LEAVE_S 5	/* so long is waited for somebody who does not read why it is left */
#define SOONEST_US 2000 /* two turns that only time brings about are not closer */

struct connection {
	struct lws *wsi;
	struct client *client; /* of a WebSocket */
	bool is_left;	       /* … that is over */
	struct connection *next;
	char *frame; /* what came of a message */
	size_t size;
	struct answer_body body; /* what GET answers */
};

struct endpoint {
	struct livechess livechess;
	struct endpoint_options options;
	struct connection *connections;
	sd_event_source *timer;
};

static struct client_now now(void)
{
	return (struct client_now){ .boottime_us = machine_clock_us(CLOCK_BOOTTIME), .realtime_us = live_now() };
}

static int endpoint_on_timer(sd_event_source *source, uint64_t usec, void *userdata)
{
	return 0; /* endpoint_turn() looks after every round of the loop */
}

int endpoint_open(struct server *server, const struct endpoint_options *options)
{
	struct endpoint *e = calloc(1, sizeof(*e));
	int r;

	if (!e)
		return -ENOMEM;
	livechess_init(&e->livechess, &server->live, options->undelayed);
	e->options = *options;
	r = sd_event_add_time(server->event, &e->timer, CLOCK_BOOTTIME, UINT64_MAX, 1, endpoint_on_timer, e);
	server->endpoint = e;
	return r < 0 ? r : 0;
}

void endpoint_close(struct server *server)
{
	struct endpoint *e = server->endpoint;

	if (!e)
		return;
	livechess_done(&e->livechess);
	sd_event_source_disable_unref(e->timer);
	free(e);
	server->endpoint = NULL;
}

/* --- who may --- */

/* Scheme and host, with any port behind it. */
static bool is_from(const char *origin, const char *site)
{
	const size_t n = strlen(site);

	return strncasecmp(origin, site, n) == 0 &&
	       (!origin[n] || (origin[n] == ':' && origin[n + 1] && !strpbrk(origin + n + 1, "/@")));
}

/* May a page of that origin connect? "" (no browser) may. */
static bool origin_may(const struct endpoint_options *options, const char *origin)
{
	static const char *const local[] = { "http://localhost",  "https://localhost", "http://127.0.0.1",
					     "https://127.0.0.1", "http://[::1]",      "https://[::1]" };
	static const char *const sites[] = { "https://lichess.org", "https://lichess.dev", "https://www.chess.com",
					     "https://chess.com", "file://" /* an overlay on this machine */ };

	if (!*origin)
		return true;
	for (size_t i = 0; i < sizeof(local) / sizeof(local[0]); i++)
		if (is_from(origin, local[i]))
			return true;
	for (size_t i = 0; i < sizeof(sites) / sizeof(sites[0]); i++)
		if (strcasecmp(origin, sites[i]) == 0)
			return true;
	for (unsigned i = 0; i < options->origin_count; i++)
		if (strcasecmp(origin, options->origins[i]) == 0)
			return true;
	return false;
}

/* The header's text, "" without one. False: it is too long. */
static bool header(struct lws *wsi, enum lws_token_indexes token, char *buf, size_t size)
{
	*buf = '\0';
	return lws_hdr_total_length(wsi, token) <= 0 || lws_hdr_copy(wsi, buf, (int)size, token) > 0;
}

/* NULL, or why not. */
static const char *why_not(struct server *s, struct lws *wsi, unsigned *status)
{
	char host[256], origin[256];

	*status = HTTP_STATUS_FORBIDDEN;
	if (!header(wsi, WSI_TOKEN_ORIGIN, origin, sizeof(origin)) || !origin_may(&s->endpoint->options, origin))
		return "Pages of this origin may not connect; flagfall-web --livechess-origin ORIGIN lets them";
	*status = 421;
	if (!header(wsi, WSI_TOKEN_HOST, host, sizeof(host)) || !*host || !host_is_ours(s, host))
		return HOST_UNKNOWN;
	return NULL;
}

/* --- GET --- */

static int send_text(struct server *s, struct connection *c, unsigned status, char *body)
{
	unsigned char headers[LWS_PRE + 1024], *at = headers + LWS_PRE, *end = headers + sizeof(headers) - 1;
	static const char name[] = "access-control-allow-origin:", fresh[] = "cache-control:", last[] = "connection:";
	char origin[256];

	answer_body_set(&c->body, body, body ? strlen(body) : 0);
	if (!body || lws_add_http_common_headers(c->wsi, status, "application/json", c->body.length, &at, end) ||
	    lws_add_http_header_by_name(c->wsi, (const unsigned char *)fresh, (const unsigned char *)"no-store", 8, &at,
					end) ||
	    lws_add_http_header_by_name(c->wsi, (const unsigned char *)last, (const unsigned char *)"close", 5, &at,
					end))
		return -1;
	if (header(c->wsi, WSI_TOKEN_ORIGIN, origin, sizeof(origin)) && *origin &&
	    origin_may(&s->endpoint->options, origin) &&
	    lws_add_http_header_by_name(c->wsi, (const unsigned char *)name, (const unsigned char *)origin,
					(int)strlen(origin), &at, end))
		return -1;
	if (lws_finalize_write_http_header(c->wsi, headers + LWS_PRE, &at, end))
		return -1;
	lws_callback_on_writable(c->wsi);
	return 0;
}

static int endpoint_refuse(struct server *s, struct connection *c, unsigned status, const char *sentence)
{
	json_t *o = json_pack("{s:s}", "error", sentence);
	char *body = json_dumps(o, JSON_COMPACT);

	json_decref(o);
	return send_text(s, c, status, body);
}

static int on_get(struct server *s, struct connection *c, const char *path)
{
	unsigned status;
	const char *why = why_not(s, c->wsi, &status);
	json_t *answer;
	char *body;

	if (why)
		return endpoint_refuse(s, c, status, why);
	if (strncmp(path, GET_PATH, sizeof(GET_PATH) - 1) != 0)
		return endpoint_refuse(s, c, 404, "The API is at " ENDPOINT_PATH);
	answer = livechess_get(&s->endpoint->livechess, path + sizeof(GET_PATH) - 1, now());
	if (!answer)
		return endpoint_refuse(s, c, 404, "There is nothing of that name in the API");
	body = json_dumps(answer, JSON_COMPACT);
	json_decref(answer);
	return send_text(s, c, 200, body);
}

static int on_request(struct server *s, struct connection *c, const char *path)
{
	return on_get(s, c, path) < 0 ? -1 : answer_body_write(&c->body, c->wsi);
}

/* --- WebSocket --- */

/* 0: it may. -1: it was refused, and told why. */
static int on_upgrade(struct server *s, struct lws *wsi)
{
	unsigned status = HTTP_STATUS_NOT_FOUND;
	const char *why = why_not(s, wsi, &status);
	char path[64];

	if (!why && (lws_hdr_copy(wsi, path, sizeof(path), WSI_TOKEN_GET_URI) <= 0 ||
		     (strcmp(path, ENDPOINT_PATH) != 0 && strcmp(path, GET_PATH) != 0))) {
		status = HTTP_STATUS_NOT_FOUND;
		why = "The API is at " ENDPOINT_PATH;
	}
	if (!why && lws_hdr_total_length(wsi, WSI_TOKEN_PROTOCOL) > 0) {
		status = HTTP_STATUS_BAD_REQUEST;
		why = "The API has no subprotocol; connect without Sec-WebSocket-Protocol";
	}
	if (!why)
		return 0;
	lws_return_http_status(wsi, status, why);
	return -1;
}

static int on_open(struct server *s, struct connection *c, struct lws *wsi)
{
	struct endpoint *e = s->endpoint;

	*c = (struct connection){ .wsi = wsi, .client = livechess_connect(&e->livechess) };
	if (!c->client)
		return -1;
	c->next = e->connections;
	e->connections = c;
	return 0;
}

static void on_close(struct server *s, struct connection *c)
{
	struct endpoint *e = s->endpoint;

	for (struct connection **at = &e->connections; *at; at = &(*at)->next)
		if (*at == c) {
			*at = c->next;
			break;
		}
	if (c->client)
		livechess_disconnect(&e->livechess, c->client);
	c->client = NULL;
	answer_body_set(&c->body, NULL, 0);
	free(c->frame);
	c->frame = NULL;
}

static int leave(struct lws *wsi, enum lws_close_status status, const char *why)
{
	lws_close_reason(wsi, status, (unsigned char *)why, strlen(why));
	return -1;
}

static int on_frame(struct connection *c, const char *in, size_t length)
{
	struct lws *wsi = c->wsi;
	char *more;

	if (lws_frame_is_binary(wsi))
		return leave(wsi, LWS_CLOSE_STATUS_UNACCEPTABLE_OPCODE, "text is expected");
	if (c->size + length > 2 * REQUEST_MAX)
		return leave(wsi, LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE, "the message is too long");
	more = realloc(c->frame, c->size + length + 1);
	if (!more)
		return -1;
	c->frame = more;
	memcpy(c->frame + c->size, in, length);
	c->size += length;
	if (!lws_is_final_fragment(wsi) || lws_remaining_packet_payload(wsi) > 0)
		return 0;
	client_receive(c->client, c->frame, c->size, now());
	c->size = 0;
	lws_callback_on_writable(wsi);
	return 0;
}

static int on_writable(struct connection *c)
{
	size_t size = 0;
	const char *text = c->client ? client_text(c->client, &size) : NULL;
	unsigned char *buf;
	int n;

	if (c->client && c->client->over)
		return leave(c->wsi, LWS_CLOSE_STATUS_POLICY_VIOLATION, c->client->over);
	if (!text)
		return 0;
	buf = malloc(LWS_PRE + size);
	if (!buf)
		return -1;
	memcpy(buf + LWS_PRE, text, size);
	n = lws_write(c->wsi, buf + LWS_PRE, size, LWS_WRITE_TEXT);
	free(buf);
	if (n < (int)size)
		return -1;
	client_sent(c->client);
	if (client_text(c->client, &size))
		lws_callback_on_writable(c->wsi);
	return 0;
}

int endpoint_serve(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length)
{
	struct server *s = server_of(wsi);
	struct connection *c = user;

	switch (reason) {
	case LWS_CALLBACK_HTTP:
		c->wsi = wsi;
		return on_request(s, c, in);
	case LWS_CALLBACK_HTTP_WRITEABLE:
		return answer_body_write(&c->body, wsi);
	case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE:
		return on_upgrade(s, wsi);
	case LWS_CALLBACK_ESTABLISHED:
		return on_open(s, c, wsi);
	case LWS_CALLBACK_RECEIVE:
		return on_frame(c, in, length);
	case LWS_CALLBACK_SERVER_WRITEABLE:
		return on_writable(c);
	case LWS_CALLBACK_CLOSED:
	case LWS_CALLBACK_CLOSED_HTTP:
	case LWS_CALLBACK_HTTP_DROP_PROTOCOL:
		if (c && s->endpoint)
			on_close(s, c);
		return 0;
	default:
		return 0;
	}
}

size_t endpoint_session_size(void)
{
	return sizeof(struct connection);
}

void endpoint_turn(struct server *s)
{
	struct endpoint *e = s->endpoint;
	const struct client_now at = now();
	int64_t due;
	size_t size;

	if (!e)
		return;
	livechess_turn(&e->livechess, at);
	for (struct connection *c = e->connections; c; c = c->next) {
		if (c->client->over || client_text(c->client, &size))
			lws_callback_on_writable(c->wsi);
		if (c->client->over && !c->is_left) /* it is told why, if its socket takes that soon */
			lws_set_timeout(c->wsi, PENDING_TIMEOUT_CLOSE_SEND, LEAVE_S);
		c->is_left = c->client->over != NULL;
	}
	due = livechess_due(&e->livechess);
	if (due != INT64_MAX && due < at.boottime_us + SOONEST_US)
		due = at.boottime_us + SOONEST_US;
	sd_event_source_set_time(e->timer, due == INT64_MAX ? UINT64_MAX : (uint64_t)due);
	sd_event_source_set_enabled(e->timer, SD_EVENT_ONESHOT);
}
