/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/server.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include "common/text-file.h"
#include "web/livechess/livechess.h"

#define ALIVE_US (15 * 1000000) /* shorter than proxies and routers forget a connection */
#define SEND_BUFFER (64 << 10)	/* what a reader may be behind inside the kernel */
#define TAKEN_AT_ONCE 64
#define BACKLOG 4096 /* that wait while others are taken */
#define EVENTS_AT_ONCE 256
#define ROUNDS_AT_ONCE 64 /* of libmicrohttpd */
#define MEMORY 16384	  /* of a connection: a request's head, and its answer's */
#define END_S 10	  /* so long its end may take */

static int end_fd = -1;

/* Who is asked to end ends, whatever the loop is caught in: SIGALRM does not ask. */
static void on_signal(int number)
{
	const uint64_t one = 1;
	const int before = errno;

	alarm(END_S);
	if (write(end_fd, &one, sizeof(one)) < 0) { /* it is asked already */
	}
	errno = before;
}

static int on_end(sd_event_source *source, int fd, uint32_t revents, void *userdata)
{
	return sd_event_exit(sd_event_source_get_event(source), 0);
}

static int server_on_timer(sd_event_source *source, uint64_t usec, void *userdata)
{
	return 0; /* turn() looks after every round of the loop */
}

static int on_alive(sd_event_source *source, uint64_t usec, void *userdata)
{
	http_keep_alive(userdata);
	endpoint_keep_alive(userdata);
	sd_event_source_set_time(source, usec + ALIVE_US);
	return sd_event_source_set_enabled(source, SD_EVENT_ONESHOT);
}

static int add_sources(struct server *s)
{
	static const struct sigaction end = { .sa_handler = on_signal, .sa_flags = SA_RESTART };
	int r;

	signal(SIGPIPE, SIG_IGN);
	end_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (end_fd < 0 || sigaction(SIGTERM, &end, NULL) < 0 || sigaction(SIGINT, &end, NULL) < 0)
		return -errno;
	r = sd_event_add_io(s->event, NULL, end_fd, EPOLLIN, on_end, NULL);
	if (r >= 0)
		r = sd_event_set_watchdog(s->event, true);
	if (r >= 0)
		r = sd_event_add_time(s->event, &s->timer, CLOCK_BOOTTIME, UINT64_MAX, 0, server_on_timer, s);
	if (r >= 0)
		r = sd_event_add_time_relative(s->event, &s->alive, CLOCK_MONOTONIC, ALIVE_US, 0, on_alive, s);
	return r;
}

/* --- libmicrohttpd --- */

static struct connection *connection_of(struct MHD_Connection *mhd)
{
	return MHD_get_connection_info(mhd, MHD_CONNECTION_INFO_SOCKET_CONTEXT)->socket_context;
}

/* A request whose head has come, then when it is whole; *request: not the first time. */
static enum MHD_Result serve(void *cls, struct MHD_Connection *mhd, const char *path, const char *method,
			     const char *version, const char *data, size_t *size, void **request)
{
	struct server_daemon *daemon = cls;
	struct connection *c = connection_of(mhd);
	const char *why;
	unsigned status;

	if (!c || c->state == CONNECTION_CUT)
		return MHD_NO;
	if (!*request) {
		*request = daemon;
		connection_enter(c, CONNECTION_BUSY);
		why = request_fault(mhd, daemon->kind, method, &status);
		/* answered so early, nothing behind its head is read, and the connection is closed */
		return why ? answer_send(c, status, answer_sentence(why)) : MHD_YES;
	}
	switch (daemon->kind) {
	case SERVER_PAGE:
		return http_serve(daemon->server, c, path);
	case SERVER_LIVECHESS:
		return endpoint_serve(daemon->server, c, path);
	default:
		return MHD_NO;
	}
}

static void on_served(void *cls, struct MHD_Connection *mhd, void **request, enum MHD_RequestTerminationCode how)
{
	struct server_daemon *daemon = cls;
	struct connection *c = connection_of(mhd);

	if (!c)
		return;
	http_end(daemon->server, c);
	connection_enter(c, CONNECTION_IDLE);
}

static void on_change(void *cls, struct MHD_Connection *mhd, void **context, enum MHD_ConnectionNotificationCode what)
{
	struct server *s = cls;

	if (what == MHD_CONNECTION_NOTIFY_STARTED)
		*context = connection_open(&s->connections, mhd, s->accepting);
	else if (*context)
		connection_close(*context);
}

/* Has a daemon something left to do? */
static bool run_daemon(struct MHD_Daemon *mhd)
{
	MHD_UNSIGNED_LONG_LONG ms = 1;

	for (unsigned i = 0; i < ROUNDS_AT_ONCE; i++) {
		MHD_run(mhd);
		if (MHD_get_timeout(mhd, &ms) != MHD_YES || ms > 0)
			return false;
	}
	return true;
}

static int on_daemon(sd_event_source *source, int fd, uint32_t revents, void *userdata)
{
	const struct server_daemon *daemon = userdata;

	run_daemon(daemon->mhd);
	return 0;
}

static int start(struct server *s, enum server_kind kind, char *cert, char *key)
{
	struct server_daemon *daemon = &s->daemons[kind];
	const struct MHD_OptionItem tls[] = { { MHD_OPTION_HTTPS_MEM_CERT, 0, cert },
					      { MHD_OPTION_HTTPS_MEM_KEY, 0, key },
					      { MHD_OPTION_END, 0, NULL } };
	const unsigned flags = MHD_USE_EPOLL | MHD_USE_NO_LISTEN_SOCKET | MHD_ALLOW_SUSPEND_RESUME |
			       (kind == SERVER_LIVECHESS ? MHD_ALLOW_UPGRADE : 0) | (cert ? MHD_USE_TLS : 0);

	*daemon = (struct server_daemon){ .kind = kind, .server = s };
	/* its own limit is of those, too, that are cut and not yet closed */
	daemon->mhd = MHD_start_daemon(flags, 0, NULL, NULL, serve, daemon, MHD_OPTION_NOTIFY_CONNECTION, on_change, s,
				       MHD_OPTION_NOTIFY_COMPLETED, on_served, daemon, MHD_OPTION_CONNECTION_LIMIT,
				       s->most_connections + 2 * TAKEN_AT_ONCE, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
				       (size_t)MEMORY, MHD_OPTION_ARRAY, cert ? tls : &tls[2], MHD_OPTION_END);
	if (!daemon->mhd)
		return cert ? -EINVAL : -ENOMEM;
	return sd_event_add_io(s->event, NULL, MHD_get_daemon_info(daemon->mhd, MHD_DAEMON_INFO_EPOLL_FD)->epoll_fd,
			       EPOLLIN, on_daemon, daemon);
}

static int start_page(struct server *s)
{
	char *cert = s->cert ? text_file_read(s->cert) : NULL, *key = s->key ? text_file_read(s->key) : NULL;
	const int r = s->cert && (!cert || !key) ? -EINVAL : start(s, SERVER_PAGE, cert, key);

	free(cert);
	free(key);
	return r;
}

static bool run_daemons(struct server *s)
{
	bool has_more = false;

	for (unsigned i = 0; i < SERVER_KINDS; i++)
		has_more |= s->daemons[i].mhd && run_daemon(s->daemons[i].mhd);
	return has_more;
}

int server_init(struct server *s)
{
	int r = live_init(&s->live);

	s->connections.most = s->most_connections;
	if (r >= 0)
		r = stream_init(&s->stream);
	if (r >= 0)
		r = sd_event_new(&s->event);
	if (r >= 0)
		r = add_sources(s);
	if (r >= 0)
		r = start_page(s);
	return r < 0 ? r : start(s, SERVER_LIVECHESS, NULL, NULL);
}

void server_done(struct server *s)
{
	endpoint_close(s);
	connections_cut_all(&s->connections);
	run_daemons(s);
	for (unsigned i = 0; i < SERVER_KINDS; i++)
		if (s->daemons[i].mhd)
			MHD_stop_daemon(s->daemons[i].mhd);
	for (unsigned i = 0; i < s->listener_count; i++) {
		sd_event_source_disable_unref(s->listeners[i].source);
		close(s->listeners[i].fd);
	}
	source_close(s->source);
	sd_event_source_disable_unref(s->timer);
	sd_event_source_disable_unref(s->alive);
	sd_event_unref(s->event);
	if (end_fd >= 0)
		close(end_fd);
	stream_done(&s->stream);
	live_done(&s->live);
}

/* --- sockets --- */

/* False: nobody waits, or there is no descriptor left. */
static bool take_connection(struct server *s, const struct server_listener *l)
{
	struct sockaddr_storage from = { 0 };
	socklen_t size = sizeof(from);
	struct sockaddr *name = (struct sockaddr *)&from;
	const int fd = accept4(l->fd, name, &size, SOCK_NONBLOCK | SOCK_CLOEXEC);

	if (fd < 0)
		return false;
	s->accepting = l;
	if (!connections_make_room(&s->connections, name)) {
		close(fd);
		return true;
	}
	MHD_add_connection(s->daemons[l->kind].mhd, fd, name, size); /* it closes what it cannot take */
	MHD_run(s->daemons[l->kind].mhd); /* libmicrohttpd 1.0 takes it only now; and who had to go for it is closed */
	return true;
}

static int on_connection(sd_event_source *source, int fd, uint32_t revents, void *userdata)
{
	const struct server_listener *l = userdata;

	for (int i = 0; i < TAKEN_AT_ONCE && take_connection(l->server, l); i++)
		;
	return 0;
}

int server_listen_fd(struct server *s, enum server_kind kind, int fd)
{
	struct server_listener *l = &s->listeners[s->listener_count];
	const int size = SEND_BUFFER;
	int r;

	if (s->listener_count == SERVER_LISTENERS)
		return -ENOSPC;
	*l = (struct server_listener){ .fd = fd, .kind = kind, .server = s };
	/* one of systemd waits for the next reader, and would keep this one and everybody waiting with it */
	r = fcntl(fd, F_GETFL);
	if (r < 0 || fcntl(fd, F_SETFL, r | O_NONBLOCK) < 0)
		return -errno;
	setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &size, sizeof(size));
	r = sd_event_add_io(s->event, &l->source, fd, EPOLLIN, on_connection, l);
	if (r >= 0)
		s->listener_count++;
	return r;
}

static int listen_on(const struct addrinfo *a)
{
	const int on = 1;
	int fd = socket(a->ai_family, a->ai_socktype | SOCK_NONBLOCK | SOCK_CLOEXEC, a->ai_protocol);

	if (fd < 0)
		return -errno;
	setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
	if (a->ai_family == AF_INET6)
		setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &on, sizeof(on));
	if (bind(fd, a->ai_addr, a->ai_addrlen) < 0 || listen(fd, BACKLOG) < 0) {
		int r = -errno;

		close(fd);
		return r;
	}
	return fd;
}

int server_listen(struct server *s, enum server_kind kind, const char *address)
{
	static const struct addrinfo hints = { .ai_socktype = SOCK_STREAM,
					       .ai_flags = AI_PASSIVE | AI_NUMERICHOST | AI_NUMERICSERV };
	const char *colon = strrchr(address, ':');
	const bool bracket = *address == '[' && colon > address && colon[-1] == ']';
	struct addrinfo *list = NULL;
	char host[64];
	int r = 0;

	if (!colon || !colon[1] || (size_t)(colon - address) >= sizeof(host) ||
	    (!bracket && memchr(address, ':', (size_t)(colon - address)))) {
		fprintf(stderr, "flagfall-web: \"%s\" is not ADDRESS:PORT, such as 127.0.0.1:8964 or [::1]:8964\n",
			address);
		return -EINVAL;
	}
	snprintf(host, sizeof(host), "%.*s", (int)(colon - address) - 2 * bracket, address + bracket);
	if (getaddrinfo(*host ? host : NULL, colon + 1, &hints, &list) != 0) {
		fprintf(stderr, "flagfall-web: \"%s\": an address in numbers is needed, such as 192.168.1.20:8964\n",
			address);
		return -EINVAL;
	}
	for (const struct addrinfo *a = list; a && r >= 0; a = a->ai_next) {
		r = listen_on(a);
		if (r == -EAFNOSUPPORT && list->ai_next) {
			r = 0; /* a machine without IPv6 */
			continue;
		}
		if (r >= 0)
			r = server_listen_fd(s, kind, r);
	}
	freeaddrinfo(list);
	if (r < 0)
		fprintf(stderr, "flagfall-web: %s: %s\n", address, strerror(-r));
	return r;
}

void server_print(const struct server *s, enum server_kind kind, const char *scheme, const char *path)
{
	for (unsigned i = 0; i < s->listener_count; i++) {
		struct sockaddr_storage name;
		socklen_t size = sizeof(name);
		char host[64], port[16];

		if (s->listeners[i].kind != kind ||
		    getsockname(s->listeners[i].fd, (struct sockaddr *)&name, &size) < 0 ||
		    getnameinfo((struct sockaddr *)&name, size, host, sizeof(host), port, sizeof(port),
				NI_NUMERICHOST | NI_NUMERICSERV) != 0)
			continue;
		printf("%s%s://%s%s%s:%s%s\n", scheme, s->cert && kind == SERVER_PAGE ? "s" : "",
		       strchr(host, ':') ? "[" : "", host, strchr(host, ':') ? "]" : "", port, path);
	}
	fflush(stdout);
}

/* --- the loop --- */

/* After everything that came was taken: what of it is to be told, and to whom. True: there is more to do at once. */
static bool turn(struct server *s)
{
	int64_t next_us, cut_us;

	stream_update(&s->stream, &s->live, live_now(), &next_us);
	http_turn(s);
	endpoint_turn(s);
	cut_us = connections_turn(&s->connections);
	next_us = next_us == INT64_MAX ? INT64_MAX : live_to_boottime(next_us);
	next_us = cut_us < next_us ? cut_us : next_us;
	sd_event_source_set_time(s->timer, next_us == INT64_MAX ? UINT64_MAX : (uint64_t)next_us);
	sd_event_source_set_enabled(s->timer, SD_EVENT_ONESHOT);
	return run_daemons(s);
}

/* A flood at one place does not keep the others waiting: neither of connections, nor of the bus, nor where there is no
 * descriptor left for a connection that waits. */
static int run_events(struct server *s, bool waits)
{
	int r = sd_event_run(s->event, waits ? UINT64_MAX : 0);

	for (unsigned i = 1; i < EVENTS_AT_ONCE && r > 0; i++)
		r = sd_event_run(s->event, 0);
	return r;
}

int server_run(struct server *s)
{
	bool has_more = true;
	int r;

	while (r = run_events(s, !has_more), sd_event_get_state(s->event) != SD_EVENT_FINISHED) {
		if (r < 0)
			return r;
		has_more = turn(s);
	}
	return 0;
}
