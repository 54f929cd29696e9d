/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Who looks at a whole hall, in processes of their own: flagfallctl hall on a terminal, and monitor --all --json. */
#ifndef TESTS_BENCH_HALL_VIEWS_H
#define TESTS_BENCH_HALL_VIEWS_H

#include <sys/types.h>

enum { VIEW_HALL, VIEW_MONITOR, VIEWS };

struct hall_views {
	pid_t pid[VIEWS];
	int output[VIEWS]; /* the terminal's other end, the other end of a pipe */
};

extern const char *const hall_view_names[VIEWS];

/*
 * Both look at the daemon on that bus, and show something; what they write is read and forgotten. They end with the
 * caller, who keeps *views. Where it cannot be done the program ends.
 */
void hall_views_start(struct hall_views *views, const char *address);
void hall_views_stop(struct hall_views *views);

#endif
