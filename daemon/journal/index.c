/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/journal/inside.h"

#include <errno.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/json-text.h"

#define PATH 4096
#define ROWS_AT_ONCE 1000 /* some milliseconds */

struct index {
	char path[PATH];
	sqlite3 *db;
	sqlite3_stmt *start, *time, *state;
};

static const char *const table =
	"CREATE TABLE IF NOT EXISTS games(id INTEGER PRIMARY KEY, board TEXT NOT NULL, program TEXT, setup TEXT NOT NULL,"
	" time TEXT NOT NULL, state TEXT NOT NULL, result TEXT, record TEXT, fault TEXT, ended_us INTEGER NOT NULL);"
	"CREATE INDEX IF NOT EXISTS games_state ON games(state)";

#define COLUMNS "id, board, program, setup, time, state, result, record, fault, ended_us"
enum { COLUMN_COUNT = 10 };

static int fault_of(int rc)
{
	return rc == SQLITE_NOMEM ? -ENOMEM : -EIO;
}

static void remove_files(const char *path)
{
	static const char *const parts[] = { "", "-wal", "-shm", "-journal" };
	char name[PATH + 16];

	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
		snprintf(name, sizeof(name), "%s%s", path, parts[i]);
		unlink(name);
	}
}

static int prepare(struct index *ix)
{
	static const char start[] = "INSERT OR REPLACE INTO games(" COLUMNS
				    ") VALUES(?1, ?2, ?3, ?4, ?5, 'running', NULL, NULL, NULL, 0)",
			  time[] = "UPDATE games SET time = ?2, board = coalesce(?3, board) WHERE id = ?1",
			  state[] = "UPDATE games SET state = ?2, result = ?3, record = ?4, fault = ?5, ended_us = ?6"
				    " WHERE id = ?1";
	int rc = sqlite3_exec(ix->db, "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF", NULL, NULL, NULL);

	if (rc == SQLITE_OK)
		rc = sqlite3_exec(ix->db, table, NULL, NULL, NULL);
	if (rc == SQLITE_OK)
		rc = sqlite3_prepare_v2(ix->db, start, -1, &ix->start, NULL);
	if (rc == SQLITE_OK)
		rc = sqlite3_prepare_v2(ix->db, time, -1, &ix->time, NULL);
	if (rc == SQLITE_OK)
		rc = sqlite3_prepare_v2(ix->db, state, -1, &ix->state, NULL);
	return rc == SQLITE_OK ? 0 : fault_of(rc);
}

void index_close(struct index *ix)
{
	if (!ix)
		return;
	sqlite3_finalize(ix->start);
	sqlite3_finalize(ix->time);
	sqlite3_finalize(ix->state);
	sqlite3_close(ix->db);
	free(ix);
}

static int open_file(const char *path, struct index **ret)
{
	struct index *ix = calloc(1, sizeof(*ix));
	int rc, r;

	if (!ix)
		return -ENOMEM;
	rc = sqlite3_open_v2(path, &ix->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, NULL);
	snprintf(ix->path, sizeof(ix->path), "%s", path);
	r = rc == SQLITE_OK ? prepare(ix) : fault_of(rc);
	if (r >= 0 && index_finished(ix) < 0)
		r = -EIO;
	if (r < 0)
		index_close(ix);
	else
		*ret = ix;
	return r;
}

int index_open(const char *path, struct index **ret, bool *is_new)
{
	int r;

	*is_new = access(path, F_OK) < 0;
	r = open_file(path, ret);
	if (r != -EIO || *is_new)
		return r;
	*is_new = true;
	remove_files(path);
	return open_file(path, ret);
}

void index_begin(struct index *ix)
{
	sqlite3_exec(ix->db, "BEGIN", NULL, NULL, NULL);
}

void index_end(struct index *ix)
{
	sqlite3_exec(ix->db, "COMMIT", NULL, NULL, NULL);
}

static void bind_text(sqlite3_stmt *s, int at, const json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));

	if (text)
		sqlite3_bind_text(s, at, text, -1, SQLITE_TRANSIENT);
	else
		sqlite3_bind_null(s, at);
}

static void bind_json(sqlite3_stmt *s, int at, json_t *value)
{
	char *text = value ? json_dumps(value, JSON_COMPACT) : NULL;

	sqlite3_bind_text(s, at, text ? text : "", -1, SQLITE_TRANSIENT);
	free(text);
}

int index_put(struct index *ix, uint64_t game, enum chain_kind kind, json_t *line)
{
	sqlite3_stmt *s = kind == CHAIN_GAME ? ix->start : kind == CHAIN_TIME ? ix->time : ix->state;
	int rc;

	if (kind == CHAIN_GAME) {
		sqlite3_bind_text(s, 2, text_of(line, "board"), -1, SQLITE_TRANSIENT);
		bind_text(s, 3, line, "program");
		bind_json(s, 4, json_object_get(line, "setup"));
		bind_json(s, 5, json_object_get(line, "time"));
	} else if (kind == CHAIN_TIME) {
		bind_json(s, 2, line);
		bind_text(s, 3, line, "board"); /* on which the game goes on */
	} else if (kind == CHAIN_STATE) {
		sqlite3_bind_text(s, 2, text_of(line, "state"), -1, SQLITE_TRANSIENT);
		bind_text(s, 3, line, "result");
		bind_text(s, 4, line, "record");
		bind_text(s, 5, line, "fault");
		sqlite3_bind_int64(s, 6, json_integer_value(json_object_get(line, "ended_us")));
	} else {
		return 0;
	}
	sqlite3_bind_int64(s, 1, (int64_t)game);
	rc = sqlite3_step(s);
	sqlite3_reset(s);
	if (rc == SQLITE_DONE)
		return 0;
	remove_files(ix->path); /* it lacks something: the next start makes it anew */
	return fault_of(rc);
}

void index_drop_unfinished(struct index *ix)
{
	sqlite3_exec(ix->db, "DELETE FROM games WHERE state NOT IN ('recorded', 'given-up')", NULL, NULL, NULL);
}

int index_drop_missing(struct index *ix, bool (*is_there)(void *userdata, uint64_t game), void *userdata)
{
	sqlite3_stmt *s = NULL, *drop = NULL;
	int rc = sqlite3_prepare_v2(ix->db, "SELECT id FROM games WHERE state IN ('recorded', 'given-up')", -1, &s,
				    NULL);

	if (rc == SQLITE_OK)
		rc = sqlite3_prepare_v2(ix->db, "DELETE FROM games WHERE id = ?", -1, &drop, NULL);
	while (rc == SQLITE_OK && sqlite3_step(s) == SQLITE_ROW) {
		if (is_there(userdata, (uint64_t)sqlite3_column_int64(s, 0)))
			continue;
		sqlite3_bind_int64(drop, 1, sqlite3_column_int64(s, 0));
		rc = sqlite3_step(drop) == SQLITE_DONE ? SQLITE_OK : SQLITE_ERROR;
		sqlite3_reset(drop);
	}
	sqlite3_finalize(s);
	sqlite3_finalize(drop);
	return rc == SQLITE_OK ? 0 : fault_of(rc);
}

int64_t index_finished(struct index *ix)
{
	sqlite3_stmt *s = NULL;
	int64_t count = -EIO;

	if (sqlite3_prepare_v2(ix->db, "SELECT count(*) FROM games WHERE state IN ('recorded', 'given-up')", -1, &s,
			       NULL) == SQLITE_OK &&
	    sqlite3_step(s) == SQLITE_ROW)
		count = sqlite3_column_int64(s, 0);
	sqlite3_finalize(s);
	return count;
}

static int read_rows(sqlite3_stmt *s, journal_game_fn fn, void *userdata, uint64_t *last)
{
	int rc = SQLITE_DONE, r = 0;

	while (r == 0 && (rc = sqlite3_step(s)) == SQLITE_ROW) {
		const char *text[COLUMN_COUNT];
		struct journal_game game;

		for (int i = 0; i < COLUMN_COUNT; i++)
			text[i] = (const char *)sqlite3_column_text(s, i);
		game = (struct journal_game){ .number = (uint64_t)sqlite3_column_int64(s, 0),
					      .board = text[1],
					      .program = text[2],
					      .setup = text[3],
					      .time = text[4],
					      .state = text[5],
					      .result = text[6],
					      .record = text[7],
					      .fault = text[8],
					      .ended_us = sqlite3_column_int64(s, 9) };
		*last = game.number;
		if (sqlite3_column_int(s, COLUMN_COUNT)) /* of a thousand that are looked at few are asked for */
			r = fn(userdata, &game);
	}
	return r == 0 && rc != SQLITE_DONE ? fault_of(rc) : r;
}

int index_game(struct index *ix, uint64_t number, journal_game_fn fn, void *userdata)
{
	sqlite3_stmt *s;
	uint64_t last;
	int r;

	if (sqlite3_prepare_v2(ix->db, "SELECT " COLUMNS ", 1 FROM games WHERE id = ?1", -1, &s, NULL) != SQLITE_OK)
		return -EIO;
	sqlite3_bind_int64(s, 1, (int64_t)number);
	r = read_rows(s, fn, userdata, &last);
	sqlite3_finalize(s);
	return r;
}

int index_find(struct index *ix, const struct journal_filter *filter, uint64_t *before, journal_game_fn fn,
	       void *userdata)
{
	/* Each row is looked at and says whether it fits, so that the number of rows is what it costs. */
	static const char sql[] = "SELECT " COLUMNS ","
				  " (?2 IS NULL OR board = ?2)"
				  " AND (?3 IS NULL OR sound ->> '$.event' = ?3)"
				  " AND (?4 IS NULL OR sound ->> '$.round' = ?4)"
				  " AND (?5 IS NULL OR state = ?5)"
				  " AND (?6 IS NULL OR sound ->> '$.date' >= ?6)"
				  " AND (?7 IS NULL OR sound ->> '$.date' <= ?7)"
				  " FROM (SELECT *, CASE WHEN json_valid(setup) THEN setup END AS sound FROM games)"
				  " WHERE ?1 = 0 OR id < ?1 ORDER BY id DESC LIMIT ?8";
	const char *const values[] = { filter->board, filter->event, filter->round,
				       filter->state, filter->since, filter->until };
	uint64_t last = 0;
	sqlite3_stmt *s;
	int r;

	if (sqlite3_prepare_v2(ix->db, sql, -1, &s, NULL) != SQLITE_OK)
		return -EIO;
	sqlite3_bind_int64(s, 1, (int64_t)*before);
	for (int i = 0; i < (int)(sizeof(values) / sizeof(values[0])); i++)
		sqlite3_bind_text(s, 2 + i, values[i], -1, SQLITE_STATIC);
	sqlite3_bind_int(s, 8, ROWS_AT_ONCE);
	r = read_rows(s, fn, userdata, &last);
	sqlite3_finalize(s);
	*before = last > 1 ? last : 0;
	return r;
}
