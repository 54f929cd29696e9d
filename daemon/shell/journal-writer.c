/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/shell/journal-writer.h"

#include <errno.h>
#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

#include "daemon/machine-clock.h"
#include "daemon/shell/journal-folding.h"
#include "daemon/shell/journal-log-file.h"
#include "common/sched-slice.h"
#include "daemon/shell/journal-state.h"

#define WRITING "writing the journal"

/*
 * Folding the log costs two or three waits for the disk and the writing of all its pages, and so long waits what is
 * pressed meanwhile. Where the disk is quick, another thread folds while this one goes on, and only the little that is
 * left is folded here. Where it is slow, it is done when nobody has pressed for long, or when it must be.
 */
#define MIB (1 << 20)
#define IDLE_BYTES (2 * MIB) /* of the log: folded when nobody presses for … */
#define IDLE_QUICK_MS 40
#define IDLE_SLOW_MS 2000
#define ASIDE_BYTES (2 * MIB)	   /* each time it has grown by so much, it is folded aside; */
#define MOST_QUICK_BYTES (8 * MIB) /* from here on it is folded here, if the rest is small, */
#define SMALL_BYTES (MIB / 4)
#define MOST_ASIDE_BYTES (16 * MIB) /* … or the disk cannot keep up; */
#define MOST_BYTES (64 * MIB)	    /* … and there however slow it is; */
#define FOLD_AGAIN_BYTES MIB	    /* … after so much again where another program kept it from being folded */
#define LOCKED_MS 2000		    /* another program's lock is waited for so long, */
#define LOCKED_HURRY_MS 100	    /* … if somebody waits for the answer, */
#define LOCKED_FOLDING_MS 100	    /* … and while folding */
#define LOOK_MS 5
/* So long the log's file stays once it is: to write over it is one wait for the disk, to make it longer is two. */
#define KEPT_BYTES "10485760"
#define CACHE_KIB "4000" /* the last pages of each of a thousand games */

/* What became of the rows that were given. */
enum batch { BATCH_NONE, BATCH_GIVEN, BATCH_WRITTEN };

struct journal_writer {
	pthread_t thread;
	bool runs;
	int fd;		   /* eventfd: a batch is written */
	atomic_bool hurry; /* somebody waits for it */

	/* The thread's. */
	struct journal *journal;	 /* of it only the witness */
	struct journal_folding *folding; /* NULL: there is none */
	sqlite3 *db;
	sqlite3_stmt *insert[ROW_KINDS], *begin, *commit, *rollback;
	unsigned patience_ms; /* for another program's lock */
	int64_t page_bytes, log_bytes;
	int64_t aside_bytes;   /* of the log, when the other thread last began to fold */
	int64_t refused_bytes; /* of the log, when another program kept it from being folded; 0: none did */
	uint64_t last_us;      /* the last transaction */
	uint64_t missing;      /* the game whose row a batch looked for in vain, 0 none */

	pthread_mutex_t lock; /* over what follows */
	pthread_cond_t changed;
	enum batch batch;
	const struct row_list *rows;
	int result;
	uint64_t took_us;
	char error[256];
	bool stop;
};

static const char *const row_sql[ROW_KINDS] = {
	/* parameters: 1 game, 2 n, 3 input, 4 to 7 texts, 8 hash, 9 seal of the map, 10 of the state */
	[ROW_BOOKS] = "INSERT OR IGNORE INTO books(name, texts) VALUES(?4, ?5)",
	[ROW_GAME] = "INSERT INTO games(id, board, setup, map, state, program, books, seed, map_seal, state_seal)"
		     " VALUES(?1, ?4, ?5, ?6, '" STATE_RUNNING "', '" FLAGFALL_VERSION "', ?7, ?8, ?9, ?10)",
	[ROW_INPUT] = "INSERT INTO inputs(game, n, json, hash) VALUES(?1, ?2, ?4, ?8)",
	[ROW_RULING] = "INSERT INTO rulings(game, n, input, json, hash) VALUES(?1, ?2, ?3, ?4, ?8)",
	[ROW_MAP] = "UPDATE games SET map = ?4, map_seal = ?9 WHERE id = ?1",
	[ROW_STATE] = "UPDATE games SET state = ?4, result = ?5, record = ?6, fault = ?7, ended_us = ?2,"
		      " state_seal = ?10 WHERE id = ?1",
	[ROW_EVENT] = "INSERT OR REPLACE INTO events(id, json) VALUES(?4, ?5)",
	[ROW_ROUND] =
		"INSERT INTO rounds(event, round, json, source) VALUES(?4, ?2, ?5, ?6) ON CONFLICT(event, round) DO UPDATE "
		"SET json = excluded.json, source = coalesce(excluded.source, source)",
	[ROW_ACT] = "INSERT INTO acts(event, round, json) VALUES(?4, ?2, ?5)",
};

/* --- one batch --- */

static int write_row(struct journal_writer *w, const struct row *row)
{
	sqlite3_stmt *s = w->insert[row->kind];
	int rc, parameters = sqlite3_bind_parameter_count(s);

	sqlite3_bind_int64(s, 1, (int64_t)row->game);
	if (row->kind == ROW_INPUT || row->kind == ROW_RULING || row->kind == ROW_ROUND || row->kind == ROW_ACT ||
	    (row->kind == ROW_STATE && row->n > 0))
		sqlite3_bind_int64(s, 2, (int64_t)row->n);
	if (row->kind == ROW_RULING)
		sqlite3_bind_int64(s, 3, (int64_t)row->input);
	for (int i = 0; i < ROW_TEXTS && 4 + i <= parameters; i++)
		sqlite3_bind_text(s, 4 + i, row->text[i], -1, SQLITE_STATIC);
	if (row->hashed && parameters >= 8)
		sqlite3_bind_blob(s, 8, row->hash, CHAIN_HASH, SQLITE_STATIC);
	if (row->hashed && parameters >= 9)
		sqlite3_bind_blob(s, 9, row->seal, CHAIN_HASH, SQLITE_STATIC);
	if (parameters >= 10)
		sqlite3_bind_blob(s, 10, row->state_seal, CHAIN_HASH, SQLITE_STATIC);
	rc = sqlite3_step(s);
	if (rc == SQLITE_DONE && (row->kind == ROW_MAP || row->kind == ROW_STATE) && sqlite3_changes(w->db) == 0) {
		w->missing = row->game;
		rc = SQLITE_CORRUPT;
	}
	sqlite3_reset(s);
	sqlite3_clear_bindings(s);
	return rc;
}

/* After the commit: whoever reads the journal next is to find as much. */
static void tell_witness(struct witness *witness, const struct row *row)
{
	struct witness_slot *slot;

	if (row->kind == ROW_STATE &&
	    (strcmp(row->text[0], STATE_RECORDED) == 0 || strcmp(row->text[0], STATE_GIVEN_UP) == 0)) {
		witness_forget(witness, row->game);
		return;
	}
	if (row->kind != ROW_GAME && row->kind != ROW_INPUT && row->kind != ROW_RULING)
		return;
	slot = witness_of(witness, row->game, true);
	if (!slot)
		return;
	slot->changed = true;
	if (row->kind == ROW_GAME)
		snprintf(slot->board, sizeof(slot->board), "%s", row->text[0]);
	else if (row->kind == ROW_INPUT)
		slot->inputs = row->n + 1;
	else
		slot->rulings = row->n + 1;
}

/* SQLite's result code of a statement without parameters. */
static int run(sqlite3_stmt *s)
{
	int rc = sqlite3_step(s);

	sqlite3_reset(s);
	return rc == SQLITE_DONE ? SQLITE_OK : rc;
}

static int batch_fault(struct journal_writer *w, int rc, char error[static 256])
{
	if (!w->missing)
		return journal_fault_of(w->db, rc, WRITING, error);
	snprintf(error, 256, WRITING ": game %" PRIu64 " is not in it any more", w->missing);
	return -EUCLEAN;
}

/* 0 or the errno value of a fault, its sentence in error. */
static int write_batch(struct journal_writer *w, const struct row_list *rows, char error[static 256])
{
	int rc, r;

	w->patience_ms = LOCKED_MS;
	w->missing = 0;
	rc = run(w->begin);
	for (const struct row *row = rows->first; row && rc == SQLITE_OK; row = row->next) {
		rc = write_row(w, row);
		rc = rc == SQLITE_DONE ? SQLITE_OK : rc;
	}
	if (rc == SQLITE_OK)
		rc = run(w->commit);
	if (rc != SQLITE_OK) {
		r = batch_fault(w, rc, error);
		if (!sqlite3_get_autocommit(w->db))
			run(w->rollback);
		sqlite3_db_release_memory(w->db); /* what a disk said wrongly is read again */
		return r;
	}
	pthread_mutex_lock(&w->journal->witness_lock);
	for (const struct row *row = rows->first; row; row = row->next)
		tell_witness(&w->journal->witness, row);
	pthread_mutex_unlock(&w->journal->witness_lock);
	return 0;
}

/* --- the log --- */

static int on_log(void *userdata, sqlite3 *db, const char *name, int pages)
{
	struct journal_writer *w = userdata;

	(void)db;
	(void)name;
	if (pages * w->page_bytes < w->log_bytes) /* it has begun anew */
		w->aside_bytes = 0;
	w->log_bytes = pages * w->page_bytes;
	return SQLITE_OK;
}

/* When there is nothing else to do: into the file what readers let, and who writes next begins the log anew. */
static void fold(struct journal_writer *w)
{
	w->log_bytes = w->aside_bytes = 0; /* until the next commit says */
	sqlite3_wal_checkpoint_v2(w->db, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
}

/* All of it into the file, and the next who writes begins the log anew, unless another program is reading. */
static void fold_all(struct journal_writer *w)
{
	journal_folding_wait(w->folding);
	w->patience_ms = LOCKED_FOLDING_MS;
	if (sqlite3_wal_checkpoint_v2(w->db, NULL, SQLITE_CHECKPOINT_RESTART, NULL, NULL) == SQLITE_OK)
		w->log_bytes = w->aside_bytes = w->refused_bytes = 0;
	else
		w->refused_bytes = w->log_bytes;
}

static bool is_quick(const struct journal_writer *w)
{
	return w->last_us <= JOURNAL_QUICK_US;
}

enum fold { FOLD_NOTHING, FOLD_ASIDE, FOLD_HERE };

/* After a batch. */
static enum fold fold_due(struct journal_writer *w)
{
	const int64_t rest = w->log_bytes - w->aside_bytes;

	if (w->refused_bytes > 0 && w->log_bytes < w->refused_bytes + FOLD_AGAIN_BYTES)
		return FOLD_NOTHING;
	if (w->log_bytes >= MOST_BYTES)
		return FOLD_HERE;
	if (!is_quick(w) || journal_folding_is_busy(w->folding))
		return FOLD_NOTHING;
	if (w->log_bytes >= MOST_QUICK_BYTES)
		return !w->folding || w->refused_bytes > 0 || rest <= SMALL_BYTES || w->log_bytes >= MOST_ASIDE_BYTES ?
			       FOLD_HERE :
			       FOLD_ASIDE;
	return w->folding && rest >= ASIDE_BYTES ? FOLD_ASIDE : FOLD_NOTHING;
}

static void fold_after_batch(struct journal_writer *w)
{
	switch (fold_due(w)) {
	case FOLD_ASIDE:
		w->aside_bytes = w->log_bytes;
		journal_folding_ask(w->folding);
		break;
	case FOLD_HERE:
		fold_all(w);
		break;
	case FOLD_NOTHING:
		break;
	}
}

/* --- the thread --- */

static int on_locked(void *userdata, int tries)
{
	struct journal_writer *w = userdata;
	const unsigned most = atomic_load(&w->hurry) && w->patience_ms > LOCKED_HURRY_MS ? LOCKED_HURRY_MS :
											   w->patience_ms;

	if ((unsigned)tries * LOOK_MS >= most)
		return 0;
	nanosleep(&(struct timespec){ .tv_nsec = LOOK_MS * 1000000L }, NULL);
	return 1;
}

static struct timespec in_ms(long ms)
{
	struct timespec until;

	clock_gettime(CLOCK_MONOTONIC, &until);
	until.tv_sec += ms / 1000;
	until.tv_nsec += ms % 1000 * 1000000L;
	if (until.tv_nsec >= 1000000000L) {
		until.tv_sec++;
		until.tv_nsec -= 1000000000L;
	}
	return until;
}

/* With the lock: until there is something to do, or the end. False: nothing has come for a moment. */
static bool wait_for_work(struct journal_writer *w)
{
	const bool for_a_moment = w->log_bytes >= IDLE_BYTES;
	const struct timespec until = in_ms(is_quick(w) ? IDLE_QUICK_MS : IDLE_SLOW_MS);
	int r = 0;

	while (w->batch != BATCH_GIVEN && !w->stop && r == 0)
		r = for_a_moment ? pthread_cond_timedwait(&w->changed, &w->lock, &until) :
				   pthread_cond_wait(&w->changed, &w->lock);
	return w->batch == BATCH_GIVEN || w->stop;
}

/*
 * With the lock, which is not held while it writes, nor when the event loop is told: that would wake up only to wait
 * for the lock.
 */
static void write_given(struct journal_writer *w)
{
	const uint64_t start_us = machine_clock_us(CLOCK_MONOTONIC), one = 1;
	char error[256] = "";
	int r;

	pthread_mutex_unlock(&w->lock);
	r = write_batch(w, w->rows, error);
	pthread_mutex_lock(&w->lock);
	w->result = r;
	w->took_us = w->last_us = machine_clock_us(CLOCK_MONOTONIC) - start_us;
	memcpy(w->error, error, sizeof(error));
	w->batch = BATCH_WRITTEN;
	pthread_mutex_unlock(&w->lock);
	pthread_cond_broadcast(&w->changed);
	while (write(w->fd, &one, sizeof(one)) < 0 && errno == EINTR)
		;
	pthread_mutex_lock(&w->journal->witness_lock);
	witness_write(&w->journal->witness); /* nobody waits for it */
	pthread_mutex_unlock(&w->journal->witness_lock);
	pthread_mutex_lock(&w->lock);
}

static void *work(void *userdata)
{
	struct journal_writer *w = userdata;

	sched_slice_shorten();
	pthread_mutex_lock(&w->lock);
	for (;;) {
		const bool has_come = wait_for_work(w);

		if (w->batch == BATCH_GIVEN)
			write_given(w);
		else if (w->stop)
			break;
		pthread_mutex_unlock(&w->lock);
		if (has_come)
			fold_after_batch(w);
		else if (!journal_folding_is_busy(w->folding))
			fold(w);
		pthread_mutex_lock(&w->lock);
	}
	pthread_mutex_unlock(&w->lock);
	return NULL;
}

/* --- the event loop's side --- */

static int64_t page_bytes(sqlite3 *db)
{
	sqlite3_stmt *s = NULL;
	int64_t bytes = 4096;

	if (sqlite3_prepare_v2(db, "PRAGMA page_size", -1, &s, NULL) == SQLITE_OK && sqlite3_step(s) == SQLITE_ROW)
		bytes = sqlite3_column_int64(s, 0);
	sqlite3_finalize(s);
	return bytes;
}

static int open_connection(struct journal_writer *w, const char *path, char error[static 256])
{
	int rc = sqlite3_open_v2(path, &w->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, journal_log_file_vfs());

	if (rc == SQLITE_OK)
		rc = sqlite3_exec(w->db,
				  "PRAGMA synchronous=FULL; PRAGMA wal_autocheckpoint=0; PRAGMA cache_size=-" CACHE_KIB
				  ";"
				  "PRAGMA journal_size_limit=" KEPT_BYTES,
				  NULL, NULL, NULL);
	for (int k = 0; k < ROW_KINDS && rc == SQLITE_OK; k++)
		rc = sqlite3_prepare_v3(w->db, row_sql[k], -1, SQLITE_PREPARE_PERSISTENT, &w->insert[k], NULL);
	if (rc == SQLITE_OK)
		rc = sqlite3_prepare_v3(w->db, "BEGIN IMMEDIATE", -1, SQLITE_PREPARE_PERSISTENT, &w->begin, NULL);
	if (rc == SQLITE_OK)
		rc = sqlite3_prepare_v3(w->db, "COMMIT", -1, SQLITE_PREPARE_PERSISTENT, &w->commit, NULL);
	if (rc == SQLITE_OK)
		rc = sqlite3_prepare_v3(w->db, "ROLLBACK", -1, SQLITE_PREPARE_PERSISTENT, &w->rollback, NULL);
	if (rc != SQLITE_OK)
		return journal_fault_of(w->db, rc, path, error);
	w->page_bytes = page_bytes(w->db);
	w->folding = journal_folding_start(path);
	sqlite3_wal_hook(w->db, on_log, w);
	sqlite3_busy_handler(w->db, on_locked, w);
	return 0;
}

static void writer_free(struct journal_writer *w)
{
	for (int k = 0; k < ROW_KINDS; k++)
		sqlite3_finalize(w->insert[k]);
	sqlite3_finalize(w->begin);
	sqlite3_finalize(w->commit);
	sqlite3_finalize(w->rollback);
	sqlite3_close(w->db);
	journal_folding_stop(w->folding);
	pthread_cond_destroy(&w->changed);
	pthread_mutex_destroy(&w->lock);
	if (w->fd >= 0)
		close(w->fd);
	free(w);
}

int journal_writer_start(struct journal *j, const char *path)
{
	struct journal_writer *w = calloc(1, sizeof(*w));
	pthread_condattr_t clock;
	int r;

	if (!w)
		return -ENOMEM;
	w->journal = j;
	pthread_mutex_init(&w->lock, NULL);
	pthread_condattr_init(&clock);
	pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
	pthread_cond_init(&w->changed, &clock);
	pthread_condattr_destroy(&clock);
	w->fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	r = w->fd < 0 ? -errno : open_connection(w, path, j->error);
	if (r >= 0) {
		r = -pthread_create(&w->thread, NULL, work, w);
		w->runs = r == 0;
	}
	if (r < 0) {
		writer_free(w);
		return r;
	}
	j->writer = w;
	return 0;
}

void journal_writer_stop(struct journal *j)
{
	struct journal_writer *w = j->writer;

	if (!w)
		return;
	pthread_mutex_lock(&w->lock);
	w->stop = true;
	pthread_cond_broadcast(&w->changed);
	pthread_mutex_unlock(&w->lock);
	atomic_store(&w->hurry, true);
	pthread_join(w->thread, NULL);
	writer_free(w);
	j->writer = NULL;
}

void journal_writer_give(struct journal_writer *w, const struct row_list *rows)
{
	pthread_mutex_lock(&w->lock);
	w->rows = rows;
	w->batch = BATCH_GIVEN;
	pthread_mutex_unlock(&w->lock);
	pthread_cond_broadcast(&w->changed);
}

int journal_writer_finish(struct journal_writer *w, bool wait, char error[static 256], uint64_t *took_us)
{
	int r = -EINPROGRESS;

	atomic_store(&w->hurry, wait);
	pthread_mutex_lock(&w->lock);
	while (wait && w->batch == BATCH_GIVEN)
		pthread_cond_wait(&w->changed, &w->lock);
	if (w->batch == BATCH_WRITTEN) {
		w->batch = BATCH_NONE;
		r = w->result;
		*took_us = w->took_us;
		if (r < 0)
			memcpy(error, w->error, sizeof(w->error));
	}
	pthread_mutex_unlock(&w->lock);
	atomic_store(&w->hurry, false);
	return r;
}

int journal_writer_fd(const struct journal_writer *w)
{
	return w->fd;
}

void journal_writer_drain(struct journal_writer *w)
{
	uint64_t n;

	while (read(w->fd, &n, sizeof(n)) < 0 && errno == EINTR)
		;
}
