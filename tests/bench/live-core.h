/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A recorded game through tracker, clock and arbiter as flagfalld runs it: time is told as it passes, not by the next
 * event alone, so that all is published when it would be. */
#ifndef TESTS_BENCH_LIVE_CORE_H
#define TESTS_BENCH_LIVE_CORE_H

#include <stdbool.h>

#include "daemon/core/core.h"

struct live_trace {
	struct core_setup setup; /* no rulebook */
	struct input *input;
	unsigned count;
	bool has_presses;
};

/* 0; -errno, or -EINVAL with a line on stderr. live_trace_done() frees. */
int live_trace_read(const char *path, struct live_trace *ret);
void live_trace_done(struct live_trace *trace);

/* What was played: of "d001-l2-id.jsonl" beside it in "d001-l2.moves", a ply a line, the UCI move, the time of its
 * press, and perhaps "down=" the time at which it was set down. */
enum { LIVE_PLIES = 1024 };
struct live_truth {
	unsigned plies;
	char move[LIVE_PLIES][12];
	int64_t down_us[LIVE_PLIES];
	bool rook_late[LIVE_PLIES]; /* castling was pressed before the rook went */
};

/* False: it is not known, or sensors that name the pieces did not see it: the hands put a rook for a queen. */
bool live_truth_read(const char *path, bool named, struct live_truth *ret);

/* Each input, and time until so long after the last. leverless: presses are left out. 0, or -errno. */
int live_core_run(struct core *core, const struct input *input, unsigned count, bool leverless, int64_t after_us);

#endif
