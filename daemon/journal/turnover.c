/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A segment that has had many batches: what still goes on is copied into the next one, beside the writing, and the
 * batch that is written then takes it. Counted in batches, which come when something public happens, and not in bytes,
 * so that nobody learns from it what is held back.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/journal/inside.h"

#define BATCHES 4096
#define BATCHES_A_GAME 32 /* copying costs as much as goes on */

struct turnover {
	struct log_copy copy;
	uint64_t to;
	char **ids; /* what goes on: "g" and a game's, "e" and an event's, "r" and a rulebook's, sorted */
	size_t count;
	bool is_copied;
	int r;
};

static int turnover_compare(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static int add_id(struct turnover *t, char kind, const char *id)
{
	char *text = malloc(strlen(id) + 2);

	if (!text)
		return -ENOMEM;
	text[0] = kind;
	strcpy(text + 1, id);
	t->ids[t->count++] = text;
	return 0;
}

static bool wants(void *userdata, enum chain_kind kind, const char *id)
{
	const struct turnover *t = userdata;
	char text[CHAIN_ID + 2], *key = text;

	text[0] = kind == CHAIN_RULEBOOK ? 'r' : kind >= CHAIN_EVENT ? 'e' : 'g';
	strcpy(text + 1, id);
	return bsearch(&key, t->ids, t->count, sizeof(t->ids[0]), turnover_compare);
}

static void turnover_free(struct turnover *t)
{
	for (size_t i = 0; i < t->count; i++)
		free(t->ids[i]);
	free(t->ids);
	log_copy_drop(&t->copy);
	free(t);
}

static void copy(void *userdata)
{
	struct turnover *t = ((struct journal *)userdata)->turnover; /* the thread's until it is copied */

	t->r = log_copy_on(&t->copy, t->to);
}

static void on_copied(void *userdata)
{
	struct journal *j = userdata;

	j->turnover->is_copied = true;
	if (j->turnover->r >= 0)
		return;
	snprintf(j->news, sizeof(j->news), "The log does not turn over: %.200s", j->turnover->copy.next.error);
	turnover_drop(j);
	j->turn_after = j->place.batches + BATCHES;
}

void turnover_drop(struct journal *j)
{
	if (j->turnover)
		turnover_free(j->turnover);
	j->turnover = NULL;
}

struct log_copy *turnover_take(struct journal *j)
{
	if (!j->turnover || !j->turnover->is_copied)
		return NULL;
	j->turnover->copy.wants = NULL; /* what was said since is all wanted */
	return &j->turnover->copy;
}

/* What goes on; of rulebooks, those that are used. Who begins a game with another one has it staged again. */
static int list_ids(struct journal *j, struct turnover *t)
{
	int r = 0;

	t->ids = calloc(2 * j->owner_count + 1, sizeof(*t->ids));
	if (!t->ids)
		return -ENOMEM;
	j->rulebook_count = 0;
	for (size_t i = 0; i < j->owner_count && r >= 0; i++) {
		const struct owner *o = j->owners[i];

		r = add_id(t, o->is_event ? 'e' : 'g', o->id);
		if (r >= 0 && *o->rulebook)
			r = rulebook_add(j, o->rulebook);
		if (r == 0 && *o->rulebook)
			r = add_id(t, 'r', o->rulebook);
	}
	qsort(t->ids, t->count, sizeof(t->ids[0]), turnover_compare);
	return r;
}

void turnover_check(struct journal *j)
{
	struct turnover *t;

	if (j->turnover || j->place.batches < j->turn_after ||
	    j->place.batches < BATCHES + BATCHES_A_GAME * j->owner_count)
		return;
	t = calloc(1, sizeof(*t));
	if (!t)
		return;
	t->to = j->place.end;
	t->copy = (struct log_copy){ .wants = wants, .userdata = t, .from = -1 };
	if (list_ids(j, t) >= 0 && log_copy_begin(&j->log, &t->copy) >= 0) {
		j->turnover = t;
		if (worker_run(j->filer, copy, on_copied, j) >= 0)
			return;
		j->turnover = NULL;
	}
	turnover_free(t);
}
