/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The stream database: what may leave the hall, and nothing else. flagfalld writes it, flagfall-relay reads it
 * (stream-reader.h). Each pairing of an event is a subject, named by event, round and board; board 0 is what is said of
 * a round, and round 0 of the event. The publications of a subject are numbered from 1 without a gap.
 *
 * A publication is a JSON object, in the database as it travels:
 *   {"epoch", "seq", "event", "round", "board", "t_wall": microseconds of CLOCK_REALTIME, "type", …}
 * Its type and what follows are a game's (daemon/core/format/publication.h) with "game", the game's id; or "file": the
 * export folder's file "path" is another, "keep" bytes from its beginning and "tail" at its end stay and "text" lies
 * between them; it has "size" bytes then; or "end": the event is over, and has "publications" with this one. The epoch
 * is the database's own: one that was lost is followed by one with a higher epoch, whose numbers begin again.
 *
 * What an event shows later is kept apart until it may be shown; it gets its number then, and "withheld": true.
 */
#ifndef STREAM_STREAM_DATABASE_H
#define STREAM_STREAM_DATABASE_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct stream_database;

struct stream_subject {
	const char *event;
	unsigned round, board;
};

#define STREAM_ALL_PLIES UINT32_MAX

/* Makes it, and its folder, where there is none. err: a sentence. 0 or a negative errno value. */
int stream_database_open(const char *path, struct stream_database **ret, char err[static 256]);
void stream_database_close(struct stream_database *database);

/*
 * All of these are one transaction until stream_database_commit(). 0; -EIO with stream_database_error(): the
 * transaction has ended, and nothing of it is there; -ENOMEM: stream_database_drop() it.
 */

/* The next publication of the subject; the object gets its envelope here. */
int stream_database_add(struct stream_database *database, const struct stream_subject *subject, json_t *publication);
/* … but not before so many turns of its game may be shown; STREAM_ALL_PLIES: not before all of it may. */
int stream_database_withhold(struct stream_database *database, const struct stream_subject *subject, uint32_t plies,
			     json_t *publication);
/* So many may be shown now. In the order in which they were withheld: what is behind one that waits, waits, too. */
int stream_database_release(struct stream_database *database, const struct stream_subject *subject, uint32_t plies);
/* The file says this now; nothing happens where it was said before. path: below the event's folder. */
int stream_database_file(struct stream_database *database, const struct stream_subject *subject, const char *path,
			 const char *text, int64_t realtime_us);
/*
 * The event is over: its last publication says that, and how many there were with it; of round 0 and board 0. 1; 0:
 * that is its last one already, nothing was ever said of it, or something still waits to be shown.
 */
int stream_database_end(struct stream_database *database, const char *event, int64_t realtime_us);
/* The event is over: nothing of it is kept. */
int stream_database_forget(struct stream_database *database, const char *event);
/* The same, if it has ended with so many publications, and nothing was said of it since. */
int stream_database_forget_ended(struct stream_database *database, const char *event, int64_t epoch,
				 int64_t publications);
/* On disk when it returns. Nothing to do is 0. */
int stream_database_commit(struct stream_database *database);
/* The transaction ends, and nothing of it is there. */
void stream_database_drop(struct stream_database *database);

/* When something was said of the event last, CLOCK_REALTIME in microseconds; 0: it has nothing. */
int64_t stream_database_last(struct stream_database *database, const char *event);
/* The events that it has something of: an array of their ids. New reference, NULL without memory. */
json_t *stream_database_events(struct stream_database *database);
const char *stream_database_error(const struct stream_database *database);

#endif
