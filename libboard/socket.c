/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * socket:PATH, an emulated board; livechess://HOST/SERIAL, one that a LiveChess reads, by way of flagfall-livechess.
 * See wire-decoder.h for what travels.
 *
 * A request sleeps until its answer comes, at most a second; reports that come
 * meanwhile are queued, or handed over where a thread reads the board. An answer that did not come in time may still
 * come later: answers are in the order of requests, so it is known which to drop.
 */
#include "libboard/drivers.h"
#include "libboard/mailbox.h"
#include "libboard/serial-line.h"
#include "libboard/wire-decoder.h"

#include <endian.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#define ANSWER_MS 1000
#define LIVECHESS_GRACE_US 1500000 /* its clock is told so late */

struct socket_board {
	struct board board;
	int fd;
	struct poll_set poll_set;
	unsigned unanswered; /* requests whose answer has not come */
	bool hung_up;
	struct wire_decoder wire;
	int64_t report_us;
	struct board_event shown; /* the last reading of a clock beside the board, in text */
	char text[160];
};

struct answer {
	size_t len;
	uint8_t status;
	uint8_t data[SOCKET_MESSAGE_SIZE];
};

static struct socket_board *socket_of(const struct board *board)
{
	return (struct socket_board *)board;
}

static int unplugged(struct board *board)
{
	return board_fail(board, -ENODEV, "%.300s: the board was unplugged", board->uri);
}

enum { REPLY = 1, CLOCK };

static bool take_clock(struct socket_board *s, const uint8_t *buf, size_t n, int64_t now)
{
	struct socket_clock clock;

	if (n < sizeof(clock))
		return false;
	memcpy(&clock, buf, sizeof(clock));
	if (clock.with_event && s->report_us)
		now = s->report_us;
	s->shown = (struct board_event){ .type = BOARD_EVENT_TEXT,
					 .seq = s->wire.numbering.last,
					 .host_us = now,
					 .device_us = BOARD_NO_TIME,
					 .text = s->text };
	snprintf(s->text, sizeof(s->text),
		 "{\"t_us\":%" PRId64 ",\"type\":\"clock-report\",\"white_ms\":%" PRIu32 ",\"black_ms\":%" PRIu32
		 ",\"running\":\"%s\"}",
		 now, le32toh(clock.shown.white_ms), le32toh(clock.shown.black_ms),
		 clock.shown.running == SBW_SIDE_WHITE ? "white" :
		 clock.shown.running == SBW_SIDE_BLACK ? "black" :
							 "none");
	return true;
}

/* Takes one message from the socket. REPLY and *answer, CLOCK and s->shown, 0 for anything else, -EAGAIN, -ENODEV. */
static int take_message(struct socket_board *s, struct answer *answer)
{
	uint8_t buf[SOCKET_MESSAGE_SIZE];
	int64_t now;
	ssize_t n;

	if (s->hung_up)
		return -ENODEV;
	do
		n = recv(s->fd, buf, sizeof(buf), MSG_DONTWAIT | MSG_TRUNC);
	while (n < 0 && errno == EINTR);
	if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
		return -EAGAIN;
	now = board_now_us();
	if (n <= 0) {
		s->hung_up = true;
		return -ENODEV;
	}
	if ((size_t)n > sizeof(buf)) {
		/* Too long for anything we know: if it was a report, something is lost. */
		if (buf[0] == SOCKET_REPORT)
			board_wire_lose(&s->wire, now);
		return 0;
	}
	if (buf[0] == SOCKET_REPORT) {
		s->report_us = now;
		board_wire_report(&s->wire, buf + sizeof(struct socket_report),
				  (size_t)n - sizeof(struct socket_report), now);
		return 0;
	}
	if (buf[0] == SOCKET_CLOCK)
		return take_clock(s, buf, (size_t)n, now) ? CLOCK : 0;
	if (buf[0] != SOCKET_REPLY || (size_t)n < sizeof(struct socket_reply))
		return 0;
	answer->status = buf[offsetof(struct socket_reply, status)];
	answer->len = (size_t)n - sizeof(struct socket_reply);
	memcpy(answer->data, buf + sizeof(struct socket_reply), answer->len);
	return REPLY;
}

static int wait_for_answer(struct socket_board *s, struct answer *answer)
{
	int64_t until = board_now_us() + ANSWER_MS * 1000;

	for (;;) {
		struct pollfd pfd = { .fd = s->fd, .events = POLLIN };
		int64_t left = until - board_now_us();
		int r;

		board_mailbox_enter(s->board.mailbox);
		r = take_message(s, answer);
		board_wire_hand_over(&s->wire, &s->board);
		if (r == CLOCK && s->board.mailbox) /* who reads the board himself is told by the next one */
			board_mailbox_push(s->board.mailbox, &s->shown);
		board_mailbox_leave(s->board.mailbox);
		if (r == REPLY && --s->unanswered == 0)
			return 0;
		if (r >= 0)
			continue;
		if (r != -EAGAIN)
			return r;
		if (left <= 0)
			return -ETIMEDOUT;
		poll(&pfd, 1, (int)(left / 1000 + 1));
	}
}

static int control(struct board *board, uint8_t type, uint8_t number, const void *out, size_t n, struct answer *answer)
{
	struct socket_board *s = socket_of(board);
	union {
		struct socket_request request;
		uint8_t bytes[SOCKET_MESSAGE_SIZE];
	} message = { .request = {
			      .kind = SOCKET_REQUEST,
			      .bmRequestType = type,
			      .bRequest = number,
			      .wLength = htole16((uint16_t)n),
		      } };
	size_t len = sizeof(message.request);
	int r;

	if (out) {
		memcpy(message.bytes + len, out, n);
		len += n;
	}
	if (s->hung_up)
		return unplugged(board);
	if (send(s->fd, message.bytes, len, MSG_DONTWAIT | MSG_NOSIGNAL) != (ssize_t)len) {
		int error = errno ? errno : EIO;

		if (error == EPIPE || error == ECONNRESET)
			return unplugged(board);
		return board_fail(board, error == EAGAIN ? -ETIMEDOUT : -error,
				  "%.300s: the board takes no request: %s", board->uri, strerror(error));
	}
	s->unanswered++;
	answer->len = 0;
	r = wait_for_answer(s, answer);
	board_poll_set_mark(&s->poll_set, !board_wire_is_empty(&s->wire));
	if (r == -ENODEV)
		return unplugged(board);
	if (r < 0)
		return board_fail(board, r, "%.300s: the board does not answer", board->uri);
	if (answer->status != SOCKET_OK)
		return board_fail(board, -EPIPE, "%.300s: the board refuses the request", board->uri);
	return 0;
}

static int socket_ask(struct board *board, uint8_t number, struct answer *answer)
{
	return control(board, 0xc1, number, NULL, SOCKET_MESSAGE_SIZE - sizeof(struct socket_reply), answer);
}

static int send_data(struct board *board, uint8_t number, const void *data, size_t n)
{
	struct answer answer = { .len = 0 };

	return control(board, 0x41, number, data, n, &answer);
}

/* A name that begins with @ is an abstract one. */
static int connect_to(struct board *board, const char *path)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	size_t n = strlen(path);
	int fd, r;

	if (n >= sizeof(address.sun_path))
		return board_fail(board, -ENAMETOOLONG, "%.300s: a socket's name has at most %zu bytes", path,
				  sizeof(address.sun_path) - 1);
	memcpy(address.sun_path, path, n);
	if (path[0] == '@')
		address.sun_path[0] = '\0';
	fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (fd < 0)
		return -errno;
	if (connect(fd, (struct sockaddr *)&address, (socklen_t)(offsetof(struct sockaddr_un, sun_path) + n)) < 0) {
		r = -errno;
		close(fd);
		/* EAGAIN: its backlog is full. EPROTOTYPE: a socket of another kind. */
		if (r == -EAGAIN)
			r = -EBUSY;
		return board_fail(board, r, "%.300s: %s", path, strerror(-r));
	}
	return fd;
}

static int socket_open(struct board *board, const char *address, const struct board_opener *opener)
{
	struct socket_board *s = socket_of(board);
	struct answer answer = { .len = 0 };
	int r;

	board_poll_set_init(&s->poll_set);
	if (opener && opener->open)
		s->fd = board_open_file(opener, address, O_RDWR | O_NONBLOCK | O_CLOEXEC);
	else
		s->fd = connect_to(board, address);
	if (s->fd < 0)
		return s->fd;
	r = board_poll_set_open(&s->poll_set, s->fd);
	if (r == 0)
		r = socket_ask(board, SBW_REQ_GET_INFO, &answer);
	if (r == 0)
		r = board_wire_info(&s->wire, board, answer.data, answer.len);
	if (r < 0)
		return r;
	/* A board that does not answer this can be read all the same: its first report has the number to start from. */
	r = socket_ask(board, SBW_REQ_GET_BOARD, &answer);
	if (r == 0)
		r = board_wire_start(&s->wire, board, answer.data, answer.len);
	return r == -ENODEV ? r : 0;
}

/* "//HOST:1982/SERIAL": flagfall-livechess has the connection, and a socket for each board. */
static int livechess_open(struct board *board, const char *address, const struct board_opener *opener)
{
	const char *folder = getenv("FLAGFALL_LIVECHESS"), *name = address + 2, *slash, *port;
	char path[300];
	int r;

	slash = strncmp(address, "//", 2) == 0 ? strchr(name, '/') : NULL;
	if (!slash || slash == name || !slash[1] || strchr(slash + 1, '/') || slash[1] == '.')
		return board_fail(board, -EINVAL, "%.200s: livechess://HOST:1982/SERIAL is expected", board->uri);
	port = memchr(name, ':', (size_t)(slash - name));
	snprintf(path, sizeof(path), "%.80s/%.*s%s/%.100s", folder && *folder ? folder : "/run/flagfall-livechess",
		 (int)(slash - name > 100 ? 100 : slash - name), name, port ? "" : ":1982", slash + 1);
	r = socket_open(board, path, opener);
	board->info.grace_us = LIVECHESS_GRACE_US;
	return r;
}

static void socket_close(struct board *board)
{
	struct socket_board *s = socket_of(board);

	board_poll_set_close(&s->poll_set);
	if (s->fd >= 0)
		close(s->fd);
}

static int socket_get_fd(const struct board *board)
{
	return socket_of(board)->poll_set.fd;
}

/* The socket itself: the rest is for callers that may leave events unread. */
static int socket_thread_fd(struct board *board)
{
	struct socket_board *s = socket_of(board);

	board_poll_set_close(&s->poll_set);
	return s->fd;
}

static int socket_read(struct board *board, struct board_event *ev)
{
	struct socket_board *s = socket_of(board);
	struct answer late;
	int r = 0;

	while (!board_wire_pop(&s->wire, ev)) {
		r = take_message(s, &late);
		if (r == REPLY && s->unanswered)
			s->unanswered--;
		if (r == CLOCK) {
			*ev = s->shown;
			break;
		}
		if (r == -ENODEV)
			return unplugged(board);
		if (r < 0)
			break;
	}
	board_poll_set_mark(&s->poll_set, !board_wire_is_empty(&s->wire));
	return r < 0 ? r : 1;
}

static int socket_get_squares(struct board *board, struct board_squares *ret)
{
	struct answer answer = { .len = 0 };
	int r = socket_ask(board, SBW_REQ_GET_BOARD, &answer);

	if (r < 0)
		return r;
	return board_wire_squares(&socket_of(board)->wire, board, answer.data, answer.len, board_now_us(), ret);
}

static int socket_set_leds(struct board *board, const uint8_t *level, size_t n)
{
	return send_data(board, SBW_REQ_SET_LEDS, level, n);
}

static int socket_set_clock(struct board *board, uint32_t white_ms, uint32_t black_ms, int running)
{
	struct sbw_clock clock = {
		.white_ms = htole32(white_ms),
		.black_ms = htole32(black_ms),
		.running = (uint8_t)running,
	};

	return send_data(board, SBW_REQ_SET_CLOCK, &clock, sizeof(clock));
}

/* Both are read alike; they are found in other ways. */
#define BACKEND_OPENED_BY(how) \
	{ \
		.size = sizeof(struct socket_board), .open = how, .close = socket_close, .get_fd = socket_get_fd, \
		.read = socket_read, .get_squares = socket_get_squares, .set_leds = socket_set_leds, \
		.set_clock = socket_set_clock, .thread_fd = socket_thread_fd, \
	}

static const struct board_backend backend = BACKEND_OPENED_BY(socket_open);
static const struct board_backend livechess_backend = BACKEND_OPENED_BY(livechess_open);

const struct board_driver board_driver_socket = {
	.scheme = "socket",
	.backend = &backend,
};

const struct board_driver board_driver_livechess = {
	.scheme = "livechess",
	.backend = &livechess_backend,
};
