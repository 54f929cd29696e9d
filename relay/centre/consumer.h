/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Reads the stream in its order from where the centre's file is, with a consumer of JetStream that is made anew
 * whenever something is odd:
 *
 *   IDLE --connected--> LOOKING --the stream is there--> MAKING --made--> PULLING
 *   LOOKING --there is no stream--> it is made --> LOOKING
 *   LOOKING --it has no messages--> IDLE, and after a moment LOOKING
 *   any --an error, no answer--> IDLE, and after a moment LOOKING
 *   any --the connection is lost--> IDLE
 *
 * A stream that was made anew, or that has less than was read, is read from its beginning: what is known does no harm.
 */
#ifndef CENTRE_CONSUMER_H
#define CENTRE_CONSUMER_H

#include "relay/store/store.h"
#include "relay/nats/jetstream.h"

struct consumer;

/* js, stream and store stay the caller's and live longer. 0 or -ENOMEM. */
int consumer_new(const struct jetstream *js, const struct jetstream_stream *stream, struct store *store,
		 struct consumer **ret);
void consumer_free(struct consumer *consumer);
/* A connection is there, or is gone. */
void consumer_connected(struct consumer *consumer, bool connected);
/* An answer of the API; words: the subject behind the inbox's. */
void consumer_answer(struct consumer *consumer, const char *words, const struct link_event *event);
/*
 * What came to a pull. True: it is a message of the stream, which is to be taken; the position goes on with the next
 * consumer_save(). False: it is none.
 */
bool consumer_pulled(struct consumer *consumer, const struct link_event *event);
/* How far it was read: with what was taken, in one transaction of the store. 0 or -EIO. */
int consumer_save(struct consumer *consumer);
/* At least once a second: answers that have not come. */
void consumer_tick(struct consumer *consumer);
/* Has all of the stream been read, as far as is known? */
bool consumer_is_whole(const struct consumer *consumer);
/* What keeps it from reading, "" nothing. */
const char *consumer_fault(const struct consumer *consumer);

#endif
