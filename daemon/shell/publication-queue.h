/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the games said and nobody has heard yet, in order, with the replies to those who asked. Nothing overtakes: while
 * the journal cannot be written, all of it waits.
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
	struct publication *publication; /* NULL: a reply */
	sd_bus_message *call;		 /* reply: the method call it answers */
	char **answer;			 /* reply: JSON texts, NULL-terminated, may be NULL */
};

struct publication_queue {
	struct publication_queue_item *items;
	size_t count, size;
	bool durable_first; /* something in it may be heard only once the journal is on disk */
};

/* 0 or -ENOMEM. The publication is copied; call is referenced; answer is taken on success. */
int publication_queue_add(struct publication_queue *queue, struct session *session,
			  const struct publication *publication);
int publication_queue_add_reply(struct publication_queue *queue, struct session *session, sd_bus_message *call,
				char **answer);
void publication_queue_send_reply(const struct publication_queue_item *item);
/* The journal cannot be written: answers all calls with that error, and keeps the publications. */
void publication_queue_refuse_replies(struct publication_queue *queue, const char *sentence);
/* Drops what a session said. */
void publication_queue_forget(struct publication_queue *queue, const struct session *session);
/* All of it was sent. */
void publication_queue_clear(struct publication_queue *queue);
void publication_queue_free(struct publication_queue *queue);

#endif
