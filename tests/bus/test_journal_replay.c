/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Games that are taken up again while memory is short, each allocation failing in turn: the start fails, and the next
 * one takes them up; none is said to be damaged, and none is left out.
 */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include <errno.h>
#include <inttypes.h>
#include <sqlite3.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "daemon/shell/context.h"
#include "daemon/shell/game-record.h"
#include "daemon/shell/journal-chain.h"
#include "daemon/shell/journal-games.h"
#include "daemon/shell/journal-replay.h"
#include "daemon/shell/session.h"
#include "tests/faults/fault-points.h"
#include "tests/unit/memory-folder.h"

#define GAMES 2
#define INPUTS 12 /* of each */

struct place {
	char dir[MEMORY_FOLDER_PATH];
	char *data; /* the journal */
	size_t size;
	uint64_t inputs[GAMES], rulings[GAMES];
};

static char *bytes(const char *path, size_t *size)
{
	struct stat st;
	FILE *f = fopen(path, "rb");
	char *data;

	assert_non_null(f);
	assert_int_equal(fstat(fileno(f), &st), 0);
	data = malloc((size_t)st.st_size);
	*size = fread(data, 1, (size_t)st.st_size, f);
	fclose(f);
	return data;
}

static void put(const struct place *p)
{
	char path[128];
	FILE *f;

	snprintf(path, sizeof(path), "rm -rf %s/*", p->dir);
	assert_int_equal(system(path), 0);
	snprintf(path, sizeof(path), "%s/journal.db", p->dir);
	f = fopen(path, "wb");
	assert_non_null(f);
	assert_int_equal(fwrite(p->data, 1, p->size, f), p->size);
	fclose(f);
}

/*
 * The beginnings of two games: recorded by a daemon of before, with a real board's events; and what was done to them
 * since. What it reads has no hashes yet.
 */
static void make_journal(struct place *p, const char *change)
{
	char path[128];
	sqlite3 *db;

	free(p->data);

	p->data = bytes("tests/data/journal/version-3.db", &p->size);
	put(p);
	free(p->data);
	snprintf(path, sizeof(path), "%s/journal.db", p->dir);
	assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
	assert_int_equal(sqlite3_exec(db,
				      "DELETE FROM inputs WHERE n >= 12; DELETE FROM rulings WHERE input >= 12;"
				      "UPDATE games SET state = 'running', result = NULL, record = NULL; VACUUM",
				      NULL, NULL, NULL),
			 SQLITE_OK);
	assert_int_equal(sqlite3_exec(db, change, NULL, NULL, NULL), SQLITE_OK);
	sqlite3_close(db);
	p->data = bytes(path, &p->size);
}

static void open_context(const struct place *p, struct context *ctx)
{
	const struct shell_options options = { .state = p->dir, .grace_us = -1 };

	memset(ctx, 0, sizeof(*ctx));
	assert_return_code(context_open(ctx, &options), 0);
}

static void close_context(struct context *ctx)
{
	while (ctx->sessions)
		session_free(ctx->sessions);
	context_close(ctx);
}

static unsigned count_sessions(const struct place *p, const struct context *ctx, bool is_whole)
{
	unsigned count = 0;

	for (const struct session *s = ctx->sessions; s; s = s->next, count++)
		if (is_whole) {
			assert_int_equal(s->inputs, p->inputs[s->number - 1]);
			assert_int_equal(s->rulings, p->rulings[s->number - 1]);
		}
	return count;
}

static int setup(void **state)
{
	struct place *p = calloc(1, sizeof(*p));
	struct context ctx;

	memory_folder_make(p->dir);
	make_journal(p, "");
	put(p);
	open_context(p, &ctx);
	assert_return_code(journal_replay(&ctx), 0);
	for (const struct session *s = ctx.sessions; s; s = s->next) {
		assert_in_range(s->number, 1, GAMES);
		p->inputs[s->number - 1] = s->inputs;
		p->rulings[s->number - 1] = s->rulings;
		assert_int_equal(s->inputs, INPUTS);
	}
	assert_int_equal(count_sessions(p, &ctx, true), GAMES);
	close_context(&ctx);
	*state = p;
	return 0;
}

static int teardown(void **state)
{
	struct place *p = *state;
	char command[128];

	snprintf(command, sizeof(command), "rm -r %s", p->dir);
	assert_int_equal(system(command), 0);
	free(p->data);
	free(p);
	return 0;
}

static int note_state(void *userdata, const struct journal_game *game)
{
	if (strcmp(game->state, "running") != 0)
		fail_msg("%s: game %" PRIu64 " is %s: %s", (const char *)userdata, game->number, game->state,
			 game->fault ? game->fault : "-");
	return 0;
}

/* Returns how many calls there were. */
static long try_call(const struct place *p, long n)
{
	struct context ctx;
	char what[32];
	long calls;
	int r;

	snprintf(what, sizeof(what), "memory, %ld", n);
	put(p);
	open_context(p, &ctx);
	fault_begin(FAULT_MEMORY, n, false);
	r = journal_replay(&ctx);
	calls = fault_end();
	if (r < 0 && r != -ENOMEM)
		fail_msg("%s: %s", what, strerror(-r));
	if (r >= 0 && count_sessions(p, &ctx, true) != GAMES)
		fail_msg("%s: %u games are taken up", what, count_sessions(p, &ctx, false));
	assert_return_code(journal_commit(ctx.journal), 0);
	assert_int_equal(journal_unfinished(ctx.journal, note_state, what), 0);
	close_context(&ctx);
	open_context(p, &ctx);
	assert_return_code(journal_replay(&ctx), 0);
	assert_int_equal(count_sessions(p, &ctx, true), GAMES);
	close_context(&ctx);
	return calls;
}

static void no_game_is_lost_for_want_of_memory(void **state)
{
	const struct place *p = *state;
	const char *wanted = getenv("FAULTS");
	const long calls = try_call(p, -1);
	const long stride = wanted && strcmp(wanted, "all") == 0 ? 1 : 1 + calls / 200;

	for (long n = 0; n < calls; n += stride)
		try_call(p, n);
	print_message("# %ld calls, each %ld.\n", calls, stride);
}

/* --- games that are otherwise than they were --- */

struct found {
	char state[GAMES + 1][16];
	char fault[GAMES + 1][256];
	int looked[GAMES + 1]; /* at what it was, without taking it up */
	struct context *context;
};

static int note_game(void *userdata, const struct journal_game *game)
{
	struct found *f = userdata;
	struct session *s = NULL;

	assert_in_range(game->number, 1, GAMES);
	snprintf(f->state[game->number], sizeof(f->state[0]), "%s", game->state);
	snprintf(f->fault[game->number], sizeof(f->fault[0]), "%s", game->fault ? game->fault : "");
	f->looked[game->number] = journal_replay_game(f->context, game, &s);
	if (f->looked[game->number] >= 0) {
		assert_int_equal(s->number, game->number);
		session_free(s);
	}
	return 0;
}

/* A start, and what the journal says then; with a call that fails as a start before it. */
static unsigned start(const struct place *p, struct found *f, enum fault_kind kind, long n, long *calls)
{
	struct context ctx;
	unsigned sessions;

	put(p);
	if (n >= 0) {
		open_context(p, &ctx);
		fault_begin(kind, n, false);
		journal_replay(&ctx);
		fault_end();
		close_context(&ctx); /* what it found is not written */
	}
	open_context(p, &ctx);
	fault_begin(kind, -1, false);
	assert_return_code(journal_replay(&ctx), 0);
	*calls = fault_end();
	assert_return_code(journal_commit(ctx.journal), 0);
	sessions = count_sessions(p, &ctx, false);
	while (ctx.sessions)
		session_free(ctx.sessions);
	memset(f, 0, sizeof(*f));
	f->context = &ctx;
	assert_int_equal(journal_unfinished(ctx.journal, note_game, f), 0);
	close_context(&ctx);
	return sessions;
}

/* Of both games one is taken up, and of the first one it is said why it is not. */
static void expect_unrecovered(struct place *p, const char *change, const char *why)
{
	struct found f;
	long calls;

	make_journal(p, change);
	for (long n = -1; n < 40; n += 10) {
		if (start(p, &f, FAULT_MEMORY, n, &calls) != 1)
			fail_msg("%s: both are taken up", change);
		assert_string_equal(f.state[1], "unrecovered");
		if (!strstr(f.fault[1], why))
			fail_msg("%s: %s", change, f.fault[1]);
		assert_true(f.looked[1] < 0);
		assert_string_equal(f.state[2], "running");
		assert_int_equal(f.looked[2], 0);
	}
}

static void what_cannot_be_replayed_is_said(void **state)
{
	struct place *p = *state;

	expect_unrecovered(p, "UPDATE games SET setup = 'x' WHERE id = 1", "what it was started with");
	expect_unrecovered(p, "UPDATE games SET setup = '{}' WHERE id = 1", "");
	expect_unrecovered(p, "UPDATE games SET map = '[' WHERE id = 1", "what it was started with");
	expect_unrecovered(p, "UPDATE games SET map = '{}' WHERE id = 1", "");
	expect_unrecovered(p, "UPDATE inputs SET json = 'x' WHERE game = 1 AND n = 7", "input 7");
	expect_unrecovered(p, "UPDATE inputs SET json = '{\"type\":\"dance\"}' WHERE game = 1 AND n = 7", "input 7");
	expect_unrecovered(p, "UPDATE rulings SET json = 'x' WHERE game = 1 AND n = 1", "");
	expect_unrecovered(p, "UPDATE games SET setup = json_set(setup, '$.rulebook', 'of nowhere') WHERE id = 1",
			   "of nowhere");
}

/* It is tried again, and is not said to be so any more. */
static void what_can_be_replayed_after_all_goes_on(void **state)
{
	struct place *p = *state;
	struct found f;
	long calls;

	make_journal(p, "ALTER TABLE games ADD COLUMN fault TEXT; ALTER TABLE games ADD COLUMN program TEXT;"
			"ALTER TABLE games ADD COLUMN books TEXT; ALTER TABLE games ADD COLUMN seed BLOB;"
			"ALTER TABLE games ADD COLUMN map_seal BLOB; ALTER TABLE inputs ADD COLUMN hash BLOB;"
			"ALTER TABLE rulings ADD COLUMN hash BLOB;"
			"CREATE TABLE books(name TEXT PRIMARY KEY, texts TEXT NOT NULL) WITHOUT ROWID;"
			"PRAGMA user_version=4; UPDATE games SET state = 'unrecovered', fault = 'once' WHERE id = 1");
	assert_int_equal(start(p, &f, FAULT_MEMORY, -1, &calls), GAMES);
	assert_string_equal(f.state[1], "running");
	assert_string_equal(f.fault[1], "");
}

/* What everybody has heard stands, and who looks sees both. */
static void other_rulings_stand(void **state)
{
	struct place *p = *state;
	const struct session *s;
	struct context ctx;

	make_journal(p, "UPDATE rulings SET json = json_set(json, '$.reason', 'other') WHERE game = 1 AND n = 1;"
			"DELETE FROM rulings WHERE game = 2 AND n = (SELECT max(n) FROM rulings WHERE game = 2)");
	put(p);
	open_context(p, &ctx);
	assert_return_code(journal_replay(&ctx), 0);
	assert_int_equal(count_sessions(p, &ctx, false), GAMES);
	for (s = ctx.sessions; s; s = s->next) {
		assert_int_equal(json_array_size(s->otherwise), 1);
		assert_int_equal(s->rulings, p->rulings[s->number - 1] - (s->number == 2));
	}
	close_context(&ctx);
}

/* Of a version that did not say whether a game's record was written: where it lies, it was. */
static void a_record_that_is_there_is_not_written_again(void **state)
{
	struct place *p = *state;
	char *path = NULL, command[512];
	const struct session *s;
	struct context ctx;
	struct found f;
	long calls;

	make_journal(p, "UPDATE games SET state = 'over', result = '1-0', record = '?' WHERE id = 1;"
			"UPDATE games SET state = 'over', result = '1-0', record = '/games/2.pgn' WHERE id = 2");
	assert_int_equal(start(p, &f, FAULT_MEMORY, -1, &calls), GAMES);
	assert_string_equal(f.state[1], "over");
	assert_string_equal(f.state[2], "over");
	open_context(p, &ctx);
	assert_return_code(journal_replay(&ctx), 0);
	for (s = ctx.sessions; s; s = s->next) {
		const time_t started = s->map.started_us / 1000000;
		struct tm day;

		assert_true(s->number == 1 ? !s->pgn : strcmp(s->pgn, "/games/2.pgn") == 0);
		localtime_r(&started, &day);
		if (s->number == 1)
			path = game_record_path(&ctx, 1, s->setup.json, &day, "pgn");
	}
	close_context(&ctx);
	assert_non_null(path);
	snprintf(command, sizeof(command), "mkdir -p \"$(dirname '%s')\" && touch '%s'", path, path);
	free(path);
	assert_int_equal(system(command), 0);
	open_context(p, &ctx);
	assert_return_code(journal_replay(&ctx), 0);
	assert_int_equal(count_sessions(p, &ctx, false), 1);
	assert_return_code(journal_commit(ctx.journal), 0);
	memset(&f, 0, sizeof(f));
	f.context = &ctx;
	assert_int_equal(journal_one_game(ctx.journal, 1, note_game, &f), 0);
	assert_string_equal(f.state[1], "recorded");
	close_context(&ctx);
}

static int note_result(void *userdata, const struct journal_game *game)
{
	snprintf(userdata, 64, "%s %s %s", game->state, game->result ? game->result : "-",
		 game->fault ? game->fault : "-");
	return 0;
}

/* The row says that a game that was over runs; sealed: as it once was written. */
static void take_back_end(const struct place *p, bool sealed)
{
	uint8_t seed[CHAIN_HASH], seal[CHAIN_HASH];
	sqlite3_stmt *s = NULL;
	char path[128];
	sqlite3 *db;

	snprintf(path, sizeof(path), "%s/journal/journal.db", p->dir);
	assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
	assert_int_equal(sqlite3_prepare_v2(db, "SELECT seed FROM games WHERE id = 1", -1, &s, NULL), SQLITE_OK);
	assert_int_equal(sqlite3_step(s), SQLITE_ROW);
	assert_int_equal(sqlite3_column_bytes(s, 0), CHAIN_HASH);
	memcpy(seed, sqlite3_column_blob(s, 0), CHAIN_HASH);
	sqlite3_finalize(s);
	chain_state(seed, &(struct chain_state){ .state = "running" }, seal);
	assert_int_equal(sqlite3_prepare_v2(db,
					    "UPDATE games SET state = 'running', result = NULL, ended_us = NULL,"
					    " state_seal = iif(?1, ?2, state_seal) WHERE id = 1",
					    -1, &s, NULL),
			 SQLITE_OK);
	sqlite3_bind_int(s, 1, sealed);
	sqlite3_bind_blob(s, 2, seal, CHAIN_HASH, SQLITE_STATIC);
	assert_int_equal(sqlite3_step(s), SQLITE_DONE);
	sqlite3_finalize(s);
	sqlite3_close(db);
}

/* What the disk does not say any more, or says as it was before, its inputs do. */
static void what_it_came_to_is_found_out(void **state)
{
	struct place *p = *state;
	struct context ctx;
	char text[64];

	free(p->data);
	p->data = bytes("tests/data/journal/version-4.db", &p->size);
	for (int sealed = 0; sealed < 2; sealed++) {
		put(p);
		open_context(p, &ctx); /* brought up to date */
		close_context(&ctx);
		take_back_end(p, sealed);
		for (int i = 0; i < 2; i++) {
			open_context(p, &ctx);
			assert_int_equal(*journal_told(ctx.journal) != '\0', i == 0 && !sealed);
			assert_return_code(journal_replay(&ctx), 0);
			assert_int_equal(count_sessions(p, &ctx, false), GAMES);
			assert_return_code(journal_commit(ctx.journal), 0);
			assert_int_equal(journal_one_game(ctx.journal, 1, note_result, text), 0);
			assert_string_equal(text, "over 1-0 -");
			assert_int_equal(journal_one_game(ctx.journal, 2, note_result, text), 0);
			assert_string_equal(text, "running - -");
			close_context(&ctx);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(no_game_is_lost_for_want_of_memory, setup, teardown),
		cmocka_unit_test_setup_teardown(what_cannot_be_replayed_is_said, setup, teardown),
		cmocka_unit_test_setup_teardown(what_can_be_replayed_after_all_goes_on, setup, teardown),
		cmocka_unit_test_setup_teardown(other_rulings_stand, setup, teardown),
		cmocka_unit_test_setup_teardown(a_record_that_is_there_is_not_written_again, setup, teardown),
		cmocka_unit_test_setup_teardown(what_it_came_to_is_found_out, setup, teardown),
	};

	fault_points_init();

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
