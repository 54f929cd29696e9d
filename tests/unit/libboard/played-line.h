/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A terminal line, the machine's time and its timers, as the library sees them: all three are played here, so that
 * minutes pass at once and nothing depends on how busy the machine is. The functions below take the place of libc's in
 * the program that includes this. At the other end of the line is an emulated board, or nothing.
 */
#ifndef TESTS_PLAYED_LINE_H
#define TESTS_PLAYED_LINE_H

#include <poll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <termios.h>
#include <time.h>

#include "daemon/core/core.h"
#include "emulator/emulated-board.h"
#include "tests/unit/libboard/board-testing.h"

#define LINE "/dev/line"
#define SECOND INT64_C(1000000)
#define STEP_US 10000

static struct {
	int end, other; /* the library's, which it has a copy of, and the board's */
	int64_t now_us;
	int64_t armed_us; /* what the library's timer is set to; 0: never */
	struct emulated *board;
	size_t room;   /* so many bytes go into the line before it is full */
	bool deaf;     /* what the host sends is kept and not received */
	bool crumbs;   /* what the board says comes byte after byte */
	size_t n_sent; /* by the host */
	uint8_t sent[4096];
	bool no_files;	 /* nothing can be opened but the line */
	int descriptors; /* open before the line was laid */
} played;

/* What the host has sent goes to the board, and what the board says to the host. */
static void exchange(void)
{
	uint8_t bytes[512];
	ssize_t n;

	while ((n = recv(played.other, bytes, sizeof(bytes), MSG_DONTWAIT)) > 0)
		for (ssize_t i = 0; i < n; i++) {
			if (played.n_sent < sizeof(played.sent))
				played.sent[played.n_sent++] = bytes[i];
			if (played.board && !played.deaf)
				played.board->kind->receive(played.board, bytes[i]);
		}
	if (!played.board)
		return;
	played.board->kind->advance(played.board, played.now_us);
	n = played.crumbs && played.board->size ? 1 : (ssize_t)played.board->size;
	if (n)
		assert_int_equal(send(played.other, played.board->out, (size_t)n, MSG_NOSIGNAL), n);
	played.board->size -= (size_t)n;
	memmove(played.board->out, played.board->out + n, played.board->size);
}

/* --- in libc's place --- */

int clock_gettime(clockid_t clock, struct timespec *now)
{
	now->tv_sec = played.now_us / SECOND;
	now->tv_nsec = played.now_us % SECOND * 1000;
	return 0;
}

int timerfd_settime(int fd, int flags, const struct itimerspec *at, struct itimerspec *before)
{
	assert_int_equal(flags, TFD_TIMER_ABSTIME);
	played.armed_us = at->it_value.tv_sec * SECOND + at->it_value.tv_nsec / 1000;
	return 0;
}

int poll(struct pollfd *fds, nfds_t n, int ms)
{
	const struct timespec at_once = { 0, 0 };
	int r;

	for (;; ms -= STEP_US / 1000, played.now_us += STEP_US) {
		exchange();
		r = ppoll(fds, n, &at_once, NULL);
		if (r || ms <= 0)
			return r;
	}
}

static bool is_line(int fd)
{
	struct stat line, st;

	return fstatat(played.end, "", &line, AT_EMPTY_PATH) == 0 && fstatat(fd, "", &st, AT_EMPTY_PATH) == 0 &&
	       S_ISSOCK(st.st_mode) && st.st_dev == line.st_dev && st.st_ino == line.st_ino;
}

int fstat(int fd, struct stat *st)
{
	int r = fstatat(fd, "", st, AT_EMPTY_PATH);

	if (r == 0 && is_line(fd))
		st->st_mode = S_IFCHR | 0600;
	return r;
}

int isatty(int fd)
{
	return is_line(fd);
}

int tcgetattr(int fd, struct termios *t)
{
	memset(t, 0, sizeof(*t));
	return 0;
}

int tcsetattr(int fd, int when, const struct termios *t)
{
	return 0;
}

int tcflush(int fd, int queue)
{
	return 0;
}

int ioctl(int fd, unsigned long request, ...)
{
	return 0;
}

ssize_t write(int fd, const void *bytes, size_t n)
{
	if (is_line(fd)) {
		if (played.room == 0) {
			errno = EAGAIN;
			return -1;
		}
		n = n < played.room ? n : played.room;
		if (played.room != SIZE_MAX)
			played.room -= n;
	}
	return syscall(SYS_write, fd, bytes, n);
}

/* --- for the tests --- */

__attribute__((unused)) static int open_played(const char *path, int flags, void *userdata)
{
	int fd;

	if (strncmp(path, LINE, strlen(LINE)) == 0)
		return fcntl(played.end, F_DUPFD_CLOEXEC, 0);
	fd = played.no_files ? -1 : open(path, flags, 0600);
	return fd < 0 ? -EACCES : fd;
}

/* The line, with this board at its other end; NULL: nothing. Three minutes each, White's clock on the left. */
static void lay_line(const struct emulated_kind *kind, struct emulated_options options, const char *squares)
{
	struct clock_control control = { .mode = CLOCK_SUDDEN_DEATH, .start_us = { 180 * SECOND, 180 * SECOND } };
	int fds[2];

	memset(&played, 0, sizeof(played));
	played.descriptors = open_descriptors();
	played.now_us = 20 * SECOND;
	played.room = SIZE_MAX;
	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, fds), 0);
	played.end = fds[0];
	played.other = fds[1];
	if (!kind)
		return;
	control.running = NO_SIDE;
	options.scan_us = options.late_us = -1;
	played.board = emulated_new(kind, &options, &control, squares);
	assert_non_null(played.board);
	played.board->is_plugged = true;
	played.board->kind->advance(played.board, played.now_us);
	played.board->size = 0; /* nobody listened */
}

/* After the board is closed: it has left nothing open. */
__attribute__((unused)) static void clear_line(void)
{
	close(played.end);
	if (played.other >= 0)
		close(played.other);
	assert_int_equal(open_descriptors(), played.descriptors);
	free(played.board);
	played.board = NULL;
}

__attribute__((unused)) static struct board_opener opener_of(const char *folder)
{
	return (struct board_opener){ .open = open_played, .state = folder };
}

/* uri: SCHEME:/dev/line and what follows. */
__attribute__((unused)) static struct board *opened_line(const char *uri, const char *folder)
{
	struct board_opener opener = opener_of(folder);
	struct board *board;
	int r = board_open(uri, &opener, &board);

	if (r)
		fail_msg("%s: %d: %s", uri, r, board_error(NULL));
	return board;
}

struct heard {
	unsigned n[BOARD_EVENT_ANSWER + 1]; /* events of each type */
	uint8_t pressed;		    /* the side that pressed last */
	int64_t us;			    /* the last event's time */
	int error;			    /* the last one */
	char said[400];			    /* its sentence */
};

/* Reads what is there, as a program does. */
__attribute__((unused)) static void read_all(struct board *board, struct heard *heard)
{
	struct board_event ev;
	int r;

	while ((r = board_read(board, &ev)) == 1) {
		heard->n[ev.type]++;
		heard->us = ev.host_us;
		if (ev.type == BOARD_EVENT_PRESS)
			heard->pressed = ev.side;
	}
	if (r == -EAGAIN)
		return;
	heard->error = r;
	snprintf(heard->said, sizeof(heard->said), "%s", board_error(board));
}

/* Time passes, and the program reads when its descriptor would wake it: bytes are there, or the timer has run. */
__attribute__((unused)) static struct heard pass(struct board *board, int64_t us)
{
	const int64_t until = played.now_us + us;
	struct heard heard = { .error = 0 };
	const struct timespec at_once = { 0, 0 };

	for (; played.now_us < until; played.now_us += STEP_US) {
		struct pollfd fd = { .fd = board_get_fd(board), .events = POLLIN };

		exchange();
		if (played.armed_us && played.armed_us <= played.now_us) {
			played.armed_us = 0; /* it runs once */
			read_all(board, &heard);
		} else if (ppoll(&fd, 1, &at_once, NULL) == 1) {
			read_all(board, &heard);
		}
	}
	return heard;
}

/* Has the board shown this line? What it has shown until now is taken. */
__attribute__((unused)) static bool has_shown(const char *text)
{
	bool found;

	exchange();
	found = strstr(played.board->shown, text);
	played.board->shown[0] = '\0';
	return found;
}

/* How often the host has sent this byte; forgotten. */
__attribute__((unused)) static unsigned sent(uint8_t byte)
{
	unsigned n = 0;

	exchange();
	for (size_t i = 0; i < played.n_sent; i++)
		n += played.sent[i] == byte;
	played.n_sent = 0;
	return n;
}

__attribute__((unused)) static void act(enum board_event_type type, uint8_t square, char piece)
{
	const struct board_event ev = { .type = type, .square = square, .piece = piece };

	assert_int_equal(emulated_apply(played.board, &ev), 0);
}

__attribute__((unused)) static void press(uint8_t side)
{
	const struct board_event ev = { .type = BOARD_EVENT_PRESS, .side = side };

	assert_int_equal(emulated_apply(played.board, &ev), 0);
}

#endif
