/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/bench/stalls.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "common/machine-clock.h"

#define PROCESSORS 64
#define BEAT_US 1000
#define LEAST_US 2000
#define KEPT 4096

struct stall {
	int64_t from_us, to_us;
};

struct stalls {
	pthread_t thread[PROCESSORS];
	unsigned count;
	atomic_bool stop;
	pthread_mutex_t lock; /* over what follows */
	int64_t longest_us;
	struct stall kept[KEPT];
	unsigned used;
};

static void note_stall(struct stalls *s, int64_t from_us, int64_t to_us)
{
	pthread_mutex_lock(&s->lock);
	if (to_us - from_us > s->longest_us)
		s->longest_us = to_us - from_us;
	if (to_us - from_us >= LEAST_US && s->used < KEPT)
		s->kept[s->used++] = (struct stall){ from_us, to_us };
	pthread_mutex_unlock(&s->lock);
}

static void *beat(void *userdata)
{
	struct stalls *s = userdata;
	int64_t due_us = machine_clock_us(CLOCK_BOOTTIME);

	while (!atomic_load(&s->stop)) {
		struct timespec until;
		int64_t now_us;

		due_us += BEAT_US;
		until = (struct timespec){ .tv_sec = due_us / 1000000, .tv_nsec = due_us % 1000000 * 1000 };
		clock_nanosleep(CLOCK_BOOTTIME, TIMER_ABSTIME, &until, NULL);
		now_us = machine_clock_us(CLOCK_BOOTTIME);
		note_stall(s, due_us, now_us);
		if (now_us > due_us + BEAT_US)
			due_us = now_us;
	}
	return NULL;
}

static int start_on(struct stalls *s, int processor)
{
	const struct sched_param first = { .sched_priority = 50 };
	pthread_attr_t attributes;
	cpu_set_t set;
	int error;

	CPU_ZERO(&set);
	CPU_SET(processor, &set);
	pthread_attr_init(&attributes);
	pthread_attr_setaffinity_np(&attributes, sizeof(set), &set);
	pthread_attr_setinheritsched(&attributes, PTHREAD_EXPLICIT_SCHED);
	pthread_attr_setschedpolicy(&attributes, SCHED_FIFO);
	pthread_attr_setschedparam(&attributes, &first);
	error = pthread_create(&s->thread[s->count], &attributes, beat, s);
	pthread_attr_destroy(&attributes);
	s->count += error == 0;
	return error;
}

struct stalls *stalls_start(void)
{
	struct stalls *s = calloc(1, sizeof(*s));
	cpu_set_t own;

	if (!s || sched_getaffinity(0, sizeof(own), &own) < 0) {
		free(s);
		return NULL;
	}
	pthread_mutex_init(&s->lock, NULL);
	for (int i = 0; i < CPU_SETSIZE && s->count < PROCESSORS; i++)
		if (CPU_ISSET(i, &own) && start_on(s, i) != 0) {
			stalls_stop(s);
			return NULL;
		}
	return s;
}

void stalls_stop(struct stalls *s)
{
	if (!s)
		return;
	atomic_store(&s->stop, true);
	for (unsigned i = 0; i < s->count; i++)
		pthread_join(s->thread[i], NULL);
	pthread_mutex_destroy(&s->lock);
	free(s);
}

int64_t stalls_longest_us(struct stalls *s)
{
	int64_t longest_us;

	pthread_mutex_lock(&s->lock);
	longest_us = s->longest_us;
	pthread_mutex_unlock(&s->lock);
	return longest_us;
}

int64_t stalls_between_us(struct stalls *s, int64_t from_us, int64_t to_us)
{
	int64_t most_us = 0;

	pthread_mutex_lock(&s->lock);
	for (unsigned i = 0; i < s->used; i++) {
		const int64_t from = s->kept[i].from_us > from_us ? s->kept[i].from_us : from_us,
			      to = s->kept[i].to_us < to_us ? s->kept[i].to_us : to_us;

		if (to - from > most_us)
			most_us = to - from;
	}
	pthread_mutex_unlock(&s->lock);
	return most_us;
}
