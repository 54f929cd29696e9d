/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/bus/subscribers.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/bus/access.h"

#define MAX_OF_ONE 256 /* of one user */
#define MAX_SUBSCRIBERS 2048

static struct subscriber *subscribers_find(const struct subscribers *s, const char *name)
{
	for (size_t i = 0; i < s->count; i++)
		if (strcmp(s->members[i].name, name) == 0)
			return &s->members[i];
	return NULL;
}

static unsigned count_of(const struct subscribers *s, uid_t uid)
{
	unsigned own = 0;

	for (size_t i = 0; i < s->count; i++)
		own += s->members[i].uid == uid;
	return own;
}

static int add(struct subscribers *s, const char *sender, uid_t uid)
{
	struct subscriber *members = reallocarray(s->members, s->count + 1, sizeof(*members));

	if (!members)
		return -ENOMEM;
	s->members = members;
	members[s->count].uid = uid;
	snprintf(members[s->count].name, sizeof(members->name), "%s", sender);
	s->count++;
	return 0;
}

int subscribers_add(struct subscribers *s, sd_bus_message *call)
{
	const char *sender = sd_bus_message_get_sender(call);
	uid_t uid;
	/* who has left already is no subscriber: nothing would tell that he has */
	int r = caller_uid_now(call, &uid);

	if (r < 0 || strlen(sender) >= sizeof(s->members->name))
		return r < 0 ? r : -ENAMETOOLONG;
	if (subscribers_find(s, sender))
		return sd_bus_reply_method_return(call, NULL);
	if (count_of(s, uid) >= MAX_OF_ONE)
		return sd_bus_reply_method_errorf(
			call, SD_BUS_ERROR_LIMITS_EXCEEDED,
			"%d clients of user %u are subscribed to this, and there may not be more; end one of them",
			MAX_OF_ONE, (unsigned)uid);
	if (s->count >= MAX_SUBSCRIBERS)
		return sd_bus_reply_method_errorf(call, SD_BUS_ERROR_LIMITS_EXCEEDED,
						  "%d clients are subscribed to this, and there may not be more",
						  MAX_SUBSCRIBERS);
	r = add(s, sender, uid);
	return r < 0 ? r : sd_bus_reply_method_return(call, NULL);
}

int subscribers_remove(struct subscribers *s, sd_bus_message *call)
{
	subscribers_drop(s, sd_bus_message_get_sender(call));
	return sd_bus_reply_method_return(call, NULL);
}

bool subscribers_have(const struct subscribers *s, const char *name)
{
	return subscribers_find(s, name);
}

void subscribers_drop(struct subscribers *s, const char *name)
{
	struct subscriber *gone = subscribers_find(s, name);

	if (gone)
		*gone = s->members[--s->count];
}

void subscribers_done(struct subscribers *s)
{
	free(s->members);
	*s = (struct subscribers){ 0 };
}
