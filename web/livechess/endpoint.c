/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/livechess/livechess.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "web/livechess/websocket.h"
#include "web/server.h"

#define GET_PATH ENDPOINT_PATH "/"
#define SOONEST_US 2000 /* two turns that only time brings about are not closer */

struct endpoint {
	struct livechess livechess;
	struct endpoint_options options;
	struct program {
		struct websocket *socket; /* NULL: there is none */
		struct client *client;
	} programs[LIVECHESS_CLIENTS];
	sd_event_source *timer;
};

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

static void end(struct endpoint *e, struct program *p)
{
	if (p->socket)
		websocket_free(p->socket);
	if (p->client)
		livechess_disconnect(&e->livechess, p->client);
	*p = (struct program){ 0 };
}

void endpoint_close(struct server *server)
{
	struct endpoint *e = server->endpoint;

	if (!e)
		return;
	for (unsigned i = 0; i < LIVECHESS_CLIENTS; i++)
		end(e, &e->programs[i]);
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

/* NULL, or why not. */
static const char *why_not(struct server *s, const struct connection *c, unsigned *status)
{
	*status = 403;
	if (!origin_may(&s->endpoint->options, request_header(c->mhd, "Origin")))
		return "Pages of this origin may not connect; flagfall-web --livechess-origin ORIGIN lets them";
	*status = 421;
	if (!host_is_ours(s, request_header(c->mhd, "Host")))
		return HOST_UNKNOWN;
	return NULL;
}

/* --- GET --- */

static enum MHD_Result endpoint_answer(struct server *s, struct connection *c, unsigned status,
				       struct MHD_Response *response)
{
	const char *origin = request_header(c->mhd, "Origin");

	response = answer_add(response, "cache-control", "no-store");
	if (*origin && origin_may(&s->endpoint->options, origin))
		response = answer_add(response, "access-control-allow-origin", origin);
	return answer_send(c, status, response);
}

static enum MHD_Result on_get(struct server *s, struct connection *c, const char *path)
{
	json_t *answer;

	if (strncmp(path, GET_PATH, sizeof(GET_PATH) - 1) != 0)
		return endpoint_answer(s, c, 404, answer_sentence("The API is at " ENDPOINT_PATH));
	answer = livechess_get(&s->endpoint->livechess, path + sizeof(GET_PATH) - 1, client_now());
	if (!answer)
		return endpoint_answer(s, c, 404, answer_sentence("There is nothing of that name in the API"));
	return endpoint_answer(s, c, 200, answer_json(answer));
}

/* --- WebSocket --- */

static void on_open(void *cls, struct MHD_Connection *mhd, void *request, const char *early, size_t size, MHD_socket fd,
		    struct MHD_UpgradeResponseHandle *urh)
{
	struct server *s = cls;
	struct endpoint *e = s->endpoint;
	struct program p = { .client = livechess_connect(&e->livechess) };
	unsigned i = 0;

	p.socket = websocket_new(urh, fd, s->event, early, size, p.client);
	if (!p.socket) {
		end(e, &p);
		return;
	}
	while (e->programs[i].socket) /* there are as many clients as places */
		i++;
	e->programs[i] = p;
}

/* NULL, or why not. */
static const char *why_no_socket(struct server *s, const struct connection *c, const char *path, char *accept,
				 unsigned *status)
{
	*status = 404;
	if (strcmp(path, ENDPOINT_PATH) != 0 && strcmp(path, GET_PATH) != 0)
		return "The API is at " ENDPOINT_PATH;
	*status = 400;
	if (*request_header(c->mhd, "Sec-WebSocket-Protocol"))
		return "The API has no subprotocol; connect without Sec-WebSocket-Protocol";
	if (!websocket_accept(c->mhd, accept))
		return "A WebSocket of version 13 and its key are expected";
	*status = 503;
	if (s->endpoint->livechess.client_count >= LIVECHESS_CLIENTS)
		return "So many programs are connected that no other can be";
	return NULL;
}

static enum MHD_Result on_upgrade(struct server *s, struct connection *c, const char *path)
{
	char accept[WEBSOCKET_ACCEPT];
	unsigned status;
	const char *why = why_no_socket(s, c, path, accept, &status);
	struct MHD_Response *response;

	if (why)
		return endpoint_answer(s, c, status, answer_sentence(why));
	response = answer_add(MHD_create_response_for_upgrade(on_open, s), "Upgrade", "websocket");
	return answer_send(c, 101, answer_add(response, "Sec-WebSocket-Accept", accept));
}

enum MHD_Result endpoint_serve(struct server *s, struct connection *c, const char *path)
{
	unsigned status;
	const char *why = why_not(s, c, &status);

	if (why)
		return endpoint_answer(s, c, status, answer_sentence(why));
	return *request_header(c->mhd, "Upgrade") ? on_upgrade(s, c, path) : on_get(s, c, path);
}

/* --- when something has happened --- */

void endpoint_keep_alive(struct server *s)
{
	for (unsigned i = 0; s->endpoint && i < LIVECHESS_CLIENTS; i++)
		if (s->endpoint->programs[i].socket)
			websocket_keep_alive(s->endpoint->programs[i].socket);
}

void endpoint_turn(struct server *s)
{
	struct endpoint *e = s->endpoint;
	const struct client_now at = client_now();
	int64_t due;

	if (!e)
		return;
	livechess_turn(&e->livechess, at);
	for (struct program *p = e->programs; p < e->programs + LIVECHESS_CLIENTS; p++)
		if (p->socket && !websocket_send(p->socket))
			end(e, p);
	due = livechess_due(&e->livechess);
	if (due != INT64_MAX && due < at.boottime_us + SOONEST_US)
		due = at.boottime_us + SOONEST_US;
	sd_event_source_set_time(e->timer, due == INT64_MAX ? UINT64_MAX : (uint64_t)due);
	sd_event_source_set_enabled(e->timer, SD_EVENT_ONESHOT);
}
