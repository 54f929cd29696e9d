// SPDX-License-Identifier: GPL-2.0-or-later
/* The emulated board's faults: what it says is made wrong on its way to the cable. See sim.h. */
#include <endian.h>
#include <errno.h>
#include <string.h>

#include "tests/sim/sim-internal.h"

static const char *const fault_names[SIM_FAULT_COUNT] = {
	[SIM_FAULT_NONE] = "none",
	[SIM_FAULT_INFO_GARBAGE] = "info-garbage",
	[SIM_FAULT_INFO_SHORT] = "info-short",
	[SIM_FAULT_INFO_VERSION] = "info-version",
	[SIM_FAULT_INFO_STALL] = "info-stall",
	[SIM_FAULT_BOARD_STALL] = "board-stall",
	[SIM_FAULT_BOARD_SHORT] = "board-short",
	[SIM_FAULT_MUTE] = "mute",
	[SIM_FAULT_HALT] = "halt",
	[SIM_FAULT_REPORT_SHORT] = "report-short",
	[SIM_FAULT_REPORT_LONG] = "report-long",
	[SIM_FAULT_REPORT_VERSION] = "report-version",
	[SIM_FAULT_EVENT_UNKNOWN] = "event-unknown",
	[SIM_FAULT_SQUARE_OUTSIDE] = "square-outside",
	[SIM_FAULT_SEQUENCE] = "sequence",
};

const char *sim_fault_name(enum sim_fault fault)
{
	return (unsigned)fault < SIM_FAULT_COUNT ? fault_names[fault] : "unknown";
}

int sim_fault_from_name(const char *name)
{
	for (int i = 0; i < SIM_FAULT_COUNT; i++)
		if (!strcmp(fault_names[i], name))
			return i;
	return -EINVAL;
}

static size_t spoil_report(struct native_board *board, uint8_t fault, struct sbw_report *report, size_t length)
{
	report->events[0].piece = '?';
	if (fault == SIM_FAULT_REPORT_VERSION)
		report->version = 9;
	else if (fault == SIM_FAULT_EVENT_UNKNOWN)
		report->events[0].type = 200;
	else if (fault == SIM_FAULT_SQUARE_OUTSIDE)
		report->events[0].square = (uint8_t)native_cells(board);
	else if (fault == SIM_FAULT_REPORT_SHORT)
		return length - 5;
	else if (fault == SIM_FAULT_REPORT_LONG)
		return length + 8;
	return length;
}

static int spoil_answer(struct native_board *board, uint8_t request, uint8_t *reply, int length)
{
	const enum sim_fault fault = ((struct sim *)board)->fault;

	if (fault == SIM_FAULT_BOARD_STALL || fault == SIM_FAULT_BOARD_SHORT) {
		if (request == SBW_REQ_GET_BOARD)
			return fault == SIM_FAULT_BOARD_SHORT ? length / 2 : -EPIPE;
	} else if (request == SBW_REQ_GET_INFO) {
		if (fault == SIM_FAULT_INFO_STALL)
			return -EPIPE;
		if (fault == SIM_FAULT_INFO_VERSION)
			reply[offsetof(struct sbw_info, version)] = 9;
		for (int i = 0; fault == SIM_FAULT_INFO_GARBAGE && i < length; i++)
			reply[i] = (uint8_t)(i * 167 + 41);
		if (fault == SIM_FAULT_INFO_SHORT)
			return length / 2;
	}
	return length;
}

void sim_make_faulty(struct sim *sim)
{
	sim->board.spoil_report = spoil_report;
	sim->board.spoil_answer = spoil_answer;
}

int sim_set_fault(struct sim *sim, enum sim_fault fault)
{
	LOCKED(sim);

	sim_wake(sim); /* requests may have waited */
	if (fault < SIM_FAULT_REPORT_SHORT) {
		sim->fault = fault;
		return 0;
	}
	if (fault >= SIM_FAULT_COUNT)
		return -EINVAL;
	if (!sim->board.is_plugged)
		return -ENOTCONN;
	if (fault == SIM_FAULT_SEQUENCE)
		sim->board.state.seq += 3;
	else
		native_mark(&sim->board, (uint8_t)fault);
	return 0;
}
