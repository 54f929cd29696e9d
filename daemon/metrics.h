/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the daemon counts. Counters are for everybody and therefore only of what is public: boards, games, and what the
 * sensors saw. How often the journal was written and how long a turn of the loop took would tell of a flag that fell
 * unseen, and is the arbiter's.
 */
#ifndef DAEMON_METRICS_H
#define DAEMON_METRICS_H

#include <stddef.h>
#include <stdint.h>

struct context;

#define HISTOGRAM_BOUNDS 14

/* How many took how long: up to each bound, and (last) longer. */
struct histogram {
	uint64_t count[HISTOGRAM_BOUNDS + 1];
	uint64_t sum_us;
};

struct metrics {
	uint64_t events; /* lifts, places, presses and pauses of all boards */
	uint64_t lost;	 /* known to be missing */
	uint64_t games;	 /* started */
	/* the arbiter's */
	uint64_t inputs, rulings;
	struct histogram commit; /* of the journal */
	struct histogram turn;	 /* how long one handler kept the event loop */
};

/* What everybody may count, at one instant. */
#define METRICS_COUNTERS 9
struct metrics_counter {
	const char *name; /* "boards", "events", … */
	const char *help;
	uint64_t value;
	int counts_on; /* never decreases */
};

void histogram_add(struct histogram *histogram, uint64_t us);
void metrics_counters(const struct context *ctx, struct metrics_counter ret[static METRICS_COUNTERS]);
/* OpenMetrics text; free(). for_arbiter: with the rest. NULL: no memory. */
char *metrics_format(const struct context *ctx, int for_arbiter);

#endif
