/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What clients of the LiveChess API ask, are answered, and may not be told. */
#include "tests/unit/web/livechess/hall.h"

/* The next text as it is sent, without its time. */
static char *says(struct client *c)
{
	static char text[16384];
	size_t size;
	const char *next = client_text(c, &size);
	char *end, *later;

	if (!next)
		return "";
	snprintf(text, sizeof(text), "%.*s", (int)size, next);
	client_sent(c);
	end = strstr(text, ",\"time\":");
	while (end && (later = strstr(end + 1, ",\"time\":"))) /* a clock has one, too */
		end = later;
	assert_non_null(end);
	*end = '\0';
	return text;
}

static void is_answered(struct hall *h, struct client *c, const char *question, const char *answer)
{
	hall_asks(h, c, question);
	assert_string_equal(says(c), answer);
}

static void is_refused(struct hall *h, struct client *c, const char *question, const char *id, const char *sentence)
{
	json_t *o;
	char *got;

	hall_asks(h, c, question);
	o = hall_hears(c);
	assert_string_equal(json_string_value(json_object_get(o, "response")), "error");
	got = json_dumps(json_object_get(o, "id"), JSON_ENCODE_ANY);
	assert_string_equal(got, id);
	free(got);
	assert_true(json_is_string(json_object_get(json_object_get(o, "param"), "stacktrace")));
	if (!strstr(json_string_value(json_object_get(json_object_get(o, "param"), "message")), sentence))
		fail_msg("%s: \"%s\" is not in \"%s\"", question, sentence,
			 json_string_value(json_object_get(json_object_get(o, "param"), "message")));
	json_decref(o);
}

static void test_ids(void **state)
{
	static const char *const ids[] = {
		"1", "0", "-7", "1.0", "1e3", "12345678901234567890123", "\"a\"", "\"\\u00e4 \\\"\"", "true", "null"
	};
	struct hall h;
	struct client *c;

	hall_open(&h, false);
	c = livechess_connect(&h.lc);
	for (size_t i = 0; i < sizeof(ids) / sizeof(ids[0]); i++) {
		char question[160], answer[160];

		snprintf(question, sizeof(question), " {\"call\" : \"eboards\" , \"id\" :  %s  }\n", ids[i]);
		snprintf(answer, sizeof(answer), "{\"response\":\"call\",\"id\":%s,\"param\":[]", ids[i]);
		is_answered(&h, c, question, answer);
	}
	is_answered(&h, c, "{\"call\":\"eboards\"}", "{\"response\":\"call\",\"id\":null,\"param\":[]");
	hall_close(&h);
}

static void test_refusals(void **state)
{
	static const char *const bad[][3] = {
		{ "", "null", "not JSON" },
		{ "{\"id\":1,", "null", "not JSON: line 1" },
		{ "[1]", "null", "JSON object" },
		{ "{\"id\":1}", "1", "call: a string" },
		{ "{\"id\":1,\"id\":2,\"call\":\"eboards\"}", "null", "not JSON" },
		{ "{\"id\":[1],\"call\":\"eboards\"}", "null", "id: a number or a string" },
		{ "{\"id\":5,\"call\":\"games\"}", "5", "\"games\" is not known" },
		{ "{\"id\":5,\"call\":\"subscribe\"}", "5", "param: an object" },
		{ "{\"id\":5,\"call\":\"subscribe\",\"param\":{\"id\":1,\"feed\":\"x\"}}", "5", "\"x\" is not known" },
		{ "{\"id\":5,\"call\":\"subscribe\",\"param\":{\"feed\":\"eboardevent\",\"param\":{\"serialnr\":\"1\"}}}",
		  "5", "param.id: the feed's id" },
		{ "{\"id\":5,\"call\":\"subscribe\",\"param\":{\"id\":1,\"feed\":\"eboardevent\",\"param\":{\"serialnr\":1}}}",
		  "5", "serialnr: a string" },
		{ "{\"id\":5,\"call\":\"subscribe\",\"param\":{\"id\":1,\"feed\":\"eboardevent\",\"param\":{\"serialnr\":\"9\"}}}",
		  "5", "no board \"9\"" },
		{ "{\"id\":5,\"call\":\"unsubscribe\",\"param\":{\"id\":8}}", "5", "8 is no feed" },
		{ "{\"id\":5,\"call\":\"call\",\"param\":{\"id\":8,\"method\":\"flip\",\"param\":{\"flip\":true}}}",
		  "5", "8 is no feed" },
		{ "{\"id\":5,\"call\":\"call\",\"param\":{\"id\":1,\"method\":\"go\",\"param\":{}}}", "5",
		  "\"go\" is not known" },
		{ "{\"id\":5,\"call\":\"call\",\"param\":{\"id\":1,\"method\":\"flip\",\"param\":{\"flip\":1}}}", "5",
		  "true or false" },
		{ "{\"id\":5,\"call\":\"call\",\"param\":{\"id\":1,\"method\":\"setup\",\"param\":{\"fen\":\"x\"}}}",
		  "5", "fen: placement" },
		{ "{\"id\":5,\"call\":\"call\",\"param\":{\"id\":1,\"method\":\"setup\"}}", "5", "fen: a string" },
	};
	struct hall h;
	struct client *c;

	hall_open(&h, false);
	hall_board(&h, "1", "piece-id", NULL, START_PLACEMENT);
	c = livechess_connect(&h.lc);
	is_answered(
		&h, c,
		"{\"id\":1,\"call\":\"subscribe\",\"param\":{\"id\":1,\"feed\":\"eboardevent\",\"param\":{\"serialnr\":\"1\"}}}",
		"{\"response\":\"call\",\"id\":1,\"param\":null");
	json_decref(hall_hears(c));
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		is_refused(&h, c, bad[i][0], bad[i][1], bad[i][2]);
	assert_null(hall_hears(c));
	hall_close(&h);
}

static const char *first_serial(json_t *answer, size_t i)
{
	return json_string_value(json_object_get(json_array_get(json_object_get(answer, "param"), i), "serialnr"));
}

/* Clients take the first one: it works. What is not there, or not a chessboard, is in no list. */
static void test_active_first(void **state)
{
	struct hall h;
	struct client *c;
	json_t *o;

	hall_open(&h, false);
	hall_board(&h, "mute", "piece-id", NULL, NULL);
	hall_board(&h, "large", "presence", NULL, NULL)->geometry = &game_draughts;
	hall_board(&h, "works", "piece-id", NULL, START_PLACEMENT);
	c = livechess_connect(&h.lc);
	hall_asks(&h, c, "{\"id\":1,\"call\":\"eboards\"}");
	o = hall_hears(c);
	assert_int_equal(json_array_size(json_object_get(o, "param")), 2);
	assert_string_equal(first_serial(o, 0), "works");
	assert_string_equal(first_serial(o, 1), "mute");
	json_decref(o);
	live_remove(&h.live, "/board/works");
	hall_asks(&h, c, "{\"id\":1,\"call\":\"eboards\"}");
	o = hall_hears(c);
	assert_int_equal(json_array_size(json_object_get(o, "param")), 1);
	json_decref(o);
	h.live.is_connected = false;
	live_tell(&h.live, LIVE_ALL, "");
	is_answered(&h, c, "{\"id\":1,\"call\":\"eboards\"}", "{\"response\":\"call\",\"id\":1,\"param\":[]");
	hall_close(&h);
}

/* The daemon tells of its boards in any order, which is another one after its restart. Clients take the first one. */
static void test_order(void **state)
{
	static const char *const told[] = { "TABLE-10", "TABLE-2", "00001", "TABLE-1" };
	static const char *const want[] = { "00001", "TABLE-1", "TABLE-2", "TABLE-10" };
	struct hall h;
	struct client *c;
	json_t *o;

	hall_open(&h, false);
	for (unsigned i = 0; i < 4; i++)
		hall_board(&h, told[i], "piece-id", NULL, START_PLACEMENT);
	c = livechess_connect(&h.lc);
	hall_asks(&h, c, "{\"id\":1,\"call\":\"eboards\"}");
	o = hall_hears(c);
	for (unsigned i = 0; i < 4; i++)
		assert_string_equal(first_serial(o, i), want[i]);
	json_decref(o);
	hall_close(&h);
}

/* What happens on a board before its changes are told would be moves that nobody saw: until then it is in no list. */
static void test_awaited(void **state)
{
	struct live_board *b;
	struct hall h;
	struct client *c;
	json_t *o;

	hall_open(&h, false);
	b = hall_board(&h, "B1", "piece-id", NULL, START_PLACEMENT);
	b->is_awaited = true;
	c = livechess_connect(&h.lc);
	is_answered(&h, c, "{\"id\":1,\"call\":\"eboards\"}", "{\"response\":\"call\",\"id\":1,\"param\":[]");
	assert_true(live_set_squares(b, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"));
	b->is_awaited = false;
	live_tell(&h.live, LIVE_BOARD, "B1");
	hall_asks(&h, c, "{\"id\":2,\"call\":\"eboards\"}");
	o = hall_hears(c);
	assert_string_equal(first_serial(o, 0), "B1");
	assert_string_equal(json_string_value(json_object_get(json_array_get(json_object_get(o, "param"), 0), "board")),
			    "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR");
	json_decref(o);
	hall_close(&h);
}

/* As lichess' page does it: three calls, and from then on each move once. */
struct lila {
	struct client *c;
	char board[SQUARES_FEN];
	char moves[2048]; /* that it would send on */
	size_t count;
	bool corrected; /* a list that it would not understand */
};

static void lila_reads(struct lila *l)
{
	json_t *o;

	while ((o = hall_hears(l->c))) {
		json_t *param = json_object_get(o, "param"), *san = json_object_get(param, "san");
		const char *board = json_string_value(json_object_get(param, "board"));

		if (board)
			snprintf(l->board, sizeof(l->board), "%s", board);
		if (json_array_size(san) < l->count || json_array_size(san) > l->count + 1)
			l->corrected = l->corrected || san;
		for (size_t i = l->count; i < json_array_size(san); i++) {
			strcat(l->moves, json_string_value(json_array_get(san, i)));
			strcat(l->moves, " ");
		}
		if (san)
			l->count = json_array_size(san);
		json_decref(o);
	}
}

static void lila_connects(struct lila *l, struct hall *h, const char *fen)
{
	char text[512];
	json_t *o;

	*l = (struct lila){ .c = livechess_connect(&h->lc) };
	hall_asks(h, l->c, "{\"id\":1,\"call\":\"eboards\"}");
	o = hall_hears(l->c);
	snprintf(
		text, sizeof(text),
		"{\"id\":2,\"call\":\"subscribe\",\"param\":{\"feed\":\"eboardevent\",\"id\":1,\"param\":{\"serialnr\":\"%s\"}}}",
		first_serial(o, 0));
	json_decref(o);
	hall_asks(h, l->c, text);
	snprintf(text, sizeof(text),
		 "{\"id\":3,\"call\":\"call\",\"param\":{\"id\":1,\"method\":\"setup\",\"param\":{\"fen\":\"%s\"}}}",
		 fen);
	hall_asks(h, l->c, text);
	lila_reads(l);
}

#define NAMELESS \
	"????" \
	"????"

static const char moves[] = "e2e4 a7a6 e4e5 d7d5 e5d6 g8f6 d6c7 g7g6 c7b8q f8g7 g1f3 e8g8 f1e2 b7b6 e1g1 a8b8";
static const char sans[] = "e4 a6 e5 d5 exd6 Nf6 dxc7 g6 cxb8=Q Bg7 Nf3 O-O Be2 b6 O-O Rxb8 ";
static const char last[] = "1rbq1rk1/4ppbp/pp3np1/8/8/5N2/PPPPBPPP/RNBQ1RK1";

static void test_a_game(void **state)
{
	for (int kind = 0; kind < 4; kind++) {
		const bool names = kind & 1, lever = kind & 2;
		const char *next = moves;
		struct game_position pos;
		struct lila l;
		struct hall h;
		char move[8];

		hall_open(&h, false);
		hall_board(&h, "B1", names ? "piece-id" : "presence", lever ? "lever" : NULL,
			   names ? START_PLACEMENT : NAMELESS "/" NAMELESS "/8/8/8/8/" NAMELESS "/" NAMELESS);
		lila_connects(&l, &h, START);
		assert_string_equal(l.board, START_PLACEMENT);
		game_chess.parse(START, &pos, NULL);
		while (sscanf(next, "%7s", move) == 1) {
			enum side side = game_chess.to_move(&pos);

			hall_move(&h, "B1", &pos, move, names);
			if (lever)
				hall_press(&h, "B1", side);
			hall_passes(&h, 4 * SECOND);
			lila_reads(&l);
			next += strcspn(next, " ");
			next += strspn(next, " ");
		}
		assert_string_equal(l.moves, sans);
		assert_string_equal(l.board, last);
		assert_false(l.corrected);
		hall_close(&h);
	}
}

/* The program that reads the board ends and comes back, and so does the daemon: the client does nothing, and misses
 * nothing. */
static void test_away(void **state)
{
	struct game_position pos;
	struct lila l;
	struct hall h;

	hall_open(&h, false);
	hall_board(&h, "B1", "piece-id", NULL, START_PLACEMENT);
	lila_connects(&l, &h, START);
	game_chess.parse(START, &pos, NULL);
	hall_move(&h, "B1", &pos, "e2e4", true);
	hall_passes(&h, 4 * SECOND);
	lila_reads(&l);
	live_clear(&h.live);
	h.live.is_connected = false;
	live_tell(&h.live, LIVE_ALL, "");
	hall_passes(&h, 5 * SECOND);
	h.live.is_connected = true;
	hall_board(&h, "B1", "piece-id", NULL, "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR");
	live_tell(&h.live, LIVE_ALL, "");
	hall_passes(&h, 4 * SECOND);
	lila_reads(&l);
	assert_string_equal(l.moves, "e4 d5 ");
	assert_string_equal(l.board, "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR");
	game_chess.parse("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", &pos, NULL);
	hall_move(&h, "B1", &pos, "e4d5", true);
	hall_passes(&h, 4 * SECOND);
	lila_reads(&l);
	assert_string_equal(l.moves, "e4 d5 exd5 ");
	assert_false(l.corrected);
	hall_close(&h);
}

/* One game on that board from that position. */
static void follows(struct hall *h, struct client *c, const char *fen)
{
	char text[256];

	hall_asks(
		h, c,
		"{\"id\":2,\"call\":\"subscribe\",\"param\":{\"feed\":\"eboardevent\",\"id\":1,\"param\":{\"serialnr\":\"B1\"}}}");
	snprintf(text, sizeof(text),
		 "{\"id\":3,\"call\":\"call\",\"param\":{\"id\":1,\"method\":\"setup\",\"param\":{\"fen\":\"%s\"}}}",
		 fen);
	hall_asks(h, c, text);
}

/* A move that stood for seconds, and was taken back after all: first the list without it, then with the other one. Who
 * takes as many moves as a list is longer than the last one misses none. */
static void test_another_move(void **state)
{
	static const char *const lists[] = { "[]", "[\"e4\"]", "[]", "[\"d4\"]", "[\"d4\",\"d5\"]" };
	char got[64] = "", before[64] = "-";
	struct game_position pos;
	unsigned count = 0;
	struct lila l;
	struct hall h;
	json_t *o;

	hall_open(&h, false);
	hall_board(&h, "B1", "piece-id", NULL, START_PLACEMENT);
	follows(&h, l.c = livechess_connect(&h.lc), START);
	game_chess.parse(START, &pos, NULL);
	hall_move(&h, "B1", &pos, "e2e4", true);
	hall_passes(&h, 4 * SECOND);
	hall_touch(&h, "B1", 28, '.');
	hall_touch(&h, "B1", 12, 'P');
	hall_passes(&h, SECOND);
	game_chess.parse(START, &pos, NULL);
	hall_move(&h, "B1", &pos, "d2d4", true);
	hall_passes(&h, 4 * SECOND);
	hall_move(&h, "B1", &pos, "d7d5", true);
	hall_passes(&h, 4 * SECOND);
	while ((o = hall_hears(l.c))) {
		json_t *san = json_object_get(json_object_get(o, "param"), "san");
		char *text = san ? json_dumps(san, JSON_COMPACT) : NULL;

		snprintf(got, sizeof(got), "%s", text ? text : before);
		free(text);
		if (san && strcmp(got, before) != 0) {
			assert_true(count < sizeof(lists) / sizeof(lists[0]));
			assert_string_equal(got, lists[count++]);
		}
		snprintf(before, sizeof(before), "%s", got);
		json_decref(o);
	}
	assert_int_equal(count, sizeof(lists) / sizeof(lists[0]));
	hall_close(&h);
}

/* All lists of moves that a client hears, each that is another than the one before. */
static void lists_heard(struct client *c, char *ret, size_t size)
{
	char told[256] = "";
	json_t *o;

	for (*ret = '\0'; (o = hall_hears(c)); json_decref(o)) {
		json_t *san = json_object_get(json_object_get(o, "param"), "san");
		char *text = san ? json_dumps(san, JSON_COMPACT) : strdup(told);

		if (strcmp(text, told) != 0)
			snprintf(ret + strlen(ret), size - strlen(ret), "%s ", text);
		snprintf(told, sizeof(told), "%s", text);
		free(text);
	}
}

static unsigned games_followed(const struct hall *h)
{
	unsigned n = 0;

	for (const struct eboard *b = h->lc.boards.first; b; b = b->next)
		for (const struct shared_game *g = b->games; g; g = g->next)
			n++;
	return n;
}

/* Clients that follow a board from the same position follow one game, and each is told all of it. Who sets the position
 * up when moves have been made, or sits at the other side, has a game of its own. */
static void test_shared(void **state)
{
	enum { CLIENTS = 5 };
	static const char flip[] =
		"{\"id\":4,\"call\":\"call\",\"param\":{\"id\":1,\"method\":\"flip\",\"param\":{\"flip\":true}}}";
	struct client *c[CLIENTS], *late;
	char heard[CLIENTS][512], text[512];
	struct game_position pos;
	struct hall h;

	hall_open(&h, false);
	hall_board(&h, "B1", "piece-id", NULL, START_PLACEMENT);
	for (unsigned i = 0; i < CLIENTS; i++)
		follows(&h, c[i] = livechess_connect(&h.lc), START);
	assert_int_equal(games_followed(&h), 1);
	game_chess.parse(START, &pos, NULL);
	hall_move(&h, "B1", &pos, "e2e4", true);
	hall_passes(&h, 4 * SECOND);
	livechess_disconnect(&h.lc, c[0]);
	hall_touch(&h, "B1", 28, '.'); /* it is taken back after all */
	hall_touch(&h, "B1", 12, 'P');
	hall_passes(&h, SECOND);
	game_chess.parse(START, &pos, NULL);
	hall_move(&h, "B1", &pos, "d2d4", true);
	hall_passes(&h, 4 * SECOND);
	follows(&h, late = livechess_connect(&h.lc), START);
	hall_move(&h, "B1", &pos, "d7d5", true);
	hall_passes(&h, 4 * SECOND);
	assert_int_equal(games_followed(&h), 2);
	for (unsigned i = 1; i < CLIENTS; i++) {
		lists_heard(c[i], heard[i], sizeof(heard[i]));
		assert_string_equal(heard[i], "[] [\"e4\"] [] [\"d4\"] [\"d4\",\"d5\"] ");
	}
	lists_heard(late, text, sizeof(text));
	assert_string_equal(text, "[] [\"d4\"] [\"d4\",\"d5\"] "); /* those that lead to what stands */
	livechess_disconnect(&h.lc, late);
	hall_asks(&h, c[1], flip);
	assert_int_equal(games_followed(&h), 1); /* seen from the other side it is the same */
	for (unsigned i = 1; i < CLIENTS; i++)
		livechess_disconnect(&h.lc, c[i]);
	assert_int_equal(games_followed(&h), 0);
	hall_close(&h);
}

static struct live_game *begin_game(struct hall *h, bool silent, unsigned delay_minutes)
{
	struct live_game *g = live_add_game(&h->live, "/game/1", "1");

	json_decref(g->properties);
	g->properties = json_pack("{s:s, s:s, s:s}", "Board", "B1", "State", "running", "StartFen", START);
	g->is_read = true;
	g->is_silent = silent;
	g->delay.us = delay_minutes * 60 * SECOND;
	g->clock = (struct live_clock){ .is_there = true,
					.left_us = { 300 * SECOND + 999999, 299 * SECOND },
					.running = BLACK,
					.boottime_us = h->now.boottime_us };
	live_tell(&h->live, LIVE_GAME, "1");
	return g;
}

/* Clocks in whole seconds, who runs as true, false or null, and when that was read. */
static void test_clock(void **state)
{
	struct live_game *g;
	struct lila l;
	struct hall h;
	json_t *o, *clock;

	hall_open(&h, false);
	hall_board(&h, "B1", "piece-id", NULL, START_PLACEMENT);
	lila_connects(&l, &h, START);
	g = begin_game(&h, false, 0);
	hall_passes(&h, 4 * SECOND);
	o = hall_hears(l.c);
	clock = json_object_get(json_object_get(o, "param"), "clock");
	assert_int_equal(json_integer_value(json_object_get(clock, "white")), 300);
	assert_int_equal(json_integer_value(json_object_get(clock, "black")), 299);
	assert_true(json_is_false(json_object_get(clock, "run")));
	assert_true(json_is_integer(json_object_get(clock, "time")));
	assert_null(json_object_get(json_object_get(o, "param"), "board"));
	json_decref(o);
	g->clock.running = NO_SIDE;
	live_tell(&h.live, LIVE_GAME, "1");
	hall_passes(&h, 4 * SECOND);
	o = hall_hears(l.c);
	assert_true(json_is_null(json_object_get(json_object_get(json_object_get(o, "param"), "clock"), "run")));
	json_decref(o);
	assert_null(hall_hears(l.c));
	hall_close(&h);
}

/* Under a rulebook that silences the arbiter there is the board, and nothing else, whoever asks and whatever was set
 * up. */
static void test_silent(void **state)
{
	struct game_position pos;
	struct lila l;
	struct hall h;
	json_t *o, *value;
	const char *key;
	unsigned boards = 0;

	hall_open(&h, false);
	hall_board(&h, "B1", "piece-id", "lever", START_PLACEMENT);
	begin_game(&h, true, 0);
	lila_connects(&l, &h, START);
	assert_string_equal(l.board, START_PLACEMENT);
	assert_int_equal(l.count, 0);
	game_chess.parse(START, &pos, NULL);
	hall_move(&h, "B1", &pos, "e2e4", true);
	hall_press(&h, "B1", WHITE);
	hall_passes(&h, 5 * SECOND);
	hall_asks(&h, l.c, "{\"id\":1,\"call\":\"eboards\"}");
	while ((o = hall_hears(l.c))) {
		if (strcmp(json_string_value(json_object_get(o, "response")), "feed") == 0)
			json_object_foreach(json_object_get(o, "param"), key, value) {
				boards += strcmp(key, "board") == 0;
				if (strcmp(key, "board") && strcmp(key, "serialnr") && strcmp(key, "flipped"))
					fail_msg("%s is told", key);
			}
		else
			assert_true(
				json_is_null(json_object_get(json_array_get(json_object_get(o, "param"), 0), "clock")));
		json_decref(o);
	}
	assert_true(boards > 0);
	hall_close(&h);
}

/* An event's delay: its boards are absent, before, while and after somebody asks; unless that was allowed. */
static void test_delay(void **state)
{
	for (int undelayed = 0; undelayed < 2; undelayed++) {
		struct game_position pos;
		struct live_game *g;
		struct lila l;
		struct hall h;

		hall_open(&h, undelayed);
		hall_board(&h, "B1", "piece-id", "lever", START_PLACEMENT);
		lila_connects(&l, &h, START);
		g = begin_game(&h, false, 15);
		game_chess.parse(START, &pos, NULL);
		hall_move(&h, "B1", &pos, "e2e4", true);
		hall_press(&h, "B1", WHITE);
		hall_passes(&h, 5 * SECOND);
		lila_reads(&l);
		assert_string_equal(l.moves, undelayed ? "e4 " : "");
		hall_asks(&h, l.c, "{\"id\":1,\"call\":\"eboards\"}");
		assert_int_equal(strstr(says(l.c), "B1") != NULL, undelayed);
		hall_asks(&h, l.c, "{\"id\":1,\"call\":\"sources\"}");
		assert_int_equal(strstr(says(l.c), "COM3") != NULL, undelayed);
		if (!undelayed)
			is_refused(
				&h, l.c,
				"{\"id\":1,\"call\":\"subscribe\",\"param\":{\"feed\":\"eboardevent\",\"id\":2,\"param\":{\"serialnr\":\"B1\"}}}",
				"1", "no board");
		g->over_us = h.now.realtime_us;
		live_tell(&h.live, LIVE_GAME, "1");
		hall_passes(&h, 14 * 60 * SECOND);
		lila_reads(&l);
		assert_string_equal(l.moves, undelayed ? "e4 " : "");
		hall_passes(&h, 2 * 60 * SECOND);
		lila_reads(&l);
		assert_string_equal(l.board, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR");
		hall_close(&h);
	}
}

/* Seen from the other side, as the client says; and by itself where the pieces are set up so. */
static void test_flip(void **state)
{
	static const char turned[] = "RNBKQBNR/PPPPPPPP/8/8/8/8/pppppppp/rnbkqbnr";
	struct game_position pos;
	struct lila l;
	struct hall h;

	hall_open(&h, false);
	hall_board(&h, "B1", "piece-id", NULL, START_PLACEMENT);
	lila_connects(&l, &h, START);
	hall_asks(&h, l.c,
		  "{\"id\":4,\"call\":\"call\",\"param\":{\"id\":1,\"method\":\"flip\",\"param\":{\"flip\":true}}}");
	assert_string_equal(says(l.c), "{\"response\":\"call\",\"id\":4,\"param\":null");
	lila_reads(&l);
	hall_close(&h);

	hall_open(&h, false);
	hall_board(&h, "B1", "piece-id", NULL, turned);
	lila_connects(&l, &h, START);
	assert_string_equal(l.board, START_PLACEMENT);
	game_chess.parse(START, &pos, NULL);
	hall_touch(&h, "B1", square_turned(12), '.');
	hall_touch(&h, "B1", square_turned(28), 'P');
	hall_passes(&h, 4 * SECOND);
	lila_reads(&l);
	assert_string_equal(l.moves, "e4 ");
	assert_string_equal(l.board, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR");
	hall_asks(&h, l.c,
		  "{\"id\":4,\"call\":\"call\",\"param\":{\"id\":1,\"method\":\"flip\",\"param\":{\"flip\":false}}}");
	says(l.c);
	lila_reads(&l);
	assert_string_equal(l.board, "RNBKQBNR/PPP1PPPP/8/3P4/8/8/pppppppp/rnbkqbnr");
	hall_close(&h);
}

/* Two feeds of one board, by ids of two kinds; one ends, the other goes on. */
static void test_feeds(void **state)
{
	struct hall h;
	struct client *c;

	hall_open(&h, false);
	hall_board(&h, "B1", "piece-id", NULL, START_PLACEMENT);
	c = livechess_connect(&h.lc);
	hall_asks(
		&h, c,
		"{\"id\":1,\"call\":\"subscribe\",\"param\":{\"feed\":\"eboardevent\",\"id\":1,\"param\":{\"serialnr\":\"B1\"}}}");
	hall_asks(&h, c,
		  "{\"id\":2,\"call\":\"subscribe\",\"param\":{\"feed\":\"eboardevent\",\"id\":\"1\","
		  "\"param\":{\"serialnr\":\"B1\"}}}");
	for (int i = 0; i < 4; i++)
		says(c);
	hall_asks(&h, c, "{\"id\":3,\"call\":\"unsubscribe\",\"param\":{\"id\":1}}");
	assert_string_equal(says(c), "{\"response\":\"call\",\"id\":3,\"param\":null");
	hall_touch(&h, "B1", 12, '.');
	hall_passes(&h, 4 * SECOND);
	assert_string_equal(says(c),
			    "{\"response\":\"feed\",\"id\":\"1\",\"param\":{\"serialnr\":\"B1\",\"flipped\":false,"
			    "\"board\":\"rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR\"}");
	assert_string_equal(says(c), "");
	hall_close(&h);
}

/* Who calls without end, or takes nothing, is left; the others notice nothing. */
static void test_bounds(void **state)
{
	struct hall h;
	struct client *fast, *slow, *other;
	char *large = malloc(REQUEST_MAX + 2);

	memset(large, ' ', REQUEST_MAX + 1);
	large[REQUEST_MAX + 1] = '\0';
	hall_open(&h, false);
	hall_board(&h, "B1", "piece-id", NULL, START_PLACEMENT);
	fast = livechess_connect(&h.lc);
	slow = livechess_connect(&h.lc);
	other = livechess_connect(&h.lc);
	is_refused(&h, other, large, "null", "at most 4096");
	free(large);
	for (int i = 0; i < 100000 && !fast->over; i++)
		hall_asks(&h, fast, "{\"id\":1,\"call\":\"sources\"}");
	assert_string_equal(fast->over, "it calls too often");
	hall_asks(
		&h, slow,
		"{\"id\":1,\"call\":\"subscribe\",\"param\":{\"feed\":\"eboardevent\",\"id\":1,\"param\":{\"serialnr\":\"B1\"}}}");
	for (int i = 0; i < 20000 && !slow->over; i++) {
		hall_touch(&h, "B1", 12, i % 2 ? 'P' : '.');
		hall_passes(&h, SECOND / 10);
	}
	assert_string_equal(slow->over, "it reads too slowly");
	hall_asks(&h, other, "{\"id\":1,\"call\":\"eboards\"}");
	assert_non_null(strstr(says(other), "B1"));
	hall_close(&h);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_ids),    cmocka_unit_test(test_refusals), cmocka_unit_test(test_active_first),
		cmocka_unit_test(test_a_game), cmocka_unit_test(test_away),	cmocka_unit_test(test_clock),
		cmocka_unit_test(test_silent), cmocka_unit_test(test_delay),	cmocka_unit_test(test_flip),
		cmocka_unit_test(test_feeds),  cmocka_unit_test(test_bounds),	cmocka_unit_test(test_another_move),
		cmocka_unit_test(test_order),  cmocka_unit_test(test_awaited),	cmocka_unit_test(test_shared),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("livechess", tests, NULL, NULL);
}
