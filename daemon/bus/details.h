/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Dictionaries a{sv} of method calls, read into JSON against a list of what they may hold. */
#ifndef DAEMON_DETAILS_H
#define DAEMON_DETAILS_H

#include <jansson.h>
#include <systemd/sd-bus.h>

enum detail_type { DETAIL_TEXT = 1, DETAIL_NUMBER, DETAIL_BOOLEAN, DETAIL_TEXTS, DETAIL_MAP, DETAIL_JSON };

struct detail {
	const char *key;
	enum detail_type type;
};

/*
 * Reads the next argument, an a{sv}, into the JSON object; known ends with a NULL key. A number may come as any integer
 * type or as text, a boolean also as "true" or "false"; DETAIL_MAP is an a{ss}, whose values are one line of text each;
 * DETAIL_JSON is text that holds a JSON object. 0, or a negative
 * errno value with *error naming the key at fault.
 */
int details_read(sd_bus_message *message, const struct detail *known, json_t *object, sd_bus_error *error);

/* The details of claims, reports and verdicts: the casebook's keys. */
extern const struct detail details_of_claims[];

#endif
