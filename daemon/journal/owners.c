/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The games, events and rulebooks that are in the log's segment. */
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/journal/inside.h"
#include "common/json-text.h"

#define LINES_FIRST 512

/* --- lines --- */

int lines_add(struct lines *l, const char *text, size_t length)
{
	if (l->length + length + 1 > l->size) {
		size_t size = l->size ? 2 * l->size : LINES_FIRST;
		char *more;

		while (size < l->length + length + 1)
			size *= 2;
		more = realloc(l->text, size);
		if (!more)
			return -ENOMEM;
		l->text = more;
		l->size = size;
	}
	memcpy(l->text + l->length, text, length);
	l->length += length;
	l->text[l->length++] = '\n';
	l->count++;
	return 0;
}

int lines_join(struct lines *to, const struct lines *more)
{
	int r = more->length ? lines_add(to, more->text, more->length - 1) : 0;

	if (r >= 0 && more->count)
		to->count += more->count - 1;
	return r;
}

void lines_free(struct lines *l)
{
	free(l->text);
	*l = (struct lines){ 0 };
}

int lines_each(const struct lines *l, int (*fn)(void *userdata, const struct chain_line *line), void *userdata)
{
	struct chain_line line;
	int r = 0;

	for (size_t at = 0; at < l->length && r == 0;) {
		const char *stop = memchr(l->text + at, '\n', l->length - at);
		const size_t length = (size_t)(stop - l->text) - at;

		if (chain_line_parse(l->text + at, length, &line))
			r = fn(userdata, &line);
		at += length + 1;
	}
	return r;
}

json_t *line_json(const struct chain_line *line)
{
	return json_loadb(line->json, line->json_length, 0, NULL);
}

/* --- the table --- */

static int owners_compare(const struct owner *a, bool is_event, const char *id, uint64_t number)
{
	if (a->is_event != is_event)
		return a->is_event ? 1 : -1;
	if (is_event)
		return strcmp(a->id, id);
	return a->number < number ? -1 : a->number > number;
}

static size_t place_of(const struct journal *j, bool is_event, const char *id)
{
	const uint64_t number = is_event ? 0 : strtoull(id, NULL, 10);
	size_t from = 0, to = j->owner_count;

	while (from < to) {
		const size_t middle = from + (to - from) / 2;

		if (owners_compare(j->owners[middle], is_event, id, number) < 0)
			from = middle + 1;
		else
			to = middle;
	}
	return from;
}

struct owner *owner_find(const struct journal *j, bool is_event, const char *id)
{
	const size_t i = place_of(j, is_event, id);
	struct owner *o = i < j->owner_count ? j->owners[i] : NULL;

	return o && o->is_event == is_event && strcmp(o->id, id) == 0 ? o : NULL;
}

struct owner *owner_game(const struct journal *j, uint64_t game)
{
	char id[24];

	snprintf(id, sizeof(id), "%" PRIu64, game);
	return owner_find(j, false, id);
}

struct owner *owner_add(struct journal *j, bool is_event, const char *id)
{
	const size_t i = place_of(j, is_event, id);
	struct owner *o, **more = reallocarray(j->owners, j->owner_count + 1, sizeof(*more));

	if (!more)
		return NULL;
	j->owners = more;
	o = calloc(1, sizeof(*o));
	if (!o)
		return NULL;
	o->is_event = is_event;
	o->number = is_event ? 0 : strtoull(id, NULL, 10);
	snprintf(o->id, sizeof(o->id), "%s", id);
	memcpy(o->last, chain_first, sizeof(o->last));
	memmove(more + i + 1, more + i, (j->owner_count - i) * sizeof(*more));
	more[i] = o;
	j->owner_count++;
	return o;
}

void owner_done(struct owner *o)
{
	json_decref(o->state);
	free(o->board);
	lines_free(&o->lines);
}

static void owner_free(struct owner *o)
{
	owner_done(o);
	free(o);
}

void owner_remove(struct journal *j, struct owner *o)
{
	const size_t i = place_of(j, o->is_event, o->id);

	memmove(j->owners + i, j->owners + i + 1, (--j->owner_count - i) * sizeof(j->owners[0]));
	owner_free(o);
}

void owners_free(struct journal *j)
{
	for (size_t i = 0; i < j->owner_count; i++)
		owner_free(j->owners[i]);
	free(j->owners);
	j->owners = NULL;
	j->owner_count = 0;
}

/* --- what lines say --- */

static int owners_take_game(struct owner *o, json_t *game)
{
	char *board = strdup(game ? text_of(game, "board") : "?");
	json_t *state = json_pack("{s:s}", "state", STATE_RUNNING);

	snprintf(o->rulebook, sizeof(o->rulebook), "%s", text_of(game, "rulebooks"));
	free(o->board);
	o->board = board;
	json_decref(o->state);
	o->state = state;
	return board && state ? 0 : -ENOMEM;
}

int owner_take(struct owner *o, const struct chain_line *line)
{
	json_t *object;
	int r = 0;

	memcpy(o->last, line->digest, sizeof(o->last));
	if (line->kind != CHAIN_GAME && line->kind != CHAIN_STATE && line->kind != CHAIN_EVENT)
		return 0;
	object = line_json(line); /* what is no JSON says nothing: who replays it finds that out */
	if (line->kind == CHAIN_EVENT) {
		o->has_ended = *text_of(object, "ended");
	} else if (line->kind == CHAIN_GAME) {
		r = owners_take_game(o, object);
	} else {
		json_decref(o->state);
		o->state = json_incref(object);
	}
	json_decref(object);
	return r;
}

const char *owner_state(const struct owner *o)
{
	return text_of(o->state, "state");
}

bool owner_is_finished(const struct owner *o)
{
	if (o->is_event)
		return o->has_ended;
	return strcmp(owner_state(o), STATE_RECORDED) == 0 || strcmp(owner_state(o), STATE_GIVEN_UP) == 0;
}

int rulebook_add(struct journal *j, const char *name)
{
	char(*more)[CHAIN_DIGITS + 1];

	for (size_t i = 0; i < j->rulebook_count; i++)
		if (strcmp(j->rulebooks[i], name) == 0)
			return 1;
	more = reallocarray(j->rulebooks, j->rulebook_count + 1, sizeof(*more));
	if (!more)
		return -ENOMEM;
	j->rulebooks = more;
	snprintf(more[j->rulebook_count++], CHAIN_DIGITS + 1, "%s", name);
	return 0;
}

/* --- what is said of it --- */

void journal_say(struct journal *j, const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	vsnprintf(j->error, sizeof(j->error), format, ap);
	va_end(ap);
}

const char *journal_error(const struct journal *j)
{
	return j->error;
}
