// SPDX-License-Identifier: GPL-2.0-or-later
#include "tests/bench/live-core.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int add(struct live_trace *t, json_t *line, unsigned *room, char err[static 160])
{
	if (t->count == *room) {
		unsigned more = *room ? *room * 2 : 1024;
		struct input *input = reallocarray(t->input, more, sizeof(*input));

		if (!input)
			return -ENOMEM;
		t->input = input;
		*room = more;
	}
	if (input_parse(t->setup.game, line, &t->input[t->count], err) < 0)
		return -EINVAL;
	t->has_presses |= t->input[t->count++].type == INPUT_PRESS;
	return 0;
}

int live_trace_read(const char *path, struct live_trace *t)
{
	FILE *f = fopen(path, "re");
	char *text = NULL, err[160] = "not JSON";
	size_t size = 0;
	unsigned room = 0;
	int r = 0;

	*t = (struct live_trace){ 0 };
	if (!f) {
		r = -errno;
		fprintf(stderr, "%s: %s\n", path, strerror(-r));
		return r;
	}
	for (unsigned line = 1; r == 0 && getline(&text, &size, f) > 0; line++) {
		json_t *j = json_loads(text, 0, NULL);

		r = !j ? -EINVAL : line == 1 ? core_setup_from_json(j, &t->setup, err) : add(t, j, &room, err);
		json_decref(j);
		if (r < 0)
			fprintf(stderr, "%s:%u: %s\n", path, line, err);
	}
	free(text);
	fclose(f);
	if (r < 0)
		live_trace_done(t);
	return r;
}

void live_trace_done(struct live_trace *t)
{
	core_setup_done(&t->setup);
	free(t->input);
	*t = (struct live_trace){ 0 };
}

bool live_truth_read(const char *path, bool named, struct live_truth *t)
{
	char name[4096], line[256], tags[160], *dash;
	bool readable = true;
	FILE *f;

	snprintf(name, sizeof(name) - 8, "%s", path);
	dash = strrchr(name, '-');
	if (!dash)
		return false;
	strcpy(dash, ".moves");
	f = fopen(name, "re");
	t->plies = 0;
	if (!f)
		return false;
	while (t->plies < LIVE_PLIES && fgets(line, sizeof(line), f)) {
		const char *down = strstr(line, "down=");
		long long us = 0;

		tags[0] = 0;
		if (sscanf(line, "%11s %lld %159s", t->move[t->plies], &us, tags) < 2)
			continue;
		/* its sensors name a rook, and so it is one */
		readable &= !named || !strstr(tags, "rook_as_queen");
		t->rook_late[t->plies] = strstr(tags, "late_rook") || strstr(tags, "laterook");
		t->down_us[t->plies++] = down ? atoll(down + 5) : us;
	}
	fclose(f);
	return readable && t->plies;
}

/* What happens by itself until then. */
static int let_time_pass(struct core *core, int64_t until, char err[static 160])
{
	int64_t due = core_deadline(core), last = INT64_MIN;
	int r = 0;

	for (; r == 0 && due <= until && due != last; last = due, due = core_deadline(core)) {
		struct input tick = input_at(due, INPUT_TICK);

		r = core_input(core, &tick, err);
	}
	return r;
}

int live_core_run(struct core *core, const struct input *input, unsigned count, bool leverless, int64_t after_us)
{
	struct input group[CORE_GROUP];
	unsigned n = 0;
	char err[160];
	int r = 0;

	for (unsigned i = 0; i < count && r == 0; i++) {
		if (leverless && input[i].type == INPUT_PRESS)
			continue;
		if (n && (n == CORE_GROUP || group[0].t_us != input[i].t_us)) {
			r = let_time_pass(core, group[0].t_us - 1, err);
			r = r < 0 ? r : core_input_group(core, group, n, err);
			n = 0;
		}
		group[n++] = input[i];
	}
	if (r == 0 && n) {
		r = let_time_pass(core, group[0].t_us - 1, err);
		r = r < 0 ? r : core_input_group(core, group, n, err);
		r = r < 0 ? r : let_time_pass(core, group[0].t_us + after_us, err);
	}
	if (r < 0)
		fprintf(stderr, "core: %s\n", err);
	return r;
}
