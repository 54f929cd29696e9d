// SPDX-License-Identifier: GPL-2.0-or-later
/* The emulated board: its cable, and waiting for the host. See sim.h. */
#include "tests/sim/sim.h"

#include <errno.h>
#include <time.h>

#include "tests/sim/sim-internal.h"

int sim_plug(struct sim *sim, const char *port)
{
	LOCKED(sim);
	int r;

	if (!sim->transport)
		return -EUNATCH;
	if (sim->plugged)
		return -EBUSY;
	r = sim->transport->plug(sim, port);
	if (r < 0)
		return r;
	sim->plugged = true;
	sim_wake(sim);
	return 0;
}

int sim_unplug(struct sim *sim)
{
	LOCKED(sim);

	if (!sim->plugged)
		return -ENOTCONN;
	sim->plugged = false;
	sim->transport->unplug(sim);
	sim_report_taken(sim, false);
	sim_drop_waiting(sim);
	sim_wake(sim);
	pthread_cond_broadcast(&sim->changed);
	return 0;
}

bool sim_plugged(struct sim *sim)
{
	LOCKED(sim);

	return sim->plugged;
}

bool sim_host(struct sim *sim)
{
	LOCKED(sim);

	return sim->plugged && sim->transport->host(sim);
}

static struct timespec in_ms(int ms)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	ts.tv_sec += ms / 1000;
	ts.tv_nsec += ms % 1000 * 1000000L;
	if (ts.tv_nsec >= 1000000000L) {
		ts.tv_sec++;
		ts.tv_nsec -= 1000000000L;
	}
	return ts;
}

static bool passed(const struct timespec *deadline)
{
	struct timespec now = in_ms(0);

	return now.tv_sec > deadline->tv_sec || (now.tv_sec == deadline->tv_sec && now.tv_nsec >= deadline->tv_nsec);
}

int sim_room(struct sim *sim, unsigned events, int timeout_ms)
{
	LOCKED(sim);
	struct timespec deadline = in_ms(timeout_ms < 0 ? 0 : timeout_ms);

	while (sim->count > events) {
		if (timeout_ms < 0)
			pthread_cond_wait(&sim->changed, &sim->lock);
		else if (pthread_cond_timedwait(&sim->changed, &sim->lock, &deadline) == ETIMEDOUT)
			return -ETIMEDOUT;
	}
	return 0;
}

int sim_wait_clock(struct sim *sim, uint32_t times, int timeout_ms)
{
	LOCKED(sim);
	struct timespec deadline = in_ms(timeout_ms);

	while (sim->clock_set <= times)
		if (pthread_cond_timedwait(&sim->changed, &sim->lock, &deadline) == ETIMEDOUT)
			return -ETIMEDOUT;
	return 0;
}

int sim_flush(struct sim *sim, int timeout_ms)
{
	struct timespec deadline = in_ms(timeout_ms < 0 ? 0 : timeout_ms);

	for (;;) {
		int r = sim_room(sim, 0, timeout_ms);
		bool drained;

		if (r < 0)
			return r;
		pthread_mutex_lock(&sim->lock);
		drained = !sim->plugged || !sim->transport->drained || sim->transport->drained(sim);
		pthread_mutex_unlock(&sim->lock);
		if (drained)
			return 0;
		if (timeout_ms >= 0 && passed(&deadline))
			return -ETIMEDOUT;
		nanosleep(&(struct timespec){ .tv_nsec = 200000 }, NULL);
	}
}
