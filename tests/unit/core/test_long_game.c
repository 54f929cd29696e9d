// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Long games: what a turn takes once it is not among the last, and that nothing of it is lost by that. Turns are read
 * again, taken back and counted for repetition as they were when they were closed.
 */
#include <malloc.h>
#include <unistd.h>

#include "tests/unit/core/core-testing.h"
#include "tests/unit/rules/same-turn.h"

/* The tracker forgets turns beyond some number; before that each takes this much of its list. */
#define TRACKER_TURN 32
/* Of a turn that lies back, which history and arbiter have once, and of what each of them adds; also where turns are
 * published before they are judged. */
#define TURN_BYTES 384
#define LONG 600

struct long_game {
	struct core *core;
	struct rulebook *book;
	const struct game *game;
	struct game_position pos;
	int64_t t_us;
	uint32_t seed;
	struct core_turn turns[LONG]; /* as each was when it was closed */
	struct turn turn[LONG];
	unsigned count, revised;
	char last_fen[GAME_FEN];
};

static struct long_game g;

static uint32_t next(uint32_t n)
{
	g.seed = g.seed * 1664525u + 1013904223u;
	return (g.seed >> 8) % n;
}

static void hear(void *userdata, const struct publication *p)
{
	if (p->type == PUBLISH_MOVE && (p->state == MOVE_REVISED || p->state == MOVE_UNDONE))
		g.revised++;
}

static void begin(const char *rulebook)
{
	struct core_setup setup = { .game = game_find("chess"), .sensors = TRACKER_PRESENCE, .has_lever = true };
	char err[160];

	memset(&g, 0, sizeof(g));
	g.seed = 7;
	g.game = setup.game;
	setenv("FLAGFALL_RULES", "rules/books", 0);
	assert_int_equal(rulebook_load(rulebook, NULL, NULL, &g.book), 0);
	setup.rulebook = g.book;
	assert_int_equal(g.game->parse(g.game->start_fen, &setup.start, NULL), 0);
	g.pos = setup.start;
	assert_int_equal(clock_control_parse("36000", &setup.clock, err), 0);
	setup.clock.running = WHITE;
	if (core_new(&setup, hear, NULL, &g.core, err) < 0)
		fail_msg("%s", err);
}

static void end(void)
{
	core_free(g.core);
	rulebook_free(g.book);
}

static void input(enum input_type type, unsigned square, enum side side, unsigned ms)
{
	struct input in = {
		.type = type,
		.square = (uint8_t)square,
		.side = side,
		.against = NO_SIDE,
		.first = NO_SIDE,
		.running = NO_SIDE,
	};
	char err[160];

	in.t_us = g.t_us += 1000 * ms + next(1000);
	if (core_input(g.core, &in, err) < 0)
		fail_msg("%s", err);
}

static void play_move(const struct game_move *m)
{
	input(INPUT_LIFT, m->from, NO_SIDE, 1000 + next(1000));
	input(INPUT_PLACE, m->to, NO_SIDE, 300);
	input(INPUT_PRESS, 0, g.game->to_move(&g.pos), 400);
	g.game->play(&g.pos, m);
}

static struct core_state state_now(void)
{
	struct core_state state;

	core_get_state(g.core, &state);
	return state;
}

/* No capture, no check, no castling and no promotion: the game can go on for ever. A pawn only at times. */
static bool is_quiet(const struct game_move *m)
{
	struct game_position after = g.pos;

	if (m->captured || m->flags & (GAME_MOVE_CASTLING | GAME_MOVE_PROMOTION) ||
	    (m->flags & GAME_MOVE_IRREVERSIBLE && next(40)))
		return false;
	g.game->play(&after, m);
	return !g.game->in_check(&after, g.game->to_move(&after)) && g.game->end(&after) == GAME_GOES_ON;
}

static void play_quietly(unsigned plies)
{
	while (plies) {
		struct game_moves moves;
		const struct game_move *m;

		g.game->moves(&g.pos, &moves);
		m = &moves.move[next(moves.count)];
		if (!is_quiet(m))
			continue;
		play_move(m);
		plies--;
		assert_int_equal(state_now().turns, g.count + 1);
		assert_int_equal(core_get_turn(g.core, g.count, &g.turns[g.count]), 0);
		g.turn[g.count] = turn_copy(g.turns[g.count].turn);
		g.count++;
	}
}

static void expect_turn(unsigned ply)
{
	const struct core_turn *was = &g.turns[ply];
	struct core_turn is;

	assert_int_equal(core_get_turn(g.core, ply, &is), 0);
	assert_string_equal(is.text, was->text);
	assert_string_equal(is.notation, was->notation);
	assert_true(is.left_us == was->left_us);
	assert_int_equal(is.is_legal, was->is_legal);
	expect_same_turn(is.turn, &g.turn[ply]);
}

/* What malloc() has given and not got back: main() has it keep nothing of that for later. A sanitizer's malloc does not
 * say. */
static size_t bytes_used(void)
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
	return 0;
#else
	return mallinfo2().uordblks;
#endif
}

static void expect_small(const char *rulebook)
{
	size_t before, at_100, at_500;

	before = bytes_used();
	begin(rulebook);
	play_quietly(100);
	at_100 = bytes_used();
	play_quietly(400);
	at_500 = bytes_used();
	print_message("%s: %zu bytes after 100 plies, %zu a ply from then to 500\n", rulebook, at_100 - before,
		      (at_500 - at_100) / 400);
	assert_true(at_500 - at_100 <= 400 * (TURN_BYTES + TRACKER_TURN));
	end();
}

static void a_turn_that_lies_back_is_small(void **state)
{
	expect_small("handbook");
}

static void nor_does_it_where_turns_are_published_first(void **state)
{
	expect_small("wbca-1992");
}

static void old_turns_are_read_as_they_were(void **state)
{
	begin("handbook");
	play_quietly(300);
	assert_int_equal(g.revised, 0);
	for (unsigned ply = 0; ply < g.count; ply++)
		expect_turn(ply);
	for (unsigned ply = g.count; ply-- > 0;)
		expect_turn(ply);
	/* those that were read do not stay in full beside the packed ones, though nothing more happens */
	for (unsigned ply = 0; ply < g.count; ply += 7)
		expect_turn(ply);
	end();
}

/* Taken back deep into the game and played on. */
static void turns_are_taken_back_to_anywhere(void **state)
{
	begin("handbook");
	play_quietly(240);
	for (unsigned to = 230; to > 100; to -= 31) {
		struct input in = {
			.type = INPUT_TAKEBACK,
			.side = NO_SIDE,
			.against = NO_SIDE,
			.first = NO_SIDE,
			.running = NO_SIDE,
			.count = g.count - to,
			.t_us = g.t_us,
		};
		char err[160], squares[GAME_MAX_SQUARES], stands[GAME_MAX_SQUARES];

		if (core_input(g.core, &in, err) < 0)
			fail_msg("%s", err);
		g.count = to;
		assert_int_equal(state_now().turns, to);
		for (unsigned ply = 0; ply < to; ply++)
			expect_turn(ply);
		/* the pieces are put back */
		g.pos = *core_position(g.core, to, NULL);
		g.game->placement(&g.pos, squares);
		tracker_placement(core_tracker(g.core), stands);
		for (unsigned q = 0; q < 64; q++)
			if (squares[q] == '.' && stands[q] != '.')
				input(INPUT_LIFT, q, NO_SIDE, 100);
		for (unsigned q = 0; q < 64; q++)
			if (squares[q] != '.' && stands[q] == '.')
				input(INPUT_PLACE, q, NO_SIDE, 100);
		play_quietly(9);
	}
	end();
}

static void play_texts(const char *const *texts, unsigned count)
{
	struct game_move m;

	for (unsigned i = 0; i < count; i++) {
		assert_int_equal(g.game->move_parse(&g.pos, texts[i], &m), 0);
		play_move(&m);
	}
}

/* Nobody has moved a pawn: the start stood at the beginning, and stands for the third time 200 plies later. */
static void a_position_of_long_ago_counts(void **state)
{
	static const char *const shuffle[] = { "g1f3", "g8f6", "f3g1", "f6g8" }, *const away[] = { "b1a3", "b8a6" },
				 *const back[] = { "a3b1", "a6b8" };
	struct input in = {
		.type = INPUT_CLAIM,
		.side = NO_SIDE,
		.against = NO_SIDE,
		.first = NO_SIDE,
		.running = NO_SIDE,
		.by = PERSON_WHITE,
		.claim = CLAIM_REPETITION,
	};
	char err[160];

	begin("ru-2013");
	play_texts(shuffle, 4);
	play_texts(away, 2);
	for (unsigned i = 0; i < 50; i++)
		play_texts(shuffle, 4);
	play_texts(back, 2);
	assert_int_equal(state_now().turns, 208);
	in.t_us = g.t_us += 1000;
	if (core_input(g.core, &in, err) < 0)
		fail_msg("%s", err);
	in.type = INPUT_TICK;
	in.t_us = g.t_us += 5000000;
	assert_int_equal(core_input(g.core, &in, err), 0);
	assert_string_equal(state_now().result, "1/2-1/2");
	end();
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_turn_that_lies_back_is_small),
		cmocka_unit_test(nor_does_it_where_turns_are_published_first),
		cmocka_unit_test(old_turns_are_read_as_they_were),
		cmocka_unit_test(turns_are_taken_back_to_anywhere),
		cmocka_unit_test(a_position_of_long_ago_counts),
	};

	if (!getenv("GLIBC_TUNABLES")) {
		setenv("GLIBC_TUNABLES", "glibc.malloc.tcache_count=0", 1);
		execv("/proc/self/exe", argv);
	}
	return cmocka_run_group_tests_name("long game", tests, NULL, NULL);
}
