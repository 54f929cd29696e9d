// SPDX-License-Identifier: GPL-2.0-only
/* The queue of one reader: see queue.h. */
#include "queue.h"

#ifdef __KERNEL__
#include <linux/string.h>
#else
#include <string.h>
#endif

#define MOST 0xffffffffu

/* How many events stand behind a record that is not delivered. */
static unsigned int weight(const struct sensorboard_event *ev)
{
	return ev->type == SENSORBOARD_EVENT_LOST ? ev->value : 1;
}

static void add_loss(struct sensorboard_event *lost, const struct sensorboard_event *ev)
{
	const unsigned int more = weight(ev);

	lost->value = more > MOST - lost->value ? MOST : lost->value + more;
	lost->seq = ev->seq;
	lost->time_ns = ev->time_ns;
}

void sbq_push(struct sbq *q, const struct sensorboard_event *ev)
{
	struct sensorboard_event *newest = &q->records[(q->tail - 1) % SBQ_SIZE];
	const unsigned int used = q->tail - q->head;

	if (used && newest->type == SENSORBOARD_EVENT_LOST &&
	    (used == SBQ_SIZE || ev->type == SENSORBOARD_EVENT_LOST)) {
		add_loss(newest, ev);
		return;
	}
	if (used && newest->type == SENSORBOARD_EVENT_TIME &&
	    ev->type == SENSORBOARD_EVENT_TIME) {
		*newest = *ev;
		return;
	}
	newest = &q->records[q->tail++ % SBQ_SIZE];
	if (used < SBQ_SIZE - 1) {
		*newest = *ev;
		return;
	}
	memset(newest, 0, sizeof(*newest));
	newest->type = SENSORBOARD_EVENT_LOST;
	newest->device_us = SENSORBOARD_NO_TIME;
	add_loss(newest, ev);
}

bool sbq_pop(struct sbq *q, struct sensorboard_event *ev)
{
	if (sbq_is_empty(q))
		return false;
	*ev = q->records[q->head++ % SBQ_SIZE];
	return true;
}
