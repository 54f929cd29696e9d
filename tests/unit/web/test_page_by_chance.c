/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a hall's page tells in days of chance: boards, games and events come, change and go, moves are played and
 * undone, delays pass, the daemon is away, memory runs out. Who follows the events has what the page shows
 * (page-reader.h); what is told is JSON and has no ports in it, a text of games ends as one does, and what a program on
 * the LiveChess socket hears answers what it asked. FLAGFALL_DAY=N plays that day alone and prints all of it.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tests/faults/fault-points.h"
#include "tests/unit/web/page-reader.h"
#include "web/source.h"
#include "web/livechess/livechess.h"
#include "web/live.h"
#include "web/stream.h"

#define DAYS 80
#define STEPS 200
#define REALTIME_US INT64_C(1790000000000000)
#define BOOTTIME_US INT64_C(5000000000)

static struct {
	struct live live;
	struct stream stream;
	struct livechess livechess;
	struct client *client;
	struct page_reader reader;
	uint64_t lot, cursor;
	int64_t now_us; /* of both clocks since the day began */
	bool prints;
	unsigned dice[32];
} d;

int __wrap_clock_gettime(clockid_t clock, struct timespec *now);
int __wrap_clock_gettime(clockid_t clock, struct timespec *now)
{
	const int64_t us = d.now_us + (clock == CLOCK_REALTIME ? REALTIME_US : BOOTTIME_US);

	*now = (struct timespec){ us / 1000000, us % 1000000 * 1000 };
	return 0;
}

static unsigned next(unsigned n)
{
	d.lot = d.lot * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (unsigned)(d.lot >> 33) % n;
}

/* Those of one step, so that no compiler's order of arguments is another day. */
static void roll(void)
{
	for (unsigned i = 0; i < sizeof(d.dice) / sizeof(d.dice[0]); i++)
		d.dice[i] = next(1 << 30);
}

static unsigned die(unsigned which, size_t n)
{
	return d.dice[which] % (unsigned)n;
}

#define ONE_OF(list) list[next(sizeof(list) / sizeof(list[0]))]
#define FROM(which, list) list[die(which, sizeof(list) / sizeof(list[0]))]

__attribute__((format(printf, 1, 2))) static void note(const char *format, ...)
{
	char *line;
	va_list ap;

	va_start(ap, format);
	assert_true(vasprintf(&line, format, ap) >= 0);
	va_end(ap);
	if (d.prints)
		printf("# %s\n", line);
	free(line);
}

static void note_json(const char *what, json_t *o)
{
	char *text = o ? json_dumps(o, JSON_COMPACT | JSON_ENCODE_ANY) : NULL;

	note("%s %s", what, text ? text : "none");
	free(text);
	json_decref(o);
}

/* A game's record, as the source has it: some are still to come, some are gone. */
int source_record(struct source *source, const char *id, const char **suffix, const char **text)
{
	static const char *const records[] = { "1. e4 *\n\n", "1. e4 *\n", "1. e4 *", "", "\n", "\n\n" };
	const unsigned n = (unsigned)strlen(id) + (unsigned)id[strlen(id) - 1];

	*suffix = ".pgn";
	*text = records[n % 6];
	note("record of %s", id);
	return id[0] == 'w' && next(2) ? -EAGAIN : id[0] == 'x' ? -ENOENT : 0;
}

/* --- what happens --- */

static const char *const boards[] = { "A", "B", "C", "D" }, *const games[] = { "g1", "g2", "wait_3", "x~4", "g5" },
			 *const events[] = { "club", "league-2" };
static const char *const fens[] = { "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
				    "8/8/8/4k3/8/8/4K3/8 b - - 0 1", "" };

static void set_text(json_t *o, const char *key, const char *value)
{
	if (*value || next(2))
		json_object_set_new(o, key, json_string(value));
	else
		json_object_del(o, key);
}

static void change_board(void)
{
	static const char *const placements[] = {
		"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR",
		"8/8/8/8/8/8/8/8",
		"?\?\?\?\?\?\?\?/8/8/8/8/8/8/k6K",
		"8/8/8",
		"9/8/8/8/8/8/8/8",
		"8/8/8/8/8/8/8/8/8",
		"x7/8/8/8/8/8/8/8",
		"88/8/8/8/8/8/8/8",
		"ppppppppp/8/8/8/8/8/8/8",
		"",
		"W31,K46:B1,2:?7",
		"W:B",
		":B1",
		"W1,:B2",
		"W51",
		"Wx",
		"W1B2",
		"W12345678",
		"B1:W2",
		"W:?",
		"WK50:BK1",
		"W1:B2:?3:",
	};
	const char *name = FROM(0, boards);
	char path[16];
	struct live_board *b;

	snprintf(path, sizeof(path), "/board/%s", name);
	b = live_add_board(&d.live, path, name);
	b->geometry = *name == 'D'		? game_find("draughts-10x10") :
		      *name == 'C' && die(1, 2) ? NULL :
						  game_find("chess");
	set_text(b->properties, die(2, 2) ? "Serial" : "Port", die(3, 3) ? name : "1-2");
	set_text(b->properties, "Model", die(4, 2) ? "DGT Board" : "");
	json_object_set_new(b->properties, "Width", json_integer(*name == 'D' ? 10 : 8));
	if (die(5, 3))
		json_object_set_new(b->properties, "Height", json_integer(8));
	if (!die(6, 4))
		b->is_known = false;
	else
		note("squares %d", live_set_squares(b, FROM(7, placements)));
	json_object_set_new(b->properties, "Sensors", json_string(*name == 'A' ? "piece-id" : "presence"));
	json_object_set_new(b->properties, "Features", json_pack("[s]", die(9, 2) ? "lever" : "device-time"));
	json_object_set_new(b->properties, "Uri", json_string("dgt:/dev/COM3"));
	b->is_awaited = !die(10, 9);
	live_tell(&d.live, LIVE_BOARD, name);
}

/* Hands on a board: some pieces go elsewhere, now and then somebody presses. */
static void touch(void)
{
	static const char *const whats[] = { "lift", "place", "press", "pause", "lost", "board" };
	const char *name = ONE_OF(boards);
	struct live_board *b = live_board(&d.live, name);
	struct live_news *news;
	unsigned square;

	for (unsigned n = b && b->geometry && b->is_known ? 1 + next(6) : 0; n > 0; n--) {
		const char *what = next(8) ? whats[next(2)] : whats[next(6)];

		square = next(b->geometry->squares);
		if (*what == 'l' && what[1] == 'i')
			b->squares[square] = '.';
		else if (what[1] == 'l')
			b->squares[square] = *name == 'A' ? "PpKkNq"[next(6)] : '?';
		d.now_us += 100000;
		news = live_tell(&d.live, LIVE_SENSOR, name);
		news->t_us = BOOTTIME_US + d.now_us;
		snprintf(news->what, sizeof(news->what), "%s", what);
		if (what[1] == 'i' || what[1] == 'l')
			b->geometry->square_name(square, news->square);
		news->piece = what[1] == 'l' ? b->squares[square] : 0;
		news->side = (enum side)next(2);
	}
}

/* It is an answer, or what a feed says. */
static void check_answer(const char *text, size_t size)
{
	json_t *o = json_loadb(text, size, 0, NULL);
	const char *response = json_string_value(json_object_get(o, "response"));

	assert_true(response && (!strcmp(response, "call") || !strcmp(response, "feed") || !strcmp(response, "error")));
	assert_non_null(json_object_get(o, "id"));
	json_decref(o);
}

/* A program that speaks with a LiveChess. */
static void ask_livechess(void)
{
	static const char *const asked[] = {
		"{\"id\":1,\"call\":\"eboards\"}",
		"{\"id\":2,\"call\":\"subscribe\",\"param\":{\"feed\":\"eboardevent\",\"id\":1,\"param\":{\"serialnr\":\"A\"}}}",
		"{\"id\":3,\"call\":\"subscribe\",\"param\":{\"feed\":\"eboardevent\",\"id\":\"two\",\"param\":{\"serialnr\":\"B\"}}}",
		"{\"id\":4,\"call\":\"call\",\"param\":{\"id\":1,\"method\":\"setup\",\"param\":{\"fen\":\"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\"}}}",
		"{\"id\":5,\"call\":\"call\",\"param\":{\"id\":\"two\",\"method\":\"flip\",\"param\":{\"flip\":true}}}",
		"{\"id\":6,\"call\":\"unsubscribe\",\"param\":{\"id\":1}}",
		"{\"id\":7,\"call\":\"call\",\"param\":{\"id\":1,\"method\":\"setup\",\"param\":{\"fen\":\"8/8/8/8/8/8/8/k6K w\"}}}",
		"nothing",
	}, *const paths[] = { "eboards", "sources", "tournaments", "tournaments/club", "tournaments/club/round/1", "none" };
	const struct client_now now = { BOOTTIME_US + d.now_us, REALTIME_US + d.now_us };
	const char *text;
	size_t size;

	livechess_turn(&d.livechess, now);
	if (!d.client || d.client->over) {
		livechess_disconnect(&d.livechess, d.client);
		d.client = livechess_connect(&d.livechess);
		note("connected");
	}
	if (!next(2)) {
		text = ONE_OF(asked);
		note("asks %s", text);
		client_receive(d.client, text, strlen(text), now);
	}
	while (next(6) && (text = client_text(d.client, &size))) {
		note("hears %.*s", (int)size, text);
		check_answer(text, size);
		client_sent(d.client);
	}
	if (!next(8))
		note_json("gets", livechess_get(&d.livechess, ONE_OF(paths), now));
	note("due %lld", livechess_due(&d.livechess) == INT64_MAX ?
				 -1LL :
				 (long long)(livechess_due(&d.livechess) - now.boottime_us));
}

static void publish(struct live_game *g)
{
	static const char *const states[] = { "played", "undone", "provisional", "pending", "" },
				 *const sans[] = { "e4", "", "Nf3+" },
				 *const rulings[] = { "illegal-move", "move-accepted", "checkmate", "flag-fall" };
	const unsigned ply = die(0, 5) ? (unsigned)g->count + 1 : die(1, (unsigned)g->count + 3);
	const char *side = ply % 2 ? "white" : "black";
	const int64_t t_us = d.now_us / 1000000 * 1000000;
	json_t *p;

	switch (die(2, 6)) {
	case 0:
		p = json_pack("{s:s, s:I, s:I, s:I}", "type", "clock", "t_us", (json_int_t)(die(3, 4) ? t_us : 7),
			      "white_us", (json_int_t)(300000000 - d.now_us), "black_us",
			      (json_int_t)(290000000 - d.now_us));
		break;
	case 1:
		p = json_pack("{s:s, s:s}", "type", "position", "fen", FROM(4, fens));
		break;
	case 2:
		p = json_pack("{s:s, s:s, s:s, s:s, s:I}", "type", "ruling", "ruling", FROM(5, rulings), "side", side,
			      "article", "7.5.1", "t_us", (json_int_t)t_us);
		break;
	default:
		p = json_pack("{s:s, s:i, s:s, s:s, s:s, s:s, s:s, s:I}", "type", "move", "ply", (int)ply, "side", side,
			      "uci", ply % 3 ? "e2e4" : "g1f3", "san", FROM(6, sans), "placement",
			      die(7, 4) ? "8/8/8/8/4P3/8/8/8" : "", "state", die(8, 3) ? "played" : FROM(9, states),
			      "t_us", (json_int_t)t_us);
	}
	live_publication_take(g, p, REALTIME_US + d.now_us);
	json_decref(p);
}

static void change_game(void)
{
	static const char *const states[] = { "running", "over", "board-gone", "stopped" },
				 *const results[] = { "none", "1-0", "1/2-1/2", "" },
				 *const rounds[] = { "3.12", "4", "", "x.y" }, *const tags[] = { "Board",
												 "WhiteElo",
												 "BlackTitle",
												 "WhiteFideId",
												 "BlackTeam",
												 "WhiteFed" };
	const char *id = FROM(0, games);
	struct live_game *g;
	json_t *p;
	char path[16];

	snprintf(path, sizeof(path), "/game/%s", id);
	g = live_add_game(&d.live, path, id);
	p = g->properties;
	switch (die(1, 12)) {
	case 0:
		g->is_read = die(2, 4) != 0;
		g->has_moves = g->is_read || die(3, 2);
		break;
	case 1:
		set_text(p, "State", FROM(4, states));
		set_text(p, "Result", FROM(5, results));
		g->over_us = strcmp(live_text(p, "State"), "over") == 0 && die(6, 4) ? REALTIME_US + d.now_us : 0;
		break;
	case 2:
		g->delay = (struct delay){ .moves = die(7, 2) ? die(8, 4) : 0,
					   .us = die(9, 2) ? (int64_t)die(10, 4) * 60000000 : 0 };
		g->is_late = !die(11, 3);
		break;
	case 3:
		g->clock = (struct live_clock){ .is_there = die(12, 5) != 0,
						.left_us = { 300000000 - d.now_us, 250000000 },
						.running = (enum side)die(13, 3),
						.at_us = REALTIME_US + d.now_us };
		break;
	case 4:
		set_text(p, "Board", FROM(14, boards));
		set_text(p, "White", die(15, 3) ? "Łukasz" : "");
		set_text(p, "Black", "B, Bo");
		set_text(p, "StartFen", FROM(16, fens));
		set_text(p, "Round", FROM(17, rounds));
		set_text(p, "Hall", die(18, 4) ? "" : "north");
		set_text(p, "Kind", die(19, 2) ? "chess" : "draughts-10x10");
		break;
	case 5:
		json_object_set_new(p, "Pairing",
				    die(20, 3) ? json_pack("[s, i, i]", FROM(21, events), 1, 2) :
				    die(22, 2) ? json_pack("[s, i, i]", "", 0, 0) :
						 json_array());
		json_object_set_new(p, "Tags",
				    json_pack("{s:s, s:s}", FROM(23, tags), die(24, 3) ? "7" : "", "BlackElo", "2000"));
		json_object_set_new(p, "Started", json_integer((json_int_t)(REALTIME_US + d.now_us)));
		break;
	case 6:
		set_text(p, "Question", die(25, 2) ? "Is it a draw?" : "");
		set_text(p, "RecordFault", die(26, 5) ? "" : "No space left on device");
		json_object_set_new(p, "BoardAgrees", json_boolean(die(27, 3)));
		g->is_silent = !die(28, 5);
		break;
	default:
		roll();
		publish(g);
	}
	live_tell(&d.live, LIVE_GAME, id);
}

static void change_event(void)
{
	static const char *const states[] = { "waiting", "ready", "running", "over" }, *const results[] = { "", "1-0",
													    "½-½" };
	const char *id = FROM(0, events);
	json_t *pairings = json_array(), *rounds = json_array();
	struct live_event *e;
	char path[16];

	snprintf(path, sizeof(path), "/event/%s", id);
	e = live_add_event(&d.live, path, id);
	for (unsigned i = 1 + die(1, 3); i > 0; i--)
		json_array_append_new(rounds, json_pack("[i, s]", (int)i, die(2, 2) ? "closed" : "running"));
	for (unsigned i = die(3, 4); i > 0; i--) {
		roll();
		json_array_append_new(pairings, json_pack("{s:i, s:s, s:s, s:s, s:s, s:s, s:s}", "table", (int)i,
							  "state", FROM(4, states), "result", FROM(5, results), "game",
							  die(6, 4) ? FROM(7, games) : "", "white", "Anna", "board",
							  FROM(8, boards), "bye", die(9, 5) ? "" : "half"));
	}
	json_object_set_new(e->properties, "Name", json_string("Club"));
	json_object_set_new(e->properties, "Delay",
			    die(10, 2) ? json_pack("[i, i]", (int)die(11, 3), (int)die(12, 3)) : json_array());
	json_object_set_new(e->properties, "Rounds", rounds);
	json_object_set_new(e->properties, "Boards",
			    die(13, 3) ? json_array() : json_pack("[[i, s]]", 1, FROM(14, boards)));
	json_object_set_new(e->rounds,
			    die(15, 3) ? "1" :
			    die(16, 2) ? "2" :
					 "3",
			    json_pack("{s:i, s:s, s:o}", "round", 1, "state", FROM(17, states), "pairings", pairings));
	live_tell(&d.live, LIVE_EVENT, id);
}

static void change_hall(void)
{
	char path[16];

	switch (die(0, 6)) {
	case 0:
		d.live.is_connected = die(1, 3) != 0;
		live_tell(&d.live, LIVE_ALL, "");
		break;
	case 1:
		snprintf(path, sizeof(path), "/game/%s", FROM(2, games));
		live_remove(&d.live, path);
		break;
	case 2:
		snprintf(path, sizeof(path), "/board/%s", FROM(3, boards));
		live_remove(&d.live, path);
		break;
	case 3:
		live_set_journal_fault(&d.live, die(4, 2) ? "disk full" : "");
		break;
	case 4:
		json_decref(d.live.halls);
		d.live.halls = die(5, 3) ? json_pack("[{s:s, s:i}]", "hall", "north", "behind", (int)die(6, 2)) : NULL;
		break;
	default:
		if (!die(7, 8)) { /* all is read anew */
			live_clear(&d.live);
			live_tell(&d.live, LIVE_ALL, "");
		} else if (!die(8, 4)) { /* more at once than are kept */
			for (unsigned n = LIVE_NEWS - 3 + die(9, 6); n > 0; n--)
				live_tell(&d.live, LIVE_BOARD, "A");
		}
	}
}

/* --- what is told --- */

static void read_texts(void)
{
	static const char *const paths[] = {
		"/game/g1.pgn",
		"/game/g1.pdn",
		"/game/g1.txt",
		"/game/.pgn",
		"/game/wait_3.pgn",
		"/game/x~4.pgn",
		"/event/club/round/1.pgn",
		"/event/none/round/1.pgn",
		"/event/club/round/9.pgn",
		"/event/club/1.pgn",
		"/round/1.pgn",
		"/round/2.pgn",
		"/round/.pgn",
		"/x",
		"/event//round/1.pgn",
		"/game/a/b.pgn",
		"/round/1.pgn/",
		"/game/123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890.pgn"
	};
	const char *path = ONE_OF(paths);
	struct games_text g = { 0 };
	char *text = NULL;
	size_t length = 0;
	int r = games_text_find(&g, &d.live, path);

	note("%s: %d, %zu", path, r, g.count);
	for (unsigned n = 0; r == 0 && n < 9; n++) {
		r = games_text_read(&g, NULL, &text, &length);
		if (r == 0)
			break;
		note("… %d", r);
		r = r == -EAGAIN ? 0 : r;
	}
	if (text) {
		note("%zu %s", length, text);
		assert_true(length == strlen(text) && (!length || text[length - 1] == '\n'));
	}
	free(text);
	games_text_done(&g);
}

static void check_snapshot(void)
{
	const char *text = stream_snapshot(&d.stream);
	json_t *o = json_loads(text, 0, NULL);

	note("%s", text);
	assert_int_equal(json_array_size(json_object_get(o, "games")), json_object_size(d.stream.games));
	assert_int_equal(json_array_size(json_object_get(o, "boards")), json_object_size(d.stream.boards));
	assert_int_equal(json_array_size(json_object_get(o, "events")), json_object_size(d.stream.events));
	assert_null(strstr(text, "COM3"));
	json_decref(o);
}

static void tell(void)
{
	const bool is_short = !next(12);
	const int64_t now_us = REALTIME_US + d.now_us;
	const struct live_news *news;
	const struct live_board *b = live_board(&d.live, ONE_OF(boards));
	uint64_t number, wanted;
	int64_t next_us;
	char id[STREAM_ID];
	bool is_new, is_known;

	if (is_short) /* not all can be told */
		fault_begin(FAULT_MEMORY, next(8), false);
	is_new = stream_update(&d.stream, &d.live, now_us, &next_us);
	fault_end();
	note("news %d, again in %lld", is_new, next_us == INT64_MAX ? -1LL : (long long)(next_us - now_us));
	if (is_short)
		page_reader_begin(&d.reader, &d.stream);
	page_reader_follow(&d.reader, &d.stream);
	if (!next(3))
		while ((news = live_next(&d.live, &d.cursor)))
			note("%d %s", news->type, news->name);
	if (!next(6))
		check_snapshot();
	if (!next(6))
		note_json("attention", view_attention(&d.live));
	if (!next(4))
		read_texts();
	if (b)
		note("shown %d, %s; %d%d%d", live_board_is_shown(&d.live, b, now_us),
		     live_board_game(&d.live, b) ? live_board_game(&d.live, b)->id : "none",
		     live_board_at(&d.live, b->path) == b,
		     live_game_at(&d.live, "/game/g1") == live_game(&d.live, "g1"),
		     live_event_at(&d.live, "/event/club") == live_event(&d.live, "club"));
	wanted = d.stream.first > 3 && next(2) ? d.stream.first - 3 + next(4) : d.stream.last - 1 + next(4);
	stream_id(&d.stream, wanted, id);
	is_known = wanted <= d.stream.last && wanted + 1 >= d.stream.first;
	assert_int_equal(stream_number(&d.stream, id, &number), is_known);
	assert_true(!is_known || number == wanted);
	assert_false(stream_number(&d.stream, "day-x", &number));
}

static void one_day(unsigned day)
{
	d.lot = day;
	d.cursor = 0;
	d.now_us = 0;
	assert_int_equal(live_init(&d.live), 0);
	assert_int_equal(stream_init(&d.stream), 0);
	strcpy(d.stream.mark, "day");
	livechess_init(&d.livechess, &d.live, day % 5 == 0);
	d.live.is_connected = day % 4 != 0;
	for (unsigned n = 0; n < STEPS; n++) {
		roll();
		switch (next(8)) {
		case 0:
			change_board();
			break;
		case 1:
			change_event();
			break;
		case 2:
			change_hall();
			break;
		default:
			change_game();
		}
		if (!next(3))
			d.now_us += 500000 * (1 + (int64_t)next(next(9) ? 20 : 400));
		if (!next(2))
			touch();
		if (next(3))
			tell();
		if (next(2))
			ask_livechess();
	}
	page_reader_done(&d.reader);
	livechess_disconnect(&d.livechess, d.client);
	livechess_done(&d.livechess);
	d.client = NULL;
	stream_done(&d.stream);
	live_done(&d.live);
}

static void who_follows_has_the_page(void **state)
{
	const char *alone = getenv("FLAGFALL_DAY");

	d.prints = alone != NULL;
	for (unsigned day = 1; day <= DAYS; day++)
		if (!alone || (unsigned)atoi(alone) == day)
			one_day(day);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(who_follows_has_the_page) };

	return cmocka_run_group_tests_name("page by chance", tests, NULL, NULL);
}
