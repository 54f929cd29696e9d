/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The queue of one reader: bounded, and it counts what it had to drop. No
 * kernel calls; the caller holds a lock.
 */
#ifndef SENSORBOARD_QUEUE_H
#define SENSORBOARD_QUEUE_H

#ifdef __KERNEL__
#include <linux/types.h>
#else
#include <stdbool.h>
#include <stddef.h>

#include "wire-user.h"
#endif
#include "uapi/sensorboard.h"

/* 8 KiB, half a minute of the wildest blitz. A power of two. */
#define SBQ_SIZE 256

/* Zeroed memory is an empty queue. */
struct sbq {
	unsigned int head; /* free running: records taken out */
	unsigned int tail; /* free running: records put in */
	struct sensorboard_event records[SBQ_SIZE];
};

static inline bool sbq_is_empty(const struct sbq *q)
{
	return q->head == q->tail;
}

/*
 * Put a record in. A heartbeat takes the place of one that is the newest
 * record. The last free place is for a SENSORBOARD_EVENT_LOST record that
 * counts the events for which there was no room.
 */
void sbq_push(struct sbq *q, const struct sensorboard_event *ev);

/* Take the oldest record out; false if there is none. */
bool sbq_pop(struct sbq *q, struct sensorboard_event *ev);

/* Put back what was just taken out. If its place was needed meanwhile, it and the next are lost. */
void sbq_unpop(struct sbq *q, const struct sensorboard_event *ev);

/* All records become one SENSORBOARD_EVENT_LOST of this time, if there are any. */
void sbq_lose(struct sbq *q, u64 time_ns);

#endif
