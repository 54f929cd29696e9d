// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * How scrambles end: mate, stalemate or a dead position is set down by a hand in a hurry, the flag falls, the clock is
 * stopped and something is claimed, all within three seconds and in every order, to the millisecond. For every book and
 * on both kinds of sensors the game ends as it would if every time were known exactly: as "judge" rules on the same
 * moves with the same times.
 *
 * "test_scramble_endings BOOK N" prints one of them.
 */
#include "tests/unit/core/core-testing.h"
#include "tests/unit/core/tracker/tracker-play.h"

#define ENDINGS 300 /* for each book */
#define EVENTS 400
#define BOUNCE_US 100000

static const struct {
	const char *fen, *move;
	enum game_end end; /* GAME_GOES_ON: dead */
} chess[] = {
	{ "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "a1a8", GAME_CHECKMATE },
	{ "r5k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "a1a8", GAME_CHECKMATE },
	{ "6k1/P4ppp/8/8/8/8/5PPP/6K1 w - - 0 1", "a7a8q", GAME_CHECKMATE },
	{ "2rkr3/2p1p3/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", GAME_CHECKMATE },
	{ "6k1/5ppp/8/8/8/r7/5PPP/6K1 b - - 0 1", "a3a1", GAME_CHECKMATE },
	{ "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1", "g1g7", GAME_CHECKMATE },
	{ "6rk/6pp/8/6N1/8/8/8/6K1 w - - 0 1", "g5f7", GAME_CHECKMATE },
	{ "7k/8/8/6K1/8/8/5Q2/8 w - - 0 1", "f2f7", GAME_STALEMATE },
	{ "k7/P7/8/1K6/8/8/8/8 w - - 0 1", "b5b6", GAME_STALEMATE },
	{ "8/8/8/8/8/4k3/5p2/5K2 b - - 0 1", "e3f3", GAME_STALEMATE },
	{ "5k2/5P2/8/5K2/8/8/8/8 w - - 0 1", "f5f6", GAME_STALEMATE },
	{ "7k/5p2/6K1/8/8/8/8/5Q2 w - - 0 1", "f1f7", GAME_STALEMATE },
	{ "8/8/8/8/3k4/8/3p4/3K2N1 w - - 0 1", "d1d2", GAME_GOES_ON },
	{ "8/8/8/3k4/8/2pK4/8/8 w - - 0 1", "d3c3", GAME_GOES_ON },
	{ "8/5k2/8/8/6b1/5P2/6K1/8 b - - 0 1", "g4f3", GAME_GOES_ON },
}, draughts[] = {
	{ "W:W28:B22", "28x17", GAME_NO_PIECES },
	{ "W:W28,K48:B22,13", "28x17", GAME_GOES_ON },
	{ "W:W28,33:B22,11", "28x6", GAME_NO_PIECES },
	{ "W:W32:BK46,36,41,47", "32-27", GAME_NO_MOVES },
};

/* In a hurry; what leaves other pieces in disorder is no matter of times. */
static const struct style scramble = {
	.name = "scramble",
	.think = 1500,
	.step = 110,
	.slide = 120,
	.hover = 80,
	.takeback = 60,
	.adjust = 40,
	.two_hands = 300,
	.rook_first = 100,
	.bounce = 120,
	.drag = 250,
};

static const char *const said[] = { "flag", "flag", "flag", "illegal-move", "offer-draw", "dead-position", "resign" };
#define COUNT(list) (sizeof(list) / sizeof(*(list)))

struct ending {
	const char *fen;
	enum side mover;
	char squares[GAME_MAX_SQUARES], then[GAME_MAX_SQUARES];
	int64_t set_down_us, begun_us, flag_us, said_us, press_us; /* said, pressed: -1 never */
	bool stops;
	const char *claim;
	struct play play;
};

static int64_t around(struct play *p, int64_t t_us)
{
	static const int64_t close[] = { -1000, 0, 1000 };

	return chance(p, 400) ? t_us + close[play_random(p, 3)] : t_us + 1000 * ((int64_t)play_random(p, 3000) - 1500);
}

/* Since when does the move stand for good? A contact that fails for a moment counts as standing. */
static int64_t stands_since(const struct ending *e)
{
	char squares[GAME_MAX_SQUARES];
	int64_t since = -1, gone = -1;

	memcpy(squares, e->squares, sizeof(squares));
	for (unsigned i = 0; i < e->play.count; i++) {
		const struct play_event *event = &e->play.event[i];
		bool stood = !memcmp(squares, e->then, e->play.game->squares), stands;

		squares[event->square] = event->is;
		stands = !memcmp(squares, e->then, e->play.game->squares);
		if (stood && !stands)
			gone = event->t_us;
		if (stands && !stood && (gone < 0 || event->t_us - gone > BOUNCE_US))
			since = event->t_us;
	}
	assert_memory_equal(squares, e->then, e->play.game->squares);
	return since;
}

static void make_ending(struct ending *e, const struct game *game, unsigned n)
{
	bool is_chess = !strcmp(game->name, "chess");
	unsigned k = n % (is_chess ? COUNT(chess) : COUNT(draughts));
	struct game_position pos, after;
	struct play *p = &e->play;
	struct game_move move;

	*e = (struct ending){ .fen = is_chess ? chess[k].fen : draughts[k].fen, .said_us = -1, .press_us = -1 };
	*p = (struct play){ .game = game, .style = &scramble, .seed = n * 2654435761u | 1 };
	for (unsigned i = 0; i < 8; i++)
		play_random(p, 2);
	assert_int_equal(game->parse(e->fen, &pos, NULL), 0);
	assert_int_equal(game->move_parse(&pos, is_chess ? chess[k].move : draughts[k].move, &move), 0);
	memset(e->squares, '.', sizeof(e->squares));
	memset(e->then, '.', sizeof(e->then));
	after = pos;
	game->play(&after, &move);
	game->placement(&pos, e->squares);
	game->placement(&after, e->then);
	assert_int_equal(game->end(&after), is_chess ? chess[k].end : draughts[k].end);
	e->mover = game->to_move(&pos);
	memcpy(p->pieces, e->squares, sizeof(p->pieces));
	p->t = 2000000 + 1000 * play_random(p, 500);
	if (is_chess) {
		play_hands(p, &pos, &move);
	} else { /* orderly: those hands play chess */
		play_add(p, p->t, move.from, '.', NO_SIDE);
		for (unsigned q = 0; q < game->squares; q++)
			if (move.captured & UINT64_C(1) << q)
				play_add(p, p->t += 1000 * (40 + play_random(p, 200)), q, '.', NO_SIDE);
		play_add(p, p->t += 1000 * (40 + play_random(p, 200)), move.to, e->then[move.to], NO_SIDE);
	}
	qsort(p->event, p->count, sizeof(p->event[0]), by_time);
	/* times of the clock are milliseconds */
	for (unsigned i = 0; i < p->count; i++)
		p->event[i].t_us += 999 - (p->event[i].t_us + 999) % 1000;
	e->begun_us = p->event[0].t_us;
	e->set_down_us = stands_since(e);
	e->flag_us = chance(p, 850) ? around(p, e->set_down_us) : e->set_down_us + 60000000;
	if (chance(p, 700)) {
		e->said_us = around(p, chance(p, 500) && e->flag_us < e->set_down_us + 3000000 ? e->flag_us :
												 e->set_down_us);
		e->stops = !chance(p, 200);
		e->claim = said[play_random(p, COUNT(said))];
	}
	if (chance(p, 400)) {
		int64_t last = p->event[p->count - 1].t_us;

		e->press_us = last + 1000 * (20 + play_random(p, 500));
		if (e->stops && e->press_us >= e->said_us)
			e->press_us = -1; /* the clock stands */
	}
}

static unsigned add(struct input *in, unsigned n, struct input input)
{
	assert_true(n < EVENTS);
	if (n && in[n - 1].t_us > input.t_us) {
		unsigned i = n;

		for (; i && in[i - 1].t_us > input.t_us; i--)
			in[i] = in[i - 1];
		in[i] = input;
	} else {
		in[n] = input;
	}
	return n + 1;
}

/* What comes besides the hands; all of it after what stands on the board at the same instant. */
static unsigned add_rest(const struct ending *e, struct input *in, unsigned n)
{
	struct input claim, stop;

	if (e->press_us >= 0)
		n = add(in, n, (struct input){ .type = INPUT_PRESS, .t_us = e->press_us, .side = e->mover });
	if (e->said_us >= 0) {
		char text[160], err[160];
		json_t *o;

		snprintf(text, sizeof(text), "{\"t_us\":%lld,\"type\":\"claim\",\"by\":\"%s\",\"claim\":\"%s\"}",
			 (long long)e->said_us, e->mover == WHITE ? "black" : "white", e->claim);
		o = json_loads(text, 0, NULL);
		assert_int_equal(input_parse(e->play.game, o, &claim, err), 0);
		json_decref(o);
		o = json_pack("{s:I,s:s}", "t_us", (json_int_t)e->said_us, "type", "pause");
		assert_int_equal(input_parse(e->play.game, o, &stop, err), 0);
		json_decref(o);
		if (e->stops)
			n = add(in, n, stop);
		n = add(in, n, claim);
	}
	/* a move against the rules of touched pieces has had its ten seconds by then */
	return add(in, n, (struct input){ .type = INPUT_TICK, .t_us = 19000000, .side = NO_SIDE });
}

/* The move with its one exact time. */
static unsigned exactly(const struct ending *e, struct input *in)
{
	unsigned n = 0, squares = e->play.game->squares;

	for (unsigned q = 0; q < squares; q++)
		if (e->squares[q] != '.' && e->then[q] != e->squares[q])
			n = add(in, n, (struct input){ .type = INPUT_LIFT, .t_us = e->begun_us, .square = (uint8_t)q });
	for (unsigned king = 0; king < 2; king++)
		for (unsigned q = 0; q < squares; q++)
			if (e->then[q] != '.' && e->then[q] != e->squares[q] && ((e->then[q] | 0x20) == 'k') == !king)
				n = add(in, n,
					(struct input){ .type = INPUT_PLACE,
							.t_us = e->set_down_us,
							.square = (uint8_t)q,
							.piece = e->then[q] });
	return add_rest(e, in, n);
}

static unsigned by_hand(const struct ending *e, bool presence, struct input *in)
{
	char shows[GAME_MAX_SQUARES];
	unsigned n = 0;

	memcpy(shows, e->squares, sizeof(shows));
	for (unsigned i = 0; i < e->play.count; i++) {
		const struct play_event *event = &e->play.event[i];

		if (presence ? (shows[event->square] == '.') == (event->is == '.') :
			       shows[event->square] == event->is) {
			shows[event->square] = event->is;
			continue;
		}
		n = add(in, n,
			(struct input){ .type = event->is == '.' ? INPUT_LIFT : INPUT_PLACE,
					.t_us = event->t_us,
					.square = event->square,
					.piece = presence	  ? 0 :
						 event->is == '.' ? shows[event->square] :
								    event->is });
		shows[event->square] = event->is;
	}
	return add_rest(e, in, n);
}

static struct played played;

static void rule(const struct ending *e, const struct rulebook *book, const char *sensors, bool presence,
		 const struct input *in, unsigned count, char ret[static 200])
{
	struct core_state state;
	char header[400], err[160];
	json_t *o;

	snprintf(
		header, sizeof(header),
		"{\"game\":\"%s\",\"sensors\":\"%s\",\"lever\":true,\"start\":\"%s\",\"clock\":{\"mode\":\"sudden-death\","
		"\"white_ms\":%lld,\"black_ms\":%lld,\"running\":\"%s\"}}",
		e->play.game->name, sensors, e->fen, e->mover == WHITE ? (long long)e->flag_us / 1000 : 60000,
		e->mover == BLACK ? (long long)e->flag_us / 1000 : 60000, e->mover == WHITE ? "white" : "black");
	o = json_loads(header, 0, NULL);
	*played.text = 0;
	played.size = 0;
	played.public_only = false;
	assert_int_equal(core_setup_from_json(o, &played.setup, err), 0);
	json_decref(o);
	played.setup.rulebook = book;
	assert_int_equal(core_new(&played.setup, played_hear, &played, &played.core, err), 0);
	for (unsigned i = 0, n; i < count; i += n) {
		for (n = 1; i + n < count && in[i + n].t_us == in[i].t_us; n++)
			;
		assert_int_equal(core_input_group(played.core, &in[i], n, err), 0);
	}
	core_get_state(played.core, &state);
	snprintf(ret, 200, "%s %s, %s, %+lld %+lld", ruling_name(state.ruling), state.reason, state.result,
		 (long long)state.adjust_us[WHITE] / 1000, (long long)state.adjust_us[BLACK] / 1000);
	/* a press that nothing came before stops the clock later than the mate did; and without names of the pieces one
	 * that is dragged over the square may be the one that comes to stand there */
	if (strcmp(state.result, "none") && !presence &&
	    (e->press_us < 0 || (e->flag_us > e->set_down_us && e->flag_us < e->press_us)))
		snprintf(ret + strlen(ret), 200 - strlen(ret), ", clocks %lld %lld",
			 (long long)core_clock(played.core)->left_us[WHITE] / 1000,
			 (long long)core_clock(played.core)->left_us[BLACK] / 1000);
}

static const char *const books[] = { "fide2023-standard", "fide2023-rapid", "fide2023-blitz", "handbook",
				     "ru-2013",		  "ru-2013-blitz",  "wbca-1992",      "nsb-2004",
				     "uschess-blitz",	  "fmjd-annex6" };
static const char *only;
static unsigned only_n;

static unsigned one_ending(const struct rulebook *book, unsigned n)
{
	static struct ending e;
	struct input in[EVENTS];
	char exact[200], live[200];
	const char *kind = n & 1 ? "presence" : "piece-id";
	unsigned count;

	make_ending(&e, game_find(rulebook_game(book)), n);
	count = exactly(&e, in);
	rule(&e, book, "sure", n & 1, in, count, exact);
	if (only)
		print_message("%s", played.text);
	play_end(&played);
	count = by_hand(&e, n & 1, in);
	rule(&e, book, kind, n & 1, in, count, live);
	if (only)
		print_message("---\n%s", played.text);
	play_end(&played);
	if (!strcmp(exact, live))
		return 0;
	print_message("# %s %u, %s: %s set down %lld, flag %lld, %s%s %lld, press %lld ms: live %s; exact %s\n",
		      rulebook_id(book), n, kind, e.fen, (long long)e.set_down_us / 1000, (long long)e.flag_us / 1000,
		      e.stops ? "stop and " : "", e.claim ? e.claim : "nothing", (long long)e.said_us / 1000,
		      (long long)e.press_us / 1000, live, exact);
	return 1;
}

static void every_ending_is_that_of_exact_times(void **state)
{
	unsigned wrong = 0;

	setenv("FLAGFALL_RULES", "rules/books", 0);
	for (size_t b = 0; b < COUNT(books); b++) {
		struct rulebook *book;

		assert_int_equal(rulebook_load(books[b], NULL, NULL, &book), 0);
		for (unsigned n = 0; n < ENDINGS; n++)
			if (!only || (!strcmp(only, books[b]) && only_n == n))
				wrong += one_ending(book, n);
		rulebook_free(book);
	}
	assert_int_equal(wrong, 0);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_ending_is_that_of_exact_times),
	};

	if (argc > 2) {
		only = argv[1];
		only_n = (unsigned)strtoul(argv[2], NULL, 10);
	}
	return cmocka_run_group_tests(tests, NULL, NULL);
}
