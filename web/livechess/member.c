/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/livechess/livechess.h"

#include <string.h>

struct text {
	const char *at, *end;
};

static void skip_blanks(struct text *t)
{
	while (t->at < t->end && strchr(" \t\r\n", *t->at) && *t->at)
		t->at++;
}

/* Behind the closing quotation mark. */
static void skip_string(struct text *t)
{
	for (t->at++; t->at < t->end && *t->at != '"'; t->at++)
		if (*t->at == '\\')
			t->at++;
	t->at = t->at < t->end ? t->at + 1 : t->end;
}

/* A value, whatever it is: strings are skipped whole, and brackets are counted. */
static void skip_value(struct text *t)
{
	size_t depth = 0;

	while (t->at < t->end) {
		if (depth == 0 && strchr(",}]", *t->at) && *t->at)
			return;
		if (*t->at == '"') {
			skip_string(t);
			continue;
		}
		if (*t->at == '{' || *t->at == '[')
			depth++;
		else if (*t->at == '}' || *t->at == ']')
			depth--;
		t->at++;
	}
}

const char *member_find(const char *object, size_t size, const char *key, size_t *length)
{
	struct text t = { .at = object, .end = object + size };

	skip_blanks(&t);
	if (t.at == t.end || *t.at != '{')
		return NULL;
	for (t.at++; t.at < t.end; t.at++) { /* each time behind '{' or ',' */
		const char *name, *value;
		size_t name_size;

		skip_blanks(&t);
		if (t.at == t.end || *t.at != '"')
			return NULL;
		name = t.at + 1;
		skip_string(&t);
		name_size = (size_t)(t.at - name) - 1;
		skip_blanks(&t);
		if (t.at == t.end || *t.at != ':')
			return NULL;
		t.at++;
		skip_blanks(&t);
		value = t.at;
		skip_value(&t);
		if (name_size != strlen(key) || memcmp(name, key, name_size) != 0)
			continue;
		while (t.at > value && strchr(" \t\r\n", t.at[-1]))
			t.at--;
		*length = (size_t)(t.at - value);
		return *length > 0 ? value : NULL;
	}
	return NULL;
}
