/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/shell/journal-games.h"

#include <stdlib.h>
#include <string.h>

#include "daemon/shell/journal-state.h"

#define COLUMNS "id, board, setup, map, program, " STATE_COLUMNS
enum { STATE_FIRST = 5, FITS = STATE_FIRST + STATE_COLUMN_COUNT, FITS_STATE };

#define ROWS_AT_ONCE 1000 /* some milliseconds */

static const struct journal_filter any;

/* What is asked of a state; a row that is not what was written has only the one that it is given. */
static bool fits(sqlite3_stmt *s, const struct journal_filter *filter, bool is_sound)
{
	if (is_sound)
		return sqlite3_column_int(s, FITS_STATE);
	return (!filter->state || strcmp(filter->state, state_changed.state) == 0) && !filter->result;
}

static int read_games(struct journal *j, sqlite3_stmt *s, const struct journal_filter *filter, journal_game_fn fn,
		      void *userdata, uint64_t *last)
{
	int rc = SQLITE_DONE, r = 0;

	while (r == 0 && (rc = sqlite3_step(s)) == SQLITE_ROW) {
		struct journal_game game = {
			.number = (uint64_t)sqlite3_column_int64(s, 0),
			.board = (const char *)sqlite3_column_text(s, 1),
			.setup = (const char *)sqlite3_column_text(s, 2),
			.map = (const char *)sqlite3_column_text(s, 3),
			.program = (const char *)sqlite3_column_text(s, 4),
		};
		struct chain_state state;
		bool is_sound;

		*last = game.number;
		if (!sqlite3_column_int(s, FITS)) /* of a thousand that are looked at few are asked for */
			continue;
		is_sound = state_read(s, STATE_FIRST, &state, NULL, NULL);
		game.state = state.state;
		game.result = state.result;
		game.record = state.record;
		game.ended_us = state.ended_us;
		game.fault = state.fault;
		if (fits(s, filter, is_sound))
			r = fn(userdata, &game);
	}
	return r == 0 && rc != SQLITE_DONE ? journal_fault(j, rc, "reading the journal") : r;
}

int journal_unfinished(struct journal *j, journal_game_fn fn, void *userdata)
{
	sqlite3_stmt *s;
	uint64_t last;
	int r, rc;

	rc = sqlite3_prepare_v2(j->db,
				"SELECT " COLUMNS
				", 1, 1 FROM games WHERE state NOT IN ('recorded', 'given-up') ORDER BY id",
				-1, &s, NULL);
	if (rc != SQLITE_OK)
		return journal_fault(j, rc, "reading the journal");
	r = read_games(j, s, &any, fn, userdata, &last);
	sqlite3_finalize(s);
	return r;
}

uint64_t journal_game_number(const char *id)
{
	char *end;
	uint64_t number = strtoull(id, &end, 10);

	return *id && !*end ? number : 0;
}

int journal_one_game(struct journal *j, uint64_t number, journal_game_fn fn, void *userdata)
{
	sqlite3_stmt *s;
	uint64_t last;
	int r, rc;

	rc = sqlite3_prepare_v2(j->db, "SELECT " COLUMNS ", 1, 1 FROM games WHERE id = ?1", -1, &s, NULL);
	if (rc != SQLITE_OK)
		return journal_fault(j, rc, "reading the journal");
	sqlite3_bind_int64(s, 1, (int64_t)number);
	r = read_games(j, s, &any, fn, userdata, &last);
	sqlite3_finalize(s);
	return r;
}

int journal_find_games(struct journal *j, const struct journal_filter *filter, uint64_t *before, journal_game_fn fn,
		       void *userdata)
{
	/*
	 * Each row is looked at and says whether it fits, so that the number of rows is what it costs. One whose setup
	 * is damaged is not to hide the others.
	 */
	static const char sql[] = "SELECT " COLUMNS ","
				  " (?2 IS NULL OR instr(lower(coalesce(sound ->> '$.white', '')), lower(?2)) > 0"
				  "  OR instr(lower(coalesce(sound ->> '$.black', '')), lower(?2)) > 0)"
				  " AND (?3 IS NULL OR board = ?3)"
				  " AND (?4 IS NULL OR sound ->> '$.event' = ?4)"
				  " AND (?5 IS NULL OR sound ->> '$.round' = ?5)"
				  " AND (?8 IS NULL OR sound ->> '$.date' >= ?8)"
				  " AND (?9 IS NULL OR sound ->> '$.date' <= ?9),"
				  " (?6 IS NULL OR state = ?6) AND (?7 IS NULL OR result = ?7)"
				  " FROM (SELECT *, CASE WHEN json_valid(setup) THEN setup END AS sound FROM games)"
				  " WHERE ?1 = 0 OR id < ?1 ORDER BY id DESC LIMIT ?10";
	const char *const values[] = { filter->player, filter->board,  filter->event, filter->round,
				       filter->state,  filter->result, filter->since, filter->until };
	uint64_t last = 0;
	sqlite3_stmt *s;
	int r, rc;

	rc = sqlite3_prepare_v2(j->db, sql, -1, &s, NULL);
	if (rc != SQLITE_OK)
		return journal_fault(j, rc, "reading the journal");
	sqlite3_bind_int64(s, 1, (int64_t)*before);
	for (int i = 0; i < (int)(sizeof(values) / sizeof(values[0])); i++)
		sqlite3_bind_text(s, 2 + i, values[i], -1, SQLITE_STATIC);
	sqlite3_bind_int(s, 10, ROWS_AT_ONCE);
	r = read_games(j, s, filter, fn, userdata, &last);
	sqlite3_finalize(s);
	*before = last > 1 ? last : 0;
	return r;
}

uint64_t journal_unrecovered_on(struct journal *j, const char *board)
{
	static const char sql[] = "SELECT id FROM games WHERE state = 'unrecovered' AND board = ?1 ORDER BY id LIMIT 1";
	sqlite3_stmt *s = NULL;
	uint64_t game = 0;

	if (sqlite3_prepare_v2(j->db, sql, -1, &s, NULL) == SQLITE_OK) {
		sqlite3_bind_text(s, 1, board, -1, SQLITE_STATIC);
		if (sqlite3_step(s) == SQLITE_ROW)
			game = (uint64_t)sqlite3_column_int64(s, 0);
	}
	sqlite3_finalize(s);
	return game;
}
