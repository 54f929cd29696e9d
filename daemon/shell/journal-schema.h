/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The journal's tables, from each version to the next. A new version is one more entry of the list in journal-schema.c,
 * and one more journal in tests/data/journal.
 */
#ifndef SHELL_JOURNAL_SCHEMA_H
#define SHELL_JOURNAL_SCHEMA_H

#include <sqlite3.h>
#include <stdint.h>

/* The newest version that this program knows. */
extern const int journal_schema_newest;

/*
 * The version of the file as it was last folded, read without SQLite, which would change what lies beside it; 0: there
 * is no file, or it is empty or none of ours.
 */
int journal_schema_of_file(const char *path);
/* The version by the database, write-ahead log included; negative: SQLite cannot say. */
int journal_schema_version(sqlite3 *db);
/*
 * From that version to the newest, each step in a transaction of its own. seal: gives all games their hashes, in that
 * of the step since which each of them has all; an SQLite result code, as what is returned.
 */
int journal_schema_migrate(sqlite3 *db, int version, int (*seal)(void *userdata), void *userdata);

#endif
