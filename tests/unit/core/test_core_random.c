// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Anything may be said at any time: random hands, presses, claims and verdicts under every rulebook leave a game that
 * still adds up. Time is neither made nor lost but by rulings, and nothing but an appeal is answered after the end.
 */
#include "tests/unit/core/core-testing.h"

static uint32_t seed;

static uint32_t next(uint32_t n)
{
	seed = seed * 1664525u + 1013904223u;
	return (seed >> 8) % n;
}

static const char *const words[] = { "",     "straighten", "adjacent-kings", "crown", "early-removal",
				     "none", "conduct",	   "assistant",	     "10.2" };
#define WORDS (sizeof(words) / sizeof(words[0]))

struct received {
	bool over, after;
};

static void listen(void *userdata, const struct publication *p)
{
	struct received *received = userdata;

	if (p->type != PUBLISH_RULING)
		return;
	if (received->over && p->claim != CLAIM_APPEAL)
		received->after = true;
	if (strcmp(p->result, "none"))
		received->over = true;
	assert_true(p->articles > 0 || p->ruling == RULING_NONE);
}

static struct input any(const struct game *game, const struct core *core, int64_t t)
{
	struct input in = {
		.t_us = t,
		.square = (uint8_t)next(game->squares),
		.side = next(2) ? WHITE : BLACK,
		.against = (enum side)next(3),
		.first = (enum side)next(3),
		.running = NO_SIDE,
		.white_us = next(3) ? INPUT_ABSENT : (int64_t)next(100000000),
		.black_us = next(3) ? INPUT_ABSENT : (int64_t)next(100000000),
		.ms = next(2) ? INPUT_ABSENT : (int64_t)next(100000) - 50000,
		.base_ms = next(2) ? INPUT_ABSENT : 300000,
		.claim_count = next(2) ? INPUT_ABSENT : (int64_t)next(30),
		.has_first = true,
		.by = (enum person)(1 + next(PERSON_COUNT - 1)),
		.claim = (enum claim_kind)(1 + next(CLAIM_COUNT - 1)),
		.verdict = (enum verdict_kind)(1 + next(VERDICT_COUNT - 1)),
		.forced_win = next(4) == 0,
	};
	static const enum input_type types[] = {
		INPUT_LIFT,   INPUT_PLACE, INPUT_PRESS,	 INPUT_CLAIM, INPUT_REPORT,
		INPUT_DECIDE, INPUT_PAUSE, INPUT_RESUME, INPUT_TICK,  INPUT_ARRIVE,
	};
	struct core_state state;

	core_get_state(core, &state);
	in.type = types[next(sizeof(types) / sizeof(types[0]))];
	snprintf(in.about, sizeof(in.about), "%s", words[next(WORDS)]);
	if (next(3) == 0)
		strcpy(in.remedy, "retract");
	if (next(3) == 0)
		strcpy(in.want, "rectify");
	if (in.type == INPUT_DECIDE && next(3))
		in.claim = state.open_question;
	return in;
}

/* A legal move by hand, as often as nonsense: games get somewhere. */
static void hand(struct core *core, const struct game *game, int64_t *t)
{
	const struct game_position *pos = tracker_provisional_position(core_tracker(core));
	struct game_moves moves;
	struct input in = {
		.type = INPUT_LIFT, .side = NO_SIDE, .against = NO_SIDE, .first = NO_SIDE, .running = NO_SIDE
	};
	char err[160];

	game->moves(pos, &moves);
	if (!moves.count)
		return;
	for (unsigned i = 0; i < 2; i++) {
		const struct game_move *m = &moves.move[next(moves.count)];

		in.type = INPUT_LIFT;
		in.square = m->from;
		in.t_us = *t += 1000 * next(500);
		core_input(core, &in, err);
		in.type = INPUT_PLACE;
		in.square = m->to;
		in.t_us = *t += 1000 * next(500);
		core_input(core, &in, err);
		if (next(2))
			break;
	}
	in.type = INPUT_PRESS;
	in.side = game->to_move(pos);
	in.t_us = *t += 1000 * next(500);
	core_input(core, &in, err);
}

static void one_game(const struct rulebook *book, const struct game *game)
{
	struct core_setup setup = { .game = game, .sensors = TRACKER_EXACT, .has_lever = true, .rulebook = book };
	struct received received = { false, false };
	struct core *core;
	int64_t t = 0, running = 0, before[2];
	char err[160];

	assert_int_equal(game->parse(game->start_fen, &setup.start, NULL), 0);
	assert_int_equal(clock_control_parse("300", &setup.clock, err), 0);
	setup.clock.running = WHITE;
	if (core_new(&setup, listen, &received, &core, err) < 0)
		fail_msg("%s: %s", rulebook_id(book), err);
	for (unsigned i = 0; i < 60; i++) {
		const struct game_clock *clock = core_clock(core);
		struct core_state was, is;
		struct input in;
		int64_t sum, sum_before;

		if (next(2)) {
			hand(core, game, &t);
			continue;
		}
		core_get_state(core, &was);
		before[WHITE] = clock->left_us[WHITE];
		before[BLACK] = clock->left_us[BLACK];
		running = clock->running != NO_SIDE && !game_clock_flag_down(clock, clock->running) ?
				  before[clock->running] :
				  0;
		in = any(game, core, t += next(3) ? 1000 * next(900) : 0);
		if (core_input(core, &in, err) < 0)
			assert_true(*err);
		core_get_state(core, &is);
		/* what went: at most the time that passed on a running clock; what came: rulings */
		sum_before = before[WHITE] + before[BLACK];
		sum = clock->left_us[WHITE] + clock->left_us[BLACK] - (is.adjust_us[WHITE] - was.adjust_us[WHITE]) -
		      (is.adjust_us[BLACK] - was.adjust_us[BLACK]);
		if (!game_clock_flag_down(clock, WHITE) && !game_clock_flag_down(clock, BLACK) &&
		    in.type != INPUT_DECIDE) {
			assert_true(sum <= sum_before);
			assert_true(sum >= sum_before - running);
		}
	}
	assert_false(received.after);
	core_input(core, &(struct input){ .type = INPUT_FINISH }, (char[160]){ "" });
	core_free(core);
}

static void every_book_adds_up(void **state)
{
	char **list;

	setenv("FLAGFALL_RULES", "rules/books", 0);
	assert_int_equal(rulebook_list(&list), 0);
	for (char **id = list; *id; id++) {
		struct rulebook *book;
		const struct game *game;

		assert_int_equal(rulebook_load(*id, NULL, NULL, &book), 0);
		game = game_find(rulebook_game(book));
		assert_non_null(game);
		for (seed = 1; seed < 120000; seed += 1000)
			one_game(book, game);
		rulebook_free(book);
	}
	rulebook_list_free(list);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(every_book_adds_up) };

	return cmocka_run_group_tests_name("core random", tests, NULL, NULL);
}
