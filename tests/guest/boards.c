// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * boards VERB …: libboard from a shell
 *
 *   watch            print what comes and goes, a line each, until killed
 *   read URI N       print N events, or until the board is gone
 *   squares URI      print the whole board
 *   show URI         light square 3, show 1000 and 2000 ms, White's running
 */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "libboard/board.h"

static void wait_for(int fd)
{
	poll(&(struct pollfd){ .fd = fd, .events = POLLIN }, 1, -1);
}

static int watch(void)
{
	struct board_monitor *monitor;
	struct board_device dev;
	int r = board_monitor_open(&monitor);

	for (; r >= 0 || r == -EAGAIN; r = board_monitor_read(monitor, &dev)) {
		if (r == 1)
			printf("%s %s %s %s %s %s\n", dev.change == BOARD_ADDED ? "added" : "removed", dev.uri,
			       dev.by_id, dev.port, dev.serial, dev.model);
		else if (r == -EAGAIN)
			wait_for(board_monitor_get_fd(monitor));
	}
	printf("error %s\n", strerror(-r));
	return 1;
}

static void print_event(const struct board_event *ev)
{
	static const char *const names[] = { "?", "lift", "place", "press", "pause", "time", "lost" };

	printf("%u %s", ev->seq, names[ev->type < 7 ? ev->type : 0]);
	if (ev->type == BOARD_EVENT_LIFT || ev->type == BOARD_EVENT_PLACE)
		printf(" %u %c", ev->square, ev->piece);
	if (ev->type == BOARD_EVENT_PRESS)
		printf(" %u", ev->side);
	if (ev->type == BOARD_EVENT_LOST)
		printf(" %u", ev->lost);
	printf(" @%lld\n", ev->device_us == BOARD_NO_TIME ? -1LL : (long long)ev->device_us);
}

static int read_events(struct board *board, int n)
{
	struct board_event ev;

	printf("open\n");
	while (n > 0) {
		int r = board_read(board, &ev);

		if (r == 1) {
			print_event(&ev);
			n--;
		} else if (r == -EAGAIN) {
			wait_for(board_get_fd(board));
		} else {
			printf("%s\n", strerrorname_np(-r));
			return 1;
		}
	}
	return 0;
}

static int squares(struct board *board)
{
	struct board_squares s;

	if (board_request_squares(board) < 0) {
		printf("%s\n", board_error(board));
		return 1;
	}
	s = board_get_answer(board)->squares;
	printf("seq %u lever %u @%lld %.*s\n", s.seq, s.lever, (long long)s.device_us, s.count, s.squares);
	return 0;
}

static int show(struct board *board)
{
	uint8_t level[BOARD_MAX_SQUARES] = { [3] = 255 };
	const struct board_info *info = board_get_info(board);
	int r = board_request_leds(board, level, (size_t)info->width * info->height);

	if (r == 0)
		r = board_request_clock(board, 1000, 2000, BOARD_WHITE);
	if (r < 0)
		printf("%s\n", board_error(board));
	return r < 0;
}

int main(int argc, char **argv)
{
	struct board *board;
	int r;

	setvbuf(stdout, NULL, _IOLBF, 0);
	if (argc == 2 && strcmp(argv[1], "watch") == 0)
		return watch();
	if (argc < 3)
		return 2;
	r = board_open(argv[2], NULL, &board);
	if (r < 0) {
		printf("%s\n", board_error(NULL));
		return 1;
	}
	r = strcmp(argv[1], "squares") == 0 ? squares(board) :
	    strcmp(argv[1], "show") == 0    ? show(board) :
					      read_events(board, argc > 3 ? atoi(argv[3]) : 1);
	board_close(board);
	return r;
}
