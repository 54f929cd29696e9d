/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A client of the LiveChess API that sends anything, while anything happens on the boards. A line that begins with '!'
 * is for the boards (pairs of bytes: a square, and what happens there; '=': all pieces stand at the start), every other
 * one is a frame. What comes out is always JSON of the API's form. The hall and the connection stay for some inputs
 * (fuzz_begin()), so that an input may be short and still meet feeds and games in any state.
 */
#include <jansson.h>
#include <string.h>

#include "tests/fuzz/fuzz.h"
#include "web/livechess/livechess.h"

#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
#define START_TURNED "RNBKQBNR/PPPPPPPP/8/8/8/8/pppppppp/rnbkqbnr"
#define FEN START " w KQkq - 0 1"
#define SUBSCRIBE \
	"{\"id\":2,\"call\":\"subscribe\",\"param\":{\"feed\":\"eboardevent\",\"id\":1,\"param\":{\"serialnr\":\"A\"}}}\n"
#define SETUP "{\"id\":3,\"call\":\"call\",\"param\":{\"id\":1,\"method\":\"setup\",\"param\":{\"fen\":\"" FEN "\"}}}\n"

const unsigned fuzz_runs = 3000; /* many begin from learned inputs, which take fifty times as long as the seeds */

const char *const fuzz_seeds[] = {
	"{\"id\":1,\"call\":\"eboards\"}",
	"{\"id\":\"x\",\"call\":\"sources\",\"param\":null}",
	SUBSCRIBE,
	"{\"id\":-0.5e3,\"call\":\"subscribe\",\"param\":{\"feed\":\"eboardevent\",\"id\":\"z\",\"param\":{\"serialnr\":\"B\"}}}",
	"{\"id\":9,\"call\":\"unsubscribe\",\"param\":{\"id\":1}}",
	SETUP,
	"{\"id\":1e3,\"call\":\"call\",\"param\":{\"id\":1,\"method\":\"flip\",\"param\":{\"flip\":true}}}",
	"!\x0c.\x1cP~~\x34.\x24p~~",
	"!\x06.\x15N~>",
	"!\x3e.\x2dn~<|~",
	"!\x01=\x33.\x23P~~\x0b.\x1bp",
	SUBSCRIBE SETUP "!\x4c.\x5cP>\x74.\x64p<",
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

/* The pieces are set up anew, from this side or that. */
static void set_up(struct fuzzed *f, struct live_board *board, bool turned)
{
	FUZZ_ASSERT(live_set_squares(board, turned ? START_TURNED : START));
	strcpy(live_tell(f->live, LIVE_SENSOR, board->name)->what, "board");
	passes(f, 50000);
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
		const unsigned char square = (unsigned char)text[i];

		if (text[i] == '~')
			passes(f, 1000000);
		else if (text[i + 1] == '=')
			set_up(f, live_board(f->live, square & 64 ? "B" : "A"), square & 1);
		else
			touch(f, square, text[i + 1]);
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
	FUZZ_ASSERT(live_set_squares(b, START));
}

static struct live live; /* its ring is large: it is used again */
static struct fuzzed hall;

/* The boards stay, with the start position on them; all that anybody was told of them goes. */
void fuzz_begin(void)
{
	struct fuzzed *f = &hall;

	if (!live.news) {
		FUZZ_ASSERT(live_init(&live) == 0);
		f->live = &live;
		live.is_connected = true;
		add_board(f, "A", "/a", "device-time");
		add_board(f, "B", "/b", "lever");
	} else {
		livechess_done(&f->lc);
		FUZZ_ASSERT(live_set_squares(live_board(&live, "A"), START));
		FUZZ_ASSERT(live_set_squares(live_board(&live, "B"), START));
	}
	f->now = (struct client_now){ 1000000000, INT64_C(1700000000000000) };
	livechess_init(&f->lc, f->live, false);
	f->client = NULL;
	live_tell(f->live, LIVE_ALL, "");
}

static void connect_client(struct fuzzed *f)
{
	if (f->client && !f->client->over)
		return;
	if (f->client)
		livechess_disconnect(&f->lc, f->client);
	f->client = livechess_connect(&f->lc);
	FUZZ_ASSERT(f->client);
}

void fuzz_one(const uint8_t *data, size_t size)
{
	const char *text = (const char *)data, *end = text + size;
	struct fuzzed *f = &hall;

	connect_client(f);
	passes(f, 1000000); /* it may call again */
	check_texts(f);
	while (text < end && !f->client->over) {
		const char *line = memchr(text, '\n', (size_t)(end - text));
		const size_t length = (size_t)((line ? line : end) - text);

		if (*text == '!')
			happens(f, text + 1, length - 1);
		else
			client_receive(f->client, text, length, f->now);
		check_texts(f);
		text += length + 1;
	}
}

void fuzz_end(void)
{
	livechess_done(&hall.lc);
	live_done(&live);
}
