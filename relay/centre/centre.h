/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef RELAY_CENTRE_CENTRE_H
#define RELAY_CENTRE_CENTRE_H

#include "relay/nats/link.h"
#include "relay/store/store.h"

/*
 * --- consumer.c ---
 * Reads the stream in its order from where the centre's file is, with a consumer of JetStream that is made anew
 * whenever something is odd:
 *
 *   IDLE --connected--> LOOKING --the stream is there--> MAKING --made--> PULLING
 *   LOOKING --there is no stream--> it is made --> LOOKING
 *   LOOKING --it has no messages--> IDLE, and after a moment LOOKING
 *   any --an error, no answer--> IDLE, and after a moment LOOKING
 *   any --the connection is lost--> IDLE
 *
 * A stream that was made anew, that has less than was read, or another message where the last one was, is read from its
 * beginning: what is known does no harm.
 */

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
/* What came could not be taken: it is read again, after a moment, from where the store is. */
void consumer_again(struct consumer *consumer);
/* At least once a second: answers that have not come. */
void consumer_tick(struct consumer *consumer);
/* Has all of the stream been read, as far as is known? */
bool consumer_is_whole(const struct consumer *consumer);
/* Was what it has read last in the stream before it looked there: while it did not run, or had nothing of it yet? */
bool consumer_is_behind(const struct consumer *consumer);
/* What keeps it from reading, "" nothing. */
const char *consumer_fault(const struct consumer *consumer);

/*
 * --- export-folder.c ---
 * The export folders at the centre: DIR/HALL/EVENT/ is as the hall's own export/EVENT/, byte for byte. Files are
 * replaced as a whole.
 */

struct folder;

#define FOLDER_PATH 400

/* dir: has the halls' folders; it stays the caller's. 0 or -ENOMEM. */
int folder_new(struct store *store, const char *dir, struct folder **ret);
void folder_free(struct folder *folder);
/*
 * Writes what says something else now, at most so many files, which waits longest first. One that cannot be written
 * keeps no other one waiting. 1: there are more, or folder_fault() has something to say; 0; a negative errno value: the
 * store fails.
 */
int folder_write(struct folder *folder, unsigned most);
/* The games of each round of which one was written, together in a file: for less often, since it is long. 1:
 * folder_fault() has something to say, and there may be more; 0. */
int folder_write_games(struct folder *folder);
/*
 * A round that its hall has lost: its folder is DIR/../lost/HALL/EVENT/round-N.EPOCH from now on, and nothing of it is
 * written any more. path: that one. 0 or a negative errno value: it is as it was.
 */
int folder_put_aside(struct folder *folder, const json_t *lost, char path[static FOLDER_PATH]);
/* What could not be written is to be tried again by the next calls of these two, some of it at a time. */
void folder_again(struct folder *folder);
/* Is there something that could not be written and is to be tried again? */
bool folder_has_failed(const struct folder *folder);
/* What could not be written, and why, for people: the first one of a hall's; "" nothing new. Until the next call. */
const char *folder_fault(const struct folder *folder);

/*
 * --- halls.c ---
 * The halls: what each says of itself, how late it is heard, and what the stream has not brought. A hall is asked for
 * that: numbers that are missing between others at once, and those behind the last one when the stream has been read to
 * its end and the hall has said for a while that it has more. The first that was read of a name is the hall; it is
 * told, and so is another one of that name, or a copy of what it was, of which nothing is taken.
 */

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
/* Of halls of which all is here: as store_lost_rounds(), with "hall". New reference. */
json_t *halls_lost_rounds(struct halls *halls);
/* Another hall that calls itself as one does, or one that was put back to an earlier copy, "" none. */
const char *halls_fault(struct halls *halls);
/* At least once a second. */
void halls_tick(struct halls *halls);

#endif
