/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef RELAY_HALL_HALL_H
#define RELAY_HALL_HALL_H

#include "relay/nats/link.h"
#include "stream/stream.h"

/*
 * --- answers.c ---
 * What a centre may ask of a hall, on the subject flagfall-replay.HALL; it is answered from the stream database, and
 * there is nothing else that could be asked:
 *
 *   {"ask": "heads", "after": id}: {"epoch", "heads": [{"id", "event", "round", "board", "last"}]}, at most 1,000 of
 *       them; those behind the last id are asked for next
 *   {"ask": "range", "event", "round", "board", "from", "to"}: {"epoch", "first", "publications": [text]}, as many as
 *       fit; those behind are asked for next. first is higher than from where earlier ones are not kept any more, and 0
 *       where none is
 *   anything else: {"error": sentence}
 */

/* Not where this hall or its servers say something: who asks does not decide what is said there. */
bool answer_may_go_to(const char *subject);
/* The answer to a request; reader may be NULL. New text, NULL without memory. */
char *answer_to(struct stream_reader *reader, const char *request, size_t size);

/*
 * --- jetstream-sender.c ---
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

/*
 * --- sent-events.c ---
 * The relay's word to its daemon: a file beside the stream database, which of the events that are over it has sent
 * whole. The daemon keeps nothing of those any more. That is all that it is ever told.
 *
 *   {"epoch": the database's, "sent": {"EVENT": how many publications it has ended with}}
 */

/*
 * sent_events_tell - writes it, if it is another one now
 * @stream: the stream database's path
 * @said:   the word that was written last, NULL none; free() it
 * 0 or a negative errno value: it is tried again by the next call.
 */
int sent_events_tell(const char *stream, struct stream_reader *reader, struct sender *sender, char **said);

#endif
