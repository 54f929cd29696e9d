/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * flagfall-web beside a rig (tests/bus/rig.h), and a plain client: requests over a socket, and a stream of events. What
 * is waited for comes or the test fails.
 */
#ifndef TESTS_WEB_RIG_H
#define TESTS_WEB_RIG_H

#include "tests/bus/rig.h"

struct web {
	pid_t pid;
	int port;
	int livechess_port;
};

/* Returns when it takes connections. extra: further arguments, NULL-terminated; may be NULL. */
void web_start(struct web *web, const struct rig *rig, const char *const extra[]);
/* At that address in place of 127.0.0.1, its port 0. */
void web_start_at(struct web *web, const struct rig *rig, const char *listen, const char *const extra[]);
void web_stop(struct web *web, int signal);

/* cmocka's setup and teardown: *state is the rig, and this is beside it. */
extern struct web web;
int web_setup(void **state);
int web_teardown(void **state);

struct answer {
	int status;
	char *head, *body; /* free() both */
	size_t length;
};

/* A socket to one of its ports. receive_bytes: what it takes before it is read, 0 as much as it likes. */
int web_connect(int port, int receive_bytes);

/* One request as it is; text is all of it. */
struct answer web_ask(const struct web *web, const char *text);
struct answer web_get(const struct web *web, const char *path);
void answer_done(struct answer *answer);
/* By which a browser would know that /page.js has not changed; free(). */
char *web_etag(const struct web *web);
/* The same as JSON; the status is 200. New reference. */
json_t *web_json(const struct web *web, const char *path);
/* Asks again until the body contains text. */
char *web_until(const struct web *web, const char *path, const char *text);

/* Server-sent events. */
struct events {
	int fd;
	char *text; /* what has come and was not taken */
	size_t length, room;
	char id[64], type[32];
};

/* query: "" or "?…"; last_id: the last that was seen, "" none. */
void events_open(struct events *events, const struct web *web, const char *query, const char *last_id);
/* The next one; NULL: the server has closed. New reference. */
json_t *events_next(struct events *events);
/* The next of that type that has that key; those before it are dropped. */
json_t *events_until(struct events *events, const char *type, const char *key);
void events_close(struct events *events);

#endif
