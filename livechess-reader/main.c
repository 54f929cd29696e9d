/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * flagfall-livechess: holds the connection to a DGT LiveChess, so that flagfalld, which has no network, reads its
 * boards on sockets of this machine, as livechess://HOST:PORT/SERIAL.
 */
#include <argp.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <systemd/sd-daemon.h>
#include <time.h>
#include <unistd.h>

#include "livechess-reader/livechess.h"

#define BEAT_MS 100   /* a board's time goes on */
#define ASK_S 5	      /* are there other boards? */
#define LONGEST_S 10  /* until it is tried again */
#define PATIENCE_S 15 /* for --find */

struct arguments {
	char host[200], port[8], server[220];
	const char *folder;
	bool find;
};

enum { OPT_FIND = 256, OPT_SOCKETS };

static const struct argp_option options[] = {
	{ "find", OPT_FIND, 0, 0, "Print the boards that are there, as flagfalld takes them, and end", 0 },
	{ "sockets", OPT_SOCKETS, "DIR", 0, "Where the sockets are (default /run/flagfall-livechess)", 0 },
	{ 0 }
};

static error_t livechess_parse(int key, char *arg, struct argp_state *state)
{
	struct arguments *a = state->input;
	const char *colon;

	switch (key) {
	case OPT_FIND:
		a->find = true;
		return 0;
	case OPT_SOCKETS:
		a->folder = arg;
		return 0;
	case ARGP_KEY_ARG:
		if (*a->host)
			argp_error(state, "too many words: \"%s\"", arg);
		colon = strrchr(arg, ':');
		snprintf(a->host, sizeof(a->host), "%.*s", (int)(colon ? colon - arg : (int)strlen(arg)), arg);
		snprintf(a->port, sizeof(a->port), "%s", colon ? colon + 1 : "1982");
		if (!*a->host || !*a->port || a->port[strspn(a->port, "0123456789")] || strchr(a->host, '/'))
			argp_error(state, "\"%s\" is no HOST or HOST:PORT", arg);
		snprintf(a->server, sizeof(a->server), "%s:%s", a->host, a->port);
		return 0;
	case ARGP_KEY_END:
		if (!*a->host)
			argp_error(state, "which machine? As flagfall-livechess 192.168.1.20");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static time_t now_s(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec;
}

/* One round of the loop. False: the connection is over. */
static bool turn(struct api *api, int stop_fd, bool *stops)
{
	struct pollfd fds[2 + 2 * API_BOARDS];
	unsigned n = 2;
	bool goes_on;

	fds[0] = (struct pollfd){ .fd = stop_fd, .events = POLLIN };
	connection_poll(api->connection, &fds[1]);
	for (unsigned i = 0; i < api->count; i++)
		n += table_fds(api->tables[i], fds + n);
	if (poll(fds, n, BEAT_MS) < 0 && errno != EINTR)
		return false;
	*stops = fds[0].revents != 0;
	goes_on = connection_serve(api->connection, fds[1].revents);
	for (unsigned i = 0; i < api->count; i++) /* what came is told at once */
		table_serve(api->tables[i]);
	return goes_on;
}

/* While it is there. True: the program is to end. */
static bool hold(struct api *api, const struct arguments *a, int stop_fd)
{
	time_t asked = 0, began = now_s();
	bool was_up = false, stops = false;

	for (;;) {
		if (!turn(api, stop_fd, &stops) || stops)
			return stops;
		if (connection_is_up(api->connection) && !was_up) {
			fprintf(stderr, "flagfall-livechess: %s is there\n", a->server);
			api_begin(api);
			asked = now_s();
			was_up = true;
		} else if (was_up && now_s() - asked >= ASK_S) {
			api_ask(api);
			asked = now_s();
		}
		if (a->find && (api->is_listed || now_s() - began >= PATIENCE_S))
			return true;
	}
}

/* Until it is tried again, or the end. */
static bool waits(int stop_fd, int seconds)
{
	struct pollfd fd = { .fd = stop_fd, .events = POLLIN };

	return poll(&fd, 1, seconds * 1000) == 0;
}

static int run(const struct arguments *a, int stop_fd)
{
	struct api api = { .folder = a->find ? NULL : a->folder, .server = a->server, .prints = a->find };
	char folder[512], said[300] = "";
	int wait_s = 1, r = 0;
	bool stops = false;

	snprintf(folder, sizeof(folder), "%s/%s", a->folder, a->server);
	if (!a->find && mkdir(folder, 0755) < 0 && errno != EEXIST) {
		fprintf(stderr, "flagfall-livechess: %s: %s\n", folder, strerror(errno));
		return 1;
	}
	sd_notify(0, "READY=1");
	while (!stops) {
		api.connection = connection_open(a->host, a->port, api_text, &api);
		if (!api.connection)
			return 1;
		stops = hold(&api, a, stop_fd);
		wait_s = api.is_listed ? 1 : wait_s;
		r = a->find && !api.is_listed;
		if (!stops && strcmp(said, connection_error(api.connection)) != 0)
			fprintf(stderr, "flagfall-livechess: %s: %s; it is tried again\n", a->server,
				snprintf(said, sizeof(said), "%s", connection_error(api.connection)) ? said : "");
		connection_close(api.connection);
		api.connection = NULL;
		api_leave(&api);
		if (a->find && !stops)
			break;
		stops = stops || !waits(stop_fd, wait_s);
		wait_s = 2 * wait_s < LONGEST_S ? 2 * wait_s : LONGEST_S;
	}
	sd_notify(0, "STOPPING=1");
	api_done(&api);
	return r || (a->find && !stops);
}

int main(int argc, char **argv)
{
	static const struct argp argp = {
		options,
		livechess_parse,
		"HOST[:PORT]",
		"Holds the connection to a DGT LiveChess on another machine, so that flagfalld reads its boards, each as "
		"livechess://HOST:PORT/SERIAL. Placements and clocks come from there, and nothing is sent but questions.",
		0,
		0,
		0
	};
	struct arguments a = { .folder = "/run/flagfall-livechess" };
	sigset_t mask;
	int fd;

	argp_program_version = "flagfall-livechess " FLAGFALL_VERSION;
	argp_err_exit_status = 2;
	argp_parse(&argp, argc, argv, 0, NULL, &a);
	sigemptyset(&mask);
	sigaddset(&mask, SIGINT);
	sigaddset(&mask, SIGTERM);
	sigprocmask(SIG_BLOCK, &mask, NULL);
	fd = signalfd(-1, &mask, SFD_CLOEXEC | SFD_NONBLOCK);
	return fd < 0 ? 1 : run(&a, fd);
}
