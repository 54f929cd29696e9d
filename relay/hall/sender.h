/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Brings the stream database's publications into the stream. A message has those of a subject that wait, a line each.
 * Of each subject one is under way at a time, and says which message of the stream has to be the subject's last one: so
 * that their order cannot be wrong, whatever is lost. Of all subjects a bounded number is under way.
 *
 * Where a subject stands is asked of the stream, never remembered:
 *
 *   UNKNOWN --ask for the subject's last message--> ASKING --its number, or none--> READY
 *   UNKNOWN --the stream may have no messages--> READY, for the first one
 *   READY --publish what waits--> SENDING --stored--> READY
 *   ASKING, SENDING --refused, no answer, a duplicate--> UNKNOWN
 *   any --connected anew, the stream has lost something--> UNKNOWN
 */
#ifndef HALL_SENDER_H
#define HALL_SENDER_H

#include "stream/stream-reader.h"
#include "relay/nats/jetstream.h"

struct sender;

struct sender_totals {
	int64_t rows, sent; /* publications in the database, and of them in the stream */
	unsigned subjects, under_way;
	int64_t since_us; /* since when something waits, CLOCK_MONOTONIC; 0 nothing does */
};

/* js, stream and hall stay the caller's and live longer. window: messages under way. 0 or -ENOMEM. */
int sender_new(const struct jetstream *js, const struct jetstream_stream *stream, const char *hall, unsigned window,
	       struct sender **ret);
void sender_free(struct sender *sender);
/* Another database, NULL none: what was known is forgotten. It stays the caller's. */
void sender_set_reader(struct sender *sender, struct stream_reader *reader);
/* The database may have more. */
void sender_changed(struct sender *sender);
/* A connection is there, or is gone. */
void sender_connected(struct sender *sender, bool connected);
/* What came to the inbox. words: the subject behind the inbox's name. */
void sender_answer(struct sender *sender, const char *words, const struct link_event *event);
/* At least once a second: answers that have not come. */
void sender_tick(struct sender *sender);
void sender_totals(const struct sender *sender, struct sender_totals *ret);
/* {"EVENT": how many publications of it the database has had}. New reference. */
json_t *sender_events(const struct sender *sender);
/* Is all that the database had of the event, when sender_changed() was called last, in the stream? */
bool sender_has_sent(const struct sender *sender, const char *event);
/* What keeps it from sending, a sentence; "" nothing. */
const char *sender_fault(const struct sender *sender);

#endif
