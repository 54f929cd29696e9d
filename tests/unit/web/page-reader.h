/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Somebody who has the page open: follows the events one by one, and has at any time what the page shows now. */
#ifndef TESTS_PAGE_READER_H
#define TESTS_PAGE_READER_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "web/stream.h"

struct page_reader {
	json_t *views[3]; /* games, boards, events */
	uint64_t number;  /* of the last event that was taken */
};

static inline void page_reader_done(struct page_reader *r)
{
	for (unsigned i = 0; i < 3; i++)
		json_decref(r->views[i]);
	*r = (struct page_reader){ .number = 0 };
}

/* What it has not seen is forgotten: all is read anew. */
static inline void page_reader_begin(struct page_reader *r, const struct stream *s)
{
	const json_t *const views[] = { s->games, s->boards, s->events };

	page_reader_done(r);
	for (unsigned i = 0; i < 3; i++)
		r->views[i] = json_deep_copy(views[i]);
	r->number = s->last;
}

/* What is another one takes its place; of moves, those from a number on. */
static inline void page_reader_change(json_t *views, bool are_games, const char *name, json_t *change)
{
	json_t *view = json_object_get(views, name), *from = json_object_get(change, "moves_from"), *moves, *value;
	const char *key;

	if (json_is_true(json_object_get(change, "removed"))) {
		assert_int_equal(json_object_del(views, name), 0);
		return;
	}
	if (!view) {
		view = are_games ? json_pack("{s:[]}", "moves") : json_object();
		json_object_set_new(views, name, view);
	}
	if (from) {
		moves = json_copy(json_object_get(view, "moves"));
		assert_true((size_t)json_integer_value(from) <= json_array_size(moves));
		while (json_array_size(moves) > (size_t)json_integer_value(from))
			json_array_remove(moves, json_array_size(moves) - 1);
		json_array_extend(moves, json_object_get(change, "moves"));
		json_object_set_new(change, "moves", moves);
	}
	json_object_foreach(change, key, value)
		if (strcmp(key, "moves_from") != 0 && strcmp(key, "now_us") != 0)
			json_object_set(view, key, value);
}

static inline void page_reader_take(struct page_reader *r, const struct stream_event *e, const char *id)
{
	static const char *const types[] = { "game", "board", "event", "hall" };
	char type[8] = "", said[STREAM_ID] = "";
	unsigned which = 0;
	int at = 0;
	json_t *o;

	assert_int_equal(e->length, strlen(e->text));
	assert_int_equal(sscanf(e->text, "id: %47s\nevent: %7s\ndata: %n", said, type, &at), 2);
	assert_string_equal(said, id);
	assert_int_equal(strcspn(e->text + at, "\n"), e->length - (size_t)at - 2);
	o = json_loads(e->text + at, 0, NULL);
	assert_non_null(o);
	while (strcmp(type, types[which]) != 0)
		assert_true(++which < 4);
	assert_int_equal(e->game != NULL, which == 0);
	if (which < 3)
		page_reader_change(r->views[which], which == 0,
				   json_string_value(json_object_get(o, which == 1 ? "name" : "id")), o);
	json_decref(o);
}

static inline void page_reader_compare(const struct page_reader *r, const json_t *has, const json_t *shown)
{
	const char *name, *key;
	json_t *view, *value;

	assert_int_equal(json_object_size(has), json_object_size(shown));
	json_object_foreach((json_t *)shown, name, view)
		json_object_foreach(view, key, value)
			if (!json_equal(json_object_get(json_object_get(has, name), key), value)) {
				json_t *old = json_object_get(json_object_get(has, name), key);
				char *is = json_dumps(value, JSON_ENCODE_ANY),
				     *was = old ? json_dumps(old, JSON_ENCODE_ANY) : NULL;

				fail_msg("event %u: of %s, %s is %.300s, and who follows has %.300s",
					 (unsigned)r->number, name, key, is, was ? was : "none");
			}
}

/* All that is new, and then it has what the page shows. */
static inline void page_reader_follow(struct page_reader *r, const struct stream *s)
{
	const json_t *const now[] = { s->games, s->boards, s->events };

	while (r->number < s->last && r->views[0]) {
		const struct stream_event *e = stream_event(s, r->number + 1);
		char id[STREAM_ID];

		if (!e)
			break;
		stream_id(s, ++r->number, id);
		page_reader_take(r, e, id);
	}
	if (r->number < s->last || !r->views[0])
		page_reader_begin(r, s);
	for (unsigned i = 0; i < 3; i++)
		page_reader_compare(r, r->views[i], now[i]);
}

#endif
