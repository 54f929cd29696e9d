// SPDX-License-Identifier: GPL-2.0-or-later
/* Chessnut, Certabo, Millennium: what their bytes say, and the events that come of two tellings. */
#include "libboard/shots.h"
#include "tests/unit/board-testing.h"

#define START "RNBQKBNRPPPPPPPP................................pppppppprnbqkbnr"
#define TURNED "rnbkqbnrpppppppp................................PPPPPPPPRNBKQBNR"
#define CHESSNUT_START "58233185444444440000000000000000000000000000000077777777A6C99B6A"

static struct shot_parser parser;
static int boards, noises;

static size_t unhex(const char *hex, uint8_t *bytes)
{
	size_t n = 0;

	for (; hex[0] && hex[1]; hex += 2) {
		unsigned byte;

		assert_int_equal(sscanf(hex, "%2x", &byte), 1);
		bytes[n++] = (uint8_t)byte;
	}
	return n;
}

static void feed(enum shot_fed (*decoder)(struct shot_parser *, uint8_t), const void *bytes, size_t n)
{
	const uint8_t *b = bytes;

	for (size_t i = 0; i < n; i++) {
		enum shot_fed fed = decoder(&parser, b[i]);

		boards += fed == SHOT_BOARD;
		noises += fed == SHOT_NOISE;
	}
}

static int forget(void **state)
{
	free(parser.ids);
	memset(&parser, 0, sizeof(parser));
	boards = noises = 0;
	return 0;
}

static void feed_hex(const char *hex)
{
	uint8_t bytes[512];

	feed(board_chessnut_feed, bytes, unhex(hex, bytes));
}

static void chessnut_says_both_lengths(void **state)
{
	feed_hex("0124" CHESSNUT_START "FFFFFFFF");
	assert_int_equal(boards, 1);
	assert_memory_equal(parser.squares, START, 64);
	feed_hex("012258233185444444440000000000000000007000000000000077077777A6C99B6A0000");
	assert_int_equal(boards, 2);
	assert_int_equal(parser.squares[12], '.');
	assert_int_equal(parser.squares[28], 'P');
	assert_int_equal(noises, 0);
}

static void chessnut_finds_the_next_report(void **state)
{
	feed_hex("9876543210" "0101" "2401" "0124FF" "2a02c300" "0124" CHESSNUT_START "FFFFFFFF" "9871233210");
	assert_int_equal(boards, 1);
	assert_memory_equal(parser.squares, START, 64);
	assert_true(noises >= 2);
}

static void a_chessnut_board_may_stand_turned(void **state)
{
	feed_hex("0124A6B99C6A77777777000000000000000000000000000000004444444458133285FFFFFFFF");
	assert_memory_equal(parser.squares, TURNED, 64);
}

static void chessnut_lights(void **state)
{
	uint8_t bytes[16], want[16];

	assert_int_equal(board_chessnut_leds(UINT64_C(1) << 12 | UINT64_C(1) << 28, bytes), 10);
	unhex("0a080000000008000800", want);
	assert_memory_equal(bytes, want, 10);
	board_chessnut_leds(UINT64_C(1) << 26, bytes);
	unhex("0a080000000020000000", want);
	assert_memory_equal(bytes, want, 10);
}

#define MILLENNIUM_START "srnbqkbnrpppppppp................................PPPPPPPPRNBQKBNR73"

static void millennium_says_a_board(void **state)
{
	char odd[80] = MILLENNIUM_START;

	feed(board_millennium_feed, odd, 67);
	assert_int_equal(boards, 1);
	assert_memory_equal(parser.squares, START, 64);
	for (unsigned i = 0; i < 67; i++)
		if (!__builtin_parity((unsigned char)odd[i]))
			odd[i] |= (char)0x80;
	feed(board_millennium_feed, odd, 67);
	assert_int_equal(boards, 2);
	feed(board_millennium_feed, "\x76\xb0\x31\xb0\xb3\x37\x34", 7);	/* its version */
	assert_int_equal(noises, 0);
	assert_true(parser.answered);
}

/* A wrong check, a wrong parity, half a message, a letter that is no man. */
static void millennium_drops_what_is_wrong(void **state)
{
	feed(board_millennium_feed, "srnbqkbnrpppppppp................................PPPPPPPPRNBQKBNR74", 67);
	feed(board_millennium_feed, "\xd0\xff", 2);
	feed(board_millennium_feed, "srnbqkxnr", 9);
	feed(board_millennium_feed, "srnbq", 5);
	assert_int_equal(boards, 0);
	assert_true(noises > 0);
	feed(board_millennium_feed, MILLENNIUM_START, 67);
	assert_int_equal(boards, 1);
}

/* The text of a Certabo board: id 9 9 KIND COUNT SQUARE, zeros where nothing stands. */
static size_t certabo_text(const char *squares, char *text, bool in_the_air)
{
	size_t n = 0;

	n += (size_t)sprintf(text, ":");
	for (unsigned i = 0; i < 64; i++) {
		char piece = squares[i ^ 56];

		if (piece == '.')
			n += (size_t)sprintf(text + n, "0 0 0 0 0 ");
		else
			n += (size_t)sprintf(text + n, "9 9 7 %d %d ", piece, in_the_air && i == 52 ? 77 : 1);
		if (i % 8 == 7)
			n += (size_t)sprintf(text + n, "\n");
	}
	n += (size_t)sprintf(text + n, "\r\n");
	return n;
}

static void feed_certabo(const char *squares, bool in_the_air)
{
	char text[2000];

	feed(board_certabo_feed, text, certabo_text(squares, text, in_the_air));
}

#define AFTER_E4 "RNBQKBNRPPPP.PPP............P...................pppppppprnbqkbnr"

/* Men are named once the start was seen seven times; an id that was never seen, and one that comes once, change nothing. */
static void certabo_learns_its_ids(void **state)
{
	for (int i = 0; i < 7; i++) {
		feed_certabo(START, false);
		assert_int_equal(board_shot_certabo.learn(&parser), i < 6);
	}
	assert_int_equal(boards, 7);
	assert_memory_equal(parser.squares, START, 64);
	feed_certabo(START, true);
	feed_certabo(START, true);
	assert_memory_equal(parser.squares, START, 64);
	feed_certabo(AFTER_E4, false);
	assert_memory_equal(parser.squares, START, 64);
	feed_certabo(AFTER_E4, false);
	assert_memory_equal(parser.squares, AFTER_E4, 64);
	assert_true(board_shot_certabo.names(&parser));
}

static void certabo_without_the_start_names_no_man(void **state)
{
	feed_certabo(AFTER_E4, false);
	assert_false(board_shot_certabo.learn(&parser));
	assert_false(board_shot_certabo.names(&parser));
	assert_int_equal(parser.squares[28], '?');
	assert_int_equal(parser.squares[12], '.');
}

static void sentio_says_rows(void **state)
{
	static const char text[] = ":255 255 0 0 0 0 255 255 \r\n", lights[] = ":255 255 0 0 0 0 255 254\nL\r\n";

	feed(board_certabo_feed, text, sizeof(text) - 1);
	assert_int_equal(boards, 1);
	assert_memory_equal(parser.squares, "????????????????................................????????????????", 64);
	feed(board_certabo_feed, lights, sizeof(lights) - 1);
	assert_int_equal(boards, 2);
	assert_int_equal(noises, 0);
}

static void certabo_drops_what_is_wrong(void **state)
{
	static const char text[] = "17 0\r\n:1 2XXXX3 0\r\n:256 0 0 0 0 0 0 0\r\n:1 2 3\r\n:255 255\n:0 0 0 0 0 0 0 0\r\n";

	feed(board_certabo_feed, text, sizeof(text) - 1);
	assert_int_equal(boards, 1);
	assert_true(noises >= 3);
}

/* Through the library: the first telling is the whole board, what changes then are events, lifts first. */
static void a_file_of_bytes_is_a_board(void **state)
{
	static const char hex[] = "0124" CHESSNUT_START "FFFFFFFF" "0124" CHESSNUT_START "FFFFFFFF"
		"012258233185444444440000000000000000007000000000000077077777A6C99B6A0000";
	uint8_t bytes[512];
	struct board *board;
	struct board_event ev;
	char uri[600];

	write_file(in_folder("c.bytes"), (char *)bytes, unhex(hex, bytes));
	snprintf(uri, sizeof(uri), "chessnut:%s", in_folder("c.bytes"));
	board = opened(uri);
	assert_int_equal(board_get_info(board)->sensors, BOARD_PIECE_ID);
	assert_non_null(strstr(board_get_header(board), "\"lever\":false"));
	assert_int_equal(board_read(board, &ev), 1);
	assert_int_equal(ev.type, BOARD_EVENT_SQUARES);
	assert_memory_equal(ev.squares->squares, START, 64);
	assert_int_equal(board_read(board, &ev), 1);
	assert_int_equal(ev.type, BOARD_EVENT_LIFT);
	assert_int_equal(ev.square, 12);
	assert_int_equal(ev.seq, 1);
	assert_int_equal(board_read(board, &ev), 1);
	assert_int_equal(ev.type, BOARD_EVENT_PLACE);
	assert_int_equal(ev.square, 28);
	assert_int_equal(ev.piece, 'P');
	assert_int_equal(ev.device_us, 400000);
	assert_int_equal(board_read(board, &ev), -ENODATA);
	board_close(board);
}

static void something_else_is_no_board(void **state)
{
	static const char *const schemes[] = { "chessnut", "certabo", "millennium" };
	struct board *board;
	char uri[600];

	write_file(in_folder("x"), "nothing of the kind\r\n", 21);
	for (size_t i = 0; i < 3; i++) {
		snprintf(uri, sizeof(uri), "%s:%s", schemes[i], in_folder("x"));
		assert_int_equal(board_open(uri, NULL, &board), -ENODEV);
		assert_non_null(strstr(board_error(NULL), "does not tell squares"));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(chessnut_says_both_lengths, forget),
		cmocka_unit_test_setup(chessnut_finds_the_next_report, forget),
		cmocka_unit_test_setup(a_chessnut_board_may_stand_turned, forget),
		cmocka_unit_test_setup(chessnut_lights, forget),
		cmocka_unit_test_setup(millennium_says_a_board, forget),
		cmocka_unit_test_setup(millennium_drops_what_is_wrong, forget),
		cmocka_unit_test_setup_teardown(certabo_learns_its_ids, forget, forget),
		cmocka_unit_test_setup_teardown(certabo_without_the_start_names_no_man, forget, forget),
		cmocka_unit_test_setup(sentio_says_rows, forget),
		cmocka_unit_test_setup_teardown(certabo_drops_what_is_wrong, forget, forget),
		cmocka_unit_test_setup(a_file_of_bytes_is_a_board, forget),
		cmocka_unit_test_setup(something_else_is_no_board, forget),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
