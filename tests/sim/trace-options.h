/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What programs that print the trace of hands share: the kind of board, and an event's line. */
#ifndef TESTS_SIM_TRACE_OPTIONS_H
#define TESTS_SIM_TRACE_OPTIONS_H

#include <argp.h>
#include <string.h>

#include "tests/sim/hands.h"

/* What --sensors is given; else argp's error. */
static inline bool trace_presence(const char *sensors, struct argp_state *state)
{
	const bool presence = !strcmp(sensors, "presence");

	if (!presence && strcmp(sensors, "piece-id"))
		argp_error(state, "unknown sensors '%s'", sensors);
	return presence;
}

struct trace_options {
	bool presence, no_lever;
};

/* --sensors and --no-lever, for a program's argp_child; its input is a struct trace_options. */
extern const struct argp trace_options_argp;

/* A press on a board without a lever is nothing, and a piece that its sensor cannot name is '?'. */
void trace_print(const struct trace_options *o, const struct game *game, const struct hands_event *event);

#endif
