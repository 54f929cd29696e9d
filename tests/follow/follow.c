// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The road of an input through the core, by the calls that are made: compiled with -finstrument-functions, the core's
 * files (daemon/core and its stages; what they use is no part of the road: the tracker, the rules) say here which of
 * their functions is entered and left. A call from one file to another is a way. The first one into a file visits it;
 * one that was not gone before, into a file that was visited, comes back to it. So what is done again and again, for
 * each of a list, counts once: it is the picture that is counted, boxes and the ways that lead back, not how long it
 * takes. A step of the pass ends when what it published is delivered.
 *
 * Linked into flagfallctl (build.mk), which then writes at its end, into the file FOLLOW names, a line for each kind:
 *   KIND COUNT FILES RETURNS; the road with the most files; that with the most returns
 * press: the step of a press; step: any other; input: all steps of one input; inputs: of several at one instant.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/core/core.h"
#include "daemon/core/publish.h"
#include "daemon/core/stage/lever.h"
#include "tests/follow/follow.h"

#define FILES_MAX 64
#define DEPTH_MAX 256
#define ROAD_TEXT 2000

enum kind { PRESS, STEP, INPUT, INPUTS, KINDS };

struct road {
	unsigned files, returns;
	bool visited[FILES_MAX], gone[FILES_MAX][FILES_MAX];
	size_t length;
	char text[ROAD_TEXT];
};

static const char *const names[KINDS] = { "press", "step", "input", "inputs" };
static struct road step, whole; /* of the step, and of all steps so far */
static bool follows, is_press;
static unsigned depth;
static int calls[DEPTH_MAX]; /* the files whose functions run */
static struct {
	unsigned count, files, returns;
	char most_files[ROAD_TEXT], most_returns[ROAD_TEXT];
} most[KINDS];

static int file_of(const char *function)
{
	for (unsigned i = 0; i < followed_count; i++)
		if (function >= followed[i].start && function < followed[i].stop)
			return (int)i;
	return -1;
}

static void go(struct road *road, int from, int to)
{
	bool returns = road->visited[to];

	if (from == to || (from >= 0 && road->gone[from][to]))
		return;
	if (from >= 0)
		road->gone[from][to] = true;
	road->visited[to] = true;
	road->files += !returns;
	road->returns += returns;
	if (road->length < ROAD_TEXT)
		road->length += (size_t)snprintf(road->text + road->length, ROAD_TEXT - road->length, "%s%s>%s%s",
						 road->length ? " " : "", from >= 0 ? followed[from].name : "",
						 returns ? "*" : "", followed[to].name);
}

void __cyg_profile_func_enter(void *function, void *caller);
void __cyg_profile_func_exit(void *function, void *caller);

void __cyg_profile_func_enter(void *function, void *caller)
{
	int to;

	if (!follows)
		return;
	to = file_of(function);
	if (depth == DEPTH_MAX || to < 0)
		abort();
	go(&step, depth ? calls[depth - 1] : -1, to);
	go(&whole, depth ? calls[depth - 1] : -1, to);
	calls[depth++] = to;
}

void __cyg_profile_func_exit(void *function, void *caller)
{
	if (follows && depth)
		depth--;
}

static void count(enum kind kind, const struct road *road)
{
	most[kind].count++;
	if (road->files > most[kind].files) {
		most[kind].files = road->files;
		strcpy(most[kind].most_files, road->text);
	}
	if (road->returns > most[kind].returns) {
		most[kind].returns = road->returns;
		strcpy(most[kind].most_returns, road->text);
	}
}

/* In the functions that run. */
static void begin_step(void)
{
	memset(&step, 0, sizeof(step));
	for (unsigned i = 0; i < depth; i++) {
		step.files += !step.visited[calls[i]];
		step.visited[calls[i]] = true;
	}
	is_press = false;
}

static void end_step(void)
{
	count(is_press ? PRESS : STEP, &step);
}

static void begin(void)
{
	depth = 0;
	memset(&whole, 0, sizeof(whole));
	begin_step();
	follows = true;
}

static void end(enum kind kind)
{
	follows = false;
	end_step();
	count(kind, &whole);
}

int __wrap_core_input(struct core *core, const struct input *input, char err[static 160]);
int __real_core_input(struct core *core, const struct input *input, char err[static 160]);
int __wrap_core_input_group(struct core *core, const struct input *inputs, unsigned count, char err[static 160]);
int __real_core_input_group(struct core *core, const struct input *inputs, unsigned count, char err[static 160]);
int __wrap_core_end_instant(struct core *core);
int __real_core_end_instant(struct core *core);
void __wrap_deliver_publications(struct core *core);
void __real_deliver_publications(struct core *core);
int __wrap_on_press(struct core *core, enum side side);
int __real_on_press(struct core *core, enum side side);

int __wrap_core_input(struct core *core, const struct input *input, char err[static 160])
{
	int r;

	begin();
	r = __real_core_input(core, input, err);
	end(INPUT);
	return r;
}

int __wrap_core_input_group(struct core *core, const struct input *inputs, unsigned n, char err[static 160])
{
	int r;

	begin();
	r = __real_core_input_group(core, inputs, n, err);
	end(n > 1 ? INPUTS : INPUT);
	return r;
}

int __wrap_core_end_instant(struct core *core)
{
	int r;

	begin();
	r = __real_core_end_instant(core);
	end(INPUT);
	return r;
}

void __wrap_deliver_publications(struct core *core)
{
	bool followed_before = follows;

	follows = false; /* a listener is no part of the road */
	__real_deliver_publications(core);
	follows = followed_before;
	if (!follows)
		return;
	end_step();
	begin_step();
}

int __wrap_on_press(struct core *core, enum side side)
{
	is_press = true;
	return __real_on_press(core, side);
}

__attribute__((destructor)) static void write_most(void)
{
	const char *path = getenv("FOLLOW");
	FILE *out = path ? fopen(path, "a") : NULL;

	for (int kind = 0; out && kind < KINDS; kind++)
		if (most[kind].count)
			fprintf(out, "%s %u %u %u;%s;%s\n", names[kind], most[kind].count, most[kind].files,
				most[kind].returns, most[kind].most_files, most[kind].most_returns);
	if (out)
		fclose(out);
}
