/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * SQLite with a write-ahead log and synchronous=FULL: one fsync a commit, in a thread of its own (journal-writer.c).
 * The connection here reads.
 */
#include "daemon/shell/journal.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "daemon/shell/journal-internal.h"
#include "daemon/shell/journal-writer.h"

int journal_exec(struct journal *j, const char *sql, const char *doing)
{
	int rc = sqlite3_exec(j->db, sql, NULL, NULL, NULL);

	return rc == SQLITE_OK ? 0 : journal_fault(j, rc, doing);
}

void journal_tell(struct journal *j, const char *format, ...)
{
	size_t used = strlen(j->told);
	va_list ap;

	va_start(ap, format);
	vsnprintf(j->told + used, sizeof(j->told) - used, format, ap);
	va_end(ap);
	used = strlen(j->told);
	if (used + 1 < sizeof(j->told))
		strcpy(j->told + used, "\n");
}

const char *journal_told(const struct journal *j)
{
	return j->told;
}

void journal_close_file(struct journal *j)
{
	sqlite3_close(j->db);
	j->db = NULL;
}

static void row_done(struct row *row)
{
	for (int i = 0; i < ROW_TEXTS; i++)
		free(row->text[i]);
}

static void rows_free(struct row_list *list)
{
	for (size_t i = 0; i < list->count; i++)
		row_done(&list->rows[i]);
	free(list->rows);
	*list = (struct row_list){ NULL };
}

void journal_close(struct journal *j)
{
	if (j->took_us > JOURNAL_QUICK_US && j->db) /* folding takes long; what is in the log is read at the start */
		sqlite3_db_config(j->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
	journal_writer_stop(j);
	rows_free(&j->written);
	rows_free(&j->spent);
	rows_free(&(struct row_list){ j->rows, j->count });
	free(j->ends);
	journal_close_file(j);
	witness_close(&j->witness);
	pthread_mutex_destroy(&j->witness_lock);
	if (j->lock >= 0)
		close(j->lock);
	free(j);
}

uint64_t journal_next_game(struct journal *j)
{
	return j->next_game++;
}

struct chain_end *journal_chain_end(struct journal *j, uint64_t game)
{
	for (size_t i = j->end_count; i > 0; i--) /* those that are played are the newest */
		if (j->ends[i - 1].chain.game == game)
			return &j->ends[i - 1];
	return NULL;
}

int journal_add_chain_end(struct journal *j, const struct chain_end *end)
{
	struct chain_end *known = journal_chain_end(j, end->chain.game), *more;

	if (known) {
		*known = *end;
		return 0;
	}
	more = reallocarray(j->ends, j->end_count + 1, sizeof(*more));
	if (!more)
		return -ENOMEM;
	j->ends = more;
	j->ends[j->end_count++] = *end;
	return 0;
}

/* Nothing is staged for it any more. */
static void forget_chain(struct journal *j, uint64_t game)
{
	struct chain_end *end = journal_chain_end(j, game);

	if (end)
		memmove(end, end + 1, (size_t)(j->ends + --j->end_count - end) * sizeof(*end));
}

static int stage(struct journal *j, struct row row, const char *const text[static ROW_TEXTS])
{
	if (j->count == j->size) {
		size_t size = j->size ? 2 * j->size : 64;
		struct row *rows = reallocarray(j->rows, size, sizeof(*rows));

		if (!rows)
			return -ENOMEM;
		j->rows = rows;
		j->size = size;
	}
	for (int i = 0; i < ROW_TEXTS; i++)
		if (text[i] && !(row.text[i] = strdup(text[i]))) {
			row_done(&row);
			return -ENOMEM;
		}
	j->rows[j->count++] = row;
	return 0;
}

#define TEXTS(...) ((const char *const[ROW_TEXTS]){ __VA_ARGS__ })

int journal_stage_game(struct journal *j, uint64_t game, const char *board, const char *setup, const char *map,
		       const char *books)
{
	struct row row = { .kind = ROW_GAME, .game = game, .hashed = true };
	struct chain_end end = { .chain.game = game };
	char name[2 * CHAIN_HASH + 1];
	int r = 0;

	if (books) {
		chain_name(books, name);
		r = stage(j, (struct row){ .kind = ROW_BOOKS, .game = game }, TEXTS(name, books));
	}
	chain_seed(game, board, setup, FLAGFALL_VERSION, books ? name : NULL, end.seed);
	memcpy(end.chain.inputs, end.seed, CHAIN_HASH);
	memcpy(end.chain.rulings, end.seed, CHAIN_HASH);
	memcpy(row.hash, end.seed, CHAIN_HASH);
	chain_seal(end.seed, map, row.seal);
	if (r >= 0)
		r = journal_add_chain_end(j, &end);
	return r < 0 ? r : stage(j, row, TEXTS(board, setup, map, books ? name : NULL));
}

int journal_stage_input(struct journal *j, uint64_t game, uint64_t n, const char *json)
{
	struct row row = { .kind = ROW_INPUT, .game = game, .n = n };
	struct chain_end *end = journal_chain_end(j, game);

	if (end) {
		chain_input(end->chain.inputs, n, json);
		memcpy(row.hash, end->chain.inputs, CHAIN_HASH);
		row.hashed = true;
	}
	return stage(j, row, TEXTS(json));
}

int journal_stage_ruling(struct journal *j, uint64_t game, uint64_t n, uint64_t input, const char *json)
{
	struct row row = { .kind = ROW_RULING, .game = game, .n = n, .input = input };
	struct chain_end *end = journal_chain_end(j, game);

	if (end) {
		chain_ruling(end->chain.rulings, n, input, json);
		memcpy(row.hash, end->chain.rulings, CHAIN_HASH);
		row.hashed = true;
	}
	return stage(j, row, TEXTS(json));
}

int journal_stage_map(struct journal *j, uint64_t game, const char *map)
{
	struct row row = { .kind = ROW_MAP, .game = game };
	struct chain_end *end = journal_chain_end(j, game);

	if (end) {
		chain_seal(end->seed, map, row.seal);
		row.hashed = true;
	}
	return stage(j, row, TEXTS(map));
}

int journal_stage_over(struct journal *j, uint64_t game, const char *result, int64_t ended_us)
{
	return stage(j, (struct row){ .kind = ROW_OVER, .game = game, .n = (uint64_t)ended_us }, TEXTS(result));
}

int journal_stage_recorded(struct journal *j, uint64_t game, const char *path)
{
	return stage(j, (struct row){ .kind = ROW_RECORDED, .game = game }, TEXTS(path));
}

int journal_stage_corrected(struct journal *j, uint64_t game)
{
	return stage(j, (struct row){ .kind = ROW_CORRECTED, .game = game }, TEXTS(NULL));
}

int journal_stage_given_up(struct journal *j, uint64_t game)
{
	return stage(j, (struct row){ .kind = ROW_GIVEN_UP, .game = game }, TEXTS(NULL));
}

int journal_stage_unrecovered(struct journal *j, uint64_t game, const char *why)
{
	return stage(j, (struct row){ .kind = ROW_UNRECOVERED, .game = game }, TEXTS(why));
}

int journal_stage_recovered(struct journal *j, uint64_t game)
{
	return stage(j, (struct row){ .kind = ROW_RECOVERED, .game = game }, TEXTS(NULL));
}

void journal_leave(struct journal *j, uint64_t game)
{
	forget_chain(j, game);
}

int journal_stage_event(struct journal *j, const char *event, const char *json)
{
	return stage(j, (struct row){ .kind = ROW_EVENT }, TEXTS(event, json));
}

int journal_stage_round(struct journal *j, const char *event, unsigned round, const char *json, const char *source)
{
	return stage(j, (struct row){ .kind = ROW_ROUND, .n = round }, TEXTS(event, json, source));
}

int journal_stage_act(struct journal *j, const char *event, unsigned round, const char *json)
{
	return stage(j, (struct row){ .kind = ROW_ACT, .n = round }, TEXTS(event, json));
}

void journal_forget_event(struct journal *j, const char *event)
{
	size_t kept = 0;

	for (size_t i = 0; i < j->count; i++) {
		if (j->rows[i].kind >= ROW_EVENT && strcmp(j->rows[i].text[0], event) == 0)
			row_done(&j->rows[i]);
		else
			j->rows[kept++] = j->rows[i];
	}
	j->count = kept;
}

void journal_forget(struct journal *j, uint64_t game)
{
	size_t kept = 0;

	for (size_t i = 0; i < j->count; i++) {
		if (j->rows[i].kind < ROW_EVENT && j->rows[i].game == game)
			row_done(&j->rows[i]);
		else
			j->rows[kept++] = j->rows[i];
	}
	j->count = kept;
	forget_chain(j, game);
}

size_t journal_staged(const struct journal *j)
{
	return j->count;
}

bool journal_submit(struct journal *j)
{
	if (j->written.rows || j->count == 0)
		return false;
	j->written = (struct row_list){ j->rows, j->count };
	j->rows = NULL;
	j->count = j->size = 0;
	journal_writer_give(j->writer, j->written.rows, j->written.count);
	rows_free(&j->spent); /* while the disk works; nobody waits for it */
	return true;
}

bool journal_is_writing(const struct journal *j)
{
	return j->written.rows;
}

/* In front of what was staged since. */
static int stage_again(struct journal *j)
{
	struct row_list back = j->written;
	struct row *rows = reallocarray(back.rows, back.count + j->count, sizeof(*rows));

	if (!rows)
		return -ENOMEM;
	memcpy(rows + back.count, j->rows, j->count * sizeof(*rows));
	free(j->rows);
	j->rows = rows;
	j->size = j->count = back.count + j->count;
	j->written = (struct row_list){ NULL };
	return 0;
}

int journal_finish(struct journal *j, bool wait)
{
	int r;

	if (!j->written.rows)
		return 0;
	r = journal_writer_finish(j->writer, wait, j->error, &j->took_us);
	if (r == -EINPROGRESS)
		return r;
	if (r < 0)
		return stage_again(j) < 0 ? -ENOMEM : r;
	rows_free(&j->spent);
	j->spent = j->written;
	j->written = (struct row_list){ NULL };
	return 0;
}

int journal_commit(struct journal *j)
{
	int r = journal_finish(j, true);

	if (r >= 0 && journal_submit(j))
		r = journal_finish(j, true);
	return r;
}

int journal_get_fd(const struct journal *j)
{
	return journal_writer_fd(j->writer);
}

void journal_drain(struct journal *j)
{
	journal_writer_drain(j->writer);
}

uint64_t journal_took_us(const struct journal *j)
{
	return j->took_us;
}

uint64_t journal_stuck_log(struct journal *j)
{
	return journal_writer_stuck(j->writer);
}

void journal_say(struct journal *j, const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	vsnprintf(j->error, sizeof(j->error), format, ap);
	va_end(ap);
}

const char *journal_error(const struct journal *j)
{
	return j->error;
}
