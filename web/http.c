/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/server.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "web/source.h"
#include "web/live.h"
#include "web/pages/pages.h"

#define STREAM_PIECE 8192
#define RETRY_TEXT "retry: 1500\n\n"
#define ALIVE_TEXT ": \n\n"
#define PGN_TYPE "application/x-chess-pgn; charset=utf-8"

/* One that is not answered at once, of its connection. */
struct http_request {
	struct server *server;
	struct connection *connection;
	struct http_request *next; /* in the server's list */
	struct games_text games;   /* waits for records of games, else it is a stream: */
	bool is_past;		   /* … of the one that is a page's */
	bool is_stream;
	char *begin;	      /* what it begins with, while that is not sent */
	size_t sent;	      /* … of that, or of the event behind at */
	uint64_t at;	      /* the last event that it was told */
	char only[LIVE_NAME]; /* the game it is about, "" all */
	bool is_alive_due;
};

static struct http_request *http_begin(struct server *s, struct connection *c)
{
	struct http_request *q = calloc(1, sizeof(*q));

	if (!q)
		return NULL;
	*q = (struct http_request){ .server = s, .connection = c, .next = s->requests };
	s->requests = c->request = q;
	return q;
}

void http_end(struct server *s, struct connection *c)
{
	struct http_request *q = c->request;

	if (!q)
		return;
	for (struct http_request **at = &s->requests; *at; at = &(*at)->next)
		if (*at == q) {
			*at = q->next;
			break;
		}
	games_text_done(&q->games);
	free(q->begin);
	free(q);
	c->request = NULL;
}

/* --- answers --- */

/* With what every answer has. */
static enum MHD_Result http_answer(struct server *s, struct connection *c, unsigned status, struct MHD_Response *r,
				   const char *cached)
{
	const char *origin = request_header(c->mhd, "Origin");
	char policy[HOST_POLICY];

	host_policy(s, policy);
	r = answer_add(r, "content-security-policy", policy);
	r = answer_add(r, "referrer-policy", "no-referrer");
	r = answer_add(r, "cache-control", cached);
	if (origin_may_read(s, origin))
		r = answer_add(answer_add(r, "access-control-allow-origin", origin), "vary", "origin");
	else
		r = answer_add(r, "cross-origin-resource-policy", "same-origin");
	return answer_send(c, status, r);
}

static enum MHD_Result http_refuse(struct server *s, struct connection *c, unsigned status, const char *sentence)
{
	return http_answer(s, c, status, answer_sentence(sentence), "no-cache");
}

/* A page for people where a browser asks, else the sentence. page: NULL no memory. */
static enum MHD_Result http_refuse_people(struct server *s, struct connection *c, unsigned status, const char *sentence,
					  char *page, size_t length)
{
	if (!strstr(request_header(c->mhd, "Accept"), "text/html")) {
		free(page);
		return http_refuse(s, c, status, sentence);
	}
	return http_answer(s, c, status,
			   answer_add(answer_text(page, length), "content-type", "text/html; charset=utf-8"),
			   "no-cache");
}

static enum MHD_Result refuse_host(struct server *s, struct connection *c)
{
	size_t length = 0;
	char *page = pages_wrong_host(request_header(c->mhd, "Host"), request_header(c->mhd, "Accept-Language"),
				      &length);

	return http_refuse_people(s, c, 421, HOST_UNKNOWN, page, length);
}

static enum MHD_Result refuse_path(struct server *s, struct connection *c, const char *sentence)
{
	size_t length = 0;
	char *page = pages_not_there(request_header(c->mhd, "Accept-Language"), &length);

	return http_refuse_people(s, c, 404, sentence, page, length);
}

/* --- streams --- */

static bool is_for(const struct http_request *q, const struct stream_event *e)
{
	return !*q->only || !e->game || strcmp(e->game, q->only) == 0;
}

/* What it is told next; NULL: nothing. Who is so far behind that it is forgotten is cut: its browser begins anew. */
static const char *next_text(struct http_request *q)
{
	const struct stream *stream = &q->server->stream;

	if (q->begin)
		return q->begin;
	for (; q->at < stream->last; q->at++) {
		const struct stream_event *e = stream_event(stream, q->at + 1);

		if (!e)
			connection_cut(q->connection);
		if (!e || is_for(q, e))
			return e ? e->text : NULL;
	}
	return q->is_alive_due ? ALIVE_TEXT : NULL;
}

/* All of that was sent. */
static void text_is_told(struct http_request *q)
{
	q->sent = 0;
	if (q->begin) {
		free(q->begin); /* a thousand readers would keep a thousand halls */
		q->begin = NULL;
	} else if (q->at < q->server->stream.last) {
		q->at++;
	} else {
		q->is_alive_due = false;
	}
}

/* As much as fits of what it has not been told. */
static ssize_t read_stream(void *cls, uint64_t pos, char *buf, size_t most)
{
	struct http_request *q = cls;
	const char *text;
	size_t n = 0;

	while (n < most && (text = next_text(q))) {
		const size_t left = strlen(text + q->sent), now = left < most - n ? left : most - n;

		memcpy(buf + n, text + q->sent, now);
		n += now;
		q->sent += now;
		if (now == left)
			text_is_told(q);
	}
	if (q->connection->state == CONNECTION_CUT)
		return MHD_CONTENT_READER_END_WITH_ERROR;
	if (n == 0)
		connection_suspend(q->connection);
	return (ssize_t)n;
}

static const char *query_value(const struct connection *c, const char *name)
{
	const char *value = MHD_lookup_connection_value(c->mhd, MHD_GET_ARGUMENT_KIND, name);

	return value ? value : "";
}

/* Where it goes on: behind the event that the browser has seen, else with everything as it is now. */
static bool find_place(struct server *s, struct http_request *q)
{
	const char *id = request_header(q->connection->mhd, "Last-Event-ID");

	if (stream_number(&s->stream, *id ? id : query_value(q->connection, "since"), &q->at))
		return true;
	q->at = s->stream.last;
	return false;
}

/* An object with the server's time in front, by which a page's clocks run; NULL: no memory. */
static char *with_time(const char *object)
{
	char *text;

	return object && asprintf(&text, "{\"now_us\":%lld,%s", (long long)live_now(), object + 1) >= 0 ? text : NULL;
}

/* All of the hall, or of the one game that it asks for. */
static char *whole_state(struct server *s, const struct http_request *q)
{
	json_t *game, *o;
	char *text, *timed;

	if (!*q->only)
		return with_time(stream_snapshot(&s->stream));
	game = stream_game(&s->stream, q->only);
	o = json_pack("{s:b, s:O*, s:O?}", "connected", s->stream.is_connected, "halls", s->stream.halls, "game", game);
	text = o ? json_dumps(o, JSON_COMPACT) : NULL;
	timed = with_time(text);
	free(text);
	json_decref(o);
	return timed;
}

static char *first_words(struct server *s, struct http_request *q, bool resumed)
{
	char *state = resumed ? NULL : whole_state(s, q), *text = NULL, id[STREAM_ID];

	stream_id(&s->stream, q->at, id);
	if (resumed)
		text = strdup(RETRY_TEXT);
	else if (!state || asprintf(&text, RETRY_TEXT "id: %s\nevent: begin\ndata: %s\n\n", id, state) < 0)
		text = NULL;
	free(state);
	return text;
}

static enum MHD_Result begin_stream(struct server *s, struct connection *c)
{
	struct http_request *q = http_begin(s, c);
	struct MHD_Response *r;

	if (!q || connection_watch(c, s->event) < 0)
		return MHD_NO;
	q->is_stream = true;
	snprintf(q->only, sizeof(q->only), "%s", query_value(c, "game"));
	q->begin = first_words(s, q, find_place(s, q));
	r = q->begin ? MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, STREAM_PIECE, read_stream, q, NULL) : NULL;
	if (r) /* text as it is, not in chunks, up to the connection's end */
		MHD_set_response_options(r, MHD_RF_HTTP_1_0_COMPATIBLE_STRICT, MHD_RO_END);
	r = answer_add(answer_add(r, "content-type", "text/event-stream"), "x-accel-buffering", "no");
	return http_answer(s, c, 200, r, "no-store");
}

/* --- games as text --- */

/* A game that is not shown any more, with the moves of its record; takes the text. */
static enum MHD_Result show_past(struct server *s, struct connection *c, char *text, size_t length)
{
	json_t *game = past_game(s->stream.events, c->request->only);
	char at[STREAM_ID];

	if (game)
		past_game_read(game, text, length);
	free(text);
	stream_id(&s->stream, s->stream.last, at);
	return game ? http_answer(s, c, 200, answer_json(json_pack("{s:s, s:o}", "id", at, "game", game)), "no-cache") :
		      refuse_path(s, c, "There is no such game");
}

/* Where a record is still to come it is called again by the next turns. */
static enum MHD_Result show_games(struct server *s, struct connection *c)
{
	size_t length = 0;
	char *text = NULL;
	int r = games_text_read(&c->request->games, s->source, &text, &length);

	if (r == -EAGAIN)
		connection_suspend(c);
	if (r == -EAGAIN)
		return MHD_YES;
	if (r == -ENOENT)
		return refuse_path(s, c, "There is no such game");
	if (r < 0)
		return http_refuse(s, c, 503, "The record cannot be had now");
	if (c->request->is_past)
		return show_past(s, c, text, length);
	return http_answer(s, c, 200, answer_add(answer_text(text, length), "content-type", PGN_TYPE), "no-cache");
}

static enum MHD_Result find_games(struct server *s, struct connection *c, const char *path)
{
	struct games_text games = { 0 };
	struct http_request *q;
	int r = games_text_find(&games, &s->live, path);

	if (r == 0 && (q = http_begin(s, c))) {
		q->games = games;
		return show_games(s, c);
	}
	games_text_done(&games);
	if (r == 0 || r == -ENOMEM)
		return MHD_NO;
	return refuse_path(s, c,
			   r == -ENOENT ? "There is no such event, round or game" :
					  "There is nothing here; the API is below /api/v1/");
}

/* --- which is asked for --- */

static enum MHD_Result show_all(struct server *s, struct connection *c)
{
	char *text = with_time(stream_snapshot(&s->stream));

	return http_answer(s, c, 200,
			   answer_add(answer_text(text, text ? strlen(text) : 0), "content-type", "application/json"),
			   "no-cache");
}

static enum MHD_Result find_past(struct server *s, struct connection *c, const char *id)
{
	json_t *known = past_game(s->stream.events, id);
	struct games_text games = { 0 };
	struct http_request *q;
	char path[LIVE_NAME + 16];

	json_decref(known);
	snprintf(path, sizeof(path), "/game/%s.pgn", id);
	if (!known || games_text_find(&games, &s->live, path) < 0)
		return refuse_path(s, c, "There is no such game now; the record of a past one is /game/ID.pgn");
	q = http_begin(s, c);
	if (!q) {
		games_text_done(&games);
		return MHD_NO;
	}
	q->games = games;
	q->is_past = true;
	snprintf(q->only, sizeof(q->only), "%s", id);
	return show_games(s, c);
}

static enum MHD_Result show_game(struct server *s, struct connection *c, const char *id)
{
	json_t *game = stream_game(&s->stream, id);
	char at[STREAM_ID];

	if (!game)
		return find_past(s, c, id);
	stream_id(&s->stream, s->stream.last, at);
	return http_answer(s, c, 200, answer_json(json_pack("{s:s, s:O}", "id", at, "game", game)), "no-cache");
}

/* By a socket that nobody else reaches, and not for somebody else. */
static bool is_from_here(const struct connection *c)
{
	return host_is_loopback(c->listener->fd) && host_is_loopback(c->fd) &&
	       !*request_header(c->mhd, "X-Forwarded-For");
}

static enum MHD_Result show_attention(struct server *s, struct connection *c)
{
	if (!is_from_here(c))
		return http_refuse(s, c, 403, "This is for the hall's own machine");
	return http_answer(s, c, 200, answer_json(view_attention(&s->live)), "no-cache");
}

static enum MHD_Result show_file(struct server *s, struct connection *c, const struct page_file *file)
{
	const bool is_known = strcmp(request_header(c->mhd, "If-None-Match"), file->etag) == 0;
	struct MHD_Response *r = MHD_create_response_from_buffer(is_known ? 0 : file->length, (void *)file->data,
								 MHD_RESPMEM_PERSISTENT);

	r = answer_add(answer_add(r, "etag", file->etag), "vary", "accept-language");
	if (!is_known)
		r = answer_add(r, "content-type", file->type);
	return http_answer(s, c, is_known ? 304 : 200, r, "no-cache");
}

/* "/texts" is the page's words, in the reader's language; others by their names. */
static const struct page_file *find_file(const struct connection *c, const char *path)
{
	if (strcmp(path, "/texts") == 0)
		return page_texts(request_header(c->mhd, "Accept-Language"));
	if (strcmp(path, "/api/v1/openapi.yaml") == 0)
		return page_file("openapi.yaml");
	return *path == '/' && strcmp(path, "/index.html") != 0 ? page_file(path + 1) : NULL;
}

/* A page, or a record, or there is nothing there. */
static enum MHD_Result show_page(struct server *s, struct connection *c, const char *path)
{
	const char *type;
	size_t length;
	char *text;
	struct MHD_Response *response;
	int r = pages_show(&s->stream, path, request_header(c->mhd, "Accept-Language"), &text, &length, &type);

	if (r == -EINVAL)
		return find_games(s, c, path);
	if (r == -ENOENT)
		return refuse_path(s, c, "There is no such event, round, player or game");
	if (r < 0)
		return MHD_NO;
	response = answer_add(answer_text(text, length), "content-type", type);
	return http_answer(s, c, 200, answer_add(response, "vary", "accept-language"), "no-cache");
}

enum MHD_Result http_serve(struct server *s, struct connection *c, const char *path)
{
	static const char games[] = "/api/v1/games/";
	const struct page_file *file = find_file(c, path);

	if (c->request)
		return show_games(s, c);
	if (!host_is_ours(s, request_header(c->mhd, "Host")))
		return refuse_host(s, c);
	if (file)
		return show_file(s, c, file);
	if (strcmp(path, "/api/v1/stream") == 0)
		return begin_stream(s, c);
	if (strcmp(path, "/api/v1/") == 0 || strcmp(path, "/api/v1") == 0)
		return show_all(s, c);
	if (strcmp(path, "/api/v1/attention") == 0)
		return show_attention(s, c);
	if (strncmp(path, games, sizeof(games) - 1) == 0)
		return show_game(s, c, path + sizeof(games) - 1);
	return show_page(s, c, path);
}

/* --- when something has happened --- */

void http_turn(struct server *s)
{
	for (struct http_request *q = s->requests; q; q = q->next) {
		if (q->is_stream && q->at < s->stream.last && !stream_event(&s->stream, q->at + 1))
			connection_cut(q->connection); /* its socket may never take anything again */
		else if (!q->is_stream || q->at < s->stream.last)
			connection_resume(q->connection);
	}
}

void http_keep_alive(struct server *s)
{
	for (struct http_request *q = s->requests; q; q = q->next)
		if (q->is_stream) {
			q->is_alive_due = true;
			connection_resume(q->connection);
		}
}
