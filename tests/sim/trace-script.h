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

#define TRACE_SCRIPT_ERROR 200

enum trace_script_action {
	TRACE_SCRIPT_LIFT = 1,
	TRACE_SCRIPT_PLACE,
	TRACE_SCRIPT_PRESS,
	TRACE_SCRIPT_PAUSE,
	TRACE_SCRIPT_BOARD,
	TRACE_SCRIPT_TICK
};

struct trace_script_event {
	uint64_t t_us;
	enum trace_script_action action;
	uint8_t square; /* LIFT, PLACE */
	char piece;	/* PLACE: 0 if the trace does not say */
	uint8_t side;	/* PRESS: SBW_SIDE_* */
	char *squares;	/* BOARD: a letter a sensor, NUL-terminated; owned by the trace */
};

struct trace_script {
	uint8_t size;			   /* 8 or 10 */
	uint8_t sensors;		   /* SBW_SENSORS_* */
	char squares[SBW_MAX_SQUARES + 1]; /* at the start */
	struct trace_script_event *event;
	size_t count;
	unsigned presses;
	unsigned skipped; /* events that no board sends: claims, decisions */
};

/* 0; -EINVAL with a sentence FILE:LINE: …; else as open(2). trace_script_free() frees. */
int trace_script_load(const char *path, struct trace_script *ret, char err[static TRACE_SCRIPT_ERROR]);
void trace_script_free(struct trace_script *trace);

#endif
