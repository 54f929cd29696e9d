/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/bus/rig-journal.h"

#include <sqlite3.h>
#include <stdio.h>

#define PATIENCE_MS 60000

struct table {
	const char *kind, *name, *text; /* text: of a row */
	bool has_game;
};

static const struct table tables[] = {
	{ "input", "inputs", "json", true },  { "ruling", "rulings", "json", true },
	{ "game", "games", "setup", false },  { "event", "events", "json", false },
	{ "round", "rounds", "json", false }, { "act", "acts", "json", false },
	{ "book", "books", "texts", false },
};

static const struct table *table_of(const char *kind)
{
	for (size_t i = 0; i < sizeof(tables) / sizeof(tables[0]); i++)
		if (strcmp(tables[i].kind, kind) == 0)
			return &tables[i];
	fail_msg("the journal has no \"%s\"", kind);
	return NULL;
}

void rig_journal_path(struct rig *rig, char path[static 128])
{
	snprintf(path, 128, "%s/state/journal/journal.db", rig->dir);
}

static sqlite3 *open_it(struct rig *rig, int flags)
{
	char path[128];
	sqlite3 *db;

	rig_journal_path(rig, path);
	assert_int_equal(sqlite3_open_v2(path, &db, flags, NULL), SQLITE_OK);
	sqlite3_busy_timeout(db, PATIENCE_MS);
	return db;
}

/* up to two texts are the statement's parameters */
static sqlite3_stmt *ask(sqlite3 *db, const char *sql, const char *a, const char *b)
{
	sqlite3_stmt *s;

	if (sqlite3_prepare_v2(db, sql, -1, &s, NULL) != SQLITE_OK)
		fail_msg("%s: %s", sql, sqlite3_errmsg(db));
	if (a)
		sqlite3_bind_text(s, 1, a, -1, SQLITE_TRANSIENT);
	if (b)
		sqlite3_bind_text(s, 2, b, -1, SQLITE_TRANSIENT);
	return s;
}

static int64_t number(struct rig *rig, const char *sql, const char *a, const char *b)
{
	sqlite3 *db = open_it(rig, SQLITE_OPEN_READONLY);
	sqlite3_stmt *s = ask(db, sql, a, b);
	int64_t n = sqlite3_step(s) == SQLITE_ROW ? sqlite3_column_int64(s, 0) : 0;

	sqlite3_finalize(s);
	sqlite3_close(db);
	return n;
}

/* A line each row, of its first column. */
static char *text(struct rig *rig, const char *sql, const char *a)
{
	sqlite3 *db = open_it(rig, SQLITE_OPEN_READONLY);
	sqlite3_stmt *s = ask(db, sql, a, NULL);
	char *lines = NULL;
	size_t size;
	FILE *out = open_memstream(&lines, &size);

	while (sqlite3_step(s) == SQLITE_ROW)
		fprintf(out, "%s\n", sqlite3_column_text(s, 0) ? (const char *)sqlite3_column_text(s, 0) : "");
	fclose(out);
	sqlite3_finalize(s);
	sqlite3_close(db);
	return lines;
}

int64_t rig_rows(struct rig *rig, const char *kind, const char *part)
{
	const struct table *t = table_of(kind);
	char sql[128];

	snprintf(sql, sizeof(sql), "SELECT count(*) FROM %s WHERE instr(%s, ?1) > 0", t->name, t->text);
	return number(rig, sql, part ? part : "", NULL);
}

int64_t rig_rows_of(struct rig *rig, const char *game, const char *kind, const char *part)
{
	const struct table *t = table_of(kind);
	char sql[160];

	assert_true(t->has_game);
	snprintf(sql, sizeof(sql), "SELECT count(*) FROM %s WHERE instr(%s, ?1) > 0 AND game = CAST(?2 AS INTEGER)",
		 t->name, t->text);
	return number(rig, sql, part ? part : "", game);
}

char *rig_rows_text(struct rig *rig, const char *game, const char *kind)
{
	const struct table *t = table_of(kind);
	char sql[160];

	assert_true(t->has_game);
	snprintf(sql, sizeof(sql), "SELECT %s FROM %s WHERE game = CAST(?1 AS INTEGER) ORDER BY n", t->text, t->name);
	return text(rig, sql, game);
}

int64_t rig_rulings_with_input(struct rig *rig, const char *part)
{
	return number(rig,
		      "SELECT count(*) FROM rulings r JOIN inputs i ON i.game = r.game AND i.n = r.input "
		      "WHERE instr(r.json, ?1) > 0",
		      part, NULL);
}

int64_t rig_games(struct rig *rig, const char *state, const char *result)
{
	return number(rig, "SELECT count(*) FROM games WHERE state = ifnull(?1, state) AND (?2 IS NULL OR result = ?2)",
		      state, result);
}

bool rig_game_is(struct rig *rig, const char *game, const char *state)
{
	return number(rig, "SELECT count(*) FROM games WHERE id = CAST(?1 AS INTEGER) AND state = ?2", game, state) ==
	       1;
}

char *rig_game_says(struct rig *rig, const char *game, const char *what)
{
	char sql[96], *line;

	assert_true(strcmp(what, "state") == 0 || strcmp(what, "result") == 0 || strcmp(what, "record") == 0 ||
		    strcmp(what, "program") == 0);
	snprintf(sql, sizeof(sql), "SELECT %s FROM games WHERE id = CAST(?1 AS INTEGER)", what);
	line = text(rig, sql, game);
	line[strcspn(line, "\n")] = '\0';
	return line;
}

int64_t rig_game_on(struct rig *rig, const char *board)
{
	return number(rig, "SELECT id FROM games WHERE board = ?1", board, NULL);
}

/* --- while no daemon has it --- */

static void change(struct rig *rig, const char *sql, unsigned n, const char *a, const char *b)
{
	sqlite3 *db = open_it(rig, SQLITE_OPEN_READWRITE);
	sqlite3_stmt *s = ask(db, sql, a, b);

	sqlite3_bind_int64(s, 3, n);
	sqlite3_bind_text(s, 4, rig->game, -1, SQLITE_STATIC);
	assert_int_equal(sqlite3_step(s), SQLITE_DONE);
	sqlite3_finalize(s);
	assert_true(sqlite3_changes(db) > 0);
	/* no page keeps what was there */
	assert_int_equal(sqlite3_exec(db, "VACUUM", NULL, NULL, NULL), SQLITE_OK);
	sqlite3_close(db);
}

void rig_damage(struct rig *rig, const char *kind, unsigned n, const char *from, const char *to)
{
	char sql[200];

	assert_true(table_of(kind)->has_game);
	snprintf(sql, sizeof(sql),
		 "UPDATE %s SET json = replace(json, ?1, ?2) WHERE game = CAST(?4 AS INTEGER) AND n = ?3",
		 table_of(kind)->name);
	change(rig, sql, n, from, to);
}

void rig_lose(struct rig *rig, const char *kind, unsigned n, bool is_rest)
{
	char sql[200];

	assert_true(table_of(kind)->has_game);
	snprintf(sql, sizeof(sql), "DELETE FROM %s WHERE game = CAST(?4 AS INTEGER) AND n %s ?3", table_of(kind)->name,
		 is_rest ? ">=" : "=");
	change(rig, sql, n, NULL, NULL);
}

void rig_lose_journal(struct rig *rig)
{
	char path[128], command[300];

	rig_journal_path(rig, path);
	snprintf(command, sizeof(command), "rm %s %s-wal", path, path);
	assert_int_equal(system(command), 0);
}
