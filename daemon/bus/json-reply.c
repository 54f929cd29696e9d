/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/bus/replies.h"

#include <errno.h>
#include <stdlib.h>

int reply_json(sd_bus_message *m, json_t *object)
{
	char *text = object ? json_dumps(object, JSON_COMPACT) : NULL;
	int r = text ? sd_bus_reply_method_return(m, "s", text) : -ENOMEM;

	free(text);
	json_decref(object);
	return r;
}

int append_texts(sd_bus_message *reply, const json_t *list)
{
	json_t *value;
	size_t i;
	int r = sd_bus_message_open_container(reply, 'a', "s");

	json_array_foreach(list, i, value) {
		char *text = json_is_string(value) ? NULL : json_dumps(value, JSON_COMPACT);

		if (r >= 0)
			r = sd_bus_message_append(reply, "s", text ? text : json_string_value(value));
		free(text);
	}
	return r < 0 ? r : sd_bus_message_close_container(reply);
}

int reply_texts(sd_bus_message *m, json_t *list)
{
	sd_bus_message *reply = NULL;
	int r = sd_bus_message_new_method_return(m, &reply);

	if (r >= 0)
		r = append_texts(reply, list);
	json_decref(list);
	return reply_send(reply, r);
}
