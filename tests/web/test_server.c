/* SPDX-License-Identifier: GPL-2.0-or-later */
/* flagfall-web: what it answers, what it streams and how a stream goes on, and whom it refuses. */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/socket.h>
#include <time.h>

#include "tests/web/web-rig.h"

static const char *text(const json_t *o, const char *key)
{
	const char *s = json_string_value(json_object_get(o, key));

	return s ? s : "";
}

static void start_game(struct rig *rig)
{
	rig_start(rig, "rulebook", "fide2023-blitz", "time", "180+2", "white", "Alice", "black", "Bob", NULL);
}

/* Waits until the game is told of; its view. */
static json_t *game_of(struct rig *rig, const char *needle)
{
	char path[64], *body;
	json_t *o;

	snprintf(path, sizeof(path), "/api/v1/games/%s", rig->game);
	body = web_until(&web, path, needle);
	o = json_loads(body, 0, NULL);
	free(body);
	return o;
}

/* An end is a ruling at its move, with what its article says. It was ended by a wrong word, and goes on: result and
 * ruling are none again. */
static void an_end_that_is_undone_is_shown_no_more(void **state)
{
	struct rig *rig = *state;
	json_t *o, *game, *ruling;

	start_game(rig);
	rig_moves(rig, "e2e4 e7e5");
	json_decref(game_of(rig, "\"plies\":2"));
	json_decref(rig_ask(rig, GAME, "Resign", "s", "white"));
	o = game_of(rig, "\"result\":\"0-1\"");
	ruling = json_array_get(json_object_get(json_object_get(o, "game"), "rulings"), 0);
	assert_string_equal(text(ruling, "reason"), "resign");
	assert_int_equal(json_integer_value(json_object_get(ruling, "ply")), 2);
	assert_string_equal(text(json_array_get(json_object_get(ruling, "words"), 0), "article"), "5.1.2");
	assert_true(strlen(text(json_array_get(json_object_get(ruling, "words"), 0), "text")) > 10);
	json_decref(o);
	json_decref(rig_ask(rig, GAME, "Undo", "us", 1, ""));
	o = game_of(rig, "\"state\":\"running\"");
	game = json_object_get(o, "game");
	assert_string_equal(text(game, "result"), "");
	assert_true(json_is_null(json_object_get(game, "ruling")));
	assert_int_equal(json_array_size(json_object_get(game, "rulings")), 0);
	assert_string_equal(text(json_object_get(game, "clock"), "running"), "none");
	assert_int_equal(json_array_size(json_object_get(game, "moves")), 2);
	json_decref(o);
}

/* A game from its start: players, position, clock; then a move with its time. A clock says at which wall time it stood
 * so: a page counts from there. */
static void a_game_is_shown(void **state)
{
	struct rig *rig = *state;
	const int64_t began_us = (int64_t)time(NULL) * 1000000;
	json_t *o, *game, *move;

	start_game(rig);
	rig_moves(rig, "e2e4 e7e5");
	o = game_of(rig, "\"plies\":2");
	game = json_object_get(o, "game");
	assert_string_equal(text(json_object_get(game, "white"), "name"), "Alice");
	assert_string_equal(text(game, "kind"), "chess");
	assert_string_equal(text(game, "state"), "running");
	assert_string_equal(text(game, "placement"), "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR");
	assert_int_equal(json_array_size(json_object_get(game, "moves")), 2);
	move = json_array_get(json_object_get(game, "moves"), 1);
	assert_string_equal(text(move, "uci"), "e7e5");
	assert_string_equal(text(move, "san"), "e5");
	assert_true(json_integer_value(json_object_get(move, "left_us")) > 170000000);
	assert_string_equal(text(json_object_get(game, "clock"), "running"), "white");
	assert_true(json_integer_value(json_object_get(json_object_get(game, "clock"), "at_us")) >= began_us);
	json_decref(o);

	o = web_json(&web, "/api/v1/");
	game = json_array_get(json_object_get(o, "games"), 0);
	assert_string_equal(text(game, "id"), rig->game);
	assert_null(json_object_get(game, "moves"));
	assert_string_equal(text(json_object_get(game, "last"), "uci"), "e7e5");
	assert_string_equal(text(json_array_get(json_object_get(o, "boards"), 0), "name"), RIG_SERIAL);
	json_decref(o);
}

/* A stream begins with what there is, tells a move once, and goes on behind the last id. */
static void a_stream_goes_on(void **state)
{
	struct rig *rig = *state;
	struct events events;
	json_t *o, *moves;
	char id[64];

	start_game(rig);
	json_decref(game_of(rig, "\"plies\":0"));
	events_open(&events, &web, "", "");
	o = events_next(&events);
	assert_string_equal(events.type, "begin");
	assert_int_equal(json_array_size(json_object_get(o, "games")), 1);
	json_decref(o);

	rig_moves(rig, "e2e4");
	o = events_until(&events, "game", "moves");
	moves = json_object_get(o, "moves");
	assert_string_equal(text(o, "id"), rig->game);
	assert_int_equal(json_integer_value(json_object_get(o, "moves_from")), 0);
	assert_int_equal(json_array_size(moves), 1);
	assert_string_equal(text(json_array_get(moves, 0), "uci"), "e2e4");
	assert_null(json_object_get(o, "white")); /* what has not changed */
	snprintf(id, sizeof(id), "%s", events.id);
	json_decref(o);
	events_close(&events);

	rig_moves(rig, "e7e5"); /* while nobody reads */
	json_decref(game_of(rig, "\"plies\":2"));
	events_open(&events, &web, "", id);
	o = events_until(&events, "game", "plies");
	assert_int_equal(json_integer_value(json_object_get(o, "plies")), 2);
	json_decref(o);
	events_close(&events);
}

/* An id of another run, or one that never was: everything as it is now. */
static void a_foreign_id_begins_anew(void **state)
{
	static const char *const ids[] = { "0123456789abcdef-1", "x", "-1", "99999999999999999999" };
	struct events events;

	free(web_until(&web, "/api/v1/", "\"connected\":true"));
	for (size_t i = 0; i < sizeof(ids) / sizeof(ids[0]); i++) {
		events_open(&events, &web, "", ids[i]);
		json_decref(events_next(&events));
		assert_string_equal(events.type, "begin");
		events_close(&events);
	}
}

/* The daemon is killed and comes back: the stream goes on, and nothing is told to be gone. */
static void the_daemon_comes_back(void **state)
{
	struct rig *rig = *state;
	struct events events;
	json_t *o;

	start_game(rig);
	rig_moves(rig, "e2e4");
	json_decref(game_of(rig, "\"plies\":1"));
	events_open(&events, &web, "", "");
	json_decref(events_next(&events));
	rig_daemon_stop(rig, SIGKILL);
	o = events_until(&events, "hall", "connected");
	assert_true(json_is_false(json_object_get(o, "connected")));
	json_decref(o);
	json_decref(game_of(rig, "\"plies\":1"));
	rig_daemon_start(rig);
	o = events_until(&events, "hall", "connected");
	assert_true(json_is_true(json_object_get(o, "connected")));
	json_decref(o);
	rig_moves(rig, "e7e5");
	while ((o = events_next(&events)) && !json_object_get(o, "moves")) {
		assert_null(json_object_get(o, "removed"));
		json_decref(o);
	}
	assert_non_null(o);
	assert_int_equal(json_integer_value(json_object_get(o, "moves_from")), 1);
	json_decref(o);
	events_close(&events);
}

/* The server is killed and comes back: who asks with an old id begins anew, with the whole game. */
static void the_server_comes_back(void **state)
{
	struct rig *rig = *state;
	struct events events;
	json_t *o;
	char id[64];

	start_game(rig);
	rig_moves(rig, "e2e4");
	json_decref(game_of(rig, "\"plies\":1"));
	events_open(&events, &web, "", "");
	json_decref(events_next(&events));
	snprintf(id, sizeof(id), "%s", events.id);
	web_stop(&web, SIGKILL);
	assert_null(events_next(&events));
	events_close(&events);
	rig_moves(rig, "e7e5");
	web_start(&web, rig, NULL);
	o = game_of(rig, "\"plies\":2");
	assert_string_equal(text(json_array_get(json_object_get(json_object_get(o, "game"), "moves"), 0), "san"), "e4");
	json_decref(o);
	events_open(&events, &web, "", id);
	json_decref(events_next(&events));
	assert_string_equal(events.type, "begin");
	events_close(&events);
}

/* The record of a running game, of one that is over, and of none. */
static void games_are_text(void **state)
{
	struct rig *rig = *state;
	struct answer a;
	char path[64];

	start_game(rig);
	rig_moves(rig, "e2e4 e7e5");
	json_decref(game_of(rig, "\"plies\":2"));
	snprintf(path, sizeof(path), "/game/%s.pgn", rig->game);
	a = web_get(&web, path);
	assert_int_equal(a.status, 200);
	assert_non_null(strstr(a.head, "x-chess-pgn"));
	assert_non_null(strstr(a.body, "[White \"Alice\"]"));
	assert_non_null(strstr(a.body, "1. e4 {"));
	answer_done(&a);
	json_decref(rig_ask(rig, "org.flagfall1.Game", "Resign", "s", "white"));
	a.body = web_until(&web, path, "[Result \"0-1\"]");
	free(a.body);
	a = web_get(&web, "/game/999.pgn");
	assert_int_equal(a.status, 404);
	answer_done(&a);
	a = web_get(&web, "/round/1.pgn");
	assert_int_equal(a.status, 404);
	answer_done(&a);
}

static void refused(int status, const char *request)
{
	struct answer a = web_ask(&web, request);

	if (a.status != status)
		fail_msg("%s\nwas answered with %d", request, a.status);
	answer_done(&a);
}

/* What no reader of a page sends. */
static void others_are_refused(void **state)
{
	char *wide = malloc(20000);
	struct answer a;

	refused(405, "POST /api/v1/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
	refused(421, "GET /api/v1/ HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n");
	a = web_ask(&web, "GET /api/v1/ HTTP/1.1\r\nConnection: close\r\n\r\n");
	assert_true(a.status == 421 || a.status == 400); /* libmicrohttpd 1.0 refuses it itself */
	answer_done(&a);
	refused(200, "GET /api/v1/ HTTP/1.1\r\nHost: [::1]:8964\r\nConnection: close\r\n\r\n");
	refused(200, "GET /api/v1/ HTTP/1.1\r\nHost: 192.168.1.5:8964\r\nConnection: close\r\n\r\n");
	refused(404, "GET /../../etc/passwd HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
	refused(404, "GET /game/%2e%2e.pgn HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
	refused(404, "GET /api/v1/games/none HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
	memset(wide, 'a', 19999);
	memcpy(wide, "GET /", 5);
	strcpy(wide + 12000, " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
	json_decref(web_json(&web, "/api/v1/"));
	a = web_ask(&web, wide);
	assert_int_not_equal(a.status, 200);
	answer_done(&a);
	free(wide);
	json_decref(web_json(&web, "/api/v1/")); /* it is still there */
}

static unsigned times(const char *text, const char *part)
{
	unsigned n = 0;

	while ((text = strstr(text, part))) {
		n++;
		text += strlen(part);
	}
	return n;
}

/* So many answers, each whole, and nothing behind the last one. */
static void answered(const struct web *port, const char *request, const char *part, unsigned count)
{
	struct answer a = web_ask(port, request);
	const char *length = strstr(a.head, "content-length: ");
	size_t whole;

	assert_int_equal(a.status, 200);
	assert_non_null(length);
	whole = (size_t)atoi(length + strlen("content-length: "));
	assert_int_equal(times(a.body, part), count);
	assert_int_equal(times(a.body, "HTTP/1.1 200"), count - 1);
	if (count == 1)
		assert_int_equal(a.length, whole);
	answer_done(&a);
}

/* Programs that are no browsers: old ones, hasty ones, and such that send what nobody asked for. The answers are whole,
 * come in order, and none has more than its head says. */
static void other_programs_are_answered(void **state)
{
#define LAST "Connection: close\r\n\r\n"
	static const char one[] = "GET /api/v1/ HTTP/1.1\r\nHost: localhost\r\n";
	static const char long_one[] = "GET /api/v1/openapi.yaml HTTP/1.1\r\nHost: localhost\r\n";
	static const char board[] = "GET /api/v1.0/eboards HTTP/1.1\r\nHost: localhost\r\n";
	const struct web livechess = { .port = web.livechess_port };
	char text[1024];
	struct answer a;

	snprintf(text, sizeof(text), "%s" LAST, one);
	answered(&web, text, "\"connected\"", 1);
	snprintf(text, sizeof(text), "%s\r\n%s\r\n%s" LAST, one, one, one); /* three at once */
	answered(&web, text, "\"connected\"", 3);
	snprintf(text, sizeof(text), "%s" LAST "%s" LAST, one, one); /* it said that nothing would come */
	answered(&web, text, "\"connected\"", 1);
	snprintf(text, sizeof(text), "%s\r\n%s" LAST, long_one, long_one); /* longer than what goes in one piece */
	answered(&web, text, "openapi: 3", 2);
	snprintf(text, sizeof(text), "%s\r\n%s" LAST, board, board);
	free(web_until(&livechess, "/api/v1.0/eboards", "\"serialnr\""));
	answered(&livechess, text, "\"serialnr\"", 2);

	a = web_ask(&web, "GET /api/v1/ HTTP/1.0\r\nHost: localhost\r\n\r\n"); /* it closes by itself */
	assert_int_equal(a.status, 200);
	assert_non_null(strstr(a.body, "\"connected\""));
	answer_done(&a);

	a = web_ask(&livechess, "DELETE /api/v1.0/eboards HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
	assert_int_equal(a.status, 405);
	assert_string_equal(a.body, "{\"error\":\"GET and HEAD are all that is answered here\"}");
	answer_done(&a);
	a = web_get(&livechess, "/api/v1.0/nothing");
	assert_int_equal(a.status, 404);
	assert_string_equal(a.body, "{\"error\":\"There is nothing of that name in the API\"}");
	answer_done(&a);
	a = web_get(&livechess, "/other");
	assert_int_equal(a.status, 404);
	assert_string_equal(a.body, "{\"error\":\"The API is at /api/v1.0\"}");
	answer_done(&a);

	a = web_ask(&web, "GET /api/v1/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
	assert_int_equal(a.status, 200);
	assert_non_null(strstr(a.body, "\"connected\""));
	answer_done(&a);
}

/* Of each address the head alone, with the length that its answer would have. */
static void heads_are_answered(void **state)
{
	static const char *const paths[] = { "/", "/texts", "/api/v1/", "/api/v1/nothing", "/api/v1/stream" };

	free(web_until(&web, "/api/v1/", "\"connected\":true"));
	for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]); i++) {
		struct answer a, whole = { 0 };
		const char *length;
		char text[256];

		snprintf(text, sizeof(text), "HEAD %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
			 paths[i]);
		a = web_ask(&web, text);
		assert_int_equal(a.length, 0);
		if (!strstr(paths[i], "stream")) {
			whole = web_get(&web, paths[i]);
			assert_int_equal(a.status, whole.status);
			length = strstr(a.head, "content-length: ");
			assert_non_null(length);
			assert_int_equal(atoi(length + strlen("content-length: ")), whole.length);
		}
		assert_non_null(strstr(a.head, "content-type: "));
		answer_done(&whole);
		answer_done(&a);
	}
}

/* What is no plain request, at both ports and behind another one, too: the answer says so, and is the last word on its
 * connection. What somebody in between might read as two requests is refused, too. */
static void nothing_but_requests_is_taken(void **state)
{
	static const struct {
		const char *head, *rest;
		int status;
	} cases[] = {
		{ "GET / HTTP/1.1", "Content-Length: 5\r\n\r\nhello", 400 },
		{ "GET / HTTP/1.1", "Content-Length: 5\r\n\r\n", 400 },
		{ "GET / HTTP/1.1", "Content-Length: 0\r\nContent-Length: 5\r\n\r\n", 400 },
		{ "GET / HTTP/1.1", "Content-Length: 0\r\nContent-Length: 0\r\n\r\n", 400 },
		{ "GET / HTTP/1.1", "Content-Length: 0, 5\r\n\r\n", 400 },
		{ "GET / HTTP/1.1", "Content-Length: +0\r\n\r\n", 400 },
		{ "GET / HTTP/1.1", "Content-Length: 00\r\n\r\n", 400 },
		{ "GET / HTTP/1.1", "Content-Length: -1\r\n\r\n", 400 },
		{ "GET / HTTP/1.1", "Content-Length : 5\r\n\r\nhello", 400 },
		{ "GET / HTTP/1.1", "Content-Length\t: 5\r\n\r\nhello", 400 },
		{ "GET / HTTP/1.1", "A: b\rContent-Length: 5\r\n\r\nhello", 400 },
		{ "GET / HTTP/1.1", "Content-Length: 0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400 },
		{ "GET / HTTP/1.1", "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400 },
		{ "GET / HTTP/1.1", "Transfer-Encoding: identity\r\n\r\n", 400 },
		{ "HEAD / HTTP/1.1", "Content-Length: 5\r\n\r\nhello", 400 },
		{ "POST / HTTP/1.1", "\r\n", 405 },
		{ "POST / HTTP/1.1", "Content-Length: 5\r\n\r\nhe", 405 },
		{ "PUT / HTTP/1.1", "Transfer-Encoding: chunked\r\n\r\n", 405 },
		{ "OPTIONS * HTTP/1.1", "\r\n", 405 },
		{ "CONNECT localhost:1 HTTP/1.1", "\r\n", 405 },
		{ "CONNECT localhost:1 HTTP/1.1", "\r\nhello", 405 },
		{ "PRI * HTTP/2.0", "\r\nSM\r\n\r\n", 505 },
		{ "GET / HTTP/1.1", "Connection: Upgrade\r\nUpgrade: foo\r\n\r\n", 400 },
		{ "HEAD /api/v1.0 HTTP/1.1",
		  "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
		  "Sec-WebSocket-Key: QlcYg5ggxetS/prhR3GC2A==\r\n\r\n",
		  400 },
		{ "GET / HTTP/1.1", "Connection: Upgrade\r\nUpgrade: websocket, foo\r\n\r\n", 400 },
		{ "GET / HTTP/1.1",
		  "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n",
		  400 },
	};
	static const char behind[] = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";
	const int ports[] = { web.port, web.livechess_port };

	for (size_t i = 0; i < 2 * sizeof(cases) / sizeof(cases[0]); i++) {
		const struct web port = { .port = ports[i % 2] };
		char text[512], status[16];
		struct answer a;

		snprintf(text, sizeof(text), "%s\r\nHost: localhost\r\n%s%s", cases[i / 2].head, cases[i / 2].rest,
			 behind);
		a = web_ask(&port, text);
		if (a.status != cases[i / 2].status)
			fail_msg("%s\nwas answered with %d at port %zu", text, a.status, i % 2);
		if (strstr(a.body, "HTTP/1.1 200"))
			fail_msg("%s\nwas not the last one: %s", text, a.body);
		answer_done(&a);
		snprintf(text, sizeof(text), "GET /%s HTTP/1.1\r\nHost: localhost\r\n\r\n%s\r\nHost: localhost\r\n%s%s",
			 i % 2 ? "api/v1.0/eboards" : "", cases[i / 2].head, cases[i / 2].rest, behind);
		a = web_ask(&port, text);
		assert_int_equal(a.status, 200);
		snprintf(status, sizeof(status), "HTTP/1.1 %d ", cases[i / 2].status);
		assert_non_null(strstr(a.body, status));
		assert_null(strstr(a.body, "HTTP/1.1 200"));
		answer_done(&a);
	}
}

/* Nor is a WebSocket of the page's port, whatever it is to speak. */
static void the_page_has_no_socket(void **state)
{
	static const char *const more[] = { "", "Sec-WebSocket-Protocol: serve\r\n",
					    "Sec-WebSocket-Protocol: loop\r\n" };
	char text[512];

	for (size_t i = 0; i < sizeof(more) / sizeof(more[0]); i++) {
		snprintf(text, sizeof(text),
			 "GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
			 "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: QlcYg5ggxetS/prhR3GC2A==\r\n%s\r\n",
			 more[i]);
		refused(400, text);
	}
}

/* A stream is its connection's last answer: what its reader says behind its request is not looked at. */
static void a_stream_is_the_last_answer(void **state)
{
	static const char stream[] = "GET /api/v1/stream HTTP/1.1\r\nHost: localhost\r\n\r\n";
	static const char *const more[] = { "x", stream, "GET /api/v1/ HTTP/1.1\r\nHost: localhost\r\n\r\n" };
	static const char *const squares[] = { "a2", "b2", "c2" };
	struct events events;
	struct rig *rig = *state;

	free(web_until(&web, "/api/v1/", RIG_SERIAL));

	for (size_t i = 0; i < sizeof(more) / sizeof(more[0]); i++) {
		events_open(&events, &web, "", "");
		json_decref(events_next(&events));
		assert_int_equal(send(events.fd, more[i], strlen(more[i]), MSG_NOSIGNAL), strlen(more[i]));
		json_decref(web_json(&web, "/api/v1/"));
		rig_lift(rig, squares[i]);
		json_decref(events_until(&events, "board", "name"));
		events_close(&events);
	}
	refused(404, "GET /api/v1/stream/x HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
	refused(404, "GET /api/v1/streams HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
	refused(421, "GET /api/v1/stream HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n");
}

/* Answers carry what keeps a page to itself. */
static void answers_are_guarded(void **state)
{
	struct answer a = web_get(&web, "/api/v1/");

	assert_non_null(strstr(a.head, "content-security-policy: default-src 'none'"));
	assert_non_null(strstr(a.head, "x-content-type-options: nosniff"));
	assert_null(strstr(a.head, "access-control-allow-origin"));
	assert_null(strstr(a.head, "set-cookie"));
	assert_null(strstr(a.head, "unsafe-inline"));
	answer_done(&a);
	a = web_ask(
		&web,
		"GET /api/v1/ HTTP/1.1\r\nHost: localhost\r\nOrigin: https://evil.example\r\nConnection: close\r\n\r\n");
	assert_null(strstr(a.head, "access-control-allow-origin"));
	answer_done(&a);
}

/* What is without delay is for this machine alone: not by an address that others reach, nor for somebody behind a
 * proxy. */
static void attention_is_for_the_hall(void **state)
{
	struct rig *rig = *state;

	json_decref(web_json(&web, "/api/v1/attention"));
	refused(403,
		"GET /api/v1/attention HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 192.0.2.7\r\nConnection: close\r\n\r\n");
	web_stop(&web, SIGTERM);
	web_start_at(&web, rig, "0.0.0.0:0", NULL);
	refused(403, "GET /api/v1/attention HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
	json_decref(web_json(&web, "/api/v1/"));
}

#define ATTENTION "/api/v1/attention"

/* What nobody asks and a person has to see to is there until it is settled. */
/* The board goes on sending its heartbeats: one that comes while somebody is asked about is not heard. */
static void attention_comes(struct rig *rig, const char *text)
{
	bool has_come = false;

	for (int i = 0; i < 200 && !has_come; i++) {
		struct answer a;

		rig_time(rig, (int64_t)sim_time(rig->sim) + 250000);
		rig_settle(rig);
		a = web_get(&web, ATTENTION);
		has_come = a.body && strstr(a.body, text);
		answer_done(&a);
		poll(NULL, 0, 50); /* within what one reader may ask */
	}
	if (!has_come)
		fail_msg("never came: %s", text);
}

static void what_stands_open_needs_somebody(void **state)
{
	struct rig *rig = *state;

	start_game(rig);
	rig_moves_judged(rig, "e2e4 e7e5 a2a5");
	attention_comes(rig, "\"need\":\"illegal-move\",\"game\":\"1\",\"board\":\"" RIG_SERIAL "\"");
	json_decref(rig_ask(rig, GAME, "End", "s", "1-0"));
	free(web_until(&web, ATTENTION, "\"needs\":[]"));
	sim_set_squares(rig->sim, "RNBQKBNRPPPPPPPP................................pppppppprnbqkbnr");
	rig_settle(rig);
	start_game(rig);
	rig_moves_judged(rig, "e2e4 e7e5 g1f3");
	sim_set_squares(rig->sim, "RNBQKBNRPPPPPPPP................................pppppppprnbqkbnr");
	rig_settle(rig);
	free(web_until(&web, ATTENTION, "\"need\":\"new-game\",\"game\":\"2\""));
	json_decref(rig_ask(rig, GAME, "End", "s", "0-1"));
	free(web_until(&web, ATTENTION, "\"needs\":[]"));
	json_decref(rig_ask(rig, GAME, "Claim", "ssa{sv}", "white", "appeal", 0));
	free(web_until(&web, ATTENTION, "\"need\":\"question\""));
	json_decref(rig_ask(rig, "org.flagfall1.Arbiter", "Decide", "ssa{sv}", "appeal", "accept", 0));
	free(web_until(&web, ATTENTION, "\"need\":\"result\",\"game\":\"2\""));
	json_decref(rig_ask(rig, GAME, "End", "s", "1/2-1/2"));
	free(web_until(&web, ATTENTION, "\"needs\":[]"));
}

/* The page, its parts and its words, in the reader's language; each once, while nothing of it has changed. */
static void the_page_is_there(void **state)
{
	static const char *const files[][2] = { { "/page.js", "text/javascript" },
						{ "/page.css", "text/css" },
						{ "/texts", "text/plain" },
						{ "/api/v1/openapi.yaml", "yaml" } };
	char ask[600], etag[80] = "", *words[2], *at;
	struct answer a;

	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
		a = web_get(&web, files[i][0]);
		assert_int_equal(a.status, 200);
		assert_non_null(strstr(a.head, files[i][1]));
		assert_true(a.length > 0);
		at = strstr(a.head, "etag: ");
		assert_non_null(at);
		snprintf(etag, sizeof(etag), "%.*s", (int)strcspn(at + 6, "\r\n"), at + 6);
		answer_done(&a);
		snprintf(ask, sizeof(ask),
			 "GET %s HTTP/1.1\r\nHost: localhost\r\nIf-None-Match: %s\r\nConnection: close\r\n\r\n",
			 files[i][0], etag);
		a = web_ask(&web, ask);
		assert_int_equal(a.status, 304);
		assert_int_equal(a.length, 0);
		answer_done(&a);
	}
	for (int i = 0; i < 2; i++) {
		snprintf(ask, sizeof(ask),
			 "GET /texts HTTP/1.1\r\nHost: localhost\r\nAccept-Language: %s\r\nConnection: close\r\n\r\n",
			 i ? "de-DE,de;q=0.9" : "en");
		a = web_ask(&web, ask);
		assert_int_equal(a.status, 200);
		words[i] = strdup(a.body);
		answer_done(&a);
	}
	assert_string_not_equal(words[0], words[1]);
	free(words[0]);
	free(words[1]);
	a = web_get(&web, "/");
	assert_int_equal(a.status, 200);
	assert_non_null(strstr(a.head, "text/html"));
	answer_done(&a);
	a = web_get(&web, "/nothing.html");
	assert_int_equal(a.status, 404);
	answer_done(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(an_end_that_is_undone_is_shown_no_more, web_setup, web_teardown),
		cmocka_unit_test_setup_teardown(a_game_is_shown, web_setup, web_teardown),
		cmocka_unit_test_setup_teardown(a_stream_goes_on, web_setup, web_teardown),
		cmocka_unit_test_setup_teardown(a_foreign_id_begins_anew, web_setup, web_teardown),
		cmocka_unit_test_setup_teardown(the_daemon_comes_back, web_setup, web_teardown),
		cmocka_unit_test_setup_teardown(the_server_comes_back, web_setup, web_teardown),
		cmocka_unit_test_setup_teardown(games_are_text, web_setup, web_teardown),
		cmocka_unit_test_setup_teardown(others_are_refused, web_setup, web_teardown),
		cmocka_unit_test_setup_teardown(other_programs_are_answered, web_setup, web_teardown),
		cmocka_unit_test_setup_teardown(heads_are_answered, web_setup, web_teardown),
		cmocka_unit_test_setup_teardown(nothing_but_requests_is_taken, web_setup, web_teardown),
		cmocka_unit_test_setup_teardown(the_page_has_no_socket, web_setup, web_teardown),
		cmocka_unit_test_setup_teardown(a_stream_is_the_last_answer, web_setup, web_teardown),
		cmocka_unit_test_setup_teardown(answers_are_guarded, web_setup, web_teardown),
		cmocka_unit_test_setup_teardown(the_page_is_there, web_setup, web_teardown),
		cmocka_unit_test_setup_teardown(attention_is_for_the_hall, web_setup, web_teardown),
		cmocka_unit_test_setup_teardown(what_stands_open_needs_somebody, web_setup, web_teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
