/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A connection to NATS servers for a program with one thread: what libnats' threads receive waits in a queue, and a
 * descriptor says that something is in it. The connection is looked for as long as the program runs.
 */
#ifndef NATS_LINK_H
#define NATS_LINK_H

#include <stdbool.h>
#include <stddef.h>

struct link;

struct link_options {
	const char *name;	/* this client's, as the server shows it */
	const char *url;	/* one or several, parted by commas */
	const char *creds;	/* file with the user's JWT and seed; NULL none */
	const char *login;	/* file with a line USER:PASSWORD, or a token; NULL none */
	const char *ca;		/* file with certificates of authorities; NULL the system's */
	const char *cert, *key; /* files of the client's own certificate; NULL none */
};

enum link_event_type { LINK_CONNECTED = 1, LINK_LOST, LINK_MESSAGE };

struct link_event {
	enum link_event_type type;
	unsigned tag;  /* of the subscription that it came by */
	char *subject; /* MESSAGE */
	char *reply;   /* "" nobody waits for one */
	int status;    /* of a message without content: 100, 404, 408, 503, …; 0 */
	char *text;    /* terminated; of LOST why, a part of a sentence, NULL without memory */
	size_t size;
};

#define LINK_WHY 160
#define LINK_HEADERS 3
struct link_header {
	const char *name, *value;
};

/* err: a sentence. 0; -EINVAL: the options are wrong; another negative errno value. */
int link_open(const struct link_options *options, struct link **ret, char err[static 256]);
void link_close(struct link *link);
/* Why there is no connection by now: the last attempt's fault in libnats' words, "" none yet. */
void link_why_not(struct link *link, char why[static LINK_WHY]);
/* To be polled for reading. */
int link_fd(const struct link *link);
/* The next one; false: there is none now. Give it to link_event_done(). */
bool link_next(struct link *link, struct link_event *ret);
void link_event_done(struct link_event *event);
/* Messages of that subject come as events with this tag, whichever connection there is. Before link_begin(). 0;
 * -ENOBUFS: there are too many; -ENOMEM. */
int link_subscribe(struct link *link, const char *subject, unsigned tag);
/*
 * The same, but with each connection only so many of them, and then as many again after each link_more(): a server
 * gives no more to this program, whatever others say there.
 */
int link_subscribe_some(struct link *link, const char *subject, unsigned tag, unsigned most);
/* Of all that were subscribed to so. What it cannot do now it does with the next connection. */
void link_more(struct link *link);
/* From now on a connection is looked for. 0 or a negative errno value. */
int link_begin(struct link *link);
/* reply: may be NULL. headers: LINK_HEADERS of them, or NULL; those without a name are left out. 0 or -EIO. */
int link_publish(struct link *link, const char *subject, const char *reply, const struct link_header *headers,
		 const char *text, size_t size);
/* Where answers to this program go: "INBOX.anything" is a subject of its own. */
const char *link_inbox(const struct link *link);

#endif
