// SPDX-License-Identifier: GPL-2.0-or-later
/* A DGT board's bytes: frames, what they mean, and the events that come of a file of them. */
#include <jansson.h>

#include "libboard/dgt.h"
#include "tests/unit/libboard/board-testing.h"
#include "tests/data/open-data.h"

/* Times are "right, left": hours with signs, minutes, seconds; then the status. */
#define STOPPED "\x8d\0\x0a\x20\x03\x00\x20\x03\x00\x08"
#define LEFT_RUNS "\x8d\0\x0a\x20\x03\x00\x20\x02\x59\x09"
#define RIGHT_RUNS "\x8d\0\x0a\x20\x03\x00\x20\x03\x01\x13"
#define RIGHT_FLAG "\x8d\0\x0a\x30\x00\x00\x20\x03\x01\x12"
#define FIELD(square, piece) "\x8e\0\x05" square piece
#define E2 "\x34"
#define E4 "\x24"
#define START \
	"\x86\0\x43" \
	"\x08\x09\x0a\x0c\x0b\x0a\x09\x08" \
	"\x07\x07\x07\x07\x07\x07\x07\x07" \
	"\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0" \
	"\x01\x01\x01\x01\x01\x01\x01\x01" \
	"\x02\x03\x04\x06\x05\x04\x03\x02"
#define START_WHITE "RNBQKBNRPPPPPPPP................................pppppppprnbqkbnr"
#define BYTES(text) text, sizeof(text) - 1

static struct dgt_decoder reader;
static int complaints;

static void receive(const char *bytes, size_t n)
{
	for (size_t i = 0; i < n; i++)
		complaints += board_dgt_decoder_byte(&reader, (uint8_t)bytes[i], 0) < 0;
}

static void begin(const char *bytes, size_t n)
{
	memset(&reader, 0, sizeof(reader));
	reader.recorded = true;
	complaints = 0;
	receive(bytes, n);
}

/* The next event as a line of text. */
static const char *next(void)
{
	static const char *const sides[] = { "", "white", "black" };
	static char text[300];
	struct board_event ev;

	if (!board_dgt_decoder_pop(&reader, &ev))
		return "nothing";
	switch (ev.type) {
	case BOARD_EVENT_LIFT:
	case BOARD_EVENT_PLACE:
		snprintf(text, sizeof(text), "%s %d %c", ev.type == BOARD_EVENT_LIFT ? "lift" : "place", ev.square,
			 ev.piece);
		break;
	case BOARD_EVENT_PRESS:
		snprintf(text, sizeof(text), "press %s", sides[ev.side]);
		break;
	case BOARD_EVENT_PAUSE:
		return "pause";
	case BOARD_EVENT_SQUARES:
		snprintf(text, sizeof(text), "board %.64s", ev.squares->squares);
		break;
	case BOARD_EVENT_TEXT: {
		json_t *o = json_loads(ev.text, 0, NULL);

		assert_non_null(o);
		snprintf(text, sizeof(text), "clock %d %d %s", (int)json_integer_value(json_object_get(o, "white_ms")),
			 (int)json_integer_value(json_object_get(o, "black_ms")),
			 json_string_value(json_object_get(o, "running")));
		json_decref(o);
		break;
	}
	case BOARD_EVENT_LOST:
		snprintf(text, sizeof(text), "lost %u", ev.lost);
		break;
	default:
		return "?";
	}
	return text;
}

static void squares_are_counted_from_a1(void **state)
{
	begin(BYTES(START FIELD(E2, "\0") FIELD(E4, "\x01") FIELD("\x00", "\x0c")));
	assert_string_equal(next(), "board " START_WHITE);
	assert_string_equal(next(), "lift 12 P");
	assert_string_equal(next(), "place 28 P");
	assert_string_equal(next(), "place 56 q");
	assert_string_equal(next(), "nothing");
	assert_int_equal(complaints, 0);
}

/* The lever is told by whose time runs. The left side runs first, at the start: it is White. */
static void a_lever_that_flips_is_a_press(void **state)
{
	begin(BYTES(START STOPPED LEFT_RUNS FIELD(E2, "\0") FIELD(E4, "\x01") RIGHT_RUNS));
	next();
	assert_string_equal(next(), "clock 180000 180000 none");
	assert_string_equal(next(), "clock 179000 180000 white");
	next();
	next();
	assert_string_equal(next(), "press white");
	assert_string_equal(next(), "clock 181000 180000 black");
	assert_string_equal(next(), "nothing");
}

/* The clock stands the other way round: the right side runs first. */
static void white_is_who_runs_first(void **state)
{
	begin(BYTES(START RIGHT_RUNS FIELD(E2, "\0") FIELD(E4, "\x01") LEFT_RUNS));
	next();
	assert_string_equal(next(), "clock 180000 181000 white");
	next();
	next();
	assert_string_equal(next(), "press white");
	assert_string_equal(next(), "clock 180000 179000 black");
}

/* White moved and pressed before the clock was seen to run: it ran for him before he pressed. */
static void the_first_press_may_come_with_the_first_reading(void **state)
{
	begin(BYTES(START STOPPED FIELD(E2, "\0") FIELD(E4, "\x01") RIGHT_RUNS));
	for (int i = 0; i < 4; i++)
		next();
	assert_string_equal(next(), "clock 180000 180000 white");
	assert_string_equal(next(), "press white");
	assert_string_equal(next(), "clock 181000 180000 black");
	assert_string_equal(next(), "nothing");
}

/* Nobody has moved: the lever was turned for the other side to begin. */
static void a_lever_may_be_turned_before_the_clock_is_started(void **state)
{
	begin(BYTES(START STOPPED RIGHT_RUNS));
	next();
	assert_string_equal(next(), "clock 180000 180000 none");
	assert_string_equal(next(), "press black");
	assert_string_equal(next(), "clock 180000 181000 white");
	assert_string_equal(next(), "nothing");
}

/* The clock was stopped in mid-game and started again, and the next turn is over, between two polls. */
static void a_clock_that_was_stopped_runs_before_it_is_pressed(void **state)
{
	begin(BYTES(START LEFT_RUNS STOPPED FIELD(E2, "\0") FIELD(E4, "\x01") RIGHT_RUNS LEFT_RUNS));
	for (int i = 0; i < 6; i++)
		next();
	assert_string_equal(next(), "clock 180000 180000 white");
	assert_string_equal(next(), "press white");
	assert_string_equal(next(), "clock 181000 180000 black");
	assert_string_equal(next(), "press black");
	assert_string_equal(next(), "clock 179000 180000 white");
}

/* Reading begins in the middle of a game: the pieces that are set down tell whose time it is. */
static void in_mid_game_the_men_tell_who_is_white(void **state)
{
	begin(BYTES(LEFT_RUNS FIELD("\x0c", "\0") FIELD("\x1c", "\x07") RIGHT_RUNS));
	assert_string_equal(next(), "lift 52 ?"); /* no times before: whose would they be? */
	assert_string_equal(next(), "place 36 p");
	assert_string_equal(next(), "press black");
	assert_string_equal(next(), "clock 180000 181000 white");
}

/* A fallen flag is a time of 0, and no pause: the clock stands by itself. 0:00 without the sign is not over yet. */
static void a_flag_is_a_time_of_nought(void **state)
{
	begin(BYTES(START LEFT_RUNS RIGHT_RUNS "\x8d\0\x0a\x20\x00\x00\x20\x03\x01\x13" RIGHT_FLAG));
	for (int i = 0; i < 4; i++)
		next();
	assert_string_equal(next(), "clock 181000 1 black");
	assert_string_equal(next(), "clock 181000 0 none");
	assert_string_equal(next(), "nothing");
}

static void a_clock_that_is_stopped_is_a_pause(void **state)
{
	begin(BYTES(START LEFT_RUNS STOPPED));
	next();
	next();
	assert_string_equal(next(), "pause");
	assert_string_equal(next(), "clock 180000 180000 none");
}

/* Answers of the clock to commands, no clock, and the noughts of a board that looks for one: no times. */
static void what_is_no_time_is_passed_over(void **state)
{
	begin(BYTES("\x8d\0\x0a\x0a\x10\x01\x00\x00\x00\x40"
		    "\x8d\0\x0a\x00\x08\x20\x0a\x00\x00\x00"
		    "\x8d\0\x0a\0\0\0\0\0\0\0"
		    "\x8d\0\x0a\x00\x00\x00\x00\x00\x00\x20"
		    "\xa0\0\x0c\x50\x7f\x7f\0\0\0\0\0\x01"));
	assert_string_equal(next(), "nothing");
	assert_int_equal(complaints, 0);
}

/* Each digit of a time that is none: such a frame is noise and says nothing of the clock, nor do the next ones wait. */
static void a_time_that_is_no_number_is_noise(void **state)
{
	/* hours, minutes, seconds of the right side, and of the left */
	static const uint8_t wrong[][2] = {
		{ 3, 0x2b }, { 3, 0x2f }, { 4, 0x0a }, { 4, 0x1f }, { 4, 0x60 }, { 4, 0x70 }, { 5, 0x0a }, { 5, 0x5c },
		{ 5, 0x60 }, { 6, 0x2c }, { 6, 0x2f }, { 7, 0x3a }, { 7, 0x60 }, { 7, 0x7f }, { 8, 0x4b }, { 8, 0x61 },
	};

	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		char frame[] = LEFT_RUNS;

		frame[wrong[i][0]] = (char)wrong[i][1];
		begin(BYTES(START STOPPED));
		next();
		assert_string_equal(next(), "clock 180000 180000 none");
		receive(BYTES(frame));
		if (complaints != 1)
			fail_msg("byte %u is %02x: %d complaints", wrong[i][0], wrong[i][1], complaints);
		assert_string_equal(next(), "nothing");
		receive(BYTES(LEFT_RUNS));
		assert_string_equal(next(), "clock 179000 180000 white");
		assert_int_equal(complaints, 1);
	}
	/* the largest of each digit are times: right 9:59:59, left 0:59:59 */
	begin(BYTES(START "\x8d\0\x0a\x29\x59\x59\x20\x59\x59\x09"));
	next();
	assert_string_equal(next(), "clock 3599000 35999000 white");
	assert_int_equal(complaints, 0);
}

/* Half a frame, a length of another kind, bytes between frames, values that cannot be: the next frame is read. */
static void noise_is_passed_over(void **state)
{
	begin(BYTES("\x11\x12\x8e\0\x8e\0\x07\x34\0\0\0"
		    "\x8e\0\x05\x40\x01"
		    "\x8e\0\x05\x34\x10"
		    "\x8d\0\x0a\x20\x03\x6a\x20\x02\x59\x09"
		    "\x86\0\x43\x01\x02\x03" START "\x8e\0" FIELD(E2, "\0") "\x05\x05"));
	assert_string_equal(next(), "board " START_WHITE);
	assert_string_equal(next(), "lift 12 P");
	assert_string_equal(next(), "nothing");
	assert_true(complaints >= 6);
}

/* A field that is reported twice is one event; a piece upon another comes without a lift. */
static void only_changes_are_told(void **state)
{
	begin(BYTES(START FIELD(E2, "\0") FIELD(E2, "\0") FIELD("\x0c", "\x01") FIELD("\x0c", "\x01")));
	next();
	assert_string_equal(next(), "lift 12 P");
	assert_string_equal(next(), "place 52 P");
	assert_string_equal(next(), "nothing");
}

static void more_than_can_be_kept_is_lost(void **state)
{
	struct board_event ev;
	uint32_t last = 0, n = 0;

	begin(BYTES(START));
	for (int i = 0; i < 400; i++)
		receive(BYTES(FIELD(E4, "\x01") FIELD(E4, "\0")));
	while (board_dgt_decoder_pop(&reader, &ev)) {
		if (ev.type == BOARD_EVENT_LOST)
			assert_int_equal(ev.seq - last, ev.lost);
		last = ev.seq;
		n++;
	}
	assert_int_equal(last, 800);
	assert_int_equal(n, DGT_QUEUE_SIZE + 1);
}

/* Through the library: a file of bytes has a header and the times of its clock, and ends. */
static void a_file_of_bytes_is_a_board(void **state)
{
	struct board *board;
	struct board_event ev;
	char uri[600];

	write_file(in_folder("b.bytes"),
		   BYTES(START STOPPED LEFT_RUNS FIELD(E2, "\0") LEFT_RUNS "\x31" FIELD(E4, "\x01")));
	snprintf(uri, sizeof(uri), "dgt:%s", in_folder("b.bytes"));
	board = opened(uri);
	assert_non_null(strstr(board_get_header(board), "\"piece-id\""));
	assert_int_equal(board_get_info(board)->grace_us, 1500000);
	assert_int_equal(board_read(board, &ev), 1);
	assert_int_equal(ev.type, BOARD_EVENT_SQUARES);
	assert_int_equal(board_read(board, &ev), 1);
	assert_int_equal(board_read(board, &ev), 1);
	assert_int_equal(ev.type, BOARD_EVENT_TEXT);
	assert_int_equal(ev.device_us, 2000000);
	assert_int_equal(board_read(board, &ev), 1);
	assert_int_equal(ev.device_us, 2500000); /* half way between two readings */
	assert_int_equal(board_read(board, &ev), 1);
	assert_int_equal(board_read(board, &ev), -EBADMSG);
	assert_non_null(strstr(board_error(board), "noise"));
	assert_int_equal(board_read(board, &ev), 1);
	assert_int_equal(ev.square, 28);
	assert_int_equal(board_read(board, &ev), -ENODATA);
	assert_int_equal(board_read(board, &ev), -ENODATA);
	board_close(board);
}

/* What a board sends in a game of 57 plies: each of them was pressed. */
static void a_real_game_gives_the_events_of_its_trace(void **state)
{
	FILE *f = open_data("boards/dgt.bytes", "traces/real/dgt-1.bytes", NULL);
	unsigned n[9] = { 0 };
	struct board_event ev;
	int c;

	assert_non_null(f);
	begin("", 0);
	while ((c = getc(f)) != EOF) {
		assert_int_equal(board_dgt_decoder_byte(&reader, (uint8_t)c, 0), 0);
		while (board_dgt_decoder_pop(&reader, &ev))
			n[ev.type]++;
	}
	fclose(f);
	assert_int_equal(n[BOARD_EVENT_SQUARES], 1);
	assert_int_equal(n[BOARD_EVENT_PRESS], 57);
	assert_int_equal(n[BOARD_EVENT_LOST], 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(squares_are_counted_from_a1),
		cmocka_unit_test(a_lever_that_flips_is_a_press),
		cmocka_unit_test(white_is_who_runs_first),
		cmocka_unit_test(the_first_press_may_come_with_the_first_reading),
		cmocka_unit_test(a_lever_may_be_turned_before_the_clock_is_started),
		cmocka_unit_test(a_clock_that_was_stopped_runs_before_it_is_pressed),
		cmocka_unit_test(in_mid_game_the_men_tell_who_is_white),
		cmocka_unit_test(a_flag_is_a_time_of_nought),
		cmocka_unit_test(a_clock_that_is_stopped_is_a_pause),
		cmocka_unit_test(what_is_no_time_is_passed_over),
		cmocka_unit_test(a_time_that_is_no_number_is_noise),
		cmocka_unit_test(noise_is_passed_over),
		cmocka_unit_test(only_changes_are_told),
		cmocka_unit_test(more_than_can_be_kept_is_lost),
		cmocka_unit_test(a_file_of_bytes_is_a_board),
		cmocka_unit_test(a_real_game_gives_the_events_of_its_trace),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
