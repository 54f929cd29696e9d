/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Between the emulated board and its transports. Everything here is called
 * with the board's lock held.
 */
#ifndef TESTS_SIM_INTERNAL_H
#define TESTS_SIM_INTERNAL_H

#include <poll.h>
#include <pthread.h>

#include "tests/sim/sim.h"

#define SIM_QUEUE 256
#define SIM_MAX_FDS 4
#define SIM_REPLY_SIZE 256

struct sim_event {
	uint8_t type, square, piece;
	uint8_t spoil; /* enum sim_fault of a report made for it alone */
	uint32_t seq;
	uint64_t time_us;
};

/* A control transfer's setup packet. */
struct sim_setup {
	uint8_t type, request;
	uint16_t value, index, length;
};

struct sim_transport {
	int (*plug)(struct sim *sim, const char *port);
	void (*unplug)(struct sim *sim);
	void (*free)(struct sim *sim); /* unplugged before */
	/* Fills at most SIM_MAX_FDS, returns how many. */
	unsigned (*fds)(struct sim *sim, struct pollfd *fds);
	/* Serves the host, and sends while there are reports to send and it can. */
	void (*serve)(struct sim *sim, const struct pollfd *fds, unsigned n);
	bool (*host)(struct sim *sim);
	/* Has the host itself read what was handed over? NULL: as good as. */
	bool (*drained)(struct sim *sim);
};

struct sim {
	pthread_mutex_t lock;
	pthread_cond_t changed;
	pthread_t thread;
	bool started, stop;
	int wake; /* eventfd: look at the queue again */

	const struct sim_transport *transport;
	void *link; /* the transport's own */
	bool plugged;
	uint16_t vendor, product;

	struct sim_config config;
	char model[SBW_TEXT_SIZE], firmware[SBW_TEXT_SIZE], serial[SBW_TEXT_SIZE];
	uint64_t now_us, beat_us; /* beat: time of the last event */
	uint32_t seq;
	uint8_t lever;
	char squares[SBW_MAX_SQUARES + 1];
	char lifted; /* the last piece that was lifted, 0 none */

	/* Events that happened and were not taken; the first taking of them are on their way. */
	struct sim_event queue[SIM_QUEUE];
	unsigned head, count, taking;
	uint32_t dropped;
	/* The board as the host knows it once it has taken what it took: what GET_BOARD answers with, so that an
	 * answer never contains an event whose report is yet to come. */
	struct {
		char squares[SBW_MAX_SQUARES];
		uint8_t lever;
		uint32_t seq;
		uint64_t time_us;
	} known;

	enum sim_fault fault; /* standing */
	uint8_t leds[SBW_MAX_SQUARES];
	struct sbw_clock clock;
	uint32_t leds_set, clock_set, info_asked, board_asked, stalled, unanswered;
};

static inline void sim_unlock(pthread_mutex_t **lock)
{
	pthread_mutex_unlock(*lock);
}

/* Holds the board's lock to the end of the block. */
#define LOCKED(sim) \
	__attribute__((cleanup(sim_unlock))) pthread_mutex_t *locked_ = &(sim)->lock; \
	pthread_mutex_lock(locked_)

unsigned sim_cells(const struct sim *sim);

/* The i-th event that waits. */
struct sim_event *sim_queued_event(struct sim *sim, unsigned i);
/* The host knows, or will learn from the whole board only, that this happened. */
void sim_mark_known(struct sim *sim, const struct sim_event *ev);
/* Forget what is waiting, all but what is on its way. */
void sim_drop_waiting(struct sim *sim);
/* The serving thread looks again. */
void sim_wake(struct sim *sim);

/* The next report into buf: its length, 0 if nothing happened. Its events are on their way then, until
 * sim_report_taken(). */
size_t sim_next_report(struct sim *sim, uint8_t buf[static SIM_REPLY_SIZE]);
/* The report on its way arrived; or it was lost on the way. */
void sim_report_taken(struct sim *sim, bool arrived);

/* Would the board take this OUT request? To be asked before its data are read: setup->length fits SIM_REPLY_SIZE then.
 */
bool sim_accepts(const struct sim *sim, const struct sim_setup *setup);
/*
 * A control request. OUT: data holds setup->length bytes. IN: the answer goes to reply.
 * Returns the answer's length (0 for OUT), or -EPIPE to stall.
 */
int sim_control(struct sim *sim, const struct sim_setup *setup, const uint8_t *data,
		uint8_t reply[static SIM_REPLY_SIZE]);

/* Give the board its transport and its thread. */
int sim_start(struct sim *sim, const struct sim_transport *transport, void *link);

#endif
