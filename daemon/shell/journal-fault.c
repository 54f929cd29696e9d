/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What SQLite says is wrong, as an errno value and a sentence. */
#include <errno.h>
#include <stdio.h>

#include "daemon/shell/journal-internal.h"

int journal_fault_of(sqlite3 *db, int rc, const char *doing, char error[static 256])
{
	snprintf(error, 256, "%s: %s", doing, db ? sqlite3_errmsg(db) : sqlite3_errstr(rc));
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

int journal_fault(struct journal *j, int rc, const char *doing)
{
	return journal_fault_of(j->db, rc, doing, j->error);
}
