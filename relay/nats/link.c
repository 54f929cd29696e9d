/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "relay/nats/link.h"

#include <errno.h>
#include <nats/nats.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#define MOST_WAITING 65536 /* events; what does not fit is asked for again by who misses it */
#define MOST_SERVERS 16
#define MOST_SUBSCRIPTIONS 8

struct waiting {
	struct waiting *next;
	struct link_event event;
};

struct subscription {
	struct link *link;
	unsigned tag;
	natsSubscription *nats;
};

struct link {
	natsConnection *connection;
	natsOptions *options;
	char inbox[64];
	struct subscription subscriptions[MOST_SUBSCRIPTIONS];
	unsigned subscription_count;
	int fd;

	pthread_mutex_t lock; /* of what follows: libnats' threads add, the program's takes */
	struct waiting *first, **last;
	size_t count;
};

static void add(struct link *link, struct waiting *w)
{
	const uint64_t one = 1;

	pthread_mutex_lock(&link->lock);
	if (link->count < MOST_WAITING) {
		*link->last = w;
		link->last = &w->next;
		link->count++;
		w = NULL;
	}
	pthread_mutex_unlock(&link->lock);
	if (w) {
		link_event_done(&w->event);
		free(w);
	} else if (write(link->fd, &one, sizeof(one)) < 0) {
		return; /* it is full: and so it is read */
	}
}

static void add_state(struct link *link, enum link_event_type type)
{
	struct waiting *w = calloc(1, sizeof(*w));

	if (!w)
		return;
	w->event.type = type;
	add(link, w);
}

static void on_connected(natsConnection *connection, void *closure)
{
	add_state(closure, LINK_CONNECTED);
}

static void on_lost(natsConnection *connection, void *closure)
{
	add_state(closure, LINK_LOST);
}

static void on_message(natsConnection *connection, natsSubscription *nats, natsMsg *msg, void *closure)
{
	const struct subscription *subscription = closure;
	struct waiting *w = calloc(1, sizeof(*w));
	const char *status = NULL, *reply = natsMsg_GetReply(msg);

	if (w) {
		struct link_event *e = &w->event;

		e->type = LINK_MESSAGE;
		e->tag = subscription->tag;
		e->size = (size_t)natsMsg_GetDataLength(msg);
		e->subject = strdup(natsMsg_GetSubject(msg));
		e->reply = strdup(reply ? reply : "");
		e->text = malloc(e->size + 1);
		if (natsMsgHeader_Get(msg, "Status", &status) == NATS_OK && status)
			e->status = atoi(status);
		if (e->subject && e->reply && e->text) {
			memcpy(e->text, natsMsg_GetData(msg), e->size);
			e->text[e->size] = '\0';
			add(subscription->link, w);
		} else {
			link_event_done(e);
			free(w);
		}
	}
	natsMsg_Destroy(msg);
}

static natsStatus set_servers(natsOptions *options, const char *url)
{
	const char *servers[MOST_SERVERS];
	char *list = strdup(url), *save = NULL;
	natsStatus s = list ? NATS_OK : NATS_NO_MEMORY;
	int count = 0;

	if (list)
		for (char *one = strtok_r(list, ", ", &save); one && count < MOST_SERVERS;
		     one = strtok_r(NULL, ", ", &save))
			servers[count++] = one;
	if (s == NATS_OK)
		s = count ? natsOptions_SetServers(options, servers, count) : NATS_INVALID_ARG;
	free(list);
	return s;
}

static natsStatus set_options(struct link *link, const struct link_options *o, const char **what)
{
	natsOptions *n = link->options;
	natsStatus s = natsOptions_SetName(n, o->name);

	*what = "the address of the servers";
	if (s == NATS_OK)
		s = set_servers(n, o->url);
	if (s == NATS_OK && o->creds) {
		*what = o->creds;
		s = natsOptions_SetUserCredentialsFromFiles(n, o->creds, NULL);
	}
	if (s == NATS_OK && (o->ca || o->cert || strncmp(o->url, "tls://", 6) == 0))
		s = natsOptions_SetSecure(n, true);
	if (s == NATS_OK && o->ca) {
		*what = o->ca;
		s = natsOptions_LoadCATrustedCertificates(n, o->ca);
	}
	if (s == NATS_OK && o->cert) {
		*what = o->cert;
		s = natsOptions_LoadCertificatesChain(n, o->cert, o->key);
	}
	if (s == NATS_OK) {
		*what = "libnats";
		s = natsOptions_SetMaxReconnect(n, -1);
	}
	if (s == NATS_OK)
		s = natsOptions_SetReconnectWait(n, 500);
	if (s == NATS_OK)
		s = natsOptions_SetReconnectJitter(n, 250, 500);
	/* what is said while there is no connection is not kept for later: who said it asks the stream first */
	if (s == NATS_OK)
		s = natsOptions_SetReconnectBufSize(n, 1024);
	/* a server whose power was cut does not say so: it is missed after two of these */
	if (s == NATS_OK)
		s = natsOptions_SetPingInterval(n, 5000);
	if (s == NATS_OK)
		s = natsOptions_SetMaxPingsOut(n, 2);
	if (s == NATS_OK)
		s = natsOptions_SetRetryOnFailedConnect(n, true, on_connected, link);
	if (s == NATS_OK)
		s = natsOptions_SetReconnectedCB(n, on_connected, link);
	if (s == NATS_OK)
		s = natsOptions_SetDisconnectedCB(n, on_lost, link);
	return s;
}

static int start(struct link *link, const struct link_options *options, char err[static 256])
{
	const char *what = "libnats";
	natsInbox *inbox = NULL;
	natsStatus s;

	link->fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (link->fd < 0)
		return -errno;
	s = natsOptions_Create(&link->options);
	if (s == NATS_OK)
		s = set_options(link, options, &what);
	if (s == NATS_OK)
		s = natsInbox_Create(&inbox);
	if (s == NATS_OK)
		snprintf(link->inbox, sizeof(link->inbox), "%s", inbox);
	natsInbox_Destroy(inbox);
	if (s == NATS_OK) {
		what = options->url;
		s = natsConnection_Connect(&link->connection, link->options);
		if (s == NATS_OK)
			add_state(link, LINK_CONNECTED);
		else if (s == NATS_NOT_YET_CONNECTED)
			s = NATS_OK;
	}
	if (s == NATS_OK)
		return 0;
	snprintf(err, 256, "%.120s: %s", what, natsStatus_GetText(s));
	return s == NATS_NO_MEMORY ? -ENOMEM : -EINVAL;
}

int link_open(const struct link_options *options, struct link **ret, char err[static 256])
{
	struct link *link = calloc(1, sizeof(*link));
	int r;

	if (!link)
		return -ENOMEM;
	link->fd = -1;
	link->last = &link->first;
	pthread_mutex_init(&link->lock, NULL);
	r = start(link, options, err);
	if (r < 0) {
		link_close(link);
		return r;
	}
	*ret = link;
	return 0;
}

void link_close(struct link *link)
{
	struct link_event event;

	if (!link)
		return;
	if (link->connection) {
		natsConnection_FlushTimeout(link->connection, 500);
		natsConnection_Close(link->connection);
	}
	for (unsigned i = 0; i < link->subscription_count; i++)
		natsSubscription_Destroy(link->subscriptions[i].nats);
	natsConnection_Destroy(link->connection);
	natsOptions_Destroy(link->options);
	nats_CloseAndWait(0); /* no thread comes back here after that */
	while (link_next(link, &event))
		link_event_done(&event);
	pthread_mutex_destroy(&link->lock);
	if (link->fd >= 0)
		close(link->fd);
	free(link);
}

int link_fd(const struct link *link)
{
	return link->fd;
}

bool link_next(struct link *link, struct link_event *ret)
{
	struct waiting *w;
	uint64_t count;

	pthread_mutex_lock(&link->lock);
	w = link->first;
	if (w) {
		link->first = w->next;
		link->count--;
		if (!link->first)
			link->last = &link->first;
	} else if (read(link->fd, &count, sizeof(count)) < 0) {
		count = 0; /* nothing has come since */
	}
	pthread_mutex_unlock(&link->lock);
	if (!w)
		return false;
	*ret = w->event;
	free(w);
	return true;
}

void link_event_done(struct link_event *event)
{
	free(event->subject);
	free(event->reply);
	free(event->text);
	*event = (struct link_event){ 0 };
}

int link_subscribe(struct link *link, const char *subject, unsigned tag)
{
	struct subscription *s = &link->subscriptions[link->subscription_count];

	if (link->subscription_count == MOST_SUBSCRIPTIONS)
		return -ENOBUFS;
	*s = (struct subscription){ .link = link, .tag = tag };
	if (natsConnection_Subscribe(&s->nats, link->connection, subject, on_message, s) != NATS_OK)
		return -EIO;
	natsSubscription_SetPendingLimits(s->nats, MOST_WAITING, 256 * 1024 * 1024);
	link->subscription_count++;
	return 0;
}

int link_publish(struct link *link, const char *subject, const char *reply, const struct link_header *headers,
		 const char *text, size_t size)
{
	natsMsg *msg = NULL;
	natsStatus s = natsMsg_Create(&msg, subject, reply, text, (int)size);

	for (unsigned i = 0; headers && i < LINK_HEADERS && s == NATS_OK; i++)
		if (headers[i].name)
			s = natsMsgHeader_Set(msg, headers[i].name, headers[i].value);
	if (s == NATS_OK)
		s = natsConnection_PublishMsg(link->connection, msg);
	natsMsg_Destroy(msg);
	return s == NATS_OK ? 0 : -EIO;
}

const char *link_inbox(const struct link *link)
{
	return link->inbox;
}
