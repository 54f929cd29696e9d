/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "common/bus-client.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>

int bus_connect(const char *address, sd_bus **ret)
{
	sd_bus *bus = NULL;
	int r;

	if (!address)
		return sd_bus_open_system(ret);
	if (strcmp(address, "user") == 0)
		return sd_bus_open_user(ret);
	r = sd_bus_new(&bus);
	if (r >= 0)
		r = sd_bus_set_address(bus, address);
	if (r >= 0)
		r = sd_bus_set_bus_client(bus, 1);
	if (r >= 0)
		r = sd_bus_start(bus);
	if (r < 0)
		sd_bus_unref(bus);
	else
		*ret = bus;
	return r;
}

static json_t *read_container(sd_bus_message *m, char type, const char *contents, int *r)
{
	bool dict = type == SD_BUS_TYPE_ARRAY && contents[0] == '{';
	json_t *out = dict ? json_object() : json_array(), *value;

	*r = sd_bus_message_enter_container(m, type, contents);
	while (out && *r > 0 && !sd_bus_message_at_end(m, 0)) {
		if (dict) {
			json_t *key;

			*r = sd_bus_message_enter_container(m, SD_BUS_TYPE_DICT_ENTRY, NULL);
			if (*r < 0)
				break;
			key = bus_read_json(m, r);
			value = key ? bus_read_json(m, r) : NULL;
			if (value && json_is_string(key))
				json_object_set_new(out, json_string_value(key), value);
			else
				json_decref(value);
			json_decref(key);
			if (value)
				*r = sd_bus_message_exit_container(m);
		} else {
			value = bus_read_json(m, r);
			if (value)
				json_array_append_new(out, value);
		}
	}
	if (out && *r >= 0)
		*r = sd_bus_message_exit_container(m);
	if (*r < 0) {
		json_decref(out);
		return NULL;
	}
	return out;
}

static json_t *read_basic(sd_bus_message *m, char type, int *r)
{
	union {
		uint8_t y;
		int b;
		int16_t n;
		uint16_t q;
		int32_t i;
		uint32_t u;
		int64_t x;
		uint64_t t;
		double d;
		const char *s;
	} v;

	*r = sd_bus_message_read_basic(m, type, &v);
	if (*r < 0)
		return NULL;
	switch (type) {
	case SD_BUS_TYPE_BOOLEAN:
		return json_boolean(v.b);
	case SD_BUS_TYPE_BYTE:
		return json_integer(v.y);
	case SD_BUS_TYPE_INT16:
		return json_integer(v.n);
	case SD_BUS_TYPE_UINT16:
		return json_integer(v.q);
	case SD_BUS_TYPE_INT32:
		return json_integer(v.i);
	case SD_BUS_TYPE_UINT32:
		return json_integer(v.u);
	case SD_BUS_TYPE_INT64:
		return json_integer(v.x);
	case SD_BUS_TYPE_UINT64:
		return json_integer((json_int_t)v.t);
	case SD_BUS_TYPE_DOUBLE:
		return json_real(v.d);
	case SD_BUS_TYPE_STRING:
	case SD_BUS_TYPE_OBJECT_PATH:
	case SD_BUS_TYPE_SIGNATURE:
		return json_string(v.s);
	default:
		*r = -EBADMSG;
		return NULL;
	}
}

static json_t *read_variant(sd_bus_message *m, const char *contents, int *r)
{
	json_t *value;

	*r = sd_bus_message_enter_container(m, SD_BUS_TYPE_VARIANT, contents);
	if (*r < 0)
		return NULL;
	value = bus_read_json(m, r);
	if (value)
		*r = sd_bus_message_exit_container(m);
	return value;
}

json_t *bus_read_json(sd_bus_message *m, int *r)
{
	const char *contents;
	char type;

	*r = sd_bus_message_peek_type(m, &type, &contents);
	if (*r == 0)
		*r = -EBADMSG;
	if (*r < 0)
		return NULL;
	switch (type) {
	case SD_BUS_TYPE_ARRAY:
	case SD_BUS_TYPE_STRUCT:
		return read_container(m, type, contents, r);
	case SD_BUS_TYPE_VARIANT:
		return read_variant(m, contents, r);
	default:
		return read_basic(m, type, r);
	}
}
