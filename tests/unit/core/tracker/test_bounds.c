/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Whatever comes, a board takes so much memory and an event so much work, and what is forgotten for it is the oldest
 * and the least likely. Work is counted, not timed. */
#include <errno.h>
#include <malloc.h>

#include "tests/unit/core/tracker/event-work.h"
#include "tests/unit/core/tracker/tracker-hands.h"

#define NONSENSE 40000 /* events */

static uint64_t chance = 88172645463325252;

static unsigned pick(unsigned below)
{
	chance ^= chance << 13;
	chance ^= chance >> 7;
	chance ^= chance << 17;
	return (unsigned)((chance >> 32) % below);
}

static void ignore(void *userdata, const struct tracker_fact *fact)
{
}

static struct tracker *board(enum tracker_sensors sensors, bool has_lever, uint32_t late_us)
{
	struct tracker_setup setup = {
		.game = game_find("chess"), .sensors = sensors, .has_lever = has_lever, .late_us = late_us
	};
	struct tracker *t;

	assert_int_equal(setup.game->parse(setup.game->start_fen, &setup.start, NULL), 0);
	assert_int_equal(tracker_new(&setup, ignore, NULL, &t), 0);
	return t;
}

static void send_at(struct tracker *t, int64_t t_us, struct tracker_event e)
{
	e.t_us = t_us;
	assert_int_equal(tracker_event(t, &e), 0);
	assert_true(event_work(t) <= TRACKER_WORK_MAX);
}

/* Men anywhere, presses of both sides, positions set by hand: what no game is. Returns the most work of one event. */
static unsigned nonsense(struct tracker *t, int64_t *t_us)
{
	static const char letters[] = "PNBRQKpnbrqk?";
	unsigned most = 0;

	for (unsigned i = 0; i < NONSENSE; i++) {
		struct tracker_event e = { .type = pick(2) ? TRACKER_LIFT : TRACKER_PLACE,
					   .square = (uint8_t)pick(64) };
		char squares[GAME_MAX_SQUARES];

		*t_us += pick(800) * 1000;
		if (e.type == TRACKER_PLACE)
			e.piece = letters[pick(13)];
		if (pick(4) == 0)
			e = (struct tracker_event){ .type = TRACKER_PRESS, .side = (enum side)pick(2) };
		if (pick(200) == 0) {
			for (unsigned q = 0; q < GAME_MAX_SQUARES; q++)
				squares[q] = pick(2) ? '.' : letters[pick(13)];
			e = (struct tracker_event){ .type = TRACKER_SQUARES, .squares = squares };
		}
		send_at(t, *t_us, e);
		if (event_work(t) > most)
			most = event_work(t);
		assert_true(tracker_memory(t) <= TRACKER_MEMORY_MAX);
		if (pick(100) == 0)
			assert_int_equal(tracker_set_position(t, tracker_position(t)), 0);
	}
	return most;
}

static void memory_is_bounded_whatever_comes(void **state)
{
	for (enum tracker_sensors s = TRACKER_PRESENCE; s <= TRACKER_EXACT; s++)
		for (unsigned way = 0; way < 3; way++) {
			size_t before = mallinfo2().uordblks;
			struct tracker *t = board(s, way < 2, way == 1 ? 900000 : 0);
			int64_t t_us = 0;

			nonsense(t, &t_us);
			assert_true(way == 2 || tracker_turns(t) > 1500);
			/* and it takes what it says; malloc() keeps some freed ones */
			assert_true(mallinfo2().uordblks - before <= tracker_memory(t) + 2048);
			tracker_free(t);
		}
}

static void an_event_is_worth_so_much_work(void **state)
{
	unsigned most = 0;

	for (enum tracker_sensors s = TRACKER_PRESENCE; s <= TRACKER_PIECE_ID; s++) {
		struct tracker *t = board(s, true, 0);
		int64_t t_us = 0;
		unsigned m = nonsense(t, &t_us);

		most = m > most ? m : most;
		tracker_free(t);
	}
	/* nonsense is work */
	assert_true(most > 4000);
}

/* Knights go out and home again: a game as long as it takes. */
static void long_game(struct tracker *t, unsigned turns, int64_t *t_us)
{
	static const char *const round[] = { "g1f3", "g8f6", "f3g1", "f6g8" };
	const struct game *game = game_find("chess");

	for (unsigned i = 0; i < turns; i++) {
		const char *m = round[tracker_turns(t) % 4];
		char from[3] = { m[0], m[1] }, to[3] = { m[2], m[3] };

		send_at(t, *t_us += 200000,
			(struct tracker_event){ .type = TRACKER_LIFT, .square = (uint8_t)game->square_parse(from) });
		send_at(t, *t_us += 200000,
			(struct tracker_event){ .type = TRACKER_PLACE, .square = (uint8_t)game->square_parse(to) });
		send_at(t, *t_us += 200000,
			(struct tracker_event){ .type = TRACKER_PRESS, .side = (enum side)(i % 2) });
	}
}

static void of_a_very_long_game_the_oldest_turns_are_forgotten(void **state)
{
	for (enum tracker_sensors s = TRACKER_PRESENCE; s <= TRACKER_EXACT; s++) {
		struct tracker *t = board(s, true, 0);
		char fen[GAME_FEN];
		int64_t t_us = 0;
		unsigned last = 0;

		long_game(t, 512, &t_us);
		assert_non_null(tracker_turn(t, 0));
		long_game(t, 5488, &t_us);
		assert_int_equal(tracker_turns(t), 6000);
		assert_true(tracker_memory(t) <= TRACKER_MEMORY_MAX);
		assert_null(tracker_turn(t, 0));
		for (unsigned i = 6000 - 512; i < 6000; i++) {
			const struct turn *turn = tracker_turn(t, i);

			assert_non_null(turn);
			assert_int_equal(turn->kind, TURN_LEGAL);
			assert_true(last == 0 || turn->from != last);
			last = turn->from;
		}
		/* a takeback goes so far, and to the start; what lies between is not known any more */
		assert_int_equal(tracker_undo(t, 301), 0);
		game_find("chess")->format_placement(tracker_position(t), fen);
		assert_string_equal(fen, "rnbqkb1r/pppppppp/5n2/8/8/8/PPPPPPPP/RNBQKBNR");
		assert_int_equal(tracker_undo(t, 3000), -ERANGE);
		assert_int_equal(tracker_turns(t), 5699);
		assert_int_equal(tracker_undo(t, 5699), 0);
		assert_int_equal(tracker_turns(t), 0);
		game_find("chess")->format_placement(tracker_position(t), fen);
		assert_string_equal(fen, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR");
		tracker_free(t);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(memory_is_bounded_whatever_comes),
		cmocka_unit_test(an_event_is_worth_so_much_work),
		cmocka_unit_test(of_a_very_long_game_the_oldest_turns_are_forgotten),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
