// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * chardev-api NODE: what uapi/sensorboard.h promises beyond reading events. The board is silent meanwhile.
 * chardev-api NODE clocks FIFO: opens the node four times, says "open", waits for a line through FIFO, by which two
 * events have come, and looks at the times of their clocks.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
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

static long long now_of(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static void ask_time(int fd, clockid_t clock)
{
	struct sensorboard_time t;
	const long long before = now_of(clock);
	long long after, at;
	struct sensorboard_info info;

	memset(&t, 0xff, sizeof(t));
	is(ioctl(fd, SENSORBOARD_GET_TIME, &t) == 0, "the board's time");
	after = now_of(clock);
	at = (long long)t.time_ns;
	is(before <= at && at <= after, "is an instant while it was asked");
	is(t.error_ns > 0 && (long long)t.error_ns <= after - before, "with a bound no wider than that");
	is(at - (long long)t.error_ns >= before - 1 && at + (long long)t.error_ns <= after + 2, "and within it");
	is(ioctl(fd, SENSORBOARD_GET_INFO, &info) == 0 && info.boot_id == t.boot_id && t.reserved == 0,
	   "of the clock that info names");
}

static int clocks(const char *node, const char *fifo)
{
	static const struct {
		const char *name;
		clockid_t id;
	} set[] = {
		{ "boottime", CLOCK_BOOTTIME },
		{ "monotonic", CLOCK_MONOTONIC },
		{ "realtime", CLOCK_REALTIME },
	};
	struct sensorboard_event ev[3] = { 0 };
	struct sensorboard_clockid id;
	void *nowhere = mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	long long before[3], at;
	int fd[3], late, go;
	char line;

	for (int i = 0; i < 3; i++) {
		id = (struct sensorboard_clockid){ .clock = set[i].id };
		fd[i] = open(node, O_RDWR | O_NONBLOCK);
		is(fd[i] >= 0 && ioctl(fd[i], SENSORBOARD_SET_CLOCKID, &id) == 0, set[i].name);
		ask_time(fd[i], set[i].id);
		before[i] = now_of(set[i].id);
	}
	late = open(node, O_RDWR | O_NONBLOCK);
	id = (struct sensorboard_clockid){ .clock = CLOCK_PROCESS_CPUTIME_ID };
	is(ioctl(late, SENSORBOARD_SET_CLOCKID, &id) == -1 && errno == EINVAL, "another clock is refused");
	id = (struct sensorboard_clockid){ .clock = CLOCK_MONOTONIC, .flags = 1 };
	is(ioctl(late, SENSORBOARD_SET_CLOCKID, &id) == -1 && errno == EINVAL, "an unknown flag is refused");
	is(ioctl(late, SENSORBOARD_SET_CLOCKID, NULL) == -1 && errno == EFAULT, "a bad pointer for the clock");
	is(ioctl(late, SENSORBOARD_GET_TIME, NULL) == -1 && errno == EFAULT, "a bad pointer for the time");
	printf("open\n");
	fflush(stdout);
	go = open(fifo, O_RDONLY);
	is(go >= 0 && read(go, &line, 1) == 1, fifo);

	for (int i = 0; i < 3; i++) {
		if (i == 0) {
			is(read(fd[0], nowhere, 64) == -1 && errno == EFAULT, "a buffer that cannot be written");
			is(read(fd[0], &ev[0], 32) == 32 && read(fd[0], &ev[1], 63) == 32, "loses nothing");
		} else {
			is(read(fd[i], ev, sizeof(ev)) == 64, "two events");
		}
		is(ev[0].seq + 1 == ev[1].seq && ev[0].type == SENSORBOARD_EVENT_PRESS, "both of them");
		at = (long long)ev[0].time_ns;
		is(before[i] <= at && at <= now_of(set[i].id), "their time is by the clock that was chosen");
	}
	id = (struct sensorboard_clockid){ .clock = CLOCK_MONOTONIC };
	is(ioctl(late, SENSORBOARD_SET_CLOCKID, &id) == 0, "another clock while events are queued");
	is(read(late, ev, sizeof(ev)) == 32 && ev[0].type == SENSORBOARD_EVENT_LOST && ev[0].value == 2,
	   "makes them a loss");
	is(ioctl(late, SENSORBOARD_SET_CLOCKID, &id) == 0 && read(late, ev, 32) == -1 && errno == EAGAIN,
	   "the same clock again changes nothing");
	return failures > 0;
}

int main(int argc, char **argv)
{
	unsigned char buf[256];
	struct pollfd p = { .events = POLLIN };
	struct sensorboard_squares squares;
	struct sensorboard_info started;
	struct sensorboard_leds leds = { .reserved = { 1 } };
	struct sensorboard_clock clock_ = { .reserved = { [6] = 1 } };
	struct sigaction alarm_action = { .sa_handler = on_alarm };
	struct itimerval soon = { .it_value = { .tv_usec = 200000 } };
	struct timespec now;
	int fd;

	if (argc > 3)
		return clocks(argv[1], argv[3]);
	fd = open(argv[argc - 1], O_RDWR | O_NONBLOCK);
	is(fd >= 0, "open");
	errno = 0;
	is(read(fd, buf, 31) == -1 && errno == EINVAL, "a buffer smaller than a record is refused");
	is(read(fd, buf, 32) == -1 && errno == EAGAIN, "nothing to read does not block");
	p.fd = fd;
	is(poll(&p, 1, 0) == 0, "poll: nothing");
	is(write(fd, buf, 32) == -1, "there is nothing to write");
	is(lseek(fd, 0, SEEK_SET) == -1 && errno == ESPIPE, "there is no position");
	is(ioctl(fd, _IO(SENSORBOARD_IOC_MAGIC, 0x1f)) == -1 && errno == ENOTTY, "an unknown request");
	is(ioctl(fd, SENSORBOARD_GET_INFO, NULL) == -1 && errno == EFAULT, "a bad pointer for info");
	is(ioctl(fd, SENSORBOARD_GET_SQUARES, NULL) == -1 && errno == EFAULT, "a bad pointer for squares");
	is(ioctl(fd, SENSORBOARD_SET_LEDS, NULL) == -1 && errno == EFAULT, "a bad pointer for LEDs");
	is(ioctl(fd, SENSORBOARD_SET_LEDS, &leds) == -1 && errno == EINVAL, "reserved bytes of LEDs");
	is(ioctl(fd, SENSORBOARD_SET_CLOCK, &clock_) == -1 && errno == EINVAL, "reserved bytes of the clock");
	memset(&squares, 0xff, sizeof(squares));
	is(ioctl(fd, SENSORBOARD_GET_SQUARES, &squares) == 0, "squares");
	clock_gettime(CLOCK_BOOTTIME, &now);
	is(squares.time_ns <= now.tv_sec * 1000000000ULL + (unsigned long long)now.tv_nsec &&
		   squares.time_ns + 10000000000ULL > now.tv_sec * 1000000000ULL,
	   "squares are stamped with CLOCK_BOOTTIME");
	is(squares.squares[64] == 0 && squares.squares[99] == 0, "nothing uninitialised comes back");
	is(!ioctl(fd, SENSORBOARD_GET_INFO, &started) && squares.boot_id == started.boot_id,
	   "squares say to which start of the board their time belongs");
	ask_time(fd, CLOCK_BOOTTIME);
	close(fd);

	fd = open(argv[argc - 1], O_RDONLY);
	sigaction(SIGALRM, &alarm_action, NULL);
	setitimer(ITIMER_REAL, &soon, NULL);
	is(read(fd, buf, sizeof(buf)) == -1 && errno == EINTR, "a signal ends a read that waits");
	return failures > 0;
}
