// SPDX-License-Identifier: GPL-2.0-or-later
#include "daemon/core/format/object-writer.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_SIZE 512 /* most rulings have less */

/* --- text --- */

static bool make_room(struct object_writer *w, size_t n)
{
	size_t size = w->size ? w->size : FIRST_SIZE;
	char *more;

	if (w->failed)
		return false;
	while (size - w->used < n)
		size *= 2;
	more = realloc(w->text, size);
	if (!more) {
		w->failed = true;
		return false;
	}
	w->text = more;
	w->size = size;
	return true;
}

static void put(struct object_writer *w, const char *bytes, size_t n)
{
	if (w->size - w->used < n && !make_room(w, n))
		return;
	memcpy(w->text + w->used, bytes, n);
	w->used += n;
}

static void put_char(struct object_writer *w, char c)
{
	if (w->used < w->size)
		w->text[w->used++] = c;
	else
		put(w, &c, 1);
}

static void put_escaped(struct object_writer *w, unsigned char c)
{
	static const char named[] = "\"\\\b\f\n\r\t", letters[] = "\"\\bfnrt";
	const char *at = memchr(named, c, sizeof(named) - 1);
	char text[8];

	if (at) {
		put_char(w, '\\');
		put_char(w, letters[at - named]);
	} else {
		put(w, text, (size_t)snprintf(text, sizeof(text), "\\u%04X", c));
	}
}

static void put_string(struct object_writer *w, const char *text)
{
	put_char(w, '"');
	while (*text) {
		size_t n = 0;

		while ((unsigned char)text[n] >= ' ' && text[n] != '"' && text[n] != '\\')
			n++;
		put(w, text, n);
		text += n;
		if (*text)
			put_escaped(w, (unsigned char)*text++);
	}
	put_char(w, '"');
}

/* jansson takes nothing else. */
static bool is_utf8(const char *text)
{
	json_t *value = NULL;
	const char *c = text;

	while ((unsigned char)*c - 1U < 0x7f)
		c++;
	if (*c)
		value = json_string(text);
	json_decref(value);
	return !*c || value;
}

/* What stands before a member's value. */
static void put_key(struct object_writer *w, const char *key)
{
	const char last = w->used ? w->text[w->used - 1] : '\0';

	if (!w->failed && last != '{' && last != '[')
		put_char(w, ',');
	if (key) {
		put_string(w, key);
		put_char(w, ':');
	}
}

/* --- tree --- */

static void add(struct object_writer *w, const char *key, json_t *value)
{
	json_t *in = w->tree[w->depth];

	if (!value || (key ? json_object_set_new(in, key, value) : json_array_append_new(in, value)) < 0)
		w->failed = true;
}

/* --- either --- */

void object_writer_begin(struct object_writer *w, bool is_tree)
{
	*w = (struct object_writer){ .is_tree = is_tree };
	if (!is_tree)
		put_char(w, '{');
	else if (!(w->tree[0] = json_object()))
		w->failed = true;
}

void object_writer_text(struct object_writer *w, const char *key, const char *text)
{
	if (w->failed || !text || !is_utf8(text))
		return;
	if (w->is_tree) {
		add(w, key, json_string(text));
		return;
	}
	put_key(w, key);
	put_string(w, text);
}

void object_writer_number(struct object_writer *w, const char *key, int64_t number)
{
	char text[24];

	if (w->failed)
		return;
	if (w->is_tree) {
		add(w, key, json_integer(number));
		return;
	}
	put_key(w, key);
	put(w, text, (size_t)snprintf(text, sizeof(text), "%" PRId64, number));
}

/* A value that is a word of JSON. */
static void write_word(struct object_writer *w, const char *key, const char *word, json_t *value)
{
	if (w->failed) {
		json_decref(value);
	} else if (w->is_tree) {
		add(w, key, value);
	} else {
		put_key(w, key);
		put(w, word, strlen(word));
	}
}

void object_writer_bool(struct object_writer *w, const char *key, bool value)
{
	write_word(w, key, value ? "true" : "false", w->is_tree ? json_boolean(value) : NULL);
}

void object_writer_null(struct object_writer *w, const char *key)
{
	write_word(w, key, "null", w->is_tree ? json_null() : NULL);
}

void object_writer_open(struct object_writer *w, const char *key, bool is_array)
{
	json_t *inner;

	assert(w->depth + 1 < OBJECT_WRITER_DEPTH);
	if (w->failed)
		return;
	if (!w->is_tree) {
		put_key(w, key);
		put_char(w, is_array ? '[' : '{');
		return;
	}
	inner = is_array ? json_array() : json_object();
	add(w, key, inner);
	w->tree[++w->depth] = inner; /* borrowed: it is in the other */
}

void object_writer_close(struct object_writer *w, bool is_array)
{
	if (w->failed)
		return;
	if (w->is_tree)
		w->depth--;
	else
		put_char(w, is_array ? ']' : '}');
}

json_t *object_writer_tree(struct object_writer *w)
{
	json_t *tree = w->tree[0];

	if (w->failed) {
		json_decref(tree);
		return NULL;
	}
	return tree;
}

char *object_writer_end(struct object_writer *w)
{
	put(w, "}", 2); /* with its end */
	if (w->failed) {
		free(w->text);
		return NULL;
	}
	return w->text;
}
