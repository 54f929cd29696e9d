// SPDX-License-Identifier: GPL-2.0-or-later
/* The emulated board: what happens on it, and its time. See sim.h. */
#include "tests/sim/sim.h"

#include <errno.h>
#include <string.h>

#include "tests/sim/sim-internal.h"

struct sim_event *sim_queued_event(struct sim *sim, unsigned i)
{
	return &sim->queue[(sim->head + i) % SIM_QUEUE];
}

/* The host knows, or will learn from the whole board only, that this happened. */
void sim_mark_known(struct sim *sim, const struct sim_event *ev)
{
	if ((int32_t)(ev->seq - sim->known.seq) <= 0)
		return;
	sim->known.seq = ev->seq;
	sim->known.time_us = ev->time_us;
	if (ev->spoil)
		return;
	if (ev->type == SBW_EVENT_LIFT)
		sim->known.squares[ev->square] = '.';
	else if (ev->type == SBW_EVENT_PLACE)
		sim->known.squares[ev->square] = (char)ev->piece;
	else if (ev->type == SBW_EVENT_PRESS)
		sim->known.lever = ev->piece;
}

/* Forget what is waiting, all but what is on its way. */
void sim_drop_waiting(struct sim *sim)
{
	for (unsigned i = 0; i < sim->count; i++) {
		sim_mark_known(sim, sim_queued_event(sim, i));
		if (i >= sim->taking)
			sim->dropped++;
	}
	sim->count = sim->taking;
}

static void add_event(struct sim *sim, struct sim_event ev)
{
	struct sim_event *last = sim->count > sim->taking ? sim_queued_event(sim, sim->count - 1) : NULL;

	/* A host that sleeps need not hear of every quarter of a second. */
	if (ev.type == SBW_EVENT_TIME && last && last->type == SBW_EVENT_TIME && sim->count >= SIM_QUEUE / 2) {
		last->time_us = sim->now_us;
		sim->beat_us = sim->now_us;
		return;
	}
	ev.seq = ++sim->seq;
	ev.time_us = sim->now_us;
	sim->beat_us = sim->now_us;
	if (!sim->plugged) {
		sim_mark_known(sim, &ev);
		sim->dropped++;
		return;
	}
	if (sim->count == SIM_QUEUE)
		sim_drop_waiting(sim);
	*sim_queued_event(sim, sim->count) = ev;
	sim->count++;
	sim_wake(sim);
}

static uint8_t seen_as(const struct sim *sim, char piece)
{
	return sim->config.sensors == SBW_SENSORS_PIECE_ID ? (uint8_t)piece : '?';
}

static int lift(struct sim *sim, unsigned square)
{
	char piece = sim->squares[square];

	if (piece == '.')
		return 0;
	sim->lifted = piece;
	sim->squares[square] = '.';
	add_event(sim, (struct sim_event){
			       .type = SBW_EVENT_LIFT, .square = (uint8_t)square, .piece = seen_as(sim, piece) });
	return 1;
}

static int place(struct sim *sim, unsigned square, char piece)
{
	char before = sim->squares[square];

	sim->squares[square] = piece;
	if (before == piece || (before != '.' && sim->config.sensors == SBW_SENSORS_PRESENCE))
		return 0;
	add_event(sim, (struct sim_event){
			       .type = SBW_EVENT_PLACE, .square = (uint8_t)square, .piece = seen_as(sim, piece) });
	return 1;
}

int sim_lift(struct sim *sim, unsigned square)
{
	LOCKED(sim);

	return square < sim_cells(sim) ? lift(sim, square) : -ERANGE;
}

int sim_place(struct sim *sim, unsigned square, char piece)
{
	LOCKED(sim);

	if (square >= sim_cells(sim))
		return -ERANGE;
	return place(sim, square, piece ? piece : sim->lifted ? sim->lifted : '?');
}

int sim_set_squares(struct sim *sim, const char *squares)
{
	LOCKED(sim);
	int n = 0;

	if (strlen(squares) != sim_cells(sim))
		return -EINVAL;
	for (unsigned i = 0; i < sim_cells(sim); i++)
		if (squares[i] == '.')
			n += lift(sim, i);
	for (unsigned i = 0; i < sim_cells(sim); i++)
		if (squares[i] != '.')
			n += place(sim, i, squares[i]);
	return n;
}

int sim_press(struct sim *sim, int side)
{
	LOCKED(sim);

	if (!(sim->config.features & SBW_FEATURE_LEVER))
		return -EOPNOTSUPP;
	if (side != SBW_SIDE_WHITE && side != SBW_SIDE_BLACK)
		return -EINVAL;
	sim->lever = (uint8_t)side;
	add_event(sim, (struct sim_event){ .type = SBW_EVENT_PRESS, .piece = (uint8_t)side });
	return 1;
}

int sim_pause(struct sim *sim)
{
	LOCKED(sim);

	if (!(sim->config.features & SBW_FEATURE_PAUSE))
		return -EOPNOTSUPP;
	add_event(sim, (struct sim_event){ .type = SBW_EVENT_PAUSE });
	return 1;
}

int sim_set_fault(struct sim *sim, enum sim_fault fault)
{
	LOCKED(sim);

	if (fault < SIM_FAULT_REPORT_SHORT) {
		sim->fault = fault;
		sim_wake(sim); /* requests may have waited */
		return 0;
	}
	if (fault >= SIM_FAULT_COUNT)
		return -EINVAL;
	if (!sim->plugged)
		return -ENOTCONN;
	if (fault == SIM_FAULT_SEQUENCE)
		sim->seq += 3;
	else
		add_event(sim, (struct sim_event){ .type = SBW_EVENT_LIFT, .spoil = (uint8_t)fault });
	return 0;
}

int sim_advance(struct sim *sim, uint64_t until_us)
{
	LOCKED(sim);

	if (until_us < sim->now_us)
		return -EINVAL;
	if (sim->config.features & SBW_FEATURE_DEVICE_TIME)
		while (until_us - sim->beat_us >= SIM_HEARTBEAT_US) {
			uint64_t next = sim->beat_us + SIM_HEARTBEAT_US;

			sim->now_us = next > sim->now_us ? next : sim->now_us;
			add_event(sim, (struct sim_event){ .type = SBW_EVENT_TIME });
		}
	sim->now_us = until_us;
	return 0;
}

int sim_beat(struct sim *sim)
{
	LOCKED(sim);

	add_event(sim, (struct sim_event){ .type = SBW_EVENT_TIME });
	return 0;
}

uint64_t sim_time(struct sim *sim)
{
	LOCKED(sim);

	return sim->now_us;
}

void sim_reboot(struct sim *sim, uint32_t boot_id)
{
	LOCKED(sim);

	sim_drop_waiting(sim);
	sim->count = sim->taking = 0;
	sim->config.boot_id = boot_id;
	sim->now_us = sim->beat_us = sim->known.time_us = 0;
	sim->seq = sim->known.seq = 0;
	sim->lever = sim->known.lever = 0;
	memset(sim->leds, 0, sizeof(sim->leds));
	memset(&sim->clock, 0, sizeof(sim->clock));
}
