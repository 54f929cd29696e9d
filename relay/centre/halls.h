/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The halls: what each says of itself, how late it is heard, and what the stream has not brought. A hall is asked for
 * that: numbers that are missing between others at once, and those behind the last one when the stream has been read to
 * its end and the hall has said for a while that it has more.
 */
#ifndef CENTRE_HALLS_H
#define CENTRE_HALLS_H

#include "relay/centre/consumer.h"
#include "relay/store/store.h"
#include "relay/nats/link.h"

struct halls;

/* All stay the caller's and live longer. 0 or -ENOMEM. */
int halls_new(struct link *link, struct store *store, const struct consumer *consumer, struct halls **ret);
void halls_free(struct halls *halls);
/* A message of the stream: publications, a line each; the text is changed. 0 or a failure of store_take(), but never
 * -EBADMSG. */
int halls_take(struct halls *halls, const struct link_event *event, int64_t realtime_us);
/* On flagfall-health.HALL. */
void halls_health(struct halls *halls, const struct link_event *event, int64_t realtime_us);
/* To a question to a hall; words: behind the inbox's. */
void halls_answer(struct halls *halls, const char *words, const struct link_event *event);
/* At least once a second. */
void halls_tick(struct halls *halls);

#endif
