/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Whole games through an emulated DGT board, byte by byte: its squares are scanned one after the other, its clock is
 * asked each 400 ms and answers late. What is read must be what was played.
 */
#include "tests/sim/hands.h"
#include "tests/unit/libboard/board-testing.h"
#include "tests/unit/replay/dgt-road.h"

static const char *const games[] = {
	/* e.p., a capture that promotes, castling of both */
	"e2e4 a7a6 e4e5 d7d5 e5d6 g8f6 d6c7 g7g6 c7b8q f8g7 g1f3 e8g8 f1e2 b7b6 e1g1 a8b8",
	/* of tests/games: castling to both wings; e.p. and many exchanges */
	"e2e4 e7e6 g1f3 d7d5 d2d4 c7c5 e4e5 b8c6 c2c3 c8d7 f1e2 f7f6 e5f6 g7f6 e1g1 d8c7 a2a3 e8c8 b2b4 c5c4 b1d2 "
	"g8h6 f1e1 f8d6 g2g3 h6g4 h2h4 d6g3",
	"d2d4 g8f6 c1f4 d7d6 g1f3 c8d7 h2h3 f6d5 f4h2 e7e6 c2c4 d5b6 e2e3 f8e7 b1c3 a7a6 f1d3 e8g8 a2a3 c7c6 b2b4 "
	"a6a5 c4c5 d6c5 b4c5 b6d5 c3a4 b7b5 c5b6 d5b6 a4c5 d7c8 e1g1 b8d7 c5e4 f7f5 e4d6 e7d6 h2d6 f8f7 f3e5 d7e5 "
	"d6e5 b6d5 d1c2 d8g5 f1b1 c8d7",
};

/* The game played by orderly hands, so many milliseconds a move and a little more; *moves to be freed. */
static void play(struct dgt_road *road, const char *moves, double seconds, char **got)
{
	char err[HANDS_ERROR];
	struct hands_options options = { .motion_us = 700000 };
	struct hands_score score;
	struct hands_event *events;
	size_t count;
	json_t *emt = json_array(), *o;
	FILE *f;

	for (size_t i = 0, n = 0; i == 0 || moves[n]; i++) {
		json_array_append_new(emt, json_real(seconds + (double)(i * 7 % 5) * 0.06));
		n += strcspn(moves + n, " ");
		n += moves[n] == ' ';
	}
	o = json_pack("{sssssO}", "moves", moves, "tc", "300+2", "emt", emt);
	json_decref(emt);
	assert_int_equal(hands_score_read(o, &score, err), 0);
	json_decref(o);
	assert_int_equal(hands_play(&score, &options, &events, &count, err), 0);
	f = fopen(in_folder("trace.jsonl"), "w");
	assert_int_equal(hands_write(&score, events, count, false, NULL, f), 0);
	fclose(f);
	free(events);
	hands_score_free(&score);
	assert_int_equal(road_play(road, in_folder("trace.jsonl"), got), 0);
}

static void same(const char *moves, char *got)
{
	for (char *c = got; *c; c++)
		if (*c == '\n')
			*c = c[1] ? ' ' : '\0';
	assert_string_equal(got, moves);
	free(got);
}

static void is_read(const struct emulated_options *options, const char *moves, double seconds)
{
	struct dgt_road road = { .options = *options, .grace_us = 1500000 };
	char *got;

	play(&road, moves, seconds, &got);
	same(moves, got);
	road_done(&road);
}

/* R10, R11: presses are read when the reply has begun, or stands. */
static void quick_moves_come_in_order(void **state)
{
	for (unsigned g = 0; g < 3; g++)
		for (int late = 0; late <= 390; late += 65)
			is_read(&(struct emulated_options){ .scan_us = -1, .late_us = late * 1000 }, games[g], 0.6);
}

static void slow_moves_come_in_order_however_late_the_clock(void **state)
{
	for (unsigned g = 0; g < 3; g++)
		is_read(&(struct emulated_options){ .scan_us = -1, .late_us = 1000000 }, games[g], 3);
}

/* R12: many of these presses are made between two polls at the clock. */
static void presses_that_nobody_saw_are_no_loss(void **state)
{
	is_read(&(struct emulated_options){ .scan_us = -1, .late_us = 300000 }, "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6", 0.25);
}

/* … and where a press gives time, the clock's times tell of each. */
static void presses_that_nobody_saw_are_told_by_the_times(void **state)
{
	for (unsigned g = 0; g < 3; g++)
		for (int late = 0; late <= 130; late += 65)
			is_read(&(struct emulated_options){ .scan_us = 60000, .late_us = late * 1000 }, games[g], 0.3);
}

/* A file of bytes has no times but those of its clock. */
static void recordings_are_read_as_what_was_played(void **state)
{
	for (unsigned k = 0; k < 4; k++)
		for (unsigned g = 0; g < 3; g++)
			for (int late = 0; late <= 700; late += 350) {
				struct dgt_road road = {
					.options = { .scan_us = -1,
						     .late_us = late * 1000,
						     .turned = k & 1,
						     .white_right = k & 2 },
					.grace_us = 1500000,
					.recorded = true,
				};
				char *got;

				play(&road, games[g], 1.4, &got);
				same(games[g], got);
				road_done(&road);
			}
}

static void the_board_may_stand_turned_and_the_clock_either_way(void **state)
{
	for (unsigned k = 0; k < 4; k++)
		for (unsigned g = 0; g < 3; g++)
			is_read(
				&(struct emulated_options){
					.scan_us = -1, .late_us = 300000, .turned = k & 1, .white_right = k & 2 },
				games[g], 1.2);
}

/* What the clock shows is each move's time, increment included, though the press is read late. */
static void each_move_has_the_time_that_the_clock_shows(void **state)
{
	struct dgt_road road = { .options = { .scan_us = -1, .late_us = 300000, .white_right = true },
				 .grace_us = 1500000 };
	int64_t left[2] = { 300000000, 300000000 };
	struct core_turn turn;
	char *got;

	play(&road, games[0], 4, &got);
	same(games[0], got);
	for (unsigned ply = 0; core_get_turn(road.replay.core, ply, &turn) == 0; ply++) {
		left[ply & 1] += 2000000 - 4000000 - (int64_t)(ply * 7 % 5) * 60000;
		assert_true(turn.timed);
		assert_in_range(turn.left_us - left[ply & 1] + 1000000, 0, 2000000);
	}
	road_done(&road);
}

/* Of each thousand bytes three are missing. (A frame has no sum: one in which a byte is changed may pass.) */
static unsigned noisy(void *userdata, uint8_t byte, uint8_t out[static 8])
{
	uint32_t *seed = userdata;

	*seed = *seed * 1664525 + 1013904223;
	return (*seed >> 16) % 1000 >= 3;
}

static void noise_is_healed_by_the_whole_board(void **state)
{
	for (uint32_t seed = 1; seed <= 20; seed++) {
		uint32_t s = seed;
		struct dgt_road road = {
			.options = { .scan_us = -1, .late_us = 300000 },
			.grace_us = 1500000,
			.line = noisy,
			.userdata = &s,
		};
		char *got;

		road.asks = true;
		play(&road, games[seed % 3], 4, &got);
		same(games[seed % 3], got);
		road_done(&road);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(quick_moves_come_in_order),
		cmocka_unit_test(slow_moves_come_in_order_however_late_the_clock),
		cmocka_unit_test(presses_that_nobody_saw_are_no_loss),
		cmocka_unit_test(presses_that_nobody_saw_are_told_by_the_times),
		cmocka_unit_test(recordings_are_read_as_what_was_played),
		cmocka_unit_test(the_board_may_stand_turned_and_the_clock_either_way),
		cmocka_unit_test(each_move_has_the_time_that_the_clock_shows),
		cmocka_unit_test(noise_is_healed_by_the_whole_board),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
