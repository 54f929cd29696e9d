/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "libboard/serial-line.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

void board_serial_line_init(struct serial_line *line)
{
	line->fd = -1;
	board_poll_set_init(&line->poll_set);
}

static int serial_line_set_up(int fd, speed_t speed)
{
	struct termios t;

	if (tcgetattr(fd, &t) < 0)
		return -errno;
	cfmakeraw(&t);
	t.c_cflag &= ~(tcflag_t)(CSTOPB | CRTSCTS);
	t.c_cflag |= CLOCAL | CREAD;
	t.c_cc[VMIN] = 1;
	t.c_cc[VTIME] = 0;
	cfsetispeed(&t, speed);
	cfsetospeed(&t, speed);
	/* No other program is to read half of what the board sends. */
	if (tcsetattr(fd, TCSANOW, &t) < 0 || ioctl(fd, TIOCEXCL) < 0)
		return -errno;
	tcflush(fd, TCIOFLUSH);
	return 0;
}

/* Also by another name than the kernel's. */
static bool is_hidraw(dev_t device)
{
	char path[64], goal[PATH_MAX];
	ssize_t n;

	snprintf(path, sizeof(path), "/sys/dev/char/%u:%u/subsystem", major(device), minor(device));
	n = readlink(path, goal, sizeof(goal) - 1);
	if (n < 0)
		return false;
	goal[n] = '\0';
	return n >= 7 && strcmp(goal + n - 7, "/hidraw") == 0;
}

int board_serial_line_open(struct serial_line *line, struct board *board, const char *path, speed_t speed,
			   const struct board_opener *opener)
{
	struct stat st;
	int r;

	/* First for reading only: what is written to a file would be lost to its owner. */
	line->fd = board_open_file(opener, path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
	if (line->fd < 0)
		return board_fail(board, line->fd, "%.300s: %s", path, strerror(-line->fd));
	if (fstat(line->fd, &st) < 0)
		return -errno;
	if (S_ISDIR(st.st_mode))
		return board_fail(board, -EISDIR, "%.300s: %s", path, strerror(EISDIR));
	/* A hidraw node (no speed) is no tty and no device that is read to its end, as /dev/null is. */
	line->is_live = S_ISCHR(st.st_mode) && (isatty(line->fd) || (speed == B0 && is_hidraw(st.st_rdev)));
	line->is_file = S_ISREG(st.st_mode);
	if (line->is_live) {
		close(line->fd);
		line->fd = board_open_file(opener, path, O_RDWR | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
		r = line->fd < 0     ? line->fd :
		    isatty(line->fd) ? serial_line_set_up(line->fd, speed == B0 ? B115200 : speed) :
				       0;
		if (r < 0)
			return board_fail(board, r, "%.300s: %s", path, strerror(-r));
	}
	r = board_poll_set_open(&line->poll_set, line->is_file ? -1 : line->fd);
	if (r == -EPERM) { /* cannot be polled, and never makes a reader wait */
		line->is_file = true;
		r = board_poll_set_open(&line->poll_set, -1);
	}
	return r;
}

void board_serial_line_lower_dtr(struct serial_line *line)
{
	int dtr = TIOCM_DTR;

	/* A line that is no cable has none, and fails. */
	if (line->is_live)
		(void)ioctl(line->fd, TIOCMBIC, &dtr);
}

void board_serial_line_close(struct serial_line *line)
{
	board_poll_set_close(&line->poll_set);
	if (line->fd >= 0)
		close(line->fd);
	line->fd = -1;
}

int board_serial_line_read(struct serial_line *line, uint8_t *buf, size_t size)
{
	struct pollfd pfd = { .fd = line->fd, .events = POLLIN };
	ssize_t n;

	if (!line->is_file && poll(&pfd, 1, 0) <= 0)
		return -EAGAIN; /* a FIFO without a writer yet is neither readable nor hung up */
	do
		n = read(line->fd, buf, size);
	while (n < 0 && errno == EINTR);
	if (n > 0)
		return (int)n;
	if (n < 0 && errno == EAGAIN)
		return -EAGAIN;
	if (line->is_live && (n == 0 || errno == EIO || errno == ENXIO || errno == ENODEV))
		return -ENODEV;
	return n == 0 ? -ENODATA : -errno;
}

void board_serial_line_wait(struct serial_line *line, int ms)
{
	struct pollfd pfd = { .fd = line->fd, .events = POLLIN };

	poll(&pfd, 1, ms);
}

int board_serial_line_write(struct serial_line *line, const uint8_t *buf, size_t n)
{
	while (n) {
		ssize_t done = write(line->fd, buf, n);

		if (done < 0 && errno == EINTR)
			continue;
		if (done < 0)
			return errno == EIO ? -ENODEV : -errno;
		buf += done;
		n -= (size_t)done;
	}
	return 0;
}
