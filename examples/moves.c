/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Prints what was moved on a board between two presses of its lever, and who
 * pressed: squares that are empty now, and squares that were set upon.
 *
 *   cc examples/moves.c $(pkg-config --cflags --libs libboard) -o moves
 *   ./moves chardev:/dev/sensorboard0        (board_uri(7): or usb:, dgt:, trace: …)
 *
 * It knows nothing of chess: that is flagfalld's part. A rook that castles is
 * a second piece that was moved, and a piece that is captured was lifted, too.
 */
#include <errno.h>
#include <libboard/board.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static void print_squares(const bool *which, int width, int cells)
{
	for (int i = 0; i < cells; i++)
		if (which[i])
			printf(" %c%d", 'a' + i % width, 1 + i / width);
}

/* Returns what ended it: -ENODEV unplugged, -ENODATA the end of a trace. */
static int follow(struct board *board)
{
	const struct board_info *info = board_get_info(board);
	const int width = info->width, cells = info->width * info->height;
	bool lifted[BOARD_MAX_SQUARES] = { false }, placed[BOARD_MAX_SQUARES] = { false };
	struct board_event ev;
	int r;

	for (;;) {
		r = board_read(board, &ev);
		if (r == -EAGAIN) {
			struct pollfd fd = { .fd = board_get_fd(board), .events = POLLIN };

			poll(&fd, 1, -1);
		} else if (r == -EBADMSG) {
			fprintf(stderr, "%s\n", board_error(board));
		} else if (r < 0) {
			return r;
		} else if (ev.type == BOARD_EVENT_LIFT) {
			lifted[ev.square] = true;
			placed[ev.square] = false;
		} else if (ev.type == BOARD_EVENT_PLACE) {
			placed[ev.square] = true;
			lifted[ev.square] = false;
		} else if (ev.type == BOARD_EVENT_LOST) {
			printf("lost %u\n", ev.lost);
		} else if (ev.type == BOARD_EVENT_PRESS) {
			printf("%s:", ev.side == BOARD_WHITE ? "White" : "Black");
			print_squares(lifted, width, cells);
			printf(" ->");
			print_squares(placed, width, cells);
			printf("\n");
			memset(lifted, 0, sizeof(lifted));
			memset(placed, 0, sizeof(placed));
		}
	}
}

int main(int argc, char **argv)
{
	struct board *board;
	int r;

	if (argc != 2) {
		fprintf(stderr, "usage: %s URI\n", argv[0]);
		return 2;
	}
	if (board_open(argv[1], NULL, &board) < 0) {
		fprintf(stderr, "%s\n", board_error(NULL));
		return 1;
	}
	setvbuf(stdout, NULL, _IOLBF, 0);
	r = follow(board);
	if (r != -ENODATA)
		fprintf(stderr, "%s\n", board_error(board));
	board_close(board);
	return r != -ENODATA;
}
