/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/shell/journal-schema.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#define HEADER_USER_VERSION 60 /* of an SQLite file: four bytes, the highest first */

/* Entry n leads from version n to n + 1. What stands here was released: it is never changed, only followed. */
static const char *const steps[] = {
	"CREATE TABLE games(id INTEGER PRIMARY KEY, board TEXT NOT NULL, setup TEXT NOT NULL, map TEXT NOT NULL,"
	"  state TEXT NOT NULL, result TEXT);"
	"CREATE INDEX games_state ON games(state);"
	"CREATE TABLE inputs(game INTEGER NOT NULL, n INTEGER NOT NULL, json TEXT NOT NULL,"
	"  PRIMARY KEY(game, n)) WITHOUT ROWID;"
	"CREATE TABLE rulings(game INTEGER NOT NULL, n INTEGER NOT NULL, input INTEGER NOT NULL, json TEXT NOT NULL,"
	"  PRIMARY KEY(game, n)) WITHOUT ROWID;",

	/*
	 * Whether the final record was written is a state of its own: running, over, recorded, given-up. Version 1 did
	 * not keep it, so record is "?" for the games that were over then.
	 */
	"ALTER TABLE games ADD COLUMN record TEXT;"
	"ALTER TABLE games ADD COLUMN ended_us INTEGER;"
	"UPDATE games SET record = '?' WHERE state = 'over';",

	/* Events and their rounds; what persons did to a round, in order. */
	"CREATE TABLE events(id TEXT PRIMARY KEY, json TEXT NOT NULL) WITHOUT ROWID;"
	"CREATE TABLE rounds(event TEXT NOT NULL, round INTEGER NOT NULL, json TEXT NOT NULL, source TEXT,"
	"  PRIMARY KEY(event, round)) WITHOUT ROWID;"
	"CREATE TABLE acts(n INTEGER PRIMARY KEY, event TEXT NOT NULL, round INTEGER NOT NULL, json TEXT NOT NULL);"
	"CREATE INDEX acts_round ON acts(event, round);",

	/*
	 * What a game was played by: the texts of its rulebook, each list of them once, and the program. Hashes: of a
	 * game's own row (seed), of its map, of each row and the one before it; NULL in what is older. A game that
	 * cannot be replayed is "unrecovered", and fault says why.
	 */
	"CREATE TABLE books(name TEXT PRIMARY KEY, texts TEXT NOT NULL) WITHOUT ROWID;"
	"ALTER TABLE games ADD COLUMN program TEXT;"
	"ALTER TABLE games ADD COLUMN books TEXT;"
	"ALTER TABLE games ADD COLUMN seed BLOB;"
	"ALTER TABLE games ADD COLUMN map_seal BLOB;"
	"ALTER TABLE games ADD COLUMN fault TEXT;"
	"ALTER TABLE inputs ADD COLUMN hash BLOB;"
	"ALTER TABLE rulings ADD COLUMN hash BLOB;",

	/* A hash of what has become of a game. From here on each row of a game has all of its hashes. */
	"ALTER TABLE games ADD COLUMN state_seal BLOB;",
};

#define SEALED 5 /* the version since which they have */

const int journal_schema_newest = (int)(sizeof(steps) / sizeof(steps[0]));

int journal_schema_of_file(const char *path)
{
	unsigned char header[HEADER_USER_VERSION + 4] = { 0 };
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n = fd < 0 ? 0 : pread(fd, header, sizeof(header), 0);

	if (fd >= 0)
		close(fd);
	if (n < (ssize_t)sizeof(header))
		return 0;
	return header[60] << 24 | header[61] << 16 | header[62] << 8 | header[63];
}

int journal_schema_version(sqlite3 *db)
{
	sqlite3_stmt *s = NULL;
	int version = -1;

	if (sqlite3_prepare_v2(db, "PRAGMA user_version", -1, &s, NULL) == SQLITE_OK && sqlite3_step(s) == SQLITE_ROW)
		version = sqlite3_column_int(s, 0);
	sqlite3_finalize(s);
	return version;
}

int journal_schema_migrate(sqlite3 *db, int version, int (*seal)(void *userdata), void *userdata)
{
	int rc = SQLITE_OK;

	for (; version < journal_schema_newest && rc == SQLITE_OK; version++) {
		char done[64];

		snprintf(done, sizeof(done), "PRAGMA user_version=%d; COMMIT", version + 1);
		rc = sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL);
		if (rc == SQLITE_OK)
			rc = sqlite3_exec(db, steps[version], NULL, NULL, NULL);
		if (rc == SQLITE_OK && version + 1 == SEALED)
			rc = seal(userdata);
		if (rc == SQLITE_OK)
			rc = sqlite3_exec(db, done, NULL, NULL, NULL);
		if (rc != SQLITE_OK && !sqlite3_get_autocommit(db))
			sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
	}
	return rc;
}
