// SPDX-License-Identifier: GPL-2.0-or-later
/* What a recording says of a board and of each of its events, byte for byte, and where a line does not fit. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "libboard/board.h"
#include "libboard/trace.h"

static const struct board_info chess = { .width = 8, .height = 8, .sensors = BOARD_PRESENCE },
			       draughts = { .width = 10,
					    .height = 10,
					    .sensors = BOARD_PIECE_ID,
					    .features = UINT32_MAX,
					    .scan_us = 4000000000U,
					    .grace_us = 50000,
					    .boot_id = 4000000001U,
					    .model = "M \"1\"",
					    .firmware = "2",
					    .serial = "Š3" };

static void a_header_says_what_the_board_is(void **state)
{
	static const struct {
		const struct board_info *info;
		const struct board_squares *squares;
		const char *line;
	} table[] = {
		{ &chess, NULL,
		  "{\"format\":\"sensorboard-trace\",\"version\":1,\"game\":\"chess\",\"sensors\":\"presence\",\"lever\":false,\"scan_us\":0,\"grace_us\":0,\"board\":{\"model\":\"\",\"firmware\":\"\",\"serial\":\"\",\"boot_id\":0,\"features\":[]}}\n" },
		{ &draughts, NULL,
		  "{\"format\":\"sensorboard-trace\",\"version\":1,\"game\":\"draughts-10x10\",\"sensors\":\"piece-id\",\"lever\":true,\"scan_us\":60000000,\"grace_us\":50000,\"board\":{\"model\":\"M \\\"1\\\"\",\"firmware\":\"2\",\"serial\":\"Š3\",\"boot_id\":4000000001,\"features\":[\"lever\",\"pause\",\"clock\",\"leds\",\"device-time\",\"beep\",\"text\"]}}\n" },
	};

	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		char *line = board_trace_write_header(table[i].info, table[i].squares);

		assert_string_equal(line, table[i].line);
		free(line);
	}
}

static void a_header_says_where_the_game_begins_if_the_start_stands(void **state)
{
	static const char start[] = "\"start\":\"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"}\n";
	static const struct {
		const struct board_info *info;
		const char *squares; /* as they lie, from a1 */
		const char *start;
	} table[] = {
		{ &chess, "????????????????................................????????????????", start },
		{ &chess, "RNBQKBNRPPPPPPPP................................pppppppprnbqkbnr", start },
		{ &chess, "RNBQ?BNRPPPPPPPP................................pppppppprnbqkbnr", start },
		{ &chess, "rnbkqbnrpppppppp................................PPPPPPPPRNBKQBNR", start },
		/* king and queen swapped, on the way, another array */
		{ &chess, "RNBKQBNRPPPPPPPP................................pppppppprnbqkbnr", NULL },
		{ &chess, "RNBQKBNRPPPP.PPP............P...................pppppppprnbqkbnr", NULL },
		{ &chess, "????????????.???................................????????????????", NULL },
		{ &chess, "RKBBNQNRPPPPPPPP................................pppppppprkbbnqnr", NULL },
		{ &draughts,
		  "w.w.w.w.w..w.w.w.w.ww.w.w.w.w..w.w.w.w.w....................b.b.b.b.b..b.b.b.b.bb.b.b.b.b..b.b.b.b.b",
		  "\"start\":\"W:W31-50:B1-20\"}\n" },
		{ &draughts,
		  "w.w.w.w.w..w.w.w.w.ww.w.w.w.w..w.w.w.w.w....................b.b.b.b.b..b.b.b.b.bb.b.b.b.b..b.b.b.b.B",
		  NULL },
	};

	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		struct board_squares squares = { .count = (uint8_t)strlen(table[i].squares) };
		char *line;

		memcpy(squares.squares, table[i].squares, strlen(table[i].squares));
		line = board_trace_write_header(table[i].info, &squares);
		if (table[i].start)
			assert_string_equal(strstr(line, "\"start\""), table[i].start);
		else
			assert_null(strstr(line, "\"start\""));
		free(line);
	}
}

static void an_event_is_a_line(void **state)
{
	static const struct board_squares
		squares = { .seq = 9,
			    .count = 64,
			    .lever = BOARD_BLACK,
			    .squares = "rnbqkbnr........P..............................................?" },
		table10 = {
			.seq = 4,
			.count = 100,
			.squares =
				"w.w.w.w.w..w.w.w.w.wW.W.W.W.W..w.w.w.w.w....................b.b.b.b.b..b.b.b.b.bB.B.B.B.B..b.b.b.b.b"
		};
	static const struct {
		const struct board_info *info;
		struct board_event event;
		uint32_t last_seq;
		const char *line;
	} table[] = {
		{ &chess,
		  { .type = BOARD_EVENT_LIFT, .seq = 1, .square = 0, .piece = '?' },
		  0,
		  "{\"t_us\":-5,\"type\":\"lift\",\"square\":\"a1\"}\n" },
		{ &chess,
		  { .type = BOARD_EVENT_LIFT, .seq = 2, .square = 63, .piece = 'k' },
		  0,
		  "{\"t_us\":-4,\"type\":\"lift\",\"square\":\"h8\",\"piece\":\"k\",\"seq\":2}\n" },
		{ &chess,
		  { .type = BOARD_EVENT_PLACE, .seq = 3, .square = 12 },
		  2,
		  "{\"t_us\":-3,\"type\":\"place\",\"square\":\"e2\"}\n" },
		{ &draughts,
		  { .type = BOARD_EVENT_PLACE, .seq = 3, .square = 99, .piece = 'W' },
		  2,
		  "{\"t_us\":-2,\"type\":\"place\",\"square\":\"5\",\"piece\":\"W\"}\n" },
		{ &chess,
		  { .type = BOARD_EVENT_PRESS, .seq = 4, .side = BOARD_WHITE },
		  3,
		  "{\"t_us\":-1,\"type\":\"press\",\"side\":\"white\"}\n" },
		{ &chess,
		  { .type = BOARD_EVENT_PRESS, .seq = 5, .side = BOARD_BLACK },
		  3,
		  "{\"t_us\":0,\"type\":\"press\",\"side\":\"black\",\"seq\":5}\n" },
		{ &chess,
		  { .type = BOARD_EVENT_PAUSE, .seq = 1 },
		  UINT32_MAX,
		  "{\"t_us\":1,\"type\":\"pause\",\"seq\":1}\n" },
		{ &chess, { .type = BOARD_EVENT_TIME, .seq = 7 }, 6, "{\"t_us\":2,\"type\":\"tick\"}\n" },
		{ &chess,
		  { .type = BOARD_EVENT_LOST, .seq = 10, .lost = 3 },
		  7,
		  "{\"t_us\":3,\"type\":\"lost\",\"count\":3}\n" },
		{ &chess,
		  { .type = BOARD_EVENT_LOST, .seq = 10, .lost = UINT32_MAX },
		  7,
		  "{\"t_us\":4,\"type\":\"lost\",\"count\":4294967295,\"seq\":10}\n" },
		{ &chess,
		  { .type = BOARD_EVENT_SQUARES, .seq = 3, .squares = &squares },
		  9,
		  "{\"t_us\":5,\"type\":\"board\",\"squares\":\".......?................................P...............rnbqkbnr\",\"lever\":\"black\"}\n" },
		{ &chess,
		  { .type = BOARD_EVENT_SQUARES, .seq = 3, .squares = &squares },
		  8,
		  "{\"t_us\":6,\"type\":\"board\",\"squares\":\".......?................................P...............rnbqkbnr\",\"lever\":\"black\",\"seq\":9}\n" },
		{ &draughts,
		  { .type = BOARD_EVENT_SQUARES, .squares = &table10 },
		  4,
		  "{\"t_us\":7,\"type\":\"board\",\"squares\":\"bbbbbBBBBBbbbbbbbbbb..........wwwwwWWWWWwwwwwwwwww\"}\n" },
		{ &chess, { .type = BOARD_EVENT_TEXT, .text = "{\"type\":\"other\"}" }, 4, "{\"type\":\"other\"}\n" },
	};

	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		char line[400], less[400];
		const int n = board_trace_write_event(table[i].info, &table[i].event, -5 + (int64_t)i,
						      table[i].last_seq, line, sizeof(line));

		assert_int_equal(n, (int)strlen(line));
		assert_string_equal(line, table[i].line);
		for (size_t room = 0; room <= (size_t)n; room++)
			assert_int_equal(board_trace_write_event(table[i].info, &table[i].event, -5 + (int64_t)i,
								 table[i].last_seq, less, room),
					 -ENOBUFS);
		assert_int_equal(board_trace_write_event(table[i].info, &table[i].event, -5 + (int64_t)i,
							 table[i].last_seq, less, (size_t)n + 1),
				 n);
		assert_string_equal(less, line);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_header_says_what_the_board_is),
		cmocka_unit_test(a_header_says_where_the_game_begins_if_the_start_stands),
		cmocka_unit_test(an_event_is_a_line),
	};

	return cmocka_run_group_tests_name("trace writer", tests, NULL, NULL);
}
