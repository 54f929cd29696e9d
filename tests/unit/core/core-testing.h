/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A game played from JSON events, and what it published as lines of text. */
#ifndef TESTS_CORE_TESTING_H
#define TESTS_CORE_TESTING_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "daemon/core/core.h"

struct played {
	struct core *core;
	struct core_setup setup;
	struct rulebook *book;
	char text[65536]; /* one JSON object a line */
	size_t size;
	bool public_only;
};

static inline void played_hear(void *userdata, const struct publication *p)
{
	struct played *played = userdata;
	json_t *o;
	char *line;

	if (played->public_only && !p->is_public)
		return;
	o = publication_format(played->setup.game, p, !played->public_only);
	line = json_dumps(o, JSON_COMPACT | JSON_SORT_KEYS);
	assert_true(played->size + strlen(line) + 2 < sizeof(played->text));
	played->size += (size_t)sprintf(played->text + played->size, "%s\n", line);
	free(line);
	json_decref(o);
}

/* header: JSON; rulebook: id or NULL. */
static inline void play_start(struct played *played, const char *header, const char *rulebook, bool public_only)
{
	json_t *o = json_loads(header, 0, NULL);
	char err[160];

	memset(played, 0, sizeof(*played));
	played->public_only = public_only;
	setenv("FLAGFALL_RULES", "rules/books", 0);
	assert_non_null(o);
	if (core_setup_from_json(o, &played->setup, err) < 0)
		fail_msg("%s", err);
	json_decref(o);
	if (rulebook) {
		assert_int_equal(rulebook_load(rulebook, NULL, NULL, &played->book), 0);
		played->setup.rulebook = played->book;
	}
	if (core_new(&played->setup, played_hear, played, &played->core, err) < 0)
		fail_msg("%s", err);
}

/* events: a JSON list. Each is given by itself, or all of one instant together. */
static inline void play(struct played *played, const char *events, bool grouped)
{
	json_t *list = json_loads(events, 0, NULL), *event;
	struct input group[CORE_GROUP];
	unsigned n = 0;
	char err[160];
	size_t i;

	if (!list)
		fail_msg("no JSON: %s", events);
	json_array_foreach(list, i, event) {
		struct input in;

		if (input_parse(played->setup.game, event, &in, err) < 0)
			fail_msg("%s", err);
		if (n && (!grouped || group[0].t_us != in.t_us)) {
			assert_int_equal(core_input_group(played->core, group, n, err), 0);
			n = 0;
		}
		group[n++] = in;
	}
	if (n)
		assert_int_equal(core_input_group(played->core, group, n, err), 0);
	json_decref(list);
}

static inline void play_end(struct played *played)
{
	core_free(played->core);
	rulebook_free(played->book);
	core_setup_done(&played->setup);
}

#define HEADER \
	"{\"sensors\":\"sure\",\"clock\":{\"mode\":\"sudden-death\",\"white_ms\":300000,\"black_ms\":300000,\"running\":\"white\"}}"
#define SHORT \
	"{\"sensors\":\"sure\",\"clock\":{\"mode\":\"sudden-death\",\"white_ms\":1000,\"black_ms\":300000,\"running\":\"white\"}}"
#define LIFT(t, q) "{\"t_ms\":" #t ",\"type\":\"lift\",\"square\":\"" #q "\"}"
#define PLACE(t, q) "{\"t_ms\":" #t ",\"type\":\"place\",\"square\":\"" #q "\"}"
#define PRESS(t, s) "{\"t_ms\":" #t ",\"type\":\"press\",\"side\":\"" #s "\"}"
#define PAUSE(t) "{\"t_ms\":" #t ",\"type\":\"pause\"}"
#define TICK(t) "{\"t_ms\":" #t ",\"type\":\"tick\"}"
#define CLAIM(t, who, what) "{\"t_ms\":" #t ",\"type\":\"claim\",\"by\":\"" #who "\",\"claim\":\"" what "\"}"

#endif
