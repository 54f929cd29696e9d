/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The stream database (stream-database.h) as another program reads it, while the daemon writes. */
#ifndef STREAM_STREAM_READER_H
#define STREAM_STREAM_READER_H

#include <stdint.h>

#include "stream/stream-database.h"

struct stream_reader;

/* -ENOENT: there is none, since no event has asked for it yet. Else -EIO. err: a sentence. */
int stream_reader_open(const char *path, struct stream_reader **ret, char err[static 256]);
void stream_reader_close(struct stream_reader *reader);
/* Is the file that it reads still the one that lies there? */
bool stream_reader_is_current(const struct stream_reader *reader);

int64_t stream_reader_epoch(struct stream_reader *reader);
/*
 * The subjects that have got publications since the one with the row *after, and what their last numbers are; *after
 * goes on to the last row. An array of {"id", "event", "round", "board", "last"}. New reference, NULL: a failure.
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
/* Its id; 0: there is no such subject. */
int64_t stream_reader_find(struct stream_reader *reader, const struct stream_subject *subject);

#endif
