/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef STREAM_STREAM_H
#define STREAM_STREAM_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>
#include <systemd/sd-event.h>

/*
 * --- stream-database.c ---
 * The stream database: what may leave the hall, and nothing else. flagfalld writes it, flagfall-relay reads it
 * (stream-reader.c) and may begin a new epoch. Each pairing of an event is a subject, named by event, round and board;
 * board 0 is what is said of a round, and round 0 of the event. The publications of a subject are numbered from 1
 * without a gap.
 *
 * A publication is a JSON object, in the database as it travels:
 *   {"epoch", "seq", "event", "round", "board", "t_wall": microseconds of CLOCK_REALTIME, "type", …}
 * Its type and what follows are a game's (daemon/core/format/publication.h) with "game", the game's id; or "file": the
 * export folder's file "path" is another, "keep" bytes from its beginning and "tail" at its end stay and "text" lies
 * between them; it has "size" bytes then; or "end": the event is over, and has "publications" with this one. The epoch
 * is the database's own: one that was lost is followed by one with a higher epoch, whose numbers begin again. One that
 * was put back to an earlier copy gets a higher epoch, too, and keeps its numbers.
 *
 * What an event shows later is kept apart until it may be shown; it gets its number then, and "withheld": true.
 */

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
/* Of what waits still, the ruling that is as this one: it is none any more, and is not told. */
int stream_database_take_back(struct stream_database *database, const struct stream_subject *subject,
			      const json_t *ruling);
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

/*
 * What the stream has is not what this database has any more: all of it gets an epoch above its own and above that one,
 * and is sent again. By whoever finds that; the daemon may write meanwhile. err: a sentence. 0 or a negative errno
 * value.
 */
int stream_epoch_begin(const char *path, int64_t above, char err[static 256]);

/* When something was said of the event last, CLOCK_REALTIME in microseconds; 0: it has nothing. */
int64_t stream_database_last(struct stream_database *database, const char *event);
/* The events that it has something of: an array of their ids. New reference, NULL without memory. */
json_t *stream_database_events(struct stream_database *database);
const char *stream_database_error(const struct stream_database *database);

/* --- stream-reader.c: The stream database as another program reads it, while the daemon writes. --- */

struct stream_reader;

/* -ENOENT: there is none, or nothing is in it yet, since no event has asked for it. Else -EIO. err: a sentence. */
int stream_reader_open(const char *path, struct stream_reader **ret, char err[static 256]);
void stream_reader_close(struct stream_reader *reader);
/* Is the file that it reads still the one that lies there? */
bool stream_reader_is_current(const struct stream_reader *reader);

int64_t stream_reader_epoch(struct stream_reader *reader);
/*
 * The subjects that have got publications since the one with the row *after, and what their last numbers are; *after
 * goes on to the last row. All subjects, where the database was put back to an earlier copy. An array of {"id",
 * "event", "round", "board", "last"}. New reference, NULL: a failure.
 */
json_t *stream_reader_changed(struct stream_reader *reader, int64_t *after);
/* Those whose ids are above after, at most limit. As above. */
json_t *stream_reader_subjects(struct stream_reader *reader, int64_t after, unsigned limit);
/*
 * The publications of a subject from one number to another, as texts that travel; as many as have at most so many bytes
 * together, but one at least. *first: the number of the first, which is higher where earlier ones were forgotten. An
 * array of strings; empty: there are none. New reference, NULL: a failure.
 */
json_t *stream_reader_range(struct stream_reader *reader, int64_t subject, int64_t from, int64_t to, size_t bytes,
			    int64_t *first);
/* The events that have ended, and with how many publications: {"EVENT": n}; not those of which something was said
 * since. New reference. */
json_t *stream_reader_ended(struct stream_reader *reader);
/* The number of the last publication that a subject has had. */
int64_t stream_reader_last(struct stream_reader *reader, int64_t subject);
/* Its id; 0: there is no such subject. */
int64_t stream_reader_find(struct stream_reader *reader, const struct stream_subject *subject);

/*
 * --- stream-writer.c ---
 * The thread that writes the stream database, so that an event loop never waits for the disk: what is staged goes there
 * in one transaction, in its order. It opens the database with the first batch, and there is no thread before that.
 */

struct stream_writer;

/*
 * path is copied. written() is called from the loop when a batch can be finished that nobody has asked for meanwhile.
 * loop: NULL, and it never is. 0 or -ENOMEM.
 */
int stream_writer_new(const char *path, sd_event *loop, void (*written)(void *userdata), void *userdata,
		      struct stream_writer **ret);
/* Waits for the batch that is being written, and drops what is staged. NULL is fine. */
void stream_writer_free(struct stream_writer *writer);

/*
 * Staging. Texts are copied, the publication is taken in any case. 0; -ENOMEM; -ENOBUFS: too much is staged, since it
 * could not be written for long.
 */
int stream_writer_stage(struct stream_writer *writer, const struct stream_subject *subject, json_t *publication);
/* As stream_database_withhold(), stream_database_release(), stream_database_file(). */
int stream_writer_stage_withheld(struct stream_writer *writer, const struct stream_subject *subject, uint32_t plies,
				 json_t *publication);
int stream_writer_stage_take_back(struct stream_writer *writer, const struct stream_subject *subject, json_t *ruling);
int stream_writer_stage_release(struct stream_writer *writer, const struct stream_subject *subject, uint32_t plies);
int stream_writer_stage_file(struct stream_writer *writer, const struct stream_subject *subject, const char *path,
			     const char *text, int64_t realtime_us);
/* Of an event that is not among these ids (an array of strings, taken) nothing is kept if the last that was said of it
 * was said before that. */
int stream_writer_stage_expiry(struct stream_writer *writer, json_t *kept, int64_t before_us);
/* As stream_database_end() and stream_database_forget_ended(). */
int stream_writer_stage_end(struct stream_writer *writer, const char *event, int64_t realtime_us);
int stream_writer_stage_forget_ended(struct stream_writer *writer, const char *event, int64_t epoch,
				     int64_t publications);

/* How many publications are staged. */
size_t stream_writer_staged(const struct stream_writer *writer);
/* What is staged goes to the thread. The batch's number, from 1; 0: nothing is staged, or it writes already. */
uint64_t stream_writer_submit(struct stream_writer *writer);
/* It was given a batch, and stream_writer_finish() has not told its end. */
bool stream_writer_is_writing(const struct stream_writer *writer);
/*
 * The end of that batch; wait: not before it is there, else it may be -EINPROGRESS. 0: it is on disk, or there was
 * none. Else a negative errno value with stream_writer_error(): its publications are staged again, in front; files,
 * ends and what was to be released are not, and have to be told again.
 */
int stream_writer_finish(struct stream_writer *writer, bool wait);
/* A sentence. */
const char *stream_writer_error(const struct stream_writer *writer);

#endif
