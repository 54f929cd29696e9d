/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/bus/replies.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

int reply_begin_list(sd_bus_message *call, const char *types, sd_bus_message **reply)
{
	int r = sd_bus_message_new_method_return(call, reply);

	return r < 0 ? r : sd_bus_message_open_container(*reply, 'a', types);
}

int reply_end_list(sd_bus_message *reply, int r)
{
	if (r >= 0)
		r = sd_bus_message_close_container(reply);
	return reply_send(reply, r);
}

int reply_send(sd_bus_message *reply, int r)
{
	if (r >= 0)
		r = sd_bus_send(NULL, reply, NULL);
	sd_bus_message_unref(reply);
	return r < 0 ? r : 1;
}

int paths_add(char ***paths, int n, const char *path)
{
	char **more = reallocarray(*paths, (size_t)n + 2, sizeof(*more));

	if (!more)
		return -ENOMEM;
	*paths = more;
	more[n] = strdup(path);
	more[n + 1] = NULL;
	return more[n] ? n + 1 : -ENOMEM;
}
