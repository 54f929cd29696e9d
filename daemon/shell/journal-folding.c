/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/shell/journal-folding.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdlib.h>

struct journal_folding {
	pthread_t thread;
	sqlite3 *db; /* the thread's */

	pthread_mutex_t lock; /* over what follows */
	pthread_cond_t changed;
	bool asked, stop;
};

/*
 * SQLite leaves it to the last fold where more was written meanwhile. That is the writer's own, and it would wait for
 * megabytes while boards press. What fails here fails there, too, and is said.
 */
static void sync_folded(sqlite3 *db)
{
	sqlite3_file *file = NULL;

	if (sqlite3_file_control(db, "main", SQLITE_FCNTL_FILE_POINTER, &file) == SQLITE_OK && file && file->pMethods)
		file->pMethods->xSync(file, SQLITE_SYNC_NORMAL);
}

static void *work(void *userdata)
{
	struct journal_folding *f = userdata;

	pthread_mutex_lock(&f->lock);
	while (!f->stop) {
		if (!f->asked) {
			pthread_cond_wait(&f->changed, &f->lock);
			continue;
		}
		pthread_mutex_unlock(&f->lock);
		/* what it could not do, the writer tries again, and says so */
		sqlite3_wal_checkpoint_v2(f->db, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
		sync_folded(f->db);
		pthread_mutex_lock(&f->lock);
		f->asked = false;
		pthread_cond_broadcast(&f->changed);
	}
	pthread_mutex_unlock(&f->lock);
	return NULL;
}

static void folding_free(struct journal_folding *f)
{
	sqlite3_close(f->db);
	pthread_cond_destroy(&f->changed);
	pthread_mutex_destroy(&f->lock);
	free(f);
}

struct journal_folding *journal_folding_start(const char *path)
{
	struct journal_folding *f = calloc(1, sizeof(*f));

	if (!f)
		return NULL;
	pthread_mutex_init(&f->lock, NULL);
	pthread_cond_init(&f->changed, NULL);
	if (sqlite3_open_v2(path, &f->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL) != SQLITE_OK ||
	    sqlite3_exec(f->db, "PRAGMA synchronous=FULL; PRAGMA wal_autocheckpoint=0", NULL, NULL, NULL) !=
		    SQLITE_OK ||
	    pthread_create(&f->thread, NULL, work, f) != 0) {
		folding_free(f);
		return NULL;
	}
	return f;
}

void journal_folding_stop(struct journal_folding *f)
{
	if (!f)
		return;
	pthread_mutex_lock(&f->lock);
	f->stop = true;
	pthread_cond_broadcast(&f->changed);
	pthread_mutex_unlock(&f->lock);
	pthread_join(f->thread, NULL);
	folding_free(f);
}

void journal_folding_ask(struct journal_folding *f)
{
	pthread_mutex_lock(&f->lock);
	f->asked = true;
	pthread_mutex_unlock(&f->lock);
	pthread_cond_broadcast(&f->changed);
}

bool journal_folding_is_busy(struct journal_folding *f)
{
	bool busy;

	if (!f)
		return false;
	pthread_mutex_lock(&f->lock);
	busy = f->asked;
	pthread_mutex_unlock(&f->lock);
	return busy;
}

void journal_folding_wait(struct journal_folding *f)
{
	if (!f)
		return;
	pthread_mutex_lock(&f->lock);
	while (f->asked)
		pthread_cond_wait(&f->changed, &f->lock);
	pthread_mutex_unlock(&f->lock);
}
