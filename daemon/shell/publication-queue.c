/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <errno.h>
#include <stdlib.h>

#include "daemon/shell/errors.h"
#include "daemon/shell/publication-queue.h"
#include "daemon/shell/session.h"

static struct publication_queue_item *add(struct publication_queue *queue)
{
	if (queue->count == queue->size) {
		size_t size = queue->size ? 2 * queue->size : 32;
		struct publication_queue_item *entries = reallocarray(queue->entries, size, sizeof(*entries));

		if (!entries)
			return NULL;
		queue->entries = entries;
		queue->size = size;
	}
	queue->entries[queue->count] = (struct publication_queue_item) { 0 };
	return &queue->entries[queue->count];
}

static void strings_free(char **strings)
{
	for (char **s = strings; s && *s; s++)
		free(*s);
	free(strings);
}

static void entry_done(struct publication_queue_item *entry)
{
	free(entry->publication);
	sd_bus_message_unref(entry->call);
	strings_free(entry->answer);
}

/* A move that is only set down may be heard before it is on disk, and so may an observation that rules nothing. */
static bool must_be_durable(const struct publication *p)
{
	if (p->type == PUBLISH_MOVE)
		return p->state == MOVE_COMMITTED || p->state == MOVE_UNDONE;
	return p->is_public || p->type == PUBLISH_RULING;
}

int publication_queue_add(struct publication_queue *queue, struct session *session, const struct publication *publication)
{
	struct publication_queue_item *entry = add(queue);

	if (!entry)
		return -ENOMEM;
	entry->publication = malloc(sizeof(*publication));
	if (!entry->publication)
		return -ENOMEM;
	*entry->publication = *publication;
	entry->session = session;
	queue->durable_first |= must_be_durable(publication);
	queue->count++;
	return 0;
}

int publication_queue_add_reply(struct publication_queue *queue, struct session *session, sd_bus_message *call, char **answer)
{
	struct publication_queue_item *entry = add(queue);

	if (!entry)
		return -ENOMEM;
	entry->session = session;
	entry->call = sd_bus_message_ref(call);
	entry->answer = answer;
	queue->durable_first = true;
	queue->count++;
	return 0;
}

static void send_reply(const struct publication_queue_item *entry)
{
	sd_bus_message *reply = NULL;
	int r;

	r = sd_bus_message_new_method_return(entry->call, &reply);
	if (r >= 0)
		r = sd_bus_message_append_strv(reply, entry->answer);
	if (r >= 0)
		sd_bus_send(NULL, reply, NULL);
	sd_bus_message_unref(reply);
}

void publication_queue_send(struct publication_queue *queue)
{
	for (size_t i = 0; i < queue->count; i++) {
		struct publication_queue_item *entry = &queue->entries[i];

		if (entry->publication)
			session_publish(entry->session, entry->publication);
		else
			send_reply(entry);
		entry_done(entry);
	}
	queue->count = 0;
	queue->durable_first = false;
}

void publication_queue_show(struct publication_queue *queue)
{
	for (size_t i = 0; i < queue->count; i++) {
		struct publication_queue_item *entry = &queue->entries[i];

		if (entry->publication && published_game_apply(&entry->session->published, entry->session->core, entry->publication) < 0)
			daemon_die(entry->session->daemon, -ENOMEM);
		entry_done(entry);
	}
	queue->count = 0;
	queue->durable_first = false;
}

void publication_queue_refuse_replies(struct publication_queue *queue, const char *sentence)
{
	size_t kept = 0;

	for (size_t i = 0; i < queue->count; i++) {
		struct publication_queue_item *entry = &queue->entries[i];

		if (entry->publication) {
			queue->entries[kept++] = *entry;
			continue;
		}
		sd_bus_reply_method_errorf(entry->call, ERROR_JOURNAL,
					   "This was heard and will be ruled on as soon as the journal can be written: %s", sentence);
		entry_done(entry);
	}
	queue->count = kept;
}

void publication_queue_forget(struct publication_queue *queue, const struct session *session)
{
	size_t kept = 0;

	for (size_t i = 0; i < queue->count; i++) {
		if (queue->entries[i].session == session)
			entry_done(&queue->entries[i]);
		else
			queue->entries[kept++] = queue->entries[i];
	}
	queue->count = kept;
}

void publication_queue_done(struct publication_queue *queue)
{
	for (size_t i = 0; i < queue->count; i++)
		entry_done(&queue->entries[i]);
	free(queue->entries);
}
