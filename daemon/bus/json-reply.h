/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Answers to method calls that are JSON. */
#ifndef DAEMON_JSON_REPLY_H
#define DAEMON_JSON_REPLY_H

#include <jansson.h>
#include <systemd/sd-bus.h>

/* One value as a text (s); the reference is taken. 1 or a negative errno value. */
int reply_json(sd_bus_message *call, json_t *value);
/* The values of an array as texts (as), strings as they are; the reference is taken. As above. */
int reply_texts(sd_bus_message *call, json_t *list);
/* The same into a message that is being made. */
int append_texts(sd_bus_message *reply, const json_t *list);

#endif
