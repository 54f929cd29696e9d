/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/bus/replies.h"

#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* They are read before anybody was asked who may. */
#define MAX_TEXT 1000
#define MAX_TEXTS 1000
#define MAX_JSON 65536

const struct detail details_of_claims[] = { { "about", DETAIL_TEXT },
					    { "against", DETAIL_TEXT },
					    { "square", DETAIL_TEXT },
					    { "intend", DETAIL_TEXT },
					    { "source", DETAIL_TEXT },
					    { "remedy", DETAIL_TEXT },
					    { "want", DETAIL_TEXT },
					    { "level", DETAIL_TEXT },
					    { "move", DETAIL_TEXT },
					    { "first", DETAIL_TEXT },
					    { "by", DETAIL_TEXT },
					    { "side", DETAIL_TEXT },
					    { "count", DETAIL_NUMBER },
					    { "rule", DETAIL_NUMBER },
					    { "ms", DETAIL_NUMBER },
					    { "base_ms", DETAIL_NUMBER },
					    { "white_ms", DETAIL_NUMBER },
					    { "black_ms", DETAIL_NUMBER },
					    { "forced_win", DETAIL_BOOLEAN },
					    { 0 } };

static const char *type_word(enum detail_type type)
{
	switch (type) {
	case DETAIL_NUMBER:
		return "a whole number";
	case DETAIL_BOOLEAN:
		return "true or false";
	case DETAIL_TEXTS:
		return "a list of strings, not more than 1000";
	case DETAIL_MAP:
		return "names with one line of text each (a{ss}), not more than 1000";
	case DETAIL_JSON:
		return "a string that holds a JSON object, not longer than 65536 bytes";
	case DETAIL_TEXT:
		break;
	}
	return "one line of text, not longer than 1000 bytes";
}

static bool is_line(const char *text)
{
	size_t n = 0;

	for (; text[n]; n++)
		if (n >= MAX_TEXT || iscntrl((unsigned char)text[n]))
			return false;
	return true;
}

static json_t *from_text(enum detail_type type, const char *text)
{
	char *end;
	long long n;

	switch (type) {
	case DETAIL_TEXT:
		return is_line(text) ? json_string(text) : NULL;
	case DETAIL_NUMBER:
		errno = 0;
		n = strtoll(text, &end, 10);
		return *text && !*end && errno == 0 ? json_integer(n) : NULL;
	case DETAIL_BOOLEAN:
		if (strcmp(text, "true") == 0)
			return json_true();
		return strcmp(text, "false") == 0 ? json_false() : NULL;
	case DETAIL_JSON: {
		json_t *value = strlen(text) <= MAX_JSON ? json_loads(text, JSON_REJECT_DUPLICATES, NULL) : NULL;

		if (value && !json_is_object(value)) {
			json_decref(value);
			return NULL;
		}
		return value;
	}
	case DETAIL_TEXTS:
	case DETAIL_MAP:
		break;
	}
	return NULL;
}

static json_t *from_texts(sd_bus_message *m)
{
	json_t *list = json_array();
	const char *text;

	if (sd_bus_message_enter_container(m, 'a', "s") < 0) {
		json_decref(list);
		return NULL;
	}
	while (sd_bus_message_read_basic(m, 's', &text) > 0) {
		if (json_array_size(list) == MAX_TEXTS) {
			json_decref(list);
			return NULL;
		}
		json_array_append_new(list, json_string(text));
	}
	sd_bus_message_exit_container(m);
	return list;
}

/* NULL: a text of it is not one line, or there are too many. */
static json_t *from_map(sd_bus_message *m)
{
	json_t *map = json_object();
	const char *key, *text;
	bool good = sd_bus_message_enter_container(m, 'a', "{ss}") >= 0;

	while (good && sd_bus_message_enter_container(m, 'e', "ss") > 0) {
		good = sd_bus_message_read(m, "ss", &key, &text) > 0 && is_line(text) &&
		       json_object_size(map) < MAX_TEXTS && json_object_set_new(map, key, json_string(text)) == 0;
		sd_bus_message_exit_container(m);
	}
	if (good)
		sd_bus_message_exit_container(m);
	else
		json_decref(map);
	return good ? map : NULL;
}

/* One variant's content. NULL: it is not of that type. */
static json_t *read_value(sd_bus_message *m, enum detail_type type, const char *contents)
{
	union {
		uint8_t y;
		int16_t n;
		uint16_t q;
		int32_t i;
		uint32_t u;
		int64_t x;
		uint64_t t;
		int b;
		const char *s;
	} v;

	if (strcmp(contents, "as") == 0)
		return type == DETAIL_TEXTS ? from_texts(m) : NULL;
	if (strcmp(contents, "a{ss}") == 0)
		return type == DETAIL_MAP ? from_map(m) : NULL;
	if (strlen(contents) != 1 || !strchr("ynqiuxtbs", contents[0]) ||
	    sd_bus_message_read_basic(m, contents[0], &v) < 0)
		return NULL;
	if (contents[0] == 's')
		return from_text(type, v.s);
	if (contents[0] == 'b')
		return type == DETAIL_BOOLEAN ? json_boolean(v.b) : NULL;
	if (type != DETAIL_NUMBER)
		return NULL;
	switch (contents[0]) {
	case 'y':
		return json_integer(v.y);
	case 'n':
		return json_integer(v.n);
	case 'q':
		return json_integer(v.q);
	case 'i':
		return json_integer(v.i);
	case 'u':
		return json_integer(v.u);
	case 't':
		return v.t <= INT64_MAX ? json_integer((json_int_t)v.t) : NULL;
	default:
		return json_integer(v.x);
	}
}

static const struct detail *details_find(const struct detail *known, const char *key)
{
	for (; known->key; known++)
		if (strcmp(known->key, key) == 0)
			return known;
	return NULL;
}

int details_read(sd_bus_message *m, const struct detail *known, json_t *object, sd_bus_error *error)
{
	int r = sd_bus_message_enter_container(m, 'a', "{sv}");

	if (r < 0)
		return r;
	while ((r = sd_bus_message_enter_container(m, 'e', "sv")) > 0) {
		const struct detail *detail;
		const char *key, *contents;
		json_t *value;
		char type;

		r = sd_bus_message_read_basic(m, 's', &key);
		if (r >= 0)
			r = sd_bus_message_peek_type(m, &type, &contents);
		if (r < 0)
			return r;
		detail = details_find(known, key);
		if (!detail)
			return fault(error, ERROR_BAD_ARGUMENT, "There is no option \"%s\" here", key);
		r = sd_bus_message_enter_container(m, 'v', contents);
		if (r < 0)
			return r;
		value = read_value(m, detail->type, contents);
		if (!value)
			return fault(error, ERROR_BAD_ARGUMENT, "%s: must be %s", key, type_word(detail->type));
		json_object_set_new(object, key, value);
		sd_bus_message_exit_container(m);
		sd_bus_message_exit_container(m);
	}
	if (r < 0)
		return r;
	return sd_bus_message_exit_container(m);
}
