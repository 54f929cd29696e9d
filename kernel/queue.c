// SPDX-License-Identifier: GPL-2.0-only
/* The queue of one reader: see queue.h. */
#include "queue.h"

#define MOST 0xffffffffu

/* How many events stand behind a record that is not delivered. */
static unsigned int weight(const struct sensorboard_event *ev)
{
	return ev->type == SENSORBOARD_EVENT_LOST ? ev->value : 1;
}

static struct sensorboard_event no_loss(void)
{
	const struct sensorboard_event lost = {
		.device_us = SENSORBOARD_NO_TIME,
		.type = SENSORBOARD_EVENT_LOST,
	};

	return lost;
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
	if (used && newest->type == SENSORBOARD_EVENT_TIME && ev->type == SENSORBOARD_EVENT_TIME) {
		*newest = *ev;
		return;
	}
	newest = &q->records[q->tail++ % SBQ_SIZE];
	if (used < SBQ_SIZE - 1) {
		*newest = *ev;
		return;
	}
	*newest = no_loss();
	add_loss(newest, ev);
}

bool sbq_pop(struct sbq *q, struct sensorboard_event *ev)
{
	if (sbq_is_empty(q))
		return false;
	*ev = q->records[q->head++ % SBQ_SIZE];
	return true;
}

void sbq_unpop(struct sbq *q, const struct sensorboard_event *ev)
{
	struct sensorboard_event *oldest = &q->records[q->head % SBQ_SIZE];
	struct sensorboard_event lost = no_loss();

	if (q->tail - q->head < SBQ_SIZE - 1) {
		q->records[--q->head % SBQ_SIZE] = *ev;
		return;
	}
	add_loss(&lost, ev);
	add_loss(&lost, oldest);
	*oldest = lost;
}

void sbq_lose(struct sbq *q, u64 time_ns)
{
	struct sensorboard_event lost = no_loss();
	struct sensorboard_event ev;

	while (sbq_pop(q, &ev))
		add_loss(&lost, &ev);
	if (!lost.value)
		return;
	lost.time_ns = time_ns;
	sbq_push(q, &lost);
}
