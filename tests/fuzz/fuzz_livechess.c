/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A client of the LiveChess API that sends anything, while anything happens on the boards. A line that begins with '!'
 * is for the boards (pairs of bytes: a square, and what happens there), every other one is a frame. What comes out is
 * always JSON of the API's form.
 */
#include <jansson.h>
#include <string.h>

#include "tests/fuzz/fuzz.h"
#include "web/livechess/livechess.h"

#define FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
#define SUBSCRIBE \
	"{\"id\":2,\"call\":\"subscribe\",\"param\":{\"feed\":\"eboardevent\",\"id\":1,\"param\":{\"serialnr\":\"A\"}}}\n"
#define SETUP "{\"id\":3,\"call\":\"call\",\"param\":{\"id\":1,\"method\":\"setup\",\"param\":{\"fen\":\"" FEN "\"}}}\n"

const unsigned fuzz_runs = 5000;

const char *const fuzz_seeds[] = {
	"{\"id\":1,\"call\":\"eboards\"}\n" SUBSCRIBE SETUP "!\x0c.\x1cP~~\x34.\x24p~~\n",
	"{\"id\":\"x\",\"call\":\"sources\",\"param\":null}\n" SUBSCRIBE
	"{\"id\":9,\"call\":\"unsubscribe\",\"param\":{\"id\":1}}\n",
	SUBSCRIBE SETUP
	"{\"id\":1e3,\"call\":\"call\",\"param\":{\"id\":1,\"method\":\"flip\",\"param\":{\"flip\":true}}}\n"
	"!\x06.\x15N~>\n!\x3e.\x2dn~<|~\n",
	NULL
};
const char *const fuzz_words[] = { "{",		  "}",	       "[",	     "]",
				   ":",		  ",",	       "\"",	     "\n",
				   "\n!",	  "\\u0000",   "\\\"",	     "null",
				   "true",	  "-0",	       "1e309",	     "9223372036854775808",
				   "\"id\":",	  "\"call\":", "\"param\":", "\"feed\":",
				   "\"fen\":",	  "\"setup\"", "\"flip\"",   "\"serialnr\":",
				   "\"eboards\"", SUBSCRIBE,   SETUP,	     "\x80",
				   "KQkq",	  NULL };

struct fuzzed {
	struct live *live;
	struct livechess lc;
	struct client *client;
	struct client_now now;
};

static void check_feed(struct fuzzed *f, json_t *param)
{
	json_t *san = json_object_get(param, "san"), *board = json_object_get(param, "board");

	FUZZ_ASSERT(json_is_string(json_object_get(param, "serialnr")));
	FUZZ_ASSERT(json_is_boolean(json_object_get(param, "flipped")));
	FUZZ_ASSERT(!board || json_is_null(board) || strlen(json_string_value(board)) < SQUARES_FEN);
	FUZZ_ASSERT(!san == !json_object_get(param, "match") && !san == !json_object_get(param, "start"));
	FUZZ_ASSERT(json_array_size(san) <= RECONSTRUCTION_MOVES);
}

/* id: of the frame that is answered, NULL where it is not known. */
static void check_texts(struct fuzzed *f)
{
	const char *text;
	size_t size;

	while ((text = client_text(f->client, &size))) {
		json_t *o = json_loadb(text, size, JSON_DECODE_INT_AS_REAL | JSON_REJECT_DUPLICATES, NULL);
		const char *response = json_string_value(json_object_get(o, "response"));

		FUZZ_ASSERT(json_object_size(o) == 4 && json_object_get(o, "id") && json_object_get(o, "param"));
		FUZZ_ASSERT(json_is_number(json_object_get(o, "time")));
		FUZZ_ASSERT(!strcmp(response, "call") || !strcmp(response, "feed") || !strcmp(response, "error"));
		if (strcmp(response, "feed") == 0)
			check_feed(f, json_object_get(o, "param"));
		json_decref(o);
		client_sent(f->client);
	}
}

static void passes(struct fuzzed *f, int64_t us)
{
	f->now.boottime_us += us;
	f->now.realtime_us += us;
	livechess_turn(&f->lc, f->now);
}

static void touch(struct fuzzed *f, unsigned char square, char letter)
{
	struct live_board *board = live_board(f->live, square & 64 ? "B" : "A");
	struct live_news *news = live_tell(f->live, LIVE_SENSOR, board->name);

	news->t_us = f->now.boottime_us;
	if (letter == '<' || letter == '>') {
		strcpy(news->what, "press");
		news->side = letter == '<' ? WHITE : BLACK;
	} else if (letter == '|') {
		strcpy(news->what, "board");
	} else {
		strcpy(news->what, letter == '.' ? "lift" : "place");
		game_chess.square_name(square & 63, news->square);
		news->piece = letter && strchr("PNBRQKpnbrqk", letter) ? letter : '?';
		board->squares[square & 63] = letter == '.' ? '.' : news->piece;
	}
	passes(f, 50000);
}

static void happens(struct fuzzed *f, const char *text, size_t size)
{
	for (size_t i = 0; i + 1 < size; i += 2) {
		if (text[i] == '~')
			passes(f, 1000000);
		else
			touch(f, (unsigned char)text[i], text[i + 1]);
		check_texts(f);
	}
}

static void add_board(struct fuzzed *f, const char *name, const char *path, const char *feature)
{
	struct live_board *b = live_add_board(f->live, path, name);

	FUZZ_ASSERT(b);
	b->geometry = &game_chess;
	json_decref(b->properties);
	b->properties = json_pack("{s:s, s:s, s:[s]}", "Sensors", *name == 'A' ? "piece-id" : "presence", "Uri",
				  "certabo:/dev/ttyUSB0", "Features", feature);
	FUZZ_ASSERT(live_set_squares(b, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"));
}

void fuzz_one(const uint8_t *data, size_t size)
{
	struct fuzzed f = { .now = { 1000000000, INT64_C(1700000000000000) } };
	const char *text = (const char *)data, *end = text + size;
	static struct live live; /* its ring is large: it is used again */

	f.live = &live;
	FUZZ_ASSERT(live.news || live_init(&live) == 0);
	livechess_init(&f.lc, f.live, false);
	f.live->is_connected = true;
	add_board(&f, "A", "/a", "device-time");
	add_board(&f, "B", "/b", "lever");
	live_tell(f.live, LIVE_ALL, "");
	f.client = livechess_connect(&f.lc);
	FUZZ_ASSERT(f.client);
	passes(&f, 1);
	while (text < end && !f.client->over) {
		const char *line = memchr(text, '\n', (size_t)(end - text));
		const size_t length = (size_t)((line ? line : end) - text);

		if (*text == '!')
			happens(&f, text + 1, length - 1);
		else
			client_receive(f.client, text, length, f.now);
		check_texts(&f);
		text += length + 1;
	}
	livechess_done(&f.lc);
	live_clear(f.live);
}
