/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/web/web-rig.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define PATIENCE_US (60 * 1000000LL) /* for what ought to come at once */
#define PAUSE_US 10000

static int64_t monotonic_us(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1000000LL + ts.tv_nsec / 1000;
}

/* Of the first address with that scheme. */
static int port_of(const char *said, const char *scheme)
{
	const char *at = strstr(said, scheme);

	at = at ? strchr(at + strlen(scheme), ':') : NULL;
	assert_non_null(at);
	return atoi(at + 1);
}

void web_start_at(struct web *w, const struct rig *rig, const char *listen, const char *const extra[])
{
	const char *argv[32] = { WEB_PROGRAM, "--bus", rig->address, "--listen", listen, "--livechess", "127.0.0.1:0" };
	char said[256] = "";
	size_t n = 7, used = 0;
	int fds[2];

	for (size_t i = 0; extra && extra[i]; i++)
		argv[n++] = extra[i];
	assert_return_code(pipe(fds), errno);
	w->pid = fork();
	if (w->pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		dup2(fds[1], STDOUT_FILENO);
		close(fds[0]);
		execv(argv[0], (char *const *)argv);
		_exit(127);
	}
	close(fds[1]);
	while (!strstr(said, "ws:") || !strchr(strstr(said, "ws:"), '\n')) {
		const ssize_t got = read(fds[0], said + used, sizeof(said) - used - 1);

		assert_true(got > 0);
		used += (size_t)got;
	}
	close(fds[0]);
	w->port = port_of(said, "http:");
	w->livechess_port = port_of(said, "ws:");
}

void web_start(struct web *w, const struct rig *rig, const char *const extra[])
{
	web_start_at(w, rig, "127.0.0.1:0", extra);
}

void web_stop(struct web *w, int sig)
{
	const int64_t until = monotonic_us() + PATIENCE_US;
	const pid_t pid = w->pid;
	int status;

	if (pid <= 0)
		return;
	w->pid = 0;
	kill(pid, sig);
	while (waitpid(pid, &status, WNOHANG) == 0) {
		if (monotonic_us() > until) {
			kill(pid, SIGKILL);
			waitpid(pid, &status, 0);
			fail_msg("flagfall-web did not end when it was sent signal %d", sig);
		}
		usleep(PAUSE_US);
	}
	/* what a sanitizer finds, leaks included, is told by the status */
	if (sig == SIGTERM)
		assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

struct web web;

int web_setup(void **state)
{
	rig_setup(state);
	web_start(&web, *state, NULL);
	return 0;
}

int web_teardown(void **state)
{
	web_stop(&web, SIGTERM);
	return rig_teardown(state);
}

int web_connect(int port, int receive_bytes)
{
	struct sockaddr_in to = { .sin_family = AF_INET,
				  .sin_port = htons((uint16_t)port),
				  .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

	assert_true(fd >= 0);
	if (receive_bytes)
		setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &receive_bytes, sizeof(receive_bytes));
	assert_return_code(connect(fd, (struct sockaddr *)&to, sizeof(to)), errno);
	return fd;
}

static void send_all(int fd, const char *text)
{
	size_t n = strlen(text);

	while (n > 0) {
		const ssize_t sent = send(fd, text, n, MSG_NOSIGNAL);

		if (sent <= 0)
			return; /* it has heard enough */
		text += sent;
		n -= (size_t)sent;
	}
}

/* 0: the other side has closed. */
static size_t receive(int fd, char *buf, size_t size)
{
	struct pollfd p = { .fd = fd, .events = POLLIN };
	ssize_t n;

	assert_int_equal(poll(&p, 1, (int)(PATIENCE_US / 1000)), 1);
	n = recv(fd, buf, size, 0);
	return n > 0 ? (size_t)n : 0;
}

/* Names of headers are the same in any letters. */
static void lower_names(char *head)
{
	for (char *line = head; *line; line += strcspn(line, "\n") + 1)
		for (char *c = line; *c && *c != ':' && *c != '\n'; c++)
			*c = (char)tolower((unsigned char)*c);
}

struct answer web_ask(const struct web *w, const char *text)
{
	const int fd = web_connect(w->port, 0);
	struct answer a = { 0 };
	char buf[16384], *all = NULL, *body;
	size_t n, length = 0;

	send_all(fd, text);
	while ((n = receive(fd, buf, sizeof(buf))) > 0) {
		all = realloc(all, length + n + 1);
		assert_non_null(all);
		memcpy(all + length, buf, n);
		length += n;
		all[length] = '\0';
	}
	close(fd);
	if (!all)
		return a;
	body = strstr(all, "\r\n\r\n");
	assert_non_null(body);
	a.status = atoi(all + strcspn(all, " "));
	a.head = strndup(all, (size_t)(body - all) + 2);
	lower_names(a.head);
	a.length = length - (size_t)(body + 4 - all);
	a.body = malloc(a.length + 1);
	memcpy(a.body, body + 4, a.length + 1);
	free(all);
	return a;
}

struct answer web_get(const struct web *w, const char *path)
{
	char text[1024];

	snprintf(text, sizeof(text), "GET %s HTTP/1.1\r\nHost: localhost:%d\r\nConnection: close\r\n\r\n", path,
		 w->port);
	return web_ask(w, text);
}

void answer_done(struct answer *a)
{
	free(a->head);
	free(a->body);
	*a = (struct answer){ 0 };
}

char *web_etag(const struct web *w)
{
	struct answer a = web_get(w, "/page.js");
	const char *at = strstr(a.head, "etag: ");
	char *etag;

	assert_non_null(at);
	at += strlen("etag: ");
	etag = strndup(at, strcspn(at, "\r\n"));
	answer_done(&a);
	return etag;
}

json_t *web_json(const struct web *w, const char *path)
{
	struct answer a = web_get(w, path);
	json_t *o;

	assert_int_equal(a.status, 200);
	o = json_loads(a.body, 0, NULL);
	assert_non_null(o);
	answer_done(&a);
	return o;
}

char *web_until(const struct web *w, const char *path, const char *text)
{
	const int64_t until = monotonic_us() + PATIENCE_US;

	for (;;) {
		struct answer a = web_get(w, path);
		char *body = a.body;

		a.body = NULL;
		answer_done(&a);
		if (body && strstr(body, text))
			return body;
		if (monotonic_us() > until)
			fail_msg("%s never had \"%s\": %s", path, text, body);
		free(body);
		poll(NULL, 0, 50); /* within what one reader may ask */
	}
}

void events_open(struct events *e, const struct web *w, const char *query, const char *last_id)
{
	char text[1024];

	*e = (struct events){ .fd = web_connect(w->port, 0) };
	snprintf(text, sizeof(text), "GET /api/v1/stream%s HTTP/1.1\r\nHost: localhost:%d\r\n%s%s%s\r\n", query,
		 w->port, *last_id ? "Last-Event-ID: " : "", last_id, *last_id ? "\r\n" : "");
	send_all(e->fd, text);
}

/* One line, without its end; NULL: closed. */
static char *next_line(struct events *e)
{
	char *end;

	while (!e->length || !(end = memchr(e->text, '\n', e->length))) {
		char buf[16384];
		const size_t n = receive(e->fd, buf, sizeof(buf));

		if (n == 0)
			return NULL;
		e->text = realloc(e->text, e->length + n + 1);
		assert_non_null(e->text);
		memcpy(e->text + e->length, buf, n);
		e->length += n;
	}
	{
		const size_t n = (size_t)(end - e->text);
		char *line = strndup(e->text, n);

		e->length -= n + 1;
		memmove(e->text, end + 1, e->length);
		return line;
	}
}

json_t *events_next(struct events *e)
{
	char *line, *data = NULL;
	json_t *o;

	while ((line = next_line(e))) {
		if (strncmp(line, "id: ", 4) == 0)
			snprintf(e->id, sizeof(e->id), "%s", line + 4);
		else if (strncmp(line, "event: ", 7) == 0)
			snprintf(e->type, sizeof(e->type), "%s", line + 7);
		else if (strncmp(line, "data: ", 6) == 0)
			data = strdup(line + 6);
		else if (!*line && data)
			break;
		free(line);
	}
	free(line);
	o = data ? json_loads(data, 0, NULL) : NULL;
	free(data);
	return o;
}

json_t *events_until(struct events *e, const char *type, const char *key)
{
	json_t *o;

	while ((o = events_next(e))) {
		if (strcmp(e->type, type) == 0 && json_object_get(o, key))
			return o;
		json_decref(o);
	}
	fail_msg("the stream has ended, and there was no %s with %s", type, key);
	return NULL;
}

void events_close(struct events *e)
{
	close(e->fd);
	free(e->text);
	*e = (struct events){ .fd = -1 };
}
