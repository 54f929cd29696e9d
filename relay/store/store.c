/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "relay/store/store-inside.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/text-change.h"

/*
 * changed counts on with each publication, for who follows the file; last_us is when the hall said the latest of them,
 * and before_us when it said the latest of those of earlier epochs.
 * id: who a hall is; refused: what was heard last of another one that calls itself so; accepted: which of those is to
 * take its place. mark: of the message that was read last, to be known again.
 */
static const char schema[] =
	"CREATE TABLE IF NOT EXISTS about (alive_us INTEGER, connected INTEGER, created TEXT, seq INTEGER,"
	" fault TEXT NOT NULL DEFAULT '', mark INTEGER NOT NULL DEFAULT 0);"
	"INSERT INTO about (alive_us, connected, created, seq) SELECT 0, 0, '', 0 WHERE NOT EXISTS (SELECT 1 FROM about);"
	"CREATE TABLE IF NOT EXISTS halls (hall TEXT PRIMARY KEY, heard_us INTEGER, health TEXT, lag_us INTEGER,"
	" lag_p99_us INTEGER, id TEXT NOT NULL DEFAULT '', refused TEXT NOT NULL DEFAULT '',"
	" refused_us INTEGER NOT NULL DEFAULT 0, accepted TEXT NOT NULL DEFAULT '') WITHOUT ROWID;"
	"CREATE TABLE IF NOT EXISTS subjects (id INTEGER PRIMARY KEY, hall TEXT NOT NULL, event TEXT NOT NULL,"
	" round INTEGER NOT NULL, board INTEGER NOT NULL, epoch INTEGER NOT NULL DEFAULT 0,"
	" whole INTEGER NOT NULL DEFAULT 0, seen INTEGER NOT NULL DEFAULT 0, changed INTEGER NOT NULL DEFAULT 0,"
	" last_us INTEGER NOT NULL DEFAULT 0, before_us INTEGER NOT NULL DEFAULT 0,"
	" UNIQUE (hall, event, round, board));"
	"CREATE INDEX IF NOT EXISTS subjects_changed ON subjects (changed);"
	"CREATE TABLE IF NOT EXISTS publications (subject INTEGER NOT NULL, seq INTEGER NOT NULL, body TEXT NOT NULL,"
	" PRIMARY KEY (subject, seq)) WITHOUT ROWID;"
	"CREATE TABLE IF NOT EXISTS files (hall TEXT NOT NULL, event TEXT NOT NULL, path TEXT NOT NULL,"
	" text TEXT NOT NULL, due INTEGER NOT NULL, PRIMARY KEY (hall, event, path)) WITHOUT ROWID;"
	"CREATE INDEX IF NOT EXISTS files_due ON files (due) WHERE due;";

static const char *const sql[STATEMENTS] = {
	[MAKE_SUBJECT] = "INSERT OR IGNORE INTO subjects (hall, event, round, board) VALUES (?, ?, ?, ?)",
	[FIND_SUBJECT] = "SELECT id, epoch, whole, seen, last_us, before_us FROM subjects WHERE hall = ? AND event = ?"
			 " AND round = ? AND board = ?",
	[SET_SUBJECT] = "UPDATE subjects SET epoch = ?, whole = ?, seen = ?, last_us = max(last_us, ?), before_us = ?,"
			" changed = (SELECT max(changed) FROM subjects) + 1"
			" WHERE id = ?",
	[DROP_OLD] = "DELETE FROM publications WHERE subject = ?",
	[ADD] = "INSERT OR IGNORE INTO publications (subject, seq, body) VALUES (?, ?, ?)",
	[NEXT] = "SELECT body FROM publications WHERE subject = ? AND seq = ?",
	[FILE_TEXT] = "SELECT text FROM files WHERE hall = ? AND event = ? AND path = ?",
	/* one that is due keeps its place, and so does one that has failed */
	[SET_FILE] = "INSERT INTO files (hall, event, path, text, due)"
		     " VALUES (?, ?, ?, ?, (SELECT max(0, coalesce(max(due), 0)) + 1 FROM files WHERE due))"
		     " ON CONFLICT DO UPDATE SET text = excluded.text, due = iif(due, due, excluded.due)",
	[NEXT_FILE] = "SELECT hall, event, path, text FROM files WHERE due AND due > 0 ORDER BY due LIMIT 1",
	[FAILED_FILE] = "SELECT hall, event, path, text FROM files WHERE due AND due < 0 ORDER BY due DESC LIMIT 1",
	[WRITTEN] = "UPDATE files SET due = 0 WHERE hall = ? AND event = ? AND path = ?",
	[FAILED] = "UPDATE files SET due = (SELECT min(0, min(due)) - 1 FROM files WHERE due)"
		   " WHERE hall = ? AND event = ? AND path = ?",
	[COUNT_FAILED] = "SELECT count(*) FROM (SELECT 1 FROM files WHERE due AND due < 0 LIMIT ?)",
	[HALL_FAILED] = "SELECT 1 FROM files WHERE due AND due < 0 AND hall = ? LIMIT 1",
	[FORGET_ROUND] = "DELETE FROM files WHERE hall = ? AND event = ? AND path GLOB 'round-' || ? || '/*'",
	[ALL_FILES] = "UPDATE files SET due = 1",
	[POSITION] = "SELECT seq, mark FROM about WHERE created = ?",
	[SET_POSITION] = "UPDATE about SET created = ?, seq = ?, mark = ?",
	[SET_HALL] = "INSERT INTO halls (hall, heard_us, health, lag_us, lag_p99_us) VALUES (?, ?, ?, ?, ?)"
		     " ON CONFLICT DO UPDATE SET heard_us = excluded.heard_us, health = excluded.health,"
		     " lag_us = excluded.lag_us, lag_p99_us = excluded.lag_p99_us",
	[SET_IDENTITY] = "INSERT INTO halls (hall, heard_us, health, lag_us, lag_p99_us, id) VALUES (?, 0, '', 0, 0, ?)"
			 " ON CONFLICT DO UPDATE SET id = excluded.id",
	[SET_REFUSED] = "UPDATE halls SET refused = ?, refused_us = ? WHERE hall = ?",
	[ACCEPT] = "UPDATE halls SET accepted = refused, refused = '', refused_us = 0 WHERE hall = ?",
	[TAKE_AGAIN] = "UPDATE halls SET accepted = health WHERE hall = ?",
	[SET_ALIVE] = "UPDATE about SET alive_us = ?, connected = ?, fault = ?",
	[CHANGED] =
		"SELECT id, hall, event, round, board, epoch, whole, last_us, changed FROM subjects WHERE changed > ?"
		" ORDER BY changed",
	[RANGE] = "SELECT body FROM publications WHERE subject = ? AND seq BETWEEN ? AND ? ORDER BY seq",
};

/* A subject's row. */
struct row {
	int64_t id, epoch, whole, seen, last_us, before_us;
};

int store_commit(struct store *store)
{
	store_end_file(store);
	return database_file_commit(&store->base);
}

void store_drop(struct store *store)
{
	store_end_file(store);
	database_file_drop(&store->base);
}

/* 1; 0: there is none. */
static int find_row(struct store *store, const struct store_subject *subject, struct row *ret)
{
	sqlite3_stmt *s = database_file_bind(&store->base, FIND_SUBJECT, "ttii", subject->hall, subject->event,
					     (int64_t)subject->round, (int64_t)subject->board);
	int rc = sqlite3_step(s), r = rc == SQLITE_ROW ? 1 : rc == SQLITE_DONE ? 0 : database_file_fail(&store->base);

	if (r > 0)
		*ret = (struct row){ .id = sqlite3_column_int64(s, 0),
				     .epoch = sqlite3_column_int64(s, 1),
				     .whole = sqlite3_column_int64(s, 2),
				     .seen = sqlite3_column_int64(s, 3),
				     .last_us = sqlite3_column_int64(s, 4),
				     .before_us = sqlite3_column_int64(s, 5) };
	sqlite3_reset(s);
	return r;
}

static int make_row(struct store *store, const struct store_subject *subject, struct row *ret)
{
	int r = find_row(store, subject, ret);

	if (r != 0)
		return r;
	r = database_file_run(&store->base, MAKE_SUBJECT, "ttii", subject->hall, subject->event,
			      (int64_t)subject->round, (int64_t)subject->board);
	return r < 0 ? r : find_row(store, subject, ret);
}

/* A later database of the hall's: what its numbers were before is over. */
static int set_epoch(struct store *store, struct row *row, int64_t epoch)
{
	row->epoch = epoch;
	row->whole = row->seen = 0;
	row->before_us = row->last_us;
	return database_file_run(&store->base, DROP_OLD, "i", row->id);
}

/* Paths are those of an export folder: nothing that leads out of it, is hidden there, or is a file that is written. */
static bool is_path(const char *path)
{
	const size_t length = path ? strlen(path) : 0;

	if (!length || length >= 100 || path[strspn(path, "abcdefghijklmnopqrstuvwxyz0123456789-./")])
		return false;
	if (strstr(path, "..") || strstr(path, ".tmp/") || (length > 4 && strcmp(path + length - 4, ".tmp") == 0))
		return false;
	for (const char *part = path; part; part = strchr(part, '/') ? strchr(part, '/') + 1 : NULL)
		if (*part == '.' || *part == '/' || !*part)
			return false;
	return true;
}

/* SIZE_MAX: more than a file may have. */
static size_t bytes_of(const json_t *publication, const char *key)
{
	const json_int_t bytes = json_integer_value(json_object_get(publication, key));

	return bytes < 0 || bytes > STORE_MOST_BYTES ? SIZE_MAX : (size_t)bytes;
}

/* What the file says after this publication. */
static int apply_file(struct store *store, const struct store_subject *subject, const json_t *publication)
{
	const char *path = json_string_value(json_object_get(publication, "path"));
	struct text_change change = {
		.keep = bytes_of(publication, "keep"),
		.tail = bytes_of(publication, "tail"),
		.text = json_string_value(json_object_get(publication, "text")),
		.length = json_string_length(json_object_get(publication, "text")),
	};
	char *before, *text;
	int r = 0;

	if (!is_path(path) || !change.text)
		return 0;
	before = change.keep || change.tail ? store_file_text(store, subject->hall, subject->event, path) : NULL;
	text = text_change_apply(before ? before : "", &change);
	/* one that was skipped to, of which the text before is not kept: the next whole text puts it right */
	if (text && strlen(text) == bytes_of(publication, "size"))
		r = database_file_run(&store->base, SET_FILE, "tttt", subject->hall, subject->event, path, text);
	free(before);
	free(text);
	return r;
}

static int apply_one(struct store *store, const struct store_subject *subject, struct row *row,
		     const json_t *publication)
{
	const char *type = json_string_value(json_object_get(publication, "type"));
	const int r = type && strcmp(type, "file") == 0 ? apply_file(store, subject, publication) : 0;

	row->whole += r >= 0;
	return r;
}

/* All that came early and follow on what is whole. */
static int apply_early(struct store *store, const struct store_subject *subject, struct row *row)
{
	int r = 0;

	while (r >= 0 && row->seen > row->whole) {
		sqlite3_stmt *s = database_file_bind(&store->base, NEXT, "ii", row->id, row->whole + 1);
		json_t *publication;

		if (sqlite3_step(s) != SQLITE_ROW) {
			sqlite3_reset(s);
			return 0;
		}
		publication = json_loads((const char *)sqlite3_column_text(s, 0), 0, NULL);
		sqlite3_reset(s);
		r = publication ? apply_one(store, subject, row, publication) : -ENOMEM;
		json_decref(publication);
	}
	return r;
}

static int save_row(struct store *store, const struct row *row)
{
	return database_file_run(&store->base, SET_SUBJECT, "iiiiii", row->epoch, row->whole, row->seen, row->last_us,
				 row->before_us, row->id);
}

/* Stands something else under a number that was taken? What is not kept any more is as it was. */
static bool is_otherwise(struct store *store, const struct row *row, int64_t seq, const char *text)
{
	sqlite3_stmt *s = database_file_bind(&store->base, NEXT, "ii", row->id, seq);
	const bool is = sqlite3_step(s) == SQLITE_ROW && strcmp((const char *)sqlite3_column_text(s, 0), text) != 0;

	sqlite3_reset(s);
	return is;
}

static int take(struct store *store, const struct store_subject *subject, const char *text, const json_t *publication,
		int64_t now_us, int64_t *lag_us)
{
	const int64_t epoch = json_integer_value(json_object_get(publication, "epoch")),
		      seq = json_integer_value(json_object_get(publication, "seq")),
		      t_us = json_integer_value(json_object_get(publication, "t_wall"));
	struct row row;
	int r;

	if (epoch < 1 || epoch > STORE_MOST || seq < 1 || seq > STORE_MOST_SEQ || t_us < 0 || t_us > STORE_MOST)
		return -EBADMSG;
	r = database_file_begin(&store->base);
	if (r >= 0)
		r = make_row(store, subject, &row);
	if (r >= 0 && epoch > row.epoch)
		r = set_epoch(store, &row, epoch);
	if (r >= 0 && epoch == row.epoch && seq <= row.seen && is_otherwise(store, &row, seq, text))
		return -ESTALE;
	if (r < 0 || epoch < row.epoch || seq <= row.whole)
		return r < 0 ? r : 0;
	r = database_file_run(&store->base, ADD, "iit", row.id, seq, text);
	row.seen = seq > row.seen ? seq : row.seen;
	row.last_us = t_us;
	if (r >= 0 && seq == row.whole + 1)
		r = apply_one(store, subject, &row, publication);
	if (r >= 0 && seq == row.whole)
		r = apply_early(store, subject, &row);
	if (r >= 0)
		r = save_row(store, &row);
	if (r >= 0 && t_us > row.before_us && !json_is_true(json_object_get(publication, "withheld")))
		*lag_us = now_us > t_us ? now_us - t_us : 0;
	return r < 0 ? r : 0;
}

int store_take(struct store *store, const struct store_subject *subject, const char *text, size_t size, int64_t now_us,
	       int64_t *lag_us)
{
	json_t *publication = json_loadb(text, size, 0, NULL);
	int r;

	*lag_us = -1;
	r = take(store, subject, text, publication, now_us, lag_us);
	json_decref(publication);
	return r;
}

int store_skip(struct store *store, const struct store_subject *subject, int64_t epoch, int64_t first)
{
	struct row row;
	int r;

	if (epoch < 1 || epoch > STORE_MOST || first > STORE_MOST_SEQ + INT64_C(1))
		return 0;
	r = database_file_begin(&store->base);
	if (r >= 0)
		r = make_row(store, subject, &row);
	if (r >= 0 && epoch > row.epoch)
		r = set_epoch(store, &row, epoch);
	if (r < 0 || epoch != row.epoch || first <= row.whole + 1)
		return r < 0 ? r : 0;
	row.whole = first - 1;
	row.seen = row.seen > row.whole ? row.seen : row.whole;
	r = apply_early(store, subject, &row);
	return r < 0 ? r : save_row(store, &row);
}

int64_t store_whole(struct store *store, const struct store_subject *subject, int64_t epoch)
{
	struct row row;

	return find_row(store, subject, &row) > 0 && row.epoch == epoch ? row.whole : 0;
}

/* A row that a statement has come to, by its columns' names. */
static json_t *row_json(sqlite3_stmt *s)
{
	json_t *row = json_object();

	for (int i = 0; i < sqlite3_column_count(s); i++)
		json_object_set_new(row, sqlite3_column_name(s, i),
				    sqlite3_column_type(s, i) == SQLITE_TEXT ?
					    json_string((const char *)sqlite3_column_text(s, i)) :
					    json_integer(sqlite3_column_int64(s, i)));
	return row;
}

json_t *store_ask(struct store *store, const char *question, const char *hall)
{
	sqlite3_stmt *s = NULL;
	json_t *list = json_array();

	if (sqlite3_prepare_v2(store->base.db, question, -1, &s, NULL) == SQLITE_OK) {
		if (hall)
			sqlite3_bind_text(s, 1, hall, -1, SQLITE_STATIC);
		while (sqlite3_step(s) == SQLITE_ROW)
			json_array_append_new(list, row_json(s));
	}
	sqlite3_finalize(s);
	return list;
}

int store_begin_reading(struct store *store)
{
	return sqlite3_exec(store->base.db, "BEGIN", NULL, NULL, NULL) == SQLITE_OK ? 0 :
										      database_file_fail(&store->base);
}

void store_end_reading(struct store *store)
{
	sqlite3_exec(store->base.db, "COMMIT", NULL, NULL, NULL);
}

json_t *store_changed(struct store *store, int64_t *after)
{
	sqlite3_stmt *s = database_file_bind(&store->base, CHANGED, "i", *after);
	json_t *list = json_array();
	int64_t last = *after;
	int rc;

	while ((rc = sqlite3_step(s)) == SQLITE_ROW) {
		json_array_append_new(list, row_json(s));
		last = sqlite3_column_int64(s, 8);
	}
	sqlite3_reset(s);
	if (rc != SQLITE_DONE) {
		database_file_fail(&store->base);
		json_decref(list);
		return NULL;
	}
	*after = last;
	return list;
}

json_t *store_range(struct store *store, int64_t subject, int64_t from, int64_t to)
{
	sqlite3_stmt *s = database_file_bind(&store->base, RANGE, "iii", subject, from, to);
	json_t *list = json_array();

	while (sqlite3_step(s) == SQLITE_ROW)
		json_array_append_new(list, json_loads((const char *)sqlite3_column_text(s, 0), 0, NULL));
	sqlite3_reset(s);
	return list;
}

json_t *store_events(struct store *store, const char *hall, int64_t epoch)
{
	json_t *rows, *row, *events = json_object();
	char question[160];
	size_t i;

	snprintf(question, sizeof(question),
		 "SELECT event, sum(whole) AS n FROM subjects WHERE hall = ? AND epoch = %lld GROUP BY event",
		 (long long)epoch);
	rows = store_ask(store, question, hall);

	json_array_foreach(rows, i, row)
		json_object_set(events, json_string_value(json_object_get(row, "event")), json_object_get(row, "n"));
	json_decref(rows);
	return events;
}

json_t *store_ended(struct store *store, const char *hall, int64_t epoch)
{
	json_t *rows, *row, *last, *ended = json_array();
	char question[480];
	size_t i;

	snprintf(
		question, sizeof(question),
		"SELECT event, body, (SELECT sum(whole) FROM subjects AS all_of WHERE all_of.hall = own.hall AND"
		" all_of.event = own.event AND all_of.epoch = own.epoch) AS n FROM subjects AS own JOIN publications ON"
		" subject = own.id AND seq = whole WHERE hall = ? AND epoch = %lld AND round = 0 AND board = 0"
		" ORDER BY event",
		(long long)epoch);
	rows = store_ask(store, question, hall);
	json_array_foreach(rows, i, row) {
		last = json_loads(json_string_value(json_object_get(row, "body")), 0, NULL);
		if (json_equal(json_object_get(last, "publications"), json_object_get(row, "n")))
			json_array_append(ended, json_object_get(row, "event"));
		json_decref(last);
	}
	json_decref(rows);
	return ended;
}

json_t *store_gaps(struct store *store, const char *hall, unsigned limit)
{
	char question[256];

	snprintf(question, sizeof(question),
		 "SELECT event, round, board, epoch, whole + 1 AS \"from\", seen AS \"to\" FROM subjects"
		 " WHERE hall = ? AND seen > whole LIMIT %u",
		 limit);
	return store_ask(store, question, hall);
}

json_t *store_alive(struct store *store)
{
	json_t *rows = store_ask(store, "SELECT alive_us, connected, fault FROM about", NULL),
	       *row = json_array_get(rows, 0);

	json_incref(row);
	json_decref(rows);
	return row;
}

json_t *store_failed(struct store *store, const char *hall, unsigned limit)
{
	json_t *rows, *row, *paths = json_array();
	char question[160];
	size_t i;

	snprintf(question, sizeof(question),
		 "SELECT event, path FROM files WHERE due AND due < 0 AND hall = ? ORDER BY due DESC LIMIT %u", limit);
	rows = store_ask(store, question, hall);
	json_array_foreach(rows, i, row)
		json_array_append_new(paths, json_sprintf("%s/%s", json_string_value(json_object_get(row, "event")),
							  json_string_value(json_object_get(row, "path"))));
	json_decref(rows);
	return paths;
}

int store_position(struct store *store, const char *created, uint64_t *seq, uint64_t *mark)
{
	sqlite3_stmt *s = database_file_bind(&store->base, POSITION, "t", created);
	const bool is_there = sqlite3_step(s) == SQLITE_ROW;

	*seq = is_there ? (uint64_t)sqlite3_column_int64(s, 0) : 0;
	*mark = is_there ? (uint64_t)sqlite3_column_int64(s, 1) : 0;
	sqlite3_reset(s);
	return 0;
}

int store_set_position(struct store *store, const char *created, uint64_t seq, uint64_t mark)
{
	int r = database_file_begin(&store->base);

	return r < 0 ? r : database_file_run(&store->base, SET_POSITION, "tii", created, (int64_t)seq, (int64_t)mark);
}

int store_set_alive(struct store *store, int64_t now_us, bool connected, const char *fault)
{
	int r = database_file_begin(&store->base);

	return r < 0 ? r : database_file_run(&store->base, SET_ALIVE, "iit", now_us, (int64_t)connected, fault);
}

static int store_set_up(struct store *store)
{
	sqlite3 *db = store->base.db;
	int keep = 1;

	/* what others need to read the file stays beside it when the centre has ended */
	sqlite3_file_control(db, "main", SQLITE_FCNTL_PERSIST_WAL, &keep);
	if (sqlite3_exec(db, "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL", NULL, NULL, NULL) ||
	    sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL))
		return database_file_fail(&store->base);
	store->base.in_transaction = true;
	if (sqlite3_exec(db, schema, NULL, NULL, NULL))
		return database_file_fail(&store->base);
	return database_file_commit(&store->base) < 0 ? -EIO : database_file_prepare(&store->base, sql, STATEMENTS);
}

int store_open(const char *path, bool read_only, struct store **ret, char err[static 256])
{
	struct store *store = calloc(1, sizeof(*store));
	int r;

	if (!store)
		return -ENOMEM;
	store->base.fault = "";
	r = database_file_open(&store->base, path,
			       read_only ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
	if (r >= 0)
		r = read_only ? database_file_prepare(&store->base, sql, STATEMENTS) : store_set_up(store);
	if (r < 0) {
		snprintf(err, 256, "%.120s: %.120s", path, store->base.error);
		store_close(store);
		return r;
	}
	if (!read_only)
		last_word_open(store, path);
	*ret = store;
	return 0;
}

void store_close(struct store *store)
{
	if (store) {
		last_word_close(store);
		database_file_close(&store->base);
	}
	free(store);
}

const char *store_error(const struct store *store)
{
	return store->base.error;
}
