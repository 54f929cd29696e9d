/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * relay/nats/link with a libnats of the test's own: what is asked of that, in its order, where each connection and each
 * message goes, and that its lock is held where something is shared and nowhere else. No time passes.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <errno.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "relay/nats/link.h"
#include "tests/unit/relay/made-nats.h"

/* --- the tests --- */

static int setup(void **state)
{
	made_nats_reset();
	return 0;
}

static const struct link_options plain = { .name = "test", .url = "nats://a:1, nats://b:2" };
#define PLAIN "name test\nserver nats://a:1\nserver nats://b:2\nreconnect 0\nping 5000 ms\npings 2\n"

static void options_reach_the_library(void **state)
{
	static const struct {
		struct link_options options;
		const char *said;
	} table[] = {
		{ { .name = "test", .url = "nats://a:1, nats://b:2" }, PLAIN },
		{ { .name = "n", .url = "tls://a:1", .creds = "C" },
		  "name n\nserver tls://a:1\ncreds C -\nsecure 1\nreconnect 0\nping 5000 ms\npings 2\n" },
		{ { .name = "n", .url = "a", .ca = "A" },
		  "name n\nserver a\nsecure 1\nca A\nreconnect 0\nping 5000 ms\npings 2\n" },
		{ { .name = "n", .url = "a", .cert = "E", .key = "K", .login = "L" },
		  "name n\nserver a\nsecure 1\ncert E K\nreconnect 0\nping 5000 ms\npings 2\n" },
		{ { .name = "n", .url = "1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18" },
		  "name n\nserver 1\nserver 2\nserver 3\nserver 4\nserver 5\nserver 6\nserver 7\nserver 8\nserver 9\nserver 10\nserver "
		  "11\nserver 12\nserver 13\nserver 14\nserver 15\nserver 16\nreconnect 0\nping 5000 ms\npings 2\n" },
	};

	for (unsigned i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		char err[256] = "";
		struct link *link;

		assert_int_equal(link_open(&table[i].options, &link, err), 0);
		assert_string_equal(link_inbox(link), "_INBOX.abc");
		expect_said(table[i].said);
		assert_int_equal(link_publish(link, "s", NULL, NULL, "x", 1), -EIO);
		assert_false(poll(&(struct pollfd){ .fd = link_fd(link), .events = POLLIN }, 1, 0));
		link_close(link);
		expect_said("end 0\n");
		assert_int_equal(nats.left, 0);
	}
	link_close(NULL);
}

/* Each call of the library that fails is told, and nothing is nats.left. */
static void options_that_fail(void **state)
{
	static const struct link_options all = {
		.name = "n", .url = "tls://a:1", .creds = "C", .ca = "A", .cert = "E", .key = "K"
	};
	static const struct link_options none = { .name = "n", .url = " ," };
	static const char *const what[] = { "libnats",
					    "the address of the servers",
					    "the address of the servers",
					    "C",
					    "C",
					    "A",
					    "E",
					    "libnats",
					    "libnats",
					    "libnats",
					    "libnats",
					    "libnats" };
	char err[256], expected[256];
	struct link *link = NULL;

	for (unsigned n = 0; n < 24; n++) {
		setup(NULL);
		nats.fail_at = (int)n / 2;
		nats.fail_with = n % 2 ? NATS_NO_MEMORY : NATS_INVALID_ARG;
		assert_int_equal(link_open(&all, &link, err), n % 2 ? -ENOMEM : -EINVAL);
		snprintf(expected, sizeof(expected), "%s: %s", what[n / 2], n % 2 ? "no memory" : "invalid argument");
		assert_string_equal(err, expected);
		assert_int_equal(nats.left, 0);
	}
	setup(NULL);
	assert_int_equal(link_open(&none, &link, err), -EINVAL);
	assert_string_equal(err, "the address of the servers: invalid argument");
}

static struct link *opened(const struct link_options *options, unsigned subscriptions)
{
	char err[256], subject[16];
	struct link *link;

	assert_int_equal(link_open(options, &link, err), 0);
	for (unsigned i = 0; i < subscriptions; i++) {
		snprintf(subject, sizeof(subject), "s%u", i);
		assert_int_equal(link_subscribe(link, subject, 10 + i), 0);
	}
	forget_said();
	return link;
}

/* Waits until something is there to be taken. */
static struct link_event taken(struct link *link)
{
	struct link_event e;

	do {
		struct pollfd fd = { .fd = link_fd(link), .events = POLLIN };

		assert_int_equal(poll(&fd, 1, 20000), 1);
	} while (!link_next(link, &e));
	return e;
}

static void expect_event(struct link *link, enum link_event_type type, const char *text)
{
	struct link_event e = taken(link);

	assert_int_equal(e.type, type);
	assert_string_equal(e.text, text);
	assert_null(e.subject);
	link_event_done(&e);
	assert_null(e.text);
}

static void give(int subscription, const char *subject, const char *reply, const char *data, const char *status)
{
	natsSubscription *s = nats.subscribed[subscription];
	natsMsg *m = calloc(1, sizeof(*m));

	nats.left++;
	*m = (struct __natsMsg){ subject, reply, data, status };
	s->handler(nats.newest, s, m, s->closure);
}

static void nothing_waits(struct link *link)
{
	struct link_event e;

	assert_false(link_next(link, &e));
	assert_int_equal(poll(&(struct pollfd){ .fd = link_fd(link), .events = POLLIN }, 1, 0), 0);
}

static void a_connection_comes_and_goes(void **state)
{
	const struct link_header headers[LINK_HEADERS] = { { "A", "1" }, { NULL, "2" }, { "C", "3" } };
	struct link *link = opened(&plain, 2);
	char why[LINK_WHY];
	struct link_event e;

	nats.connects[0] = nats.connects[1] = NATS_NO_SERVER;
	nats.waits = true;
	assert_int_equal(link_begin(link), 0);
	for (int i = 0; i < 3; i++) {
		while (sem_wait(&nats.has_asked) < 0)
			;
		link_why_not(link, why);
		assert_string_equal(why, i == 0 ? "" : i == 1 ? "no server" : "Connection refused");
		nats.last_error = i == 0 ? NULL : "(conn.c:42): Connection refused";
		if (i == 2)
			nats.waits = false;
		sem_post(&nats.may_connect);
	}
	nats.last_error = NULL;
	expect_event(link, LINK_CONNECTED, "");
	link_why_not(link, why);
	assert_string_equal(why, "");
	nothing_waits(link);
	expect_said(
		"no connection\npause no connection\npause connection 1\nsubscribe 1 s0\nlimits 65536 268435456\nsubscribe 1 s1\nlimits 65536 "
		"268435456\n");

	/* messages in their order, as they are */
	give(1, "subject.a", "reply.b", "text", NULL);
	give(0, "subject.c", NULL, "", "408");
	e = taken(link);
	assert_int_equal(e.type, LINK_MESSAGE);
	assert_int_equal(e.tag, 11);
	assert_string_equal(e.subject, "subject.a");
	assert_string_equal(e.reply, "reply.b");
	assert_string_equal(e.text, "text");
	assert_int_equal(e.size, 4);
	assert_int_equal(e.status, 0);
	link_event_done(&e);
	e = taken(link);
	assert_int_equal(e.tag, 10);
	assert_string_equal(e.reply, "");
	assert_int_equal(e.size, 0);
	assert_int_equal(e.status, 408);
	link_event_done(&e);
	nothing_waits(link);

	assert_int_equal(link_publish(link, "x", "y", headers, "body and more", 4), 0);
	assert_int_equal(link_publish(link, "x", NULL, NULL, "", 0), 0);
	expect_said("publish x y body A=1 C=3 by 1\npublish x -  by 1\n");
	for (int i = 0; i < 4; i++) {
		nats.fail_at = nats.calls + i;
		assert_int_equal(link_publish(link, "x", "y", headers, "body", 4), -EIO);
	}
	expect_said("publish x y bodypublish x y body A=1publish x y body A=1 C=3publish x y body A=1 C=3 by 1\n");
	nats.fail_at = -1;

	/* it is lost, and another one comes; what an earlier one says then is nothing */
	nats.last_error = "(conn.c:7): Connection Closed";
	nats.newest->is_closed = true;
	nats.on_closed(nats.newest, nats.closed_closure);
	expect_event(link, LINK_LOST, "Connection Closed");
	expect_event(link, LINK_CONNECTED, "");
	nats.last_error = NULL;
	nats.on_closed((natsConnection *)&e, nats.closed_closure);
	nothing_waits(link);
	nats.on_closed(nats.newest, nats.closed_closure);
	expect_event(link, LINK_LOST, "the server ended it");
	expect_event(link, LINK_CONNECTED, "");
	assert_int_equal(nats.connections, 3);
	forget_said();
	link_close(link);
	expect_said("flush 3 500 ms\ndrain 500 ms\ndrain 500 ms\nwait 0\nwait 0\nclose 3\ndestroy 3\nend 0\n");
	assert_int_equal(nats.left, 0);
}

/* One that is gone before anybody has heard of it is not told; one whose subscription fails is none. */
static void connections_that_are_none(void **state)
{
	struct link *link = opened(&plain, 2);

	nats.fail_at = nats.calls + 2; /* the second subscription */
	nats.last_error = "(sub.c:1): too many";
	assert_int_equal(link_begin(link), 0);
	assert_int_equal(poll(&(struct pollfd){ .fd = link_fd(link), .events = POLLIN }, 1, 20000), 1);
	nats.newest->is_closed = true;
	nats.on_closed(nats.newest, nats.closed_closure);
	expect_event(link, LINK_CONNECTED, "");
	assert_int_equal(nats.connections, 3);
	nothing_waits(link);
	expect_said(
		"connection 1\nsubscribe 1 s0\nlimits 65536 268435456\nsubscribe 1 s1\ndestroy 1\npause connection 2\nsubscribe 2 s0\nlimits 65536 "
		"268435456\nsubscribe 2 s1\nlimits 65536 268435456\ndestroy 2\nconnection 3\nsubscribe 3 s0\nlimits 65536 268435456\nsubscribe 3 "
		"s1\nlimits 65536 268435456\n");
	/* one that had both is lost, and the next fails at the first: each subscription ends once */
	nats.fail_at = nats.calls;
	nats.newest->is_closed = true;
	nats.on_closed(nats.newest, nats.closed_closure);
	expect_event(link, LINK_LOST, "too many");
	expect_event(link, LINK_CONNECTED, "");
	assert_int_equal(nats.connections, 5);
	assert_int_equal(nats.left, 4); /* its options, a connection and two subscriptions */
	forget_said();
	nats.fail_at = nats.calls; /* it does not answer any more */
	link_close(link);
	expect_said("flush 5 500 ms\nclose 5\ndestroy 5\nend 0\n");
	assert_int_equal(nats.left, 0);
}

static void who_this_is_is_read_anew(void **state)
{
	static const struct {
		const char *file, *said, *why;
	} table[] = {
		{ "anna:secret:2\nmore\n", "user anna secret:2\ntoken -\nconnection 1\n", "" },
		{ "a-token\r\n", "user - -\ntoken a-token\nconnection 1\n", "" },
		{ "\n", "", "a line USER:PASSWORD or a token is expected" },
		{ "", "", "a line USER:PASSWORD or a token is expected" },
		{ NULL, "", "No such file or directory" },
	};
	char path[] = "/tmp/flagfall-login.XXXXXX", why[LINK_WHY], expected[LINK_WHY];

	close(mkstemp(path));
	for (unsigned i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		const struct link_options options = { .name = "n", .url = "a", .login = path };
		FILE *f = table[i].file ? fopen(path, "w") : NULL;
		struct link *link;

		setup(NULL);
		if (f) {
			fputs(table[i].file, f);
			fclose(f);
		} else {
			unlink(path);
		}
		link = opened(&options, 0);
		assert_int_equal(link_begin(link), 0);
		if (*table[i].why) {
			do
				link_why_not(link, why);
			while (!*why);
			snprintf(expected, sizeof(expected), "%s: %s", path, table[i].why);
			assert_string_equal(why, expected);
			expect_pauses();
		} else {
			expect_event(link, LINK_CONNECTED, "");
			expect_said(table[i].said);
		}
		link_close(link);
		assert_int_equal(nats.left, 0);
	}
}

static void there_is_a_limit(void **state)
{
	struct link *link = opened(&plain, 8);
	struct link_event e;
	unsigned n = 0;

	assert_int_equal(link_subscribe(link, "one more", 1), -ENOBUFS);
	assert_int_equal(link_begin(link), 0);
	expect_event(link, LINK_CONNECTED, "");
	for (unsigned i = 0; i < 65538; i++)
		give((int)i % 8, "s", "", "", NULL);
	nats.on_closed(nats.newest, nats.closed_closure); /* that is told in any case */
	while (link_next(link, &e)) {
		const bool is_message = e.type == LINK_MESSAGE;

		assert_true(is_message ? n < 65536 : e.type == LINK_LOST && n == 65536);
		n++;
		link_event_done(&e);
		if (!is_message)
			break;
	}
	assert_int_equal(n, 65537);
	link_close(link);
	assert_int_equal(nats.left, 0);
}

static void expect_waiting(struct link *link, unsigned waiting)
{
	struct link_event e = taken(link);

	assert_int_equal(e.type, LINK_MESSAGE);
	assert_int_equal(e.waiting, waiting);
	link_event_done(&e);
}

#define FEW "subscribe 1 few\nat most 3\nlimits 65536 268435456\n"

/*
 * Of one subject more are asked for when the program wants to have more, and some have come. A subscription that this
 * ends is freed when a message has come by the next one: libnats' reader may be at a message of it.
 */
static void some_messages_at_a_time(void **state)
{
	const struct link_options options = { .name = "n", .url = "u" };
	struct link *link = opened(&options, 1);
	struct link_event e;

	assert_int_equal(link_subscribe_some(link, "few", 7, 3), 0);
	link_more(link); /* there is no connection yet */
	expect_said("");
	assert_int_equal(link_begin(link), 0);
	e = taken(link);
	assert_int_equal(e.type, LINK_CONNECTED);
	link_event_done(&e);
	expect_said("connection 1\nsubscribe 1 s0\nlimits 65536 268435456\n" FEW);
	link_more(link);
	expect_said("");
	give(1, "few", "", "", NULL);
	give(0, "s0", "", "", NULL);
	give(1, "few", "", "", NULL);
	expect_waiting(link, 1);
	expect_waiting(link, 0);
	link_more(link);
	expect_said(FEW);
	assert_int_equal(nats.subscriptions, 3);
	expect_waiting(link, 0);
	give(1, "few", "", "", NULL); /* it was under way */
	link_more(link);
	expect_said("");
	assert_int_equal(nats.subscriptions, 3);
	give(2, "few", "", "", NULL);
	link_more(link);
	expect_said(FEW);
	assert_int_equal(nats.subscriptions, 3);
	link_close(link);
	assert_int_equal(nats.left, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(options_reach_the_library, setup),
		cmocka_unit_test_setup(options_that_fail, setup),
		cmocka_unit_test_setup(a_connection_comes_and_goes, setup),
		cmocka_unit_test_setup(connections_that_are_none, setup),
		cmocka_unit_test_setup(who_this_is_is_read_anew, setup),
		cmocka_unit_test_setup(there_is_a_limit, setup),
		cmocka_unit_test_setup(some_messages_at_a_time, setup),
	};

	return cmocka_run_group_tests_name("link", tests, NULL, NULL);
}
