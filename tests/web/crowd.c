/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * crowd PORT N OTHERS SECONDS: one address keeps N connections to flagfall-web open, of which some say nothing, some
 * half of a request, some read a stream and some ask and stay; whichever is closed is opened again. How long so many
 * others, each by an address of its own, wait for an answer meanwhile, from connecting on. One JSON object a line.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define SETTLE_S 2 /* until the crowd is there */
#define PAUSE_MS 5 /* between two requests of the others */
#define AT_ONCE 64 /* that are opened again in a millisecond */
#define P99_MS 100
#define MAX_MS 1000

static int port;

static double now_ms(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (double)ts.tv_sec * 1e3 + (double)ts.tv_nsec / 1e6;
}

/* From 127.0.0.1 (0), or from an address that nobody else has. */
static int connect_from(unsigned other, int flags)
{
	struct sockaddr_in from = { .sin_family = AF_INET };
	struct sockaddr_in to = { .sin_family = AF_INET, .sin_port = htons((uint16_t)port) };
	const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | flags, 0);

	from.sin_addr.s_addr = htonl(other ? (127U << 24 | 1U << 16) + other : INADDR_LOOPBACK);
	to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	if (fd >= 0 && bind(fd, (struct sockaddr *)&from, sizeof(from)) == 0 &&
	    (connect(fd, (struct sockaddr *)&to, sizeof(to)) == 0 || errno == EINPROGRESS))
		return fd;
	if (fd >= 0)
		close(fd);
	return -1;
}

/* --- the crowd --- */

static void say(int fd, unsigned i)
{
	static const char *const words[] = { NULL, "GET / HTTP/1.1\r\nHost: local",
					     "GET /api/v1/stream HTTP/1.1\r\nHost: localhost\r\n\r\n",
					     "GET /icon.svg HTTP/1.1\r\nHost: localhost\r\n\r\n" };
	const char *word = words[i % 4];

	if (word && send(fd, word, strlen(word), MSG_NOSIGNAL | MSG_DONTWAIT) < 0)
		return; /* it will be told to be closed */
}

static int open_one(int epoll, unsigned i)
{
	struct epoll_event e = { .events = EPOLLIN | EPOLLRDHUP, .data.u32 = i };
	const int fd = connect_from(0, 0);

	if (fd >= 0) {
		epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &e);
		say(fd, i);
	}
	return fd;
}

/* Until it is ended. */
static void be_a_crowd(unsigned n)
{
	const int epoll = epoll_create1(EPOLL_CLOEXEC);
	int *fds = calloc(n, sizeof(*fds));
	static char text[65536];

	if (!fds || epoll < 0)
		_exit(1);
	for (unsigned i = 0; i < n; i++)
		fds[i] = open_one(epoll, i);
	for (;;) {
		struct epoll_event events[AT_ONCE];
		const int count = epoll_wait(epoll, events, AT_ONCE, 1000);

		for (int k = 0; k < count; k++) {
			const unsigned i = events[k].data.u32;
			ssize_t got = recv(fds[i], text, sizeof(text), MSG_DONTWAIT);

			if (got > 0 || (got < 0 && errno == EAGAIN))
				continue;
			close(fds[i]);
			fds[i] = open_one(epoll, i);
		}
		poll(NULL, 0, 1);
	}
}

/* --- the others --- */

static bool is_served(unsigned other)
{
	static const char ask[] = "GET /api/v1/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
	const int fd = connect_from(other, 0);
	char text[4096];
	bool served = false;
	ssize_t n;

	if (fd < 0)
		return false;
	n = send(fd, ask, sizeof(ask) - 1, MSG_NOSIGNAL);
	while (n > 0 && (n = recv(fd, text, sizeof(text), 0)) > 0)
		served |= n > 12 && memcmp(text, "HTTP/1.1 200", 12) == 0;
	close(fd);
	return served;
}

static int compare(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

int main(int argc, char **argv)
{
	const struct rlimit files = { 20000, 20000 };
	const unsigned n = argc == 5 ? (unsigned)atoi(argv[2]) : 0, others = argc == 5 ? (unsigned)atoi(argv[3]) : 0;
	const size_t room = argc == 5 ? (size_t)atoi(argv[4]) * (1000 / PAUSE_MS) + 1 : 0;
	double *ms = calloc(room + 1, sizeof(*ms)), until;
	size_t count = 0, lost = 0;
	pid_t crowd;

	if (argc != 5 || !ms || !others) {
		fprintf(stderr, "usage: crowd PORT N OTHERS SECONDS\n");
		return 2;
	}
	port = atoi(argv[1]);
	setrlimit(RLIMIT_NOFILE, &files);
	crowd = fork();
	if (crowd == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		be_a_crowd(n);
	}
	poll(NULL, 0, SETTLE_S * 1000);
	until = now_ms() + atoi(argv[4]) * 1000.0;
	while (now_ms() < until && count < room) {
		const double began = now_ms();

		lost += !is_served((unsigned)count % others + 1);
		ms[count++] = now_ms() - began;
		poll(NULL, 0, PAUSE_MS);
	}
	if (waitpid(crowd, NULL, WNOHANG) != 0) {
		fprintf(stderr, "crowd: it is not there\n");
		return 1;
	}
	kill(crowd, SIGKILL);
	waitpid(crowd, NULL, 0);
	qsort(ms, count, sizeof(*ms), compare);
	printf("{\"name\":\"connections of one address\",\"value\":%u,\"unit\":\"1\"}\n", n);
	printf("{\"name\":\"answers to others\",\"value\":%zu,\"unit\":\"1\"}\n", count - lost);
	printf("{\"name\":\"others that were not served\",\"value\":%zu,\"unit\":\"1\",\"goal\":0}\n", lost);
	printf("{\"name\":\"others wait, p99\",\"value\":%.1f,\"unit\":\"ms\",\"goal\":%d}\n",
	       ms[(size_t)((double)(count - 1) * 0.99)], P99_MS);
	printf("{\"name\":\"others wait, most\",\"value\":%.1f,\"unit\":\"ms\",\"goal\":%d}\n", ms[count - 1], MAX_MS);
	return lost > 0 || ms[(size_t)((double)(count - 1) * 0.99)] > P99_MS || ms[count - 1] > MAX_MS;
}
