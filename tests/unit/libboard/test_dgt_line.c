// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A DGT board on a line, open: what is sent to it and when, what is saved of it, and how it ends. The timelines: c the
 * times are to be set, t a text, > what is sent, a its answer, . a second without anything, f a frame of the clock.
 *
 *   1   c >              at once, though the board says nothing
 *   2   c t > a >        the text as soon as the times are acknowledged
 *   3   t > a .5 .5 .5 > for a second and a half, then the times again
 *   4   t > .. > .. > .. three times, each counted, and an error; then no more
 *   5   . . . . . >      the whole board every five seconds; twelve without a byte: it is gone
 *   6   c > a f c > a f  the other side's time runs each time, and nobody has pressed
 *   7   c > a f . . . c  nobody reads for three seconds, in which the clock runs on
 */
#include "tests/unit/libboard/played-line.h"

#define START "RNBQKBNRPPPPPPPP................................pppppppprnbqkbnr"
#define REMOTE \
	(struct emulated_options) \
	{ \
		.remote = true \
	}
#define SAID_BOARD 0x42
#define SAID_TO_CLOCK 0x2b

static struct board *board;

static void lay(struct emulated_options options)
{
	lay_line(&emulated_dgt, options, START);
	board = opened_line("dgt:" LINE, NULL);
	sent(0);
	has_shown("");
}

static void clear(void)
{
	board_close(board);
	clear_line();
}

static bool can(uint32_t feature)
{
	return board_get_info(board)->features & feature;
}

static void what_it_is_is_asked(void **state)
{
	lay(REMOTE);
	assert_string_equal(board_get_info(board)->serial, "00042");
	assert_string_equal(board_get_info(board)->firmware, "1.8");
	assert_true(can(BOARD_FEATURE_LEVER) && can(BOARD_FEATURE_CLOCK) && can(BOARD_FEATURE_TEXT));
	assert_int_equal(board_get_info(board)->unanswered, 0);
	assert_int_equal(played.board->harm, 0);
	clear();

	lay((struct emulated_options){ .remote = false });
	assert_true(can(BOARD_FEATURE_LEVER));
	assert_false(can(BOARD_FEATURE_CLOCK));
	assert_false(can(BOARD_FEATURE_TEXT));
	assert_int_equal(board_request_clock(board, 1000, 1000, 0), -EOPNOTSUPP);
	clear();

	lay((struct emulated_options){ .no_clock = true });
	assert_false(can(BOARD_FEATURE_LEVER) || can(BOARD_FEATURE_PAUSE) || can(BOARD_FEATURE_CLOCK));
	clear();
}

static void answers_may_come_byte_after_byte(void **state)
{
	lay_line(&emulated_dgt, REMOTE, START);
	played.crumbs = true;
	board = opened_line("dgt:" LINE, NULL);
	assert_string_equal(board_get_info(board)->serial, "00042");
	assert_true(can(BOARD_FEATURE_LEVER) && can(BOARD_FEATURE_CLOCK) && can(BOARD_FEATURE_TEXT));
	clear();
}

static void what_no_clock_can_show_is_refused(void **state)
{
	lay(REMOTE);
	assert_int_equal(board_request_text(board, "12345678901234567890123456789012", 600000), 0);
	assert_int_equal(board_request_text(board, "123456789012345678901234567890123", 0), -EINVAL);
	assert_int_equal(board_request_text(board, "\x1f", 0), -EINVAL);
	assert_int_equal(board_request_text(board, "a\x7f", 0), -EINVAL);
	assert_int_equal(board_request_text(board, "\xc3\xa4", 0), -EINVAL);
	assert_int_equal(board_request_text(board, " ~", 0), 0);
	assert_int_equal(board_request_text(board, "a", 600001), -EINVAL);
	assert_int_equal(board_request_clock(board, 1000, 1000, BOARD_BLACK + 1), -EINVAL);
	assert_int_equal(board_request_clock(board, 1000, 1000, -1), -EINVAL);
	clear();
}

/* A line that is full takes no question: that is said, and not taken as asked. */
static void what_cannot_be_asked_is_an_error(void **state)
{
	lay(REMOTE);
	played.room = 0;
	assert_int_equal(board_request_squares(board), -EAGAIN);
	assert_int_equal(board_request_recall(board, START), -EAGAIN);
	played.room = SIZE_MAX;
	assert_int_equal(pass(board, SECOND).error, 0);
	clear();
}

/* Timeline 1. */
static void times_are_sent_at_once(void **state)
{
	lay(REMOTE);
	pass(board, 2 * SECOND);
	assert_int_equal(board_request_clock(board, 300000, 240500, BOARD_BLACK), 0);
	assert_in_range(played.armed_us, 1, played.now_us);
	read_all(board, &(struct heard){ .error = 0 });
	assert_true(has_shown("clock set 0:05:00 0:04:01 right runs\n"));
	clear();
}

/* Timeline 2: no byte of the board's own comes before the text is to go. */
static void what_waits_for_an_answer_goes_with_it(void **state)
{
	struct heard heard = { .error = 0 };

	lay(REMOTE);
	pass(board, 2 * SECOND);
	assert_int_equal(board_request_clock(board, 300000, 300000, 0), 0);
	assert_int_equal(board_request_text(board, "HELLO", 0), 0);
	read_all(board, &heard); /* the times go, and their answer comes */
	assert_true(has_shown("clock set"));
	assert_in_range(played.armed_us, 1, played.now_us);
	read_all(board, &heard);
	assert_true(has_shown("clock shows HELLO"));
	clear();
}

/* Timeline 3. */
static void a_text_ends_in_time(void **state)
{
	int64_t from;

	lay(REMOTE);
	pass(board, 2 * SECOND);
	from = played.now_us;
	assert_int_equal(board_request_text(board, "HELLO", 1500), 0);
	read_all(board, &(struct heard){ .error = 0 });
	exchange();
	read_all(board, &(struct heard){ .error = 0 });
	assert_true(has_shown("clock shows HELLO"));
	assert_int_equal(played.armed_us, from + 1500000);
	pass(board, 1450000);
	assert_false(has_shown("times"));
	pass(board, 100000);
	assert_true(has_shown("clock shows its times"));
	clear();
}

/* What the clock shows already needs no saying: it counts down by itself. */
static void a_clock_that_shows_them_is_not_set(void **state)
{
	lay(REMOTE);
	pass(board, 2 * SECOND);
	sent(0);
	assert_int_equal(board_request_clock(board, 180000, 180000, 0), 0);
	assert_int_equal(board_request_clock(board, 181000, 179000, 0), 0);
	pass(board, SECOND);
	assert_int_equal(sent(SAID_TO_CLOCK), 0);
	/* the other side, a running clock, other times */
	assert_int_equal(board_request_clock(board, 180000, 180000, BOARD_WHITE), 0);
	pass(board, SECOND);
	assert_true(has_shown("left runs"));
	assert_int_equal(board_request_clock(board, 179000, 180000, BOARD_WHITE), 0);
	pass(board, SECOND);
	assert_false(has_shown("clock set"));
	assert_int_equal(board_request_clock(board, 178000, 180000, BOARD_BLACK), 0);
	pass(board, SECOND);
	assert_true(has_shown("right runs"));
	assert_int_equal(board_request_clock(board, 178000, 170000, BOARD_BLACK), 0);
	pass(board, SECOND);
	assert_true(has_shown("clock set 0:02:58 0:02:50 right runs"));
	assert_int_equal(board_request_clock(board, 100000, 168000, BOARD_BLACK), 0);
	pass(board, SECOND);
	assert_true(has_shown("clock set 0:01:40 0:02:48 right runs"));
	clear();
}

/*
 * Timeline 6: White's time runs; the host gives it to Black, and to White again, without a lever. Nobody has pressed.
 * Then somebody does.
 */
static void what_the_host_turns_is_no_press(void **state)
{
	struct heard heard;

	lay(REMOTE);
	pass(board, 2 * SECOND);
	assert_int_equal(board_request_clock(board, 180000, 180000, BOARD_WHITE), 0);
	pass(board, 2 * SECOND);
	assert_int_equal(board_request_clock(board, 178000, 180000, BOARD_BLACK), 0);
	heard = pass(board, 2 * SECOND);
	assert_true(has_shown("right runs"));
	assert_int_equal(heard.n[BOARD_EVENT_PRESS], 0);
	assert_int_equal(board_request_clock(board, 178000, 178000, BOARD_WHITE), 0);
	heard = pass(board, 2 * SECOND);
	assert_int_equal(heard.n[BOARD_EVENT_PRESS], 0);
	played.board->kind->act(played.board, &(struct board_event){ .type = BOARD_EVENT_PRESS, .side = BOARD_WHITE });
	heard = pass(board, 2 * SECOND);
	assert_int_equal(heard.n[BOARD_EVENT_PRESS], 1);
	assert_int_equal(heard.pressed, BOARD_WHITE);
	clear();
}

/*
 * Timeline 7: the host is busy for three seconds while White's time runs, and reads nothing. What the clock shows is
 * what it read last, less those three seconds: to be set to that is no news, and to what it read last is.
 */
static void a_clock_runs_on_while_nobody_reads(void **state)
{
	lay(REMOTE);
	pass(board, 2 * SECOND);
	assert_int_equal(board_request_clock(board, 180000, 180000, BOARD_WHITE), 0);
	pass(board, 2 * SECOND);
	assert_true(has_shown("left runs"));
	played.now_us += 3 * SECOND;
	assert_int_equal(board_request_clock(board, 175000, 180000, BOARD_WHITE), 0);
	pass(board, SECOND);
	assert_false(has_shown("clock set"));
	played.now_us += 3 * SECOND;
	assert_int_equal(board_request_clock(board, 174000, 180000, BOARD_WHITE), 0);
	pass(board, SECOND);
	assert_true(has_shown("clock set 0:02:54 0:03:00 left runs"));
	clear();
}

/* A clock that answers nothing: already the question for its version is one that it did not acknowledge. */
static void a_mute_clock_is_counted(void **state)
{
	lay((struct emulated_options){ .remote = true, .mute_clock = true });
	assert_false(can(BOARD_FEATURE_CLOCK) || can(BOARD_FEATURE_TEXT));
	assert_true(can(BOARD_FEATURE_LEVER));
	assert_int_equal(board_request_text(board, "HELLO", 0), -EOPNOTSUPP);
	assert_int_equal(board_get_info(board)->unanswered, 1);
	pass(board, 2 * SECOND);
	assert_int_equal(board_get_info(board)->unanswered, 1);
	clear();
}

/* Timeline 4. */
static void a_clock_that_falls_mute_is_counted_told_and_left_alone(void **state)
{
	struct heard heard;

	lay(REMOTE);
	played.board->options.mute_clock = true;
	pass(board, 2 * SECOND);
	sent(0);
	assert_int_equal(board_request_text(board, "HELLO", 0), 0);
	for (unsigned i = 0; i < 3; i++) {
		heard = pass(board, 1890000);
		assert_int_equal(heard.error, 0);
		assert_int_equal(board_get_info(board)->unanswered, i);
		assert_int_equal(sent(SAID_TO_CLOCK), 1);
		heard = pass(board, 120000);
		assert_int_equal(board_get_info(board)->unanswered, i + 1);
	}
	assert_int_equal(heard.error, -EBADMSG);
	assert_non_null(strstr(heard.said, "does not answer"));
	assert_int_equal(board_get_info(board)->unanswered, 3);
	assert_int_equal(board_request_clock(board, 1000, 1000, BOARD_WHITE), 0);
	assert_int_equal(board_request_text(board, "HELLO", 0), 0);
	heard = pass(board, 20 * SECOND);
	assert_int_equal(heard.error, 0);
	assert_int_equal(sent(SAID_TO_CLOCK), 0);
	clear();
}

/* … and one that leaves its mode is told of, and obeys again when it is back. */
static void a_clock_that_leaves_its_mode_is_told_of(void **state)
{
	struct heard heard;

	lay(REMOTE);
	played.board->options.remote = false;
	assert_int_equal(board_request_clock(board, 1000, 1000, BOARD_WHITE), 0);
	heard = pass(board, 2 * SECOND);
	assert_int_equal(heard.error, -EBADMSG);
	assert_non_null(strstr(heard.said, "mode"));
	sent(0);
	assert_int_equal(board_request_clock(board, 1000, 1000, BOARD_WHITE), 0);
	heard = pass(board, 2 * SECOND);
	assert_int_equal(heard.error, 0);
	assert_int_equal(sent(SAID_TO_CLOCK), 0);
	clear();
}

/* Timeline 5. */
static void a_board_that_stops_sending_is_gone(void **state)
{
	struct heard heard;

	lay(REMOTE);
	heard = pass(board, 21 * SECOND);
	assert_int_equal(heard.error, 0);
	assert_int_equal(sent(SAID_BOARD), 4);
	played.deaf = true;
	free(played.board);
	played.board = NULL;
	heard = pass(board, 11800000);
	assert_int_equal(heard.error, 0);
	heard = pass(board, 4 * SECOND);
	assert_int_equal(heard.error, -ENODEV);
	assert_non_null(strstr(heard.said, "stopped sending"));
	assert_int_equal(board_read(board, &(struct board_event){ .seq = 0 }), -ENODEV);
	clear();
}

static void a_cable_that_is_pulled_is_gone(void **state)
{
	lay(REMOTE);
	close(played.other);
	played.other = -1;
	assert_int_equal(board_read(board, &(struct board_event){ .seq = 0 }), -ENODEV);
	clear();
}

static void what_is_no_dgt_board_is_refused(void **state)
{
	struct board_opener opener = opener_of(NULL);

	lay_line(NULL, REMOTE, NULL);
	played.no_files = true;
	assert_int_equal(board_open("dgt:/elsewhere", &opener, &board), -EACCES);
	assert_int_not_equal(fcntl(0, F_GETFD), -1); /* no descriptor is closed that was not opened */
	assert_int_equal(board_open("dgt:" LINE, &opener, &board), -ENODEV);
	assert_non_null(strstr(board_error(NULL), "does not answer like a DGT board"));
	exchange();
	/* two letters and the reset, and no more: it may be a board of another maker */
	assert_int_equal(played.n_sent, 3);
	assert_memory_equal(played.sent, "\x40\x4d\x4d", 3);
	clear_line();
}

/* After noise the whole board is asked for soon, and shows what the noise has hidden; each change is one event. */
static void after_noise_the_whole_board_is_asked_for(void **state)
{
	struct heard heard;

	lay(REMOTE);
	pass(board, SECOND);
	sent(0);
	assert_int_equal(send(played.other, "\x11\x8e\x11", 3, 0), 3);
	heard = pass(board, 100000);
	assert_int_equal(heard.error, -EBADMSG);
	assert_non_null(strstr(heard.said, "noise"));
	assert_int_equal(sent(SAID_BOARD), 0);
	heard = pass(board, 300000);
	assert_int_equal(sent(SAID_BOARD), 1);
	assert_int_equal(heard.error, 0);
	/* a second time it is healed and not told again */
	assert_int_equal(send(played.other, "\x11\x8e\x11", 3, 0), 3);
	heard = pass(board, 500000);
	assert_int_equal(heard.error, 0);
	assert_int_equal(sent(SAID_BOARD), 1);
	act(BOARD_EVENT_LIFT, 12, 'P');
	act(BOARD_EVENT_PLACE, 28, 'P');
	heard = pass(board, 6 * SECOND);
	assert_int_equal(heard.n[BOARD_EVENT_LIFT], 1);
	assert_int_equal(heard.n[BOARD_EVENT_PLACE], 1);
	clear();
}

static void the_whole_board_is_known_and_compared(void **state)
{
	struct board_squares squares;

	lay(REMOTE);
	act(BOARD_EVENT_LIFT, 12, 'P');
	pass(board, SECOND);
	sent(0);
	assert_int_equal(board_request_squares(board), 0);
	squares = board_get_answer(board)->squares;
	assert_int_equal(squares.count, 64);
	assert_int_equal(squares.squares[12], '.');
	assert_memory_equal(squares.squares + 13, START + 13, 51);
	assert_int_equal(squares.host_us, played.now_us);
	assert_int_equal(sent(SAID_BOARD), 1);
	clear();
}

/* The log of what was missed may take ten seconds, and may never come: after twenty the board alone is told. */
static void a_log_that_never_comes_is_given_up(void **state)
{
	struct heard heard;

	lay(REMOTE);
	pass(board, SECOND);
	played.deaf = true;
	assert_int_equal(board_request_recall(board, START), 0);
	assert_int_equal(sent(0x49), 1);
	heard = pass(board, 19900000);
	assert_int_equal(heard.n[BOARD_EVENT_SQUARES], 0);
	assert_int_equal(heard.error, 0);
	assert_int_equal(sent(SAID_BOARD), 0); /* it would come between the log's bytes */
	heard = pass(board, 200000);
	assert_int_equal(heard.n[BOARD_EVENT_SQUARES], 1);
	clear();
}

/* White plays 1 e4 at his lever: now it is known on which side he sits. */
static void one_move(enum side side)
{
	struct board_squares squares = { .lever = 0xee };

	played.board->kind->start(played.board, side);
	pass(board, 2 * SECOND);
	act(BOARD_EVENT_LIFT, 12, 'P');
	act(BOARD_EVENT_PLACE, 28, 'P');
	pass(board, SECOND);
	press(BOARD_WHITE);
	assert_int_equal(pass(board, 2 * SECOND).pressed, BOARD_WHITE);
	assert_int_equal(board_request_squares(board), 0);
	squares = board_get_answer(board)->squares;
	assert_int_equal(squares.lever, BOARD_WHITE);
}

/*
 * On which side of the clock White sits is saved as soon as it is known, by the caller's own way of opening files, in a
 * file of this board's own; in mid-game nothing else tells it after a restart.
 */
static void where_white_sits_is_saved(void **state)
{
	struct emulated_options options = { .remote = true, .white_right = true };
	char *text;

	lay_line(&emulated_dgt, options, START);
	board = opened_line("dgt:" LINE, test_folder);
	one_move(WHITE);
	text = read_whole(in_folder("dgt-00042"));
	assert_string_equal(text, "white right\n");
	free(text);
	board_close(board);
	board = opened_line("dgt:" LINE, test_folder);
	press(BOARD_BLACK); /* nobody has moved: the pieces do not tell */
	assert_int_equal(pass(board, 2 * SECOND).pressed, BOARD_BLACK);
	clear();

	/* another board is another file */
	options.serial = "00043";
	options.white_right = false;
	lay_line(&emulated_dgt, options, START);
	board = opened_line("dgt:" LINE, test_folder);
	one_move(WHITE);
	text = read_whole(in_folder("dgt-00043"));
	assert_string_equal(text, "white left\n");
	free(text);
	clear();
	text = read_whole(in_folder("dgt-00042"));
	assert_string_equal(text, "white right\n");
	free(text);
	assert_int_equal(access(in_folder("dgt-00042.new"), F_OK), -1);

	/* files are opened as the caller does */
	assert_int_equal(unlink(in_folder("dgt-00043")), 0);
	lay_line(&emulated_dgt, options, START);
	played.no_files = true;
	board = opened_line("dgt:" LINE, test_folder);
	one_move(WHITE);
	clear();
	assert_int_equal(access(in_folder("dgt-00043"), F_OK), -1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_it_is_is_asked),
		cmocka_unit_test(answers_may_come_byte_after_byte),
		cmocka_unit_test(what_no_clock_can_show_is_refused),
		cmocka_unit_test(what_cannot_be_asked_is_an_error),
		cmocka_unit_test(times_are_sent_at_once),
		cmocka_unit_test(what_waits_for_an_answer_goes_with_it),
		cmocka_unit_test(a_text_ends_in_time),
		cmocka_unit_test(a_clock_that_shows_them_is_not_set),
		cmocka_unit_test(what_the_host_turns_is_no_press),
		cmocka_unit_test(a_clock_runs_on_while_nobody_reads),
		cmocka_unit_test(a_mute_clock_is_counted),
		cmocka_unit_test(a_clock_that_falls_mute_is_counted_told_and_left_alone),
		cmocka_unit_test(a_clock_that_leaves_its_mode_is_told_of),
		cmocka_unit_test(a_board_that_stops_sending_is_gone),
		cmocka_unit_test(a_cable_that_is_pulled_is_gone),
		cmocka_unit_test(what_is_no_dgt_board_is_refused),
		cmocka_unit_test(after_noise_the_whole_board_is_asked_for),
		cmocka_unit_test(the_whole_board_is_known_and_compared),
		cmocka_unit_test(a_log_that_never_comes_is_given_up),
		cmocka_unit_test(where_white_sits_is_saved),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
