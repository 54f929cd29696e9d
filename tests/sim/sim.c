// SPDX-License-Identifier: GPL-2.0-or-later
/* The emulated board: made, served by its thread, plugged in, waited for. See sim.h. */
#include "tests/sim/sim.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

#include "libboard/trace.h"
#include "tests/sim/sim-internal.h"

int sim_new(const struct native_config *config, struct sim **ret)
{
	struct sim *sim = calloc(1, sizeof(*sim));
	pthread_condattr_t attr;
	int r;

	if (!sim)
		return -ENOMEM;
	r = native_init(&sim->board, config);
	sim->wake = r < 0 ? -1 : eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (sim->wake < 0) {
		r = r < 0 ? r : -errno;
		free(sim);
		return r;
	}
	sim_make_faulty(sim);
	sim->vendor = 0x1209;
	sim->product = 0x0001;
	pthread_mutex_init(&sim->lock, NULL);
	pthread_condattr_init(&attr);
	pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
	pthread_cond_init(&sim->changed, &attr);
	pthread_condattr_destroy(&attr);
	*ret = sim;
	return 0;
}

void sim_wake(struct sim *sim)
{
	eventfd_write(sim->wake, 1);
}

static void *serve(void *arg)
{
	struct sim *sim = arg;
	struct pollfd fds[SIM_MAX_FDS + 1];
	eventfd_t woken;
	unsigned n;

	for (;;) {
		pthread_mutex_lock(&sim->lock);
		if (sim->stop) {
			pthread_mutex_unlock(&sim->lock);
			return NULL;
		}
		if (sim->board.is_plugged)
			sim->transport->serve(sim);
		n = sim->board.is_plugged ? sim->transport->fds(sim, fds + 1) : 0;
		pthread_cond_broadcast(&sim->changed);
		pthread_mutex_unlock(&sim->lock);

		fds[0] = (struct pollfd){ .fd = sim->wake, .events = POLLIN };
		poll(fds, n + 1, -1);
		if (fds[0].revents)
			eventfd_read(sim->wake, &woken);
	}
}

int sim_start(struct sim *sim, const struct sim_transport *transport, void *link)
{
	int r;

	if (sim->started)
		return -EBUSY;
	sim->transport = transport;
	sim->link = link;
	r = pthread_create(&sim->thread, NULL, serve, sim);
	if (r)
		return -r;
	sim->started = true;
	return 0;
}

void sim_free(struct sim *sim)
{
	if (!sim)
		return;
	sim_unplug(sim);
	if (sim->started) {
		pthread_mutex_lock(&sim->lock);
		sim->stop = true;
		sim_wake(sim);
		pthread_mutex_unlock(&sim->lock);
		pthread_join(sim->thread, NULL);
		sim->transport->free(sim);
	}
	close(sim->wake);
	pthread_cond_destroy(&sim->changed);
	pthread_mutex_destroy(&sim->lock);
	free(sim);
}

void sim_usb_ids(struct sim *sim, uint16_t vendor, uint16_t product)
{
	sim->vendor = vendor;
	sim->product = product;
}

int sim_square(const struct sim *sim, const char *name)
{
	const struct board_info info = { .width = sim->board.info.width, .height = sim->board.info.height };

	return board_trace_square_parse(&info, name);
}

/* --- the board's own, from any thread --- */

#define OF_BOARD(name, parameters, ...) \
	int sim_##name parameters \
	{ \
		LOCKED(sim); \
		sim_wake(sim); \
		return native_##name(&sim->board, ##__VA_ARGS__); \
	}

OF_BOARD(lift, (struct sim * sim, unsigned square), square)
OF_BOARD(place, (struct sim * sim, unsigned square, char piece), square, piece)
OF_BOARD(set_squares, (struct sim * sim, const char *squares), squares)
OF_BOARD(press, (struct sim * sim, int side), side)
OF_BOARD(pause, (struct sim * sim))
OF_BOARD(advance, (struct sim * sim, uint64_t until_us), until_us)
OF_BOARD(beat, (struct sim * sim))

void sim_reboot(struct sim *sim, uint32_t boot_id)
{
	LOCKED(sim);

	native_reboot(&sim->board, boot_id, 0);
}

void sim_get_state(struct sim *sim, struct native_state *ret)
{
	LOCKED(sim);

	*ret = sim->board.state;
}

uint64_t sim_time(struct sim *sim)
{
	LOCKED(sim);

	return sim->board.state.time_us;
}

/* --- the cable --- */

int sim_plug(struct sim *sim, const char *port)
{
	LOCKED(sim);
	int r;

	if (!sim->transport)
		return -EUNATCH;
	if (sim->board.is_plugged)
		return -EBUSY;
	r = sim->transport->plug(sim, port);
	if (r < 0)
		return r;
	native_plug(&sim->board);
	sim_wake(sim);
	return 0;
}

int sim_unplug(struct sim *sim)
{
	LOCKED(sim);

	if (!sim->board.is_plugged)
		return -ENOTCONN;
	sim->transport->unplug(sim);
	native_unplug(&sim->board);
	sim_wake(sim);
	pthread_cond_broadcast(&sim->changed);
	return 0;
}

bool sim_plugged(struct sim *sim)
{
	LOCKED(sim);

	return sim->board.is_plugged;
}

bool sim_host(struct sim *sim)
{
	LOCKED(sim);

	return sim->board.is_plugged && sim->transport->host(sim);
}

/* --- waiting for the host --- */

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

	while (sim->board.state.pending > events) {
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

	while (sim->board.state.clock_set <= times)
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
		drained = !sim->board.is_plugged || !sim->transport->drained || sim->transport->drained(sim);
		pthread_mutex_unlock(&sim->lock);
		if (drained)
			return 0;
		if (timeout_ms >= 0 && passed(&deadline))
			return -ETIMEDOUT;
		nanosleep(&(struct timespec){ .tv_nsec = 200000 }, NULL);
	}
}
