// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * avr-board: an ATmega32U4 with the firmware's image, as a board for other
 * programs. Pieces stand as at the start of a game; hands play on it.
 *
 *   avr-board IMAGE.hex --socket PATH --control PATH     for libboard: socket:PATH
 *   avr-board IMAGE.hex --usbip PATH --control PATH      for a kernel: USB/IP on a stream socket
 *
 * It listens on both sockets. Lines on the control socket, each answered with "ok" or "error" and what is
 * wrong (flagfall-sim --tell writes and reads such):
 *
 *   plug          the cable is plugged in: the chip starts
 *   unplug        and pulled
 *   play FILE     a game's score (tests/games) is played from the position that it begins with
 *   wait          answered when the hands are at rest and the host has had time to take what they did
 *   quit
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "tests/firmware/avr-host.h"
#include "tests/sim/hands.h"

#define STEP_US 1000
#define PLY_US 150000
#define EVENT_US 25000

struct program {
	struct avr_host host;
	bool usbip, plugged;
	const char *path;
	int listener, control_listener, control;
	struct hands_event *events;
	size_t count, next;
	uint64_t began_us, rest_us;
	bool waited;
	char line[512];
	size_t length;
};

static int listen_on(const char *path, int type)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	int fd = socket(AF_UNIX, type | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);

	snprintf(address.sun_path, sizeof(address.sun_path), "%s", path);
	unlink(path);
	if (fd < 0 || bind(fd, (struct sockaddr *)&address, sizeof(address)) < 0 || listen(fd, 1) < 0) {
		perror(path);
		exit(1);
	}
	return fd;
}

static void hang_up(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

static void stand_as_at_first(struct program *p)
{
	for (unsigned s = 0; s < 64; s++)
		chip_set_square(p->host.chip, s, s < 16 || s >= 48);
}

/* Reads a score. NULL or what is wrong. */
static const char *read_score(struct program *p, const char *file)
{
	static char err[HANDS_ERROR + 64];
	const struct hands_options options = { .style = HANDS_ORDERLY };
	struct hands_score score;
	int r;

	free(p->events);
	p->events = NULL;
	p->count = p->next = 0;
	memcpy(err, "error ", 6);
	r = hands_score_load(file, &score, err + 6);
	if (r < 0)
		return err;
	r = hands_play(&score, &options, &p->events, &p->count, err + 6);
	hands_score_free(&score);
	p->began_us = chip_time_us(p->host.chip) + 50000;
	return r < 0 ? err : NULL;
}

/* When the next event is due: in the order of the score, a ply after the other, whatever time they took. */
static uint64_t due_us(const struct program *p)
{
	unsigned n = 0;

	for (size_t i = p->next; i > 0 && p->events[i - 1].ply == p->events[p->next].ply; i--)
		n++;
	return p->began_us + PLY_US * (uint64_t)(p->events[p->next].ply - 1) + EVENT_US * n;
}

static void move_hands(struct program *p)
{
	/* A host that is slower than real time is not overrun: these hands wait until it asks for the next report. */
	if (p->usbip && !p->host.waits) {
		p->began_us += STEP_US;
		return;
	}
	while (p->next < p->count && due_us(p) <= chip_time_us(p->host.chip)) {
		const struct hands_event *ev = &p->events[p->next++];
		const unsigned side = ev->side == WHITE ? 1 : 2;

		if (ev->action == HANDS_PRESS) {
			chip_set_lever(p->host.chip, 3 - side, false);
			chip_set_lever(p->host.chip, side, true);
		} else {
			chip_set_square(p->host.chip, ev->square, ev->action == HANDS_PLACE);
		}
		p->rest_us = chip_time_us(p->host.chip) + 100000;
	}
}

static void say(struct program *p, const char *text)
{
	if (p->control < 0 || write(p->control, text, strlen(text)) < 0 || write(p->control, "\n", 1) < 0)
		hang_up(&p->control);
}

static const char *obey(struct program *p, const char *line)
{
	if (!strcmp(line, "plug")) {
		if (p->plugged)
			return "error it is plugged in";
		if (avr_host_power_up(&p->host, !p->usbip) < 0)
			return "error the chip does not start";
		if (!p->usbip)
			p->listener = listen_on(p->path, SOCK_SEQPACKET);
		p->plugged = true;
		return "ok";
	}
	if (!strcmp(line, "unplug")) {
		p->plugged = false;
		if (!p->usbip) {
			hang_up(&p->host.fd);
			hang_up(&p->listener);
		}
		return "ok";
	}
	if (!strncmp(line, "play ", 5)) {
		const char *why = read_score(p, line + 5);

		return why ? why : "ok";
	}
	if (!strcmp(line, "quit"))
		exit(0);
	if (!strcmp(line, "wait")) {
		p->waited = true;
		return NULL;
	}
	return "error no such command: plug, unplug, play FILE, wait, quit";
}

static void take_orders(struct program *p)
{
	ssize_t n = read(p->control, p->line + p->length, sizeof(p->line) - 1 - p->length);
	char *end;

	if (n == 0 || (n < 0 && errno != EAGAIN)) {
		hang_up(&p->control);
		p->length = 0;
		return;
	}
	p->length += n > 0 ? (size_t)n : 0;
	p->line[p->length] = '\0';
	while ((end = strchr(p->line, '\n'))) {
		const char *answer;

		*end = '\0';
		answer = obey(p, p->line);
		if (answer)
			say(p, answer);
		p->length -= (size_t)(end + 1 - p->line);
		memmove(p->line, end + 1, p->length + 1);
	}
}

/* Somebody opens the socket: a serial line has one host for good, libboard comes and goes. */
static void take_host(struct program *p)
{
	const int fd = accept4(p->listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);

	if (fd < 0)
		return;
	hang_up(&p->host.fd);
	p->host.fd = fd;
}

static void look(struct program *p, int timeout_ms)
{
	struct pollfd fds[] = { { .fd = p->control_listener, .events = POLLIN },
				{ .fd = p->control, .events = POLLIN },
				{ .fd = p->listener, .events = POLLIN } };

	poll(fds, 3, timeout_ms);
	if (fds[0].revents) {
		hang_up(&p->control);
		p->control = accept4(p->control_listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
		p->length = 0;
	} else if (fds[1].revents) {
		take_orders(p);
	}
	if (fds[2].revents)
		take_host(p);
}

static uint64_t now_us(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

/* A millisecond of the chip's time, and what the host wants of it. */
static void step(struct program *p)
{
	int r;

	move_hands(p);
	r = chip_run(p->host.chip, STEP_US);
	if (r == 0)
		r = p->usbip ? avr_usbip_serve(&p->host) : avr_socket_serve(&p->host);
	if (r < 0) {
		fprintf(stderr, "avr-board: the host: %s\n", strerror(-r));
		hang_up(&p->host.fd);
	}
}

int main(int argc, char **argv)
{
	struct program p = { .host = { .fd = -1 }, .listener = -1, .control = -1 };
	uint64_t ahead = now_us();

	if (argc != 6 || (strcmp(argv[2], "--socket") != 0 && strcmp(argv[2], "--usbip") != 0) ||
	    strcmp(argv[4], "--control") != 0) {
		fprintf(stderr, "usage: %s IMAGE.hex --socket|--usbip PATH --control PATH\n", argv[0]);
		return 2;
	}
	if (chip_new(argv[1], 8, &p.host.chip) < 0)
		return 1;
	stand_as_at_first(&p);
	p.usbip = !strcmp(argv[2], "--usbip");
	p.path = argv[3];
	p.control_listener = listen_on(argv[5], SOCK_STREAM);
	if (p.usbip)
		p.listener = listen_on(p.path, SOCK_STREAM);
	printf("ready\n");
	fflush(stdout);
	for (;;) {
		const bool running = p.plugged && p.host.fd >= 0;
		const uint64_t now = now_us();

		/* No faster than real time; slower where this machine is. */
		if (ahead < now)
			ahead = now;
		look(&p, running ? (int)((ahead - now) / 1000) : 1000);
		if (!running)
			continue;
		step(&p);
		ahead += STEP_US;
		if (p.waited && p.next == p.count && chip_time_us(p.host.chip) > p.rest_us) {
			p.waited = false;
			say(&p, "ok");
		}
	}
}
