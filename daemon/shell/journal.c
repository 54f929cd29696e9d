/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * SQLite with a write-ahead log and synchronous=FULL: one fsync a commit. The
 * log is folded back by journal_tidy() in idle moments rather than inside the
 * commit of some unlucky press.
 */
#include "daemon/shell/journal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "daemon/shell/journal-internal.h"
#include "daemon/shell/journal-schema.h"

#define TIDY_PAGES 256

static const char *const row_sql[ROW_KINDS] = {
	/* parameters: 1 game, 2 n, 3 input, 4 to 6 texts */
	[ROW_GAME] = "INSERT INTO games(id, board, setup, map, state) VALUES(?1, ?4, ?5, ?6, 'running')",
	[ROW_INPUT] = "INSERT INTO inputs(game, n, json) VALUES(?1, ?2, ?4)",
	[ROW_RULING] = "INSERT INTO rulings(game, n, input, json) VALUES(?1, ?2, ?3, ?4)",
	[ROW_MAP] = "UPDATE games SET map = ?4 WHERE id = ?1",
	[ROW_OVER] = "UPDATE games SET state = CASE WHEN ?4 IS NULL THEN 'running' ELSE 'over' END, result = ?4,"
		     " ended_us = CASE WHEN ?4 IS NULL THEN NULL ELSE ?2 END, record = NULL WHERE id = ?1",
	[ROW_RECORDED] = "UPDATE games SET state = 'recorded', record = ?4 WHERE id = ?1",
	[ROW_GIVEN_UP] = "UPDATE games SET state = 'given-up', record = NULL WHERE id = ?1",
	[ROW_EVENT] = "INSERT OR REPLACE INTO events(id, json) VALUES(?4, ?5)",
	[ROW_ROUND] =
		"INSERT INTO rounds(event, round, json, source) VALUES(?4, ?2, ?5, ?6) ON CONFLICT(event, round) DO UPDATE "
		"SET json = excluded.json, source = coalesce(excluded.source, source)",
	[ROW_ACT] = "INSERT INTO acts(event, round, json) VALUES(?4, ?2, ?5)",
};

int journal_fault(struct journal *j, int rc, const char *doing)
{
	snprintf(j->error, sizeof(j->error), "%s: %s", doing, j->db ? sqlite3_errmsg(j->db) : sqlite3_errstr(rc));
	switch (rc & 0xff) {
	case SQLITE_FULL:
		return -ENOSPC;
	case SQLITE_NOMEM:
		return -ENOMEM;
	case SQLITE_READONLY:
		return -EROFS;
	case SQLITE_BUSY:
	case SQLITE_LOCKED:
		return -EBUSY;
	case SQLITE_CANTOPEN:
		return -EACCES;
	default:
		return -EIO;
	}
}

static int exec(struct journal *j, const char *sql, const char *doing)
{
	int rc = sqlite3_exec(j->db, sql, NULL, NULL, NULL);

	return rc == SQLITE_OK ? 0 : journal_fault(j, rc, doing);
}

static int64_t ask(struct journal *j, const char *sql)
{
	sqlite3_stmt *s = NULL;
	int64_t value = -1;

	if (sqlite3_prepare_v2(j->db, sql, -1, &s, NULL) == SQLITE_OK && sqlite3_step(s) == SQLITE_ROW)
		value = sqlite3_column_int64(s, 0);
	sqlite3_finalize(s);
	return value;
}

static int on_wal(void *userdata, sqlite3 *db, const char *name, int pages)
{
	struct journal *j = userdata;

	(void)db;
	(void)name;
	j->wal_pages = pages;
	return SQLITE_OK;
}

/* Two daemons on one journal would each replay and rule the same games. */
static int take_lock(struct journal *j, const char *path)
{
	char *name;

	if (asprintf(&name, "%s.lock", path) < 0)
		return -ENOMEM;
	j->lock = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	free(name);
	if (j->lock < 0) {
		int r = -errno;

		snprintf(j->error, sizeof(j->error), "%s.lock: %s", path, strerror(-r));
		return r;
	}
	if (flock(j->lock, LOCK_EX | LOCK_NB) < 0) {
		snprintf(j->error, sizeof(j->error), "another daemon is using %s", path);
		return -EBUSY;
	}
	return 0;
}

static int newer(struct journal *j, const char *path, int version)
{
	snprintf(j->error, sizeof(j->error),
		 "%s was written by a newer version of Flagfall (schema %d, this one knows %d); it is left as it is",
		 path, version, journal_schema_newest);
	return -EPROTONOSUPPORT;
}

/* The version. A newer one's journal is not changed in any way. */
static int open_file(struct journal *j, const char *path)
{
	int version = journal_schema_of_file(path), rc;

	if (version > journal_schema_newest)
		return newer(j, path, version);
	rc = sqlite3_open_v2(path, &j->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, NULL);
	if (rc != SQLITE_OK)
		return journal_fault(j, rc, path);
	sqlite3_busy_timeout(j->db, 2000);
	sqlite3_db_config(j->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
	version = journal_schema_version(j->db);
	if (version < 0)
		return journal_fault(j, sqlite3_errcode(j->db), path);
	if (version > journal_schema_newest)
		return newer(j, path, version);
	sqlite3_db_config(j->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 0, NULL);
	return version;
}

static int prepare(struct journal *j, const char *path)
{
	int version, r, rc;

	r = take_lock(j, path);
	if (r < 0)
		return r;
	version = open_file(j, path);
	if (version < 0)
		return version;
	r = exec(j, "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA wal_autocheckpoint=0", path);
	if (r < 0)
		return r;
	sqlite3_wal_hook(j->db, on_wal, j);
	rc = journal_schema_migrate(j->db, version);
	if (rc != SQLITE_OK)
		return journal_fault(j, rc, path);
	for (int k = 0; k < ROW_KINDS; k++) {
		rc = sqlite3_prepare_v3(j->db, row_sql[k], -1, SQLITE_PREPARE_PERSISTENT, &j->insert[k], NULL);
		if (rc != SQLITE_OK)
			return journal_fault(j, rc, path);
	}
	j->next_game = (uint64_t)ask(j, "SELECT coalesce(max(id), 0) + 1 FROM games");
	return 0;
}

int journal_open(const char *path, struct journal **ret, char err[static 256])
{
	struct journal *j = calloc(1, sizeof(*j));
	int r;

	if (!j)
		return -ENOMEM;
	j->lock = -1;
	r = prepare(j, path);
	if (r < 0) {
		memcpy(err, j->error, sizeof(j->error));
		journal_close(j);
		return r;
	}
	*ret = j;
	return 0;
}

static void row_done(struct row *row)
{
	for (int i = 0; i < 3; i++)
		free(row->text[i]);
}

void journal_close(struct journal *j)
{
	for (size_t i = 0; i < j->count; i++)
		row_done(&j->rows[i]);
	free(j->rows);
	for (int k = 0; k < ROW_KINDS; k++)
		sqlite3_finalize(j->insert[k]);
	sqlite3_close(j->db);
	if (j->lock >= 0)
		close(j->lock);
	free(j);
}

uint64_t journal_next_game(struct journal *j)
{
	return j->next_game++;
}

static int stage(struct journal *j, struct row row, const char *a, const char *b, const char *c)
{
	const char *text[3] = { a, b, c };

	if (j->count == j->size) {
		size_t size = j->size ? 2 * j->size : 64;
		struct row *rows = reallocarray(j->rows, size, sizeof(*rows));

		if (!rows)
			return -ENOMEM;
		j->rows = rows;
		j->size = size;
	}
	for (int i = 0; i < 3; i++)
		if (text[i] && !(row.text[i] = strdup(text[i]))) {
			row_done(&row);
			return -ENOMEM;
		}
	j->rows[j->count++] = row;
	return 0;
}

int journal_stage_game(struct journal *j, uint64_t game, const char *board, const char *setup, const char *map)
{
	return stage(j, (struct row){ .kind = ROW_GAME, .game = game }, board, setup, map);
}

int journal_stage_input(struct journal *j, uint64_t game, uint64_t n, const char *json)
{
	return stage(j, (struct row){ .kind = ROW_INPUT, .game = game, .n = n }, json, NULL, NULL);
}

int journal_stage_ruling(struct journal *j, uint64_t game, uint64_t n, uint64_t input, const char *json)
{
	return stage(j, (struct row){ .kind = ROW_RULING, .game = game, .n = n, .input = input }, json, NULL, NULL);
}

int journal_stage_map(struct journal *j, uint64_t game, const char *map)
{
	return stage(j, (struct row){ .kind = ROW_MAP, .game = game }, map, NULL, NULL);
}

int journal_stage_over(struct journal *j, uint64_t game, const char *result, int64_t ended_us)
{
	return stage(j, (struct row){ .kind = ROW_OVER, .game = game, .n = (uint64_t)ended_us }, result, NULL, NULL);
}

int journal_stage_recorded(struct journal *j, uint64_t game, const char *path)
{
	return stage(j, (struct row){ .kind = ROW_RECORDED, .game = game }, path, NULL, NULL);
}

int journal_stage_given_up(struct journal *j, uint64_t game)
{
	return stage(j, (struct row){ .kind = ROW_GIVEN_UP, .game = game }, NULL, NULL, NULL);
}

int journal_stage_event(struct journal *j, const char *event, const char *json)
{
	return stage(j, (struct row){ .kind = ROW_EVENT }, event, json, NULL);
}

int journal_stage_round(struct journal *j, const char *event, unsigned round, const char *json, const char *source)
{
	return stage(j, (struct row){ .kind = ROW_ROUND, .n = round }, event, json, source);
}

int journal_stage_act(struct journal *j, const char *event, unsigned round, const char *json)
{
	return stage(j, (struct row){ .kind = ROW_ACT, .n = round }, event, json, NULL);
}

void journal_forget_event(struct journal *j, const char *event)
{
	size_t kept = 0;

	for (size_t i = 0; i < j->count; i++) {
		if (j->rows[i].kind >= ROW_EVENT && strcmp(j->rows[i].text[0], event) == 0)
			row_done(&j->rows[i]);
		else
			j->rows[kept++] = j->rows[i];
	}
	j->count = kept;
}

void journal_forget(struct journal *j, uint64_t game)
{
	size_t kept = 0;

	for (size_t i = 0; i < j->count; i++) {
		if (j->rows[i].kind < ROW_EVENT && j->rows[i].game == game)
			row_done(&j->rows[i]);
		else
			j->rows[kept++] = j->rows[i];
	}
	j->count = kept;
}

size_t journal_staged(const struct journal *j)
{
	return j->count;
}

static int write_row(struct journal *j, const struct row *row)
{
	sqlite3_stmt *s = j->insert[row->kind];
	int rc, parameters = sqlite3_bind_parameter_count(s);

	sqlite3_bind_int64(s, 1, (int64_t)row->game);
	if (row->kind == ROW_INPUT || row->kind == ROW_RULING || row->kind == ROW_OVER || row->kind == ROW_ROUND ||
	    row->kind == ROW_ACT)
		sqlite3_bind_int64(s, 2, (int64_t)row->n);
	if (row->kind == ROW_RULING)
		sqlite3_bind_int64(s, 3, (int64_t)row->input);
	for (int i = 0; i < 3 && 4 + i <= parameters; i++)
		sqlite3_bind_text(s, 4 + i, row->text[i], -1, SQLITE_STATIC);
	rc = sqlite3_step(s);
	sqlite3_reset(s);
	return rc == SQLITE_DONE ? 0 : journal_fault(j, rc, "writing the journal");
}

int journal_commit(struct journal *j)
{
	int r;

	if (j->count == 0)
		return 0;
	r = exec(j, "BEGIN IMMEDIATE", "writing the journal");
	if (r < 0)
		return r;
	for (size_t i = 0; i < j->count && r >= 0; i++)
		r = write_row(j, &j->rows[i]);
	if (r >= 0)
		r = exec(j, "COMMIT", "writing the journal");
	if (r < 0) {
		if (!sqlite3_get_autocommit(j->db))
			sqlite3_exec(j->db, "ROLLBACK", NULL, NULL, NULL);
		return r;
	}
	for (size_t i = 0; i < j->count; i++)
		row_done(&j->rows[i]);
	j->count = 0;
	return 0;
}

const char *journal_error(const struct journal *j)
{
	return j->error;
}

bool journal_wants_tidying(const struct journal *j)
{
	return j->wal_pages >= TIDY_PAGES;
}

bool journal_tidy(struct journal *j)
{
	if (!journal_wants_tidying(j))
		return false;
	j->wal_pages = 0;
	return sqlite3_wal_checkpoint_v2(j->db, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL) == SQLITE_OK;
}

static int read_rows(struct journal *j, const char *sql, uint64_t game, journal_row_fn fn, void *userdata)
{
	sqlite3_stmt *s;
	int rc, r = 0;

	rc = sqlite3_prepare_v2(j->db, sql, -1, &s, NULL);
	if (rc != SQLITE_OK)
		return journal_fault(j, rc, "reading the journal");
	sqlite3_bind_int64(s, 1, (int64_t)game);
	while (r == 0 && (rc = sqlite3_step(s)) == SQLITE_ROW)
		r = fn(userdata, (uint64_t)sqlite3_column_int64(s, 0), (const char *)sqlite3_column_text(s, 1));
	if (r == 0 && rc != SQLITE_DONE)
		r = journal_fault(j, rc, "reading the journal");
	sqlite3_finalize(s);
	return r;
}

int journal_inputs(struct journal *j, uint64_t game, journal_row_fn fn, void *userdata)
{
	return read_rows(j, "SELECT n, json FROM inputs WHERE game = ?1 ORDER BY n", game, fn, userdata);
}

int journal_rulings(struct journal *j, uint64_t game, journal_row_fn fn, void *userdata)
{
	return read_rows(j, "SELECT n, json FROM rulings WHERE game = ?1 ORDER BY n", game, fn, userdata);
}
