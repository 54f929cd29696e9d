// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * storm [-c] [-a] NODE[,NODE…] STOP: open, read, poll, ask, write and close NODE from several threads while it comes
 * and goes, until the file STOP exists. As fast as they can, or with pauses (-c, calmly: for many nodes at once). Fails
 * on any error that the ABI does not name; with -a memory may run out, too, and every 20 seconds each node is left
 * alone for some, so that there is a first reader and a last one and the board can be suspended.
 *
 * Some sleep in read() or poll() and are woken by an event, a signal or the unplugging alone, some do not sleep. The
 * calm ones also read in odd sizes and to nowhere, send what the board is to show, sound and not, and read its
 * attributes.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "kernel/uapi/sensorboard.h"
#include "tests/debug/cover.h"
#include "tests/debug/starved.h"

static const char *stop;
static bool calm, everything;
static void *volatile nowhere;
static atomic_int strange, opened, gone, records, asked, starved;

#define TRANSFER "ENODEV EPIPE ETIMEDOUT EPROTO ESHUTDOWN EIO EBADMSG EOVERFLOW EREMOTEIO EILSEQ ECONNRESET ENOENT"

static void allow(const char *what, int error, const char *names)
{
	const char *name = strerrorname_np(error);

	if (everything && error == ENOMEM) {
		starved++;
	} else if (!name || !strstr(names, name)) {
		printf("%s: %s\n", what, name ? name : "?");
		strange++;
	}
}

/* A hub that had no memory to wake up with tells who needs it awake that it is busy. */
static void allow_opening(const char *what)
{
	allow(what, errno, everything ? "ENOENT ENXIO ENODEV EBUSY" : "ENOENT ENXIO ENODEV");
}

/* One thread, and its numbers. */
struct part {
	const char *node;
	unsigned int numbers, most_us; /* the longest pause */
	void *(*run)(void *);
};

static unsigned int any(struct part *part, unsigned int n)
{
	return (unsigned int)rand_r(&part->numbers) % n;
}

/* Each node has its own time in which those that do not sleep leave it alone. */
static bool is_ebb(const struct part *part)
{
	enum { TIDE_S = 20, EBB_S = 6 };
	const unsigned int node = (unsigned int)atoi(part->node + strcspn(part->node, "0123456789"));
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return everything && ((unsigned int)now.tv_sec + node * 5) % TIDE_S < EBB_S;
}

static int open_node(const struct part *part, int flags)
{
	const int fd = is_ebb(part) ? (errno = ENOENT, -1) : open(part->node, flags);

	if (fd >= 0) {
		opened++;
		return fd;
	}
	allow_opening("open");
	usleep(calm ? 100000 : 1000);
	return -1;
}

/* The slower ones let their queue run over. */
static void breathe(struct part *part)
{
	if (calm)
		usleep(any(part, part->most_us));
}

/* Mostly as many records as there is room for. */
static ssize_t read_some(struct part *part, int fd, struct sensorboard_event *ev, size_t size)
{
	const unsigned int way = calm ? any(part, 16) : 2;
	const ssize_t n = read(fd, way == 1 ? nowhere : ev, way == 0 ? any(part, (unsigned int)size) : size);

	if (n < 0)
		allow("read", errno,
		      way == 0 ? "EAGAIN ENODEV EINVAL" :
		      way == 1 ? "EAGAIN ENODEV EFAULT" :
				 "EAGAIN ENODEV");
	return n;
}

static void *read_it(struct part *part, bool nonblocking, int timeout)
{
	struct sensorboard_event ev[8];
	struct sensorboard_squares squares;
	struct cover *cover = cover_begin(0);

	while (access(stop, F_OK)) {
		const int fd = open_node(part, nonblocking ? O_RDWR | O_NONBLOCK : O_RDWR);

		/* The signals are ignored; sending them is the module's part. */
		if (fd >= 0 && nonblocking && calm && !fcntl(fd, F_SETOWN, any(part, 2) ? getpid() : -getpid()) &&
		    fcntl(fd, F_SETFL, O_NONBLOCK | O_ASYNC) < 0)
			allow("signals", errno, "");
		for (int i = 0; fd >= 0 && i < 200 && !is_ebb(part); i++) {
			struct pollfd p = { .fd = fd, .events = POLLIN };
			ssize_t n;

			n = poll(&p, 1, timeout) >= 0 ? read_some(part, fd, ev, sizeof(ev)) : -1;
			if (n > 0)
				records += (int)(n / (ssize_t)sizeof(*ev));
			if (n < 0 && errno == ENODEV) {
				gone++;
				break;
			}
			if (nonblocking && i % 16 == 0 && ioctl(fd, SENSORBOARD_GET_SQUARES, &squares) < 0)
				allow("squares", errno, TRANSFER);
			breathe(part);
			cover_note(cover);
		}
		if (fd >= 0)
			close(fd);
	}
	cover_note(cover);
	cover_write(cover, "storm");
	return NULL;
}

/* Sleeps in read() until there is an event or no board. */
static void *reader(void *arg)
{
	return read_it(arg, false, 0);
}

static void *poller(void *arg)
{
	return read_it(arg, true, calm ? 200 : 1);
}

/* Sleeps in poll() until there is an event or no board. */
static void *sleeper(void *arg)
{
	return read_it(arg, true, -1);
}

static int send_something(int fd, unsigned int i)
{
	struct sensorboard_leds leds = { .level = { [3] = (unsigned char)i } };
	struct sensorboard_clock clock = { .white_ms = i, .black_ms = 5, .running = SENSORBOARD_SIDE_WHITE };
	struct sensorboard_clockid clockid = { .clock = (int)(i / 16 % 9) };
	struct sensorboard_squares squares;
	struct sensorboard_time now;
	struct sensorboard_info info;

	switch (i % 12) {
	case 0:
		return ioctl(fd, SENSORBOARD_SET_CLOCK, &clock);
	case 1:
		leds.reserved[0] = 1;
		break; /* refused */
	case 2:
		clock.running = 9;
		return ioctl(fd, SENSORBOARD_SET_CLOCK, &clock);
	case 3:
		return ioctl(fd, SENSORBOARD_SET_LEDS, NULL);
	case 4:
		return ioctl(fd, SENSORBOARD_GET_INFO, &info);
	case 5:
		return ioctl(fd, _IO(SENSORBOARD_IOC_MAGIC, 0x1f));
	case 6:
		return (int)write(fd, &leds, sizeof(leds));
	case 7:
		return ioctl(fd, SENSORBOARD_SET_CLOCKID, &clockid);
	case 8:
		return ioctl(fd, SENSORBOARD_GET_TIME, &now);
	case 9:
		return ioctl(fd, SENSORBOARD_GET_SQUARES, i & 16 ? &squares : NULL);
	}
	return ioctl(fd, SENSORBOARD_SET_LEDS, &leds);
}

static void *writer(void *arg)
{
	struct part *part = arg;
	struct cover *cover = cover_begin(0);

	while (access(stop, F_OK)) {
		const int fd = open_node(part, O_RDWR);

		for (unsigned int i = 0; fd >= 0 && i < 64 && !is_ebb(part); i++) {
			const int r = send_something(fd, (unsigned int)rand_r(&part->numbers));

			if (r < 0)
				allow("write", errno, TRANSFER " EINVAL EFAULT ENOTTY EOPNOTSUPP EAGAIN EINTR");
			asked += r >= 0;
			/* The name is another board's only after this file is closed. */
			if (r < 0 && errno == ENODEV)
				break;
			breathe(part);
			cover_note(cover);
		}
		if (fd >= 0)
			close(fd);
	}
	cover_note(cover);
	cover_write(cover, "storm");
	return NULL;
}

/* Comes and goes, often as the first or the last one. */
static void *visitor(void *arg)
{
	struct part *part = arg;
	struct cover *cover = cover_begin(0);

	while (access(stop, F_OK)) {
		/* Even at ebb. */
		const int fd = open(part->node, any(part, 2) ? O_RDONLY : O_RDWR | O_NONBLOCK);

		if (fd < 0)
			allow_opening("visit");
		if (any(part, 2))
			breathe(part);
		if (fd >= 0)
			close(fd);
		breathe(part);
		cover_note(cover);
	}
	cover_write(cover, "storm");
	return NULL;
}

/* Reads the board's attributes. */
static void *looker(void *arg)
{
	static const char *const names[] = { "model",	"firmware", "serial", "protocol",    "geometry",
					     "sensors", "features", "lost",   "bad_reports", "bad_events" };
	struct part *part = arg;
	struct cover *cover = cover_begin(0);
	char path[256], text[256];

	while (access(stop, F_OK)) {
		int fd;

		snprintf(path, sizeof(path), "/sys/class/sensorboard/%s/%s", strrchr(part->node, '/') + 1,
			 names[any(part, sizeof(names) / sizeof(names[0]))]);
		fd = open(path, O_RDONLY);
		if (fd < 0)
			allow("attribute", errno, "ENOENT ENODEV");
		else if (read(fd, text, sizeof(text)) < 0)
			allow("attribute", errno, "ENODEV");
		if (fd >= 0)
			close(fd);
		breathe(part);
		cover_note(cover);
	}
	cover_write(cover, "storm");
	return NULL;
}

static void *begin(void *arg)
{
	struct part *part = arg;

	if (everything)
		mark_starved(true);
	return part->run(part);
}

int main(int argc, char **argv)
{
	static void *(*const parts[])(void *) = { reader, poller, reader, poller, sleeper, writer, looker, visitor };
	enum { PARTS = sizeof(parts) / sizeof(parts[0]), NODES = 8 };
	pthread_t threads[NODES * PARTS];
	struct part part[NODES * PARTS];
	unsigned int n = 0;

	for (; argc > 1 && argv[1][0] == '-'; argc--, argv++) {
		calm |= strcmp(argv[1], "-c") == 0;
		everything |= strcmp(argv[1], "-a") == 0;
	}
	if (argc < 3)
		return 2;
	signal(SIGIO, SIG_IGN);
	/* Its group gets them, too, and holds nobody else. */
	if (setpgid(0, 0))
		return 1;
	if (calm && nice(5) < 0) /* the boards go first */
		return 1;
	stop = argv[2];
	for (char *save, *node = strtok_r(argv[1], ",", &save); node && n < NODES * PARTS;
	     node = strtok_r(NULL, ",", &save)) {
		for (int i = 0; i < (calm ? PARTS : 4); i++, n++) {
			part[n] = (struct part){ node, n, i < 2 || i == PARTS - 1 ? 80000 : 1000000, parts[i] };
			if (pthread_create(&threads[n], NULL, begin, &part[n]))
				return 1;
		}
	}
	for (unsigned int i = 0; i < n; i++)
		pthread_join(threads[i], NULL);
	printf("opened %d, told that it is gone %d, records %d, requests done %d, out of memory %d, strange errors %d\n",
	       opened, gone, records, asked, starved, strange);
	/* Where memory runs out a short storm may meet few boards. */
	return strange > 0 || (!everything && (!opened || !gone));
}
