/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The last inputs of a game, as the evidence of a question shows them. */
#ifndef CORE_RECENT_EVENTS_H
#define CORE_RECENT_EVENTS_H

#include "daemon/core/format/input.h"

#define RECENT_EVENTS 48 /* that are remembered */

/* Nearly all are of a piece or the lever, which need little; of any other the whole input is kept. */
struct recent_event {
	enum input_type type;
	uint8_t square;
	char piece;
	enum side side;
	int64_t t_us;
	struct input *whole; /* NULL: there is nothing else */
};

struct recent_events {
	struct recent_event *event; /* number n at n % RECENT_EVENTS; NULL: there was none yet */
	unsigned count;		    /* of all that there were */
};

/* 0, -ENOMEM. */
int recent_events_add(struct recent_events *recent, const struct input *in);
/* The first number that is still there. */
unsigned recent_events_first(const struct recent_events *recent);
/* Number n, from the first one to count. */
struct input recent_events_get(const struct recent_events *recent, unsigned n);
void recent_events_done(struct recent_events *recent);

#endif
