/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the games said and nobody has heard yet, in order. Nothing overtakes:
 * while the journal cannot be written, all of it waits.
 */
#ifndef SHELL_OUTBOX_H
#define SHELL_OUTBOX_H

#include <stdbool.h>
#include <stddef.h>
#include <systemd/sd-bus.h>

#include "daemon/core/format/publication.h"

struct session;

struct outbox_entry {
	struct session *session;
	struct publication *publication;	/* NULL: a reply */
	sd_bus_message *call;			/* REPLY: the method call it answers */
	char **answer;				/* REPLY: JSON texts, NULL-terminated, may be NULL */
};

struct outbox {
	struct outbox_entry *entries;
	size_t count, size;
	bool durable_first;	/* something in it may be heard only once the journal is on disk */
};

/* 0 or -ENOMEM. The publication is copied; call is referenced; answer is taken on success. */
int outbox_say(struct outbox *outbox, struct session *session, const struct publication *publication);
int outbox_reply(struct outbox *outbox, struct session *session, sd_bus_message *call, char **answer);
/* Sends all, in order, and empties it. */
void outbox_send(struct outbox *outbox);
/* Recovery: what is in it was heard long ago and only becomes part of the views. */
void outbox_show(struct outbox *outbox);
/* The journal cannot be written: answers all replies with that error, and keeps the rest. */
void outbox_refuse(struct outbox *outbox, const char *sentence);
/* Drops what a session said. */
void outbox_forget(struct outbox *outbox, const struct session *session);
void outbox_done(struct outbox *outbox);

#endif
