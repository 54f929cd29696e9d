/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/livechess/feed.h"

#include <errno.h>
#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "web/livechess/livechess.h"

__attribute__((format(printf, 2, 3))) static int request_refuse(char err[static 160], const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(err, 160, format, args);
	va_end(args);
	return -EINVAL;
}

/* Numbers are taken as they are written: no id is too big, and 1 is not 1.0. */
static json_t *request_parse(const char *text, size_t size, char err[static 160])
{
	json_error_t where;
	json_t *object = json_loadb(text, size, JSON_DECODE_INT_AS_REAL | JSON_REJECT_DUPLICATES, &where);

	if (!object)
		request_refuse(err, "The message is not JSON: line %d, column %d: %.100s", where.line, where.column,
			       where.text);
	else if (!json_is_object(object))
		request_refuse(err, "The message is not a JSON object with id, call and param");
	else
		return object;
	json_decref(object);
	return NULL;
}

/* The id among the members of object, as it stands in the text; "null" where there is none. */
static int take_id(const char *text, size_t size, json_t *object, const char *what, char ret[static REQUEST_ID],
		   char err[static 160])
{
	json_t *value = json_object_get(object, "id");
	size_t length = 0;
	const char *found = member_find(text, size, "id", &length);

	strcpy(ret, "null");
	if (!value)
		return 0;
	if (json_is_object(value) || json_is_array(value))
		return request_refuse(err, "%s: a number or a string is expected", what);
	if (!found || length >= REQUEST_ID)
		return request_refuse(err, "%s: it is longer than %d bytes, or its name is written with escapes", what,
				      REQUEST_ID - 1);
	memcpy(ret, found, length);
	ret[length] = '\0';
	return 0;
}

static int take_text(json_t *object, const char *key, const char *where, size_t size, char *ret, char err[static 160])
{
	const char *text = json_string_value(json_object_get(object, key));

	if (!text)
		return request_refuse(err, "%s.%s: a string is expected", where, key);
	if (strlen(text) >= size)
		return request_refuse(err, "%s.%s: it is longer than %zu bytes", where, key, size - 1);
	strcpy(ret, text);
	return 0;
}

/* The members of "param" that name a feed. */
static int take_feed(const char *text, size_t size, json_t *param, struct request *ret, char err[static 160])
{
	size_t length = 0;
	const char *inner = member_find(text, size, "param", &length);
	int r;

	if (!json_is_object(param) || !inner)
		return request_refuse(err, "param: an object with the feed's id is expected");
	r = take_id(inner, length, param, "param.id", ret->feed, err);
	return r < 0 ? r : strcmp(ret->feed, "null") ? 0 : request_refuse(err, "param.id: the feed's id is expected");
}

static int read_subscribe(json_t *param, struct request *ret, char err[static 160])
{
	const char *feed = json_string_value(json_object_get(param, "feed"));

	ret->call = REQUEST_SUBSCRIBE;
	if (!feed || strcmp(feed, "eboardevent") != 0)
		return request_refuse(err, "param.feed: \"%.60s\" is not known; \"eboardevent\" is", feed ? feed : "");
	return take_text(json_object_get(param, "param"), "serialnr", "param.param", sizeof(ret->serial), ret->serial,
			 err);
}

static int read_method(json_t *param, struct request *ret, char err[static 160])
{
	const char *method = json_string_value(json_object_get(param, "method"));
	json_t *arguments = json_object_get(param, "param"), *flip;

	if (method && strcmp(method, "setup") == 0) {
		ret->call = REQUEST_SETUP;
		return take_text(arguments, "fen", "param.param", sizeof(ret->fen), ret->fen, err);
	}
	if (!method || strcmp(method, "flip") != 0)
		return request_refuse(err, "param.method: \"%.60s\" is not known; \"setup\" and \"flip\" are",
				      method ? method : "");
	ret->call = REQUEST_FLIP;
	flip = json_object_get(arguments, "flip");
	if (!json_is_boolean(flip))
		return request_refuse(err, "param.param.flip: true or false is expected");
	ret->flip = json_is_true(flip);
	return 0;
}

static int read_call(const char *text, size_t size, json_t *object, struct request *ret, char err[static 160])
{
	const char *call = json_string_value(json_object_get(object, "call"));
	json_t *param = json_object_get(object, "param");
	int r;

	if (!call)
		return request_refuse(err, "call: a string is expected");
	if (strcmp(call, "eboards") == 0) {
		ret->call = REQUEST_EBOARDS;
		return 0;
	}
	if (strcmp(call, "sources") == 0) {
		ret->call = REQUEST_SOURCES;
		return 0;
	}
	if (strcmp(call, "subscribe") && strcmp(call, "unsubscribe") && strcmp(call, "call"))
		return request_refuse(
			err, "call: \"%.60s\" is not known; eboards, sources, subscribe, unsubscribe and call are",
			call);
	r = take_feed(text, size, param, ret, err);
	if (r < 0)
		return r;
	if (strcmp(call, "subscribe") == 0)
		return read_subscribe(param, ret, err);
	if (strcmp(call, "call") == 0)
		return read_method(param, ret, err);
	ret->call = REQUEST_UNSUBSCRIBE;
	return 0;
}

int request_read(const char *text, size_t size, struct request *ret, char err[static 160])
{
	json_t *object;
	int r;

	*ret = (struct request){ .id = "null", .feed = "null" };
	object = request_parse(text, size, err);
	if (!object)
		return -EINVAL;
	r = take_id(text, size, object, "id", ret->id, err);
	if (r == 0)
		r = read_call(text, size, object, ret, err);
	json_decref(object);
	return r;
}
