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
#include <limits.h>
#include <stdio.h>

#include "daemon/context.h"
#include "daemon/records/inside.h"
#include "daemon/games/games.h"
#include "daemon/games/journal-replay.h"
#include "daemon/publish/publisher.h"
#include "tests/bus/journal/journal-place.h"
#include "tests/bus/journal/two-games.h"
#include "tests/faults/fault-points.h"
#include "tests/unit/memory-folder.h"

#define GAMES TWO_GAMES
#define INPUTS 12 /* of each */

struct place {
	char dir[MEMORY_FOLDER_PATH];
	char made[MEMORY_FOLDER_PATH]; /* the journal, as it is before each start */
	uint64_t inputs[GAMES], rulings[GAMES];
};

static void run(const char *format, ...)
{
	char command[512];
	va_list ap;

	va_start(ap, format);
	vsnprintf(command, sizeof(command), format, ap);
	va_end(ap);
	assert_int_equal(system(command), 0);
}

static void put(const struct place *p)
{
	memory_folder_clear(p->dir);
	run("cp -r %s/. %s", p->made, p->dir);
}

static void open_context(const struct place *p, struct context *ctx)
{
	static const struct publish_listener *const nobody[] = { NULL };
	const struct shell_options options = { .state = p->dir, .grace_us = -1 };

	memset(ctx, 0, sizeof(*ctx));
	assert_return_code(context_open(ctx, &options), 0);
	assert_return_code(publisher_start(ctx, nobody, NULL), 0);
	assert_return_code(games_open(ctx), 0);
}

static void close_context(struct context *ctx)
{
	while (ctx->live_games)
		live_game_free(ctx->live_games);
	games_close(ctx);
	publisher_free(ctx->publisher);
	context_close(ctx);
}

/* What has become of game 1, where that is more than its lines say. */
typedef void (*then_fn)(struct journal *journal);

static void make_journal_with(const struct place *p, const struct two_games *games, then_fn then)
{
	struct context ctx;

	memory_folder_clear(p->dir);
	open_context(p, &ctx);
	two_games_stage(games, ctx.journal);
	if (then)
		then(ctx.journal);
	assert_return_code(journal_commit(ctx.journal), 0);
	close_context(&ctx);
	memory_folder_clear(p->made);
	run("cp -r %s/. %s", p->dir, p->made);
}

/* The beginnings of two games; from NULL: as they were. */
static void make_journal(const struct place *p, const char *kind, unsigned n, const char *from, const char *to)
{
	struct two_games games;

	two_games_read(&games, INPUTS);
	if (kind)
		two_games_change(&games, kind, 1, n, from, to);
	make_journal_with(p, &games, NULL);
	two_games_free(&games);
}

static unsigned count_live_games(const struct place *p, const struct context *ctx, bool is_whole)
{
	unsigned count = 0;

	for (const struct live_game *s = ctx->live_games; s; s = s->next, count++)
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
	memory_folder_make(p->made);
	make_journal(p, NULL, 0, NULL, NULL);
	put(p);
	open_context(p, &ctx);
	assert_return_code(journal_replay(&ctx), 0);
	for (const struct live_game *s = ctx.live_games; s; s = s->next) {
		assert_in_range(s->number, 1, GAMES);
		p->inputs[s->number - 1] = s->inputs;
		p->rulings[s->number - 1] = s->rulings;
		assert_int_equal(s->inputs, INPUTS);
	}
	assert_int_equal(count_live_games(p, &ctx, true), GAMES);
	close_context(&ctx);
	*state = p;
	return 0;
}

static int teardown(void **state)
{
	struct place *p = *state;

	memory_folder_remove(p->dir);
	memory_folder_remove(p->made);
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
	if (r >= 0 && count_live_games(p, &ctx, true) != GAMES)
		fail_msg("%s: %u games are taken up", what, count_live_games(p, &ctx, false));
	assert_return_code(journal_commit(ctx.journal), 0);
	assert_int_equal(journal_unfinished(ctx.journal, note_state, what), 0);
	close_context(&ctx);
	open_context(p, &ctx);
	assert_return_code(journal_replay(&ctx), 0);
	assert_int_equal(count_live_games(p, &ctx, true), GAMES);
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
	struct live_game *s = NULL;

	assert_in_range(game->number, 1, GAMES);
	snprintf(f->state[game->number], sizeof(f->state[0]), "%s", game->state);
	snprintf(f->fault[game->number], sizeof(f->fault[0]), "%s", game->fault ? game->fault : "");
	f->looked[game->number] = journal_replay_game(f->context, game, &s);
	if (f->looked[game->number] >= 0) {
		assert_int_equal(s->number, game->number);
		live_game_free(s);
	}
	return 0;
}

/* A start, and what the journal says then; with a call that fails as a start before it. */
static unsigned start(const struct place *p, struct found *f, enum fault_kind kind, long n, long *calls)
{
	struct context ctx;
	unsigned live_games;

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
	live_games = count_live_games(p, &ctx, false);
	while (ctx.live_games)
		live_game_free(ctx.live_games);
	memset(f, 0, sizeof(*f));
	f->context = &ctx;
	assert_int_equal(journal_unfinished(ctx.journal, note_game, f), 0);
	close_context(&ctx);
	return live_games;
}

/* Of both games one is taken up, and of the first one it is said why it is not. */
static void expect_unrecovered(struct place *p, const char *kind, unsigned n, const char *from, const char *to,
			       const char *why)
{
	struct found f;
	long calls;

	make_journal(p, kind, n, from, to);
	for (long call = -1; call < 40; call += 10) {
		if (start(p, &f, FAULT_MEMORY, call, &calls) != 1)
			fail_msg("%s %u, %s: both are taken up", kind, n, to);
		assert_string_equal(f.state[1], "unrecovered");
		if (!strstr(f.fault[1], why))
			fail_msg("%s %u, %s: %s", kind, n, to, f.fault[1]);
		assert_true(f.looked[1] < 0);
		assert_string_equal(f.state[2], "running");
		assert_int_equal(f.looked[2], 0);
	}
}

static void what_cannot_be_replayed_is_said(void **state)
{
	struct place *p = *state;

	expect_unrecovered(p, "setup", 0, NULL, "x", "what it was started with");
	expect_unrecovered(p, "setup", 0, NULL, "{}", "");
	expect_unrecovered(p, "map", 0, NULL, "[", "what it was started with");
	expect_unrecovered(p, "map", 0, NULL, "{}", "");
	expect_unrecovered(p, "input", 7, NULL, "x", "input 7");
	expect_unrecovered(p, "input", 7, NULL, "{\"type\":\"dance\"}", "input 7");
	expect_unrecovered(p, "ruling", 1, NULL, "x", "");
	expect_unrecovered(p, "setup", 0, "fide2023-blitz", "of nowhere", "of nowhere");
}

static void say_that_it_is_unrecovered(struct journal *journal)
{
	assert_return_code(journal_stage_unrecovered(journal, 1, "once"), 0);
}

/* It is tried again, and is not said to be so any more. */
static void what_can_be_replayed_after_all_goes_on(void **state)
{
	struct place *p = *state;
	struct two_games games;
	struct found f;
	long calls;

	two_games_read(&games, INPUTS);
	make_journal_with(p, &games, say_that_it_is_unrecovered);
	two_games_free(&games);
	assert_int_equal(start(p, &f, FAULT_MEMORY, -1, &calls), GAMES);
	assert_string_equal(f.state[1], "running");
	assert_string_equal(f.fault[1], "");
}

/* What everybody has heard stands, and who looks sees both. */
static void other_rulings_stand(void **state)
{
	struct place *p = *state;
	struct two_games games;
	const struct live_game *s;
	struct context ctx;

	two_games_read(&games, INPUTS);
	two_games_change(&games, "ruling", 1, 1, "\"reason\":\"played\"", "\"reason\":\"other\"");
	two_games_drop_last(&games, "ruling", 2);
	make_journal_with(p, &games, NULL);
	two_games_free(&games);
	put(p);
	open_context(p, &ctx);
	assert_return_code(journal_replay(&ctx), 0);
	assert_int_equal(count_live_games(p, &ctx, false), GAMES);
	for (s = ctx.live_games; s; s = s->next) {
		assert_int_equal(json_array_size(s->otherwise), 1);
		assert_int_equal(s->rulings, p->rulings[s->number - 1] - (s->number == 2));
	}
	close_context(&ctx);
}

static int note_result(void *userdata, const struct journal_game *game)
{
	snprintf(userdata, 64, "%s %s %s", game->state, game->result ? game->result : "-",
		 game->fault ? game->fault : "-");
	return 0;
}

/* What the journal does not say, as where the daemon was killed before it was on disk, its inputs do. */
static void what_it_came_to_is_found_out(void **state)
{
	struct place *p = *state;
	struct two_games games;
	struct context ctx;
	char text[64];

	two_games_read(&games, UINT_MAX);
	make_journal_with(p, &games, NULL);
	two_games_free(&games);
	put(p);
	for (int i = 0; i < 2; i++) {
		open_context(p, &ctx);
		assert_string_equal(journal_told(ctx.journal), "");
		assert_return_code(journal_replay(&ctx), 0);
		assert_int_equal(count_live_games(p, &ctx, false), GAMES);
		assert_return_code(journal_commit(ctx.journal), 0);
		assert_int_equal(journal_one_game(ctx.journal, 1, note_result, text), 0);
		assert_string_equal(text, "over 1-0 -");
		assert_int_equal(journal_one_game(ctx.journal, 2, note_result, text), 0);
		assert_string_equal(text, "running - -");
		close_context(&ctx);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(no_game_is_lost_for_want_of_memory, setup, teardown),
		cmocka_unit_test_setup_teardown(what_cannot_be_replayed_is_said, setup, teardown),
		cmocka_unit_test_setup_teardown(what_can_be_replayed_after_all_goes_on, setup, teardown),
		cmocka_unit_test_setup_teardown(other_rulings_stand, setup, teardown),
		cmocka_unit_test_setup_teardown(what_it_came_to_is_found_out, setup, teardown),
	};

	fault_points_init();

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
