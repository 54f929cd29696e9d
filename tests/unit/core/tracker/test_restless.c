/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Real games by restless hands on real sensors (tests/sim/restless.h): each style must be read exactly right in so many
 * of its games. What is wrong beyond that are changes that were never reported, or hands that show two games alike.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "daemon/core/tracker/tracker.h"
#include "tests/sim/restless.h"

static void free_tracker(struct tracker **tracker)
{
	tracker_free(*tracker);
}

/* Each game so many times by each kind of hands; SEEDS=N: others. */
static unsigned seeds(void)
{
	return getenv("SEEDS") ? (unsigned)atoi(getenv("SEEDS")) : 6;
}

static const char *const games[] = {
	"tests/games/blitz-castling.json",
	"tests/games/blitz-en-passant.json",
	"tests/games/blitz-mate.json",
	"tests/games/blitz-promotion.json",
};

/* Games in a hundred that must be exactly right: sensors that name the piece, and others. */
static const struct {
	const char *style;
	unsigned id, presence;
} must[] = {
	{ "tidy", 100, 100 },	   { "club", 95, 95 },	    { "blitz", 85, 80 },	  { "scramble", 80, 75 },
	{ "two-hands", 100, 100 }, { "sleeve", 100, 100 },  { "early-opponent", 90, 85 }, { "early-press", 95, 95 },
	{ "slow-scan", 95, 90 },   { "bad-lever", 95, 95 }, { "polled-clock", 100, 95 },  { "stuck", 90, 90 },
	{ "never", 80, 80 },	   { "late", 90, 90 },	    { "nameless", 100, 100 },	  { "fidget", 100, 100 },
	{ "undecided", 100, 100 }, { "shover", 100, 95 },   { "fumbler", 100, 100 },	  { "forgetful", 90, 85 },
	{ "rush", 60, 50 },	   { "flicker", 100, 95 },
};
/* Illegal moves in a hundred that must be said to be illegal, and nothing else. */
static const struct {
	const char *style;
	unsigned id, presence;
} illegal[] = {
	{ "tidy", 98, 95 },
	{ "club", 95, 88 },
	{ "early-press", 95, 88 },
};
static const struct {
	const char *style;
	unsigned id, presence;
} leverless[] = {
	{ "tidy", 95, 95 }, { "two-hands", 90, 90 }, { "nameless", 90, 90 }, { "sleeve", 75, 75 },
	{ "club", 60, 60 }, { "slow-scan", 90, 50 }, { "shover", 85, 80 },   { "flicker", 95, 90 },
};

static void ignore(void *userdata, const struct tracker_fact *fact)
{
}

static bool right(const struct hands_score *score, const struct restless *hands, enum tracker_sensors sensors,
		  bool lever)
{
	struct tracker_setup setup = {
		.game = score->game, .sensors = sensors, .has_lever = lever, .keep_illegal = true, .start = score->start
	};
	__attribute__((cleanup(free_tracker))) struct tracker *tracker = NULL;
	bool same;

	assert_int_equal(tracker_new(&setup, ignore, NULL, &tracker), 0);
	for (size_t i = 0; i < hands->count; i++) {
		const struct hands_event *e = &hands->event[i];
		struct tracker_event ev = {
			.type = TRACKER_PRESS, .t_us = e->t_us, .square = e->square, .side = e->side
		};
		struct tracker_event tick = { .type = TRACKER_TIME, .t_us = tracker_deadline(tracker) };

		if (e->action == HANDS_PRESS && !lever)
			continue;
		if (tick.t_us <= ev.t_us)
			tracker_event(tracker, &tick);
		if (e->action != HANDS_PRESS)
			ev.type = e->action == HANDS_LIFT ? TRACKER_LIFT : TRACKER_PLACE;
		if (e->action == HANDS_PLACE && sensors == TRACKER_PIECE_ID)
			ev.piece = e->piece;
		assert_int_equal(tracker_event(tracker, &ev), 0);
	}
	assert_int_equal(tracker_finish(tracker), 0);
	same = tracker_turns(tracker) == score->plies;
	for (unsigned i = 0; same && i < score->plies; i++) {
		const struct turn *turn = tracker_turn(tracker, i);

		same = turn->has_move && turn->move.from == score->move[i].from && turn->move.to == score->move[i].to &&
		       (sensors == TRACKER_PRESENCE || turn->move.promotion == score->move[i].promotion);
	}
	return same;
}

static const struct restless_style *style_named(const char *name)
{
	for (const struct restless_style *s = restless_styles; s->name; s++)
		if (!strcmp(s->name, name))
			return s;
	fail_msg("no style %s", name);
	return NULL;
}

static void check(const char *name, bool lever, unsigned id, unsigned presence)
{
	const struct restless_style *style = style_named(name);
	unsigned count = 0, good[2] = { 0 };

	for (unsigned g = 0; g < sizeof(games) / sizeof(*games); g++) {
		char err[HANDS_ERROR];
		struct hands_score score;

		assert_int_equal(hands_score_load(games[g], &score, err), 0);
		for (unsigned seed = 1; seed <= seeds(); seed++) {
			struct restless hands;

			assert_int_equal(restless_play(&score, style, 1000 * g + seed, &hands), 0);
			good[0] += right(&score, &hands, TRACKER_PIECE_ID, lever);
			good[1] += right(&score, &hands, TRACKER_PRESENCE, lever);
			count++;
			restless_free(&hands);
		}
		hands_score_free(&score);
	}
	printf("# %s%s: %u and %u of %u games\n", name, lever ? "" : " without a lever", good[0], good[1], count);
	assert_true(good[0] * 100 >= id * count);
	assert_true(good[1] * 100 >= presence * count);
}

/* A piece that goes where it may not, taking every other time if it can: the first one after a square that depends on
 * the ply. */
static bool against_the_rules(const struct hands_score *score, const struct game_position *pos, unsigned ply,
			      struct game_move *ret)
{
	const struct game *game = score->game;
	char pieces[GAME_MAX_SQUARES];
	struct game_moves moves;

	game->moves(pos, &moves);
	game->placement(pos, pieces);
	for (unsigned n = 0; n < 64 * 64; n++) {
		unsigned from = (n / 64 + ply * 5) % 64, to = (n + ply * 11) % 64;
		bool legal = from == to, takes = pieces[to] != '.';

		for (unsigned i = 0; i < moves.count; i++)
			legal |= moves.move[i].from == from && moves.move[i].to == to;
		if (legal || game->piece_side(pieces[from]) != game->to_move(pos) ||
		    game->piece_side(pieces[to]) == game->to_move(pos) || (pieces[to] | 32) == 'k' ||
		    takes != (ply % 2 != 0))
			continue;
		*ret = (struct game_move){ .from = (uint8_t)from,
					   .to = (uint8_t)to,
					   .flags = takes ? GAME_MOVE_CAPTURE : 0,
					   .captured = takes ? UINT64_C(1) << to : 0 };
		return true;
	}
	return false;
}

/* Told to be no legal move, or not proved to be one or the other: then it is among what a person is asked about. */
static bool is_named_or_asked(const struct turn *turn, const struct game_move *move)
{
	if (turn->kind == TURN_ILLEGAL && turn->from == move->from && turn->to == move->to)
		return true;
	for (unsigned i = 0; turn->unsure && i < turn->other_count; i++)
		if (turn->other[i].kind == TURN_ILLEGAL && turn->other[i].from == move->from &&
		    turn->other[i].to == move->to)
			return true;
	return false;
}

/* Is the last turn that three seconds after its press? */
static bool said(const struct hands_score *score, const struct restless *hands, enum tracker_sensors sensors)
{
	struct tracker_setup setup = {
		.game = score->game, .sensors = sensors, .has_lever = true, .start = score->start
	};
	__attribute__((cleanup(free_tracker))) struct tracker *tracker = NULL;
	struct tracker_event tick = { .type = TRACKER_TIME };
	const struct turn *turn;

	assert_int_equal(tracker_new(&setup, ignore, NULL, &tracker), 0);
	for (size_t i = 0; i < hands->count; i++) {
		const struct hands_event *e = &hands->event[i];
		struct tracker_event ev = {
			.type = TRACKER_PRESS, .t_us = e->t_us, .square = e->square, .side = e->side
		};

		tick.t_us = tracker_deadline(tracker);
		if (tick.t_us <= ev.t_us)
			tracker_event(tracker, &tick);
		if (e->action != HANDS_PRESS)
			ev.type = e->action == HANDS_LIFT ? TRACKER_LIFT : TRACKER_PLACE;
		if (e->action == HANDS_PLACE && sensors == TRACKER_PIECE_ID)
			ev.piece = e->piece;
		assert_int_equal(tracker_event(tracker, &ev), 0);
		tick.t_us = e->t_us + 3000000;
	}
	assert_int_equal(tracker_event(tracker, &tick), 0);
	turn = tracker_turn(tracker, score->plies - 1);
	return turn && is_named_or_asked(turn, &score->move[score->plies - 1]);
}

static void check_illegal(const char *name, unsigned id, unsigned presence)
{
	unsigned count = 0, good[2] = { 0 };

	for (unsigned g = 0; g < sizeof(games) / sizeof(*games); g++) {
		char err[HANDS_ERROR];
		struct hands_score score;
		struct game_position pos;
		unsigned plies;

		assert_int_equal(hands_score_load(games[g], &score, err), 0);
		pos = score.start;
		plies = score.plies;
		for (unsigned ply = 0; ply < plies; ply++) {
			struct game_move kept = score.move[ply];
			struct restless hands;

			if (ply % 3 == 0 && against_the_rules(&score, &pos, ply, &score.move[ply])) {
				score.plies = ply + 1;
				assert_int_equal(restless_play(&score, style_named(name), 1000 * g + ply, &hands), 0);
				good[0] += said(&score, &hands, TRACKER_PIECE_ID);
				good[1] += said(&score, &hands, TRACKER_PRESENCE);
				count++;
				restless_free(&hands);
			}
			score.move[ply] = kept;
			score.game->play(&pos, &kept);
		}
		score.plies = plies;
		hands_score_free(&score);
	}
	printf("# %s: %u and %u of %u illegal moves\n", name, good[0], good[1], count);
	assert_true(good[0] * 100 >= id * count);
	assert_true(good[1] * 100 >= presence * count);
}

static void illegal_moves_of_restless_hands_are_said(void **state)
{
	for (unsigned i = 0; i < sizeof(illegal) / sizeof(*illegal); i++)
		check_illegal(illegal[i].style, illegal[i].id, illegal[i].presence);
}

static void restless_hands_are_read_right(void **state)
{
	for (unsigned i = 0; i < sizeof(must) / sizeof(*must); i++)
		check(must[i].style, true, must[i].id, must[i].presence);
}

static void restless_hands_without_a_lever(void **state)
{
	for (unsigned i = 0; i < sizeof(leverless) / sizeof(*leverless); i++)
		check(leverless[i].style, false, leverless[i].id, leverless[i].presence);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(restless_hands_are_read_right),
		cmocka_unit_test(restless_hands_without_a_lever),
		cmocka_unit_test(illegal_moves_of_restless_hands_are_said),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
