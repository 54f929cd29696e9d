/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/shell/journal-log-file.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define NAME "flagfall-journal"
#define PIECE_BYTES 65536 /* the largest page that there is; more than this is written in several */

/* What stands at its end in SQLite's file, and is not written yet. SQLite's own file is behind it. */
struct log_file {
	sqlite3_file base;
	char *piece;
	int used;
	sqlite3_int64 at; /* where it belongs */
};

static sqlite3_vfs own, *systems;

static sqlite3_file *real_of(sqlite3_file *file)
{
	return (sqlite3_file *)((struct log_file *)file + 1);
}

/* SQLite's result code. What cannot be written is dropped: it was not durable, and is written again or given up. */
static int write_piece(sqlite3_file *file)
{
	struct log_file *log = (struct log_file *)file;
	const int size = log->used;

	log->used = 0;
	return size ? real_of(file)->pMethods->xWrite(real_of(file), log->piece, size, log->at) : SQLITE_OK;
}

static int log_write(sqlite3_file *file, const void *data, int size, sqlite3_int64 at)
{
	struct log_file *log = (struct log_file *)file;
	int rc = SQLITE_OK;

	if (log->used && (at != log->at + log->used || size > PIECE_BYTES - log->used))
		rc = write_piece(file);
	if (rc != SQLITE_OK)
		return rc;
	if (!log->used)
		log->at = at;
	memcpy(log->piece + log->used, data, (size_t)size);
	log->used += size;
	return SQLITE_OK;
}

static int log_read(sqlite3_file *file, void *data, int size, sqlite3_int64 at)
{
	int rc = write_piece(file);

	return rc == SQLITE_OK ? real_of(file)->pMethods->xRead(real_of(file), data, size, at) : rc;
}

static int log_sync(sqlite3_file *file, int flags)
{
	int rc = write_piece(file);

	return rc == SQLITE_OK ? real_of(file)->pMethods->xSync(real_of(file), flags) : rc;
}

static int log_truncate(sqlite3_file *file, sqlite3_int64 size)
{
	int rc = write_piece(file);

	return rc == SQLITE_OK ? real_of(file)->pMethods->xTruncate(real_of(file), size) : rc;
}

static int log_size(sqlite3_file *file, sqlite3_int64 *size)
{
	int rc = write_piece(file);

	return rc == SQLITE_OK ? real_of(file)->pMethods->xFileSize(real_of(file), size) : rc;
}

static int log_close(sqlite3_file *file)
{
	int written = write_piece(file), rc = real_of(file)->pMethods->xClose(real_of(file));

	free(((struct log_file *)file)->piece);
	return written == SQLITE_OK ? rc : written;
}

static int log_lock(sqlite3_file *file, int level)
{
	return real_of(file)->pMethods->xLock(real_of(file), level);
}

static int log_unlock(sqlite3_file *file, int level)
{
	return real_of(file)->pMethods->xUnlock(real_of(file), level);
}

static int log_is_reserved(sqlite3_file *file, int *is)
{
	return real_of(file)->pMethods->xCheckReservedLock(real_of(file), is);
}

static int log_control(sqlite3_file *file, int what, void *arg)
{
	return real_of(file)->pMethods->xFileControl(real_of(file), what, arg);
}

static int log_sector(sqlite3_file *file)
{
	return real_of(file)->pMethods->xSectorSize(real_of(file));
}

static int log_device(sqlite3_file *file)
{
	return real_of(file)->pMethods->xDeviceCharacteristics(real_of(file));
}

static const sqlite3_io_methods log_methods = {
	.iVersion = 1,
	.xClose = log_close,
	.xRead = log_read,
	.xWrite = log_write,
	.xTruncate = log_truncate,
	.xSync = log_sync,
	.xFileSize = log_size,
	.xLock = log_lock,
	.xUnlock = log_unlock,
	.xCheckReservedLock = log_is_reserved,
	.xFileControl = log_control,
	.xSectorSize = log_sector,
	.xDeviceCharacteristics = log_device,
};

static int open_file(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *opened)
{
	struct log_file *log = (struct log_file *)file;
	int rc;

	(void)vfs;
	if (!(flags & SQLITE_OPEN_WAL))
		return systems->xOpen(systems, name, file, flags, opened);
	*log = (struct log_file){ .piece = malloc(PIECE_BYTES) };
	if (!log->piece)
		return SQLITE_NOMEM;
	rc = systems->xOpen(systems, name, real_of(file), flags, opened);
	if (rc == SQLITE_OK)
		log->base.pMethods = &log_methods;
	else
		free(log->piece);
	return rc;
}

static void add(void)
{
	sqlite3_vfs *found = sqlite3_vfs_find(NULL);

	if (!found)
		return;
	own = *found;
	own.pNext = NULL;
	own.zName = NAME;
	own.szOsFile += (int)sizeof(struct log_file);
	own.xOpen = open_file;
	if (sqlite3_vfs_register(&own, 0) == SQLITE_OK)
		systems = found;
}

const char *journal_log_file_vfs(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	pthread_once(&once, add);
	return systems ? NAME : NULL;
}
