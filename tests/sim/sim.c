// SPDX-License-Identifier: GPL-2.0-or-later
/* The emulated board: made, served, looked at. See sim.h. */
#include "tests/sim/sim.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "tests/sim/sim-internal.h"

static const char start_8x8[] = "RNBQKBNRPPPPPPPP................................pppppppprnbqkbnr";

unsigned sim_cells(const struct sim *sim)
{
	return (unsigned)sim->config.size * sim->config.size;
}

static const char *copy_text(char to[static SBW_TEXT_SIZE], const char *from)
{
	if (from)
		memcpy(to, from, strnlen(from, SBW_TEXT_SIZE));
	return to;
}

int sim_new(const struct sim_config *config, struct sim **ret)
{
	struct sim *sim;
	pthread_condattr_t attr;

	sim = calloc(1, sizeof(*sim));
	if (!sim)
		return -ENOMEM;
	sim->config = *config;
	if (!sim->config.size)
		sim->config.size = 8;
	if (!sim->config.sensors)
		sim->config.sensors = SBW_SENSORS_PIECE_ID;
	if (!sim->config.features && !config->no_features)
		sim->config.features = SBW_FEATURE_LEVER | SBW_FEATURE_PAUSE | SBW_FEATURE_CLOCK | SBW_FEATURE_LEDS |
				       SBW_FEATURE_DEVICE_TIME;
	if (!sim->config.boot_id)
		sim->config.boot_id = 1;
	copy_text(sim->model, config->model ? config->model : "Emulated board");
	copy_text(sim->firmware, config->firmware ? config->firmware : "flagfall-sim");
	copy_text(sim->serial, config->serial);
	sim->config.model = sim->config.firmware = sim->config.serial = NULL;
	sim->config.squares = NULL;

	if ((sim->config.size != 8 && sim->config.size != 10) ||
	    (config->squares && strlen(config->squares) != sim_cells(sim))) {
		free(sim);
		return -EINVAL;
	}
	if (config->squares)
		memcpy(sim->squares, config->squares, sim_cells(sim));
	else if (sim->config.size == 8)
		memcpy(sim->squares, start_8x8, 64);
	else
		memset(sim->squares, '.', 100);
	for (unsigned i = 0; i < sim_cells(sim); i++)
		sim->known.squares[i] = sim->squares[i] == '.' || sim->config.sensors == SBW_SENSORS_PIECE_ID ?
						sim->squares[i] :
						'?';
	sim->now_us = sim->beat_us = sim->known.time_us = config->time_us;
	sim->vendor = 0x1209;
	sim->product = 0x0001;

	sim->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (sim->wake < 0) {
		free(sim);
		return -errno;
	}
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
	unsigned n = 0;

	for (;;) {
		pthread_mutex_lock(&sim->lock);
		if (sim->stop) {
			pthread_mutex_unlock(&sim->lock);
			return NULL;
		}
		if (sim->plugged)
			sim->transport->serve(sim, fds + 1, n);
		n = sim->plugged ? sim->transport->fds(sim, fds + 1) : 0;
		pthread_mutex_unlock(&sim->lock);

		fds[0] = (struct pollfd){ .fd = sim->wake, .events = POLLIN };
		poll(fds, n + 1, -1);
		/* A cable pulled meanwhile closed what was polled: what came is void. */
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

void sim_get_state(struct sim *sim, struct sim_state *ret)
{
	LOCKED(sim);

	*ret = (struct sim_state){
		.time_us = sim->now_us,
		.seq = sim->seq,
		.pending = sim->count,
		.dropped = sim->dropped,
		.size = sim->config.size,
		.lever = sim->lever,
		.leds_set = sim->leds_set,
		.clock_set = sim->clock_set,
		.white_ms = le32toh(sim->clock.white_ms),
		.black_ms = le32toh(sim->clock.black_ms),
		.running = sim->clock.running,
		.info_asked = sim->info_asked,
		.board_asked = sim->board_asked,
		.stalled = sim->stalled,
		.unanswered = sim->unanswered,
	};
	memcpy(ret->squares, sim->squares, sim_cells(sim));
	memcpy(ret->leds, sim->leds, sizeof(ret->leds));
}

int sim_square(const struct sim *sim, const char *name)
{
	unsigned size = sim->config.size, column, n;
	char *end;

	if (*name >= 'a' && *name < (char)('a' + size)) {
		column = (unsigned)(*name - 'a');
		if (name[1] < '1' || name[1] > '9')
			return -EINVAL;
		n = (unsigned)strtoul(name + 1, &end, 10);
		return *end || n > size ? -EINVAL : (int)((n - 1) * size + column);
	}
	/* Draughts: 1 to 50 are the dark squares, row by row from White's far left. */
	if (size != 10 || *name < '1' || *name > '9')
		return -EINVAL;
	n = (unsigned)strtoul(name, &end, 10);
	if (*end || n > 50)
		return -EINVAL;
	n--;
	return (int)((9 - n / 5) * 10 + n % 5 * 2 + (n / 5 % 2 ? 0 : 1));
}
