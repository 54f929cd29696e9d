/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "formats/json-fields.h"

#include <errno.h>
#include <string.h>

int json_take_text(const json_t *object, const char *key, char *to, size_t size)
{
	const char *text = json_string_value(json_object_get(object, key));

	if (!text || strlen(text) >= size)
		return -EINVAL;
	strcpy(to, text);
	return 0;
}

int json_take_number(const json_t *object, const char *key, unsigned *to)
{
	const json_t *number = json_object_get(object, key);

	if (!json_is_integer(number) || json_integer_value(number) < 0 || json_integer_value(number) > UINT32_MAX)
		return -EINVAL;
	*to = (unsigned)json_integer_value(number);
	return 0;
}

int json_take_word(const json_t *object, const char *key, const char *const *words)
{
	const char *text = json_string_value(json_object_get(object, key));

	for (int i = 0; text && words[i]; i++)
		if (strcmp(text, words[i]) == 0)
			return i;
	return -EINVAL;
}

int json_put_text(json_t *object, const char *key, const char *text)
{
	return json_object_set_new(object, key, json_string(text));
}

int json_put_number(json_t *object, const char *key, uint64_t number)
{
	return json_object_set_new(object, key, json_integer((json_int_t)number));
}

json_t *json_whole(json_t *object, int failed)
{
	if (!failed)
		return object;
	json_decref(object);
	return NULL;
}
