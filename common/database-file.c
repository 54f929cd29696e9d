/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "common/database-file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/stat.h>

#define PATIENCE_MS 2000 /* for another program's lock */

/* What SQLite says, without more. */
static int database_file_refuse(struct database_file *f)
{
	snprintf(f->error, sizeof(f->error), "%s", f->db ? sqlite3_errmsg(f->db) : "no memory");
	return -EIO;
}

int database_file_open(struct database_file *f, const char *path, int flags)
{
	if (sqlite3_open_v2(path, &f->db, flags | SQLITE_OPEN_NOMUTEX, NULL) != SQLITE_OK)
		return database_file_refuse(f);
	sqlite3_busy_timeout(f->db, PATIENCE_MS);
	return 0;
}

int database_file_prepare(struct database_file *f, const char *const *sql, unsigned count)
{
	for (unsigned i = 0; i < count; i++)
		if (sqlite3_prepare_v3(f->db, sql[i], -1, SQLITE_PREPARE_PERSISTENT, &f->statements[i], NULL) !=
		    SQLITE_OK)
			return database_file_refuse(f);
	return 0;
}

void database_file_close(struct database_file *f)
{
	for (unsigned i = 0; i < DATABASE_FILE_STATEMENTS; i++)
		sqlite3_finalize(f->statements[i]);
	sqlite3_close(f->db);
	*f = (struct database_file){ .fault = f->fault };
}

void database_file_drop(struct database_file *f)
{
	if (f->in_transaction)
		sqlite3_exec(f->db, "ROLLBACK", NULL, NULL, NULL);
	f->in_transaction = false;
}

int database_file_fail(struct database_file *f)
{
	snprintf(f->error, sizeof(f->error), "%s%s", f->fault, sqlite3_errmsg(f->db));
	database_file_drop(f);
	return -EIO;
}

static sqlite3_stmt *bind(struct database_file *f, unsigned which, const char *types, va_list arguments)
{
	sqlite3_stmt *s = f->statements[which];

	sqlite3_reset(s);
	for (int i = 0; types[i]; i++)
		if (types[i] == 't')
			sqlite3_bind_text(s, i + 1, va_arg(arguments, const char *), -1, SQLITE_STATIC);
		else
			sqlite3_bind_int64(s, i + 1, va_arg(arguments, int64_t));
	return s;
}

sqlite3_stmt *database_file_bind(struct database_file *f, unsigned which, const char *types, ...)
{
	va_list arguments;
	sqlite3_stmt *s;

	va_start(arguments, types);
	s = bind(f, which, types, arguments);
	va_end(arguments);
	return s;
}

int database_file_run(struct database_file *f, unsigned which, const char *types, ...)
{
	va_list arguments;
	sqlite3_stmt *s;
	int r;

	va_start(arguments, types);
	s = bind(f, which, types, arguments);
	va_end(arguments);
	r = sqlite3_step(s) == SQLITE_DONE ? 0 : database_file_fail(f);
	sqlite3_reset(s);
	return r;
}

int database_file_begin(struct database_file *f)
{
	if (!f->in_transaction && sqlite3_exec(f->db, "BEGIN IMMEDIATE", NULL, NULL, NULL) != SQLITE_OK)
		return database_file_fail(f);
	f->in_transaction = true;
	return 0;
}

int database_file_commit(struct database_file *f)
{
	if (!f->in_transaction)
		return 0;
	if (sqlite3_exec(f->db, "COMMIT", NULL, NULL, NULL) != SQLITE_OK)
		return database_file_fail(f);
	f->in_transaction = false;
	/* SQLite writes, syncs, and only then shows it to others: who woke at the write would look too early */
	utimensat(AT_FDCWD, sqlite3_db_filename(f->db, "main"), NULL, 0);
	return 0;
}
