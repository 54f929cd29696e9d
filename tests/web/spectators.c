/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * spectators PORT PID N SECONDS [STALLED]: so many readers of the stream of flagfall-web, whose process is PID. How
 * late an event reaches them since it was told ("now_us"), and since a clock was pressed ("at_us": with the board's
 * and the daemon's share), what they cost the server, and whether its memory stays as it is. STALLED more read nothing:
 * how many of them it still holds at the end. One JSON object a line.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define KEPT 64 /* of a reader's text, so that a number that comes in two pieces is read */
#define PIECE 65536
#define NARROW 4096	  /* bytes */
#define ENDED_MS 2000	  /* an end that is there has come by then */
#define SETTLE_US 3000000 /* until all of them have what there was when they came */

/* What of a text may be the beginning of something that is sought. */
struct sought {
	char tail[KEPT];
	size_t kept;
};

struct reader {
	int fd;
	struct sought made, pressed;
};

struct lateness {
	double *ms;
	size_t count, room;
};

static int64_t realtime_us(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_REALTIME, &ts);
	return (int64_t)ts.tv_sec * 1000000 + ts.tv_nsec / 1000;
}

static long memory_kib(int pid)
{
	char path[64], line[256];
	long kib = -1;
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%d/status", pid);
	f = fopen(path, "r");
	while (f && fgets(line, sizeof(line), f))
		if (sscanf(line, "VmRSS: %ld", &kib) == 1)
			break;
	if (f)
		fclose(f);
	return kib;
}

static double processor_s(int pid)
{
	unsigned long user = 0, system = 0;
	char path[64];
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%d/stat", pid);
	f = fopen(path, "r");
	if (f) {
		if (fscanf(f, "%*d %*s %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user, &system) != 2)
			user = system = 0;
		fclose(f);
	}
	return (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
}

/* bytes: that its socket takes, 0 as many as it likes. */
static int open_reader(struct reader *r, int port, int bytes)
{
	static const char request[] = "GET /api/v1/stream HTTP/1.1\r\nHost: localhost\r\n\r\n";
	struct sockaddr_in to = { .sin_family = AF_INET,
				  .sin_port = htons((uint16_t)port),
				  .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };

	*r = (struct reader){ .fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0) };
	if (bytes && r->fd >= 0)
		setsockopt(r->fd, SOL_SOCKET, SO_RCVBUF, &bytes, sizeof(bytes));
	if (r->fd < 0 || connect(r->fd, (struct sockaddr *)&to, sizeof(to)) < 0 ||
	    send(r->fd, request, sizeof(request) - 1, MSG_NOSIGNAL) < 0)
		return -errno;
	return 0;
}

static void note(struct lateness *l, double ms)
{
	if (l->count == l->room) {
		l->room = l->room ? 2 * l->room : 65536;
		l->ms = realloc(l->ms, l->room * sizeof(*l->ms));
		if (!l->ms)
			abort();
	}
	l->ms[l->count++] = ms;
}

/* How late the times are that stand behind a word in a reader's text. A number that comes in two pieces is read when
 * its end is there: each says what it is only up to the character behind it. */
static void look(struct sought *s, const char *key, const char *text, size_t n, struct lateness *l)
{
	const size_t word = strlen(key);
	static char buf[PIECE + KEPT];
	const char *at = buf, *end, *next;
	const int64_t now = realtime_us();

	memcpy(buf, s->tail, s->kept);
	memcpy(buf + s->kept, text, n);
	end = buf + s->kept + n;
	while ((next = memmem(at, (size_t)(end - at), key, word))) {
		const char *digits = next + word, *behind = digits;

		while (behind < end && *behind >= '0' && *behind <= '9')
			behind++;
		if (behind == end)
			break;
		if (behind > digits)
			note(l, (double)(now - strtoll(digits, NULL, 10)) / 1000);
		at = behind;
	}
	if (!next)
		next = end - at < (ptrdiff_t)word ? at : end - word + 1;
	s->kept = (size_t)(end - next);
	if (s->kept > sizeof(s->tail))
		s->kept = 0; /* digits without an end are no time */
	memcpy(s->tail, next, s->kept);
}

static void look_at(struct reader *r, const char *text, size_t n, struct lateness *made, struct lateness *pressed)
{
	look(&r->made, "\"now_us\":", text, n, made);
	look(&r->pressed, "\"at_us\":", text, n, pressed);
}

static int compare(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static void print(const char *name, double value, const char *unit, const char *goal)
{
	printf("{\"name\":\"%s\",\"value\":%.1f,\"unit\":\"%s\"%s%s}\n", name, value, unit, *goal ? ",\"goal\":" : "",
	       goal);
}

static void print_lateness(const char *what, struct lateness *l, const char *goal)
{
	char name[64];

	qsort(l->ms, l->count, sizeof(*l->ms), compare);
	snprintf(name, sizeof(name), "%s, p50", what);
	print(name, l->ms[l->count / 2], "ms", "");
	snprintf(name, sizeof(name), "%s, p99", what);
	print(name, l->ms[(size_t)((double)l->count * 0.99)], "ms", goal);
}

/* Reads for so long; *before and *used are as they were when all had begun. Returns how many were dropped. */
static size_t read_all(int epoll, int pid, int64_t us, struct lateness *made, struct lateness *pressed, long *before,
		       double *used)
{
	const int64_t began = realtime_us();
	static char buf[PIECE];
	size_t dropped = 0;

	*before = -1;
	while (realtime_us() < began + SETTLE_US + us) {
		struct epoll_event events[256];
		int n = epoll_wait(epoll, events, 256, 100);

		if (*before < 0 && realtime_us() > began + SETTLE_US) {
			*before = memory_kib(pid);
			*used = processor_s(pid);
			made->count = pressed->count = 0;
		}
		for (int i = 0; i < n; i++) {
			struct reader *r = events[i].data.ptr;
			ssize_t got = recv(r->fd, buf, sizeof(buf), 0);

			if (got > 0) {
				look_at(r, buf, (size_t)got, made, pressed);
				continue;
			}
			dropped++;
			close(r->fd);
		}
	}
	return dropped;
}

/* Has the server ended it? What is still in the socket is read first. */
static bool is_held(const struct reader *r)
{
	struct pollfd p = { .fd = r->fd, .events = POLLIN };
	static char buf[PIECE];

	while (poll(&p, 1, ENDED_MS) == 1)
		if (recv(r->fd, buf, sizeof(buf), 0) <= 0)
			return false;
	return true;
}

static size_t count_held(const struct reader *stalled, size_t n)
{
	size_t held = 0;

	for (size_t i = 0; i < n; i++)
		held += is_held(&stalled[i]);
	return held;
}

int main(int argc, char **argv)
{
	const bool is_use = argc == 5 || argc == 6;
	const int port = is_use ? atoi(argv[1]) : 0, pid = is_use ? atoi(argv[2]) : 0;
	const size_t n = is_use ? (size_t)atoi(argv[3]) : 0, stalled = argc == 6 ? (size_t)atoi(argv[5]) : 0;
	const int64_t seconds = is_use ? atoi(argv[4]) : 0;
	struct reader *readers = calloc(n + stalled + 1, sizeof(*readers));
	struct rlimit files = { 65536, 65536 };
	struct lateness made = { 0 }, pressed = { 0 };
	int epoll = epoll_create1(EPOLL_CLOEXEC);
	size_t dropped, held;
	double used = 0;
	long before;

	if (!is_use || !readers || epoll < 0) {
		fprintf(stderr, "usage: spectators PORT PID N SECONDS [STALLED]\n");
		return 2;
	}
	setrlimit(RLIMIT_NOFILE, &files);
	for (size_t i = 0; i < n; i++) {
		struct epoll_event e = { .events = EPOLLIN, .data.ptr = &readers[i] };

		if (open_reader(&readers[i], port, 0) < 0 || epoll_ctl(epoll, EPOLL_CTL_ADD, readers[i].fd, &e) < 0) {
			fprintf(stderr, "spectators: reader %zu: %s\n", i, strerror(errno));
			return 1;
		}
	}
	for (size_t i = n; i < n + stalled; i++)
		if (open_reader(&readers[i], port, NARROW) < 0) {
			fprintf(stderr, "spectators: reader %zu: %s\n", i, strerror(errno));
			return 1;
		}
	dropped = read_all(epoll, pid, seconds * 1000000, &made, &pressed, &before, &used);
	used = processor_s(pid) - used;
	if (made.count == 0 || pressed.count == 0) {
		fprintf(stderr, "spectators: nothing was told\n");
		return 1;
	}
	printf("{\"name\":\"spectators\",\"value\":%zu,\"unit\":\"1\"}\n", n);
	print("events told to all of them together", (double)made.count / (double)seconds, "1/s", "");
	print_lateness("event to socket", &made, "50");
	print_lateness("press of a clock to socket", &pressed, "");
	print("processor of the server", used / (double)seconds * 100, "%", "");
	print("memory of the server", (double)memory_kib(pid), "KiB", "");
	print("memory grown meanwhile", (double)(memory_kib(pid) - before), "KiB", "");
	print("spectators dropped", (double)dropped, "1", "0");
	held = count_held(readers + n, stalled);
	if (stalled)
		print("who read nothing, and are held", (double)held, "1", "0");
	free(made.ms);
	free(pressed.ms);
	free(readers);
	return dropped > 0 || held > 0;
}
