/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * SQLite with a write-ahead log and synchronous=FULL: one fsync a commit, in a thread of its own (journal-writer.c).
 * The connection here reads.
 */
#include "daemon/shell/journal.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "daemon/shell/journal-internal.h"
#include "daemon/shell/journal-staging.h"
#include "daemon/shell/journal-state.h"
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

void journal_close(struct journal *j)
{
	if (j->took_us > JOURNAL_QUICK_US && j->db) /* folding takes long; what is in the log is read at the start */
		sqlite3_db_config(j->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
	journal_writer_stop(j);
	row_list_free(&j->written);
	row_list_free(&j->spent);
	staging_free(j);
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

static int stage(struct journal *j, struct row row, const char *const text[static ROW_TEXTS])
{
	return staging_add(j, &row, text);
}

/* The chain goes on from a row that is staged, and from no other. */
static int stage_link(struct journal *j, struct row row, const char *const text[static ROW_TEXTS], uint8_t *chain)
{
	int r = stage(j, row, text);

	if (r >= 0 && chain)
		memcpy(chain, row.hash, CHAIN_HASH);
	return r;
}

#define TEXTS(...) ((const char *const[ROW_TEXTS]){ __VA_ARGS__ })

int journal_stage_game(struct journal *j, uint64_t game, const char *board, const char *setup, const char *map,
		       const char *books)
{
	struct row row = { .kind = ROW_GAME, .game = game, .hashed = true };
	const struct chain_state begun = { .state = STATE_RUNNING };
	struct chain chain = { .game = game };
	uint8_t seed[CHAIN_HASH];
	char name[2 * CHAIN_HASH + 1];
	int r = 0;

	if (books) {
		chain_name(books, name);
		r = stage(j, (struct row){ .kind = ROW_BOOKS, .game = game }, TEXTS(name, books));
	}
	chain_seed(game, board, setup, FLAGFALL_VERSION, books ? name : NULL, seed);
	memcpy(chain.inputs, seed, CHAIN_HASH);
	memcpy(chain.rulings, seed, CHAIN_HASH);
	memcpy(row.hash, seed, CHAIN_HASH);
	chain_seal(seed, map, row.seal);
	chain_state(seed, &begun, row.state_seal);
	if (r >= 0)
		r = staging_add_game(j, &chain, seed, &begun, true);
	return r < 0 ? r : stage(j, row, TEXTS(board, setup, map, books ? name : NULL));
}

int journal_stage_input(struct journal *j, uint64_t game, uint64_t n, const char *json)
{
	struct row row = { .kind = ROW_INPUT, .game = game, .n = n };
	struct staged_game *g = staging_game(j, game);

	if (g) {
		memcpy(row.hash, g->chain.inputs, CHAIN_HASH);
		chain_input(row.hash, n, json);
		row.hashed = true;
	}
	return stage_link(j, row, TEXTS(json), g ? g->chain.inputs : NULL);
}

int journal_stage_ruling(struct journal *j, uint64_t game, uint64_t n, uint64_t input, const char *json)
{
	struct row row = { .kind = ROW_RULING, .game = game, .n = n, .input = input };
	struct staged_game *g = staging_game(j, game);

	if (g) {
		memcpy(row.hash, g->chain.rulings, CHAIN_HASH);
		chain_ruling(row.hash, n, input, json);
		row.hashed = true;
	}
	return stage_link(j, row, TEXTS(json), g ? g->chain.rulings : NULL);
}

int journal_stage_map(struct journal *j, uint64_t game, const char *map)
{
	struct row row = { .kind = ROW_MAP, .game = game };
	struct staged_game *g = staging_game(j, game);

	if (g) {
		chain_seal(g->seed, map, row.seal);
		row.hashed = true;
	}
	return stage(j, row, TEXTS(map));
}

static int stage_state(struct journal *j, uint64_t game, const struct known_state *known,
		       const struct chain_state *state)
{
	struct row row = { .kind = ROW_STATE, .game = game, .n = (uint64_t)state->ended_us };

	row.hashed = known->has_seed;
	memcpy(row.hash, known->seed, CHAIN_HASH);
	chain_state(known->has_seed ? known->seed : NULL, state, row.state_seal);
	return staging_add_state(j, &row, state);
}

/* Of what is known of it and what is given, in place of what is known. 1; 0: it stays as it is; or -EBADMSG. */
typedef int (*state_change)(struct known_state *known, const struct chain_state *given);

static int change_state(struct journal *j, uint64_t game, state_change change, const struct chain_state *given)
{
	struct known_state known;
	int r = state_find(j, game, &known);

	if (r < 0)
		return r;
	r = change(&known, given);
	if (r == -EBADMSG)
		journal_say(j, "game %" PRIu64 ": %s", game, known.state.fault);
	if (r > 0)
		r = stage_state(j, game, &known, &known.state);
	state_done(&known);
	return r;
}

static int end(struct known_state *known, const struct chain_state *given)
{
	known->state = *given;
	return 1;
}

int journal_stage_over(struct journal *j, uint64_t game, const char *result, int64_t ended_us)
{
	return change_state(j, game, end,
			    &(struct chain_state){ .state = result ? STATE_OVER : STATE_RUNNING,
						   .result = result,
						   .ended_us = result ? ended_us : 0 });
}

/* The result of one that is not what was written is not known: the next start finds it out. */
static int record(struct known_state *known, const struct chain_state *given)
{
	if (!known->is_sound)
		return -EBADMSG;
	known->state.state = STATE_RECORDED;
	known->state.record = given->record;
	return 1;
}

int journal_stage_recorded(struct journal *j, uint64_t game, const char *path)
{
	return change_state(j, game, record, &(struct chain_state){ .record = path });
}

static int correct(struct known_state *known, const struct chain_state *given)
{
	(void)given;
	if (!known->is_sound)
		return -EBADMSG;
	if (strcmp(known->state.state, STATE_RECORDED) != 0)
		return 0;
	known->state.state = STATE_OVER;
	return 1;
}

int journal_stage_corrected(struct journal *j, uint64_t game)
{
	return change_state(j, game, correct, NULL);
}

static int give_up(struct known_state *known, const struct chain_state *given)
{
	(void)given;
	known->state.state = STATE_GIVEN_UP;
	known->state.record = NULL;
	return 1;
}

int journal_stage_given_up(struct journal *j, uint64_t game)
{
	return change_state(j, game, give_up, NULL);
}

static int keep_out(struct known_state *known, const struct chain_state *given)
{
	known->state.state = STATE_UNRECOVERED;
	known->state.fault = given->fault;
	return 1;
}

int journal_stage_unrecovered(struct journal *j, uint64_t game, const char *why)
{
	return change_state(j, game, keep_out, &(struct chain_state){ .fault = why });
}

static int recover(struct known_state *known, const struct chain_state *given)
{
	(void)given;
	known->state.state = known->state.result ? STATE_OVER : STATE_RUNNING;
	known->state.fault = NULL;
	return 1;
}

int journal_stage_recovered(struct journal *j, uint64_t game)
{
	return change_state(j, game, recover, NULL);
}

void journal_leave(struct journal *j, uint64_t game)
{
	staging_leave(j, game);
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
	staging_forget_event(j, event);
}

void journal_forget(struct journal *j, uint64_t game)
{
	staging_forget(j, game);
}

size_t journal_staged(const struct journal *j)
{
	return j->count;
}

size_t journal_unwritten(const struct journal *j)
{
	return j->count + j->written.count;
}

bool journal_submit(struct journal *j)
{
	if (journal_is_writing(j))
		return false;
	j->written = staging_take(j);
	if (!j->written.first)
		return false;
	journal_writer_give(j->writer, &j->written);
	row_list_free(&j->spent); /* while the disk works; nobody waits for it */
	return true;
}

bool journal_is_writing(const struct journal *j)
{
	return j->written.first;
}

int journal_finish(struct journal *j, bool wait)
{
	int r;

	if (!journal_is_writing(j))
		return 0;
	r = journal_writer_finish(j->writer, wait, j->error, &j->took_us);
	if (r == -EINPROGRESS)
		return r;
	if (r < 0)
		staging_give_back(j, &j->written);
	else
		row_list_join(&j->spent, &j->written);
	return r;
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
