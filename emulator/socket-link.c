// SPDX-License-Identifier: GPL-2.0-or-later
#include "emulator/socket-link.h"

#include <endian.h>
#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

static void hang_up(struct socket_link *link, struct native_board *board)
{
	if (link->host >= 0)
		close(link->host);
	link->host = -1;
	if (link->out_size && link->out_is_report)
		native_report_taken(board, false);
	link->out_size = 0;
}

/* True if the message in out is gone. */
static bool send_out(struct socket_link *link, struct native_board *board)
{
	if (send(link->host, link->out, link->out_size, MSG_DONTWAIT | MSG_NOSIGNAL) < 0) {
		if (errno != EAGAIN && errno != EINTR)
			hang_up(link, board);
		return false;
	}
	link->out_size = 0;
	if (link->out_is_report)
		native_report_taken(board, true);
	return true;
}

size_t socket_link_answer(struct native_board *board, const uint8_t *message, size_t size,
			  uint8_t out[static SOCKET_MESSAGE_SIZE])
{
	struct socket_request request;
	struct socket_reply *reply = (struct socket_reply *)out;
	uint8_t data[NATIVE_REPLY_SIZE];
	struct native_setup setup;
	int r = -EPIPE;

	if (size >= sizeof(request)) {
		memcpy(&request, message, sizeof(request));
		setup = (struct native_setup){ .type = request.bmRequestType,
					       .request = request.bRequest,
					       .value = le16toh(request.wValue),
					       .index = le16toh(request.wIndex),
					       .length = le16toh(request.wLength) };
		if (request.kind == SOCKET_REQUEST && size - sizeof(request) == (setup.type & 0x80 ? 0 : setup.length))
			r = native_control(board, &setup, message + sizeof(request), data);
	}
	reply->kind = SOCKET_REPLY;
	reply->status = r < 0 ? SOCKET_STALL : SOCKET_OK;
	if (r > 0)
		memcpy(reply->data, data, (size_t)r);
	return sizeof(*reply) + (r > 0 ? (size_t)r : 0);
}

void socket_link_narrow(int fd)
{
	int size = 4096;

	setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &size, sizeof(size));
}

static void accept_host(struct socket_link *link, struct native_board *board)
{
	int fd = link->listener < 0 || (link->host >= 0 && link->others_wait) ?
			 -1 :
			 accept4(link->listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);

	if (link->host < 0 && link->is_forgetful)
		native_drop_waiting(board);
	if (fd >= 0 && link->host >= 0) {
		close(fd); /* a board has one cable */
	} else if (fd >= 0) {
		socket_link_narrow(fd);
		link->host = fd;
		link->tells_clock = false; /* until it knows the board */
	}
}

void socket_link_show(struct socket_link *link, uint32_t white_ms, uint32_t black_ms, int running, bool with_event)
{
	link->clock = (struct socket_clock){
		.kind = SOCKET_CLOCK,
		.with_event = with_event,
		.shown = { .white_ms = htole32(white_ms), .black_ms = htole32(black_ms), .running = (uint8_t)running }
	};
	link->has_clock = link->tells_clock = true;
}

/* The next message for the host, 0: none. A clock is behind what happened before it was read. */
static size_t next_message(struct socket_link *link, struct native_board *board)
{
	struct socket_report *report = (struct socket_report *)link->out;
	size_t size = native_next_report(board, report->data);

	link->out_is_report = size > 0;
	if (size) {
		report->kind = SOCKET_REPORT;
		return sizeof(*report) + size;
	}
	if (!link->tells_clock)
		return 0;
	link->tells_clock = false;
	memcpy(link->out, &link->clock, sizeof(link->clock));
	link->clock.with_event = false; /* when it is told again */
	return sizeof(link->clock);
}

static bool asks_for_board(const uint8_t *message, size_t size)
{
	return size >= sizeof(struct socket_request) &&
	       message[offsetof(struct socket_request, bRequest)] == SBW_REQ_GET_BOARD;
}

static void serve_host(struct socket_link *link, struct native_board *board)
{
	uint8_t message[SOCKET_MESSAGE_SIZE];

	/* requests that wait unread do not hide that the host has gone */
	if (link->mute && link->host >= 0 && poll(&(struct pollfd){ .fd = link->host }, 1, 0) > 0)
		hang_up(link, board);
	while (link->host >= 0 && (!link->out_size || send_out(link, board))) {
		ssize_t got = -1;

		errno = EAGAIN;
		if (!link->mute)
			got = recv(link->host, message, sizeof(message), MSG_DONTWAIT);
		if (got > 0) {
			link->out_size = socket_link_answer(board, message, (size_t)got, link->out);
			link->out_is_report = false;
			link->tells_clock |= link->has_clock && asks_for_board(message, (size_t)got);
			continue;
		}
		if (got == 0 || (errno != EAGAIN && errno != EINTR)) {
			hang_up(link, board);
			break;
		}
		link->out_size = next_message(link, board);
		if (!link->out_size)
			break;
	}
}

void socket_link_serve(struct socket_link *link, struct native_board *board)
{
	serve_host(link, board); /* the one that left makes room for the next */
	accept_host(link, board);
	serve_host(link, board);
}

unsigned socket_link_fds(const struct socket_link *link, struct pollfd *fds)
{
	unsigned n = 0;

	if (link->listener >= 0 && !(link->others_wait && link->host >= 0))
		fds[n++] = (struct pollfd){ .fd = link->listener, .events = POLLIN };
	if (link->host >= 0)
		fds[n++] = (struct pollfd){
			.fd = link->host, .events = (short)((link->mute ? 0 : POLLIN) | (link->out_size ? POLLOUT : 0))
		};
	return n;
}

int socket_link_plug(struct socket_link *link, const char *port)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	int fd, r;

	if (!port || !*port)
		port = link->path;
	if (!*port)
		return -EINVAL;
	if (strlen(port) >= sizeof(address.sun_path))
		return -ENAMETOOLONG;
	strcpy(address.sun_path, port);
	fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (fd < 0)
		return -errno;
	unlink(address.sun_path);
	if (bind(fd, (struct sockaddr *)&address, sizeof(address)) < 0 || listen(fd, 4) < 0) {
		r = -errno;
		close(fd);
		return r;
	}
	chmod(address.sun_path, 0666); /* the daemon is another user */
	strcpy(link->path, address.sun_path);
	link->listener = fd;
	return 0;
}

void socket_link_unplug(struct socket_link *link, struct native_board *board)
{
	if (link->listener >= 0) {
		unlink(link->path);
		close(link->listener);
	}
	link->listener = -1;
	hang_up(link, board);
}
