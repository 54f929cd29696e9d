/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "relay/hall/hall.h"

#include <string.h>

static bool is_hall(const json_t *of, const char *id, int64_t epoch)
{
	return strcmp(json_string_value(json_object_get(of, "id")) ?: "", id) == 0 &&
	       json_integer_value(json_object_get(of, "epoch")) == epoch;
}

bool centre_word_read(const char *text, size_t size, const char *id, int64_t epoch, struct centre_word *ret)
{
	json_t *word = size <= CENTRE_WORD_MOST ? json_loadb(text, size, 0, NULL) : NULL;
	const char *ask = json_string_value(json_object_get(word, "ask")),
		   *kept = json_string_value(json_object_get(word, "id"));
	const bool is_word = ask && strcmp(ask, "hall") == 0 && kept && identity_is_one(kept);

	*ret = (struct centre_word){ .verdict = HALL_IS_THIS };
	if (is_word) {
		memcpy(ret->id, kept, sizeof(ret->id));
		ret->epoch = json_integer_value(json_object_get(word, "epoch"));
		if (strcmp(kept, id) != 0)
			ret->verdict = HALL_IS_ANOTHER;
		else if (epoch && epoch < ret->epoch)
			ret->verdict = HALL_IS_LATER;
		if (is_hall(json_object_get(word, "accepted"), id, epoch))
			ret->verdict = ret->verdict == HALL_IS_THIS ? HALL_IS_OTHERWISE : HALL_IS_TO_BE_THIS;
	}
	json_decref(word);
	return is_word;
}
