/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The cable is out for a while in mid-game: timelines G1 to G6 of daemon/core/tracker/closing/gap.c, and games with
 * gaps of chance. */
#include "tests/unit/core/tracker/tracker-hands.h"

#define PLIES 64
#define CHANGES (5 * PLIES)

static void check(enum tracker_sensors sensors, bool has_lever, const char *fen, const char *text, const char *expected)
{
	struct hands h;

	hands_begin(&h, fen, sensors, has_lever);
	hands_play(&h, text);
	assert_string_equal(hands_moves(&h), expected);
	hands_end(&h);
}

#define E4_E5 "-e2 @100 +e4 @900 -e7 @100 +e5 @900"
#define E4_E5_PRESSED "-e2 @100 +e4 @100 !w @900 -e7 @100 +e5 @100 !b @900"

static void g1_moves_played_meanwhile_are_closed_by_what_stands(void **state)
{
	static const char *const board = "#rnbqkbnr/ppp2ppp/3p4/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R";

	for (enum tracker_sensors s = TRACKER_PRESENCE; s <= TRACKER_PIECE_ID; s++) {
		char text[256];

		/* the reply right after it closes the last one, too */
		snprintf(text, sizeof(text), "%s %s @900 -f1 @100 +c4 @900 -c8 @100 +g4", E4_E5, board);
		check(s, false, NULL, text, "e2e4 e7e5 g1f3 d7d6 f1c4");
		snprintf(text, sizeof(text), "%s %s @900 -f1 @100 +c4 @100 !w @900", E4_E5_PRESSED, board);
		check(s, true, NULL, text, "e2e4 e7e5 g1f3 d7d6 f1c4");
	}
}

static void g1_a_capture_played_meanwhile(void **state)
{
	/* 3 Nxe5: a sensor that names no piece shows only that f3 is empty; the reply tells the rest */
	check(TRACKER_PIECE_ID, false, NULL,
	      E4_E5 " -g1 @100 +f3 @900 -d7 @100 +d6 @900 "
		    "#rnbqkbnr/ppp2ppp/3p4/4N3/4P3/8/PPPP1PPP/RNBQKB1R @900 -e5 @100 -d6 @100 +e5 @900 -d2 @100 +d4",
	      "e2e4 e7e5 g1f3 d7d6 f3e5 d6e5");
	check(TRACKER_PRESENCE, false, NULL,
	      E4_E5 " -g1 @100 +f3 @900 -d7 @100 +d6 @900 "
		    "#rnbqkbnr/ppp2ppp/3p4/4N3/4P3/8/PPPP1PPP/RNBQKB1R @900 -e5 @100 -d6 @100 +e5 @900 -d2 @100 +d4",
	      "e2e4 e7e5 g1f3 d7d6 f3e5 d6e5");
	check(TRACKER_PRESENCE, true, NULL,
	      E4_E5_PRESSED
	      " -g1 @100 +f3 @100 !w @900 -d7 @100 +d6 @100 !b @900 "
	      "#rnbqkbnr/ppp2ppp/3p4/4N3/4P3/8/PPPP1PPP/RNBQKB1R @100 !w @900 -e5 @100 -d6 @100 +e5 @100 !b @2000 ~",
	      "e2e4 e7e5 g1f3 d7d6 f3e5 d6e5");
}

/* A sensor that names no piece shows of a capture that nobody saw only what has left: its press is clear all the same,
 * and is not waited for as one that was pressed in the air. */
static void g1_a_capture_pressed_meanwhile_is_clear(void **state)
{
	static const char *const played[] = {
		/* all of it while the board was away; its lift was seen; only the press was not */
		"#rnbqkbnr/ppp2ppp/3p4/4N3/4P3/8/PPPP1PPP/RNBQKB1R @-5 !w",
		"-f3 @200 #rnbqkbnr/ppp2ppp/3p4/4N3/4P3/8/PPPP1PPP/RNBQKB1R @-5 !w",
		"-f3 @200 -e5 @100 +e5 @300 #rnbqkbnr/ppp2ppp/3p4/4N3/4P3/8/PPPP1PPP/RNBQKB1R @-5 !w",
	};
	struct hands h;

	for (unsigned i = 0; i < sizeof(played) / sizeof(*played); i++) {
		hands_begin(&h, NULL, TRACKER_PRESENCE, true);
		hands_play(&h, E4_E5_PRESSED " -g1 @100 +f3 @100 !w @900 -d7 @100 +d6 @100 !b @900");
		hands_said(&h);
		hands_play(&h, played[i]);
		assert_non_null(strstr(hands_said(&h), "turn4:w:legal:f3e5"));
		hands_play(&h, "@2000 ~");
		assert_null(strstr(hands_said(&h), "turn"));
		hands_end(&h);
	}
}

/* … but where it was pressed in the air: then it is another move as soon as the piece stands. */
static void g1_what_was_pressed_in_the_air_meanwhile_is_revised(void **state)
{
	struct hands h;

	hands_begin(&h, NULL, TRACKER_PRESENCE, true);
	hands_play(&h, E4_E5_PRESSED " -g1 @100 +f3 @100 !w @900 -d7 @100 +d6 @100 !b @900 "
				     "#rnbqkbnr/ppp2ppp/3p4/4p3/4P3/8/PPPP1PPP/RNBQKB1R @-5 !w @600 +d4 @2000 ~");
	assert_string_equal(hands_moves(&h), "e2e4 e7e5 g1f3 d7d6 f3d4");
	hands_end(&h);
}

static void g2_the_hand_is_at_the_next_move(void **state)
{
	/* 2 Nf3 was played, and d7 is in the air */
	check(TRACKER_PIECE_ID, false, NULL,
	      E4_E5 " #rnbqkbnr/ppp2ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R @300 +d6 @900 -f1 @100 +c4",
	      "e2e4 e7e5 g1f3 d7d6");
	check(TRACKER_PRESENCE, false, NULL,
	      E4_E5 " #rnbqkbnr/ppp2ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R @300 +d6 @900 -f1 @100 +c4",
	      "e2e4 e7e5 g1f3 d7d6");
	/* the victim was in the hand already when the cable went out */
	check(TRACKER_PRESENCE, false, NULL,
	      "-e2 @100 +e4 @900 -d7 @100 +d5 @900 -d5 @100 "
	      "#rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR @900 -d5 @100 -d8 @100 +d5 @900 -b1 @100 +c3",
	      "e2e4 d7d5 e4d5 d8d5");
}

static void g3_castling_half_done(void **state)
{
	static const char *const fen = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1";

	for (enum tracker_sensors s = TRACKER_PRESENCE; s <= TRACKER_PIECE_ID; s++) {
		check(s, false, fen,
		      "-e1 @100 #r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R5KR @300 -h1 @100 +f1 @900 -e8 @100 +c8 @100 -a8 @100 +d8 "
		      "@900 -a2 @100 +a3",
		      "e1g1 e8c8");
		check(s, false, fen,
		      "-e1 @100 +g1 @100 #r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R4RK1 @900 -a7 @100 +a6 @900 -a2 @100 +a3",
		      "e1g1 a7a6");
		check(s, false, fen,
		      "-a2 @100 +a3 @900 #r5kr/pppppppp/8/8/8/P7/1PPPPPPP/R3K2R @100 -h8 @100 +f8 @900 -a3 @100 +a4",
		      "a2a3 e8g8");
	}
}

static void g4_the_move_that_stood_before_is_not_read_anew(void **state)
{
	/* f2-f3 stood, exf3 was played meanwhile: f2-f4 and exf3 in passing look the same on the board */
	for (enum tracker_sensors s = TRACKER_PRESENCE; s <= TRACKER_PIECE_ID; s++)
		check(s, false, "4k3/8/8/8/4p3/8/5P2/4K3 w - - 0 1",
		      "-f2 @100 +f3 @900 #4k3/8/8/8/8/5p2/8/4K3 @900 -e1 @100 +f2 @900 "
		      "-e8 @100 +e7",
		      "f2f3 e4f3 e1f2");
}

static void g5_taken_and_taken_again_look_as_if_nothing_had_been(void **state)
{
	/* d5 is in the hand, exd5 is played meanwhile and d5 is in the hand again: the square is empty before and after
	 */
	check(TRACKER_PIECE_ID, false, "4k3/8/4p3/3p4/4P3/8/8/4K3 w - - 0 1",
	      "-e4 @100 -d5 @100 #4k3/8/4p3/8/8/8/8/4K3 @100 -e6 @100 +d5p @900 -e1 @100 +e2 @900 -e8 @100 +e7",
	      "e4d5 e6d5 e1e2");
}

/* The game between hands_begin() and the gap: 1 Qh2 Bc7, from a start position of Chess960 after ten turns. */
#define FROM_A3 "rnbb1krq/1p2pp1p/2pn2p1/p2p2P1/3P3P/2P5/PP2PP2/RNBBNKRQ w - - 0 1"
#define QH2_BC7 "@400 -h1Q @345 +h2Q @345 !w @800 -d8b @345 +c7b @345 !b"
#define NB5_STANDS "#rnb2krq/1pb1pp1p/2pn2p1/pN1p2P1/3P3P/2P5/PP2PP1Q/R1BBNKR1"

/*
 * 0.7 s after the press 1 … Bc7 the board says that b1's knight stands on b5, and White has pressed. Hands that are
 * that fast make no four moves (Na3 Kg7 Nb5 Kf8), and what was pressed and stood there is no other turn for three of
 * them (1 … Bb6 2 Na3 Bc7 3 Nb5).
 */
static void g6_hands_had_no_time_for_legal_moves(void **state)
{
	static const char *const after_press[] = {
		"@695 " NB5_STANDS " @-5 !w",
		/* the program that was killed between these had been told the same board before */
		"#rnb2krq/1pb1pp1p/2pn2p1/p2p2P1/3P3P/2P5/PP2PP1Q/RNBBNKR1 @690 " NB5_STANDS " @-5 !w",
	};

	for (enum tracker_sensors s = TRACKER_PRESENCE; s <= TRACKER_PIECE_ID; s++)
		for (unsigned i = 0; i < sizeof(after_press) / sizeof(*after_press); i++) {
			struct hands h;

			hands_begin(&h, FROM_A3, s, true);
			hands_play(&h, QH2_BC7);
			hands_said(&h);
			hands_play(&h, after_press[i]);
			hands_play(&h, "@2000 " NB5_STANDS);
			assert_string_equal(hands_said(&h), "turn2:w:illegal:piece:b1b5");
			assert_string_equal(hands_moves(&h), "h1h2 d8c7 b1b5");
			hands_end(&h);
		}
}

/* So many legal moves are read where hands had the time for them: both begin at once, after that it takes 0.5 s each.
 */
static void g6_hands_had_the_time(void **state)
{
	static const char *const four = "#r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R";
	static const char *const three = "#r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R";
	const struct {
		const char *before, *board;
		bool is_read;
	} gap[] = {
		{ "@1100", four, true },
		{ "@800", four, false },
		{ "@600", three, true },
		{ "@400", three, false },
		/* 2 Nf3 stood before */
		{ "-g1 @100 +f3 @300", three, true },
		/* events were lost, and the last of them was not */
		{ "? @1100 +f6", four, true },
	};

	for (enum tracker_sensors s = TRACKER_PRESENCE; s <= TRACKER_PIECE_ID; s++)
		for (unsigned i = 0; i < sizeof(gap) / sizeof(*gap); i++) {
			struct hands h;

			hands_begin(&h, NULL, s, true);
			hands_play(&h, "-e2 @100 +e4 @100 !w @900 -e7 @100 +e5 @100 !b");
			hands_play(&h, gap[i].before);
			hands_play(&h, gap[i].board);
			assert_string_equal(hands_moves(&h), !gap[i].is_read	   ? "e2e4 e7e5" :
							     gap[i].board == three ? "e2e4 e7e5 g1f3 b8c6" :
										     "e2e4 e7e5 g1f3 b8c6 f1c4");
			hands_end(&h);
		}
}

static void men_missing_from_the_start_were_never_put_there(void **state)
{
	check(TRACKER_PRESENCE, false, NULL,
	      "#rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RN1QKBNR @900 +c1 @900 -e2 @100 +e4 @900 -e7 @100 +e5", "e2e4");
}

/* A board that no few turns make: nothing is published of it, and it takes no longer than any other event. */
static void a_board_that_nothing_explains_tells_nothing(void **state)
{
	static const char *const boards[] = {
		"#8/8/3pppp1/RRRR4/2kK4/PPPP4/8/8",
		"#8/8/8/8/8/8/8/8",
		"#QQQQQQQQ/QQQQQQQQ/8/8/8/8/8/8",
		"#r1bqkb1r/2pp1pp1/5n2/pp2p2p/4P3/P2P1N2/1PP2PPP/1NBQK2R",
	};

	for (enum tracker_sensors s = TRACKER_PRESENCE; s <= TRACKER_PIECE_ID; s++)
		for (unsigned i = 0; i < sizeof(boards) / sizeof(boards[0]); i++) {
			struct hands h;

			hands_begin(&h, NULL, s, false);
			hands_play(&h, E4_E5);
			hands_play(&h, boards[i]);
			assert_true(tracker_work(h.tracker) <= TRACKER_WORK_MAX);
			assert_true(tracker_turns(h.tracker) <= 2);
			hands_end(&h);
		}
}

/* Games of orderly hands. */
struct change {
	uint8_t square;
	char is;
	uint8_t ply; /* whose move this is part of */
	bool last;   /* of that move */
};

struct played {
	const struct game *game;
	struct game_position start;
	struct game_move move[PLIES];
	unsigned plies;
	struct change change[CHANGES];
	unsigned count;
};

static const char *const games[] = {
	/* in passing, promotion by a capture, castling to both sides */
	"e2e4 a7a6 e4e5 d7d5 e5d6 g8f6 d6c7 g7g6 c7b8q f8g7 g1f3 e8g8 f1e2 b7b6 e1g1 a8b8 a2a4 b6b5 a4b5 a6b5 c2c4 b5c4 e2c4 c8b7 "
	"b1c3 d8c7 d2d3 f8d8 c1g5 h7h6 g5f6 g7f6 c3d5 b7d5 c4d5 e7e6",
	"d2d4 g8f6 c1f4 d7d6 g1f3 c8d7 h2h3 f6d5 f4h2 e7e6 c2c4 d5b6 e2e3 f8e7 b1c3 a7a6 f1d3 e8g8 a2a3 c7c6 b2b4 a6a5 c4c5 d6c5 "
	"b4c5 b6d5 c3a4 b7b5 c5b6 d5b6 a4c5 d7c8 e1g1 b8d7 c5e4 f7f5 e4d6 e7d6 h2d6 f8f7 f3e5 d7e5 d6e5 b6d5 d1c2 d8g5 f1b1 c8d7",
	"e2e4 e7e6 c2c3 g8f6 d2d3 d7d5 b1d2 d5d4 c3c4 e6e5 g2g3 f8b4 a2a3 b4d2 c1d2 e8g8 d2b4 c8e6 b4f8 g8f8 g1f3 b8d7 f3g5 e6g4 "
	"g5h7 f6h7 d1g4 d7f6 g4f5 d8d6 f1h3 c7c5 g3g4 d6e6 e1g1 e6f5 g4f5 h7g5 g1g2 f6h5 h3g4 h5f4 g2g3 f4d3 g4h5 g5e4 g3h4 e4d6",
};

static void changes(struct played *g, unsigned square, char is)
{
	g->change[g->count++] = (struct change){ .square = (uint8_t)square, .is = is, .ply = (uint8_t)g->plies };
}

/* The squares that a move empties, the victim's first; then those where pieces come to stand. */
static void play(struct played *g, struct game_position *pos, const struct game_move *m)
{
	char before[GAME_MAX_SQUARES], after[GAME_MAX_SQUARES];

	memset(before, '.', sizeof(before));
	memset(after, '.', sizeof(after));
	g->game->placement(pos, before);
	g->game->play(pos, m);
	g->game->placement(pos, after);
	if (before[m->to] != '.')
		changes(g, m->to, '.');
	changes(g, m->from, '.');
	changes(g, m->to, after[m->to]);
	for (unsigned pass = 0; pass < 2; pass++)
		for (unsigned q = 0; q < g->game->squares; q++)
			if (q != m->from && q != m->to && before[q] != after[q] && (after[q] == '.') == (pass == 0))
				changes(g, q, after[q]);
	g->change[g->count - 1].last = true;
	g->move[g->plies++] = *m;
}

static void read_game(struct played *g, const char *moves)
{
	char *copy = strdup(moves), *save, *word;
	struct game_position pos;

	assert_non_null(copy);
	memset(g, 0, sizeof(*g));
	g->game = game_find("chess");
	assert_int_equal(g->game->parse(g->game->start_fen, &g->start, NULL), 0);
	pos = g->start;
	for (word = strtok_r(copy, " ", &save); word; word = strtok_r(NULL, " ", &save)) {
		struct game_moves all;
		char text[GAME_TEXT];
		unsigned i = 0;

		g->game->moves(&pos, &all);
		for (; i < all.count; i++) {
			g->game->move_text(&pos, &all.move[i], text);
			if (!strcmp(text, word))
				break;
		}
		assert_true(i < all.count);
		play(g, &pos, &all.move[i]);
	}
	free(copy);
}

static void send(struct tracker *t, int64_t t_us, struct tracker_event e)
{
	while (tracker_deadline(t) <= t_us) {
		struct tracker_event tick = { .type = TRACKER_TIME, .t_us = tracker_deadline(t) };

		assert_int_equal(tracker_event(t, &tick), 0);
		if (tracker_deadline(t) == tick.t_us)
			break;
	}
	e.t_us = t_us;
	assert_int_equal(tracker_event(t, &e), 0);
	assert_true(tracker_work(t) <= TRACKER_WORK_MAX);
	assert_true(tracker_memory(t) <= TRACKER_MEMORY_MAX);
}

static void ignore(void *userdata, const struct tracker_fact *fact)
{
}

static enum side mover(unsigned ply)
{
	return ply % 2 ? BLACK : WHITE;
}

/* What happens to the cable at each change; all the rest of the time it is plugged in. */
enum { UNSEEN = 1, PLUGGED = 2 }; /* the change is not seen; before it the cable was plugged in again */

static struct tracker *track(const struct played *g, enum tracker_sensors sensors, bool lever,
			     const uint8_t cable[static CHANGES])
{
	struct tracker_setup setup = {
		.game = g->game, .sensors = sensors, .has_lever = lever, .start = g->start, .scan_us = 100000
	};
	char pieces[GAME_MAX_SQUARES], squares[GAME_MAX_SQUARES];
	unsigned stood = 0, unseen = 0; /* moves, presses */
	struct tracker *t;
	int64_t now = 0;

	memset(pieces, '.', sizeof(pieces));
	g->game->placement(&g->start, pieces);
	assert_int_equal(tracker_new(&setup, ignore, NULL, &t), 0);
	for (unsigned i = 0; i < g->count; i++) {
		const struct change *c = &g->change[i];
		bool seen = !(cable[i] & UNSEEN);

		if (cable[i] & PLUGGED) {
			for (unsigned q = 0; q < GAME_MAX_SQUARES; q++)
				squares[q] = pieces[q] == '.' || sensors == TRACKER_PIECE_ID ? pieces[q] : '?';
			send(t, now += 2000000, (struct tracker_event){ .type = TRACKER_SQUARES, .squares = squares });
			/* where the lever is now was not seen to come */
			if (unseen % 2)
				send(t, now += 1000,
				     (struct tracker_event){ .type = TRACKER_PRESS, .side = mover(stood - 1) });
			unseen = 0;
		}
		now += i && g->change[i - 1].last ? 1500000 : 300000;
		if (seen)
			send(t, now,
			     (struct tracker_event){
				     .type = c->is == '.' ? TRACKER_LIFT : TRACKER_PLACE,
				     .square = c->square,
				     .piece = sensors == TRACKER_PRESENCE ? 0 :
					      c->is == '.'		  ? pieces[c->square] :
									    c->is,
			     });
		pieces[c->square] = c->is;
		stood += c->last;
		if (!c->last)
			continue;
		now += 300000;
		if (lever && seen)
			send(t, now, (struct tracker_event){ .type = TRACKER_PRESS, .side = mover(c->ply) });
		unseen += lever && !seen;
	}
	assert_int_equal(tracker_finish(t), 0);
	return t;
}

/*
 * The first ply that is not as it was played, or -1. In which order turns were played that nobody saw is no matter, as
 * long as they lead to the same position; what a pawn became is not seen by sensors that name no piece.
 */
static int first_wrong(const struct played *g, struct tracker *t, enum tracker_sensors sensors,
		       const uint8_t cable[static CHANGES])
{
	bool unseen[PLIES + 1] = { false }; /* this turn and the next one, or parts of both */
	struct game_position want = g->start, got = g->start;

	for (unsigned i = 1; i < g->count; i++)
		unseen[g->change[i - 1].ply] |= (cable[i] & UNSEEN) && (cable[i - 1] & UNSEEN) && g->change[i - 1].last;
	for (unsigned i = 0; i < g->plies; i++) {
		const struct turn *turn = tracker_turn(t, i);
		const struct game_move *m = &g->move[i];

		if (!turn || turn->kind != TURN_LEGAL)
			return (int)i;
		g->game->play(&want, m);
		g->game->play(&got, sensors == TRACKER_PRESENCE && turn->from == m->from && turn->to == m->to ?
					    m :
					    &turn->move);
		if (!unseen[i] && !g->game->same(&want, &got))
			return (int)i;
	}
	return tracker_turns(t) == g->plies ? -1 : (int)g->plies;
}

/* GAPS=N: only from every Nth change on, and of the cables that are pulled again and again those of the first game. */
static unsigned one_in(void)
{
	return getenv("GAPS") ? (unsigned)atoi(getenv("GAPS")) : 1;
}

/* Each cable is out from every change of every game on, for so many changes. Returns how many games of how many are not
 * exact. */
static unsigned wrong(enum tracker_sensors sensors, bool lever, unsigned gap, unsigned *all)
{
	unsigned count = 0;

	*all = 0;
	for (unsigned i = 0; i < sizeof(games) / sizeof(games[0]); i++) {
		struct played g;

		read_game(&g, games[i]);
		/* what follows tells what was played: at the very end nothing follows */
		for (unsigned out = 2; out + gap + 8 < g.count; out += one_in(), (*all)++) {
			uint8_t cable[CHANGES] = { 0 };
			struct tracker *t;
			int ply;

			memset(cable + out, UNSEEN, gap);
			cable[out + gap] = PLUGGED;
			t = track(&g, sensors, lever, cable);
			ply = first_wrong(&g, t, sensors, cable);
			if (ply >= 0)
				print_message(
					"# %s, game %u, changes %u to %u are not seen (ply %u on): ply %d is wrong\n",
					lever ? "with a lever" : "without a lever", i, out, out + gap - 1,
					g.change[out].ply, ply);
			count += ply >= 0;
			tracker_free(t);
		}
	}
	return count;
}

/* In one or two moves nothing is lost; of three and more some cannot be known. */
static void gaps(enum tracker_sensors sensors, unsigned in_hundred)
{
	for (unsigned lever = 0; lever < 2; lever++) {
		unsigned all, count;

		for (unsigned gap = 1; gap <= 3; gap++) {
			count = wrong(sensors, lever, gap, &all);
			assert_true(all > 250 / one_in());
			assert_int_equal(count, 0);
		}
		count = wrong(sensors, lever, 7, &all);
		assert_true(count * 100 <= all * in_hundred);
	}
}

static void games_with_gaps_by_sensors_that_name_the_piece(void **state)
{
	gaps(TRACKER_PIECE_ID, 2);
}

static void games_with_gaps_by_sensors_that_name_no_piece(void **state)
{
	gaps(TRACKER_PRESENCE, 8);
}

/* The cable is out for one, two… changes in turn, and in for so many; it is pulled and put back before each of those,
 * too. */
static void again_and_again(enum tracker_sensors sensors, unsigned most)
{
	unsigned count = 0;

	for (unsigned i = 0; i < (one_in() > 1 ? 1 : sizeof(games) / sizeof(games[0])); i++) {
		struct played g;

		read_game(&g, games[i]);
		for (unsigned begin = 1; begin < 5; begin++)
			for (unsigned seen = 0; seen < 4; seen++)
				/* a lever that is never seen to go down is none */
				for (unsigned lever = 0; lever < 2 && (seen || !lever); lever++) {
					uint8_t cable[CHANGES] = { 0 };
					struct tracker *t;
					int ply;

					for (unsigned k = begin, gap = 1; k + gap + 8 < g.count;
					     k += gap + seen, gap = gap % most + 1) {
						memset(cable + k + 1, UNSEEN, gap - 1);
						cable[k] |= UNSEEN;
						memset(cable + k + gap, PLUGGED, seen ? seen : 1);
					}
					t = track(&g, sensors, lever, cable);
					ply = first_wrong(&g, t, sensors, cable);
					if (ply >= 0)
						print_message(
							"# %s, game %u, from change %u on, %u seen between: ply %d is wrong\n",
							lever ? "with a lever" : "without a lever", i, begin, seen,
							ply);
					count += ply >= 0;
					tracker_free(t);
				}
	}
	assert_int_equal(count, 0);
}

static void a_cable_pulled_again_and_again_by_sensors_that_name_the_piece(void **state)
{
	again_and_again(TRACKER_PIECE_ID, 2);
}

static void a_cable_pulled_again_and_again_by_sensors_that_name_no_piece(void **state)
{
	again_and_again(TRACKER_PRESENCE, 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(g1_moves_played_meanwhile_are_closed_by_what_stands),
		cmocka_unit_test(g1_a_capture_played_meanwhile),
		cmocka_unit_test(g1_a_capture_pressed_meanwhile_is_clear),
		cmocka_unit_test(g1_what_was_pressed_in_the_air_meanwhile_is_revised),
		cmocka_unit_test(g2_the_hand_is_at_the_next_move),
		cmocka_unit_test(g3_castling_half_done),
		cmocka_unit_test(g4_the_move_that_stood_before_is_not_read_anew),
		cmocka_unit_test(g5_taken_and_taken_again_look_as_if_nothing_had_been),
		cmocka_unit_test(g6_hands_had_no_time_for_legal_moves),
		cmocka_unit_test(g6_hands_had_the_time),
		cmocka_unit_test(men_missing_from_the_start_were_never_put_there),
		cmocka_unit_test(a_board_that_nothing_explains_tells_nothing),
		cmocka_unit_test(games_with_gaps_by_sensors_that_name_the_piece),
		cmocka_unit_test(games_with_gaps_by_sensors_that_name_no_piece),
		cmocka_unit_test(a_cable_pulled_again_and_again_by_sensors_that_name_the_piece),
		cmocka_unit_test(a_cable_pulled_again_and_again_by_sensors_that_name_no_piece),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
