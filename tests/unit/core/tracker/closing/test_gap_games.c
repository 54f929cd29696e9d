/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The cable is out for a while in mid-game, at each change of whole games: see test_gap.c. */
#include "tests/unit/core/tracker/event-work.h"
#include "tests/unit/core/tracker/tracker-hands.h"

#define PLIES 64
#define CHANGES (5 * PLIES)

/* Games of orderly hands. */
struct square_change {
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
	struct square_change change[CHANGES];
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
	g->change[g->count++] = (struct square_change){ .square = (uint8_t)square, .is = is, .ply = (uint8_t)g->plies };
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
	assert_true(event_work(t) <= TRACKER_WORK_MAX);
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
		const struct square_change *c = &g->change[i];
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
		cmocka_unit_test(games_with_gaps_by_sensors_that_name_the_piece),
		cmocka_unit_test(games_with_gaps_by_sensors_that_name_no_piece),
		cmocka_unit_test(a_cable_pulled_again_and_again_by_sensors_that_name_the_piece),
		cmocka_unit_test(a_cable_pulled_again_and_again_by_sensors_that_name_no_piece),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
