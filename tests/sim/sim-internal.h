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

#define SIM_MAX_FDS 4

struct sim_transport {
	int (*plug)(struct sim *sim, const char *port);
	void (*unplug)(struct sim *sim);
	void (*free)(struct sim *sim); /* unplugged before */
	/* Fills at most SIM_MAX_FDS, returns how many. */
	unsigned (*fds)(struct sim *sim, struct pollfd *fds);
	/* Serves the host, and sends while there are reports to send and it can. */
	void (*serve)(struct sim *sim);
	bool (*host)(struct sim *sim);
	/* Has the host itself read what was handed over? NULL: as good as. */
	bool (*drained)(struct sim *sim);
};

struct sim {
	struct native_board board; /* first: see faults.c */
	enum sim_fault fault;	   /* standing */

	pthread_mutex_t lock;
	pthread_cond_t changed;
	pthread_t thread;
	bool started, stop;
	int wake; /* eventfd: look at the board again */

	const struct sim_transport *transport;
	void *link; /* the transport's own */
	uint16_t vendor, product;
};

static inline void sim_unlock(pthread_mutex_t **lock)
{
	pthread_mutex_unlock(*lock);
}

/* Holds the board's lock to the end of the block. */
#define LOCKED(sim) \
	__attribute__((cleanup(sim_unlock))) pthread_mutex_t *locked_ = &(sim)->lock; \
	pthread_mutex_lock(locked_)

/* The serving thread looks again. */
void sim_wake(struct sim *sim);

void sim_make_faulty(struct sim *sim);

/* Give the board its transport and its thread. */
int sim_start(struct sim *sim, const struct sim_transport *transport, void *link);

#endif
