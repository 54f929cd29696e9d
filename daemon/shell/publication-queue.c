/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <errno.h>
#include <stdlib.h>

#include "daemon/shell/errors.h"
#include "daemon/shell/publication-queue.h"
#include "daemon/shell/session.h"

static struct outbox_entry *add(struct outbox *outbox)
{
	if (outbox->count == outbox->size) {
		size_t size = outbox->size ? 2 * outbox->size : 32;
		struct outbox_entry *entries = reallocarray(outbox->entries, size, sizeof(*entries));

		if (!entries)
			return NULL;
		outbox->entries = entries;
		outbox->size = size;
	}
	outbox->entries[outbox->count] = (struct outbox_entry) { 0 };
	return &outbox->entries[outbox->count];
}

static void strings_free(char **strings)
{
	for (char **s = strings; s && *s; s++)
		free(*s);
	free(strings);
}

static void entry_done(struct outbox_entry *entry)
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

int outbox_say(struct outbox *outbox, struct session *session, const struct publication *publication)
{
	struct outbox_entry *entry = add(outbox);

	if (!entry)
		return -ENOMEM;
	entry->publication = malloc(sizeof(*publication));
	if (!entry->publication)
		return -ENOMEM;
	*entry->publication = *publication;
	entry->session = session;
	outbox->durable_first |= must_be_durable(publication);
	outbox->count++;
	return 0;
}

int outbox_reply(struct outbox *outbox, struct session *session, sd_bus_message *call, char **answer)
{
	struct outbox_entry *entry = add(outbox);

	if (!entry)
		return -ENOMEM;
	entry->session = session;
	entry->call = sd_bus_message_ref(call);
	entry->answer = answer;
	outbox->durable_first = true;
	outbox->count++;
	return 0;
}

static void send_reply(const struct outbox_entry *entry)
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

void outbox_send(struct outbox *outbox)
{
	for (size_t i = 0; i < outbox->count; i++) {
		struct outbox_entry *entry = &outbox->entries[i];

		if (entry->publication)
			session_publish(entry->session, entry->publication);
		else
			send_reply(entry);
		entry_done(entry);
	}
	outbox->count = 0;
	outbox->durable_first = false;
}

void outbox_show(struct outbox *outbox)
{
	for (size_t i = 0; i < outbox->count; i++) {
		struct outbox_entry *entry = &outbox->entries[i];

		if (entry->publication && view_apply(&entry->session->view, entry->session->core, entry->publication) < 0)
			daemon_die(entry->session->daemon, -ENOMEM);
		entry_done(entry);
	}
	outbox->count = 0;
	outbox->durable_first = false;
}

void outbox_refuse(struct outbox *outbox, const char *sentence)
{
	size_t kept = 0;

	for (size_t i = 0; i < outbox->count; i++) {
		struct outbox_entry *entry = &outbox->entries[i];

		if (entry->publication) {
			outbox->entries[kept++] = *entry;
			continue;
		}
		sd_bus_reply_method_errorf(entry->call, ERROR_JOURNAL,
					   "This was heard and will be ruled on as soon as the journal can be written: %s", sentence);
		entry_done(entry);
	}
	outbox->count = kept;
}

void outbox_forget(struct outbox *outbox, const struct session *session)
{
	size_t kept = 0;

	for (size_t i = 0; i < outbox->count; i++) {
		if (outbox->entries[i].session == session)
			entry_done(&outbox->entries[i]);
		else
			outbox->entries[kept++] = outbox->entries[i];
	}
	outbox->count = kept;
}

void outbox_done(struct outbox *outbox)
{
	for (size_t i = 0; i < outbox->count; i++)
		entry_done(&outbox->entries[i]);
	free(outbox->entries);
}
