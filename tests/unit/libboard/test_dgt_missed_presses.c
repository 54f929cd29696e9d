// SPDX-License-Identifier: GPL-2.0-or-later
/* Presses of a DGT clock between two polls of it: timelines U1 to U4 of libboard/dgt-missed-presses.c. */
#include "libboard/dgt.h"
#include "tests/unit/libboard/board-testing.h"

static struct dgt_increment pace;

/* Left is to move in the first of them; seconds. */
static unsigned presses(uint32_t left, uint32_t right, enum dgt_side then, uint32_t left_then, uint32_t right_then)
{
	struct dgt_clock_reading had = { .left_ms = left * 1000,
					 .right_ms = right * 1000,
					 .running = true,
					 .has_increment = true,
					 .to_move = DGT_LEFT };
	struct dgt_clock_reading is = { .left_ms = left_then * 1000,
					.right_ms = right_then * 1000,
					.running = true,
					.has_increment = true,
					.to_move = then };

	return board_dgt_count_presses(&pace, &had, &is);
}

/* Two seconds a press, and one has been seen. */
static int two_seconds(void **state)
{
	pace = (struct dgt_increment){ 0 };
	assert_int_equal(presses(180, 180, DGT_RIGHT, 182, 180), 1);
	return 0;
}

static void u1_time_that_was_given_is_two_presses(void **state)
{
	assert_int_equal(presses(100, 90, DGT_LEFT, 102, 92), 2);
	assert_int_equal(presses(100, 90, DGT_LEFT, 101, 92), 2);
	assert_int_equal(presses(100, 90, DGT_LEFT, 101, 90), 2);
	assert_int_equal(presses(100, 90, DGT_LEFT, 100, 91), 2);
	assert_int_equal(presses(100, 90, DGT_LEFT, 99, 90), 0);
	assert_int_equal(presses(100, 90, DGT_LEFT, 100, 90), 0);
}

static void u2_time_of_who_waits_is_two_presses(void **state)
{
	pace = (struct dgt_increment){ 0 };
	assert_int_equal(presses(100, 90, DGT_LEFT, 100, 89), 2);
	assert_int_equal(presses(100, 90, DGT_LEFT, 99, 89), 2);
	/* no time that was played: somebody has set the clock */
	assert_int_equal(presses(100, 90, DGT_LEFT, 100, 30), 0);
}

static void u3_time_for_the_side_that_is_to_move_now_is_three(void **state)
{
	assert_int_equal(presses(100, 90, DGT_RIGHT, 104, 92), 3);
	assert_int_equal(presses(100, 90, DGT_RIGHT, 103, 91), 3);
	assert_int_equal(presses(100, 90, DGT_RIGHT, 102, 90), 1);
	assert_int_equal(presses(100, 90, DGT_RIGHT, 102, 89), 1);
}

static void u4_what_a_press_gives_is_seen_first(void **state)
{
	pace = (struct dgt_increment){ 0 };
	assert_int_equal(presses(100, 90, DGT_LEFT, 102, 90), 0);
	assert_int_equal(presses(100, 90, DGT_RIGHT, 102, 90), 1);
	assert_int_equal(presses(100, 90, DGT_LEFT, 102, 90), 2);
}

static void a_new_period_is_no_press(void **state)
{
	assert_int_equal(presses(0, 90, DGT_LEFT, 2, 90), 0);	    /* byo-yomi */
	assert_int_equal(presses(1, 90, DGT_LEFT, 901, 90), 0);	    /* a quarter of an hour more */
	assert_int_equal(presses(100, 90, DGT_RIGHT, 1002, 90), 1); /* at the fortieth move */
	assert_int_equal(presses(100, 90, DGT_LEFT, 400, 90), 0);   /* and says nothing of what a press gives */
}

static void a_clock_that_gives_nothing_shows_time_that_was_set(void **state)
{
	struct dgt_clock_reading had = { .left_ms = 60000, .right_ms = 60000, .running = true, .to_move = DGT_LEFT },
				 is = had;

	is.left_ms = 62000;
	assert_int_equal(board_dgt_count_presses(&pace, &had, &is), 0);
	had.running = is.running = false;
	is.has_increment = true;
	assert_int_equal(board_dgt_count_presses(&pace, &had, &is), 0);
}

/* --- through the reader --- */

#define STOPPED "\x8d\0\x0a\x20\x03\x00\x20\x03\x00\x08"
#define LEFT_RUNS "\x8d\0\x0a\x20\x03\x00\x20\x02\x59\x09"
#define RIGHT_RUNS "\x8d\0\x0a\x20\x03\x00\x20\x03\x01\x13"
#define LEFT_AGAIN "\x8d\0\x0a\x20\x03\x02\x20\x03\x01\x09"
#define BOTH_PRESSED "\x8d\0\x0a\x20\x03\x04\x20\x03\x03\x09"

static struct dgt_decoder reader;

static void receive(const char *bytes, size_t n)
{
	for (size_t i = 0; i < n; i++)
		assert_int_equal(board_dgt_decoder_byte(&reader, (uint8_t)bytes[i], 0), 0);
}

/* The presses reported since, "wb". */
static const char *pressed(void)
{
	static char sides[16];
	struct board_event ev;
	size_t n = 0;

	while (board_dgt_decoder_pop(&reader, &ev))
		if (ev.type == BOARD_EVENT_PRESS && n < sizeof(sides) - 1)
			sides[n++] = ev.side == BOARD_WHITE ? 'w' : 'b';
	sides[n] = '\0';
	return sides;
}

static int running(void **state)
{
	memset(&reader, 0, sizeof(reader));
	board_dgt_decoder_guess_white(&reader, DGT_LEFT);
	receive(STOPPED LEFT_RUNS RIGHT_RUNS LEFT_AGAIN, 40);
	assert_string_equal(pressed(), "wb");
	return 0;
}

static void each_side_s_press_is_told(void **state)
{
	receive(BOTH_PRESSED, 10);
	assert_string_equal(pressed(), "wb");
	receive(BOTH_PRESSED, 10);
	assert_string_equal(pressed(), "");
}

/* The same times, but the host had them shown. */
static void what_was_set_from_here_is_no_press(void **state)
{
	board_dgt_clock_set(&reader.clock_queue, 183, 184, DGT_LEFT);
	receive(BOTH_PRESSED, 10);
	assert_string_equal(pressed(), "");
	receive("\x8d\0\x0a\x20\x03\x04\x20\x03\x05\x13", 10);
	assert_string_equal(pressed(), "w");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(u1_time_that_was_given_is_two_presses, two_seconds),
		cmocka_unit_test_setup(u2_time_of_who_waits_is_two_presses, two_seconds),
		cmocka_unit_test_setup(u3_time_for_the_side_that_is_to_move_now_is_three, two_seconds),
		cmocka_unit_test_setup(u4_what_a_press_gives_is_seen_first, two_seconds),
		cmocka_unit_test_setup(a_new_period_is_no_press, two_seconds),
		cmocka_unit_test_setup(a_clock_that_gives_nothing_shows_time_that_was_set, two_seconds),
		cmocka_unit_test_setup(each_side_s_press_is_told, running),
		cmocka_unit_test_setup(what_was_set_from_here_is_no_press, running),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
