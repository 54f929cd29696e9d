/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/unit/relay/made-nats.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct made_nats nats;

/* --- what is said --- */

static pthread_mutex_t said_lock = PTHREAD_MUTEX_INITIALIZER;
static char said[16384];
static __thread int held;

int __real_pthread_mutex_lock(pthread_mutex_t *lock);
int __real_pthread_mutex_unlock(pthread_mutex_t *lock);
int __wrap_pthread_mutex_lock(pthread_mutex_t *lock);
int __wrap_pthread_mutex_unlock(pthread_mutex_t *lock);
int __real_pthread_cond_wait(pthread_cond_t *cond, pthread_mutex_t *lock);
int __wrap_pthread_cond_wait(pthread_cond_t *cond, pthread_mutex_t *lock);
int __wrap_pthread_cond_timedwait(pthread_cond_t *cond, pthread_mutex_t *lock, const struct timespec *until);

__attribute__((format(printf, 1, 2))) static void note(const char *format, ...)
{
	va_list ap;
	size_t n;

	__real_pthread_mutex_lock(&said_lock);
	n = strlen(said);
	va_start(ap, format);
	vsnprintf(said + n, sizeof(said) - n, format, ap);
	va_end(ap);
	__real_pthread_mutex_unlock(&said_lock);
}

static void must(bool is, const char *what)
{
	if (is)
		return;
	fprintf(stderr, "not so: %s\n", what);
	abort();
}

int __wrap_pthread_mutex_lock(pthread_mutex_t *lock)
{
	must(held++ == 0, "the lock was free");
	return __real_pthread_mutex_lock(lock);
}

int __wrap_pthread_mutex_unlock(pthread_mutex_t *lock)
{
	must(--held == 0, "the lock was held");
	return __real_pthread_mutex_unlock(lock);
}

int __wrap_pthread_cond_wait(pthread_cond_t *cond, pthread_mutex_t *lock)
{
	must(held == 1, "it waits with the lock");
	return __real_pthread_cond_wait(cond, lock);
}

/* Half a second to three quarters: over at once. */
int __wrap_pthread_cond_timedwait(pthread_cond_t *cond, pthread_mutex_t *lock, const struct timespec *until)
{
	struct timespec now;
	int64_t ms;

	must(held == 1, "it waits with the lock");
	must(until->tv_nsec >= 0 && until->tv_nsec < 1000000000, "it is a time");
	clock_gettime(CLOCK_MONOTONIC, &now);
	ms = (until->tv_sec - now.tv_sec) * 1000 + (until->tv_nsec - now.tv_nsec) / 1000000;
	must(ms > 0 && ms < 750, "a moment"); /* a busy machine may have taken some of it */
	note("pause ");
	return ETIMEDOUT;
}

void expect_said(const char *text)
{
	assert_int_equal(held, 0);
	__real_pthread_mutex_lock(&said_lock);
	assert_string_equal(said, text);
	*said = '\0';
	__real_pthread_mutex_unlock(&said_lock);
}

void forget_said(void)
{
	__real_pthread_mutex_lock(&said_lock);
	*said = '\0';
	__real_pthread_mutex_unlock(&said_lock);
}

void expect_pauses(void)
{
	__real_pthread_mutex_lock(&said_lock);
	assert_true(strspn(said, "pause ") == strlen(said));
	*said = '\0';
	__real_pthread_mutex_unlock(&said_lock);
}

void made_nats_reset(void)
{
	nats = (struct made_nats){ .fail_at = -1, .fail_with = NATS_INVALID_ARG };
	*said = '\0';
	sem_init(&nats.may_connect, 0, 0);
	sem_init(&nats.has_asked, 0, 0);
}

/* --- libnats --- */

/* The n-th of those that may fail does. */
static natsStatus done(void)
{
	must(held == 0, "libnats is called without the lock");
	return nats.calls++ == nats.fail_at ? nats.fail_with : NATS_OK;
}

natsStatus natsOptions_Create(natsOptions **ret)
{
	const natsStatus s = done();

	nats.left += s == NATS_OK;
	*ret = s == NATS_OK ? malloc(1) : NULL;
	return s;
}

void natsOptions_Destroy(natsOptions *o)
{
	nats.left -= o != NULL;
	free(o);
}

natsStatus natsOptions_SetName(natsOptions *o, const char *name)
{
	note("name %s\n", name);
	return done();
}

natsStatus natsOptions_SetServers(natsOptions *o, const char **servers, int count)
{
	for (int i = 0; i < count; i++)
		note("server %s\n", servers[i]);
	return done();
}

natsStatus natsOptions_SetUserCredentialsFromFiles(natsOptions *o, const char *creds, const char *seed)
{
	note("creds %s %s\n", creds, seed ? seed : "-");
	return done();
}

natsStatus natsOptions_SetSecure(natsOptions *o, bool secure)
{
	note("secure %d\n", secure);
	return done();
}

natsStatus natsOptions_LoadCATrustedCertificates(natsOptions *o, const char *file)
{
	note("ca %s\n", file);
	return done();
}

natsStatus natsOptions_LoadCertificatesChain(natsOptions *o, const char *cert, const char *key)
{
	note("cert %s %s\n", cert, key);
	return done();
}

natsStatus natsOptions_SetAllowReconnect(natsOptions *o, bool allow)
{
	note("reconnect %d\n", allow);
	return done();
}

natsStatus natsOptions_SetPingInterval(natsOptions *o, int64_t ms)
{
	note("ping %d ms\n", (int)ms);
	return done();
}

natsStatus natsOptions_SetMaxPingsOut(natsOptions *o, int count)
{
	note("pings %d\n", count);
	return done();
}

natsStatus natsOptions_SetClosedCB(natsOptions *o, natsConnectionHandler handler, void *closure)
{
	nats.on_closed = handler;
	nats.closed_closure = closure;
	return done();
}

natsStatus natsOptions_SetErrorHandler(natsOptions *o, natsErrHandler handler, void *closure)
{
	nats.on_error = handler;
	nats.error_closure = closure;
	return done();
}

natsStatus natsOptions_SetUserInfo(natsOptions *o, const char *user, const char *password)
{
	note("user %s %s\n", user ? user : "-", password ? password : "-");
	return done();
}

natsStatus natsOptions_SetToken(natsOptions *o, const char *token)
{
	note("token %s\n", token ? token : "-");
	return done();
}

natsStatus natsInbox_Create(natsInbox **ret)
{
	const natsStatus s = done();

	nats.left += s == NATS_OK;
	*ret = s == NATS_OK ? strdup("_INBOX.abc") : NULL;
	return s;
}

void natsInbox_Destroy(natsInbox *inbox)
{
	nats.left -= inbox != NULL;
	free(inbox);
}

natsStatus natsConnection_Connect(natsConnection **ret, natsOptions *o)
{
	natsStatus s = nats.connects[nats.connect_count++];

	must(held == 0, "it nats.connects without the lock");
	if (nats.waits) {
		sem_post(&nats.has_asked);
		while (sem_wait(&nats.may_connect) < 0)
			;
	}
	if (s != NATS_OK) {
		note("no connection\n");
		return s;
	}
	nats.left++;
	nats.newest = calloc(1, sizeof(*nats.newest));
	nats.newest->number = ++nats.connections;
	note("connection %d\n", nats.newest->number);
	*ret = nats.newest;
	return NATS_OK;
}

natsStatus natsConnection_Subscribe(natsSubscription **ret, natsConnection *c, const char *subject,
				    natsMsgHandler handler, void *closure)
{
	const natsStatus s = done();

	note("subscribe %d %s\n", c->number, subject);
	if (s != NATS_OK)
		return s;
	nats.left++;
	*ret = calloc(1, sizeof(**ret));
	nats.subscribed[nats.subscribed_count++ % 16] = *ret;
	**ret = (struct __natsSubscription){ handler, closure, nats.subscribed_count };
	nats.subscriptions++;
	return s;
}

natsStatus natsSubscription_AutoUnsubscribe(natsSubscription *s, int messages)
{
	note("at most %d\n", messages);
	return done();
}

natsStatus natsSubscription_SetPendingLimits(natsSubscription *s, int messages, int bytes)
{
	note("limits %d %d\n", messages, bytes);
	return done();
}

int64_t natsSubscription_GetID(natsSubscription *s)
{
	must(held == 0, "libnats is called without the lock");
	return s ? s->id : 0;
}

natsStatus natsSubscription_Unsubscribe(natsSubscription *s)
{
	s->id = 0;
	return done();
}

void natsSubscription_Destroy(natsSubscription *s)
{
	nats.left -= s != NULL;
	nats.subscriptions -= s != NULL;
	free(s);
}

void natsConnection_Destroy(natsConnection *c)
{
	if (!c)
		return;
	note("destroy %d\n", c->number);
	nats.left--;
	free(c);
}

bool natsConnection_IsClosed(natsConnection *c)
{
	return c->is_closed;
}

natsStatus natsConnection_FlushTimeout(natsConnection *c, int64_t ms)
{
	note("flush %d %d ms\n", c->number, (int)ms);
	return done();
}

natsStatus natsSubscription_DrainTimeout(natsSubscription *s, int64_t ms)
{
	note("drain %d ms\n", (int)ms);
	return done();
}

natsStatus natsSubscription_WaitForDrainCompletion(natsSubscription *s, int64_t ms)
{
	note("wait %d\n", (int)ms);
	return done();
}

void natsConnection_Close(natsConnection *c)
{
	note("close %d\n", c->number);
	nats.on_closed(c, nats.closed_closure);
}

natsStatus natsConnection_GetLastError(natsConnection *c, const char **text)
{
	*text = nats.last_error;
	return nats.last_error ? NATS_CONNECTION_CLOSED : NATS_OK;
}

const char *nats_GetLastError(natsStatus *status)
{
	return nats.last_error;
}

const char *natsStatus_GetText(natsStatus s)
{
	return s == NATS_NO_MEMORY   ? "no memory" :
	       s == NATS_INVALID_ARG ? "invalid argument" :
	       s == NATS_NO_SERVER   ? "no server" :
				       "a fault";
}

natsStatus nats_CloseAndWait(int64_t ms)
{
	note("end %d\n", (int)ms);
	return NATS_OK;
}

const char *natsMsg_GetSubject(const natsMsg *m)
{
	return m->subject;
}

const char *natsMsg_GetReply(const natsMsg *m)
{
	return m->reply;
}

const char *natsMsg_GetData(const natsMsg *m)
{
	return m->data;
}

int natsMsg_GetDataLength(const natsMsg *m)
{
	return (int)strlen(m->data);
}

natsStatus natsMsgHeader_Get(natsMsg *m, const char *key, const char **ret)
{
	*ret = m->status;
	return strcmp(key, "Status") == 0 && m->status ? NATS_OK : NATS_NOT_FOUND;
}

natsStatus natsMsg_Create(natsMsg **ret, const char *subject, const char *reply, const char *data, int size)
{
	const natsStatus s = done();

	note("publish %s %s %.*s", subject, reply ? reply : "-", size, data);
	nats.left += s == NATS_OK;
	*ret = s == NATS_OK ? calloc(1, sizeof(**ret)) : NULL;
	return s;
}

natsStatus natsMsgHeader_Set(natsMsg *m, const char *key, const char *value)
{
	note(" %s=%s", key, value);
	return done();
}

natsStatus natsConnection_PublishMsg(natsConnection *c, natsMsg *m)
{
	note(" by %d\n", c->number);
	return done();
}

void natsMsg_Destroy(natsMsg *m)
{
	nats.left -= m != NULL;
	free(m);
}
