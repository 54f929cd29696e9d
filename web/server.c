/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/server.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include "web/livechess/livechess.h"

#define ALIVE_US (20 * 1000000) /* shorter than proxies and routers forget a connection */
#define SEND_BUFFER (64 << 10)	/* what a reader may be behind inside the kernel */
#define TAKEN_AT_ONCE 64
#define EVENTS_AT_ONCE 256
#define END_S 10	 /* so long its end may take */
#define PROTOCOL "serve" /* within lws */

/* sd-event's descriptor has something: the loop in server_run() takes it. */
static int on_loop(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length)
{
	return 0;
}

/* What lws tells of a connection goes to its kind. lws has vhosts for that, but chooses among those without a port of
 * their own by what a request says of its host. */
static int serve(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length)
{
	const struct server_listener *l = lws_get_opaque_user_data(wsi);

	if (l && gate_refuses(wsi, l->kind, reason, in))
		return -1;
	if (l)
		switch (l->kind) {
		case SERVER_PAGE:
			return http_serve(wsi, reason, user, in, length);
		case SERVER_LIVECHESS:
			return endpoint_serve(wsi, reason, user, in, length);
		}
	return 0;
}

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
	sd_event_source_set_time(source, usec + ALIVE_US);
	return sd_event_source_set_enabled(source, SD_EVENT_ONESHOT);
}

/* sd-event watches the bus, timers, signals and the sockets that are listened on, by an epoll descriptor; lws watches
 * that as one file more, beside its connections. */
static int adopt_loop(struct server *s)
{
	lws_sock_file_fd_type fd = { .filefd = dup(sd_event_get_fd(s->event)) };

	if (fd.filefd < 0)
		return -errno;
	return lws_adopt_descriptor_vhost(s->vhost, LWS_ADOPT_RAW_FILE_DESC, fd, "loop", NULL) ? 0 : -ENOMEM;
}

static int add_vhost(struct server *s)
{
	/* where server.h answers in LWS_CALLBACK_CHECK_ACCESS_RIGHTS; all else is told by LWS_CALLBACK_HTTP */
	static const struct lws_http_mount streams = { .mountpoint = HTTP_STREAM_PATH,
						       .mountpoint_len = sizeof(HTTP_STREAM_PATH) - 1,
						       .origin = PROTOCOL,
						       .protocol = PROTOCOL,
						       .origin_protocol = LWSMPRO_CALLBACK };
	struct lws_context_creation_info info = {
		.port = CONTEXT_PORT_NO_LISTEN_SERVER,
		.protocols = s->protocols,
		.mounts = &streams,
		.ssl_cert_filepath = s->cert,
		.ssl_private_key_filepath = s->key,
		.alpn = "http/1.1", /* a connection is one request at a time */
		.timeout_secs = 15,
		.keepalive_timeout = 30,
		/* without the second one a vhost with a certificate serves without TLS, and says nothing */
		.options = LWS_SERVER_OPTION_DISABLE_IPV6 | (s->cert ? LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT : 0),
	};

	/* lws takes files that are not there for some that will come, and serves without TLS until then */
	if (s->cert && (access(s->cert, R_OK) < 0 || access(s->key, R_OK) < 0))
		return -EINVAL;
	s->protocols[0] = (struct lws_protocols){ .name = PROTOCOL,
						  .callback = serve,
						  .per_session_data_size = endpoint_session_size() >
											   http_session_size() ?
										   endpoint_session_size() :
										   http_session_size() };
	s->protocols[1] = (struct lws_protocols){ .name = "loop", .callback = on_loop };
	s->vhost = lws_create_vhost(s->lws, &info);
	return s->vhost ? 0 : -EINVAL;
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

int server_init(struct server *s)
{
	struct lws_context_creation_info info = {
		.port = CONTEXT_PORT_NO_LISTEN,
		.options = LWS_SERVER_OPTION_EXPLICIT_VHOSTS | LWS_SERVER_OPTION_DISABLE_IPV6 |
			   (s->cert ? LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT : 0),
		.user = s,
		.fd_limit_per_thread = s->most_connections + 64,
		.pt_serv_buf_size = 16384,
		.max_http_header_data = 4096,
		.timeout_secs = 15,
		.keepalive_timeout = 30,
	};
	int r;

	lws_set_log_level(0, NULL);
	r = live_init(&s->live);
	if (r >= 0)
		r = stream_init(&s->stream);
	if (r >= 0)
		r = sd_event_new(&s->event);
	if (r >= 0)
		r = add_sources(s);
	if (r < 0)
		return r;
	s->lws = lws_create_context(&info);
	if (!s->lws)
		return -ENOMEM;
	r = add_vhost(s);
	return r < 0 ? r : adopt_loop(s);
}

void server_done(struct server *s)
{
	if (s->lws)
		lws_context_destroy(s->lws);
	endpoint_close(s);
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

static int on_connection(sd_event_source *source, int fd, uint32_t revents, void *userdata)
{
	struct server_listener *l = userdata;

	for (int i = 0; i < TAKEN_AT_ONCE; i++) {
		const int on = 1;
		struct lws *wsi;
		lws_sock_file_fd_type peer = { .sockfd = accept4(fd, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC) };

		if (peer.sockfd < 0)
			break;
		setsockopt(peer.sockfd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
		/* it closes what it cannot take */
		wsi = lws_adopt_descriptor_vhost(
			l->server->vhost, LWS_ADOPT_SOCKET | LWS_ADOPT_HTTP | (l->is_tls ? LWS_ADOPT_ALLOW_SSL : 0),
			peer, NULL, NULL);
		if (wsi)
			lws_set_opaque_user_data(wsi, l);
	}
	return 0;
}

int server_listen_fd(struct server *s, enum server_kind kind, int fd, bool is_tls)
{
	struct server_listener *l = &s->listeners[s->listener_count];
	const int size = SEND_BUFFER;
	int r;

	if (s->listener_count == SERVER_LISTENERS)
		return -ENOSPC;
	*l = (struct server_listener){ .fd = fd, .kind = kind, .server = s, .is_tls = is_tls };
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
	if (bind(fd, a->ai_addr, a->ai_addrlen) < 0 || listen(fd, 512) < 0) {
		int r = -errno;

		close(fd);
		return r;
	}
	return fd;
}

int server_listen(struct server *s, enum server_kind kind, const char *address, bool is_tls)
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
			r = server_listen_fd(s, kind, r, is_tls);
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
		printf("%s%s://%s%s%s:%s%s\n", scheme, s->listeners[i].is_tls ? "s" : "", strchr(host, ':') ? "[" : "",
		       host, strchr(host, ':') ? "]" : "", port, path);
	}
	fflush(stdout);
}

/* --- the loop --- */

/* After everything that came was taken: what of it is to be told, and to whom. */
static void turn(struct server *s)
{
	int64_t next_us;

	stream_update(&s->stream, &s->live, live_now(), &next_us);
	sd_event_source_set_time(s->timer, next_us == INT64_MAX ? UINT64_MAX : (uint64_t)live_to_boottime(next_us));
	sd_event_source_set_enabled(s->timer, SD_EVENT_ONESHOT);
	http_turn(s);
	endpoint_turn(s);
}

/* A flood at one place does not keep the others waiting: neither of connections, nor of the bus, nor where there is no
 * descriptor left for a connection that waits. */
static int run_events(struct server *s, unsigned most)
{
	int r = 1;

	for (unsigned i = 0; i < most && r > 0; i++)
		r = sd_event_run(s->event, 0);
	return r;
}

static bool is_over(const struct server *s)
{
	return sd_event_get_state(s->event) == SD_EVENT_FINISHED;
}

int server_run(struct server *s)
{
	int r;

	while (r = run_events(s, EVENTS_AT_ONCE), !is_over(s)) {
		if (r < 0)
			return r;
		turn(s);
		/* what turn() has asked of the bus, and its timer, are armed before lws waits, which it does not if
		 * that was an event */
		r = run_events(s, 1);
		if (!is_over(s) && lws_service(s->lws, r > 0 ? -1 : 0) < 0)
			return -EIO;
	}
	return 0;
}
