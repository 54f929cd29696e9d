/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/server.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "web/source.h"
#include "web/live.h"
#include "web/pages/pages.h"

#define PATH_MOST 256
#define STREAM_PIECE 65536
#define RETRY_TEXT "retry: 1500\n\n"
#define ALIVE_TEXT ": \n\n"

enum http_kind {
	HTTP_NONE,   /* nothing was asked yet */
	HTTP_ANSWER, /* body is being sent */
	HTTP_GAMES,  /* waits for records of games */
	HTTP_STREAM, /* server-sent events, until somebody goes */
};

/* lws keeps one for each connection, which is one request (server.h). */
struct http_request {
	struct lws *wsi;
	struct http_request *next; /* in the server's list */
	enum http_kind kind;
	struct answer_body body;
	struct games_text games; /* of HTTP_GAMES */
	uint64_t at;		 /* of HTTP_STREAM: the last event that it was told */
	char only[LIVE_NAME];	 /* … the game it is about, "" all */
	bool is_alive_due;
};

/* --- the server's list --- */

static void enlist(struct server *s, struct http_request *q)
{
	for (struct http_request *other = s->requests; other; other = other->next)
		if (other == q)
			return;
	q->next = s->requests;
	s->requests = q;
}

static void delist(struct server *s, struct http_request *q)
{
	for (struct http_request **at = &s->requests; *at; at = &(*at)->next)
		if (*at == q) {
			*at = q->next;
			return;
		}
}

static void http_finish(struct server *s, struct http_request *q)
{
	delist(s, q);
	answer_body_set(&q->body, NULL, 0);
	games_text_done(&q->games);
	q->kind = HTTP_NONE;
}

/* --- headers --- */

struct headers {
	unsigned char buf[LWS_PRE + 2048], *at, *end;
	bool is_whole;
};

static void add_header(struct lws *wsi, struct headers *h, const char *name, const char *value)
{
	if (h->is_whole && lws_add_http_header_by_name(wsi, (const unsigned char *)name, (const unsigned char *)value,
						       (int)strlen(value), &h->at, h->end))
		h->is_whole = false;
}

/* What every answer has: nothing from elsewhere is loaded, nothing inline runs, no other page may hold it. */
static void add_common(struct server *s, struct lws *wsi, struct headers *h)
{
	static const char *const all[][2] = {
		{ "content-security-policy:",
		  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
		  "connect-src 'self'; manifest-src 'self'; base-uri 'none'; "
		  "form-action 'none'; frame-ancestors 'none'" },
		{ "x-content-type-options:", "nosniff" },
		{ "referrer-policy:", "no-referrer" },
	};
	char origin[256];

	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++)
		add_header(wsi, h, all[i][0], all[i][1]);
	if (lws_hdr_copy(wsi, origin, sizeof(origin), WSI_TOKEN_ORIGIN) > 0 && origin_may_read(s, origin)) {
		add_header(wsi, h, "access-control-allow-origin:", origin);
		add_header(wsi, h, "vary:", "origin");
	} else {
		add_header(wsi, h, "cross-origin-resource-policy:", "same-origin");
	}
}

static int send_headers(struct server *s, struct lws *wsi, unsigned status, const char *type, lws_filepos_t length,
			const char *const more[][2])
{
	struct headers h = { .is_whole = true };

	h.at = h.buf + LWS_PRE;
	h.end = h.buf + sizeof(h.buf) - 1;
	if (lws_add_http_common_headers(wsi, status, type, length, &h.at, h.end))
		return -1;
	add_common(s, wsi, &h);
	if (length != LWS_ILLEGAL_HTTP_CONTENT_LEN) /* lws says so by itself where there is no length */
		add_header(wsi, &h, "connection:", "close");
	for (size_t i = 0; more && more[i][0]; i++)
		add_header(wsi, &h, more[i][0], more[i][1]);
	if (!h.is_whole)
		return -1;
	return lws_finalize_write_http_header(wsi, h.buf + LWS_PRE, &h.at, h.end);
}

/* --- answers --- */

/* Takes the body. */
static int http_answer(struct server *s, struct http_request *q, unsigned status, const char *type, char *body,
		       size_t length, const char *const more[][2])
{
	answer_body_set(&q->body, body, length);
	q->kind = HTTP_ANSWER;
	if (!body || send_headers(s, q->wsi, status, type, length, more))
		return -1;
	lws_callback_on_writable(q->wsi);
	return 0;
}

/* A refusal says what was expected. */
static int http_refuse(struct server *s, struct http_request *q, unsigned status, const char *sentence)
{
	json_t *o = json_pack("{s:s}", "error", sentence);
	char *body = json_dumps(o, JSON_COMPACT);

	json_decref(o);
	return http_answer(s, q, status, "application/json", body, body ? strlen(body) : 0, NULL);
}

static int answer_json(struct server *s, struct http_request *q, char *text)
{
	static const char *const fresh[][2] = { { "cache-control:", "no-cache" }, { NULL, NULL } };

	return http_answer(s, q, 200, "application/json", text, text ? strlen(text) : 0, fresh);
}

/* --- streams --- */

static bool is_for(const struct http_request *q, const struct stream_event *e)
{
	return !*q->only || !e->game || strcmp(e->game, q->only) == 0;
}

/* Has something to be written? */
static bool is_behind(const struct server *s, const struct http_request *q)
{
	return q->at < s->stream.last || q->is_alive_due || answer_body_left(&q->body) > 0;
}

/* As much as fits of what it has not been told. Who is so far behind that it is forgotten is dropped: its browser
 * begins anew. */
static int write_stream(struct server *s, struct http_request *q)
{
	static const char alive[] = ALIVE_TEXT;
	unsigned char *piece = malloc(LWS_PRE + STREAM_PIECE);
	char *long_one;
	size_t n = 0;
	int r = -1;

	if (!piece)
		return -1;
	if (answer_body_left(&q->body) > 0) { /* what it begins with */
		n = answer_body_take(&q->body, piece + LWS_PRE, STREAM_PIECE);
	} else if (q->is_alive_due && q->at == s->stream.last) {
		n = sizeof(alive) - 1;
		memcpy(piece + LWS_PRE, alive, n);
	}
	q->is_alive_due = false;
	while (answer_body_left(&q->body) == 0 && q->at < s->stream.last) {
		const struct stream_event *e = stream_event(&s->stream, q->at + 1);

		if (!e)
			goto out;
		if (is_for(q, e) && e->length > STREAM_PIECE - n) {
			if (n > 0)
				break;
			long_one = strdup(e->text); /* by itself, in pieces */
			if (!long_one)
				goto out;
			answer_body_set(&q->body, long_one, e->length);
			q->at++;
			break;
		}
		if (is_for(q, e)) {
			memcpy(piece + LWS_PRE + n, e->text, e->length);
			n += e->length;
		}
		q->at++;
	}
	if (n > 0 && lws_write(q->wsi, piece + LWS_PRE, n, LWS_WRITE_HTTP) < (int)n)
		goto out;
	if (answer_body_left(&q->body) == 0) /* a thousand readers would keep a thousand halls */
		answer_body_set(&q->body, NULL, 0);
	if (is_behind(s, q))
		lws_callback_on_writable(q->wsi);
	r = 0;
out:
	free(piece);
	return r;
}

/* The query's value of that name, "" none. */
static void query_value(struct lws *wsi, const char *name, char *buf, size_t size)
{
	const size_t length = strlen(name);
	char text[256];
	int n;

	*buf = '\0';
	for (int i = 0; (n = lws_hdr_copy_fragment(wsi, text, sizeof(text), WSI_TOKEN_HTTP_URI_ARGS, i)) >= 0; i++)
		if (n > 0 && strncmp(text, name, length) == 0 && text[length] == '=')
			snprintf(buf, size, "%s", text + length + 1);
}

/* Where it goes on: behind the event that the browser has seen, else with everything as it is now. */
static bool find_place(struct server *s, struct http_request *q)
{
	static const char name[] = "last-event-id:";
	char id[STREAM_ID] = "";

	if (lws_hdr_custom_copy(q->wsi, id, sizeof(id), name, sizeof(name) - 1) <= 0)
		query_value(q->wsi, "since", id, sizeof(id));
	if (stream_number(&s->stream, id, &q->at))
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

static int begin_stream(struct server *s, struct http_request *q)
{
	static const char *const headers[][2] = { { "cache-control:", "no-store" },
						  { "x-accel-buffering:", "no" },
						  { NULL, NULL } };
	char *text;

	query_value(q->wsi, "game", q->only, sizeof(q->only));
	text = first_words(s, q, find_place(s, q));
	answer_body_set(&q->body, text, text ? strlen(text) : 0);
	if (!text || send_headers(s, q->wsi, 200, "text/event-stream", LWS_ILLEGAL_HTTP_CONTENT_LEN, headers))
		return -1;
	q->kind = HTTP_STREAM;
	enlist(s, q);
	lws_set_timeout(q->wsi, NO_PENDING_TIMEOUT, 0);
	lws_callback_on_writable(q->wsi);
	return 0;
}

/* --- games as text --- */

static int try_games(struct server *s, struct http_request *q)
{
	static const char *const headers[][2] = { { "cache-control:", "no-cache" }, { NULL, NULL } };
	char *text;
	size_t length;
	int r = games_text_read(&q->games, s->source, &text, &length);

	if (r == -EAGAIN) {
		q->kind = HTTP_GAMES;
		enlist(s, q);
		return 0;
	}
	delist(s, q);
	if (r == -ENOENT)
		return http_refuse(s, q, 404, "There is no such game");
	if (r < 0)
		return http_refuse(s, q, 503, "The record cannot be had now");
	return http_answer(s, q, 200, "application/x-chess-pgn; charset=utf-8", text, length, headers);
}

/* --- which is asked for --- */

static int show_game(struct server *s, struct http_request *q, const char *id)
{
	json_t *game = stream_game(&s->stream, id), *o;
	char at[STREAM_ID], *text;

	if (!game)
		return http_refuse(s, q, 404, "There is no such game now; the record of a past one is /game/ID.pgn");
	stream_id(&s->stream, s->stream.last, at);
	o = json_pack("{s:s, s:O}", "id", at, "game", game);
	text = json_dumps(o, JSON_COMPACT);
	json_decref(o);
	return answer_json(s, q, text);
}

/* By a socket that nobody else reaches, and not for somebody else. */
static bool is_from_here(struct lws *wsi)
{
	const struct server_listener *l = lws_get_opaque_user_data(wsi);

	return l && host_is_loopback(l->fd) && host_is_loopback(lws_get_socket_fd(wsi)) &&
	       lws_hdr_total_length(wsi, WSI_TOKEN_X_FORWARDED_FOR) <= 0;
}

static int show_attention(struct server *s, struct http_request *q)
{
	json_t *o;
	char *text;

	if (!is_from_here(q->wsi))
		return http_refuse(s, q, 403, "This is for the hall's own machine");
	o = view_attention(&s->live);
	text = json_dumps(o, JSON_COMPACT);
	json_decref(o);
	return answer_json(s, q, text);
}

static int show_file(struct server *s, struct http_request *q, const struct page_file *file)
{
	const char *const headers[][2] = { { "cache-control:", "no-cache" },
					   { "etag:", file->etag },
					   { "vary:", "accept-language" },
					   { NULL, NULL } };
	char known[64], *body;

	if (lws_hdr_copy(q->wsi, known, sizeof(known), WSI_TOKEN_HTTP_IF_NONE_MATCH) > 0 &&
	    strcmp(known, file->etag) == 0) {
		q->kind = HTTP_ANSWER; /* of headers alone */
		return send_headers(s, q->wsi, 304, NULL, 0, headers) ? -1 : 0;
	}
	body = malloc(file->length + 1);
	if (body)
		memcpy(body, file->data, file->length);
	return http_answer(s, q, 200, file->type, body, file->length, headers);
}

/* "/texts" is the page's words, in the reader's language; others by their names. */
static const struct page_file *find_file(struct lws *wsi, const char *path)
{
	char languages[128] = "";

	if (strcmp(path, "/texts") == 0) {
		lws_hdr_copy(wsi, languages, sizeof(languages), WSI_TOKEN_HTTP_ACCEPT_LANGUAGE);
		return page_texts(languages);
	}
	if (strcmp(path, "/api/v1/openapi.yaml") == 0)
		return page_file("openapi.yaml");
	return *path == '/' && strcmp(path, "/index.html") != 0 ? page_file(path + 1) : NULL;
}

/* 1: it is no page's address. */
static int show_page(struct server *s, struct http_request *q, const char *path)
{
	static const char *const headers[][2] = { { "cache-control:", "no-cache" },
						  { "vary:", "accept-language" },
						  { NULL, NULL } };
	char languages[128] = "", *text = NULL;
	const char *type;
	size_t length;
	int r;

	lws_hdr_copy(q->wsi, languages, sizeof(languages), WSI_TOKEN_HTTP_ACCEPT_LANGUAGE);
	r = pages_show(&s->stream, path, languages, &text, &length, &type);
	if (r == -EINVAL)
		return 1;
	if (r == -ENOENT)
		return http_refuse(s, q, 404, "There is no such event, round, player or game");
	return http_answer(s, q, 200, type, r < 0 ? NULL : text, length, headers);
}

static int route(struct server *s, struct http_request *q, const char *path)
{
	static const char games[] = "/api/v1/games/";
	const struct page_file *file = find_file(q->wsi, path);
	int r;

	if (file)
		return show_file(s, q, file);
	if (strcmp(path, "/api/v1/") == 0 || strcmp(path, "/api/v1") == 0)
		return answer_json(s, q, with_time(stream_snapshot(&s->stream)));
	if (strcmp(path, "/api/v1/attention") == 0)
		return show_attention(s, q);
	if (strncmp(path, games, sizeof(games) - 1) == 0)
		return show_game(s, q, path + sizeof(games) - 1);
	r = show_page(s, q, path);
	if (r != 1)
		return r;
	r = games_text_find(&q->games, &s->live, path);
	if (r == 0)
		return try_games(s, q);
	if (r == -ENOENT)
		return http_refuse(s, q, 404, "There is no such event, round or game");
	return http_refuse(s, q, 404, "There is nothing here; the API is below /api/v1/");
}

static bool is_asked_by_name(struct server *s, struct lws *wsi)
{
	char host[256];

	return lws_hdr_copy(wsi, host, sizeof(host), WSI_TOKEN_HOST) > 0 && host_is_ours(s, host);
}

/* Where it stands at a mount of lws', what lws tells is not the path. */
static int on_request(struct server *s, struct http_request *q)
{
	char path[PATH_MOST];
	int r;

	if (!is_asked_by_name(s, q->wsi))
		r = http_refuse(s, q, 421, HOST_UNKNOWN);
	else if (lws_hdr_copy(q->wsi, path, sizeof(path), WSI_TOKEN_GET_URI) <= 0)
		r = http_refuse(s, q, 414, "Nothing here has so long a path");
	else
		r = route(s, q, path);
	return r == 0 && q->kind == HTTP_ANSWER ? answer_body_write(&q->body, q->wsi) : r;
}

/* At HTTP_STREAM_PATH. lws goes on to read who is answered here, and so sees that it is gone; where it tells of other
 * requests it reads nothing until they are answered, and what comes meanwhile wakes it again and again. */
static int on_stream_path(struct server *s, struct http_request *q, struct lws_process_html_args *in)
{
	char path[PATH_MOST];

	if (!is_asked_by_name(s, q->wsi) || lws_hdr_copy(q->wsi, path, sizeof(path), WSI_TOKEN_GET_URI) <= 0 ||
	    strcmp(path, HTTP_STREAM_PATH) != 0)
		return 0; /* the next thing that lws tells is LWS_CALLBACK_HTTP */
	in->final = 1;
	return begin_stream(s, q);
}

int http_serve(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length)
{
	struct http_request *q = user;
	struct server *s = server_of(wsi);

	switch (reason) {
	case LWS_CALLBACK_FILTER_HTTP_CONNECTION:
		/* a stream's reader has nothing more to say: whatever comes is its end */
		return q->kind == HTTP_NONE ? 0 : -1;
	case LWS_CALLBACK_CHECK_ACCESS_RIGHTS:
		q->wsi = wsi;
		return on_stream_path(s, q, in);
	case LWS_CALLBACK_HTTP:
		q->wsi = wsi;
		return on_request(s, q);
	case LWS_CALLBACK_HTTP_WRITEABLE:
		if (q->kind == HTTP_ANSWER)
			return answer_body_write(&q->body, wsi);
		return q->kind == HTTP_STREAM ? write_stream(s, q) : 0;
	case LWS_CALLBACK_CLOSED_HTTP:
	case LWS_CALLBACK_HTTP_DROP_PROTOCOL:
		if (q)
			http_finish(s, q);
		return 0;
	default:
		return 0;
	}
}

size_t http_session_size(void)
{
	return sizeof(struct http_request);
}

/* --- when something has happened --- */

void http_turn(struct server *s)
{
	for (struct http_request *q = s->requests, *next; q; q = next) {
		next = q->next;
		if (q->kind == HTTP_STREAM && q->at < s->stream.last && !stream_event(&s->stream, q->at + 1))
			/* what it has to be told next is forgotten; its socket may never take anything again */
			lws_set_timeout(q->wsi, PENDING_TIMEOUT_HTTP_CONTENT, LWS_TO_KILL_ASYNC);
		else if (q->kind == HTTP_STREAM && is_behind(s, q))
			lws_callback_on_writable(q->wsi);
		else if (q->kind == HTTP_GAMES && try_games(s, q) < 0)
			lws_set_timeout(q->wsi, PENDING_TIMEOUT_HTTP_CONTENT, LWS_TO_KILL_ASYNC);
	}
}

void http_keep_alive(struct server *s)
{
	for (struct http_request *q = s->requests; q; q = q->next)
		if (q->kind == HTTP_STREAM) {
			q->is_alive_due = true;
			lws_callback_on_writable(q->wsi);
		}
}
