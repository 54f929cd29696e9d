/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where the tracker has no memory, the event says so, and what was allocated is given back. */
#include "tests/unit/failing-memory.h"

#include "tests/unit/core/tracker/tracker-play.h"

static struct tracker_event events[PLAY_EVENTS];
static unsigned count;

static int watch(void *userdata)
{
	struct tracker *t = NULL;
	int r = tracker_new(userdata, play_ignore, NULL, &t);

	if (r < 0) {
		assert_null(t);
		return r;
	}
	for (unsigned i = 0; i < count && r == 0; i++) {
		struct turn turn;

		r = tracker_event(t, &events[i]);
		if (r == 0 && tracker_press_pending(t))
			r = tracker_guess(t, &turn);
	}
	if (r == 0)
		r = tracker_finish(t);
	tracker_free(t);
	return r;
}

/* What is done while events come has its time between two of them. */
static void add_time(int64_t step_us)
{
	static struct tracker_event with[PLAY_EVENTS];
	unsigned n = 0;

	for (unsigned i = 0; i < count; i++) {
		if (i && events[i].t_us - events[i - 1].t_us > step_us && n + 1 < PLAY_EVENTS)
			with[n++] = (struct tracker_event){ .type = TRACKER_TIME, .t_us = events[i].t_us - 1 };
		if (n < PLAY_EVENTS)
			with[n++] = events[i];
	}
	memcpy(events, with, n * sizeof(*with));
	count = n;
}

static void play_and_fail(const struct style *style, uint32_t seed, struct tracker_setup setup, unsigned most,
			  unsigned one_in)
{
	static struct play play;

	setup.game = game_find("chess");
	setup.scan_us = style->scan * 1000;
	assert_int_equal(setup.game->parse(setup.game->start_fen, &setup.start, NULL), 0);
	play_game(&play, setup.game, style, seed);
	count = play_sensors(&play, setup.sensors == TRACKER_PRESENCE, events, PLAY_EVENTS);
	count = count < most ? count : most;
	add_time(200000);
	fail_each_allocation(watch, &setup, one_in);
}

static const struct style clumsy = { .name = "clumsy",
				     .think = 1500,
				     .step = 110,
				     .slide = 80,
				     .hover = 50,
				     .two_hands = 300,
				     .early_press = 150,
				     .early_hand = 150,
				     .bounce = 90,
				     .late = 10,
				     .late_ms = 2500,
				     .lost = 3,
				     .press_lost = 40,
				     .press_twice = 50 };

static void with_a_lever(void **state)
{
	play_and_fail(&clumsy, 1, (struct tracker_setup){ .sensors = TRACKER_PRESENCE, .has_lever = true }, 160, 9);
	play_and_fail(&clumsy, 2, (struct tracker_setup){ .sensors = TRACKER_PIECE_ID, .has_lever = true }, 160, 9);
}

static void with_a_lever_that_is_late(void **state)
{
	play_and_fail(&clumsy, 3,
		      (struct tracker_setup){ .sensors = TRACKER_PRESENCE, .has_lever = true, .late_us = 1000000 }, 250,
		      5);
}

static void without_a_lever(void **state)
{
	play_and_fail(&clumsy, 4, (struct tracker_setup){ .sensors = TRACKER_PRESENCE }, 240, 9);
}

/* The whole board after a loss, in the middle of the game, and of a board that stands the other way round. */
static void after_a_loss(void **state)
{
	static const struct style orderly = { .name = "orderly", .think = 1500, .step = 200 };
	struct tracker_setup setup = { .sensors = TRACKER_PRESENCE, .has_lever = true };
	char squares[GAME_MAX_SQUARES], turned[GAME_MAX_SQUARES];
	static struct play play;

	setup.game = game_find("chess");
	assert_int_equal(setup.game->parse(setup.game->start_fen, &setup.start, NULL), 0);
	play_game(&play, setup.game, &orderly, 5);
	count = play_sensors(&play, true, events, PLAY_EVENTS);
	setup.game->placement(&setup.start, squares);
	for (unsigned i = 0; i < 40; i++)
		if (events[i].type != TRACKER_PRESS)
			squares[events[i].square] = events[i].type == TRACKER_LIFT ? '.' : '?';
	/* six turns that nobody saw */
	for (unsigned i = 20; i < 40; i++)
		events[i] = (struct tracker_event){ .type = TRACKER_TIME, .t_us = events[i].t_us };
	events[20].type = TRACKER_EVENTS_LOST;
	events[39].type = TRACKER_SQUARES;
	events[39].squares = squares;
	count = count < 200 ? count : 200;
	fail_each_allocation(watch, &setup, 3);
	play_game(&play, setup.game, &orderly, 6);
	count = play_sensors(&play, true, events, 60);
	for (unsigned i = 0; i < count; i++)
		events[i].square = events[i].type == TRACKER_PRESS ? GAME_NO_SQUARE : (uint8_t)(63 - events[i].square);
	setup.game->placement(&setup.start, squares);
	for (unsigned q = 0; q < 64; q++)
		turned[q] = squares[63 - q];
	memmove(events + 1, events, count * sizeof(*events));
	events[0] = (struct tracker_event){ .type = TRACKER_SQUARES, .squares = turned };
	count++;
	fail_each_allocation(watch, &setup, 3);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(with_a_lever),
		cmocka_unit_test(with_a_lever_that_is_late),
		cmocka_unit_test(without_a_lever),
		cmocka_unit_test(after_a_loss),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
