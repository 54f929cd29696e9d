/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The arbiter by itself: what it is made of, and that nothing of the table is ruled on once the game is over. */
#include "tests/unit/failing-memory.h"

#include "rules/arbiter/state.h"

static struct rulebook *book;
static struct arbiter *arbiter;
static struct arbiter_view view;
static struct turn turn; /* an illegal one of White's: a piece is gone */

static struct arbiter_setup setup_of(const struct game *game)
{
	struct arbiter_setup setup = {
		.game = game,
		.rulebook = book,
		.options = { .flag_auto = 1, .illegal_auto = 1, .quickplay = -1, .default_us = ARBITER_ABSENT },
		.clock_mode = "sudden-death",
		.base_us = { 300000000, 300000000 },
		.clock_runs = true,
		.sensors_sure = true,
	};

	assert_int_equal(game->parse(game->start_fen, &setup.start, NULL), 0);
	return setup;
}

static void begin(const struct arbiter_setup *setup)
{
	char err[160];

	if (arbiter_new(setup, &arbiter, err) < 0)
		fail_msg("%s", err);
	view = (struct arbiter_view){
		.t_us = 10000000,
		.position = setup->start,
		.set_down = setup->start,
		.has_clock = true,
		.left_us = { 290000000, 300000000 },
		.flag_us = { ARBITER_NEVER, ARBITER_NEVER },
		.running = WHITE,
		.last_period = { true, true },
	};
	setup->game->placement(&view.position, view.squares);
	turn = (struct turn){ .side = WHITE,
			      .kind = TURN_ILLEGAL,
			      .fault = TURN_FAULT_VANISHED,
			      .from = 12,
			      .to = GAME_NO_SQUARE,
			      .piece = 'P',
			      .t_us = view.t_us,
			      .set_down_us = INT64_MIN };
	memcpy(turn.placement, view.squares, sizeof(turn.placement));
	turn.placement[12] = '.';
}

static unsigned rulings(void)
{
	struct ruling_list list;

	assert_int_equal(arbiter_take_rulings(arbiter, &list), 0);
	return list.count;
}

static void claim(enum claim_kind kind, enum person by, bool is_report)
{
	const struct arbiter_claim c = { .claim = kind,
					 .by = by,
					 .is_report = is_report,
					 .against = is_report ? WHITE : NO_SIDE,
					 .side = NO_SIDE,
					 .square = GAME_NO_SQUARE,
					 .count = ARBITER_ABSENT,
					 .base_us = ARBITER_ABSENT,
					 .about = "",
					 .intend = "",
					 .source = "",
					 .remedy = "",
					 .want = "" };
	struct claim_group group = arbiter_group_claims(arbiter, &view, &c, 1);

	while (arbiter_judge_claim(arbiter, &view, &group))
		;
}

/* --- what happens at a table; each is ruled on while the game goes on --- */

static void a_turn(void)
{
	assert_int_equal(arbiter_turn(arbiter, &view, &turn, &view.position), 0);
}

static void a_mating_move(void)
{
	struct game_position mate;
	struct game_move move;

	assert_int_equal(game_chess.parse("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", &mate, NULL), 0);
	view.position = view.set_down = mate;
	assert_int_equal(game_chess.move_parse(&mate, "Ra8#", &move), 0);
	game_chess.play(&view.set_down, &move);
	game_chess.placement(&view.set_down, view.squares);
	arbiter_set_down(arbiter, &view, WHITE, &move);
}

static void a_fallen_flag(void)
{
	view.flag_us[WHITE] = view.t_us;
	view.left_us[WHITE] = 0;
	arbiter_flag(arbiter, &view, WHITE);
}

static void a_period(void)
{
	arbiter_next_period(arbiter, &view, WHITE);
}

static void a_clock_that_was_read(void)
{
	view.flag_us[WHITE] = view.t_us;
	arbiter_clock_report(arbiter, &view, WHITE);
}

static void times_that_are_set(void)
{
	arbiter_set_times(arbiter, &view, (const int64_t[2]){ 60000000, ARBITER_ABSENT });
}

static void a_stop(void)
{
	view.running = NO_SIDE;
	claim(CLAIM_STOP_FOR_ARBITER, PERSON_WHITE, false);
}

static void a_start(void)
{
	arbiter_resumed(arbiter, &view, WHITE, CLOCK_START_FIRST);
}

static void an_offence(void)
{
	claim(CLAIM_PHONE, PERSON_ARBITER, true);
}

static void a_resignation(void)
{
	claim(CLAIM_RESIGN, PERSON_BLACK, false);
}

static void a_penalty(void)
{
	arbiter_decided(arbiter, &view,
			&(struct arbiter_decision){ .verdict = VERDICT_LOSS,
						    .by = PERSON_ARBITER,
						    .about = "conduct",
						    .level = "",
						    .against = BLACK,
						    .side = NO_SIDE,
						    .us = ARBITER_ABSENT,
						    .count = ARBITER_ABSENT,
						    .set_us = { ARBITER_ABSENT, ARBITER_ABSENT } });
}

static void a_late_player(void)
{
	arbiter_arrived(arbiter, &view, BLACK);
}

/* No article of any book rules on a game that is over; its result stands until an appeal (FIDE 11.10). */
static void nothing_is_ruled_after_the_end(void **state)
{
	static const struct {
		const char *what;
		void (*happens)(void);
	} acts[] = {
		{ "a turn", a_turn },
		{ "a mating move", a_mating_move },
		{ "a fallen flag", a_fallen_flag },
		{ "a period", a_period },
		{ "a clock that was read", a_clock_that_was_read },
		{ "times that are set", times_that_are_set },
		{ "a stop", a_stop },
		{ "a start", a_start },
		{ "an offence", an_offence },
		{ "a resignation", a_resignation },
		{ "a penalty", a_penalty },
		{ "a late player", a_late_player },
	};

	for (size_t i = 0; i < sizeof(acts) / sizeof(acts[0]); i++) {
		struct arbiter_setup setup = setup_of(&game_chess);

		setup.absent[BLACK] = acts[i].happens == a_late_player;
		begin(&setup);
		acts[i].happens();
		if (!rulings())
			fail_msg("%s: nothing is ruled", acts[i].what);
		arbiter_free(arbiter);

		begin(&setup);
		claim(CLAIM_RESIGN, PERSON_WHITE, false);
		assert_int_equal(rulings(), 1);
		assert_true(arbiter_over(arbiter));
		acts[i].happens();
		if (rulings())
			fail_msg("%s: ruled on after the end", acts[i].what);
		arbiter_free(arbiter);
	}
}

/* What the hands do after the end changes nothing either: nothing of it is remembered for an appeal that reopens it. */
static void hands_after_the_end(void **state)
{
	struct arbiter_setup setup = setup_of(&game_chess);
	struct game_move move;

	begin(&setup);
	assert_int_equal(game_chess.move_parse(&view.position, "e4", &move), 0);
	claim(CLAIM_RESIGN, PERSON_WHITE, false);
	arbiter_touched(arbiter, &view, WHITE, 12, 'P');
	arbiter_touched(arbiter, &view, NO_SIDE, 12, 'P');
	arbiter_move_stood(arbiter, WHITE, &move, view.t_us);
	arbiter_empty_press(arbiter, &view, WHITE);
	a_turn();
	assert_int_equal(arbiter_revised(arbiter, &view, 0, &turn, &view.position), 0);
	arbiter_pressed(arbiter, view.t_us, &turn);
	arbiter_paused(arbiter, &view);
	assert_int_equal(rulings(), 1); /* the resignation */
	assert_int_equal(arbiter_question(arbiter), CLAIM_NONE);
	arbiter_free(arbiter);
	arbiter_free(NULL);
}

/* FIDE 5.1.1: the mating move ends the game as it is set down; where it was not seen to stand before the press, by the
 * press. Once.
 */
static void a_mate_ends_the_game_seen_or_pressed(void **state)
{
	struct arbiter_setup setup = setup_of(&game_chess);
	struct game_position start, mate;
	struct game_move move;
	struct ruling_list list;

	assert_int_equal(game_chess.parse("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", &start, NULL), 0);
	assert_int_equal(game_chess.move_parse(&start, "Ra8#", &move), 0);
	mate = start;
	game_chess.play(&mate, &move);
	setup.start = start;
	for (unsigned seen = 0; seen < 2; seen++) {
		unsigned wins = 0;

		begin(&setup);
		view.position = seen ? start : mate;
		view.set_down = mate;
		game_chess.placement(&mate, view.squares);
		turn.kind = TURN_LEGAL;
		turn.fault = TURN_FAULT_NONE;
		turn.has_move = true;
		turn.move = move;
		memcpy(turn.placement, view.squares, sizeof(turn.placement));
		if (seen)
			arbiter_set_down(arbiter, &view, WHITE, &move);
		assert_int_equal(arbiter_over(arbiter), seen);
		view.position = mate;
		assert_int_equal(arbiter_turn(arbiter, &view, &turn, &mate), 0);
		assert_true(arbiter_over(arbiter));
		assert_int_equal(arbiter_take_rulings(arbiter, &list), 0);
		for (unsigned i = 0; i < list.count; i++)
			wins += list.ruling[i].kind == RULING_WIN && list.ruling[i].reason == REASON_CHECKMATE;
		assert_int_equal(wins, 1);
		arbiter_free(arbiter);
	}
}

/* FIDE 7.4.1: who displaced a piece puts it right. What stood wrongly when a turn began is the doing of the one before,
 * noted once.
 */
static void what_stood_wrongly_is_of_the_turn_before(void **state)
{
	struct arbiter_setup setup = setup_of(&game_chess);
	const struct turn_displaced own = { .from = 8, .to = 16, .piece = 'P' };
	const struct turn_displaced others[] = { { .from = 9, .to = 17, .piece = 'P', .inherited = true },
						 { .from = 10, .to = 18, .piece = 'P' },
						 { .from = 8, .to = 16, .piece = 'P', .inherited = true },
						 { .from = 8, .to = 24, .piece = 'P', .inherited = true },
						 { .from = 11, .to = 16, .piece = 'P', .inherited = true } };
	const struct turn *first;

	setup.options.illegal_auto = 0;
	begin(&setup);
	turn.kind = TURN_LEGAL;
	turn.displaced[0] = own;
	turn.displaced_count = 1;
	a_turn();
	turn.side = BLACK;
	memcpy(turn.displaced, others, sizeof(others));
	turn.displaced_count = 5;
	a_turn();
	first = ply_at(arbiter, 0)->turn;
	assert_int_equal(first->displaced_count, 4);
	assert_int_equal(first->displaced[0].from, 8);
	assert_int_equal(first->displaced[1].from, 9);
	assert_int_equal(first->displaced[2].to, 24);
	assert_int_equal(first->displaced[3].from, 11);
	for (unsigned i = 0; i < 4; i++)
		assert_false(first->displaced[i].inherited);
	/* with room for no more the first ones stay */
	turn.side = WHITE;
	turn.displaced_count = 0;
	while (turn.displaced_count < TURN_MAX_DISPLACED) {
		turn.displaced[turn.displaced_count] = own;
		turn.displaced[turn.displaced_count].from = (uint8_t)(20 + turn.displaced_count);
		turn.displaced_count++;
	}
	a_turn();
	turn.side = BLACK;
	turn.displaced[0].from = 60;
	turn.displaced[0].inherited = true;
	turn.displaced_count = 1;
	a_turn();
	first = ply_at(arbiter, 2)->turn;
	assert_int_equal(first->displaced_count, TURN_MAX_DISPLACED);
	assert_int_equal(first->displaced[TURN_MAX_DISPLACED - 1].from, 20 + TURN_MAX_DISPLACED - 1);
	arbiter_free(arbiter);
}

static int make(void *userdata)
{
	struct arbiter *a = NULL;
	char err[160];
	int r = arbiter_new(userdata, &a, err);

	if (r < 0)
		assert_string_equal(err, "out of memory");
	else
		arbiter_free(a);
	return r;
}

/* A book for another game, a clock that the book does not have, no memory. */
static void who_cannot_be_arbiter_says_why(void **state)
{
	struct arbiter_setup setup = setup_of(&game_chess);
	struct rulebook *other;
	struct arbiter *a = NULL;
	char err[160];

	assert_int_equal(arbiter_new(&setup, &a, err), 0);
	assert_string_equal(err, "");
	arbiter_free(a);
	a = NULL;
	fail_each_allocation(make, &setup, 1);
	setup = setup_of(&game_draughts);
	assert_int_equal(arbiter_new(&setup, &a, err), -EINVAL);
	assert_string_equal(err, "fide2023-standard is a rulebook for chess, not for draughts-10x10");
	/* Chess960 is played by the books of chess */
	setup = setup_of(&game_chess960);
	assert_int_equal(arbiter_new(&setup, &a, err), 0);
	arbiter_free(a);
	a = NULL;
	setup = setup_of(&game_chess);
	setup.clock_mode = "hourglass";
	assert_int_equal(rulebook_load("wbca-1992", NULL, NULL, &other), 0);
	setup.rulebook = other;
	assert_int_equal(arbiter_new(&setup, &a, err), -EINVAL);
	assert_string_equal(err, "wbca-1992 does not allow a clock with hourglass");
	assert_null(a);
	rulebook_free(other);
}

static int load(void **state)
{
	setenv("FLAGFALL_RULES", "rules/books", 0);
	return rulebook_load("fide2023-standard", NULL, NULL, &book);
}

static int unload(void **state)
{
	rulebook_free(book);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nothing_is_ruled_after_the_end),
		cmocka_unit_test(hands_after_the_end),
		cmocka_unit_test(a_mate_ends_the_game_seen_or_pressed),
		cmocka_unit_test(what_stood_wrongly_is_of_the_turn_before),
		cmocka_unit_test(who_cannot_be_arbiter_says_why),
	};

	return cmocka_run_group_tests(tests, load, unload);
}
