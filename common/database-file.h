/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * An SQLite file of one program: prepared statements, and a transaction that begins with the first that writes. What
 * fails ends the transaction, and nothing of it is there.
 */
#ifndef COMMON_DATABASE_FILE_H
#define COMMON_DATABASE_FILE_H

#include <sqlite3.h>
#include <stdbool.h>

#define DATABASE_FILE_STATEMENTS 32

struct database_file {
	const char *fault; /* what stands in front of what SQLite says; static */
	sqlite3 *db;
	sqlite3_stmt *statements[DATABASE_FILE_STATEMENTS];
	bool in_transaction;
	char error[256]; /* the last fault, a sentence */
};

/*
 * database_file_open - zeroed but for fault; database_file_close() in any case
 * @flags: SQLITE_OPEN_…
 * 0, or -EIO with error: SQLite's words alone.
 */
int database_file_open(struct database_file *file, const char *path, int flags);
void database_file_close(struct database_file *file);
/* Statements by their places in sql, at most DATABASE_FILE_STATEMENTS. As above. */
int database_file_prepare(struct database_file *file, const char *const *sql, unsigned count);

/* Returns -EIO: the transaction has ended, and error says what SQLite said last. */
int database_file_fail(struct database_file *file);

/*
 * database_file_bind - a statement with its parameters
 * @types: 't' a text, which has to live until the statement has run, NULL for none; 'i' an int64_t, and no other
 * integer Who steps through its rows resets it then.
 */
sqlite3_stmt *database_file_bind(struct database_file *file, unsigned which, const char *types, ...);
/* The same with one that gives no row, which is run. 0 or -EIO. */
int database_file_run(struct database_file *file, unsigned which, const char *types, ...);

/* Nothing happens where one has begun. 0 or -EIO. */
int database_file_begin(struct database_file *file);
/*
 * … or where none has. What was written can be read by others when it returns, and the file's times change then: for
 * them that is IN_ATTRIB, while IN_MODIFY comes before there is anything to be read.
 */
int database_file_commit(struct database_file *file);
/* It ends, and nothing of it is there. */
void database_file_drop(struct database_file *file);

#endif
