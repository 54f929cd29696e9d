// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * sb VERB NODE …: the module's interface from a shell
 *
 *   read NODE [N]     say "open" on standard error, then print events, a line each, until N came or the board is gone
 *   drain NODE FIFO   open, say "open", and print what is queued once a line comes through FIFO
 *   info NODE, squares NODE, boot NODE, leds NODE HEX, clock NODE WHITE BLACK RUNNING
 *   hold NODE         open and wait for a line on standard input, then tell what poll, read and ioctl say
 *   sigio NODE        say "open", and "sigio" at each SIGIO
 *   signals NODE      the same with a signal of which each is kept until it is taken
 *
 * A failure is printed as the name of the error, and the exit status is 1.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "kernel/uapi/sensorboard.h"

static int fail(const char *what)
{
	printf("%s: %s\n", what, strerrorname_np(errno));
	return 1;
}

static void print_event(const struct sensorboard_event *ev)
{
	static const char *const names[] = { "?", "lift", "place", "press", "pause", "time", "lost" };

	printf("%u %s", ev->seq, ev->type < sizeof(names) / sizeof(*names) ? names[ev->type] : "?");
	if (ev->type == SENSORBOARD_EVENT_LIFT || ev->type == SENSORBOARD_EVENT_PLACE)
		printf(" %u %c", ev->square, ev->piece);
	if (ev->type == SENSORBOARD_EVENT_PRESS || ev->type == SENSORBOARD_EVENT_LOST)
		printf(" %u", ev->value);
	if (ev->device_us != SENSORBOARD_NO_TIME)
		printf(" @%llu", (unsigned long long)ev->device_us);
	printf("\n");
	fflush(stdout);
}

static int read_events(int fd, long most)
{
	struct sensorboard_event ev[16];
	unsigned long long before = 0;
	ssize_t n;

	for (long done = 0; done < most; done += n / (ssize_t)sizeof(*ev)) {
		const long want = most - done < 16 ? most - done : 16;

		n = read(fd, ev, want * sizeof(*ev));
		if (n < 0)
			return fail("read");
		if (n == 0 || n % sizeof(*ev)) {
			printf("read gave %zd bytes\n", n);
			return 1;
		}
		for (size_t i = 0; i < n / sizeof(*ev); i++) {
			print_event(&ev[i]);
			if (ev[i].time_ns < before)
				printf("time_ns decreases\n");
			before = ev[i].time_ns;
		}
	}
	return 0;
}

static int drain(int fd, const char *fifo)
{
	char line;
	int go;

	printf("open\n");
	fflush(stdout);
	go = open(fifo, O_RDONLY);
	if (go < 0 || read(go, &line, 1) < 0)
		return fail(fifo);
	close(go);
	fcntl(fd, F_SETFL, O_NONBLOCK);
	return read_events(fd, 1L << 30);
}

static int print_info(int fd)
{
	struct sensorboard_info i;

	if (ioctl(fd, SENSORBOARD_GET_INFO, &i))
		return fail("info");
	printf("protocol %u %ux%u sensors %u features %#x scan_us %u boot_id %u lost %u model '%s' firmware '%s' serial '%s'\n",
	       i.protocol, i.width, i.height, i.sensors, i.features, i.scan_us, i.boot_id, i.lost, i.model, i.firmware,
	       i.serial);
	return 0;
}

static int print_squares(int fd)
{
	struct sensorboard_squares s;

	if (ioctl(fd, SENSORBOARD_GET_SQUARES, &s))
		return fail("squares");
	printf("seq %u lever %u @%llu %.*s\n", s.seq, s.lever, (unsigned long long)s.device_us, s.count,
	       (const char *)s.squares);
	return 0;
}

/* Which start of the board its time belongs to. */
static int print_boot(int fd)
{
	struct sensorboard_squares s;

	if (ioctl(fd, SENSORBOARD_GET_SQUARES, &s))
		return fail("boot");
	printf("boot %u\n", s.boot_id);
	return 0;
}

static int set_leds(int fd, const char *hex)
{
	struct sensorboard_leds leds = { 0 };
	unsigned int byte;

	for (size_t i = 0; i < sizeof(leds.level) && sscanf(hex + 2 * i, "%2x", &byte) == 1; i++)
		leds.level[i] = (unsigned char)byte;
	return ioctl(fd, SENSORBOARD_SET_LEDS, &leds) ? fail("leds") : 0;
}

static int set_clock(int fd, char **arg)
{
	struct sensorboard_clock clock = {
		.white_ms = (unsigned int)strtoul(arg[0], NULL, 0),
		.black_ms = (unsigned int)strtoul(arg[1], NULL, 0),
		.running = (unsigned char)strtoul(arg[2], NULL, 0),
	};

	return ioctl(fd, SENSORBOARD_SET_CLOCK, &clock) ? fail("clock") : 0;
}

static int hold(int fd)
{
	struct pollfd p = { .fd = fd, .events = POLLIN };
	struct sensorboard_event ev;
	struct sensorboard_info info;
	char line[16];

	printf("open\n");
	fflush(stdout);
	if (!fgets(line, sizeof(line), stdin))
		return 1;
	if (poll(&p, 1, 0) < 0)
		return fail("poll");
	printf("poll%s%s%s, ", p.revents & POLLIN ? " in" : "", p.revents & POLLERR ? " err" : "",
	       p.revents & POLLHUP ? " hup" : "");
	printf("read %s, ", read(fd, &ev, sizeof(ev)) < 0 ? strerrorname_np(errno) : "ok");
	printf("ioctl %s\n", ioctl(fd, SENSORBOARD_GET_INFO, &info) < 0 ? strerrorname_np(errno) : "ok");
	return 0;
}

static int tell_signals(int fd, int signal)
{
	sigset_t set;
	int got;

	sigemptyset(&set);
	sigaddset(&set, signal);
	sigprocmask(SIG_BLOCK, &set, NULL);
	if (fcntl(fd, F_SETOWN, getpid()) < 0 || fcntl(fd, F_SETSIG, signal) < 0 || fcntl(fd, F_SETFL, O_ASYNC) < 0)
		return fail("sigio");
	printf("open\n");
	fflush(stdout);
	while (sigwait(&set, &got) == 0) {
		printf("sigio\n");
		fflush(stdout);
	}
	return 1;
}

int main(int argc, char **argv)
{
	int fd;

	if (argc < 3)
		return 2;
	fd = open(argv[2], getenv("SB_READ_ONLY") ? O_RDONLY : O_RDWR);
	if (fd < 0)
		return fail("open");
	if (!strcmp(argv[1], "read")) {
		fprintf(stderr, "open\n");
		return read_events(fd, argc > 3 ? atol(argv[3]) : 1L << 30);
	}
	if (!strcmp(argv[1], "drain") && argc > 3)
		return drain(fd, argv[3]);
	if (!strcmp(argv[1], "info"))
		return print_info(fd);
	if (!strcmp(argv[1], "squares"))
		return print_squares(fd);
	if (!strcmp(argv[1], "boot"))
		return print_boot(fd);
	if (!strcmp(argv[1], "leds") && argc > 3)
		return set_leds(fd, argv[3]);
	if (!strcmp(argv[1], "clock") && argc > 5)
		return set_clock(fd, argv + 3);
	if (!strcmp(argv[1], "hold"))
		return hold(fd);
	if (!strcmp(argv[1], "sigio"))
		return tell_signals(fd, SIGIO);
	if (!strcmp(argv[1], "signals"))
		return tell_signals(fd, SIGRTMIN);
	return 2;
}
