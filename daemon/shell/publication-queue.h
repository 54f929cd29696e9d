/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the games said and nobody has heard yet, in order. Nothing overtakes:
 * while the journal cannot be written, all of it waits.
 */
#ifndef SHELL_PUBLICATION_QUEUE_H
#define SHELL_PUBLICATION_QUEUE_H

#include <stdbool.h>
#include <stddef.h>
#include <systemd/sd-bus.h>

#include "daemon/core/format/publication.h"

struct session;

struct publication_queue_item {
	struct session *session;
	struct publication *publication;	/* NULL: a reply */
	sd_bus_message *call;			/* REPLY: the method call it answers */
	char **answer;				/* REPLY: JSON texts, NULL-terminated, may be NULL */
};

struct publication_queue {
	struct publication_queue_item *entries;
	size_t count, size;
	bool durable_first;	/* something in it may be heard only once the journal is on disk */
};

/* 0 or -ENOMEM. The publication is copied; call is referenced; answer is taken on success. */
int publication_queue_add(struct publication_queue *queue, struct session *session, const struct publication *publication);
int publication_queue_add_reply(struct publication_queue *queue, struct session *session, sd_bus_message *call, char **answer);
/* Sends all, in order, and empties it. */
void publication_queue_send(struct publication_queue *queue);
/* Recovery: what is in it was heard long ago and only becomes part of the views. */
void publication_queue_show(struct publication_queue *queue);
/* The journal cannot be written: answers all replies with that error, and keeps the rest. */
void publication_queue_refuse_replies(struct publication_queue *queue, const char *sentence);
/* Drops what a session said. */
void publication_queue_forget(struct publication_queue *queue, const struct session *session);
void publication_queue_done(struct publication_queue *queue);

#endif
