// SPDX-License-Identifier: GPL-2.0-or-later
/* Chessnut, Certabo, Millennium, Chess Peripheral Protocol: what their bytes say, and the events that come of two
 * tellings. */
#include "libboard/snapshots.h"
#include "tests/unit/libboard/board-testing.h"

#define START "RNBQKBNRPPPPPPPP................................pppppppprnbqkbnr"
#define TURNED "rnbkqbnrpppppppp................................PPPPPPPPRNBKQBNR"
#define CHESSNUT_START "58233185444444440000000000000000000000000000000077777777A6C99B6A"

static struct snapshot_parser parser;
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

static void feed(enum snapshot_result (*decoder)(struct snapshot_parser *, uint8_t), const void *bytes, size_t n)
{
	const uint8_t *b = bytes;

	for (size_t i = 0; i < n; i++) {
		enum snapshot_result fed = decoder(&parser, b[i]);

		boards += fed == SNAPSHOT_COMPLETE;
		noises += fed == SNAPSHOT_NOISE;
	}
}

static int forget(void **state)
{
	free(parser.own);
	memset(&parser, 0, sizeof(parser));
	boards = noises = 0;
	return 0;
}

static void forget_squares(void)
{
	char text[8192];

	assert_int_equal(board_driver_certabo.snapshots->write(&parser, text, sizeof(text)), 0);
	forget(NULL);
	assert_int_equal(board_driver_certabo.snapshots->read(&parser, text), 0);
}

static void feed_hex(const char *hex)
{
	uint8_t bytes[512];

	feed(board_driver_chessnut.snapshots->feed, bytes, unhex(hex, bytes));
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
	feed_hex("9876543210"
		 "0101"
		 "2401"
		 "0124FF"
		 "2a02c300"
		 "0124" CHESSNUT_START "FFFFFFFF"
		 "9871233210");
	assert_int_equal(boards, 1);
	assert_memory_equal(parser.squares, START, 64);
	assert_true(noises >= 2);
}

/* It is told once, until a report comes whole: also where it looks like the beginning of one. */
static void chessnut_noise_is_told_once(void **state)
{
	feed_hex("0199");
	assert_int_equal(noises, 1);
	feed_hex("0199"
		 "0101");
	assert_int_equal(noises, 1);
	feed_hex("24" CHESSNUT_START "FFFFFFFF");
	assert_int_equal(boards, 1);
	feed_hex("0199");
	assert_int_equal(noises, 2);
}

static void a_chessnut_board_may_stand_turned(void **state)
{
	feed_hex("0124A6B99C6A77777777000000000000000000000000000000004444444458133285FFFFFFFF");
	assert_memory_equal(parser.squares, TURNED, 64);
}

static void assert_lights(const struct snapshot_protocol *maker, uint64_t lit, const char *hex)
{
	uint8_t bytes[COMMAND_SIZE], want[COMMAND_SIZE];
	size_t n = unhex(hex, want);

	assert_int_equal(maker->leds(&parser, lit, bytes), n);
	assert_memory_equal(bytes, want, n);
}

#define E2_E4 (UINT64_C(1) << 12 | UINT64_C(1) << 28)
#define A1 UINT64_C(1)
#define C4 (UINT64_C(1) << 26)

static void chessnut_lights_and_sounds(void **state)
{
	uint8_t bytes[COMMAND_SIZE];

	assert_lights(board_driver_chessnut.snapshots, E2_E4, "0a080000000008000800");
	assert_lights(board_driver_chessnut.snapshots, C4, "0a080000000020000000");
	assert_lights(board_driver_chessnut.snapshots, 0, "0a080000000000000000");
	assert_int_equal(board_driver_chessnut.snapshots->beep(1000, 300, bytes), 6);
	assert_memory_equal(bytes, "\x0b\x04\x03\xe8\x01\x2c", 6);
}

#define MILLENNIUM_START "srnbqkbnrpppppppp................................PPPPPPPPRNBQKBNR73"

static void millennium_says_a_board(void **state)
{
	char odd[80] = MILLENNIUM_START;

	feed(board_driver_millennium.snapshots->feed, odd, 67);
	assert_int_equal(boards, 1);
	assert_memory_equal(parser.squares, START, 64);
	for (unsigned i = 0; i < 67; i++)
		if (!__builtin_parity((unsigned char)odd[i]))
			odd[i] |= (char)0x80;
	feed(board_driver_millennium.snapshots->feed, odd, 67);
	assert_int_equal(boards, 2);
	feed(board_driver_millennium.snapshots->feed, "\x76\xb0\x31\xb0\xb3\x37\x34", 7); /* its version */
	assert_int_equal(noises, 0);
	assert_int_equal(parser.acks, 0);
	feed(board_driver_millennium.snapshots->feed, "x78l6C", 6);
	assert_int_equal(noises, 0);
	assert_int_equal(parser.acks, 2);
}

/* The corners of a1: the eighth and ninth light of the first line, and those of the second. */
static void millennium_lights(void **state)
{
	uint8_t bytes[COMMAND_SIZE];
	uint8_t sum = 0;
	unsigned lit = 0;

	assert_lights(board_driver_millennium.snapshots, 0, "58b538");
	assert_int_equal(board_driver_millennium.snapshots->leds(&parser, A1, bytes), 167);
	for (unsigned i = 0; i < 167; i++) {
		assert_true(__builtin_parity(bytes[i]));
		bytes[i] &= 0x7f;
		sum ^= i < 165 ? bytes[i] : 0;
	}
	assert_memory_equal(bytes, "L20", 3);
	for (unsigned i = 0; i < 81; i++) {
		bool on = i == 7 || i == 8 || i == 16 || i == 17;

		assert_memory_equal(bytes + 3 + 2 * i, on ? "FF" : "00", 2);
		lit += on;
	}
	assert_int_equal(lit, 4);
	assert_int_equal(bytes[165], "0123456789ABCDEF"[sum >> 4]);
	assert_int_equal(bytes[166], "0123456789ABCDEF"[sum & 15]);
}

/* A wrong check, a wrong parity, half a message, a letter that is no piece. */
static void millennium_drops_what_is_wrong(void **state)
{
	feed(board_driver_millennium.snapshots->feed,
	     "srnbqkbnrpppppppp................................PPPPPPPPRNBQKBNR74", 67);
	feed(board_driver_millennium.snapshots->feed, "\xd0\xff", 2);
	feed(board_driver_millennium.snapshots->feed, "srnbqkxnr", 9);
	feed(board_driver_millennium.snapshots->feed, "srnbq", 5);
	assert_int_equal(boards, 0);
	assert_true(noises > 0);
	feed(board_driver_millennium.snapshots->feed, MILLENNIUM_START, 67);
	assert_int_equal(boards, 1);
	/* a piece that there is not, with the check that belongs to it; NUL; a byte with wrong parity in the middle */
	for (unsigned i = 0; i < 3; i++) {
		char wrong[80] = MILLENNIUM_START;
		int before = noises;

		if (i == 0)
			memcpy(wrong, "sxnbqkbnrpppppppp................................PPPPPPPPRNBQKBNR79", 67);
		else
			wrong[10] = i == 1 ? '\0' : (char)('p' | 0x80);
		feed(board_driver_millennium.snapshots->feed, wrong, 67);
		assert_int_equal(boards, 1);
		assert_true(noises > before);
		feed(board_driver_millennium.snapshots->feed, MILLENNIUM_START, 67);
		assert_int_equal(boards, 2);
		boards = 1;
	}
}

/* Which one of its kind it is. */
static unsigned tag(const char *squares, unsigned square)
{
	unsigned n = 0;

	for (unsigned q = 0; q < square; q++)
		n += squares[q] == squares[square];
	return n;
}

/* The text of a Certabo board: a piece's id is 9 9 7 KIND NUMBER, zeros where nothing stands. */
static size_t certabo_text(const char *squares, char *text, bool in_the_air)
{
	size_t n = 0;

	n += (size_t)sprintf(text, ":");
	for (unsigned i = 0; i < 64; i++) {
		char piece = squares[i ^ 56];

		if (piece == '.')
			n += (size_t)sprintf(text + n, "0 0 0 0 0 ");
		else
			n += (size_t)sprintf(text + n, "9 9 7 %d %u ", piece,
					     in_the_air && i == 52 ? 77 : 1 + tag(squares, i ^ 56));
		if (i % 8 == 7)
			n += (size_t)sprintf(text + n, "\n");
	}
	n += (size_t)sprintf(text + n, "\r\n");
	return n;
}

static void feed_certabo(const char *squares, bool in_the_air)
{
	char text[2000];

	feed(board_driver_certabo.snapshots->feed, text, certabo_text(squares, text, in_the_air));
}

#define AFTER_E4 "RNBQKBNRPPPP.PPP............P...................pppppppprnbqkbnr"

/* Feeds the board n times; how often pieces got their names. */
static int seen(const char *squares, bool in_the_air, int n)
{
	int named = 0;

	while (n--) {
		feed_certabo(squares, in_the_air);
		named += board_driver_certabo.snapshots->learn(&parser);
	}
	return named;
}

#define NAMELESS "????????????????................................????????????????"

/* Men are named once the start was seen seven times; an id that was never seen, and one that comes once, change
 * nothing. */
static void certabo_learns_its_ids(void **state)
{
	assert_int_equal(seen(START, false, 6), 0);
	assert_memory_equal(parser.squares, NAMELESS, 64);
	assert_int_equal(seen(START, false, 1), 1);
	assert_memory_equal(parser.squares, START, 64);
	assert_int_equal(seen(START, false, 20), 0);
	feed_certabo(START, true);
	feed_certabo(START, false);
	feed_certabo(START, true);
	assert_memory_equal(parser.squares, START, 64);
	feed_certabo(AFTER_E4, false);
	assert_memory_equal(parser.squares, START, 64);
	feed_certabo(AFTER_E4, false);
	assert_memory_equal(parser.squares, AFTER_E4, 64);
	assert_false(parser.presence);
}

/* The pieces come later than the board, and one tag is read wrong now and then. */
static void certabo_learns_when_the_men_are_set_up(void **state)
{
	assert_int_equal(seen(AFTER_E4, false, 20), 0);
	assert_int_equal(parser.squares[28], '?');
	assert_int_equal(seen(START, false, 4), 0);
	assert_int_equal(seen(START, true, 1), 0);
	assert_int_equal(seen(START, false, 2), 0);
	assert_int_equal(seen(START, false, 1), 1);
	assert_memory_equal(parser.squares, START, 64);
}

/* A spare queen that stood on d3 has her name; one that never did is a piece all the same. */
static void certabo_knows_spare_queens(void **state)
{
	static const char spare[] = "RNBQKBNRPPPPPPPP...S.......................s....pppppppprnbqkbnr";
	static const char queens[] = "S...K...................................................s...kZ..";
	static const char want[] = "Q...K...................................................q...k?..";

	assert_int_equal(seen(spare, false, 7), 1);
	seen(queens, false, 3);
	assert_memory_equal(parser.squares, want, 64);
}

/* What is kept makes the board know its pieces at once; a set that stands turned is known by it and not learned anew.
 */
static void certabo_remembers(void **state)
{
	char text[8192];

	assert_int_equal(seen(START, false, 7), 1);
	assert_int_equal(board_driver_certabo.snapshots->write(&parser, text, sizeof(text)), 0);
	assert_int_equal(board_driver_certabo.snapshots->write(&parser, text + 4000, 100), -ENOSPC);
	forget(NULL);
	assert_int_equal(board_driver_certabo.snapshots->read(&parser, text), 0);
	assert_int_equal(seen(TURNED, false, 20), 0);
	assert_memory_equal(parser.squares, TURNED, 64);
	assert_int_equal(board_driver_certabo.snapshots->read(&parser, "something else"), -EBADMSG);
	assert_int_equal(board_driver_certabo.snapshots->read(&parser, "flagfall certabo ids 1\nP 1 2 3 4 256\n"),
			 -EBADMSG);
	assert_int_equal(board_driver_certabo.snapshots->read(&parser, "flagfall certabo ids 1\nx 1 2 3 4 5\n"),
			 -EBADMSG);
	assert_int_equal(board_driver_certabo.snapshots->read(&parser, "flagfall certabo ids 1\nP 1 2 3 4\n"),
			 -EBADMSG);
}

/* One pawn of the set was replaced, and the board stands turned: the others tell whose it is. */
static void certabo_learns_one_man_more(void **state)
{
	static const char fresh[] = "rnbkqbnrpppZpppp................................PPPPPPPPRNBKQBNR";

	assert_int_equal(seen(START, false, 7), 1);
	forget_squares();
	assert_int_equal(seen(fresh, false, 7), 1);
	assert_memory_equal(parser.squares, TURNED, 64);
}

/* File a is the highest bit: h1 is empty here. */
static void sentio_says_rows(void **state)
{
	static const char text[] = ":255 255 0 0 0 0 255 255 \r\n", lights[] = ":255 255 0 0 0 0 255 254\nL\r\n";

	feed(board_driver_certabo.snapshots->feed, text, sizeof(text) - 1);
	assert_int_equal(boards, 1);
	assert_memory_equal(parser.squares, NAMELESS, 64);
	assert_int_equal(parser.acks, 0);
	feed(board_driver_certabo.snapshots->feed, lights, sizeof(lights) - 1);
	assert_int_equal(boards, 2);
	assert_int_equal(noises, 0);
	assert_int_equal(parser.squares[7], '.');
	assert_int_equal(parser.squares[0], '?');
	assert_true(parser.presence);
	assert_int_equal(parser.acks, 1);
	assert_lights(board_driver_certabo.snapshots, A1, "0000000000000001");
}

/* A byte a rank, file a lowest; where the board says that its lights are coloured, three bytes a corner, from h1's. */
static void certabo_lights(void **state)
{
	static const char coloured[] = ":255 255 0 0 0 0 255 255\nD\r\n";
	uint8_t bytes[COMMAND_SIZE];

	assert_lights(board_driver_certabo.snapshots, E2_E4, "0000000010001000");
	assert_lights(board_driver_certabo.snapshots, A1, "0000000000000001");
	feed(board_driver_certabo.snapshots->feed, coloured, sizeof(coloured) - 1);
	assert_int_equal(board_driver_certabo.snapshots->leds(&parser, UINT64_C(1) << 7, bytes), 247);
	assert_memory_equal(bytes, "\xff\x55\0\0\x40\0\0\x40\0\0\0", 11);
	assert_memory_equal(bytes + 2 + 27, "\0\0\x40\0\0\x40\0\0\0", 9);
	assert_memory_equal(bytes + 245, "\r\n", 2);
}

static void certabo_drops_what_is_wrong(void **state)
{
	static const char text[] =
		"17 0\r\n:1 2XXXX3 0\r\n:256 0 0 0 0 0 0 0\r\n:1 2 3\r\n:255 255\n:0 0 0 0 0 0 0 0\r\n";

	feed(board_driver_certabo.snapshots->feed, text, sizeof(text) - 1);
	assert_int_equal(boards, 1);
	assert_true(noises >= 3);
}

/* Through the library: the first telling is the whole board, what changes then are events, lifts first. */
static void a_file_of_bytes_is_a_board(void **state)
{
	static const char hex[] = "0124" CHESSNUT_START "FFFFFFFF"
				  "0124" CHESSNUT_START "FFFFFFFF"
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

#define CPP_START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"

static void feed_text(const char *text)
{
	feed(board_driver_cpp.snapshots->feed, text, strlen(text));
}

static void cpp_says_a_board(void **state)
{
	feed_text("ets Jul 29 2019 12:21:46\r\n\r\nok\r\nok\r\nstate " CPP_START "\r\n");
	assert_int_equal(noises, 1); /* what a bootloader says */
	assert_int_equal(boards, 1);
	assert_memory_equal(parser.squares, START, 64);
	assert_false(parser.presence);
	feed_text(
		"state rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR\nunsync_setible rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq\n");
	assert_int_equal(boards, 3);
	assert_int_equal(parser.squares[12], '.');
	assert_int_equal(parser.squares[28], 'P');
	assert_null(parser.reply);
}

/* A bishop where pieces have names; else Black's. */
static void cpp_names_by_colour_are_none(void **state)
{
	feed_text("unsync bbbbbbbb/bbbbbbbb/8/8/8/8/wwwwwwww/wwwwwww1 w\n");
	assert_true(parser.presence);
	assert_memory_equal(parser.squares, "???????.????????................................????????????????", 64);
	feed_text("state ???????1/???????1/8/8/8/8/???????1/1???????\n");
	assert_int_equal(parser.squares[7], '?');
	assert_false(board_driver_cpp.snapshots->learn(&parser));
	feed_text("state " CPP_START "\n");
	assert_int_equal(parser.squares[0], '?');
	assert_true(board_driver_cpp.snapshots->learn(&parser));
	assert_memory_equal(parser.squares, START, 64);
	assert_false(board_driver_cpp.snapshots->learn(&parser));
	feed_text("state 8/8/8/3?4/8/8/8/b6K\n");
	assert_int_equal(parser.squares[0], 'b');
	assert_int_equal(parser.squares[35], '?');
}

/* Of a board that shows no state between its moves; each of them is answered. */
static void cpp_says_moves(void **state)
{
	static const char *const moves[] = { "e1g1", "e5d6", "a7b8n", "e8e7" };

	feed_text("move e2e4\n");
	assert_int_equal(boards, 0);
	feed_text("sync r1b1k3/P7/8/3pP3/8/8/8/4K2R w\n");
	for (size_t i = 0; i < 4; i++) {
		char line[32];

		parser.reply = NULL;
		snprintf(line, sizeof(line), "move %s\n", moves[i]);
		feed_text(line);
		assert_string_equal(parser.reply, "ok\n");
	}
	assert_int_equal(boards, 5);
	assert_memory_equal(parser.squares, ".....RK....................................P........k...rNb.....", 64);
	/* One that had streamed its state shows nothing new by it. */
	feed_text("move e2e4\n");
	assert_int_equal(boards, 5);
	assert_int_equal(noises, 0);
}

/* Each step of a king by two squares beside each rook: from the e-file along its rank it is a castling, else none. */
static void cpp_castles_where_kings_do(void **state)
{
	for (int from = 0; from < 64; from++)
		for (int to = 0; to < 64; to++) {
			const bool castles = from % 8 == 4 && from / 8 == to / 8 && (to == from + 2 || to == from - 2);
			const int rook = to > from ? to + 1 : to - 2;
			char line[120] = "state ", *at = line + strlen(line), wanted[64];

			if (to == from)
				continue;
			for (int i = 0; i < 64; i++)
				wanted[i] = i == from ? 'k' : i % 3 && i != to ? 'r' : 'b';
			for (int rank = 7; rank >= 0; rank--) {
				memcpy(at, wanted + rank * 8, 8);
				at += 8;
				*at++ = rank ? '/' : '\n';
			}
			*at = '\0';
			feed_text(line);
			if (castles) {
				wanted[(from + to) / 2] = wanted[rook];
				wanted[rook] = '.';
			}
			wanted[to] = 'k';
			wanted[from] = '.';
			snprintf(line, sizeof(line), "move %c%c%c%c\n", 'a' + from % 8, '1' + from / 8, 'a' + to % 8,
				 '1' + to / 8);
			feed_text(line);
			assert_memory_equal(parser.squares, wanted, 64);
		}
}

static void cpp_drops_what_is_wrong(void **state)
{
	static const char *const lines[] = {
		"state",
		"state rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP",
		"state 9/8/8/8/8/8/8/8",
		"state 8/8/8/8/8/8/8/7",
		"state 8/8/8/8/8/8/8/8/8",
		"state 8/8/8/8/8/8/8/44P",
		"state x7/8/8/8/8/8/8/8",
		"states 8/8/8/8/8/8/8/8",
		"move e2",
		"move e2e2",
		"move e2e9",
		"move e7e8k",
		"move e7e8qq",
		"\x80state 8/8/8/8/8/8/8/8",
	};
	char line[600];

	for (size_t i = 0; i < sizeof(lines) / sizeof(*lines); i++) {
		parser.noise = false;
		noises = 0;
		feed_text(lines[i]);
		feed_text("\n");
		assert_int_equal(noises, 1);
	}
	snprintf(line, sizeof(line), "state 8/8/8/8/8/8/8/8 %0500d\n", 0);
	feed_text(line);
	assert_int_equal(boards, 0);
	assert_null(parser.reply);
	feed_text("state " CPP_START "\n");
	assert_int_equal(boards, 1);
}

static void something_else_is_no_board(void **state)
{
	struct board *board;
	char uri[600];

	write_file(in_folder("x"), "nothing of the kind\r\n", 21);
	for (const struct board_driver *const *driver = board_drivers; *driver; driver++) {
		if (!(*driver)->snapshots)
			continue;
		snprintf(uri, sizeof(uri), "%s:%s", (*driver)->scheme, in_folder("x"));
		assert_int_equal(board_open(uri, NULL, &board), -ENODEV);
		assert_non_null(strstr(board_error(NULL), "does not report squares"));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(chessnut_says_both_lengths, forget),
		cmocka_unit_test_setup(chessnut_finds_the_next_report, forget),
		cmocka_unit_test_setup(chessnut_noise_is_told_once, forget),
		cmocka_unit_test_setup(a_chessnut_board_may_stand_turned, forget),
		cmocka_unit_test_setup(chessnut_lights_and_sounds, forget),
		cmocka_unit_test_setup(millennium_says_a_board, forget),
		cmocka_unit_test_setup(millennium_lights, forget),
		cmocka_unit_test_setup(millennium_drops_what_is_wrong, forget),
		cmocka_unit_test_setup_teardown(certabo_learns_its_ids, forget, forget),
		cmocka_unit_test_setup_teardown(certabo_learns_when_the_men_are_set_up, forget, forget),
		cmocka_unit_test_setup_teardown(certabo_knows_spare_queens, forget, forget),
		cmocka_unit_test_setup_teardown(certabo_remembers, forget, forget),
		cmocka_unit_test_setup_teardown(certabo_learns_one_man_more, forget, forget),
		cmocka_unit_test_setup(sentio_says_rows, forget),
		cmocka_unit_test_setup(certabo_lights, forget),
		cmocka_unit_test_setup_teardown(certabo_drops_what_is_wrong, forget, forget),
		cmocka_unit_test_setup(a_file_of_bytes_is_a_board, forget),
		cmocka_unit_test_setup(cpp_says_a_board, forget),
		cmocka_unit_test_setup(cpp_names_by_colour_are_none, forget),
		cmocka_unit_test_setup(cpp_says_moves, forget),
		cmocka_unit_test_setup(cpp_castles_where_kings_do, forget),
		cmocka_unit_test_setup(cpp_drops_what_is_wrong, forget),
		cmocka_unit_test_setup(something_else_is_no_board, forget),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
