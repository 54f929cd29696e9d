// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Recordings that begin anywhere in a game: what stands is the start, whoever is to move. Games of chance by orderly
 * hands, begun before each ply and between each move and its press, from both ends of the board.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "tests/unit/core/tracker/tracker-play.h"

enum { GAMES = 6 };

static const struct style orderly = { .name = "orderly", .think = 2500, .step = 150 };

static struct play game;

static void shown(char squares[static GAME_MAX_SQUARES], const char pieces[static GAME_MAX_SQUARES], bool turned)
{
	for (unsigned q = 0; q < 64; q++)
		squares[q] = pieces[turned ? 63 - q : q];
}

/* The board from event number first on, what stands then reported as a whole; turns are to be those from ply on. */
static bool reads(unsigned first, const char pieces[static GAME_MAX_SQUARES], unsigned ply, bool has_lever, bool turned)
{
	struct tracker_setup setup = {
		.game = game.game, .sensors = TRACKER_PIECE_ID, .has_lever = has_lever, .any_start = true
	};
	char squares[GAME_MAX_SQUARES] = { 0 }, now[GAME_MAX_SQUARES];
	struct tracker *t;
	bool right;

	memcpy(now, pieces, sizeof(now));
	game.game->parse(game.game->start_fen, &setup.start, NULL);
	assert_int_equal(tracker_new(&setup, play_ignore, NULL, &t), 0);
	shown(squares, pieces, turned);
	tracker_event(t, &(struct tracker_event){ .type = TRACKER_SQUARES,
						  .t_us = first ? game.event[first - 1].t_us : 0,
						  .squares = squares });
	for (unsigned i = first; i < game.count; i++) {
		const struct play_event *e = &game.event[i];
		struct tracker_event out = { .type = TRACKER_PRESS, .t_us = e->t_us, .side = e->side };

		if (e->square != GAME_NO_SQUARE) {
			out.type = e->is == '.' ? TRACKER_LIFT : TRACKER_PLACE;
			out.piece = e->is == '.' ? now[e->square] : e->is;
			out.square = (uint8_t)(turned ? 63 - e->square : e->square);
			now[e->square] = e->is;
		} else if (!has_lever) {
			continue;
		}
		assert_int_equal(tracker_event(t, &out), 0);
	}
	tracker_finish(t);
	right = tracker_turns(t) == game.plies - ply;
	for (unsigned i = 0; right && i < game.plies - ply; i++) {
		const struct turn *turn = tracker_turn(t, i);

		right = turn && turn->kind == TURN_LEGAL && turn->from == game.move[ply + i].from &&
			turn->to == game.move[ply + i].to && turn->side == (enum side)((ply + i) % 2);
	}
	tracker_free(t);
	return right;
}

static void begun_anywhere(bool has_lever, bool turned, bool between)
{
	unsigned wrong = 0, all = 0;

	for (uint32_t seed = 1; seed <= GAMES; seed++) {
		char now[GAME_MAX_SQUARES];
		struct game_position start;
		unsigned ply = 0;
		bool moved = false;

		play_game(&game, &game_chess, &orderly, seed);
		game.game->parse(game.game->start_fen, &start, NULL);
		game.game->placement(&start, now);
		for (unsigned i = 0; i < game.count && ply + 2 < game.plies; i++) {
			const struct play_event *e = &game.event[i];
			const bool press = e->square == GAME_NO_SQUARE;

			if (between ? press : !moved) {
				all++;
				wrong += !reads(i, now, ply + between, has_lever, turned);
			}
			moved = !press;
			if (press)
				ply++;
			else
				now[e->square] = e->is;
		}
	}
	assert_true(all > 500);
	/* where a king has walked far and pawns are far ahead the board is taken for one that stands turned */
	assert_true(wrong * 80 <= all);
}

static void before_a_move(void **state)
{
	begun_anywhere(true, false, false);
}

static void before_a_move_turned(void **state)
{
	begun_anywhere(true, true, false);
}

static void before_a_press(void **state)
{
	begun_anywhere(true, false, true);
}

static void without_a_lever(void **state)
{
	begun_anywhere(false, false, false);
}

static void without_a_lever_turned(void **state)
{
	begun_anywhere(false, true, false);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(before_a_move),	  cmocka_unit_test(before_a_move_turned),
		cmocka_unit_test(before_a_press),	  cmocka_unit_test(without_a_lever),
		cmocka_unit_test(without_a_lever_turned),
	};

	return cmocka_run_group_tests_name("beginnings", tests, NULL, NULL);
}
