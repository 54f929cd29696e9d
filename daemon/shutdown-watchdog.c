/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/shutdown-watchdog.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <syslog.h>
#include <time.h>
#include <unistd.h>

struct shutdown_watchdog {
	pthread_t thread;
	unsigned patience_s;

	pthread_mutex_t lock; /* over what follows */
	pthread_cond_t changed;
	struct timespec until;
	size_t unwritten;
	bool over;
};

static struct timespec in_seconds(unsigned seconds)
{
	struct timespec until;

	clock_gettime(CLOCK_MONOTONIC, &until);
	until.tv_sec += seconds;
	return until;
}

static bool is_due(const struct timespec *until)
{
	const struct timespec now = in_seconds(0);

	return now.tv_sec > until->tv_sec || (now.tv_sec == until->tv_sec && now.tv_nsec >= until->tv_nsec);
}

/* The threads that wait for the disk cannot be ended by anything less; they hold what the end would free. */
static void give_up(const struct shutdown_watchdog *w)
{
	if (w->unwritten > 0)
		log_message(
			LOG_CRIT,
			"Ending without the disk, which has not answered for %u s: the last %zu inputs and rulings may be lost, of which nobody has heard; all that was published is on disk, and records of games are written at the next start",
			w->patience_s, w->unwritten);
	else
		log_message(
			LOG_CRIT,
			"Ending without the disk, which has not answered for %u s: the journal has everything, and records of games are written at the next start",
			w->patience_s);
	_exit(EXIT_FAILURE);
}

static void *work(void *userdata)
{
	struct shutdown_watchdog *w = userdata;

	pthread_mutex_lock(&w->lock);
	while (!w->over) {
		if (is_due(&w->until))
			give_up(w);
		pthread_cond_timedwait(&w->changed, &w->lock, &w->until);
	}
	pthread_mutex_unlock(&w->lock);
	return NULL;
}

#define MOST_S 60 /* the service manager's own patience is 90 s */

struct shutdown_watchdog *shutdown_watchdog_start(struct context *ctx)
{
	struct shutdown_watchdog *w = calloc(1, sizeof(*w));
	pthread_condattr_t clock;

	if (!w)
		return NULL;
	w->patience_s = ctx->options.disk_patience_s < MOST_S ? ctx->options.disk_patience_s : MOST_S;
	w->until = in_seconds(w->patience_s);
	pthread_mutex_init(&w->lock, NULL);
	pthread_condattr_init(&clock);
	pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
	pthread_cond_init(&w->changed, &clock);
	pthread_condattr_destroy(&clock);
	if (pthread_create(&w->thread, NULL, work, w) == 0)
		return w;
	pthread_cond_destroy(&w->changed);
	pthread_mutex_destroy(&w->lock);
	free(w);
	return NULL;
}

void shutdown_watchdog_progress(struct shutdown_watchdog *w, size_t unwritten)
{
	if (!w)
		return;
	pthread_mutex_lock(&w->lock);
	w->until = in_seconds(w->patience_s);
	w->unwritten = unwritten;
	pthread_mutex_unlock(&w->lock);
}

void shutdown_watchdog_stop(struct shutdown_watchdog *w)
{
	if (!w)
		return;
	pthread_mutex_lock(&w->lock);
	w->over = true;
	pthread_mutex_unlock(&w->lock);
	pthread_cond_broadcast(&w->changed);
	pthread_join(w->thread, NULL);
	pthread_cond_destroy(&w->changed);
	pthread_mutex_destroy(&w->lock);
	free(w);
}
