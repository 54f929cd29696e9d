// SPDX-License-Identifier: GPL-2.0-or-later
/* The emulated board: the bytes that go over the cable, spoiled ones too. See sim.h. */
#include "tests/sim/sim.h"

#include <endian.h>
#include <errno.h>
#include <stddef.h>
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

size_t sim_next_report(struct sim *sim, uint8_t buf[static SIM_REPLY_SIZE])
{
	struct sbw_report report = { .version = SBW_VERSION };
	const struct sim_event *first;
	enum sim_fault spoil;
	unsigned n;
	size_t length;

	if (sim->taking || !sim->count)
		return 0;
	first = sim_queued_event(sim, 0);
	spoil = first->spoil;
	for (n = 0; n < sim->count && n < SBW_REPORT_EVENTS; n++) {
		const struct sim_event *ev = sim_queued_event(sim, n);

		/* Numbers in a report follow each other; a spoiled event goes alone. */
		if (n && (spoil || ev->spoil || ev->seq != first->seq + n ||
			  ev->time_us - first->time_us > SBW_REPORT_SPAN_US))
			break;
		report.events[n] = (struct sbw_event){ .type = ev->type,
						       .square = ev->square,
						       .piece = ev->piece,
						       .delta_us = htole32((uint32_t)(ev->time_us - first->time_us)) };
	}
	length = offsetof(struct sbw_report, events) + n * sizeof(struct sbw_event);
	report.count = (uint8_t)n;
	report.length = htole16((uint16_t)length);
	report.seq = htole32(first->seq);
	report.time_us = htole64(first->time_us);

	if (spoil == SIM_FAULT_REPORT_VERSION)
		report.version = 9;
	else if (spoil == SIM_FAULT_EVENT_UNKNOWN)
		report.events[0].type = 200;
	else if (spoil == SIM_FAULT_SQUARE_OUTSIDE)
		report.events[0].square = (uint8_t)sim_cells(sim);
	if (spoil)
		report.events[0].piece = '?';
	if (spoil == SIM_FAULT_REPORT_SHORT)
		length -= 5;
	else if (spoil == SIM_FAULT_REPORT_LONG)
		length += 8;

	memcpy(buf, &report, length);
	sim->taking = n;
	return length;
}

void sim_report_taken(struct sim *sim, bool arrived)
{
	for (unsigned i = 0; i < sim->taking; i++) {
		sim_mark_known(sim, sim_queued_event(sim, i));
		sim->dropped += !arrived;
	}
	sim->head = (sim->head + sim->taking) % SIM_QUEUE;
	sim->count -= sim->taking;
	sim->taking = 0;
	pthread_cond_broadcast(&sim->changed);
}

static int get_info(struct sim *sim, uint8_t *reply)
{
	struct sbw_info info = {
		.magic = htole32(SBW_MAGIC),
		.version = sim->fault == SIM_FAULT_INFO_VERSION ? 9 : SBW_VERSION,
		.width = sim->config.size,
		.height = sim->config.size,
		.sensors = sim->config.sensors,
		.features = htole32(sim->config.features),
		.scan_us = htole32(sim->config.scan_us),
		.boot_id = htole32(sim->config.boot_id),
	};

	sim->info_asked++;
	if (sim->fault == SIM_FAULT_INFO_STALL)
		return -EPIPE;
	memcpy(info.model, sim->model, SBW_TEXT_SIZE);
	memcpy(info.firmware, sim->firmware, SBW_TEXT_SIZE);
	memcpy(info.serial, sim->serial, SBW_TEXT_SIZE);
	memcpy(reply, &info, sizeof(info));
	if (sim->fault == SIM_FAULT_INFO_GARBAGE)
		for (size_t i = 0; i < sizeof(info); i++)
			reply[i] = (uint8_t)(i * 167 + 41);
	return sim->fault == SIM_FAULT_INFO_SHORT ? (int)sizeof(info) / 2 : (int)sizeof(info);
}

static int get_board(struct sim *sim, uint8_t *reply)
{
	unsigned cells = sim_cells(sim);
	struct sbw_board_header head = {
		/* Nothing is to come that happened earlier: then it is the board of this very instant. */
		.time_us = htole64(sim->count ? sim->known.time_us : sim->now_us),
		.seq = htole32(sim->known.seq),
		.count = (uint8_t)cells,
		.lever = sim->known.lever,
	};
	int length = (int)(sizeof(head) + cells);

	sim->board_asked++;
	if (sim->fault == SIM_FAULT_BOARD_STALL)
		return -EPIPE;
	memcpy(reply, &head, sizeof(head));
	memcpy(reply + sizeof(head), sim->known.squares, cells);
	return sim->fault == SIM_FAULT_BOARD_SHORT ? length / 2 : length;
}

bool sim_accepts(const struct sim *sim, const struct sim_setup *setup)
{
	if (setup->type != 0x41 || setup->value || setup->index)
		return false;
	if (setup->request == SBW_REQ_SET_LEDS)
		return sim->config.features & SBW_FEATURE_LEDS && setup->length == sim_cells(sim);
	return setup->request == SBW_REQ_SET_CLOCK && sim->config.features & SBW_FEATURE_CLOCK &&
	       setup->length == sizeof(sim->clock);
}

int sim_control(struct sim *sim, const struct sim_setup *setup, const uint8_t *data,
		uint8_t reply[static SIM_REPLY_SIZE])
{
	int r = -EPIPE;

	if (sim_accepts(sim, setup)) {
		r = 0;
		if (setup->request == SBW_REQ_SET_LEDS) {
			memcpy(sim->leds, data, setup->length);
			sim->leds_set++;
		} else {
			memcpy(&sim->clock, data, setup->length);
			sim->clock_set++;
		}
	} else if (setup->type == 0xc1 && !setup->value && !setup->index) {
		if (setup->request == SBW_REQ_GET_INFO)
			r = get_info(sim, reply);
		else if (setup->request == SBW_REQ_GET_BOARD)
			r = get_board(sim, reply);
	}
	if (r < 0)
		sim->stalled++;
	pthread_cond_broadcast(&sim->changed);
	return r > setup->length ? setup->length : r;
}
