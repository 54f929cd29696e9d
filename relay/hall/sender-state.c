/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is told of the sender. */
#include <string.h>

#include "relay/hall/sender-inside.h"

void sender_totals(const struct sender *sender, struct sender_totals *ret)
{
	*ret = (struct sender_totals){ .under_way = sender->under_way, .since_us = sender->since_us };
	for (size_t i = 0; i < sender->size; i++) {
		const struct subject *s = sender->subjects[i];

		if (!s)
			continue;
		ret->subjects++;
		ret->rows += s->last;
		ret->sent += s->next - 1;
	}
}

json_t *sender_events(const struct sender *sender)
{
	json_t *events = json_object();

	for (size_t i = 0; i < sender->size; i++) {
		const struct subject *s = sender->subjects[i];

		if (s)
			json_object_set_new(events, s->event,
					    json_integer(json_integer_value(json_object_get(events, s->event)) +
							 s->last));
	}
	return events;
}

bool sender_has_sent(const struct sender *sender, const char *event)
{
	if (*sender->held)
		return false;
	for (size_t i = 0; i < sender->size; i++) {
		const struct subject *s = sender->subjects[i];

		if (s && strcmp(s->event, event) == 0 && (s->state != READY || s->next <= s->last))
			return false;
	}
	return sender->connected && sender->ready;
}

const char *sender_fault(const struct sender *sender)
{
	return *sender->held ? sender->held : sender->fault;
}

bool sender_has_parted(const struct sender *sender)
{
	return sender->has_parted;
}

void sender_set_identity(struct sender *sender, const char *id)
{
	snprintf(sender->id, sizeof(sender->id), "%s", id);
}
