/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/shell/journal-state.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "daemon/shell/journal-staging.h"

#define READING "reading the journal"

const struct chain_state state_changed = {
	.state = STATE_UNRECOVERED,
	.fault = "what had become of it was changed on disk",
};

static const char *text(sqlite3_stmt *row, int column)
{
	return (const char *)sqlite3_column_text(row, column);
}

static const void *hash_of(sqlite3_stmt *row, int column)
{
	const void *blob = sqlite3_column_blob(row, column);

	return sqlite3_column_bytes(row, column) == CHAIN_HASH ? blob : NULL;
}

static struct chain_state as_it_is(sqlite3_stmt *row, int first)
{
	return (struct chain_state){
		.state = text(row, first),
		.result = text(row, first + 1),
		.record = text(row, first + 2),
		.fault = text(row, first + 3),
		.ended_us = sqlite3_column_int64(row, first + 4),
	};
}

void state_seal(sqlite3_stmt *row, int first, uint8_t seal[static CHAIN_HASH])
{
	const struct chain_state state = as_it_is(row, first);

	chain_state(hash_of(row, first + 5), &state, seal);
}

bool state_read(sqlite3_stmt *row, int first, struct chain_state *ret, uint8_t *seed, bool *has_seed)
{
	const void *stored = hash_of(row, first + 5), *sealed = hash_of(row, first + 6);
	uint8_t seal[CHAIN_HASH];

	if (seed) {
		*has_seed = stored;
		if (stored)
			memcpy(seed, stored, CHAIN_HASH);
	}
	state_seal(row, first, seal);
	if (!sealed || memcmp(sealed, seal, CHAIN_HASH) != 0) {
		*ret = state_changed;
		return false;
	}
	*ret = as_it_is(row, first);
	return true;
}

/* --- one game's --- */

/* The newest of those rows that says it. */
static bool find_in(const struct row_list *rows, uint64_t game, struct known_state *ret)
{
	const struct row *newest = NULL;

	for (const struct row *row = rows->first; row; row = row->next)
		if (row->game == game && (row->kind == ROW_GAME || row->kind == ROW_STATE))
			newest = row;
	if (!newest)
		return false;
	*ret = (struct known_state){ .is_sound = true, .has_seed = newest->hashed };
	memcpy(ret->seed, newest->hash, CHAIN_HASH);
	if (newest->kind == ROW_GAME)
		ret->state = (struct chain_state){ .state = STATE_RUNNING };
	else
		ret->state = (struct chain_state){
			.state = newest->text[0],
			.result = newest->text[1],
			.record = newest->text[2],
			.fault = newest->text[3],
			.ended_us = (int64_t)newest->n,
		};
	return true;
}

static int read_row(struct journal *j, uint64_t game, struct known_state *ret)
{
	int rc = sqlite3_prepare_v2(j->db, "SELECT " STATE_COLUMNS " FROM games WHERE id = ?1", -1, &ret->row, NULL);
	int r = 0;

	if (rc == SQLITE_OK) {
		sqlite3_bind_int64(ret->row, 1, (int64_t)game);
		rc = sqlite3_step(ret->row);
	}
	if (rc == SQLITE_ROW) {
		ret->is_sound = state_read(ret->row, 0, &ret->state, ret->seed, &ret->has_seed);
	} else if (rc == SQLITE_DONE) {
		snprintf(j->error, sizeof(j->error), "there is no game %" PRIu64, game);
		r = -ENOENT;
	} else {
		r = journal_fault(j, rc, READING);
	}
	if (r < 0)
		state_done(ret);
	return r;
}

/* What a disk said once and does not say again is not so. */
static int read_twice(struct journal *j, uint64_t game, struct known_state *ret)
{
	int r = read_row(j, game, ret);

	if (r != -ENOENT && (r < 0 || ret->is_sound))
		return r;
	state_done(ret);
	sqlite3_db_release_memory(j->db);
	return read_row(j, game, ret);
}

int state_find(struct journal *j, uint64_t game, struct known_state *ret)
{
	const struct staged_game *g = staging_game(j, game);

	*ret = (struct known_state){ .row = NULL };
	if (!g)
		return find_in(&j->staged, game, ret) || find_in(&j->written, game, ret) ? 0 : read_twice(j, game, ret);
	ret->state = g->state;
	ret->is_sound = g->state_is_sound;
	ret->has_seed = true;
	memcpy(ret->seed, g->seed, CHAIN_HASH);
	return 0;
}

void state_done(struct known_state *state)
{
	sqlite3_finalize(state->row);
	state->row = NULL;
}
