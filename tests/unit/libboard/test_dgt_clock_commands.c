/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is sent to a DGT board and its clock, and the log that a board keeps while nobody listens. */
#include "libboard/dgt.h"
#include "tests/unit/libboard/board-testing.h"

#define START "RNBQKBNRPPPPPPPP................................pppppppprnbqkbnr"
#define E4 "RNBQKBNRPPPP.PPP............P...................pppppppprnbqkbnr"
#define E4_E5 "RNBQKBNRPPPP.PPP............P.......p...........pppp.ppprnbqkbnr"
#define TAKE(field) "\x40" field
#define PUT(piece, field) piece field
#define WHITE_PAWN "\x41"
#define BLACK_PAWN "\x57" /* soon after what was before it */
#define PRESSED_LEFT "\x61\x23\x45"
#define PRESSED_RIGHT "\x71\x23\x45"
#define MOVES_E4 TAKE("\x34") PUT(WHITE_PAWN, "\x24")
#define MOVES_E5 TAKE("\x0c") PUT(BLACK_PAWN, "\x1c")
#define BYTES(text) (const uint8_t *)(text), sizeof(text) - 1

static struct dgt_logged logged[64];

static void the_log_tells_what_was_missed(void **state)
{
	int n = board_dgt_log_missed(BYTES("\x6a\x6f" MOVES_E4 PRESSED_LEFT MOVES_E5 PRESSED_RIGHT "\x7f\x6b"), E4,
				     E4_E5, logged, 64);

	assert_int_equal(n, 3);
	assert_int_equal(logged[0].square, 52);
	assert_int_equal(logged[0].piece, '.');
	assert_int_equal(logged[1].square, 36);
	assert_int_equal(logged[1].piece, 'p');
	assert_true(logged[2].is_press);
	assert_int_equal(board_dgt_log_missed(BYTES("\x6f" MOVES_E4 PRESSED_LEFT MOVES_E5 PRESSED_RIGHT "\x6b"), E4_E5,
					      E4_E5, logged, 64),
			 0);
}

/* What lies behind the log in a buffer is none of it: there an older, longer one may have been. */
static void nothing_behind_the_log_is_read(void **state)
{
	static const uint8_t log[] = "\x6f" MOVES_E4 PRESSED_LEFT;

	assert_int_equal(board_dgt_log_missed(log, 5, START, E4, logged, 64), 2);
	assert_int_equal(board_dgt_log_missed(log, 8, START, E4, logged, 64), 3);
	assert_int_equal(board_dgt_log_missed(log, 4, START, E4, logged, 64), -ENODATA);
}

/* The log of a board that lost its power, of another game, cut in an entry, of noise. */
static void a_log_that_does_not_lead_here_tells_nothing(void **state)
{
	uint8_t noise[500];
	uint32_t seed = 1;

	assert_int_equal(board_dgt_log_missed(BYTES("\x6f" MOVES_E4 "\x6a\x6b"), E4, E4_E5, logged, 64), -ENODATA);
	/* what was played without power is not in it: that stands there when the power comes, in no order of time */
	assert_int_equal(board_dgt_log_missed(BYTES("\x6f" MOVES_E4 "\x6a" MOVES_E5), E4, E4_E5, logged, 64), -ENODATA);
	assert_int_equal(
		board_dgt_log_missed(BYTES("\x6f" MOVES_E4 "\x6a\x6f" MOVES_E4 MOVES_E5), E4, E4_E5, logged, 64), 2);
	assert_int_equal(board_dgt_log_missed(BYTES(MOVES_E4 MOVES_E5), E4, E4_E5, logged, 64), -ENODATA);
	assert_int_equal(board_dgt_log_missed(BYTES("\x6f" MOVES_E4 "\x40"), START, E4_E5, logged, 64), -ENODATA);
	assert_int_equal(board_dgt_log_missed(BYTES("\x6f" MOVES_E4 "\x61"), START, E4, logged, 64), 3);
	assert_int_equal(board_dgt_log_missed(BYTES(""), E4, E4_E5, logged, 64), -ENODATA);
	assert_int_equal(board_dgt_log_missed(BYTES("\x6f" MOVES_E4 MOVES_E5), START, E4_E5, logged, 3), -ENOSPC);
	for (unsigned i = 0; i < sizeof(noise); i++)
		noise[i] = (uint8_t)((seed = seed * 1664525 + 1013904223) >> 25);
	assert_int_equal(board_dgt_log_missed(noise, sizeof(noise), E4, E4_E5, logged, 64), -ENODATA);
}

static void receive(struct dgt_decoder *r, const uint8_t *bytes, size_t n)
{
	for (size_t i = 0; i < n; i++)
		board_dgt_decoder_byte(r, bytes[i], 1000);
}

/* A new decoder has the board after both moves; turned: the one after the first as it is told of one that stands
 * turned. */
static void receive_e4_e5(struct dgt_decoder *r, char turned[static 65])
{
	static const char codes[] = ".PRNBKQprnbkq";
	uint8_t frame[3 + 64] = { 0x86, 0, 67 };

	memset(r, 0, sizeof(*r));
	for (unsigned i = 0; i < 64; i++) {
		frame[3 + (i ^ 56)] = (uint8_t)(strchr(codes, E4_E5[i]) - codes);
		turned[i] = E4[63 - i];
	}
	receive(r, frame, sizeof(frame));
}

/* Through the reader, on a board that stands turned: nothing is reported before the log has come. */
static void what_was_missed_comes_as_events_and_then_the_board(void **state)
{
	static struct dgt_decoder r;
	struct board_event ev;
	char turned[65];

	receive_e4_e5(&r, turned);
	board_dgt_decoder_recall(&r, turned);
	receive(&r, BYTES("\x8e\0\x05\x00\x00"
			  "\x8e\0\x05\x00\x08"));
	assert_false(board_dgt_decoder_pop(&r, &ev));
	receive(&r, BYTES("\x8f\0\x10"
			  "\x6f" TAKE("\x34") PUT(WHITE_PAWN, "\x24") TAKE("\x0c") PUT(BLACK_PAWN, "\x1c") PRESSED_RIGHT
			  "\x6b"));
	assert_true(board_dgt_decoder_pop(&r, &ev) && ev.type == BOARD_EVENT_LIFT && ev.square == 52 &&
		    ev.piece == 'p');
	assert_true(board_dgt_decoder_pop(&r, &ev) && ev.type == BOARD_EVENT_PLACE && ev.square == 36);
	assert_true(board_dgt_decoder_pop(&r, &ev) && ev.type == BOARD_EVENT_PRESS && ev.side == BOARD_BLACK);
	assert_true(board_dgt_decoder_pop(&r, &ev) && ev.type == BOARD_EVENT_SQUARES);
	assert_memory_equal(ev.squares->squares, E4_E5, 64);
	assert_false(board_dgt_decoder_pop(&r, &ev));
}

/* A log may end with what was missed, to the byte. */
static void the_last_byte_of_the_log_counts(void **state)
{
	for (int is_turned = 0; is_turned < 2; is_turned++) {
		static struct dgt_decoder r;
		struct board_event ev;
		char turned[65];

		receive_e4_e5(&r, turned);
		board_dgt_decoder_recall(&r, is_turned ? turned : E4);
		receive(&r, BYTES("\x8f\0\x0c"
				  "\x6f" TAKE("\x34") PUT(WHITE_PAWN, "\x24") TAKE("\x0c") PUT(BLACK_PAWN, "\x1c")));
		assert_true(board_dgt_decoder_pop(&r, &ev) && ev.type == BOARD_EVENT_LIFT && ev.square == 52);
		assert_true(board_dgt_decoder_pop(&r, &ev) && ev.type == BOARD_EVENT_PLACE && ev.square == 36);
		assert_true(board_dgt_decoder_pop(&r, &ev) && ev.type == BOARD_EVENT_SQUARES);
	}
}

/* A whole board that shows a change whose own message was lost tells it, what went first. */
static void the_whole_board_heals_what_was_lost(void **state)
{
	static struct dgt_decoder r;
	uint8_t frame[3 + 64] = { 0x86, 0, 67 };
	static const char codes[] = ".PRNBKQprnbkq";
	struct board_event ev;

	memset(&r, 0, sizeof(r));
	for (unsigned i = 0; i < 64; i++)
		frame[3 + (i ^ 56)] = (uint8_t)(strchr(codes, E4[i]) - codes);
	receive(&r, frame, sizeof(frame));
	assert_false(board_dgt_decoder_pop(&r, &ev));
	frame[3 + 0x0c] = 0;
	frame[3 + 0x1c] = 7;
	receive(&r, frame, sizeof(frame));
	assert_true(board_dgt_decoder_pop(&r, &ev) && ev.type == BOARD_EVENT_LIFT && ev.square == 52 &&
		    ev.piece == 'p');
	assert_true(board_dgt_decoder_pop(&r, &ev) && ev.type == BOARD_EVENT_PLACE && ev.square == 36);
	assert_false(board_dgt_decoder_pop(&r, &ev));
}

/* --- the clock --- */

static void answer(struct dgt_clock_queue *t, uint8_t state, uint8_t command)
{
	struct dgt_clock_answer a;
	uint8_t frame[10] = { 0x8d, 0, 10, 0x0a, state, command & 0x7f, (uint8_t)((command & 0x80) >> 2), 0, 0, 0 };

	assert_true(board_dgt_clock_parse_answer(frame, &a));
	assert_int_equal(a.command, command);
	board_dgt_clock_take_answer(t, &a);
}

static void times_are_set_in_the_form_of_the_clock(void **state)
{
	static const uint8_t want[] = { 0x2b, 0x0a, 0x03, 0x0a, 1, 2, 3, 0, 5, 9, 9, 0 };
	struct dgt_clock_queue t = { 0 };
	const struct dgt_clock_message *said;

	board_dgt_clock_set(&t, 3723, 309, DGT_LEFT);
	said = board_dgt_clock_due(&t, 0);
	assert_int_equal(said->size, sizeof(want));
	assert_memory_equal(said->bytes, want, sizeof(want));
	board_dgt_clock_show(&t, "e2e4 and more", 0);
	answer(&t, 0x10, DGT_CLOCK_SET_AND_RUN);
	said = board_dgt_clock_due(&t, 0);
	assert_int_equal(said->size, 14);
	assert_memory_equal(said->bytes,
			    "\x2b\x0c\x03\x0c"
			    "e2e4 and",
			    12);
}

static void one_command_at_a_time_and_the_last_word_counts(void **state)
{
	struct dgt_clock_queue t = { 0 };

	board_dgt_clock_set(&t, 1, 1, DGT_NONE);
	assert_non_null(board_dgt_clock_due(&t, 0));
	board_dgt_clock_set(&t, 2, 2, DGT_NONE);
	board_dgt_clock_set(&t, 3, 3, DGT_NONE);
	assert_null(board_dgt_clock_due(&t, 1000000));
	answer(&t, 0x10, DGT_CLOCK_BEEP); /* another's */
	assert_null(board_dgt_clock_due(&t, 1000000));
	answer(&t, 0x10, DGT_CLOCK_SET_AND_RUN);
	assert_int_equal(board_dgt_clock_due(&t, 1000000)->bytes[6], 3);
	answer(&t, 0x10, DGT_CLOCK_SET_AND_RUN);
	assert_null(board_dgt_clock_due(&t, 9000000));
}

/* Times are said before a text; of texts that wait the last one counts; when its time is over the clock shows its times
 * again. */
static void a_text_waits_for_its_turn_and_goes(void **state)
{
	struct dgt_clock_queue t = { 0 };

	board_dgt_clock_show(&t, "ILLEGAL", 5000);
	board_dgt_clock_show(&t, "PENALTY", 5000);
	board_dgt_clock_set(&t, 1, 1, DGT_NONE);
	assert_int_equal(board_dgt_clock_due(&t, 0)->bytes[3], DGT_CLOCK_SET_AND_RUN);
	assert_null(board_dgt_clock_due(&t, 100000));
	answer(&t, 0x10, DGT_CLOCK_SET_AND_RUN);
	assert_memory_equal(board_dgt_clock_due(&t, 200000)->bytes + 4, "PENALTY ", 8);
	answer(&t, 0x10, DGT_CLOCK_ASCII);
	assert_int_equal(board_dgt_clock_deadline(&t), 5200000);
	assert_null(board_dgt_clock_due(&t, 5199999));
	assert_int_equal(board_dgt_clock_due(&t, 5200000)->bytes[3], DGT_CLOCK_END_DISPLAY);
	answer(&t, 0x10, DGT_CLOCK_END_DISPLAY);
	assert_int_equal(board_dgt_clock_deadline(&t), INT64_MAX);
	assert_int_equal(t.unanswered, 0);
	/* one that stays, until it is taken away */
	board_dgt_clock_show(&t, "1-0", 0);
	assert_memory_equal(board_dgt_clock_due(&t, 6000000)->bytes + 4, "1-0     ", 8);
	answer(&t, 0x10, DGT_CLOCK_ASCII);
	assert_int_equal(board_dgt_clock_deadline(&t), INT64_MAX);
	board_dgt_clock_show(&t, "", 0);
	assert_int_equal(board_dgt_clock_due(&t, 7000000)->bytes[3], DGT_CLOCK_END_DISPLAY);
}

/* A clock without letters refuses the text, and is set as before. */
static void who_cannot_show_texts_can_be_set(void **state)
{
	struct dgt_clock_queue t = { 0 };

	board_dgt_clock_show(&t, "1-0", 0);
	board_dgt_clock_due(&t, 0);
	answer(&t, 0x40, DGT_CLOCK_ASCII);
	assert_true(t.no_text);
	assert_false(t.refuses);
}

static void a_clock_that_never_answers_is_left_alone(void **state)
{
	struct dgt_clock_queue t = { 0 };
	int64_t now = 0;
	int sent = 0;

	board_dgt_clock_send(&t, DGT_CLOCK_VERSION);
	for (now = 0; now < 60000000; now += 100000)
		sent += board_dgt_clock_due(&t, now) != NULL;
	assert_int_equal(sent, 3);
	assert_int_equal(t.unanswered, 3);
	assert_true(t.is_silent);
	board_dgt_clock_set(&t, 1, 1, DGT_NONE);
	assert_null(board_dgt_clock_due(&t, now));
	assert_int_equal(board_dgt_clock_deadline(&t), INT64_MAX);
}

static void a_clock_out_of_its_mode_says_so(void **state)
{
	struct dgt_clock_queue t = { 0 };

	board_dgt_clock_set(&t, 1, 1, DGT_NONE);
	board_dgt_clock_due(&t, 0);
	answer(&t, 0x40, DGT_CLOCK_SET_AND_RUN);
	assert_true(t.refuses);
	t.refuses = false;
	answer(&t, 0x10, 0x90);
	assert_true(t.refuses);
}

/* Codes that a board stores or hangs on: 0x50 to 0x54, 0x60, 0x63, and what nobody knows. */
static void nothing_is_said_that_a_board_would_store(void **state)
{
	static const uint8_t harmless[] = { 0x40, 0x41, 0x42, 0x43, 0x45, 0x49, 0x4c, 0x4d };
	static const uint8_t commands[] = {
		DGT_SEND_RESET,	 DGT_SEND_CLOCK, DGT_SEND_BOARD,   DGT_SEND_UPDATES,
		DGT_SEND_SERIAL, DGT_SEND_LOG,	 DGT_SEND_BATTERY, DGT_SEND_VERSION,
	};

	assert_int_equal(sizeof(commands), sizeof(harmless));
	assert_memory_equal(commands, harmless, sizeof(harmless));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_log_tells_what_was_missed),
		cmocka_unit_test(a_log_that_does_not_lead_here_tells_nothing),
		cmocka_unit_test(what_was_missed_comes_as_events_and_then_the_board),
		cmocka_unit_test(the_last_byte_of_the_log_counts),
		cmocka_unit_test(nothing_behind_the_log_is_read),
		cmocka_unit_test(the_whole_board_heals_what_was_lost),
		cmocka_unit_test(times_are_set_in_the_form_of_the_clock),
		cmocka_unit_test(one_command_at_a_time_and_the_last_word_counts),
		cmocka_unit_test(a_text_waits_for_its_turn_and_goes),
		cmocka_unit_test(who_cannot_show_texts_can_be_set),
		cmocka_unit_test(a_clock_that_never_answers_is_left_alone),
		cmocka_unit_test(a_clock_out_of_its_mode_says_so),
		cmocka_unit_test(nothing_is_said_that_a_board_would_store),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
