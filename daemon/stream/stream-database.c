/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/stream/stream-database.h"

#include <errno.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "daemon/machine-clock.h"
#include "daemon/stream/text-change.h"

#define VERSION 1

static const char schema[] =
	"CREATE TABLE IF NOT EXISTS about (epoch INTEGER NOT NULL);"
	"CREATE TABLE IF NOT EXISTS subjects (id INTEGER PRIMARY KEY, event TEXT NOT NULL, round INTEGER NOT NULL,"
	" board INTEGER NOT NULL, last INTEGER NOT NULL DEFAULT 0, last_us INTEGER NOT NULL DEFAULT 0,"
	" UNIQUE (event, round, board));"
	"CREATE TABLE IF NOT EXISTS publications (id INTEGER PRIMARY KEY AUTOINCREMENT, subject INTEGER NOT NULL,"
	" seq INTEGER NOT NULL, body TEXT NOT NULL, UNIQUE (subject, seq));"
	"CREATE TABLE IF NOT EXISTS withheld (id INTEGER PRIMARY KEY AUTOINCREMENT, subject INTEGER NOT NULL,"
	" plies INTEGER NOT NULL, body TEXT NOT NULL);"
	"CREATE INDEX IF NOT EXISTS withheld_of ON withheld (subject, id);"
	"CREATE TABLE IF NOT EXISTS files (event TEXT NOT NULL, path TEXT NOT NULL, text TEXT NOT NULL,"
	" PRIMARY KEY (event, path)) WITHOUT ROWID;";

enum statement {
	BEGIN,
	COMMIT,
	MAKE_SUBJECT,
	FIND_SUBJECT,
	ADD,
	SET_LAST,
	WITHHOLD,
	FIRST_WITHHELD,
	DROP_WITHHELD,
	FILE_TEXT,
	SET_FILE,
	STATEMENTS
};

static const char *const sql[STATEMENTS] = {
	[BEGIN] = "BEGIN IMMEDIATE",
	[COMMIT] = "COMMIT",
	[MAKE_SUBJECT] = "INSERT OR IGNORE INTO subjects (event, round, board) VALUES (?, ?, ?)",
	[FIND_SUBJECT] = "SELECT id, last FROM subjects WHERE event = ? AND round = ? AND board = ?",
	[ADD] = "INSERT INTO publications (subject, seq, body) VALUES (?, ?, ?)",
	[SET_LAST] = "UPDATE subjects SET last = ?, last_us = ? WHERE id = ?",
	[WITHHOLD] = "INSERT INTO withheld (subject, plies, body) VALUES (?, ?, ?)",
	[FIRST_WITHHELD] = "SELECT id, plies, body FROM withheld WHERE subject = ? ORDER BY id LIMIT 1",
	[DROP_WITHHELD] = "DELETE FROM withheld WHERE id = ?",
	[FILE_TEXT] = "SELECT text FROM files WHERE event = ? AND path = ?",
	[SET_FILE] = "INSERT OR REPLACE INTO files (event, path, text) VALUES (?, ?, ?)",
};

struct stream_database {
	sqlite3 *db;
	sqlite3_stmt *statement[STATEMENTS];
	int64_t epoch;
	bool open; /* a transaction is */
	char error[256];
};

static int fault(struct stream_database *d)
{
	snprintf(d->error, sizeof(d->error), "The stream database cannot be written: %s", sqlite3_errmsg(d->db));
	if (d->open) {
		sqlite3_exec(d->db, "ROLLBACK", NULL, NULL, NULL);
		d->open = false;
	}
	return -EIO;
}

/* Runs one that gives no row, and whose parameters are bound. */
static int run(struct stream_database *d, enum statement which)
{
	int rc = sqlite3_step(d->statement[which]);
	int r = rc == SQLITE_DONE ? 0 : fault(d);

	sqlite3_reset(d->statement[which]);
	sqlite3_clear_bindings(d->statement[which]);
	return r;
}

static int begin(struct stream_database *d)
{
	int r = d->open ? 0 : run(d, BEGIN);

	d->open = r >= 0;
	return r;
}

static int find(struct stream_database *d, const struct stream_subject *subject, int64_t *id, int64_t *last)
{
	static const enum statement both[] = { MAKE_SUBJECT, FIND_SUBJECT };
	sqlite3_stmt *s = d->statement[FIND_SUBJECT];
	int r = 0;

	for (size_t i = 0; i < sizeof(both) / sizeof(both[0]) && r >= 0; i++) {
		sqlite3_bind_text(d->statement[both[i]], 1, subject->event, -1, SQLITE_STATIC);
		sqlite3_bind_int64(d->statement[both[i]], 2, subject->round);
		sqlite3_bind_int64(d->statement[both[i]], 3, subject->board);
		if (both[i] == MAKE_SUBJECT)
			r = run(d, MAKE_SUBJECT);
	}
	if (r >= 0 && sqlite3_step(s) == SQLITE_ROW) {
		*id = sqlite3_column_int64(s, 0);
		*last = sqlite3_column_int64(s, 1);
	} else if (r >= 0) {
		r = fault(d);
	}
	sqlite3_reset(s);
	sqlite3_clear_bindings(s);
	return r;
}

static int insert(struct stream_database *d, int64_t subject, int64_t last, json_t *publication)
{
	const int64_t t_us = json_integer_value(json_object_get(publication, "t_wall"));
	char *body;
	int r;

	json_object_set_new(publication, "seq", json_integer(last + 1));
	body = json_dumps(publication, JSON_COMPACT);
	if (!body)
		return -ENOMEM;
	sqlite3_bind_int64(d->statement[ADD], 1, subject);
	sqlite3_bind_int64(d->statement[ADD], 2, last + 1);
	sqlite3_bind_text(d->statement[ADD], 3, body, -1, SQLITE_STATIC);
	r = run(d, ADD);
	free(body);
	if (r < 0)
		return r;
	sqlite3_bind_int64(d->statement[SET_LAST], 1, last + 1);
	sqlite3_bind_int64(d->statement[SET_LAST], 2, t_us);
	sqlite3_bind_int64(d->statement[SET_LAST], 3, subject);
	return run(d, SET_LAST);
}

/* Number and type in front of what is said. New reference. */
static json_t *with_envelope(struct stream_database *d, const struct stream_subject *subject, json_t *publication)
{
	json_t *whole = json_pack("{s:I, s:i, s:s, s:i, s:i}", "epoch", (json_int_t)d->epoch, "seq", 0, "event",
				  subject->event, "round", (int)subject->round, "board", (int)subject->board);

	if (whole && json_object_update(whole, publication) < 0) {
		json_decref(whole);
		whole = NULL;
	}
	return whole;
}

int stream_database_add(struct stream_database *d, const struct stream_subject *subject, json_t *publication)
{
	json_t *whole = with_envelope(d, subject, publication);
	int64_t id, last;
	int r = whole ? begin(d) : -ENOMEM;

	if (r >= 0)
		r = find(d, subject, &id, &last);
	if (r >= 0)
		r = insert(d, id, last, whole);
	json_decref(whole);
	return r;
}

int stream_database_withhold(struct stream_database *d, const struct stream_subject *subject, uint32_t plies,
			     json_t *publication)
{
	json_t *whole = with_envelope(d, subject, publication);
	char *body = whole ? json_dumps(whole, JSON_COMPACT) : NULL;
	int64_t id, last;
	int r = body ? begin(d) : -ENOMEM;

	if (r >= 0)
		r = find(d, subject, &id, &last);
	if (r >= 0) {
		sqlite3_bind_int64(d->statement[WITHHOLD], 1, id);
		sqlite3_bind_int64(d->statement[WITHHOLD], 2, plies);
		sqlite3_bind_text(d->statement[WITHHOLD], 3, body, -1, SQLITE_STATIC);
		r = run(d, WITHHOLD);
	}
	json_decref(whole);
	free(body);
	return r;
}

/* The one that waits longest. 1; 0: none waits, or it has to wait on; a failure. */
static int release_first(struct stream_database *d, int64_t subject, int64_t last, uint32_t plies)
{
	sqlite3_stmt *s = d->statement[FIRST_WITHHELD];
	json_t *publication = NULL;
	int64_t id = 0;
	int r, rc;

	sqlite3_bind_int64(s, 1, subject);
	rc = sqlite3_step(s);
	if (rc == SQLITE_ROW && sqlite3_column_int64(s, 1) <= plies) {
		id = sqlite3_column_int64(s, 0);
		publication = json_loads((const char *)sqlite3_column_text(s, 2), 0, NULL);
		r = publication ? 1 : -ENOMEM;
	} else {
		r = rc == SQLITE_ROW || rc == SQLITE_DONE ? 0 : fault(d);
	}
	sqlite3_reset(s);
	if (r <= 0)
		return r;
	json_object_set_new(publication, "withheld", json_true());
	r = insert(d, subject, last, publication);
	json_decref(publication);
	if (r < 0)
		return r;
	sqlite3_bind_int64(d->statement[DROP_WITHHELD], 1, id);
	r = run(d, DROP_WITHHELD);
	return r < 0 ? r : 1;
}

int stream_database_release(struct stream_database *d, const struct stream_subject *subject, uint32_t plies)
{
	int64_t id, last;
	int r = begin(d);

	if (r >= 0)
		r = find(d, subject, &id, &last);
	if (r < 0)
		return r;
	while ((r = release_first(d, id, last, plies)) > 0)
		last++;
	return r;
}

/* New text, "" none; NULL without memory. */
static char *file_text(struct stream_database *d, const char *event, const char *path)
{
	sqlite3_stmt *s = d->statement[FILE_TEXT];
	char *text;

	sqlite3_bind_text(s, 1, event, -1, SQLITE_STATIC);
	sqlite3_bind_text(s, 2, path, -1, SQLITE_STATIC);
	text = strdup(sqlite3_step(s) == SQLITE_ROW ? (const char *)sqlite3_column_text(s, 0) : "");
	sqlite3_reset(s);
	sqlite3_clear_bindings(s);
	return text;
}

int stream_database_file(struct stream_database *d, const struct stream_subject *subject, const char *path,
			 const char *text, int64_t realtime_us)
{
	struct text_change change;
	json_t *publication = NULL;
	char *before;
	int r = begin(d);

	if (r < 0)
		return r;
	before = file_text(d, subject->event, path);
	if (!before)
		return -ENOMEM;
	if (strcmp(before, text) == 0) {
		free(before);
		return 0;
	}
	text_change_find(before, text, &change);
	publication = json_pack("{s:I, s:s, s:s, s:I, s:I, s:s%, s:I}", "t_wall", (json_int_t)realtime_us, "type",
				"file", "path", path, "keep", (json_int_t)change.keep, "tail", (json_int_t)change.tail,
				"text", change.text, change.length, "size", (json_int_t)strlen(text));
	r = publication ? stream_database_add(d, subject, publication) : -ENOMEM;
	if (r >= 0) {
		sqlite3_bind_text(d->statement[SET_FILE], 1, subject->event, -1, SQLITE_STATIC);
		sqlite3_bind_text(d->statement[SET_FILE], 2, path, -1, SQLITE_STATIC);
		sqlite3_bind_text(d->statement[SET_FILE], 3, text, -1, SQLITE_STATIC);
		r = run(d, SET_FILE);
	}
	json_decref(publication);
	free(before);
	return r;
}

/* Asks for one number of an event. */
static int64_t ask(struct stream_database *d, const char *question, const char *event)
{
	sqlite3_stmt *s = NULL;
	int64_t n = 0;

	if (sqlite3_prepare_v2(d->db, question, -1, &s, NULL) == SQLITE_OK) {
		if (event)
			sqlite3_bind_text(s, 1, event, -1, SQLITE_STATIC);
		if (sqlite3_step(s) == SQLITE_ROW)
			n = sqlite3_column_int64(s, 0);
	}
	sqlite3_finalize(s);
	return n;
}

int stream_database_forget(struct stream_database *d, const char *event)
{
	static const char *const all[] = {
		"DELETE FROM publications WHERE subject IN (SELECT id FROM subjects WHERE event = ?)",
		"DELETE FROM withheld WHERE subject IN (SELECT id FROM subjects WHERE event = ?)",
		"DELETE FROM files WHERE event = ?",
	};
	int r = begin(d);

	/* the subjects stay: their numbers go on should the event be taken up again */
	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]) && r >= 0; i++) {
		sqlite3_stmt *s = NULL;

		if (sqlite3_prepare_v2(d->db, all[i], -1, &s, NULL) != SQLITE_OK ||
		    sqlite3_bind_text(s, 1, event, -1, SQLITE_STATIC) != SQLITE_OK || sqlite3_step(s) != SQLITE_DONE)
			r = fault(d);
		sqlite3_finalize(s);
	}
	return r;
}

int stream_database_commit(struct stream_database *d)
{
	int r;

	if (!d->open)
		return 0;
	r = run(d, COMMIT);
	if (r >= 0)
		d->open = false;
	return r;
}

int64_t stream_database_last(struct stream_database *d, const char *event)
{
	return ask(d, "SELECT max(last_us) FROM subjects WHERE event = ?", event);
}

json_t *stream_database_events(struct stream_database *d)
{
	sqlite3_stmt *s = NULL;
	json_t *events = json_array();

	if (sqlite3_prepare_v2(d->db, "SELECT DISTINCT event FROM subjects JOIN publications ON subject = subjects.id",
			       -1, &s, NULL) == SQLITE_OK)
		while (sqlite3_step(s) == SQLITE_ROW)
			json_array_append_new(events, json_string((const char *)sqlite3_column_text(s, 0)));
	sqlite3_finalize(s);
	return events;
}

const char *stream_database_error(const struct stream_database *d)
{
	return d->error;
}

/* The folder that it lies in: the daemon's own, and so there is one level to make. */
static void make_folder(const char *path)
{
	const char *slash = strrchr(path, '/');
	char *folder = slash && slash > path ? strndup(path, (size_t)(slash - path)) : NULL;

	if (folder)
		mkdir(folder, 0755); /* what is wrong with it is told when the file is opened */
	free(folder);
}

static int set_up(struct stream_database *d)
{
	int64_t version = ask(d, "PRAGMA user_version", NULL);
	char first[128];
	int persist = 1;

	if (version > VERSION) {
		snprintf(d->error, sizeof(d->error), "it was written by a newer version of Flagfall");
		return -EPROTONOSUPPORT;
	}
	/* who only reads needs the log's files to be there */
	sqlite3_file_control(d->db, NULL, SQLITE_FCNTL_PERSIST_WAL, &persist);
	snprintf(first, sizeof(first), "INSERT INTO about SELECT %lld WHERE NOT EXISTS (SELECT 1 FROM about)",
		 (long long)machine_clock_us(CLOCK_REALTIME));
	if (sqlite3_exec(d->db, "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL", NULL, NULL, NULL) ||
	    sqlite3_exec(d->db, "BEGIN IMMEDIATE", NULL, NULL, NULL) || sqlite3_exec(d->db, schema, NULL, NULL, NULL) ||
	    sqlite3_exec(d->db, first, NULL, NULL, NULL) ||
	    sqlite3_exec(d->db, "PRAGMA user_version = 1", NULL, NULL, NULL) ||
	    sqlite3_exec(d->db, "COMMIT", NULL, NULL, NULL)) {
		snprintf(d->error, sizeof(d->error), "%s", sqlite3_errmsg(d->db));
		return -EIO;
	}
	d->epoch = ask(d, "SELECT epoch FROM about", NULL);
	for (int i = 0; i < STATEMENTS; i++)
		if (sqlite3_prepare_v3(d->db, sql[i], -1, SQLITE_PREPARE_PERSISTENT, &d->statement[i], NULL)) {
			snprintf(d->error, sizeof(d->error), "%s", sqlite3_errmsg(d->db));
			return -EIO;
		}
	return 0;
}

int stream_database_open(const char *path, struct stream_database **ret, char err[static 256])
{
	struct stream_database *d = calloc(1, sizeof(*d));
	int r;

	if (!d)
		return -ENOMEM;
	make_folder(path);
	if (sqlite3_open_v2(path, &d->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, NULL)) {
		snprintf(d->error, sizeof(d->error), "%s", d->db ? sqlite3_errmsg(d->db) : "no memory");
		r = -EIO;
	} else {
		sqlite3_busy_timeout(d->db, 2000);
		r = set_up(d);
	}
	if (r < 0) {
		snprintf(err, 256, "%.120s: %.120s", path, d->error);
		stream_database_close(d);
		return r;
	}
	*ret = d;
	return 0;
}

void stream_database_close(struct stream_database *d)
{
	if (!d)
		return;
	for (int i = 0; i < STATEMENTS; i++)
		sqlite3_finalize(d->statement[i]);
	sqlite3_close(d->db);
	free(d);
}
