// SPDX-License-Identifier: GPL-2.0-or-later
/* The emulated board on a socket: libboard/wire-decoder.h from the board's end. */
#include <endian.h>
#include <errno.h>
#include <linux/sockios.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "libboard/wire-decoder.h"
#include "tests/sim/sim-internal.h"

struct socket_link {
	int listener; /* -1: a pair, or unplugged */
	int host;     /* -1: nobody listens */
	char path[sizeof(((struct sockaddr_un *)0)->sun_path)];
	/* One message that the socket had no room for. */
	uint8_t out[SOCKET_MESSAGE_SIZE];
	size_t out_size;
	bool out_is_report;
};

static void hang_up(struct sim *sim)
{
	struct socket_link *link = sim->link;

	if (link->host >= 0)
		close(link->host);
	link->host = -1;
	if (link->out_size && link->out_is_report)
		sim_report_taken(sim, false);
	link->out_size = 0;
}

/* True if the message in out is gone. */
static bool send_out(struct sim *sim)
{
	struct socket_link *link = sim->link;

	if (send(link->host, link->out, link->out_size, MSG_DONTWAIT | MSG_NOSIGNAL) < 0) {
		if (errno == EAGAIN || errno == EINTR)
			return false;
		hang_up(sim);
		return false;
	}
	link->out_size = 0;
	if (link->out_is_report)
		sim_report_taken(sim, true);
	return true;
}

static void answer(struct sim *sim, const uint8_t *message, size_t size)
{
	struct socket_link *link = sim->link;
	struct socket_request request;
	struct socket_reply *reply = (struct socket_reply *)link->out;
	uint8_t data[SIM_REPLY_SIZE];
	struct sim_setup setup;
	bool in;
	int r = -EPIPE;

	if (size >= sizeof(request)) {
		memcpy(&request, message, sizeof(request));
		setup = (struct sim_setup){ .type = request.bmRequestType,
					    .request = request.bRequest,
					    .value = le16toh(request.wValue),
					    .index = le16toh(request.wIndex),
					    .length = le16toh(request.wLength) };
		in = setup.type & 0x80;
		if (request.kind == SOCKET_REQUEST && size - sizeof(request) == (in ? 0 : setup.length))
			r = sim_control(sim, &setup, message + sizeof(request), data);
	}
	reply->kind = SOCKET_REPLY;
	reply->status = r < 0 ? SOCKET_STALL : SOCKET_OK;
	if (r > 0)
		memcpy(reply->data, data, (size_t)r);
	link->out_size = sizeof(*reply) + (r > 0 ? (size_t)r : 0);
	link->out_is_report = false;
}

/* Little room: what is handed over has nearly been read. */
static void little_room(int fd)
{
	int size = 4096;

	setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &size, sizeof(size));
}

static void accept_host(struct sim *sim)
{
	struct socket_link *link = sim->link;
	int fd = accept4(link->listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);

	if (fd < 0)
		return;
	if (link->host >= 0) {
		close(fd); /* a board has one cable */
		return;
	}
	little_room(fd);
	link->host = fd;
}

static void serve_host(struct sim *sim)
{
	struct socket_link *link = sim->link;
	struct socket_report *report = (struct socket_report *)link->out;
	uint8_t message[SOCKET_MESSAGE_SIZE];
	size_t size;

	while (link->host >= 0 && (!link->out_size || send_out(sim))) {
		ssize_t got = -1;

		errno = EAGAIN;
		if (sim->fault != SIM_FAULT_MUTE)
			got = recv(link->host, message, sizeof(message), MSG_DONTWAIT);
		if (got > 0) {
			answer(sim, message, (size_t)got);
			continue;
		}
		if (got == 0 || (errno != EAGAIN && errno != EINTR)) {
			hang_up(sim);
			break;
		}
		size = sim_next_report(sim, report->data);
		if (!size)
			break;
		report->kind = SOCKET_REPORT;
		link->out_size = sizeof(*report) + size;
		link->out_is_report = true;
	}
}

static void socket_serve(struct sim *sim, const struct pollfd *fds, unsigned n)
{
	struct socket_link *link = sim->link;

	for (unsigned i = 0; i < n; i++)
		if (fds[i].fd == link->host && sim->fault == SIM_FAULT_MUTE && (fds[i].revents & POLLHUP))
			hang_up(sim);
	serve_host(sim); /* the one that left makes room for the next */
	for (unsigned i = 0; i < n; i++)
		if (fds[i].revents && link->listener >= 0 && fds[i].fd == link->listener)
			accept_host(sim);
	serve_host(sim);
}

static unsigned socket_fds(struct sim *sim, struct pollfd *fds)
{
	struct socket_link *link = sim->link;
	unsigned n = 0;

	if (link->listener >= 0)
		fds[n++] = (struct pollfd){ .fd = link->listener, .events = POLLIN };
	if (link->host >= 0)
		fds[n++] = (struct pollfd){ .fd = link->host,
					    .events = (sim->fault == SIM_FAULT_MUTE ? 0 : POLLIN) |
						      (link->out_size ? POLLOUT : 0) };
	return n;
}

static int socket_plug(struct sim *sim, const char *port)
{
	struct socket_link *link = sim->link;
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	int fd, r;

	if (!port || !*port)
		port = link->path; /* where it was before */
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
	if (port != link->path)
		strcpy(link->path, port);
	link->listener = fd;
	return 0;
}

static void socket_unplug(struct sim *sim)
{
	struct socket_link *link = sim->link;

	if (link->listener >= 0) {
		unlink(link->path);
		close(link->listener);
	}
	link->listener = -1;
	hang_up(sim);
}

static bool socket_host(struct sim *sim)
{
	struct socket_link *link = sim->link;

	return link->host >= 0;
}

static bool socket_drained(struct sim *sim)
{
	struct socket_link *link = sim->link;
	int unread = 0;

	return link->host < 0 || ioctl(link->host, SIOCOUTQ, &unread) < 0 || !unread;
}

static void socket_free(struct sim *sim)
{
	free(sim->link);
}

static const struct sim_transport socket_transport = {
	.plug = socket_plug,
	.unplug = socket_unplug,
	.free = socket_free,
	.fds = socket_fds,
	.serve = socket_serve,
	.host = socket_host,
	.drained = socket_drained,
};

static int pair_plug(struct sim *sim, const char *port)
{
	struct socket_link *link = sim->link;

	/* The host's end cannot be given out twice. */
	return link->host < 0 ? -ENOTCONN : 0;
}

static const struct sim_transport pair_transport = {
	.plug = pair_plug,
	.unplug = socket_unplug,
	.free = socket_free,
	.fds = socket_fds,
	.serve = socket_serve,
	.host = socket_host,
	.drained = socket_drained,
};

static int use(struct sim *sim, const struct sim_transport *transport, int host)
{
	struct socket_link *link = calloc(1, sizeof(*link));
	int r;

	if (!link)
		return -ENOMEM;
	link->listener = -1;
	link->host = host;
	r = sim_start(sim, transport, link);
	if (r < 0)
		free(link);
	return r;
}

int sim_use_socket(struct sim *sim)
{
	return use(sim, &socket_transport, -1);
}

int sim_use_pair(struct sim *sim, int *host_fd)
{
	int fds[2], r;

	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, fds) < 0)
		return -errno;
	little_room(fds[0]);
	r = use(sim, &pair_transport, fds[0]);
	if (r < 0) {
		close(fds[0]);
		close(fds[1]);
		return r;
	}
	*host_fd = fds[1];
	return 0;
}
