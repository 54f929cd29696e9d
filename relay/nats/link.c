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
#define RETRY_MS 500 /* between attempts to connect, and half of that more by chance: not all halls come at once */

struct waiting {
	struct waiting *next;
	natsConnection *connection;	   /* of all but messages: whose */
	struct subscription *subscription; /* of messages */
	struct link_event event;
};

struct subscription {
	struct link *link;
	char *subject;
	unsigned tag, most; /* most: 0 all */
	/* Of the last connection; the connector's, and the program's thread's while it has that. */
	natsSubscription *nats;
	natsSubscription *before; /* by link_more(): see there */
	int64_t id;		  /* libnats', of nats: they rise with each of a connection */
	int64_t heard;		  /* link->lock: the newest one by which a message has come */
	unsigned waiting;	  /* link->lock: messages */
};

/*
 * libnats would connect anew by itself, but it keeps to itself why it cannot, and gives up for good where a server
 * refuses it twice. So a thread here makes each connection (connect_on()), and the program's thread takes it, with
 * CONNECTED, and destroys it, after LOST.
 */
struct link {
	natsConnection *connection; /* the program's thread's; NULL none */
	natsOptions *options;
	char *login; /* a file, NULL none */
	char inbox[64];
	struct subscription subscriptions[MOST_SUBSCRIPTIONS]; /* they stay as they are from link_begin() on */
	unsigned subscription_count;
	int fd;
	pthread_t connector;
	bool has_connector;

	pthread_mutex_t lock; /* of what follows: libnats' threads and the connector add, the program's takes */
	pthread_cond_t changed;
	bool wanted; /* a connection */
	bool ending;
	char why[LINK_WHY];
	struct waiting *first, **last;
	size_t count;
};

/* by: libnats' id of its subscription. */
static void link_add(struct link *link, struct waiting *w, int64_t by)
{
	const uint64_t one = 1;

	pthread_mutex_lock(&link->lock);
	if (w->subscription->heard < by)
		w->subscription->heard = by;
	if (link->count < MOST_WAITING) {
		*link->last = w;
		link->last = &w->next;
		link->count++;
		w->subscription->waiting++;
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

/* It has to come, whatever waits: without memory the program ends. */
static void add_state(struct link *link, enum link_event_type type, natsConnection *connection, const char *why)
{
	struct waiting *w = calloc(1, sizeof(*w));
	const uint64_t one = 1;

	if (!w || !(w->event.text = strdup(why)))
		abort();
	w->event.type = type;
	w->connection = connection;
	pthread_mutex_lock(&link->lock);
	*link->last = w;
	link->last = &w->next;
	link->count++;
	pthread_mutex_unlock(&link->lock);
	if (write(link->fd, &one, sizeof(one)) < 0)
		return; /* it is full: and so it is read */
}

/* libnats' words for a fault, without the place in its source that they begin with. */
static const char *words_of(natsStatus s, const char *text)
{
	const char *behind = text && *text == '(' ? strstr(text, "): ") : NULL;

	if (behind)
		text = behind + 3;
	return text && *text ? text : natsStatus_GetText(s);
}

static void on_closed(natsConnection *connection, void *closure)
{
	const char *text = NULL;
	natsStatus s = natsConnection_GetLastError(connection, &text);

	add_state(closure, LINK_LOST, connection, s == NATS_OK ? "the server ended it" : words_of(s, text));
}

/* Else only the server's own log has it. */
static void on_error(natsConnection *connection, natsSubscription *subscription, natsStatus s, void *closure)
{
	const char *text = NULL;

	if (s != NATS_NOT_PERMITTED)
		return;
	natsConnection_GetLastError(connection, &text);
	add_state(closure, LINK_REFUSED, connection, words_of(s, text));
}

static void on_message(natsConnection *connection, natsSubscription *nats, natsMsg *msg, void *closure)
{
	struct subscription *subscription = closure;
	struct waiting *w = calloc(1, sizeof(*w));
	const char *status = NULL, *hall = NULL, *reply = natsMsg_GetReply(msg);

	if (w) {
		struct link_event *e = &w->event;

		w->subscription = subscription;
		e->type = LINK_MESSAGE;
		e->tag = subscription->tag;
		e->size = (size_t)natsMsg_GetDataLength(msg);
		e->subject = strdup(natsMsg_GetSubject(msg));
		e->reply = strdup(reply ? reply : "");
		e->hall = strdup(natsMsgHeader_Get(msg, LINK_HALL_HEADER, &hall) == NATS_OK && hall ? hall : "");
		e->text = malloc(e->size + 1);
		if (natsMsgHeader_Get(msg, "Status", &status) == NATS_OK && status)
			e->status = atoi(status);
		if (e->subject && e->reply && e->hall && e->text) {
			memcpy(e->text, natsMsg_GetData(msg), e->size);
			e->text[e->size] = '\0';
			link_add(subscription->link, w, natsSubscription_GetID(nats));
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
		s = natsOptions_SetAllowReconnect(n, false);
	}
	/* a server whose power was cut does not say so: it is missed after two of these */
	if (s == NATS_OK)
		s = natsOptions_SetPingInterval(n, 5000);
	if (s == NATS_OK)
		s = natsOptions_SetMaxPingsOut(n, 2);
	if (s == NATS_OK)
		s = natsOptions_SetClosedCB(n, on_closed, link);
	if (s == NATS_OK)
		s = natsOptions_SetErrorHandler(n, on_error, link);
	return s;
}

/* Its connection has ended. */
static void forget(struct link *link, struct subscription *one)
{
	natsSubscription_Destroy(one->nats);
	natsSubscription_Destroy(one->before);
	one->nats = one->before = NULL;
	pthread_mutex_lock(&link->lock);
	one->heard = 0;
	pthread_mutex_unlock(&link->lock);
}

/* Messages of a subject as events. */
static natsStatus subscribe(natsConnection *connection, struct subscription *one)
{
	natsStatus s = natsConnection_Subscribe(&one->nats, connection, one->subject, on_message, one);

	one->id = natsSubscription_GetID(one->nats);
	if (s == NATS_OK && one->most)
		s = natsSubscription_AutoUnsubscribe(one->nats, (int)one->most);
	return s == NATS_OK ? natsSubscription_SetPendingLimits(one->nats, MOST_WAITING, 256 * 1024 * 1024) : s;
}

/* USER:PASSWORD, or a token. Read at each attempt: what is in the file by then counts. */
static natsStatus take_login(struct link *link, char why[static LINK_WHY])
{
	FILE *file = fopen(link->login, "re");
	char line[512] = "", *password;
	natsStatus s;

	if (!file || (!fgets(line, sizeof(line), file) && ferror(file))) {
		snprintf(why, LINK_WHY, "%.100s: %s", link->login, strerror(errno));
		if (file)
			fclose(file);
		return NATS_ERR;
	}
	fclose(file);
	line[strcspn(line, "\r\n")] = '\0';
	if (!*line) {
		snprintf(why, LINK_WHY, "%.90s: a line USER:PASSWORD or a token is expected", link->login);
		return NATS_ERR;
	}
	password = strchr(line, ':');
	if (password)
		*password++ = '\0';
	s = natsOptions_SetUserInfo(link->options, password ? line : NULL, password);
	if (s == NATS_OK)
		s = natsOptions_SetToken(link->options, password ? NULL : line);
	explicit_bzero(line, sizeof(line));
	return s;
}

/* why: set where it fails. */
static natsStatus connect_now(struct link *link, natsConnection **ret, char why[static LINK_WHY])
{
	natsStatus s = link->login ? take_login(link, why) : NATS_OK;

	if (s != NATS_OK)
		return s;
	s = natsConnection_Connect(ret, link->options);

	for (unsigned i = 0; i < link->subscription_count && s == NATS_OK; i++) {
		forget(link, &link->subscriptions[i]);
		s = subscribe(*ret, &link->subscriptions[i]);
	}
	if (s != NATS_OK) {
		snprintf(why, LINK_WHY, "%s", words_of(s, nats_GetLastError(NULL)));
		natsConnection_Destroy(*ret);
		*ret = NULL;
	}
	return s;
}

static void pause_a_moment(struct link *link)
{
	struct timespec until;

	clock_gettime(CLOCK_MONOTONIC, &until);
	until.tv_nsec += (RETRY_MS + until.tv_nsec / 1000 % (RETRY_MS / 2)) * 1000000L;
	until.tv_sec += until.tv_nsec / 1000000000;
	until.tv_nsec %= 1000000000;
	while (!link->ending && pthread_cond_timedwait(&link->changed, &link->lock, &until) == 0)
		;
}

static void *connect_on(void *arg)
{
	struct link *link = arg;

	pthread_mutex_lock(&link->lock);
	while (!link->ending) {
		natsConnection *connection = NULL;
		char why[LINK_WHY] = "";
		natsStatus s;

		if (!link->wanted) {
			pthread_cond_wait(&link->changed, &link->lock);
			continue;
		}
		pthread_mutex_unlock(&link->lock);
		s = connect_now(link, &connection, why);
		pthread_mutex_lock(&link->lock);
		link->wanted = s != NATS_OK;
		memcpy(link->why, why, sizeof(link->why));
		if (s != NATS_OK) {
			pause_a_moment(link);
			continue;
		}
		/* it may be lost, and another one wanted, before this is done */
		pthread_mutex_unlock(&link->lock);
		add_state(link, LINK_CONNECTED, connection, "");
		pthread_mutex_lock(&link->lock);
	}
	pthread_mutex_unlock(&link->lock);
	return NULL;
}

static int link_start(struct link *link, const struct link_options *options, char err[static 256])
{
	const char *what = "libnats";
	natsInbox *inbox = NULL;
	natsStatus s;

	link->fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (link->fd < 0)
		return -errno;
	if (options->login && !(link->login = strdup(options->login)))
		return -ENOMEM;
	s = natsOptions_Create(&link->options);
	if (s == NATS_OK)
		s = set_options(link, options, &what);
	if (s == NATS_OK)
		s = natsInbox_Create(&inbox);
	if (s == NATS_OK)
		snprintf(link->inbox, sizeof(link->inbox), "%s", inbox);
	natsInbox_Destroy(inbox);
	if (s != NATS_OK) {
		snprintf(err, 256, "%.120s: %s", what,
			 s == NATS_SSL_ERROR ? "it has no certificate or key that can be read" : natsStatus_GetText(s));
		return s == NATS_NO_MEMORY ? -ENOMEM : -EINVAL;
	}
	return 0;
}

int link_begin(struct link *link)
{
	int r;

	link->wanted = true;
	r = pthread_create(&link->connector, NULL, connect_on, link);
	link->has_connector = r == 0;
	return -r;
}

int link_open(const struct link_options *options, struct link **ret, char err[static 256])
{
	struct link *link = calloc(1, sizeof(*link));
	pthread_condattr_t by;
	int r;

	if (!link)
		return -ENOMEM;
	link->fd = -1;
	link->last = &link->first;
	pthread_mutex_init(&link->lock, NULL);
	pthread_condattr_init(&by);
	pthread_condattr_setclock(&by, CLOCK_MONOTONIC);
	pthread_cond_init(&link->changed, &by);
	pthread_condattr_destroy(&by);
	r = link_start(link, options, err);
	if (r < 0) {
		link_close(link);
		return r;
	}
	*ret = link;
	return 0;
}

static void end_connector(struct link *link)
{
	pthread_mutex_lock(&link->lock);
	link->ending = true;
	pthread_cond_signal(&link->changed);
	pthread_mutex_unlock(&link->lock);
	if (link->has_connector)
		pthread_join(link->connector, NULL);
}

/*
 * What was published goes out, and what has come is given to on_message() before libnats ends: its threads of
 * subscriptions end after the one that frees messages, and one that they destroy then would be lost.
 */
static void drain(struct link *link)
{
	if (natsConnection_FlushTimeout(link->connection, 500) != NATS_OK)
		return; /* a server that does not answer: nothing more comes */
	for (unsigned i = 0; i < link->subscription_count; i++)
		natsSubscription_DrainTimeout(link->subscriptions[i].nats, 500);
	for (unsigned i = 0; i < link->subscription_count; i++)
		natsSubscription_WaitForDrainCompletion(link->subscriptions[i].nats, 0);
}

void link_close(struct link *link)
{
	struct link_event event;

	if (!link)
		return;
	end_connector(link);
	while (link_next(link, &event)) /* a connection may be among them */
		link_event_done(&event);
	if (link->connection) {
		drain(link);
		natsConnection_Close(link->connection);
	}
	for (unsigned i = 0; i < link->subscription_count; i++)
		forget(link, &link->subscriptions[i]);
	natsConnection_Destroy(link->connection);
	link->connection = NULL;
	natsOptions_Destroy(link->options);
	nats_CloseAndWait(0); /* no thread comes back here after that */
	while (link_next(link, &event))
		link_event_done(&event);
	for (unsigned i = 0; i < link->subscription_count; i++)
		free(link->subscriptions[i].subject);
	pthread_cond_destroy(&link->changed);
	pthread_mutex_destroy(&link->lock);
	if (link->fd >= 0)
		close(link->fd);
	free(link->login);
	free(link);
}

int link_fd(const struct link *link)
{
	return link->fd;
}

void link_why_not(struct link *link, char why[static LINK_WHY])
{
	pthread_mutex_lock(&link->lock);
	snprintf(why, LINK_WHY, "%s", link->why);
	pthread_mutex_unlock(&link->lock);
}

static struct waiting *link_take(struct link *link)
{
	struct waiting *w;
	uint64_t count;

	pthread_mutex_lock(&link->lock);
	w = link->first;
	if (w) {
		link->first = w->next;
		link->count--;
		if (w->subscription)
			w->event.waiting = --w->subscription->waiting;
		if (!link->first)
			link->last = &link->first;
	} else if (read(link->fd, &count, sizeof(count)) < 0) {
		count = 0; /* nothing has come since */
	}
	pthread_mutex_unlock(&link->lock);
	return w;
}

/* Another one is looked for. */
static void lose(struct link *link)
{
	natsConnection_Destroy(link->connection);
	link->connection = NULL;
	pthread_mutex_lock(&link->lock);
	link->wanted = true;
	pthread_cond_signal(&link->changed);
	pthread_mutex_unlock(&link->lock);
}

/* Is it to be told? Not of a connection that is gone before anybody has heard of it. */
static bool take_state(struct link *link, const struct waiting *w)
{
	if (w->event.type == LINK_CONNECTED) {
		link->connection = w->connection;
		if (!natsConnection_IsClosed(link->connection))
			return true;
		lose(link);
		return false;
	}
	if (w->connection != link->connection)
		return false;
	if (w->event.type == LINK_LOST)
		lose(link);
	return true;
}

bool link_next(struct link *link, struct link_event *ret)
{
	struct waiting *w;

	while ((w = link_take(link))) {
		const bool is_told = w->event.type == LINK_MESSAGE || take_state(link, w);

		*ret = w->event;
		free(w);
		if (is_told)
			return true;
		link_event_done(ret);
	}
	return false;
}

void link_event_done(struct link_event *event)
{
	free(event->subject);
	free(event->reply);
	free(event->hall);
	free(event->text);
	*event = (struct link_event){ 0 };
}

int link_subscribe_some(struct link *link, const char *subject, unsigned tag, unsigned most)
{
	struct subscription *one = &link->subscriptions[link->subscription_count];

	if (link->subscription_count == MOST_SUBSCRIPTIONS)
		return -ENOBUFS;
	*one = (struct subscription){ .link = link, .subject = strdup(subject), .tag = tag, .most = most };
	if (!one->subject)
		return -ENOMEM;
	link->subscription_count++;
	return 0;
}

int link_subscribe(struct link *link, const char *subject, unsigned tag)
{
	return link_subscribe_some(link, subject, tag, 0);
}

/*
 * libnats' reader may still be at a message of a subscription that is ended here, and would write into what is freed
 * (libnats has it right from 3.6 on). So that one is freed when a message has come by the next: the reader is past it.
 */
void link_more(struct link *link)
{
	for (unsigned i = 0; i < link->subscription_count && link->connection; i++) {
		struct subscription *one = &link->subscriptions[i];
		int64_t heard;

		pthread_mutex_lock(&link->lock);
		heard = one->heard;
		pthread_mutex_unlock(&link->lock);
		if (!one->most || heard < one->id)
			continue; /* so many may come by now */
		natsSubscription_Destroy(one->before);
		one->before = one->nats;
		one->nats = NULL;
		natsSubscription_Unsubscribe(one->before);
		subscribe(link->connection, one);
	}
}

int link_publish(struct link *link, const char *subject, const char *reply, const struct link_header *headers,
		 const char *text, size_t size)
{
	natsMsg *msg = NULL;
	natsStatus s = !link->connection ? NATS_NOT_YET_CONNECTED :
					   natsMsg_Create(&msg, subject, reply, text, (int)size);

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
