/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The thread that writes the stream database, so that an event loop never waits for the disk: what is staged goes there
 * in one transaction, in its order. It opens the database with the first batch, and there is no thread before that.
 */
#ifndef STREAM_STREAM_WRITER_H
#define STREAM_STREAM_WRITER_H

#include <systemd/sd-event.h>

#include "stream/stream-database.h"

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
