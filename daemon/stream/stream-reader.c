/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/stream/stream-reader.h"

#include <errno.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct stream_reader {
	sqlite3 *db;
	char *path;
	dev_t dev;
	ino_t ino;
	sqlite3_stmt *changed, *last_row, *subjects, *range, *find;
};

static const char changed_sql[] = "SELECT id, event, round, board, last FROM subjects WHERE id IN"
				  " (SELECT DISTINCT subject FROM publications WHERE id > ? AND id <= ?) ORDER BY id";
static const char subjects_sql[] =
	"SELECT id, event, round, board, last FROM subjects WHERE id > ? ORDER BY id LIMIT ?";

bool stream_reader_is_current(const struct stream_reader *reader)
{
	struct stat st;

	return stat(reader->path, &st) == 0 && st.st_dev == reader->dev && st.st_ino == reader->ino;
}

int64_t stream_reader_epoch(struct stream_reader *reader)
{
	sqlite3_stmt *s = NULL;
	int64_t epoch = 0;

	if (sqlite3_prepare_v2(reader->db, "SELECT epoch FROM about", -1, &s, NULL) == SQLITE_OK &&
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
	int64_t last = 0;
	json_t *list;

	if (sqlite3_step(reader->last_row) == SQLITE_ROW)
		last = sqlite3_column_int64(reader->last_row, 0);
	sqlite3_reset(reader->last_row);
	if (last == *after)
		return json_array();
	sqlite3_bind_int64(reader->changed, 1, *after);
	sqlite3_bind_int64(reader->changed, 2, last);
	list = read_subjects(reader->changed);
	if (list)
		*after = last;
	return list;
}

json_t *stream_reader_subjects(struct stream_reader *reader, int64_t after, unsigned limit)
{
	sqlite3_bind_int64(reader->subjects, 1, after);
	sqlite3_bind_int64(reader->subjects, 2, limit);
	return read_subjects(reader->subjects);
}

json_t *stream_reader_range(struct stream_reader *reader, int64_t subject, int64_t from, int64_t to, size_t bytes,
			    int64_t *first)
{
	json_t *list = json_array();
	sqlite3_stmt *s = reader->range;
	size_t sum = 0;
	int rc;

	sqlite3_bind_int64(s, 1, subject);
	sqlite3_bind_int64(s, 2, from);
	sqlite3_bind_int64(s, 3, to);
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

int64_t stream_reader_find(struct stream_reader *reader, const struct stream_subject *subject)
{
	int64_t id = 0;

	sqlite3_bind_text(reader->find, 1, subject->event, -1, SQLITE_STATIC);
	sqlite3_bind_int64(reader->find, 2, subject->round);
	sqlite3_bind_int64(reader->find, 3, subject->board);
	if (sqlite3_step(reader->find) == SQLITE_ROW)
		id = sqlite3_column_int64(reader->find, 0);
	sqlite3_reset(reader->find);
	sqlite3_clear_bindings(reader->find);
	return id;
}

static int prepare(struct stream_reader *reader)
{
	const struct {
		sqlite3_stmt **statement;
		const char *sql;
	} all[] = {
		{ &reader->changed, changed_sql },
		{ &reader->last_row, "SELECT max(id) FROM publications" },
		{ &reader->subjects, subjects_sql },
		{ &reader->range, "SELECT seq, body FROM publications WHERE subject = ? AND seq BETWEEN ? AND ? "
				  "ORDER BY seq" },
		{ &reader->find, "SELECT id FROM subjects WHERE event = ? AND round = ? AND board = ?" },
	};

	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++)
		if (sqlite3_prepare_v3(reader->db, all[i].sql, -1, SQLITE_PREPARE_PERSISTENT, all[i].statement, NULL))
			return -EIO;
	return 0;
}

int stream_reader_open(const char *path, struct stream_reader **ret, char err[static 256])
{
	struct stream_reader *reader;
	struct stat st;
	int r = 0;

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
	if (!reader->path)
		r = -ENOMEM;
	else if (sqlite3_open_v2(path, &reader->db, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, NULL) != SQLITE_OK)
		r = -EIO;
	if (r >= 0) {
		sqlite3_busy_timeout(reader->db, 2000);
		r = prepare(reader);
	}
	if (r < 0) {
		snprintf(err, 256, "%.120s: %.120s", path, reader->db ? sqlite3_errmsg(reader->db) : "no memory");
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
	sqlite3_finalize(reader->changed);
	sqlite3_finalize(reader->last_row);
	sqlite3_finalize(reader->subjects);
	sqlite3_finalize(reader->range);
	sqlite3_finalize(reader->find);
	sqlite3_close(reader->db);
	free(reader->path);
	free(reader);
}
