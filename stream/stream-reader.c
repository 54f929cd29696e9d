/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "stream/stream.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "common/database-file.h"

enum statement { CHANGED, LAST_ROW, SUBJECTS, RANGE, FIND, LAST_OF, STATEMENTS };

static const char *const sql[STATEMENTS] = {
	[CHANGED] = "SELECT id, event, round, board, last FROM subjects WHERE id IN"
		    " (SELECT DISTINCT subject FROM publications WHERE id > ? AND id <= ?) ORDER BY id",
	[LAST_ROW] = "SELECT max(id) FROM publications",
	[SUBJECTS] = "SELECT id, event, round, board, last FROM subjects WHERE id > ? ORDER BY id LIMIT ?",
	[RANGE] = "SELECT seq, body FROM publications WHERE subject = ? AND seq BETWEEN ? AND ? ORDER BY seq",
	[LAST_OF] = "SELECT last FROM subjects WHERE id = ?",
	[FIND] = "SELECT id FROM subjects WHERE event = ? AND round = ? AND board = ?",
};

struct stream_reader {
	struct database_file base;
	char *path;
	dev_t dev;
	ino_t ino;
};

bool stream_reader_is_current(const struct stream_reader *reader)
{
	struct stat st;

	return stat(reader->path, &st) == 0 && st.st_dev == reader->dev && st.st_ino == reader->ino;
}

int64_t stream_reader_epoch(struct stream_reader *reader)
{
	sqlite3_stmt *s = NULL;
	int64_t epoch = 0;

	if (sqlite3_prepare_v2(reader->base.db, "SELECT epoch FROM about", -1, &s, NULL) == SQLITE_OK &&
	    sqlite3_step(s) == SQLITE_ROW)
		epoch = sqlite3_column_int64(s, 0);
	sqlite3_finalize(s);
	return epoch;
}

/* Steps through rows of id, event, round, board, last. */
static json_t *read_subjects(sqlite3_stmt *s)
{
	json_t *list = json_array();
	int rc;

	while ((rc = sqlite3_step(s)) == SQLITE_ROW)
		json_array_append_new(
			list, json_pack("{s:I, s:s, s:i, s:i, s:I}", "id", (json_int_t)sqlite3_column_int64(s, 0),
					"event", sqlite3_column_text(s, 1), "round", sqlite3_column_int(s, 2), "board",
					sqlite3_column_int(s, 3), "last", (json_int_t)sqlite3_column_int64(s, 4)));
	sqlite3_reset(s);
	if (rc != SQLITE_DONE) {
		json_decref(list);
		return NULL;
	}
	return list;
}

json_t *stream_reader_changed(struct stream_reader *reader, int64_t *after)
{
	sqlite3_stmt *last_row = database_file_bind(&reader->base, LAST_ROW, "");
	int64_t last = 0;
	json_t *list;

	if (sqlite3_step(last_row) == SQLITE_ROW)
		last = sqlite3_column_int64(last_row, 0);
	sqlite3_reset(last_row);
	if (last == *after)
		return json_array();
	if (last < *after) /* it was put back to an earlier copy */
		*after = 0;
	list = read_subjects(database_file_bind(&reader->base, CHANGED, "ii", *after, last));
	if (list)
		*after = last;
	return list;
}

json_t *stream_reader_subjects(struct stream_reader *reader, int64_t after, unsigned limit)
{
	return read_subjects(database_file_bind(&reader->base, SUBJECTS, "ii", after, (int64_t)limit));
}

json_t *stream_reader_range(struct stream_reader *reader, int64_t subject, int64_t from, int64_t to, size_t bytes,
			    int64_t *first)
{
	json_t *list = json_array();
	sqlite3_stmt *s = database_file_bind(&reader->base, RANGE, "iii", subject, from, to);
	size_t sum = 0;
	int rc;

	while ((rc = sqlite3_step(s)) == SQLITE_ROW) {
		sum += (size_t)sqlite3_column_bytes(s, 1);
		if (json_array_size(list) == 0)
			*first = sqlite3_column_int64(s, 0);
		else if (sum > bytes)
			break;
		json_array_append_new(list, json_string((const char *)sqlite3_column_text(s, 1)));
	}
	sqlite3_reset(s);
	if (rc != SQLITE_DONE && rc != SQLITE_ROW) {
		json_decref(list);
		return NULL;
	}
	return list;
}

json_t *stream_reader_ended(struct stream_reader *reader)
{
	sqlite3_stmt *s = NULL;
	json_t *ended = json_object();

	/* one that an older daemon has written has no such table */
	if (sqlite3_prepare_v2(reader->base.db,
			       "SELECT event, publications FROM ended WHERE publications ="
			       " (SELECT sum(last) FROM subjects WHERE subjects.event = ended.event)",
			       -1, &s, NULL) == SQLITE_OK)
		while (sqlite3_step(s) == SQLITE_ROW)
			json_object_set_new(ended, (const char *)sqlite3_column_text(s, 0),
					    json_integer(sqlite3_column_int64(s, 1)));
	sqlite3_finalize(s);
	return ended;
}

int64_t stream_reader_last(struct stream_reader *reader, int64_t subject)
{
	sqlite3_stmt *s = database_file_bind(&reader->base, LAST_OF, "i", subject);
	const int64_t last = sqlite3_step(s) == SQLITE_ROW ? sqlite3_column_int64(s, 0) : 0;

	sqlite3_reset(s);
	return last;
}

int64_t stream_reader_find(struct stream_reader *reader, const struct stream_subject *subject)
{
	sqlite3_stmt *s = database_file_bind(&reader->base, FIND, "tii", subject->event, (int64_t)subject->round,
					     (int64_t)subject->board);
	int64_t id = 0;

	if (sqlite3_step(s) == SQLITE_ROW)
		id = sqlite3_column_int64(s, 0);
	sqlite3_reset(s);
	return id;
}

/* The daemon has made the file, and nothing in it yet. */
static bool is_empty(struct stream_reader *reader)
{
	sqlite3_stmt *s = NULL;
	bool empty = false;

	if (sqlite3_prepare_v2(reader->base.db, "SELECT count(*) FROM sqlite_schema", -1, &s, NULL) == SQLITE_OK &&
	    sqlite3_step(s) == SQLITE_ROW)
		empty = sqlite3_column_int64(s, 0) == 0;
	sqlite3_finalize(s);
	return empty;
}

int stream_reader_open(const char *path, struct stream_reader **ret, char err[static 256])
{
	struct stream_reader *reader;
	struct stat st;
	int r;

	if (stat(path, &st) < 0) {
		r = -errno;
		snprintf(err, 256, "%.200s: %s", path, strerror(-r));
		return r == -ENOENT ? r : -EIO;
	}
	reader = calloc(1, sizeof(*reader));
	if (!reader)
		return -ENOMEM;
	reader->path = strdup(path);
	reader->dev = st.st_dev;
	reader->ino = st.st_ino;
	reader->base.fault = "";
	r = reader->path ? database_file_open(&reader->base, path, SQLITE_OPEN_READONLY) : -ENOMEM;
	if (r >= 0)
		r = database_file_prepare(&reader->base, sql, STATEMENTS);
	if (r < 0) {
		snprintf(err, 256, "%.120s: %.120s", path, r == -ENOMEM ? "no memory" : reader->base.error);
		if (r != -ENOMEM && reader->base.db && is_empty(reader))
			r = -ENOENT;
		stream_reader_close(reader);
		return r;
	}
	*ret = reader;
	return 0;
}

void stream_reader_close(struct stream_reader *reader)
{
	if (!reader)
		return;
	database_file_close(&reader->base);
	free(reader->path);
	free(reader);
}
