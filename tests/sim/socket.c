// SPDX-License-Identifier: GPL-2.0-or-later
/* The emulated board on a socket, or on one end of a pair of them. */
#include <errno.h>
#include <linux/sockios.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "emulator/socket-link.h"
#include "tests/sim/sim-internal.h"

static int socket_plug(struct sim *sim, const char *port)
{
	return socket_link_plug(sim->link, port);
}

/* The host's end cannot be given out twice. */
static int pair_plug(struct sim *sim, const char *port)
{
	const struct socket_link *link = sim->link;

	return link->host < 0 ? -ENOTCONN : 0;
}

static void socket_unplug(struct sim *sim)
{
	socket_link_unplug(sim->link, &sim->board);
}

static void socket_serve(struct sim *sim)
{
	struct socket_link *link = sim->link;

	link->mute = sim->fault == SIM_FAULT_MUTE;
	socket_link_serve(link, &sim->board);
}

static unsigned socket_fds(struct sim *sim, struct pollfd *fds)
{
	return socket_link_fds(sim->link, fds);
}

static bool socket_host(struct sim *sim)
{
	const struct socket_link *link = sim->link;

	return link->host >= 0;
}

static bool socket_drained(struct sim *sim)
{
	const struct socket_link *link = sim->link;
	int unread = 0;

	return link->host < 0 || ioctl(link->host, SIOCOUTQ, &unread) < 0 || !unread;
}

static void socket_free(struct sim *sim)
{
	free(sim->link);
}

#define SOCKET_TRANSPORT(by) \
	{ \
		.plug = by, .unplug = socket_unplug, .free = socket_free, .fds = socket_fds, .serve = socket_serve, \
		.host = socket_host, .drained = socket_drained \
	}
static const struct sim_transport socket_transport = SOCKET_TRANSPORT(socket_plug);
static const struct sim_transport pair_transport = SOCKET_TRANSPORT(pair_plug);

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
	socket_link_narrow(fds[0]);
	r = use(sim, &pair_transport, fds[0]);
	if (r < 0) {
		close(fds[0]);
		close(fds[1]);
		return r;
	}
	*host_fd = fds[1];
	return 0;
}
