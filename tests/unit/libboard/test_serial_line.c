// SPDX-License-Identifier: GPL-2.0-or-later
/* Lines whose calls give what a board that is pulled, a busy machine or the end of a file gives. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "libboard/serial-line.h"

/* What the calls give, one after the other: a count, or an errno value that is negative; 0 is the end. */
static struct {
	const int *gives;
	unsigned at, polled;
	bool polls; /* poll() finds something */
	char wrote[64];
	size_t length;
} calls;

ssize_t __wrap_read(int fd, void *buf, size_t size);
ssize_t __wrap_read(int fd, void *buf, size_t size)
{
	const int gives = calls.gives[calls.at++];

	assert_int_equal(fd, 7);
	errno = gives < 0 ? -gives : EINTR; /* which an earlier call has left */
	if (gives > 0)
		memset(buf, 'x', (size_t)gives);
	return gives < 0 ? -1 : gives;
}

ssize_t __wrap_write(int fd, const void *buf, size_t size);
ssize_t __wrap_write(int fd, const void *buf, size_t size)
{
	const int gives = calls.gives[calls.at++];
	const size_t n = gives < 0 ? 0 : (size_t)gives < size ? (size_t)gives : size;

	assert_int_equal(fd, 7);
	errno = gives < 0 ? -gives : EINTR;
	memcpy(calls.wrote + calls.length, buf, n);
	calls.length += n;
	return gives < 0 ? -1 : (ssize_t)n;
}

int __wrap_poll(struct pollfd *fds, nfds_t count, int timeout_ms);
int __wrap_poll(struct pollfd *fds, nfds_t count, int timeout_ms)
{
	assert_int_equal(count, 1);
	assert_int_equal(fds->fd, 7);
	assert_int_equal(fds->events, POLLIN);
	assert_int_equal(timeout_ms, 0);
	calls.polled++;
	return calls.polls;
}

static void what_a_read_gives(void **state)
{
	static const struct {
		bool is_live, is_file, polls;
		int gives[3], result;
		unsigned reads;
	} table[] = {
		{ true, false, true, { 3 }, 3, 1 },
		{ true, false, true, { 1 }, 1, 1 },
		{ true, false, false, { 3 }, -EAGAIN, 0 },
		{ true, false, true, { -EINTR, -EINTR, 2 }, 2, 3 },
		{ true, false, true, { -EAGAIN }, -EAGAIN, 1 },
		{ true, false, true, { 0 }, -ENODEV, 1 },
		{ true, false, true, { -EIO }, -ENODEV, 1 },
		{ true, false, true, { -ENXIO }, -ENODEV, 1 },
		{ true, false, true, { -ENODEV }, -ENODEV, 1 },
		{ true, false, true, { -EBADF }, -EBADF, 1 },
		{ false, false, true, { 0 }, -ENODATA, 1 },
		{ false, false, true, { -EIO }, -EIO, 1 },
		{ false, true, false, { 3 }, 3, 1 },
		{ false, true, false, { 0 }, -ENODATA, 1 },
		{ false, true, false, { -ENXIO }, -ENXIO, 1 },
	};

	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		struct serial_line line = { .fd = 7, .is_live = table[i].is_live, .is_file = table[i].is_file };
		uint8_t bytes[8] = { 0 };
		int r;

		memset(&calls, 0, sizeof(calls));
		calls.gives = table[i].gives;
		calls.polls = table[i].polls;
		r = board_serial_line_read(&line, bytes, sizeof(bytes));
		if (r != table[i].result || calls.at != table[i].reads || calls.polled != !table[i].is_file)
			fail_msg("case %zu: %d after %u reads and %u looks", i, r, calls.at, calls.polled);
	}
}

static void what_a_write_gives(void **state)
{
	static const struct {
		int gives[4], result;
		const char *wrote;
		unsigned writes;
	} table[] = {
		{ { 9 }, 0, "abcd", 1 },
		{ { 1, -EINTR, 2, 9 }, 0, "abcd", 4 },
		{ { 1, -EIO }, -ENODEV, "a", 2 },
		{ { -ENODEV }, -ENODEV, "", 1 },
		{ { 3, -EAGAIN }, -EAGAIN, "abc", 2 },
	};
	struct serial_line line = { .fd = 7, .is_live = true };

	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		memset(&calls, 0, sizeof(calls));
		calls.gives = table[i].gives;
		assert_int_equal(board_serial_line_write(&line, (const uint8_t *)"abcd", 4), table[i].result);
		assert_string_equal(calls.wrote, table[i].wrote);
		assert_int_equal(calls.at, table[i].writes);
	}
	memset(&calls, 0, sizeof(calls));
	assert_int_equal(board_serial_line_write(&line, (const uint8_t *)"", 0), 0);
	assert_int_equal(calls.at, 0);
}

/* The line is a terminal, and is gone when it is to be set up. */
static bool is_pulled;

int __real_tcgetattr(int fd, struct termios *t);
int __wrap_tcgetattr(int fd, struct termios *t);
int __wrap_tcgetattr(int fd, struct termios *t)
{
	if (!is_pulled)
		return __real_tcgetattr(fd, t);
	errno = EIO;
	return -1;
}

static void a_line_that_is_pulled_while_it_is_opened(void **state)
{
	static struct board board;
	const int device = posix_openpt(O_RDWR | O_NOCTTY);
	struct serial_line line;

	assert_return_code(device, errno);
	assert_return_code(grantpt(device), errno);
	assert_return_code(unlockpt(device), errno);
	board_serial_line_init(&line);
	assert_int_equal(board_serial_line_open(&line, &board, ptsname(device), B9600, NULL), 0);
	assert_true(line.is_live);
	board_serial_line_close(&line);

	is_pulled = true;
	assert_int_equal(board_serial_line_open(&line, &board, ptsname(device), B9600, NULL), -EIO);
	assert_string_equal(strrchr(board.error, ':'), ": Input/output error");
	board_serial_line_close(&line);
	is_pulled = false;
	close(device);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_a_read_gives),
		cmocka_unit_test(what_a_write_gives),
		cmocka_unit_test(a_line_that_is_pulled_while_it_is_opened),
	};

	return cmocka_run_group_tests_name("serial line", tests, NULL, NULL);
}
