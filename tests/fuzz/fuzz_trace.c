/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A whole trace through libboard. Its events lie on the board and in order, and are the same when they are written and
 * read again; what is refused is named with its line.
 */
#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "libboard/backend.h"
#include "libboard/trace.h"
#include "tests/fuzz/fuzz.h"

#define HEADER "{\"format\":\"sensorboard-trace\",\"version\":1"

const char *const fuzz_seeds[] = {
	HEADER
	",\"sensors\":\"piece-id\",\"scan_us\":9,\"lever\":false,\"board\":{\"model\":\"M\",\"boot_id\":4}}\n"
	"{\"t_us\":5,\"type\":\"lift\",\"square\":\"e2\",\"piece\":\"P\"}\n{\"t_ms\":7,\"type\":\"place\",\"square\":\"e4\",\"piece\":null}\r\n"
	"{\"t_us\":7000,\"type\":\"press\",\"side\":\"w\",\"seq\":8}\n\n{\"t_us\":7000,\"type\":\"lost\",\"count\":3}\n",
	HEADER
	",\"game\":\"draughts-10x10\"}\n{\"t_us\":1,\"type\":\"lift\",\"square\":\"32\",\"piece\":\"w\"}\n"
	"{\"t_us\":2,\"type\":\"place\",\"square\":\"d1\"}\n"
	"{\"t_us\":3,\"type\":\"board\",\"lever\":\"black\",\"squares\":\"Bbbbb.....?................................wwwwwww\",\"seq\":2}",
	HEADER
	"}\n{\"t_us\":3,\"type\":\"board\",\"squares\":\"rnbqkbnrpppppppp................................PPPPPPPPRNBQ?BNR\"}\n"
	"{\"t_us\":3,\"type\":\"claim\",\"by\":\"white\",\"claim\":\"flag\"}\n{\"t_us\":4,\"type\":\"tick\"}\n{\"t_us\":4,\"type\":\"pause\"}\n",
	NULL
};
const char *const fuzz_words[] = { "{",		  "}",
				   "[",		  "]",
				   ":",		  ",",
				   "\"",	  "\n",
				   "\r\n",	  "\xef\xbb\xbf",
				   "\\u0041",	  "null",
				   "true",	  "1e9",
				   "-1",	  "9007199254740993",
				   "4294967296",  "\"t_us\":",
				   "\"t_ms\":",	  "\"type\":",
				   "\"square\":", "\"piece\":",
				   "\"seq\":",	  "\"count\":",
				   "\"lost\"",	  "\"tick\"",
				   "\"board\"",	  "\"50\"",
				   "\"j10\"",	  "\"h8\"",
				   HEADER "}\n",  NULL };

static int give(const char *path, int flags, void *userdata)
{
	return *(int *)userdata;
}

/* The recorder's line for this event, read back. */
static void check_round_trip(const struct board_info *info, const struct board_event *ev, uint32_t last_seq)
{
	struct board_event again = { .host_us = BOARD_NO_TIME, .device_us = BOARD_NO_TIME };
	char line[TRACE_WRITE_MAX], why[TRACE_ERROR_SIZE];
	struct board_squares squares;
	int n = board_trace_write_event(info, ev, ev->device_us, last_seq, line, sizeof(line));

	FUZZ_ASSERT(n > 0 && line[n - 1] == '\n');
	FUZZ_ASSERT(board_trace_read_event(info, line, (size_t)n - 1, ev->device_us, last_seq, &again, &squares, why) ==
		    0);
	FUZZ_ASSERT(again.type == ev->type && again.device_us == ev->device_us && again.seq == ev->seq);
	FUZZ_ASSERT(again.square == ev->square && again.piece == ev->piece && again.side == ev->side &&
		    again.lost == ev->lost);
	if (ev->type == BOARD_EVENT_SQUARES)
		FUZZ_ASSERT(memcmp(ev->squares, again.squares, sizeof(squares)) == 0);
}

static void check_event(const struct board_info *info, const struct board_event *ev, int64_t last_us, uint32_t last_seq)
{
	FUZZ_ASSERT(ev->device_us >= 0 && ev->device_us >= last_us && ev->host_us == BOARD_NO_TIME);
	switch (ev->type) {
	case BOARD_EVENT_LIFT:
	case BOARD_EVENT_PLACE:
		FUZZ_ASSERT(ev->square < board_cells(info) && ev->piece);
		break;
	case BOARD_EVENT_PRESS:
		FUZZ_ASSERT(ev->side == BOARD_WHITE || ev->side == BOARD_BLACK);
		break;
	case BOARD_EVENT_SQUARES:
		FUZZ_ASSERT(ev->squares->count == board_cells(info) &&
			    !memchr(ev->squares->squares, 0, ev->squares->count));
		break;
	case BOARD_EVENT_TEXT:
		FUZZ_ASSERT(ev->text[0] == '{' && !strchr(ev->text, '\n'));
		return;
	case BOARD_EVENT_LOST:
		FUZZ_ASSERT(ev->lost > 0);
		break;
	default:
		break;
	}
	check_round_trip(info, ev, last_seq);
}

void fuzz_one(const uint8_t *data, size_t size)
{
	int64_t last_us = BOARD_NO_TIME;
	uint32_t last_seq = 0;
	struct board_event ev;
	struct board *board;
	int r, fd = memfd_create("trace", MFD_CLOEXEC);

	FUZZ_ASSERT(fd >= 0 && write(fd, data, size) == (ssize_t)size && lseek(fd, 0, SEEK_SET) == 0);
	r = board_open("trace:T", &(struct board_opener){ .open = give, .userdata = &fd }, &board);
	if (r < 0) {
		FUZZ_ASSERT(r == -EBADMSG || r == -ENODEV || r == -EPROTONOSUPPORT);
		FUZZ_ASSERT(strncmp(board_error(NULL), "T:", 2) == 0);
		return;
	}
	while ((r = board_read(board, &ev)) != -ENODATA) {
		if (r < 0) {
			FUZZ_ASSERT(r == -EBADMSG && strncmp(board_error(board), "T:", 2) == 0);
			continue;
		}
		check_event(board_get_info(board), &ev, last_us, last_seq);
		last_us = ev.device_us;
		last_seq = ev.seq;
	}
	board_close(board);
}
