/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * SQLite with a write-ahead log and synchronous=FULL: one fsync a commit. The
 * log is folded back by journal_tidy() in idle moments rather than inside the
 * commit of some unlucky press.
 */
#include "daemon/shell/journal.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "daemon/shell/journal-internal.h"

#define TIDY_PAGES 256

static const char *const row_sql[ROW_KINDS] = {
	/* parameters: 1 game, 2 n, 3 input, 4 to 7 texts, 8 hash, 9 seal */
	[ROW_BOOKS] = "INSERT OR IGNORE INTO books(name, texts) VALUES(?4, ?5)",
	[ROW_GAME] = "INSERT INTO games(id, board, setup, map, state, program, books, seed, map_seal)"
		     " VALUES(?1, ?4, ?5, ?6, 'running', '" FLAGFALL_VERSION "', ?7, ?8, ?9)",
	[ROW_INPUT] = "INSERT INTO inputs(game, n, json, hash) VALUES(?1, ?2, ?4, ?8)",
	[ROW_RULING] = "INSERT INTO rulings(game, n, input, json, hash) VALUES(?1, ?2, ?3, ?4, ?8)",
	[ROW_MAP] = "UPDATE games SET map = ?4, map_seal = ?9 WHERE id = ?1",
	[ROW_OVER] = "UPDATE games SET state = CASE WHEN ?4 IS NULL THEN 'running' ELSE 'over' END, result = ?4,"
		     " ended_us = CASE WHEN ?4 IS NULL THEN NULL ELSE ?2 END, record = NULL WHERE id = ?1",
	[ROW_RECORDED] = "UPDATE games SET state = 'recorded', record = ?4 WHERE id = ?1",
	[ROW_CORRECTED] = "UPDATE games SET state = 'over' WHERE id = ?1 AND state = 'recorded'",
	[ROW_GIVEN_UP] = "UPDATE games SET state = 'given-up', record = NULL WHERE id = ?1",
	[ROW_UNRECOVERED] = "UPDATE games SET state = 'unrecovered', fault = ?4 WHERE id = ?1",
	[ROW_RECOVERED] = "UPDATE games SET state = CASE WHEN result IS NULL THEN 'running' ELSE 'over' END,"
			  " fault = NULL WHERE id = ?1",
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
	case SQLITE_CORRUPT:
	case SQLITE_NOTADB:
		return -EUCLEAN;
	case SQLITE_CANTOPEN:
		return -EACCES;
	default:
		return -EIO;
	}
}

int journal_exec(struct journal *j, const char *sql, const char *doing)
{
	int rc = sqlite3_exec(j->db, sql, NULL, NULL, NULL);

	return rc == SQLITE_OK ? 0 : journal_fault(j, rc, doing);
}

void journal_tell(struct journal *j, const char *format, ...)
{
	size_t used = strlen(j->told);
	va_list ap;

	va_start(ap, format);
	vsnprintf(j->told + used, sizeof(j->told) - used, format, ap);
	va_end(ap);
	used = strlen(j->told);
	if (used + 1 < sizeof(j->told))
		strcpy(j->told + used, "\n");
}

const char *journal_told(const struct journal *j)
{
	return j->told;
}

int journal_prepare_rows(struct journal *j, const char *path)
{
	for (int k = 0; k < ROW_KINDS; k++) {
		int rc = sqlite3_prepare_v3(j->db, row_sql[k], -1, SQLITE_PREPARE_PERSISTENT, &j->insert[k], NULL);

		if (rc != SQLITE_OK)
			return journal_fault(j, rc, path);
	}
	return 0;
}

void journal_close_file(struct journal *j)
{
	for (int k = 0; k < ROW_KINDS; k++) {
		sqlite3_finalize(j->insert[k]);
		j->insert[k] = NULL;
	}
	sqlite3_close(j->db);
	j->db = NULL;
}

static void row_done(struct row *row)
{
	for (int i = 0; i < ROW_TEXTS; i++)
		free(row->text[i]);
}

void journal_close(struct journal *j)
{
	for (size_t i = 0; i < j->count; i++)
		row_done(&j->rows[i]);
	free(j->rows);
	free(j->ends);
	journal_close_file(j);
	witness_close(&j->witness);
	if (j->lock >= 0)
		close(j->lock);
	free(j);
}

uint64_t journal_next_game(struct journal *j)
{
	return j->next_game++;
}

struct chain_end *journal_chain_end(struct journal *j, uint64_t game)
{
	for (size_t i = j->end_count; i > 0; i--) /* those that are played are the newest */
		if (j->ends[i - 1].chain.game == game)
			return &j->ends[i - 1];
	return NULL;
}

int journal_add_chain_end(struct journal *j, const struct chain_end *end)
{
	struct chain_end *known = journal_chain_end(j, end->chain.game), *more;

	if (known) {
		*known = *end;
		return 0;
	}
	more = reallocarray(j->ends, j->end_count + 1, sizeof(*more));
	if (!more)
		return -ENOMEM;
	j->ends = more;
	j->ends[j->end_count++] = *end;
	return 0;
}

/* Nothing is staged for it any more. */
static void forget_chain(struct journal *j, uint64_t game)
{
	struct chain_end *end = journal_chain_end(j, game);

	if (end)
		memmove(end, end + 1, (size_t)(j->ends + --j->end_count - end) * sizeof(*end));
}

static int stage(struct journal *j, struct row row, const char *const text[static ROW_TEXTS])
{
	if (j->count == j->size) {
		size_t size = j->size ? 2 * j->size : 64;
		struct row *rows = reallocarray(j->rows, size, sizeof(*rows));

		if (!rows)
			return -ENOMEM;
		j->rows = rows;
		j->size = size;
	}
	for (int i = 0; i < ROW_TEXTS; i++)
		if (text[i] && !(row.text[i] = strdup(text[i]))) {
			row_done(&row);
			return -ENOMEM;
		}
	j->rows[j->count++] = row;
	return 0;
}

#define TEXTS(...) ((const char *const[ROW_TEXTS]){ __VA_ARGS__ })

int journal_stage_game(struct journal *j, uint64_t game, const char *board, const char *setup, const char *map,
		       const char *books)
{
	struct row row = { .kind = ROW_GAME, .game = game, .hashed = true };
	struct chain_end end = { .chain.game = game };
	char name[2 * CHAIN_HASH + 1];
	int r = 0;

	if (books) {
		chain_name(books, name);
		r = stage(j, (struct row){ .kind = ROW_BOOKS, .game = game }, TEXTS(name, books));
	}
	chain_seed(game, board, setup, FLAGFALL_VERSION, books ? name : NULL, end.seed);
	memcpy(end.chain.inputs, end.seed, CHAIN_HASH);
	memcpy(end.chain.rulings, end.seed, CHAIN_HASH);
	memcpy(row.hash, end.seed, CHAIN_HASH);
	chain_seal(end.seed, map, row.seal);
	if (r >= 0)
		r = journal_add_chain_end(j, &end);
	return r < 0 ? r : stage(j, row, TEXTS(board, setup, map, books ? name : NULL));
}

int journal_stage_input(struct journal *j, uint64_t game, uint64_t n, const char *json)
{
	struct row row = { .kind = ROW_INPUT, .game = game, .n = n };
	struct chain_end *end = journal_chain_end(j, game);

	if (end) {
		chain_input(end->chain.inputs, n, json);
		memcpy(row.hash, end->chain.inputs, CHAIN_HASH);
		row.hashed = true;
	}
	return stage(j, row, TEXTS(json));
}

int journal_stage_ruling(struct journal *j, uint64_t game, uint64_t n, uint64_t input, const char *json)
{
	struct row row = { .kind = ROW_RULING, .game = game, .n = n, .input = input };
	struct chain_end *end = journal_chain_end(j, game);

	if (end) {
		chain_ruling(end->chain.rulings, n, input, json);
		memcpy(row.hash, end->chain.rulings, CHAIN_HASH);
		row.hashed = true;
	}
	return stage(j, row, TEXTS(json));
}

int journal_stage_map(struct journal *j, uint64_t game, const char *map)
{
	struct row row = { .kind = ROW_MAP, .game = game };
	struct chain_end *end = journal_chain_end(j, game);

	if (end) {
		chain_seal(end->seed, map, row.seal);
		row.hashed = true;
	}
	return stage(j, row, TEXTS(map));
}

int journal_stage_over(struct journal *j, uint64_t game, const char *result, int64_t ended_us)
{
	return stage(j, (struct row){ .kind = ROW_OVER, .game = game, .n = (uint64_t)ended_us }, TEXTS(result));
}

int journal_stage_recorded(struct journal *j, uint64_t game, const char *path)
{
	return stage(j, (struct row){ .kind = ROW_RECORDED, .game = game }, TEXTS(path));
}

int journal_stage_corrected(struct journal *j, uint64_t game)
{
	return stage(j, (struct row){ .kind = ROW_CORRECTED, .game = game }, TEXTS(NULL));
}

int journal_stage_given_up(struct journal *j, uint64_t game)
{
	return stage(j, (struct row){ .kind = ROW_GIVEN_UP, .game = game }, TEXTS(NULL));
}

int journal_stage_unrecovered(struct journal *j, uint64_t game, const char *why)
{
	return stage(j, (struct row){ .kind = ROW_UNRECOVERED, .game = game }, TEXTS(why));
}

int journal_stage_recovered(struct journal *j, uint64_t game)
{
	return stage(j, (struct row){ .kind = ROW_RECOVERED, .game = game }, TEXTS(NULL));
}

void journal_leave(struct journal *j, uint64_t game)
{
	forget_chain(j, game);
}

int journal_stage_event(struct journal *j, const char *event, const char *json)
{
	return stage(j, (struct row){ .kind = ROW_EVENT }, TEXTS(event, json));
}

int journal_stage_round(struct journal *j, const char *event, unsigned round, const char *json, const char *source)
{
	return stage(j, (struct row){ .kind = ROW_ROUND, .n = round }, TEXTS(event, json, source));
}

int journal_stage_act(struct journal *j, const char *event, unsigned round, const char *json)
{
	return stage(j, (struct row){ .kind = ROW_ACT, .n = round }, TEXTS(event, json));
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
	forget_chain(j, game);
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
	for (int i = 0; i < ROW_TEXTS && 4 + i <= parameters; i++)
		sqlite3_bind_text(s, 4 + i, row->text[i], -1, SQLITE_STATIC);
	if (row->hashed && parameters >= 8)
		sqlite3_bind_blob(s, 8, row->hash, CHAIN_HASH, SQLITE_STATIC);
	if (row->hashed && parameters >= 9)
		sqlite3_bind_blob(s, 9, row->seal, CHAIN_HASH, SQLITE_STATIC);
	rc = sqlite3_step(s);
	sqlite3_reset(s);
	sqlite3_clear_bindings(s);
	return rc == SQLITE_DONE ? 0 : journal_fault(j, rc, "writing the journal");
}

/* After the commit: whoever reads the journal next is to find as much. */
static void tell_witness(struct journal *j, const struct row *row)
{
	struct witness_slot *slot;

	if (row->kind == ROW_RECORDED || row->kind == ROW_GIVEN_UP) {
		witness_forget(&j->witness, row->game);
		return;
	}
	if (row->kind != ROW_GAME && row->kind != ROW_INPUT && row->kind != ROW_RULING)
		return;
	slot = witness_of(&j->witness, row->game, true);
	if (!slot)
		return;
	slot->changed = true;
	if (row->kind == ROW_GAME)
		snprintf(slot->board, sizeof(slot->board), "%s", row->text[0]);
	else if (row->kind == ROW_INPUT)
		slot->inputs = row->n + 1;
	else
		slot->rulings = row->n + 1;
}

int journal_commit(struct journal *j)
{
	int r;

	if (j->count == 0)
		return 0;
	r = journal_exec(j, "BEGIN IMMEDIATE", "writing the journal");
	if (r < 0)
		return r;
	for (size_t i = 0; i < j->count && r >= 0; i++)
		r = write_row(j, &j->rows[i]);
	if (r >= 0)
		r = journal_exec(j, "COMMIT", "writing the journal");
	if (r < 0) {
		if (!sqlite3_get_autocommit(j->db))
			sqlite3_exec(j->db, "ROLLBACK", NULL, NULL, NULL);
		return r;
	}
	for (size_t i = 0; i < j->count; i++) {
		tell_witness(j, &j->rows[i]);
		row_done(&j->rows[i]);
	}
	j->count = 0;
	witness_write(&j->witness);
	return 0;
}

void journal_say(struct journal *j, const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	vsnprintf(j->error, sizeof(j->error), format, ap);
	va_end(ap);
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
