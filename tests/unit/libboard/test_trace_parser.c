// SPDX-License-Identifier: GPL-2.0-or-later
/* Reading traces: doc/trace.md, line by line, and what is said of every malformed one. */
#include "tests/unit/libboard/board-testing.h"

#include <poll.h>
#include <sys/stat.h>

static void next(struct board *board, struct board_event *ev)
{
	int r = board_read(board, ev);

	if (r != 1)
		fail_msg("%d: %s", r, board_error(board));
}

/* One good line after a good header. */
static struct board *one(const char *header, const char *line, struct board_event *ev)
{
	char text[2000];
	struct board *board;

	snprintf(text, sizeof(text), "%s%s\n", header, line);
	assert_int_equal(open_text(text, &board), 0);
	next(board, ev);
	return board;
}

static void test_header_defaults(void **state)
{
	struct board *board;

	assert_int_equal(open_text("{\"format\":\"sensorboard-trace\",\"version\":1}\n", &board), 0);
	const struct board_info *info = board_get_info(board);
	assert_int_equal(info->width, 8);
	assert_int_equal(info->height, 8);
	assert_int_equal(info->sensors, BOARD_PRESENCE);
	assert_int_equal(info->features, BOARD_FEATURE_LEVER | BOARD_FEATURE_PAUSE | BOARD_FEATURE_DEVICE_TIME);
	assert_int_equal(info->grace_us, 50000);
	assert_int_equal(info->scan_us, 0);
	assert_string_equal(info->model, "trace");
	assert_string_equal(board_get_header(board), "{\"format\":\"sensorboard-trace\",\"version\":1}");
	board_close(board);
}

static void test_header_tells_of_its_board(void **state)
{
	struct board *board;

	assert_int_equal(
		open_text(
			"{\"format\":\"sensorboard-trace\",\"version\":1,\"game\":\"draughts-10x10\",\"sensors\":\"piece-id\","
			"\"lever\":false,\"scan_us\":200000,\"grace_us\":1500000,\"rulebook\":null,"
			"\"board\":{\"model\":\"M\",\"firmware\":\"F\",\"serial\":\"S\","
			"\"boot_id\":4294967295,\"features\":[\"leds\"],\"more\":1},\"clock\":{}}\n",
			&board),
		0);
	const struct board_info *info = board_get_info(board);
	assert_int_equal(info->width, 10);
	assert_int_equal(info->height, 10);
	assert_int_equal(info->sensors, BOARD_PIECE_ID);
	assert_int_equal(info->features, BOARD_FEATURE_PAUSE | BOARD_FEATURE_DEVICE_TIME);
	assert_int_equal(info->scan_us, 200000);
	assert_int_equal(info->grace_us, 1500000);
	assert_int_equal(info->boot_id, UINT32_MAX);
	assert_string_equal(info->model, "M");
	assert_string_equal(info->firmware, "F");
	assert_string_equal(info->serial, "S");
	board_close(board);
}

static void test_chess_squares(void **state)
{
	static const struct {
		const char *name;
		unsigned square;
	} squares[] = {
		{ "a1", 0 }, { "h1", 7 }, { "a2", 8 }, { "e4", 28 }, { "a8", 56 }, { "h8", 63 },
	};

	for (size_t i = 0; i < sizeof(squares) / sizeof(*squares); i++) {
		struct board_event ev;
		char line[100];

		snprintf(line, sizeof(line), "{\"t_us\":5,\"type\":\"lift\",\"square\":\"%s\",\"piece\":\"N\"}",
			 squares[i].name);
		struct board *board = one(CHESS, line, &ev);
		assert_int_equal(ev.type, BOARD_EVENT_LIFT);
		assert_int_equal(ev.square, squares[i].square);
		assert_int_equal(ev.piece, 'N');
		assert_int_equal(ev.device_us, 5);
		assert_true(ev.host_us == BOARD_NO_TIME);
		assert_int_equal(ev.seq, 1);
		board_close(board);
	}
}

/* Squares 1 to 5 lie on the far row from the second column on, 46 to 50 on the near one from the corner on. */
static void test_draughts_squares(void **state)
{
	static const struct {
		const char *name;
		unsigned square;
	} squares[] = {
		{ "1", 91 }, { "5", 99 }, { "6", 80 }, { "10", 88 }, { "07", 82 },  { "41", 11 },
		{ "46", 0 }, { "50", 8 }, { "b1", 1 }, { "j9", 89 }, { "a10", 90 }, /* light squares have sensors, but
										       no numbers */
	};

	for (size_t i = 0; i < sizeof(squares) / sizeof(*squares); i++) {
		struct board_event ev;
		char line[100];

		snprintf(line, sizeof(line), "{\"t_us\":5,\"type\":\"place\",\"square\":\"%s\"}", squares[i].name);
		struct board *board = one(DRAUGHTS, line, &ev);
		assert_int_equal(ev.type, BOARD_EVENT_PLACE);
		assert_int_equal(ev.square, squares[i].square);
		assert_int_equal(ev.piece, '?');
		board_close(board);
	}
}

static void test_whole_board(void **state)
{
	struct board_event ev;
	struct board *board = one(CHESS,
				  "{\"t_us\":7,\"type\":\"board\",\"squares\":"
				  "\"rnbqkbnrpppppppp................................PPPPPPPPRNBQ?BNR\"}",
				  &ev);

	assert_int_equal(ev.type, BOARD_EVENT_SQUARES);
	assert_int_equal(ev.squares->count, 64);
	assert_int_equal(ev.squares->squares[0], 'R');
	assert_int_equal(ev.squares->squares[4], '?');
	assert_int_equal(ev.squares->squares[3], 'Q');
	assert_int_equal(ev.squares->squares[59], 'q');
	assert_int_equal(ev.squares->squares[27], '.');
	assert_int_equal(ev.squares->device_us, 7);
	assert_int_equal(ev.squares->lever, 0);
	board_close(board);

	board = one(DRAUGHTS,
		    "{\"t_us\":7,\"type\":\"board\",\"lever\":\"b\",\"squares\":"
		    "\"Bbbbb...........................................ww\"}",
		    &ev);
	assert_int_equal(ev.squares->count, 100);
	assert_int_equal(ev.squares->squares[91], 'B');
	assert_int_equal(ev.squares->squares[93], 'b');
	assert_int_equal(ev.squares->squares[92], '.');
	assert_int_equal(ev.squares->squares[6], 'w');
	assert_int_equal(ev.squares->squares[8], 'w');
	assert_int_equal(ev.squares->lever, BOARD_BLACK);
	board_close(board);
}

static void test_other_types(void **state)
{
	struct board_event ev;
	struct board *board;

	board_close(one(CHESS, "{\"t_ms\":3,\"type\":\"press\",\"side\":\"white\"}", &ev));
	assert_int_equal(ev.type, BOARD_EVENT_PRESS);
	assert_int_equal(ev.side, BOARD_WHITE);
	assert_int_equal(ev.device_us, 3000);
	board_close(one(CHESS, "{\"t_us\":0,\"type\":\"press\",\"side\":\"b\"}", &ev));
	assert_int_equal(ev.side, BOARD_BLACK);
	board_close(one(CHESS, "{\"t_us\":0,\"type\":\"pause\"}", &ev));
	assert_int_equal(ev.type, BOARD_EVENT_PAUSE);
	board_close(one(CHESS, "{\"t_us\":0,\"type\":\"tick\"}", &ev));
	assert_int_equal(ev.type, BOARD_EVENT_TIME);
	board_close(one(CHESS, "{\"t_us\":0,\"type\":\"lost\",\"count\":12}", &ev));
	assert_int_equal(ev.type, BOARD_EVENT_LOST);
	assert_int_equal(ev.lost, 12);
	assert_int_equal(ev.seq, 12);

	board = one(CHESS, "  {\"t_us\":9,\"type\":\"claim\",\"by\":\"white\",\"claim\":\"flag\"}  \r", &ev);
	assert_int_equal(ev.type, BOARD_EVENT_TEXT);
	assert_int_equal(ev.device_us, 9);
	assert_string_equal(ev.text, "{\"t_us\":9,\"type\":\"claim\",\"by\":\"white\",\"claim\":\"flag\"}");
	board_close(board);
}

/* Every event type of the casebook that is not the sensors' passes through as it is. */
static void test_people_and_clocks(void **state)
{
	static const char *const types[] = { "resume", "arrive", "clock-report", "claim", "report", "decide" };

	for (size_t i = 0; i < sizeof(types) / sizeof(*types); i++) {
		struct board_event ev;
		char line[100];

		snprintf(line, sizeof(line), "{\"t_us\":1,\"type\":\"%s\",\"whatever\":[1,{}]}", types[i]);
		struct board *board = one(CHESS, line, &ev);
		assert_int_equal(ev.type, BOARD_EVENT_TEXT);
		assert_string_equal(ev.text, line);
		board_close(board);
	}
}

/* Line ends of any make, blank lines, a byte order mark, unknown keys, null pieces, no end of the last line. */
static void test_tolerance(void **state)
{
	struct board *board;
	struct board_event ev;

	assert_int_equal(
		open_text(
			"\xef\xbb\xbf{\"format\":\"sensorboard-trace\",\"version\":1,\"unknown\":{\"a\":[]}}\r\n\r\n   \n"
			"{\"t_us\":1,\"type\":\"lift\",\"square\":\"e2\",\"piece\":null,\"hand\":\"left\"}\r\n"
			"{\"type\":\"place\",\"square\":\"e4\",\"t_us\":1}",
			&board),
		0);
	next(board, &ev);
	assert_int_equal(ev.piece, '?');
	next(board, &ev);
	assert_int_equal(ev.square, 28);
	assert_int_equal(ev.seq, 2);
	assert_int_equal(board_read(board, &ev), -ENODATA);
	assert_int_equal(board_read(board, &ev), -ENODATA);
	board_close(board);
}

static const struct {
	const char *text;
	int error;
	const char *says;
} bad_headers[] = {
	{ "", -EBADMSG, "t.jsonl: the trace is empty" },
	{ "\n\n", -EBADMSG, "t.jsonl: the trace is empty" },
	{ "1. e4 e5\n", -EBADMSG, "t.jsonl:1: not JSON: " },
	{ "[1]\n", -EBADMSG, "t.jsonl:1: not a JSON object" },
	{ "{\"version\":1}\n", -ENODEV, "t.jsonl:1: not a trace: the first line has no \"format\"" },
	{ "{\"format\":\"pcap\",\"version\":1}\n", -ENODEV, "t.jsonl:1: not a trace: \"format\" is not" },
	{ "{\"format\":7,\"version\":1}\n", -ENODEV, "t.jsonl:1: not a trace: \"format\" is not" },
	{ "\n{\"format\":\"sensorboard-trace\"}\n", -EBADMSG, "t.jsonl:2: the header has no \"version\"" },
	{ "{\"format\":\"sensorboard-trace\",\"version\":\"1\"}\n", -EBADMSG,
	  "t.jsonl:1: \"version\" is not a whole number" },
	{ "{\"format\":\"sensorboard-trace\",\"version\":0}\n", -EBADMSG, "t.jsonl:1: \"version\" is 0" },
	{ "{\"format\":\"sensorboard-trace\",\"version\":2}\n", -EPROTONOSUPPORT,
	  "t.jsonl:1: the trace has version 2" },
	{ "{\"format\":\"sensorboard-trace\",\"version\":1,\"game\":\"go\"}\n", -EBADMSG,
	  "t.jsonl:1: unknown \"game\" \"go\"" },
	{ "{\"format\":\"sensorboard-trace\",\"version\":1,\"game\":8}\n", -EBADMSG,
	  "t.jsonl:1: \"game\" is not a string" },
	{ "{\"format\":\"sensorboard-trace\",\"version\":1,\"sensors\":\"x\"}\n", -EBADMSG,
	  "t.jsonl:1: unknown \"sensors\" \"x\"" },
	{ "{\"format\":\"sensorboard-trace\",\"version\":1,\"board\":[]}\n", -EBADMSG,
	  "t.jsonl:1: \"board\" is not an object" },
	{ "{\"format\":\"sensorboard-trace\",\"version\":1,\"scan_us\":-1}\n", -EBADMSG,
	  "t.jsonl:1: \"scan_us\" is -1" },
	{ "{\"format\":\"sensorboard-trace\",\"version\":1,\"grace_us\":60000001}\n", -EBADMSG,
	  "t.jsonl:1: \"grace_us\" is 6" },
	{ "{\"format\":\"sensorboard-trace\",\"version\":1,\"lever\":1}\n", -EBADMSG,
	  "t.jsonl:1: \"lever\" is neither" },
	{ "{\"format\":\"sensorboard-trace\",\"version\":1,\"board\":{\"model\":1}}\n", -EBADMSG,
	  "t.jsonl:1: \"model\" is not" },
	{ "{\"format\":\"sensorboard-trace\",\"version\":1,\"version\":1}\n", -EBADMSG,
	  "t.jsonl:1: not JSON: duplicate" },
};

static void test_bad_headers(void **state)
{
	for (size_t i = 0; i < sizeof(bad_headers) / sizeof(*bad_headers); i++) {
		struct board *board = NULL;
		int r = open_text(bad_headers[i].text, &board);

		if (r != bad_headers[i].error || board || !strstr(board_error(NULL), bad_headers[i].says))
			fail_msg("%s gives %d: %s", bad_headers[i].text, r, board_error(NULL));
	}
}

static const struct {
	const char *line, *says;
} bad_lines[] = {
	{ "e2e4", "not JSON: " },
	{ "{\"t_us\":1,\"type\":\"press\",\"side\":\"white\"", "not JSON: " },
	{ "{\"t_us\":1,\"type\":\"press\",\"side\":\"white\"} x", "not JSON: " },
	{ "{\"t_us\":1,\"t_us\":2,\"type\":\"tick\"}", "not JSON: duplicate" },
	{ "{\"t_us\":1,\"type\":\"tick\",\"x\":\"\xff\"}", "not JSON: " },
	{ "\"tick\"", "not JSON: " },
	{ "[]", "not a JSON object" },
	{ "{\"t_us\":1}", "no \"type\"" },
	{ "{\"t_us\":1,\"type\":3}", "\"type\" is not a string" },
	{ "{\"t_us\":1,\"type\":\"sneeze\"}", "unknown \"type\" \"sneeze\"" },
	{ "{\"t_us\":1,\"type\":\"\"}", "unknown \"type\" \"\"" },
	{ "{\"type\":\"tick\"}", "no \"t_us\"" },
	{ "{\"t_us\":\"1\",\"type\":\"tick\"}", "\"t_us\" is not a whole number" },
	{ "{\"t_us\":1.5,\"type\":\"tick\"}", "\"t_us\" is not a whole number" },
	{ "{\"t_us\":null,\"type\":\"tick\"}", "\"t_us\" is not a whole number" },
	{ "{\"t_us\":-1,\"type\":\"tick\"}", "\"t_us\" is -1: it must lie between 0 and " },
	{ "{\"t_us\":9223372036854775807,\"type\":\"tick\"}", "\"t_us\" is 9223372036854775807: it must lie" },
	{ "{\"t_us\":92233720368547758070,\"type\":\"tick\"}", "not JSON: " },
	{ "{\"t_ms\":9223372036854775,\"type\":\"tick\"}", "\"t_ms\" is 9223372036854775: it must lie" },
	{ "{\"t_us\":99,\"type\":\"tick\"}", "time goes back: 99 us after 100 us" },
	{ "{\"t_us\":100,\"type\":\"lift\"}", "no \"square\"" },
	{ "{\"t_us\":100,\"type\":\"lift\",\"square\":12}", "\"square\" is not a string" },
	{ "{\"t_us\":100,\"type\":\"lift\",\"square\":\"i1\"}", "the board has no square \"i1\"" },
	{ "{\"t_us\":100,\"type\":\"lift\",\"square\":\"e9\"}", "the board has no square \"e9\"" },
	{ "{\"t_us\":100,\"type\":\"lift\",\"square\":\"e0\"}", "the board has no square \"e0\"" },
	{ "{\"t_us\":100,\"type\":\"lift\",\"square\":\"e\"}", "the board has no square \"e\"" },
	{ "{\"t_us\":100,\"type\":\"lift\",\"square\":\"\"}", "the board has no square \"\"" },
	{ "{\"t_us\":100,\"type\":\"lift\",\"square\":\"E4\"}", "the board has no square \"E4\"" },
	{ "{\"t_us\":100,\"type\":\"lift\",\"square\":\"e4 \"}", "the board has no square \"e4 \"" },
	{ "{\"t_us\":100,\"type\":\"lift\",\"square\":\"28\"}", "the board has no square \"28\"" },
	{ "{\"t_us\":100,\"type\":\"place\",\"square\":\"e4\",\"piece\":\"X\"}", "\"piece\": \"X\" is not a piece" },
	{ "{\"t_us\":100,\"type\":\"place\",\"square\":\"e4\",\"piece\":\"w\"}", "\"piece\": \"w\" is not a piece" },
	{ "{\"t_us\":100,\"type\":\"place\",\"square\":\"e4\",\"piece\":\"PP\"}", "\"piece\": \"PP\" is not a piece" },
	{ "{\"t_us\":100,\"type\":\"place\",\"square\":\"e4\",\"piece\":\"\"}", "\"piece\": \"\" is not a piece" },
	{ "{\"t_us\":100,\"type\":\"place\",\"square\":\"e4\",\"piece\":5}", "\"piece\": this is not a piece" },
	{ "{\"t_us\":100,\"type\":\"press\"}", "no \"side\"" },
	{ "{\"t_us\":100,\"type\":\"press\",\"side\":\"left\"}", "\"side\": \"left\" is neither white nor black" },
	{ "{\"t_us\":100,\"type\":\"press\",\"side\":0}", "\"side\" is not a string" },
	{ "{\"t_us\":100,\"type\":\"board\"}", "no \"squares\"" },
	{ "{\"t_us\":100,\"type\":\"board\",\"squares\":\"rnbq\"}", "\"squares\" has 4 characters, not 64" },
	{ "{\"t_us\":100,\"type\":\"board\",\"squares\":"
	  "\"rnbqkbnrppppxppp................................PPPPPPPPRNBQKBNR\"}",
	  "character 13 ('x') is not a piece" },
	{ "{\"t_us\":100,\"type\":\"lost\",\"count\":0}", "\"count\" is 0" },
	{ "{\"t_us\":100,\"type\":\"lost\",\"count\":4294967296}", "\"count\" is 4294967296" },
	{ "{\"t_us\":100,\"type\":\"pause\",\"seq\":-1}", "\"seq\" is -1" },
};

/* Each is refused with its file, its line and its fault, and what stands before and after it is read all the same. */
static void test_bad_lines(void **state)
{
	for (size_t i = 0; i < sizeof(bad_lines) / sizeof(*bad_lines); i++) {
		struct board *board;
		struct board_event ev;
		char text[1000], where[600];
		int r;

		snprintf(text, sizeof(text),
			 CHESS "{\"t_us\":100,\"type\":\"pause\"}\n\n%s\n{\"t_us\":100,\"type\":\"tick\"}\n",
			 bad_lines[i].line);
		snprintf(where, sizeof(where), "%s:4: ", in_folder("t.jsonl"));
		assert_int_equal(open_text(text, &board), 0);
		next(board, &ev);
		r = board_read(board, &ev);
		if (r != -EBADMSG || strncmp(board_error(board), where, strlen(where)) != 0 ||
		    !strstr(board_error(board), bad_lines[i].says))
			fail_msg("%s gives %d: %s", bad_lines[i].line, r, board_error(board));
		next(board, &ev);
		assert_int_equal(ev.type, BOARD_EVENT_TIME);
		assert_int_equal(ev.seq, 2);
		assert_int_equal(board_read(board, &ev), -ENODATA);
		board_close(board);
	}
}

static void test_bad_draughts_lines(void **state)
{
	static const char *const squares[] = { "0", "51", "051", "1a", "-1", "k1", "a0", "a11", "a01", " 1" };

	for (size_t i = 0; i < sizeof(squares) / sizeof(*squares); i++) {
		struct board *board;
		struct board_event ev;
		char text[400];

		snprintf(text, sizeof(text), DRAUGHTS "{\"t_us\":1,\"type\":\"lift\",\"square\":\"%s\"}\n", squares[i]);
		assert_int_equal(open_text(text, &board), 0);
		assert_int_equal(board_read(board, &ev), -EBADMSG);
		assert_non_null(strstr(board_error(board), "the board has no square"));
		board_close(board);
	}
}

/* A line of any length takes bounded memory, is refused once, and the next one is read. */
static void test_huge_line(void **state)
{
	size_t n = 3 << 20, at;
	char *text = malloc(n + 1000);
	struct board *board;
	struct board_event ev;

	assert_non_null(text);
	at = (size_t)sprintf(text, CHESS "{\"t_us\":1,\"type\":\"tick\",\"x\":\"");
	memset(text + at, 'x', n);
	strcpy(text + at + n, "\"}\n{\"t_us\":2,\"type\":\"tick\"}\n");
	assert_int_equal(open_text(text, &board), 0);
	assert_int_equal(board_read(board, &ev), -EBADMSG);
	assert_non_null(strstr(board_error(board), "t.jsonl:2: the line is longer than 65536 bytes"));
	next(board, &ev);
	assert_int_equal(ev.device_us, 2);
	assert_int_equal(board_read(board, &ev), -ENODATA);
	board_close(board);
	free(text);
}

/* The longest line that is allowed, with and without an end. */
static void test_longest_line(void **state)
{
	static const char begin[] = "{\"t_us\":1,\"type\":\"tick\",\"x\":\"", end[] = "\"}";
	size_t pad = 65536 - strlen(begin) - strlen(end);
	char *text = malloc(70000);

	assert_non_null(text);
	for (int newline = 0; newline < 2; newline++) {
		struct board *board;
		struct board_event ev;
		size_t at = (size_t)sprintf(text, CHESS "%s", begin);

		memset(text + at, 'x', pad);
		sprintf(text + at + pad, "%s%s", end, newline ? "\n" : "");
		assert_int_equal(open_text(text, &board), 0);
		next(board, &ev);
		assert_int_equal(board_read(board, &ev), -ENODATA);
		board_close(board);
	}
	free(text);
}

/* A trace whose writer died in the middle of a line: all that is whole is read, the rest is named. */
static void test_cut_off(void **state)
{
	struct board *board;
	struct board_event ev;

	assert_int_equal(open_text(CHESS "{\"t_us\":1,\"type\":\"tick\"}\n{\"t_us\":2,\"ty", &board), 0);
	next(board, &ev);
	assert_int_equal(board_read(board, &ev), -EBADMSG);
	assert_non_null(strstr(board_error(board), "t.jsonl:3: "));
	assert_non_null(strstr(board_error(board), "cut off"));
	assert_int_equal(board_read(board, &ev), -ENODATA);
	board_close(board);
}

/* Numbers that a recording kept: a gap, and a whole board that contains more than was read before it. */
static void test_kept_numbers(void **state)
{
	struct board *board;
	struct board_event ev;

	assert_int_equal(
		open_text(
			CHESS
			"{\"t_us\":1,\"type\":\"lift\",\"square\":\"e2\",\"seq\":7}\n"
			"{\"t_us\":1,\"type\":\"board\",\"squares\":\"................................................................\",\"seq\":9}\n"
			"{\"t_us\":1,\"type\":\"place\",\"square\":\"e4\"}\n"
			"{\"t_us\":1,\"type\":\"lost\",\"count\":3}\n"
			"{\"t_us\":1,\"type\":\"claim\"}\n"
			"{\"t_us\":1,\"type\":\"tick\"}\n",
			&board),
		0);
	next(board, &ev);
	assert_int_equal(ev.seq, 7);
	next(board, &ev);
	assert_int_equal(ev.squares->seq, 9);
	assert_int_equal(ev.seq, 7);
	next(board, &ev);
	assert_int_equal(ev.seq, 8);
	next(board, &ev);
	assert_int_equal(ev.seq, 11);
	next(board, &ev);
	assert_int_equal(ev.seq, 11);
	next(board, &ev);
	assert_int_equal(ev.seq, 12);
	board_close(board);
}

static bool is_readable(const struct board *board)
{
	struct pollfd pfd = { .fd = board_get_fd(board), .events = POLLIN };

	return poll(&pfd, 1, 0) == 1;
}

/* A file can be waited for in an event loop like any board, to its end. */
static void test_file_can_be_polled(void **state)
{
	struct board *board;
	struct board_event ev;

	assert_int_equal(open_text(CHESS "{\"t_us\":1,\"type\":\"tick\"}\n", &board), 0);
	assert_true(is_readable(board));
	next(board, &ev);
	assert_true(is_readable(board));
	assert_int_equal(board_read(board, &ev), -ENODATA);
	assert_true(is_readable(board));
	board_close(board);
}

static int open_fifo(const char *path, int flags, void *userdata)
{
	int *writer = userdata, fd = open(path, flags);

	if (fd < 0)
		return -errno;
	*writer = open(path, O_WRONLY | O_CLOEXEC);
	assert_true(*writer >= 0);
	assert_int_equal(write(*writer, CHESS, strlen(CHESS)), strlen(CHESS));
	return fd;
}

static void put(int fd, const char *text)
{
	assert_int_equal(write(fd, text, strlen(text)), strlen(text));
}

/* A FIFO is followed: half lines wait, lines that came together are reported one by one, its writer's end is the end.
 */
static void test_fifo(void **state)
{
	struct board *board;
	struct board_event ev;
	char uri[600];
	int writer = -1;

	assert_int_equal(mkfifo(in_folder("fifo"), 0600), 0);
	snprintf(uri, sizeof(uri), "trace:%s", in_folder("fifo"));
	assert_int_equal(board_open(uri, &(struct board_opener){ .open = open_fifo, .userdata = &writer }, &board), 0);
	assert_false(is_readable(board));
	assert_int_equal(board_read(board, &ev), -EAGAIN);
	put(writer, "{\"t_us\":1,\"type\":");
	assert_int_equal(board_read(board, &ev), -EAGAIN);
	put(writer, "\"pause\"}\n{\"t_us\":2,\"type\":\"tick\"}\n{\"t_us\":3");
	assert_true(is_readable(board));
	next(board, &ev);
	assert_int_equal(ev.type, BOARD_EVENT_PAUSE);
	assert_true(is_readable(board)); /* the second line was read with the first one */
	next(board, &ev);
	assert_int_equal(ev.device_us, 2);
	assert_false(is_readable(board));
	assert_int_equal(board_read(board, &ev), -EAGAIN);
	put(writer, ",\"type\":\"tick\"}");
	close(writer);
	assert_true(is_readable(board));
	next(board, &ev);
	assert_int_equal(ev.device_us, 3);
	assert_int_equal(board_read(board, &ev), -ENODATA);
	board_close(board);
}

static void test_no_requests(void **state)
{
	struct board *board;
	uint8_t level[64] = { 0 };

	assert_int_equal(open_text(CHESS, &board), 0);
	assert_int_equal(board_request_squares(board), -EOPNOTSUPP);
	assert_int_equal(board_request_leds(board, level, 64), -EOPNOTSUPP);
	assert_int_equal(board_request_clock(board, 1, 2, BOARD_WHITE), -EOPNOTSUPP);
	assert_non_null(strstr(board_error(board), "cannot show times"));
	board_close(board);
}

static void test_not_a_file(void **state)
{
	struct board *board = NULL;
	char uri[600];

	snprintf(uri, sizeof(uri), "trace:%s", in_folder("nowhere"));
	assert_int_equal(board_open(uri, NULL, &board), -ENOENT);
	assert_non_null(strstr(board_error(NULL), "nowhere, where a trace is expected, cannot be read: No such file"));
	snprintf(uri, sizeof(uri), "trace:%s", test_folder);
	assert_int_equal(board_open(uri, NULL, &board), -EISDIR);
	assert_int_equal(board_open("trace:/dev/null", NULL, &board), -EBADMSG);
	assert_null(board);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_header_defaults),
		cmocka_unit_test(test_header_tells_of_its_board),
		cmocka_unit_test(test_chess_squares),
		cmocka_unit_test(test_draughts_squares),
		cmocka_unit_test(test_whole_board),
		cmocka_unit_test(test_other_types),
		cmocka_unit_test(test_people_and_clocks),
		cmocka_unit_test(test_tolerance),
		cmocka_unit_test(test_bad_headers),
		cmocka_unit_test(test_bad_lines),
		cmocka_unit_test(test_bad_draughts_lines),
		cmocka_unit_test(test_huge_line),
		cmocka_unit_test(test_longest_line),
		cmocka_unit_test(test_cut_off),
		cmocka_unit_test(test_kept_numbers),
		cmocka_unit_test(test_file_can_be_polled),
		cmocka_unit_test(test_fifo),
		cmocka_unit_test(test_no_requests),
		cmocka_unit_test(test_not_a_file),
	};

	return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
