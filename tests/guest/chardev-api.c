// SPDX-License-Identifier: GPL-2.0-or-later
/* chardev-api NODE: what uapi/sensorboard.h promises beyond reading events. The board is silent meanwhile. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "kernel/uapi/sensorboard.h"

static int failures;

static void is(int good, const char *what)
{
	if (!good) {
		printf("%s: errno %s\n", what, strerrorname_np(errno));
		failures++;
	}
}

static void on_alarm(int signal)
{
}

int main(int argc, char **argv)
{
	unsigned char buf[256];
	struct pollfd p = { .events = POLLIN };
	struct sensorboard_squares squares;
	struct sensorboard_leds leds = { .reserved = { 1 } };
	struct sensorboard_clock clock_ = { .reserved = { [6] = 1 } };
	struct sigaction alarm_action = { .sa_handler = on_alarm };
	struct itimerval soon = { .it_value = { .tv_usec = 200000 } };
	struct timespec now;
	int fd = open(argv[argc - 1], O_RDWR | O_NONBLOCK);

	is(fd >= 0, "open");
	errno = 0;
	is(read(fd, buf, 31) == -1 && errno == EINVAL, "a buffer smaller than a record is refused");
	is(read(fd, buf, 32) == -1 && errno == EAGAIN, "nothing to read does not block");
	p.fd = fd;
	is(poll(&p, 1, 0) == 0, "poll: nothing");
	is(write(fd, buf, 32) == -1, "there is nothing to write");
	is(lseek(fd, 0, SEEK_SET) == -1 && errno == ESPIPE, "there is no position");
	is(ioctl(fd, _IO('b', 0x7f)) == -1 && errno == ENOTTY, "an unknown request");
	is(ioctl(fd, SENSORBOARD_GET_INFO, NULL) == -1 && errno == EFAULT, "a bad pointer for info");
	is(ioctl(fd, SENSORBOARD_GET_SQUARES, NULL) == -1 && errno == EFAULT, "a bad pointer for squares");
	is(ioctl(fd, SENSORBOARD_SET_LEDS, NULL) == -1 && errno == EFAULT, "a bad pointer for LEDs");
	is(ioctl(fd, SENSORBOARD_SET_LEDS, &leds) == -1 && errno == EINVAL, "reserved bytes of LEDs");
	is(ioctl(fd, SENSORBOARD_SET_CLOCK, &clock_) == -1 && errno == EINVAL, "reserved bytes of the clock");
	memset(&squares, 0xff, sizeof(squares));
	is(ioctl(fd, SENSORBOARD_GET_SQUARES, &squares) == 0, "squares");
	clock_gettime(CLOCK_BOOTTIME, &now);
	is(squares.time_ns <= now.tv_sec * 1000000000ULL + (unsigned long long)now.tv_nsec &&
	   squares.time_ns + 10000000000ULL > now.tv_sec * 1000000000ULL, "squares are stamped with CLOCK_BOOTTIME");
	is(squares.squares[64] == 0 && squares.squares[99] == 0 && !memcmp(squares.reserved2, "\0\0\0\0", 4),
	   "nothing uninitialised comes back");
	close(fd);

	fd = open(argv[argc - 1], O_RDONLY);
	sigaction(SIGALRM, &alarm_action, NULL);
	setitimer(ITIMER_REAL, &soon, NULL);
	is(read(fd, buf, sizeof(buf)) == -1 && errno == EINTR, "a signal ends a read that waits");
	return failures > 0;
}
