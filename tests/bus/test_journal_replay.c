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
#include "daemon/shell/journal-games.h"
#include "daemon/shell/journal-replay.h"
#include "daemon/shell/session.h"
#include "tests/faults/fault-points.h"

#define GAMES 2
#define INPUTS 12 /* of each */

struct place {
	char dir[64];
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

/* The beginnings of two games: recorded by a daemon of before, with a real board's events. */
static void make_journal(struct place *p)
{
	char path[128];
	sqlite3 *db;

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

	snprintf(p->dir, sizeof(p->dir), "%s/flagfall.XXXXXX", access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
	assert_non_null(mkdtemp(p->dir));
	make_journal(p);
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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(no_game_is_lost_for_want_of_memory, setup, teardown),
	};

	fault_points_init();

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
