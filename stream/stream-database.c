/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "stream/stream.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "common/machine-clock.h"
#include "common/database-file.h"
#include "common/text-change.h"

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
	" PRIMARY KEY (event, path)) WITHOUT ROWID;"
	"CREATE TABLE IF NOT EXISTS ended (event TEXT PRIMARY KEY, publications INTEGER NOT NULL) WITHOUT ROWID;";

enum statement {
	MAKE_SUBJECT,
	FIND_SUBJECT,
	ADD,
	SET_LAST,
	WITHHOLD,
	FIRST_WITHHELD,
	DROP_WITHHELD,
	TAKE_BACK,
	FILE_TEXT,
	SET_FILE,
	SET_ENDED,
	STATEMENTS
};

static const char *const sql[STATEMENTS] = {
	[MAKE_SUBJECT] = "INSERT OR IGNORE INTO subjects (event, round, board) VALUES (?, ?, ?)",
	[FIND_SUBJECT] = "SELECT id, last FROM subjects WHERE event = ? AND round = ? AND board = ?",
	[ADD] = "INSERT INTO publications (subject, seq, body) VALUES (?, ?, ?)",
	[SET_LAST] = "UPDATE subjects SET last = ?, last_us = ? WHERE id = ?",
	[WITHHOLD] = "INSERT INTO withheld (subject, plies, body) VALUES (?, ?, ?)",
	[FIRST_WITHHELD] = "SELECT id, plies, body FROM withheld WHERE subject = ? ORDER BY id LIMIT 1",
	[DROP_WITHHELD] = "DELETE FROM withheld WHERE id = ?",
	[TAKE_BACK] = "DELETE FROM withheld WHERE subject = ? AND json_extract(body, '$.type') = 'ruling'"
		      " AND json_extract(body, '$.t_us') = ? AND json_extract(body, '$.ruling') = ?"
		      " AND json_extract(body, '$.reason') = ?",
	[FILE_TEXT] = "SELECT text FROM files WHERE event = ? AND path = ?",
	[SET_FILE] = "INSERT OR REPLACE INTO files (event, path, text) VALUES (?, ?, ?)",
	[SET_ENDED] = "INSERT OR REPLACE INTO ended (event, publications) VALUES (?, ?)",
};

struct stream_database {
	struct database_file base;
	int64_t epoch;
};

/* Asks for one number of an event. */
static int64_t stream_database_ask(struct stream_database *d, const char *question, const char *event)
{
	sqlite3_stmt *s = NULL;
	int64_t n = 0;

	if (sqlite3_prepare_v2(d->base.db, question, -1, &s, NULL) == SQLITE_OK) {
		if (event)
			sqlite3_bind_text(s, 1, event, -1, SQLITE_STATIC);
		if (sqlite3_step(s) == SQLITE_ROW)
			n = sqlite3_column_int64(s, 0);
	}
	sqlite3_finalize(s);
	return n;
}

static int stream_database_find(struct stream_database *d, const struct stream_subject *subject, int64_t *id,
				int64_t *last)
{
	const int64_t round = subject->round, board = subject->board;
	int r = database_file_run(&d->base, MAKE_SUBJECT, "tii", subject->event, round, board);
	sqlite3_stmt *s;

	if (r < 0)
		return r;
	s = database_file_bind(&d->base, FIND_SUBJECT, "tii", subject->event, round, board);
	if (sqlite3_step(s) == SQLITE_ROW) {
		*id = sqlite3_column_int64(s, 0);
		*last = sqlite3_column_int64(s, 1);
	} else {
		r = database_file_fail(&d->base);
	}
	sqlite3_reset(s);
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
	r = database_file_run(&d->base, ADD, "iit", subject, last + 1, body);
	free(body);
	if (r < 0)
		return r;
	return database_file_run(&d->base, SET_LAST, "iii", last + 1, t_us, subject);
}

/* The epoch may be another one than before: stream_epoch_begin(). */
static int stream_database_begin(struct stream_database *d)
{
	const bool has_begun = d->base.in_transaction;
	const int r = database_file_begin(&d->base);

	if (r >= 0 && !has_begun)
		d->epoch = stream_database_ask(d, "SELECT epoch FROM about", NULL);
	return r;
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
	int64_t id, last;
	int r = stream_database_begin(d);
	json_t *whole = r < 0 ? NULL : with_envelope(d, subject, publication);

	if (r >= 0)
		r = whole ? stream_database_find(d, subject, &id, &last) : -ENOMEM;
	if (r >= 0)
		r = insert(d, id, last, whole);
	json_decref(whole);
	return r;
}

int stream_database_withhold(struct stream_database *d, const struct stream_subject *subject, uint32_t plies,
			     json_t *publication)
{
	int64_t id, last;
	int r = stream_database_begin(d);
	json_t *whole = r < 0 ? NULL : with_envelope(d, subject, publication);
	char *body = whole ? json_dumps(whole, JSON_COMPACT) : NULL;

	if (r >= 0)
		r = body ? stream_database_find(d, subject, &id, &last) : -ENOMEM;
	if (r >= 0)
		r = database_file_run(&d->base, WITHHOLD, "iit", id, (int64_t)plies, body);
	json_decref(whole);
	free(body);
	return r;
}

/* The one that waits longest. 1; 0: none waits, or it has to wait on; a failure. */
static int release_first(struct stream_database *d, int64_t subject, int64_t last, uint32_t plies)
{
	sqlite3_stmt *s = database_file_bind(&d->base, FIRST_WITHHELD, "i", subject);
	json_t *publication = NULL;
	int64_t id = 0;
	int r, rc = sqlite3_step(s);

	if (rc == SQLITE_ROW && sqlite3_column_int64(s, 1) <= plies) {
		id = sqlite3_column_int64(s, 0);
		publication = json_loads((const char *)sqlite3_column_text(s, 2), 0, NULL);
		r = publication ? 1 : -ENOMEM;
	} else {
		r = rc == SQLITE_ROW || rc == SQLITE_DONE ? 0 : database_file_fail(&d->base);
	}
	sqlite3_reset(s);
	if (r <= 0)
		return r;
	json_object_set_new(publication, "withheld", json_true());
	r = insert(d, subject, last, publication);
	json_decref(publication);
	if (r < 0)
		return r;
	r = database_file_run(&d->base, DROP_WITHHELD, "i", id);
	return r < 0 ? r : 1;
}

int stream_database_release(struct stream_database *d, const struct stream_subject *subject, uint32_t plies)
{
	int64_t id, last;
	int r = stream_database_begin(d);

	if (r >= 0)
		r = stream_database_find(d, subject, &id, &last);
	if (r < 0)
		return r;
	while ((r = release_first(d, id, last, plies)) > 0)
		last++;
	return r;
}

int stream_database_take_back(struct stream_database *d, const struct stream_subject *subject, const json_t *ruling)
{
	int64_t id, last;
	int r = stream_database_begin(d);

	if (r >= 0)
		r = stream_database_find(d, subject, &id, &last);
	return r < 0 ? r :
		       database_file_run(&d->base, TAKE_BACK, "iitt", id,
					 (int64_t)json_integer_value(json_object_get(ruling, "t_us")),
					 json_string_value(json_object_get(ruling, "ruling")),
					 json_string_value(json_object_get(ruling, "reason")));
}

/* New text, "" none; NULL without memory. */
static char *file_text(struct stream_database *d, const char *event, const char *path)
{
	sqlite3_stmt *s = database_file_bind(&d->base, FILE_TEXT, "tt", event, path);
	char *text = strdup(sqlite3_step(s) == SQLITE_ROW ? (const char *)sqlite3_column_text(s, 0) : "");

	sqlite3_reset(s);
	return text;
}

int stream_database_file(struct stream_database *d, const struct stream_subject *subject, const char *path,
			 const char *text, int64_t realtime_us)
{
	struct text_change change;
	json_t *publication = NULL;
	char *before;
	int r = stream_database_begin(d);

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
	if (r >= 0)
		r = database_file_run(&d->base, SET_FILE, "ttt", subject->event, path, text);
	json_decref(publication);
	free(before);
	return r;
}

/* With how many publications it has ended, if nothing was said of it since; 0: it goes on. */
static int64_t ended_with(struct stream_database *d, const char *event, int64_t said)
{
	const int64_t ended = stream_database_ask(d, "SELECT publications FROM ended WHERE event = ?", event);

	return ended == said ? ended : 0;
}

static int64_t count_said(struct stream_database *d, const char *event)
{
	return stream_database_ask(d, "SELECT sum(last) FROM subjects WHERE event = ?", event);
}

int stream_database_end(struct stream_database *d, const char *event, int64_t realtime_us)
{
	static const char waiting[] =
		"SELECT count(*) FROM withheld WHERE subject IN (SELECT id FROM subjects WHERE event = ?)";
	const struct stream_subject subject = { .event = event };
	int r = stream_database_begin(d);
	const int64_t said = r < 0 ? 0 : count_said(d, event);
	json_t *publication;

	if (r < 0 || !said || ended_with(d, event, said) || stream_database_ask(d, waiting, event) > 0)
		return r;
	publication = json_pack("{s:I, s:s, s:I}", "t_wall", (json_int_t)realtime_us, "type", "end", "publications",
				(json_int_t)said + 1);
	r = publication ? stream_database_add(d, &subject, publication) : -ENOMEM;
	if (r >= 0)
		r = database_file_run(&d->base, SET_ENDED, "ti", event, said + 1);
	json_decref(publication);
	return r < 0 ? r : 1;
}

int stream_database_forget_ended(struct stream_database *d, const char *event, int64_t epoch, int64_t publications)
{
	int r = stream_database_begin(d);

	if (r < 0 || epoch != d->epoch || publications < 1 ||
	    ended_with(d, event, count_said(d, event)) != publications)
		return r;
	return stream_database_forget(d, event);
}

int stream_database_forget(struct stream_database *d, const char *event)
{
	static const char *const all[] = {
		"DELETE FROM publications WHERE subject IN (SELECT id FROM subjects WHERE event = ?)",
		"DELETE FROM withheld WHERE subject IN (SELECT id FROM subjects WHERE event = ?)",
		"DELETE FROM files WHERE event = ?",
	};
	int r = stream_database_begin(d);

	/* the subjects stay: their numbers go on should the event be taken up again */
	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]) && r >= 0; i++) {
		sqlite3_stmt *s = NULL;

		if (sqlite3_prepare_v2(d->base.db, all[i], -1, &s, NULL) != SQLITE_OK ||
		    sqlite3_bind_text(s, 1, event, -1, SQLITE_STATIC) != SQLITE_OK || sqlite3_step(s) != SQLITE_DONE)
			r = database_file_fail(&d->base);
		sqlite3_finalize(s);
	}
	return r;
}

int stream_database_commit(struct stream_database *d)
{
	return database_file_commit(&d->base);
}

void stream_database_drop(struct stream_database *d)
{
	database_file_drop(&d->base);
}

int64_t stream_database_last(struct stream_database *d, const char *event)
{
	return stream_database_ask(d, "SELECT max(last_us) FROM subjects WHERE event = ?", event);
}

json_t *stream_database_events(struct stream_database *d)
{
	sqlite3_stmt *s = NULL;
	json_t *events = json_array();

	if (sqlite3_prepare_v2(d->base.db,
			       "SELECT DISTINCT event FROM subjects JOIN publications ON subject = subjects.id", -1, &s,
			       NULL) == SQLITE_OK)
		while (sqlite3_step(s) == SQLITE_ROW)
			json_array_append_new(events, json_string((const char *)sqlite3_column_text(s, 0)));
	sqlite3_finalize(s);
	return events;
}

const char *stream_database_error(const struct stream_database *d)
{
	return d->base.error;
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

static int stream_database_set_up(struct stream_database *d)
{
	int64_t version = stream_database_ask(d, "PRAGMA user_version", NULL);
	char first[128];
	int persist = 1;

	if (version > VERSION) {
		snprintf(d->base.error, sizeof(d->base.error), "it was written by a newer version of Flagfall");
		return -EPROTONOSUPPORT;
	}
	/* who only reads needs the log's files to be there */
	sqlite3_file_control(d->base.db, NULL, SQLITE_FCNTL_PERSIST_WAL, &persist);
	snprintf(first, sizeof(first), "INSERT INTO about SELECT %lld WHERE NOT EXISTS (SELECT 1 FROM about)",
		 (long long)machine_clock_us(CLOCK_REALTIME));
	if (sqlite3_exec(d->base.db, "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL", NULL, NULL, NULL) ||
	    sqlite3_exec(d->base.db, "BEGIN IMMEDIATE", NULL, NULL, NULL) ||
	    sqlite3_exec(d->base.db, schema, NULL, NULL, NULL) || sqlite3_exec(d->base.db, first, NULL, NULL, NULL) ||
	    sqlite3_exec(d->base.db, "PRAGMA user_version = 1", NULL, NULL, NULL) ||
	    sqlite3_exec(d->base.db, "COMMIT", NULL, NULL, NULL)) {
		snprintf(d->base.error, sizeof(d->base.error), "%s", sqlite3_errmsg(d->base.db));
		return -EIO;
	}
	d->epoch = stream_database_ask(d, "SELECT epoch FROM about", NULL);
	return database_file_prepare(&d->base, sql, STATEMENTS);
}

int stream_database_open(const char *path, struct stream_database **ret, char err[static 256])
{
	struct stream_database *d = calloc(1, sizeof(*d));
	int r;

	if (!d)
		return -ENOMEM;
	d->base.fault = "The stream database cannot be written: ";
	make_folder(path);
	r = database_file_open(&d->base, path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
	if (r >= 0)
		r = stream_database_set_up(d);
	if (r < 0) {
		snprintf(err, 256, "%.120s: %.120s", path, d->base.error);
		stream_database_close(d);
		return r;
	}
	*ret = d;
	return 0;
}

/* All texts have the epoch in front. */
static int set_epoch(struct stream_database *d, int64_t above)
{
	const int64_t now_us = machine_clock_us(CLOCK_REALTIME);
	int r = stream_database_begin(d);
	const int64_t least = (r < 0 || d->epoch > above ? d->epoch : above) + 1,
		      epoch = now_us > least ? now_us : least;
	char all[400];

	if (r < 0)
		return r;
	snprintf(all, sizeof(all),
		 "UPDATE about SET epoch = %lld;"
		 "UPDATE publications SET body = '{\"epoch\":%lld' || substr(body, instr(body, ','));"
		 "UPDATE withheld SET body = '{\"epoch\":%lld' || substr(body, instr(body, ','))",
		 (long long)epoch, (long long)epoch, (long long)epoch);
	return sqlite3_exec(d->base.db, all, NULL, NULL, NULL) == SQLITE_OK ? stream_database_commit(d) :
									      database_file_fail(&d->base);
}

int stream_epoch_begin(const char *path, int64_t above, char err[static 256])
{
	struct stream_database *d;
	int r = stream_database_open(path, &d, err);

	if (r < 0)
		return r;
	r = set_epoch(d, above);
	if (r < 0)
		snprintf(err, 256, "%.120s: %.120s", path, d->base.error);
	stream_database_close(d);
	return r;
}

void stream_database_close(struct stream_database *d)
{
	if (d)
		database_file_close(&d->base);
	free(d);
}
