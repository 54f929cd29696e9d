/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/shell/journal-salvage.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "daemon/shell/journal-state.h"
#include "daemon/shell/salvage-pages.h"

/*
 * The columns of each table as the schema has them; of games, without its number, which stands before, and those of the
 * schema that had no seal of their state.
 */
#define FORM_BOOKS "tt"
#define FORM_INPUTS "iith"
#define FORM_RULINGS "iiith"
#define FORM_GAMES_UNSEALED "nttttTTItThhT"
#define FORM_GAMES FORM_GAMES_UNSEALED "H"
/* These have no hashes: what is JSON and was written last is taken. */
#define FORM_EVENTS "tt"
#define FORM_ROUNDS "titT"
#define FORM_ACTS "ntit"

#define WRITING "writing what was salvaged"

/* The new journal, while it is made, and when it has all that could be read. */
#define MADE ".salvaging"
#define WHOLE ".salvaged"

/* Bytes; 0: there is none; or -errno. */
static int64_t size_of(const char *path, const char *end)
{
	char name[1024];
	struct stat st;

	snprintf(name, sizeof(name), "%s%s", path, end);
	if (stat(name, &st) < 0)
		return errno == ENOENT ? 0 : -errno;
	return st.st_size;
}

int journal_salvage_is_headless(const char *path)
{
	const int64_t file = size_of(path, ""), log = file ? 0 : size_of(path, "-wal");

	return file < 0 ? (int)file : log < 0 ? (int)log : log > 0;
}

int journal_salvage_is_log(const char *path)
{
	char log[1024];

	snprintf(log, sizeof(log), "%s-wal", path);
	return salvage_is_log(log);
}

char *journal_salvage_place(const char *path)
{
	static const char *const ends[] = { MADE, MADE "-wal", MADE "-shm" };
	char name[1024], *place;

	for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++) {
		snprintf(name, sizeof(name), "%s%s", path, ends[i]);
		unlink(name);
	}
	return asprintf(&place, "%s" MADE, path) < 0 ? NULL : place;
}

int journal_salvage_read(struct journal *j, const char *path)
{
	char log[1024];
	int r;

	j->salvaged = calloc(1, sizeof(*j->salvaged));
	if (!j->salvaged)
		return -ENOMEM;
	snprintf(log, sizeof(log), "%s-wal", path);
	r = salvage_read(j->salvaged, path, log);
	if (r < 0)
		snprintf(j->error, sizeof(j->error), "%.200s: %s", path, strerror(-r));
	return r;
}

static int move(struct journal *j, const char *from, const char *to)
{
	int r = rename(from, to) < 0 ? -errno : 0;

	if (r < 0 && r != -ENOENT)
		snprintf(j->error, sizeof(j->error), "%.200s: %s", from, strerror(-r));
	return r;
}

static int put_aside(struct journal *j, const char *path, const char *end, const char *when)
{
	char from[1024], to[1100];
	int r;

	snprintf(from, sizeof(from), "%s%s", path, end);
	snprintf(to, sizeof(to), "%s.damaged-%s%s", path, when, end);
	r = move(j, from, to);
	return r == -ENOENT ? 0 : r;
}

static int take_place(struct journal *j, const char *path, const char *why)
{
	char name[1024], when[32];
	time_t now = time(NULL);
	struct tm tm;
	int r;

	strftime(when, sizeof(when), "%Y%m%d-%H%M%S", gmtime_r(&now, &tm));
	snprintf(name, sizeof(name), "%s.damaged-%s", path, when);
	while (access(name, F_OK) == 0 && strlen(when) + 1 < sizeof(when)) { /* twice in a second */
		strcat(when, "a");
		snprintf(name, sizeof(name), "%s.damaged-%s", path, when);
	}
	r = put_aside(j, path, "", when);
	if (r >= 0)
		r = put_aside(j, path, "-wal", when);
	if (r >= 0)
		r = put_aside(j, path, "-shm", when);
	if (r < 0)
		return r;
	journal_tell(j,
		     "the journal was damaged (%.200s); the damaged files are kept as %.300s*, and what could be "
		     "read of them was taken over",
		     why, name);
	snprintf(name, sizeof(name), "%s" WHOLE, path);
	return move(j, name, path);
}

int journal_salvage_replace(struct journal *j, const char *path, const char *why)
{
	char made[1024], whole[1024];
	int r;

	snprintf(made, sizeof(made), "%s" MADE, path);
	snprintf(whole, sizeof(whole), "%s" WHOLE, path);
	r = move(j, made, whole);
	return r < 0 ? r : take_place(j, path, why);
}

int journal_salvage_resume(struct journal *j, const char *path)
{
	const int64_t size = size_of(path, WHOLE);

	if (size <= 0)
		return (int)size;
	return take_place(j, path, "as an earlier start found, which was ended before it could say so");
}

void journal_salvage_drop(struct journal *j)
{
	if (!j->salvaged)
		return;
	salvage_done(j->salvaged);
	free(j->salvaged);
	j->salvaged = NULL;
}

/* --- what was found goes into tables beside those of the journal, which take what fits --- */

static void bind(sqlite3_stmt *s, int parameter, const struct salvage_value *v)
{
	switch (v->type) {
	case SALVAGE_NULL:
		sqlite3_bind_null(s, parameter);
		break;
	case SALVAGE_INTEGER:
		sqlite3_bind_int64(s, parameter, v->integer);
		break;
	case SALVAGE_TEXT:
		sqlite3_bind_text(s, parameter, (const char *)v->data, (int)v->size, SQLITE_STATIC);
		break;
	case SALVAGE_BLOB:
		sqlite3_bind_blob(s, parameter, v->data, (int)v->size, SQLITE_STATIC);
		break;
	}
}

static int put(sqlite3_stmt *s)
{
	int rc = sqlite3_step(s);

	sqlite3_reset(s);
	return rc == SQLITE_DONE ? 0 : -EIO;
}

static int on_row(void *userdata, const struct salvage_record *record)
{
	sqlite3_stmt *s = userdata;

	for (unsigned i = 0; i < record->columns; i++)
		bind(s, (int)i + 1, &record->value[i]);
	return put(s);
}

/* 1: the game's own hash is that of this number; 0 it is not; or -ENOMEM. */
static int is_number(const struct salvage_record *r, uint64_t number)
{
	static const unsigned columns[] = { 1, 2, 8, 9 };
	char *text[4] = { NULL };
	uint8_t seed[CHAIN_HASH];
	int is = 1;

	for (int i = 0; i < 4; i++) {
		const struct salvage_value *v = &r->value[columns[i]];

		text[i] = v->type == SALVAGE_TEXT ? strndup((const char *)v->data, v->size) : NULL;
		if (v->type == SALVAGE_TEXT && !text[i])
			is = -ENOMEM;
	}
	chain_seed(number, text[0], text[1], text[2], text[3], seed);
	for (int i = 0; i < 4; i++)
		free(text[i]);
	return is < 0 ? is : memcmp(seed, r->value[10].data, CHAIN_HASH) == 0;
}

/*
 * The number before the record, of one to nine bytes: its hash tells where it begins. 1; 0: none that fits; or -ENOMEM.
 */
static int find_number(const struct salvage_record *r, uint64_t *number)
{
	int is = 0;

	for (unsigned size = 1; size <= 9 && size <= r->before_size && is == 0; size++) {
		const uint8_t *p = r->before + r->before_size - size;
		uint64_t v = 0;

		for (unsigned i = 0; i < size; i++)
			v = i == 8 ? v << 8 | p[i] : v << 7 | (p[i] & 0x7f);
		if (v > 0 && v < INT64_MAX)
			is = is_number(r, v);
		*number = v;
	}
	return is;
}

enum { STATE = 4, RESULT, RECORD, ENDED, SEED = 10, FAULT = 12, SEAL };

static void bind_text(sqlite3_stmt *s, int column, const char *text)
{
	sqlite3_bind_text(s, column + 1, text, -1, SQLITE_STATIC);
}

static int put_game(sqlite3_stmt *s, const struct salvage_record *record, uint64_t number,
		    const struct chain_state *state)
{
	uint8_t seal[CHAIN_HASH];

	sqlite3_bind_int64(s, 1, (int64_t)number);
	for (unsigned i = 1; i < record->columns; i++)
		bind(s, (int)i + 1, &record->value[i]);
	bind_text(s, STATE, state->state);
	bind_text(s, RESULT, state->result);
	bind_text(s, RECORD, state->record);
	bind_text(s, FAULT, state->fault);
	sqlite3_bind_null(s, ENDED + 1);
	if (state->ended_us)
		sqlite3_bind_int64(s, ENDED + 1, state->ended_us);
	chain_state(record->value[SEED].data, state, seal);
	sqlite3_bind_blob(s, SEAL + 1, seal, CHAIN_HASH, SQLITE_STATIC);
	return put(s);
}

/* It is as it was written; older: so it is taken, there was no seal then. */
static bool is_sealed(const struct salvage_record *record, const struct chain_state *state)
{
	uint8_t seal[CHAIN_HASH];

	if (record->columns <= SEAL)
		return true;
	chain_state(record->value[SEED].data, state, seal);
	return record->value[SEAL].type == SALVAGE_BLOB && memcmp(seal, record->value[SEAL].data, CHAIN_HASH) == 0;
}

/* sealed: only what is as it was written; else only what is not, which the replay is to find out. */
static int take_game(sqlite3_stmt *s, const struct salvage_record *record, bool sealed)
{
	static const int columns[] = { STATE, RESULT, RECORD, FAULT };
	struct chain_state state = { .ended_us = record->value[ENDED].integer };
	const char **const texts[] = { &state.state, &state.result, &state.record, &state.fault };
	uint64_t number = 0;
	int r = find_number(record, &number);

	for (int i = 0; i < 4; i++) {
		const struct salvage_value *v = &record->value[columns[i]];

		*texts[i] = r > 0 && v->type == SALVAGE_TEXT ? strndup((const char *)v->data, v->size) : NULL;
		if (r > 0 && v->type == SALVAGE_TEXT && !*texts[i])
			r = -ENOMEM;
	}
	if (r > 0 && is_sealed(record, &state) == sealed)
		r = put_game(s, record, number, sealed ? &state : &state_changed);
	for (int i = 0; i < 4; i++)
		free((char *)*texts[i]);
	return r < 0 ? r : 0;
}

static int on_game(void *userdata, const struct salvage_record *record)
{
	return take_game(userdata, record, true);
}

static int on_changed_game(void *userdata, const struct salvage_record *record)
{
	return take_game(userdata, record, false);
}

static int find_all(struct journal *j, const char *form, const char *sql, salvage_record_fn fn)
{
	sqlite3_stmt *s = NULL;
	int r, rc = sqlite3_prepare_v2(j->db, sql, -1, &s, NULL);

	if (rc != SQLITE_OK)
		return journal_fault(j, rc, WRITING);
	r = salvage_find(j->salvaged, form, fn, s);
	if (r < 0 && r != -ENOMEM)
		r = journal_fault(j, sqlite3_errcode(j->db), WRITING);
	sqlite3_finalize(s);
	return r;
}

/* Of the rows of that number the one that follows: hash is of the row before, and then of this one. */
static int take_next(struct journal *j, uint64_t game, uint64_t n, bool rulings, sqlite3_stmt *find,
		     sqlite3_stmt *insert, uint8_t hash[static CHAIN_HASH])
{
	int rc = SQLITE_ROW, r = 0;

	sqlite3_bind_int64(find, 1, (int64_t)game);
	sqlite3_bind_int64(find, 2, (int64_t)n);
	while (r == 0 && (rc = sqlite3_step(find)) == SQLITE_ROW) {
		uint8_t then[CHAIN_HASH];
		const char *json = (const char *)sqlite3_column_text(find, 0);

		memcpy(then, hash, CHAIN_HASH);
		if (rulings)
			chain_ruling(then, n, (uint64_t)sqlite3_column_int64(find, 2), json);
		else
			chain_input(then, n, json);
		if (sqlite3_column_bytes(find, 1) != CHAIN_HASH ||
		    memcmp(sqlite3_column_blob(find, 1), then, CHAIN_HASH) != 0)
			continue;
		memcpy(hash, then, CHAIN_HASH);
		sqlite3_bind_int64(insert, 1, (int64_t)game);
		sqlite3_bind_int64(insert, 2, (int64_t)n);
		sqlite3_bind_text(insert, 3, json, -1, SQLITE_STATIC);
		sqlite3_bind_blob(insert, 4, then, CHAIN_HASH, SQLITE_STATIC);
		if (rulings)
			sqlite3_bind_int64(insert, 5, sqlite3_column_int64(find, 2));
		r = put(insert) < 0 ? journal_fault(j, sqlite3_errcode(j->db), WRITING) : 1;
	}
	if (rc != SQLITE_ROW && rc != SQLITE_DONE && r >= 0)
		r = journal_fault(j, rc, WRITING);
	sqlite3_reset(find);
	return r;
}

static int take_rows(struct journal *j, uint64_t game, const uint8_t seed[static CHAIN_HASH], bool rulings)
{
	static const char *const find_sql[] = {
		"SELECT json, hash FROM temp.found_inputs WHERE game = ?1 AND n = ?2",
		"SELECT json, hash, input FROM temp.found_rulings WHERE game = ?1 AND n = ?2",
	};
	static const char *const insert_sql[] = {
		"INSERT INTO main.inputs(game, n, json, hash) VALUES(?1, ?2, ?3, ?4)",
		"INSERT INTO main.rulings(game, n, json, hash, input) VALUES(?1, ?2, ?3, ?4, ?5)",
	};
	sqlite3_stmt *find = NULL, *insert = NULL;
	uint8_t hash[CHAIN_HASH];
	uint64_t n = 0;
	int r = 1;

	memcpy(hash, seed, CHAIN_HASH);
	if (sqlite3_prepare_v2(j->db, find_sql[rulings], -1, &find, NULL) != SQLITE_OK ||
	    sqlite3_prepare_v2(j->db, insert_sql[rulings], -1, &insert, NULL) != SQLITE_OK)
		r = journal_fault(j, sqlite3_errcode(j->db), WRITING);
	while (r > 0)
		r = take_next(j, game, n++, rulings, find, insert, hash);
	sqlite3_finalize(find);
	sqlite3_finalize(insert);
	return r;
}

static int take_games(struct journal *j)
{
	sqlite3_stmt *s = NULL;
	int rc, r = 0;

	rc = sqlite3_prepare_v2(j->db, "SELECT id, seed FROM main.games WHERE length(seed) = 32", -1, &s, NULL);
	if (rc != SQLITE_OK)
		return journal_fault(j, rc, WRITING);
	while (r >= 0 && (rc = sqlite3_step(s)) == SQLITE_ROW) {
		uint64_t game = (uint64_t)sqlite3_column_int64(s, 0);
		uint8_t seed[CHAIN_HASH];

		memcpy(seed, sqlite3_column_blob(s, 1), CHAIN_HASH);
		r = take_rows(j, game, seed, false);
		if (r >= 0)
			r = take_rows(j, game, seed, true);
	}
	if (r >= 0 && rc != SQLITE_DONE)
		r = journal_fault(j, rc, WRITING);
	sqlite3_finalize(s);
	return r;
}

/* What is as it was written wins, however old it is: the replay finds out the rest. */
static int find_games(struct journal *j)
{
	static const char sql[] =
		"INSERT OR REPLACE INTO main.games(id, board, setup, map, state, result, record, ended_us,"
		" program, books, seed, map_seal, fault, state_seal)"
		" VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)";
	int r = find_all(j, FORM_GAMES_UNSEALED, sql, on_game);

	if (r >= 0)
		r = find_all(j, FORM_GAMES, sql, on_changed_game);
	if (r >= 0)
		r = find_all(j, FORM_GAMES, sql, on_game);
	return r;
}

static int find_events(struct journal *j)
{
	int r = find_all(
		j, FORM_EVENTS,
		"INSERT OR REPLACE INTO main.events(id, json) SELECT ?1, ?2 WHERE length(?1) <> 64 AND json_valid(?2)"
		" AND ?2 LIKE '{%'",
		on_row);

	if (r >= 0)
		r = find_all(j, FORM_ROUNDS,
			     "INSERT OR REPLACE INTO main.rounds(event, round, json, source) SELECT ?1, ?2, ?3, ?4"
			     " WHERE json_valid(?3)",
			     on_row);
	if (r >= 0)
		r = find_all(
			j, FORM_ACTS,
			"INSERT INTO main.acts(event, round, json) SELECT ?2, ?3, ?4 WHERE ?1 IS NULL AND json_valid(?4)"
			" AND NOT EXISTS (SELECT 1 FROM main.acts WHERE event = ?2 AND round = ?3 AND json = ?4)",
			on_row);
	return r;
}

/* The newest of what fits wins: rows come from the file first, from the end of the log last. */
int journal_salvage_fill(struct journal *j)
{
	static const char begin[] = "BEGIN IMMEDIATE;"
				    "CREATE TEMP TABLE found_inputs(game, n, json, hash);"
				    "CREATE TEMP TABLE found_rulings(game, n, input, json, hash);";
	static const char index[] = "CREATE INDEX temp.found_inputs_n ON found_inputs(game, n);"
				    "CREATE INDEX temp.found_rulings_n ON found_rulings(game, n);";
	static const char end[] = "COMMIT; DROP TABLE temp.found_inputs; DROP TABLE temp.found_rulings;";
	int rc = SQLITE_OK, r = journal_exec(j, begin, WRITING);

	if (r >= 0)
		r = find_all(j, FORM_BOOKS,
			     "INSERT OR IGNORE INTO main.books(name, texts) SELECT ?1, ?2 WHERE length(?1) = 64",
			     on_row);
	if (r >= 0)
		r = find_all(j, FORM_INPUTS, "INSERT INTO temp.found_inputs VALUES(?1, ?2, ?3, ?4)", on_row);
	if (r >= 0)
		r = find_all(j, FORM_RULINGS, "INSERT INTO temp.found_rulings VALUES(?1, ?2, ?3, ?4, ?5)", on_row);
	if (r >= 0)
		r = find_games(j);
	if (r >= 0)
		r = find_events(j);
	if (r >= 0)
		r = journal_exec(j, index, WRITING);
	if (r >= 0)
		r = take_games(j);
	if (r >= 0)
		r = journal_exec(j, end, WRITING);
	if (r >= 0)
		rc = sqlite3_wal_checkpoint_v2(j->db, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
	if (rc != SQLITE_OK)
		r = journal_fault(j, rc, WRITING);
	journal_salvage_drop(j);
	return r;
}
