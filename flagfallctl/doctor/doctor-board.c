// SPDX-License-Identifier: GPL-2.0-or-later
/* The self-test of a board: a person lifts and sets down what is asked for, and what is wired wrongly is said. */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "flagfallctl/client/calls.h"
#include "flagfallctl/client/files.h"
#include "flagfallctl/doctor/doctor.h"
#include "flagfallctl/doctor/wiring.h"

#define QUIET_MS 150 /* after the last event of a try */

struct board_test {
	struct doctor *doctor;
	struct board *board;
	struct wiring wiring;
	unsigned number;
};

/* The person goes on without an answer of the board: 1; the end of input: -ENODATA. */
static int read_line(void)
{
	char c;
	ssize_t n;

	while ((n = read(STDIN_FILENO, &c, 1)) == 1)
		if (c == '\n')
			return 1;
	return n < 0 && errno == EINTR ? 0 : -ENODATA;
}

/* Takes what the board has to say. 1: something; 0: nothing; negative errno. */
static int take_events(struct board_test *t, bool counts)
{
	struct board_event ev;
	bool any = false;
	int r;

	while ((r = board_read(t->board, &ev)) != -EAGAIN) {
		if (r == -EBADMSG)
			continue;
		if (r < 0)
			return r;
		if (ev.type != BOARD_EVENT_LIFT && ev.type != BOARD_EVENT_PLACE && ev.type != BOARD_EVENT_PRESS)
			continue;
		any = true;
		if (counts)
			wiring_report(&t->wiring, t->number, &ev);
	}
	return any;
}

/* Until the try is answered and the board is quiet, or the person goes on. */
static int wait_for_try(struct board_test *t, bool counts)
{
	for (bool answered = false;;) {
		struct pollfd fds[] = { { .fd = board_get_fd(t->board), .events = POLLIN },
					{ .fd = STDIN_FILENO, .events = POLLIN } };
		int r = poll(fds, 2, answered ? QUIET_MS : -1);

		if (r < 0 && errno != EINTR)
			return -errno;
		if (r == 0)
			return 0;
		if (r > 0 && fds[0].revents) {
			r = take_events(t, counts);
			if (r < 0)
				return r;
			answered = counts && wiring_is_answered(&t->wiring, t->number);
		}
		if (r >= 0 && fds[1].revents) {
			r = read_line();
			if (r)
				return r < 0 ? r : 0;
		}
	}
}

static int set_up(struct board_test *t)
{
	const struct board_info *info = board_get_info(t->board);
	const bool chess = info->width == 8;
	int r;

	fprintf(stderr,
		"Set pieces on %s, nothing else, and press Enter.\n"
		"Then do what is asked for, square by square. Where the board does not see it, press Enter to go on.\n",
		chess ? "b1 to h1 and a2 to a8" : "47 to 50 and on 41, 36, 31, 26, 21, 16, 11, 6 and 1");
	r = wait_for_try(t, false);
	if (r == 0)
		r = take_events(t, false);
	if (r >= 0)
		r = board_request_squares(t->board);
	if (r < 0)
		return r;
	wiring_start(&t->wiring, info->width, &board_get_answer(t->board)->squares);
	return 0;
}

static int try_all(struct board_test *t)
{
	int r = set_up(t);

	for (t->number = 0; r == 0 && t->number < wiring_tries(&t->wiring); t->number++) {
		enum board_side side = BOARD_WHITE;
		bool stands = false;
		char name[8];
		const int square = wiring_try(&t->wiring, t->number, &stands, &side);

		if (square < 0)
			fprintf(stderr, "%s: press the lever.\n", side == BOARD_WHITE ? "White" : "Black");
		else
			fprintf(stderr, "%s: %s.\n", wiring_square(&t->wiring, square, name),
				stands ? "take the piece away and set it down again" :
					 "set a piece down and take it away again");
		r = wait_for_try(t, true);
	}
	return r;
}

static void say(void *userdata, const char *what, const char *remedy)
{
	struct board_test *t = userdata;

	doctor_report(t->doctor, "wiring", FAULT, what, remedy);
}

int doctor_test_board(struct doctor *d, const char *name)
{
	__attribute__((cleanup(board_closep))) struct board *board = NULL;
	char uri[BOARDS_URI], *path = NULL;
	struct board_test *t;
	int r;

	record_stream_find(d->ctl, name, &path);
	free(path);
	if (path)
		return ctl_fail(d->ctl,
				"flagfalld has that board; stop it for this test: sudo systemctl stop flagfalld.");
	r = boards_find(d->ctl, name, uri);
	if (r)
		return r;
	r = board_open(uri, NULL, &board);
	if (r < 0)
		return ctl_fail(d->ctl, "%s.", *board_error(NULL) ? board_error(NULL) : strerror(-r));
	t = calloc(1, sizeof(*t));
	if (!t)
		return ctl_fail(d->ctl, "out of memory.");
	t->doctor = d;
	t->board = board;
	r = try_all(t);
	if (r == -ENODATA)
		ctl_fail(d->ctl, "the test was ended before its last square.");
	else if (r < 0)
		ctl_fail(d->ctl, "%s.", *board_error(board) ? board_error(board) : strerror(-r));
	else if (!wiring_diagnose(&t->wiring, say, t))
		doctor_report(d, "wiring", OK, "each square and both sides of the lever are reported as they should be",
			      "");
	free(t);
	return r < 0 ? CTL_FAILED : CTL_DONE;
}
