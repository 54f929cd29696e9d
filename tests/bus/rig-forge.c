/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <sqlite3.h>
#include <stdio.h>

#include "daemon/shell/journal-chain.h"
#include "tests/bus/rig-journal.h"

static sqlite3 *open_it(struct rig *rig)
{
	char path[128];
	sqlite3 *db;

	rig_journal_path(rig, path);
	assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
	return db;
}

static sqlite3_stmt *prepare(sqlite3 *db, const char *sql)
{
	sqlite3_stmt *s = NULL;

	if (sqlite3_prepare_v2(db, sql, -1, &s, NULL) != SQLITE_OK)
		fail_msg("%s: %s", sql, sqlite3_errmsg(db));
	return s;
}

void rig_forge_round(struct rig *rig, const char *from, const char *to)
{
	sqlite3 *db = open_it(rig);
	sqlite3_stmt *s = prepare(db, "UPDATE rounds SET json = replace(json, ?1, ?2) WHERE instr(json, ?1) > 0");

	sqlite3_bind_text(s, 1, from, -1, SQLITE_STATIC);
	sqlite3_bind_text(s, 2, to, -1, SQLITE_STATIC);
	assert_int_equal(sqlite3_step(s), SQLITE_DONE);
	sqlite3_finalize(s);
	assert_int_equal(sqlite3_changes(db), 1);
	sqlite3_close(db);
}

void rig_forge_map(struct rig *rig, const char *boot, int64_t realtime_zero_ahead_us)
{
	uint8_t seed[CHAIN_HASH], seal[CHAIN_HASH];
	sqlite3 *db = open_it(rig);
	sqlite3_stmt *s = prepare(db, "SELECT map, seed FROM games WHERE id = CAST(?1 AS INTEGER)");
	json_int_t zero_us;
	json_t *o;
	char *map;

	sqlite3_bind_text(s, 1, rig->game, -1, SQLITE_STATIC);
	assert_int_equal(sqlite3_step(s), SQLITE_ROW);
	o = json_loads((const char *)sqlite3_column_text(s, 0), 0, NULL);
	assert_int_equal(sqlite3_column_bytes(s, 1), sizeof(seed));
	memcpy(seed, sqlite3_column_blob(s, 1), sizeof(seed));
	sqlite3_finalize(s);
	zero_us = json_integer_value(json_object_get(o, "realtime_zero_us"));
	json_object_set_new(o, "boot", json_string(boot));
	json_object_set_new(o, "realtime_zero_us", json_integer(zero_us + realtime_zero_ahead_us));
	map = json_dumps(o, JSON_COMPACT);
	json_decref(o);
	chain_seal(seed, map, seal);
	s = prepare(db, "UPDATE games SET map = ?1, map_seal = ?2 WHERE id = CAST(?3 AS INTEGER)");
	sqlite3_bind_text(s, 1, map, -1, SQLITE_STATIC);
	sqlite3_bind_blob(s, 2, seal, sizeof(seal), SQLITE_STATIC);
	sqlite3_bind_text(s, 3, rig->game, -1, SQLITE_STATIC);
	assert_int_equal(sqlite3_step(s), SQLITE_DONE);
	sqlite3_finalize(s);
	sqlite3_close(db);
	free(map);
}
