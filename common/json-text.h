/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Texts in JSON objects. */
#ifndef COMMON_JSON_TEXT_H
#define COMMON_JSON_TEXT_H

#include <jansson.h>

/* The object's text of that name, which lives as long as the object; "" where there is none. */
static inline const char *text_of(const json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));

	return text ? text : "";
}

#endif
