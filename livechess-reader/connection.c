/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "livechess-reader/livechess.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>
#include <wslay/wslay.h>

#define HEAD 8192
#define LARGEST (1 << 20)

struct connection {
	int fd;
	enum { CONNECTING, ASKED, UP, OVER } state;
	char host[256], error[300];
	char head[HEAD]; /* what the server answers, until it speaks WebSocket */
	size_t head_size, head_read;
	wslay_event_context_ptr wslay;
	void (*on_text)(const char *text, size_t size, void *userdata);
	void *userdata;
};

static ssize_t on_read(wslay_event_context_ptr wslay, uint8_t *buf, size_t most, int flags, void *user_data)
{
	struct connection *c = user_data;
	ssize_t n = (ssize_t)(c->head_size - c->head_read);

	if (n > 0) { /* it came with the answer */
		n = (size_t)n < most ? n : (ssize_t)most;
		memcpy(buf, c->head + c->head_read, (size_t)n);
		c->head_read += (size_t)n;
		return n;
	}
	n = recv(c->fd, buf, most, 0);
	if (n > 0)
		return n;
	wslay_event_set_error(wslay, n < 0 && errno == EAGAIN ? WSLAY_ERR_WOULDBLOCK : WSLAY_ERR_CALLBACK_FAILURE);
	return -1;
}

static ssize_t on_write(wslay_event_context_ptr wslay, const uint8_t *buf, size_t size, int flags, void *user_data)
{
	struct connection *c = user_data;
	const ssize_t n = send(c->fd, buf, size, MSG_NOSIGNAL);

	if (n < 0)
		wslay_event_set_error(wslay, errno == EAGAIN ? WSLAY_ERR_WOULDBLOCK : WSLAY_ERR_CALLBACK_FAILURE);
	return n;
}

static int on_mask(wslay_event_context_ptr wslay, uint8_t *buf, size_t size, void *user_data)
{
	return getrandom(buf, size, 0) == (ssize_t)size ? 0 : -1;
}

static void on_message(wslay_event_context_ptr wslay, const struct wslay_event_on_msg_recv_arg *message,
		       void *user_data)
{
	struct connection *c = user_data;

	if (message->opcode == WSLAY_TEXT_FRAME)
		c->on_text((const char *)message->msg, message->msg_length, c->userdata);
}

static bool over(struct connection *c, const char *why)
{
	if (c->state != OVER)
		snprintf(c->error, sizeof(c->error), "%s", why);
	c->state = OVER;
	return false;
}

static int connect_to(const char *host, const char *port, const char **why)
{
	const struct addrinfo hints = { .ai_socktype = SOCK_STREAM };
	struct addrinfo *list, *one;
	int fd = -1, r = getaddrinfo(host, port, &hints, &list);

	*why = r ? gai_strerror(r) : "";
	for (one = r ? NULL : list; one && fd < 0; one = one->ai_next) {
		fd = socket(one->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
		if (fd >= 0 && connect(fd, one->ai_addr, one->ai_addrlen) < 0 && errno != EINPROGRESS) {
			*why = strerror(errno);
			close(fd);
			fd = -1;
		}
	}
	if (r == 0)
		freeaddrinfo(list);
	return fd;
}

struct connection *connection_open(const char *host, const char *port,
				   void (*on_text)(const char *text, size_t size, void *userdata), void *userdata)
{
	static const struct wslay_event_callbacks callbacks = { .recv_callback = on_read,
								.send_callback = on_write,
								.genmask_callback = on_mask,
								.on_msg_recv_callback = on_message };
	struct connection *c = calloc(1, sizeof(*c));
	const char *why;

	if (!c || wslay_event_context_client_init(&c->wslay, &callbacks, c) != 0) {
		free(c);
		return NULL;
	}
	wslay_event_config_set_max_recv_msg_length(c->wslay, LARGEST);
	c->on_text = on_text;
	c->userdata = userdata;
	snprintf(c->host, sizeof(c->host), "%.200s:%.20s", host, port);
	c->fd = connect_to(host, port, &why);
	if (c->fd < 0)
		over(c, why);
	return c;
}

void connection_close(struct connection *c)
{
	if (!c)
		return;
	wslay_event_context_free(c->wslay);
	if (c->fd >= 0)
		close(c->fd);
	free(c);
}

/* A key is for servers that answer whoever asks; what it is does not matter here. */
static bool ask(struct connection *c)
{
	char request[600];
	int error = 0;
	socklen_t size = sizeof(error);

	if (getsockopt(c->fd, SOL_SOCKET, SO_ERROR, &error, &size) < 0 || error)
		return over(c, strerror(error ? error : errno));
	snprintf(request, sizeof(request),
		 "GET /api/v1.0 HTTP/1.1\r\nHost: %s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
		 "Sec-WebSocket-Key: ZmxhZ2ZhbGwtYm9hcmRzIQ==\r\nSec-WebSocket-Version: 13\r\n\r\n",
		 c->host);
	if (send(c->fd, request, strlen(request), MSG_NOSIGNAL) != (ssize_t)strlen(request))
		return over(c, "it does not take a request");
	c->state = ASKED;
	return true;
}

static bool read_answer(struct connection *c)
{
	const ssize_t n = recv(c->fd, c->head + c->head_size, HEAD - 1 - c->head_size, 0);
	const char *end;

	if (n < 0 && errno == EAGAIN)
		return true;
	if (n <= 0)
		return over(c, "it hung up");
	c->head_size += (size_t)n;
	c->head[c->head_size] = '\0';
	end = strstr(c->head, "\r\n\r\n");
	if (!end)
		return c->head_size < HEAD - 1 || over(c, "its answer is no WebSocket's");
	if (strncmp(c->head, "HTTP/1.1 101", 12) != 0)
		return over(c, "there is no LiveChess: another server answers");
	c->head_read = (size_t)(end + 4 - c->head);
	c->state = UP;
	return true;
}

void connection_poll(const struct connection *c, struct pollfd *fd)
{
	*fd = (struct pollfd){ .fd = c->fd, .events = POLLIN };
	if (c->state == CONNECTING)
		fd->events = POLLOUT;
	else if (c->state == UP && wslay_event_want_write(c->wslay))
		fd->events |= POLLOUT;
}

bool connection_serve(struct connection *c, short revents)
{
	if (c->state == CONNECTING && revents && !ask(c))
		return false;
	if (c->state == ASKED && revents & (POLLIN | POLLHUP | POLLERR) && !read_answer(c))
		return false;
	if (c->state == UP && (wslay_event_recv(c->wslay) != 0 || wslay_event_send(c->wslay) != 0 ||
			       (!wslay_event_want_read(c->wslay) && !wslay_event_want_write(c->wslay))))
		return over(c, "it hung up");
	return c->state != OVER;
}

const char *connection_error(const struct connection *c)
{
	return c->error;
}

bool connection_is_up(const struct connection *c)
{
	return c && c->state == UP;
}

void connection_say(struct connection *c, const char *text)
{
	const struct wslay_event_msg message = { .opcode = WSLAY_TEXT_FRAME,
						 .msg = (const uint8_t *)text,
						 .msg_length = strlen(text) };

	if (connection_is_up(c))
		wslay_event_queue_msg(c->wslay, &message);
}
