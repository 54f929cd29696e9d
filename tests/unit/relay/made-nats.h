/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A libnats of the test's own, whose calls are noted and may fail, and locks that are looked at. */
#ifndef TESTS_UNIT_RELAY_MADE_NATS_H
#define TESTS_UNIT_RELAY_MADE_NATS_H

#include <nats/nats.h>
#include <semaphore.h>
#include <stdbool.h>

struct __natsConnection {
	int number;
	bool is_closed;
};

struct __natsSubscription {
	natsMsgHandler handler;
	void *closure;
	int64_t id; /* 0: it has ended */
};

struct __natsMsg {
	const char *subject, *reply, *data, *status;
};

struct made_nats {
	int fail_at, calls; /* which of the calls that may fail does, -1 none */
	natsStatus fail_with;
	int left; /* what was made and not destroyed */
	int connections;
	natsStatus connects[8]; /* what becomes of each attempt */
	int connect_count;
	bool waits; /* … which says has_asked, and waits for may_connect */
	sem_t may_connect, has_asked;
	const char *last_error;
	natsConnectionHandler on_closed;
	void *closed_closure;
	natsErrHandler on_error;
	void *error_closure;
	natsConnection *newest;
	natsSubscription *subscribed[16];
	int subscribed_count;
	int subscriptions; /* made and not destroyed */
};

extern struct made_nats nats;

/* As at the beginning. */
void made_nats_reset(void);
/* What was noted since the last call, and nothing else; this thread holds no lock. */
void expect_said(const char *text);
void forget_said(void);
/* Only pauses were noted since. */
void expect_pauses(void);

#endif
