/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/connections.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "common/machine-clock.h"

#define HEADER_US (5 * 1000000)
#define IDLE_US (75 * 1000000)
#define GONE_MS (30 * 1000) /* so long may what was sent stay unanswered */
#define NEW_SHARE 4	    /* a quarter of all places at most are of those that have asked nothing yet */

/* Whoever has it, has the whole network of that name behind it. */
struct address {
	unsigned char name[16];
	unsigned counts[CONNECTION_CUT], uses;
	struct address *next;
};

static int64_t connections_now(void)
{
	return machine_clock_us(CLOCK_BOOTTIME);
}

/* --- addresses --- */

/* IPv4 as it is mapped; of IPv6 the 64 bits that one customer has. */
static void address_name(const struct sockaddr *from, unsigned char name[static 16])
{
	memset(name, 0, 16);
	if (from->sa_family == AF_INET)
		memcpy(name + 12, &((const struct sockaddr_in *)(const void *)from)->sin_addr, 4);
	else if (from->sa_family == AF_INET6)
		memcpy(name, &((const struct sockaddr_in6 *)(const void *)from)->sin6_addr, 8);
}

static struct address *address_find(const struct connections *all, const unsigned char name[static 16])
{
	struct address *a = all->addresses;

	while (a && memcmp(a->name, name, sizeof(a->name)) != 0)
		a = a->next;
	return a;
}

static struct address *address_take(struct connections *all, const struct sockaddr *from)
{
	unsigned char name[16];
	struct address *a;

	address_name(from, name);
	a = address_find(all, name);
	if (!a && (a = calloc(1, sizeof(*a)))) {
		memcpy(a->name, name, sizeof(name));
		a->next = all->addresses;
		all->addresses = a;
	}
	if (a)
		a->uses++;
	return a;
}

static void address_leave(struct connections *all, struct address *a)
{
	if (--a->uses > 0)
		return;
	for (struct address **at = &all->addresses; *at; at = &(*at)->next)
		if (*at == a) {
			*at = a->next;
			break;
		}
	free(a);
}

static unsigned address_total(const struct address *a)
{
	return a->counts[CONNECTION_NEW] + a->counts[CONNECTION_IDLE] + a->counts[CONNECTION_BUSY];
}

/* --- states --- */

static void leave_queue(struct connection *c)
{
	struct connection_queue *queue = &c->all->queues[c->state];

	*(c->previous ? &c->previous->next : &queue->first) = c->next;
	*(c->next ? &c->next->previous : &queue->last) = c->previous;
	queue->count--;
	c->address->counts[c->state]--;
}

static void join_queue(struct connection *c, enum connection_state state)
{
	struct connection_queue *queue = &c->all->queues[state];

	c->state = state;
	c->since_us = connections_now();
	c->next = NULL;
	c->previous = queue->last;
	*(queue->last ? &queue->last->next : &queue->first) = c;
	queue->last = c;
	queue->count++;
	c->address->counts[state]++;
}

void connection_enter(struct connection *c, enum connection_state state)
{
	if (c->state == CONNECTION_CUT)
		return;
	leave_queue(c);
	join_queue(c, state);
}

void connection_cut(struct connection *c)
{
	if (c->state == CONNECTION_CUT)
		return;
	leave_queue(c);
	c->state = CONNECTION_CUT;
	shutdown(c->fd, SHUT_RDWR);
	connection_resume(c);
}

struct connection *connection_open(struct connections *all, struct MHD_Connection *mhd,
				   const struct server_listener *listener)
{
	const struct sockaddr *from = MHD_get_connection_info(mhd, MHD_CONNECTION_INFO_CLIENT_ADDRESS)->client_addr;
	struct connection *c = calloc(1, sizeof(*c));
	const unsigned gone_ms = GONE_MS;
	const int on = 1;

	if (!c || !(c->address = address_take(all, from))) {
		free(c);
		return NULL;
	}
	c->all = all;
	c->mhd = mhd;
	c->listener = listener;
	c->fd = MHD_get_connection_info(mhd, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;
	setsockopt(c->fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
	setsockopt(c->fd, IPPROTO_TCP, TCP_USER_TIMEOUT, &gone_ms, sizeof(gone_ms));
	join_queue(c, CONNECTION_NEW);
	return c;
}

void connection_close(struct connection *c)
{
	sd_event_source_disable_unref(c->watch);
	if (c->state != CONNECTION_CUT)
		leave_queue(c);
	address_leave(c->all, c->address);
	free(c);
}

/* --- those that wait --- */

static int on_gone(sd_event_source *source, int fd, uint32_t revents, void *userdata)
{
	connection_cut(userdata);
	return 0;
}

int connection_watch(struct connection *c, sd_event *event)
{
	return sd_event_add_io(event, &c->watch, c->fd, EPOLLRDHUP | EPOLLET, on_gone, c);
}

void connection_suspend(struct connection *c)
{
	c->is_suspended = true;
	MHD_suspend_connection(c->mhd);
}

void connection_resume(struct connection *c)
{
	if (c->is_suspended)
		MHD_resume_connection(c->mhd);
	c->is_suspended = false;
}

/* --- limits --- */

static struct connection *oldest_of(const struct connection_queue *queue, const struct address *address)
{
	struct connection *c = queue->first;

	while (c && c->address != address)
		c = c->next;
	return c;
}

/* Of those that have one in that state, the address with the most: of these, or of all. NULL: there is none. */
static struct address *biggest(const struct connections *all, enum connection_state state, bool of_all)
{
	struct address *found = NULL;
	unsigned most = 0;

	for (struct address *a = all->addresses; a; a = a->next) {
		const unsigned n = !a->counts[state] ? 0 : of_all ? address_total(a) : a->counts[state];

		if (n > most) {
			found = a;
			most = n;
		}
	}
	return found;
}

static void cut_oldest(const struct connections *all, enum connection_state state, const struct address *address)
{
	connection_cut(oldest_of(&all->queues[state], address));
}

bool connections_make_room(struct connections *all, const struct sockaddr *from)
{
	const struct connection_queue *queues = all->queues;
	const unsigned total = queues[CONNECTION_NEW].count + queues[CONNECTION_IDLE].count +
			       queues[CONNECTION_BUSY].count;
	unsigned char name[16];
	struct address *a;

	if (queues[CONNECTION_NEW].count > all->most / NEW_SHARE)
		cut_oldest(all, CONNECTION_NEW, biggest(all, CONNECTION_NEW, false));
	else if (total < all->most)
		return true;
	else if ((a = biggest(all, CONNECTION_IDLE, true)))
		cut_oldest(all, CONNECTION_IDLE, a);
	else {
		/* nobody is idle: who has the most gives one up, but not to itself */
		address_name(from, name);
		a = biggest(all, CONNECTION_BUSY, true);
		if (!a || a == address_find(all, name))
			return false;
		cut_oldest(all, CONNECTION_BUSY, a);
	}
	return true;
}

static void cut_older(struct connections *all, enum connection_state state, int64_t than_us, int64_t *due_us)
{
	const struct connection_queue *queue = &all->queues[state];
	const int64_t now_us = connections_now();

	while (queue->first && now_us - queue->first->since_us >= than_us)
		connection_cut(queue->first);
	if (queue->first && queue->first->since_us + than_us < *due_us)
		*due_us = queue->first->since_us + than_us;
}

int64_t connections_turn(struct connections *all)
{
	int64_t due_us = INT64_MAX;

	cut_older(all, CONNECTION_NEW, HEADER_US, &due_us);
	cut_older(all, CONNECTION_IDLE, IDLE_US, &due_us);
	return due_us;
}

void connections_cut_all(struct connections *all)
{
	for (enum connection_state state = CONNECTION_NEW; state < CONNECTION_CUT; state++)
		while (all->queues[state].first)
			connection_cut(all->queues[state].first);
}
