/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A trace file as a script for the emulated board: the whole of it in memory,
 * squares as the board's sensors number them.
 */
#ifndef TESTS_SIM_TRACE_SCRIPT_H
#define TESTS_SIM_TRACE_SCRIPT_H

#include <stddef.h>
#include <stdint.h>

#include "kernel/wire.h"

#define TRACE_ERROR 200

enum trace_action { TRACE_LIFT = 1, TRACE_PLACE, TRACE_PRESS, TRACE_PAUSE, TRACE_BOARD, TRACE_TICK };

struct trace_event {
	uint64_t t_us;
	enum trace_action action;
	uint8_t square;		/* LIFT, PLACE */
	char piece;		/* PLACE: 0 if the trace does not say */
	uint8_t side;		/* PRESS: SBW_SIDE_* */
	char *squares;		/* BOARD: a letter a sensor, NUL-terminated; owned by the trace */
};

struct trace {
	uint8_t size;		/* 8 or 10 */
	uint8_t sensors;	/* SBW_SENSORS_* */
	char squares[SBW_MAX_SQUARES + 1];	/* at the start */
	struct trace_event *event;
	size_t count;
	unsigned presses;
	unsigned skipped;	/* events that no board sends: claims, decisions */
};

/* 0; -EINVAL with a sentence FILE:LINE: …; else as open(2). trace_done() frees. */
int trace_load(const char *path, struct trace *ret, char err[static TRACE_ERROR]);
void trace_done(struct trace *trace);

#endif
