/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Opening the journal: one daemon at a time, no newer version, nothing missing that was there. */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "daemon/shell/journal-internal.h"
#include "daemon/shell/journal-rows.h"
#include "daemon/shell/journal-salvage.h"
#include "daemon/shell/journal-schema.h"
#include "daemon/shell/journal-writer.h"

#define OPEN_PATIENCE_MS 2000 /* for another program's lock */
#define READ_PATIENCE_MS 50

static int find_next_game(struct journal *j)
{
	static const char sql[] = "SELECT max(coalesce((SELECT max(id) FROM games), 0),"
				  " coalesce((SELECT max(game) FROM inputs), 0)) + 1";
	sqlite3_stmt *s = NULL;
	int rc = sqlite3_prepare_v2(j->db, sql, -1, &s, NULL), r = 0;

	if (rc == SQLITE_OK)
		rc = sqlite3_step(s);
	if (rc == SQLITE_ROW)
		j->next_game = (uint64_t)sqlite3_column_int64(s, 0);
	else
		r = journal_fault(j, rc, "reading the journal");
	sqlite3_finalize(s);
	return r;
}

/* Two daemons on one journal would each replay and rule the same games. */
static int take_lock(struct journal *j, const char *path)
{
	char *name;

	if (asprintf(&name, "%s.lock", path) < 0)
		return -ENOMEM;
	j->lock = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	free(name);
	if (j->lock < 0) {
		int r = -errno;

		snprintf(j->error, sizeof(j->error), "%s.lock: %s", path, strerror(-r));
		return r;
	}
	if (flock(j->lock, LOCK_EX | LOCK_NB) < 0) {
		snprintf(j->error, sizeof(j->error), "another daemon is using %s", path);
		return -EBUSY;
	}
	return 0;
}

static int newer(struct journal *j, const char *path, int version)
{
	snprintf(j->error, sizeof(j->error),
		 "%s was written by a newer version of Flagfall (schema %d, this one knows %d); it is left as it is",
		 path, version, journal_schema_newest);
	return -EPROTONOSUPPORT;
}

/* The version. A newer one's journal is not changed in any way. */
static int open_file(struct journal *j, const char *path)
{
	int version = journal_schema_of_file(path), rc;

	if (version > journal_schema_newest)
		return newer(j, path, version);
	rc = sqlite3_open_v2(path, &j->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, NULL);
	if (rc != SQLITE_OK)
		return journal_fault(j, rc, path);
	sqlite3_busy_timeout(j->db, OPEN_PATIENCE_MS);
	sqlite3_db_config(j->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
	version = journal_schema_version(j->db);
	if (version < 0)
		return journal_fault(j, sqlite3_errcode(j->db), path);
	if (version > journal_schema_newest)
		return newer(j, path, version);
	return version;
}

/* SQLite's own look at the whole file: pages that are none, trees that do not hang together. */
static int check_file(struct journal *j)
{
	sqlite3_stmt *s = NULL;
	int rc = sqlite3_prepare_v2(j->db, "PRAGMA quick_check(1)", -1, &s, NULL), r = 0;

	if (rc == SQLITE_OK)
		rc = sqlite3_step(s);
	if (rc != SQLITE_ROW) {
		r = journal_fault(j, rc, "reading the journal");
	} else if (strcmp((const char *)sqlite3_column_text(s, 0), "ok") != 0) {
		snprintf(j->error, sizeof(j->error), "%s", (const char *)sqlite3_column_text(s, 0));
		r = -EUCLEAN;
	}
	sqlite3_finalize(s);
	return r;
}

/*
 * What SQLite does not see: an empty journal that had games, and, if there is no witness to tell, a log that is none.
 * Later all rows are looked at, but the tables of a new journal would be written over the log. As use_file().
 */
static int find_lost(struct journal *j, const char *path, int version)
{
	int is_log = 1;

	for (size_t i = 0; i < j->witness.count && version == 0; i++)
		if (j->witness.slots[i].game) {
			snprintf(j->error, sizeof(j->error), "it had games and is empty");
			return -EUCLEAN;
		}
	if (version == 0 || j->witness.fd < 0)
		is_log = journal_salvage_is_log(path);
	if (is_log != 0)
		return is_log < 0 ? is_log : 0;
	snprintf(j->error, sizeof(j->error), "the head of its log is damaged");
	return -EUCLEAN;
}

struct sealing {
	struct journal *journal;
	int fault;
};

static int seal(void *userdata)
{
	struct sealing *s = userdata;

	s->fault = journal_seal_older(s->journal);
	return s->fault < 0 ? SQLITE_ABORT : SQLITE_OK;
}

/* 0; a fault. -EUCLEAN: the file is damaged. */
static int migrate(struct journal *j, const char *path, int version)
{
	struct sealing sealing = { .journal = j };
	int rc = journal_schema_migrate(j->db, version, seal, &sealing), r;

	if (rc == SQLITE_OK || sealing.fault < 0)
		return sealing.fault;
	r = journal_fault(j, rc, path);
	return (rc & 0xff) == SQLITE_ERROR ? -EUCLEAN : r; /* tables that are there are not, or the reverse */
}

/* 0; a fault. -EUCLEAN: the file is damaged. */
static int use_file(struct journal *j, const char *path, bool salvaged)
{
	int version = open_file(j, path), r;

	if (version < 0)
		return version;
	r = journal_exec(j,
			 "PRAGMA page_size=" JOURNAL_PAGE_BYTES "; PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
			 "PRAGMA wal_autocheckpoint=0",
			 path);
	if (r >= 0)
		r = check_file(j);
	if (r < 0)
		return r;
	if (!salvaged) /* before anything is written */
		r = find_lost(j, path, version);
	if (r >= 0)
		r = migrate(j, path, version);
	if (r >= 0 && !salvaged)
		r = journal_verify(j);
	if (r >= 0) /* until here nothing of the log may be lost */
		sqlite3_db_config(j->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 0, NULL);
	return r;
}

/* What a disk said once and does not say again is no damage. */
static int look_twice(struct journal *j, const char *path)
{
	int r = use_file(j, path, false);

	if (r != -EUCLEAN)
		return r;
	journal_close_file(j);
	return use_file(j, path, false);
}

static int salvage(struct journal *j, const char *path)
{
	char why[256], *place = journal_salvage_place(path);
	int r;

	snprintf(why, sizeof(why), "%s", *j->error ? j->error : "the file is empty and its log is not");
	j->error[0] = '\0';
	journal_close_file(j);
	r = place ? journal_salvage_read(j, path) : -ENOMEM;
	if (r >= 0)
		r = use_file(j, place, true);
	if (r >= 0)
		r = journal_salvage_fill(j);
	journal_close_file(j);
	if (r >= 0)
		r = journal_salvage_replace(j, path, why);
	if (r >= 0)
		r = use_file(j, path, true);
	free(place);
	return r;
}

static int prepare(struct journal *j, const char *path)
{
	char *witness = NULL;
	int r = take_lock(j, path);

	if (r >= 0)
		r = asprintf(&witness, "%s.seen", path) < 0 ? -ENOMEM : witness_open(&j->witness, witness);
	free(witness);
	if (r < 0)
		return r;
	r = journal_salvage_resume(j, path);
	if (r >= 0)
		r = journal_salvage_is_headless(path);
	r = r > 0 ? -EUCLEAN : r < 0 ? r : look_twice(j, path);
	if (r == -EUCLEAN)
		r = salvage(j, path);
	if (r >= 0)
		r = journal_find_missing(j);
	if (r >= 0)
		r = find_next_game(j);
	if (r >= 0)
		r = journal_writer_start(j, path);
	if (r >= 0) /* from here on it only reads, and the event loop waits */
		sqlite3_busy_timeout(j->db, READ_PATIENCE_MS);
	return r;
}

int journal_open(const char *path, struct journal **ret, char err[static 256])
{
	struct journal *j = calloc(1, sizeof(*j));
	int r;

	if (!j) {
		snprintf(err, 256, "%.200s: %s", path, strerror(ENOMEM));
		return -ENOMEM;
	}
	j->lock = j->witness.fd = -1;
	pthread_mutex_init(&j->witness_lock, NULL);
	r = chain_begin();
	if (r >= 0)
		r = prepare(j, path);
	if (r < 0) {
		if (*j->error)
			memcpy(err, j->error, sizeof(j->error));
		else
			snprintf(err, 256, "%.200s: %s", path, strerror(-r));
		journal_salvage_drop(j);
		journal_close(j);
		return r;
	}
	*ret = j;
	return 0;
}
