/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/shell/journal-rows.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "daemon/shell/journal-internal.h"
#include "daemon/shell/journal-staging.h"
#include "daemon/shell/journal-state.h"

#define READING "reading the journal"

struct reading {
	struct journal *journal;
	uint64_t game;
	bool rulings;	 /* else inputs */
	bool has_hashes; /* a game of an older schema has none */
	uint8_t hash[CHAIN_HASH];
	uint64_t n, had; /* rows: read so far, and how many had been written before */
};

static int select(struct journal *j, const char *sql, uint64_t game, sqlite3_stmt **ret)
{
	int rc = sqlite3_prepare_v2(j->db, sql, -1, ret, NULL);

	if (rc != SQLITE_OK)
		return journal_fault(j, rc, READING);
	sqlite3_bind_int64(*ret, 1, (int64_t)game);
	return 0;
}

static const char *text(sqlite3_stmt *s, int column)
{
	return (const char *)sqlite3_column_text(s, column);
}

static bool is_hash(sqlite3_stmt *s, int column, const uint8_t hash[static CHAIN_HASH])
{
	const void *blob = sqlite3_column_blob(s, column);

	return blob && sqlite3_column_bytes(s, column) == CHAIN_HASH && memcmp(blob, hash, CHAIN_HASH) == 0;
}

static int unsound(struct journal *j, const char *format, uint64_t a, const char *what)
{
	snprintf(j->error, sizeof(j->error), format, a, what);
	return -EBADMSG;
}

/* The game's own row: its hash, where its chains begin. -ENOENT: there is none. */
static int read_seed(struct journal *j, uint64_t game, uint8_t seed[static CHAIN_HASH], bool *has)
{
	sqlite3_stmt *s = NULL;
	int r = select(j, "SELECT board, setup, program, books, seed, map, map_seal FROM games WHERE id = ?1", game,
		       &s);
	int rc = r < 0 ? SQLITE_DONE : sqlite3_step(s);

	*has = false;
	if (r >= 0 && rc != SQLITE_ROW) {
		r = rc == SQLITE_DONE ? -ENOENT : journal_fault(j, rc, READING);
	} else if (r >= 0 && (text(s, 2) || sqlite3_column_blob(s, 4))) {
		uint8_t seal[CHAIN_HASH];

		*has = true;
		chain_seed(game, text(s, 0), text(s, 1), text(s, 2), text(s, 3), seed);
		chain_seal(seed, text(s, 5), seal);
		if (!is_hash(s, 4, seed))
			r = unsound(j, "what the game %" PRIu64 " was started with %s", game, "was changed on disk");
		else if (!is_hash(s, 6, seal))
			r = unsound(j, "when the game %" PRIu64 " is played %s", game, "was changed on disk");
	}
	sqlite3_finalize(s);
	return r;
}

static int check_row(struct reading *rd, sqlite3_stmt *s)
{
	const char *what = rd->rulings ? "ruling" : "input", *json = text(s, 1);

	if ((uint64_t)sqlite3_column_int64(s, 0) != rd->n || !json)
		return unsound(rd->journal, "row %" PRIu64 " is missing: %s", rd->n, what);
	if (!rd->has_hashes)
		return 0;
	if (rd->rulings)
		chain_ruling(rd->hash, rd->n, (uint64_t)sqlite3_column_int64(s, 3), json);
	else
		chain_input(rd->hash, rd->n, json);
	if (!is_hash(s, 2, rd->hash))
		return unsound(rd->journal, "row %" PRIu64 " was changed on disk: %s", rd->n, what);
	return 0;
}

/* More of them had been written than are there. */
static int check_end(struct reading *rd)
{
	if (rd->n >= rd->had)
		return 0;
	snprintf(rd->journal->error, sizeof(rd->journal->error),
		 "of %" PRIu64 " %s that were written the last %" PRIu64 " are missing", rd->had,
		 rd->rulings ? "rulings" : "inputs", rd->had - rd->n);
	return -EBADMSG;
}

/* Asked before the rows are read: there may be more by then, never less. */
static uint64_t ask_witness(const struct reading *rd)
{
	const struct witness_slot *slot;
	uint64_t had;

	pthread_mutex_lock(&rd->journal->witness_lock);
	slot = witness_of(&rd->journal->witness, rd->game, false);
	had = slot ? rd->rulings ? slot->rulings : slot->inputs : 0;
	pthread_mutex_unlock(&rd->journal->witness_lock);
	return had;
}

/* As far as they are sound; rd->hash and rd->n are those after the last. */
static int read_rows(struct reading *rd, journal_row_fn fn, void *userdata)
{
	struct journal *j = rd->journal;
	sqlite3_stmt *s = NULL;
	int rc = SQLITE_DONE, r;

	rd->had = ask_witness(rd);
	r = read_seed(j, rd->game, rd->hash, &rd->has_hashes);
	if (r >= 0 || r == -ENOENT) /* its first rows are only staged */
		r = select(j,
			   rd->rulings ? "SELECT n, json, hash, input FROM rulings WHERE game = ?1 ORDER BY n" :
					 "SELECT n, json, hash FROM inputs WHERE game = ?1 ORDER BY n",
			   rd->game, &s);
	if (r < 0)
		return r;
	while (r == 0 && (rc = sqlite3_step(s)) == SQLITE_ROW) {
		r = check_row(rd, s);
		if (r == 0 && fn)
			r = fn(userdata, rd->n, text(s, 1));
		rd->n++;
	}
	if (r == 0)
		r = rc == SQLITE_DONE ? check_end(rd) : journal_fault(j, rc, READING);
	sqlite3_finalize(s);
	return r;
}

int journal_inputs(struct journal *j, uint64_t game, journal_row_fn fn, void *userdata)
{
	return read_rows(&(struct reading){ .journal = j, .game = game }, fn, userdata);
}

int journal_rulings(struct journal *j, uint64_t game, journal_row_fn fn, void *userdata)
{
	return read_rows(&(struct reading){ .journal = j, .game = game, .rulings = true }, fn, userdata);
}

int journal_books(struct journal *j, uint64_t game, char **ret)
{
	static const char sql[] =
		"SELECT games.books, books.texts FROM games LEFT JOIN books ON books.name = games.books WHERE id = ?1";
	char name[2 * CHAIN_HASH + 1];
	sqlite3_stmt *s = NULL;
	int r = select(j, sql, game, &s), rc = r < 0 ? SQLITE_DONE : sqlite3_step(s);

	*ret = NULL;
	if (rc == SQLITE_ROW) {
		const char *now = text(s, 1), *then = text(s, 0);

		if (now)
			chain_name(now, name);
		if (then && (!now || strcmp(name, then) != 0))
			r = unsound(j, "the rulebook of game %" PRIu64 " %s", game,
				    "is missing or was changed on disk");
		else if (then && !(*ret = strdup(now)))
			r = -ENOMEM;
	} else if (rc != SQLITE_DONE) {
		r = journal_fault(j, rc, READING);
	}
	sqlite3_finalize(s);
	return r;
}

int journal_go_on(struct journal *j, uint64_t game)
{
	struct reading inputs = { .journal = j, .game = game };
	struct reading rulings = { .journal = j, .game = game, .rulings = true };
	struct chain chain = { .game = game };
	struct known_state known;
	uint8_t seed[CHAIN_HASH];
	bool has;
	int r = read_rows(&inputs, NULL, NULL);

	if (r >= 0)
		r = read_rows(&rulings, NULL, NULL);
	if (r >= 0)
		r = read_seed(j, game, seed, &has);
	if (r < 0 || !has)
		return r;
	memcpy(chain.inputs, inputs.hash, CHAIN_HASH);
	memcpy(chain.rulings, rulings.hash, CHAIN_HASH);
	r = state_find(j, game, &known);
	if (r < 0)
		return r;
	r = staging_add_game(j, &chain, seed, &known.state, known.is_sound);
	state_done(&known);
	return r;
}

/* --- at the start --- */

/* Of all games, also of those that are long over. */
static int verify_states(struct journal *j)
{
	struct chain_state state;
	sqlite3_stmt *s = NULL;
	int rc = SQLITE_DONE, r = select(j, "SELECT " STATE_COLUMNS ", id FROM games WHERE ?1 = 0", 0, &s);

	while (r >= 0 && (rc = sqlite3_step(s)) == SQLITE_ROW)
		if (!state_read(s, 0, &state, NULL, NULL))
			r = unsound(j, "game %" PRIu64 ": %s", (uint64_t)sqlite3_column_int64(s, STATE_COLUMN_COUNT),
				    state.fault);
	if (r >= 0 && rc != SQLITE_DONE)
		r = journal_fault(j, rc, READING);
	sqlite3_finalize(s);
	return r;
}

/* As far as SQLite sees it: it throws away what follows a fault in the log without a word. */
int journal_verify(struct journal *j)
{
	static const char sql[] = "SELECT id FROM games WHERE state NOT IN ('recorded', 'given-up', 'unrecovered')"
				  " AND ?1 = 0";
	sqlite3_stmt *s = NULL;
	int rc = SQLITE_DONE, r = verify_states(j);

	if (r >= 0)
		r = select(j, sql, 0, &s);
	for (size_t i = 0; i < j->witness.count && r >= 0; i++) {
		struct reading rd = { .journal = j, .game = j->witness.slots[i].game };

		if (rd.game && read_seed(j, rd.game, rd.hash, &rd.has_hashes) == -ENOENT)
			r = unsound(j, "game %" PRIu64 " %s", rd.game, "is not in the journal any more");
	}
	while (r >= 0 && (rc = sqlite3_step(s)) == SQLITE_ROW) {
		uint64_t game = (uint64_t)sqlite3_column_int64(s, 0);

		r = journal_inputs(j, game, NULL, NULL);
		if (r >= 0)
			r = journal_rulings(j, game, NULL, NULL);
	}
	if (r >= 0 && rc != SQLITE_DONE)
		r = journal_fault(j, rc, READING);
	sqlite3_finalize(s);
	return r == -EBADMSG ? -EUCLEAN : r;
}

/* One statement for each row: parameters 1 game, 2 n, 3 hash. */
static int seal_rows(struct journal *j, uint64_t game, const uint8_t seed[static CHAIN_HASH], bool rulings)
{
	uint8_t hash[CHAIN_HASH];
	sqlite3_stmt *s = NULL, *update = NULL;
	int rc = SQLITE_DONE, r = select(j,
					 rulings ? "SELECT n, json, input FROM rulings WHERE game = ?1 ORDER BY n" :
						   "SELECT n, json FROM inputs WHERE game = ?1 ORDER BY n",
					 game, &s);

	memcpy(hash, seed, CHAIN_HASH);
	if (r >= 0)
		r = select(j,
			   rulings ? "UPDATE rulings SET hash = ?3 WHERE game = ?1 AND n = ?2" :
				     "UPDATE inputs SET hash = ?3 WHERE game = ?1 AND n = ?2",
			   game, &update);
	while (r >= 0 && (rc = sqlite3_step(s)) == SQLITE_ROW) {
		uint64_t n = (uint64_t)sqlite3_column_int64(s, 0);

		if (rulings)
			chain_ruling(hash, n, (uint64_t)sqlite3_column_int64(s, 2), text(s, 1));
		else
			chain_input(hash, n, text(s, 1));
		sqlite3_bind_int64(update, 2, (int64_t)n);
		sqlite3_bind_blob(update, 3, hash, CHAIN_HASH, SQLITE_STATIC);
		if (sqlite3_step(update) != SQLITE_DONE)
			r = journal_fault(j, sqlite3_errcode(j->db), READING);
		sqlite3_reset(update);
	}
	if (r >= 0 && rc != SQLITE_DONE)
		r = journal_fault(j, rc, READING);
	sqlite3_finalize(update);
	sqlite3_finalize(s);
	return r;
}

static int seal_game(struct journal *j, sqlite3_stmt *game)
{
	static const char sql[] = "UPDATE games SET program = '?', seed = ?2, map_seal = ?3 WHERE id = ?1";
	uint64_t number = (uint64_t)sqlite3_column_int64(game, 0);
	uint8_t seed[CHAIN_HASH], seal[CHAIN_HASH];
	sqlite3_stmt *s = NULL;
	int r;

	chain_seed(number, text(game, 1), text(game, 2), "?", NULL, seed);
	chain_seal(seed, text(game, 3), seal);
	r = seal_rows(j, number, seed, false);
	if (r >= 0)
		r = seal_rows(j, number, seed, true);
	if (r >= 0)
		r = select(j, sql, number, &s);
	if (r >= 0) {
		sqlite3_bind_blob(s, 2, seed, CHAIN_HASH, SQLITE_STATIC);
		sqlite3_bind_blob(s, 3, seal, CHAIN_HASH, SQLITE_STATIC);
		if (sqlite3_step(s) != SQLITE_DONE)
			r = journal_fault(j, sqlite3_errcode(j->db), READING);
	}
	sqlite3_finalize(s);
	return r;
}

static int seal_state(struct journal *j, sqlite3_stmt *game)
{
	uint8_t seal[CHAIN_HASH];
	sqlite3_stmt *s = NULL;
	int r = select(j, "UPDATE games SET state_seal = ?2 WHERE id = ?1",
		       (uint64_t)sqlite3_column_int64(game, STATE_COLUMN_COUNT), &s);

	if (r < 0)
		return r;
	state_seal(game, 0, seal);
	sqlite3_bind_blob(s, 2, seal, CHAIN_HASH, SQLITE_STATIC);
	if (sqlite3_step(s) != SQLITE_DONE)
		r = journal_fault(j, sqlite3_errcode(j->db), READING);
	sqlite3_finalize(s);
	return r;
}

static int seal_each(struct journal *j, const char *sql, int (*seal)(struct journal *j, sqlite3_stmt *game))
{
	sqlite3_stmt *s = NULL;
	int rc = SQLITE_DONE, r = select(j, sql, 0, &s);

	while (r >= 0 && (rc = sqlite3_step(s)) == SQLITE_ROW)
		r = seal(j, s);
	if (r >= 0 && rc != SQLITE_DONE)
		r = journal_fault(j, rc, READING);
	sqlite3_finalize(s);
	return r;
}

int journal_seal_older(struct journal *j)
{
	int r = seal_each(j,
			  "SELECT id, board, setup, map FROM games WHERE program IS NULL AND seed IS NULL"
			  " AND map_seal IS NULL AND state <> 'unrecovered' AND ?1 = 0",
			  seal_game);

	if (r >= 0)
		r = seal_each(j, "SELECT " STATE_COLUMNS ", id FROM games WHERE ?1 = 0", seal_state);
	return r;
}

/* A place in the list for a game of which no more is known. */
static int add_missing(struct journal *j, uint64_t game, const char *board, const char *why)
{
	static const char sql[] = "INSERT OR IGNORE INTO games(id, board, setup, map, state, fault, state_seal)"
				  " VALUES(?1, ?2, '{}', '{}', '" STATE_UNRECOVERED "', ?3, ?4)";
	const struct chain_state state = { .state = STATE_UNRECOVERED, .fault = why };
	uint8_t seal[CHAIN_HASH];
	sqlite3_stmt *s = NULL;
	int r = select(j, sql, game, &s);

	if (r < 0)
		return r;
	chain_state(NULL, &state, seal);
	sqlite3_bind_blob(s, 4, seal, CHAIN_HASH, SQLITE_STATIC);
	sqlite3_bind_text(s, 2, board, -1, SQLITE_STATIC);
	sqlite3_bind_text(s, 3, why, -1, SQLITE_STATIC);
	if (sqlite3_step(s) != SQLITE_DONE)
		r = journal_fault(j, sqlite3_errcode(j->db), READING);
	else if (sqlite3_changes(j->db) > 0)
		journal_tell(j, "game %" PRIu64 " on board %s: %s", game, board, why);
	sqlite3_finalize(s);
	return r;
}

int journal_find_missing(struct journal *j)
{
	static const char sql[] = "SELECT DISTINCT game FROM (SELECT game FROM inputs UNION SELECT game FROM rulings)"
				  " WHERE game NOT IN (SELECT id FROM games) AND ?1 = 0";
	sqlite3_stmt *s = NULL;
	int rc = SQLITE_DONE, r = 0;

	for (size_t i = 0; i < j->witness.count && r >= 0; i++)
		if (j->witness.slots[i].game)
			r = add_missing(j, j->witness.slots[i].game, j->witness.slots[i].board,
					"the journal does not have this game any more");
	if (r >= 0)
		r = select(j, sql, 0, &s);
	while (r >= 0 && (rc = sqlite3_step(s)) == SQLITE_ROW)
		r = add_missing(j, (uint64_t)sqlite3_column_int64(s, 0), "?",
				"what it was started with is not in the journal");
	if (r >= 0 && rc != SQLITE_DONE)
		r = journal_fault(j, rc, READING);
	sqlite3_finalize(s);
	return r;
}
