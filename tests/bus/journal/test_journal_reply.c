/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the journal has of a game, as a client of the bus is told: all of it, or an error, and one answer in any case,
 * whichever of the calls that make it fails.
 */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include <limits.h>
#include <errno.h>
#include <glob.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

#include "daemon/context.h"
#include "daemon/bus/replies.h"
#include "daemon/games/journal-replay.h"
#include "daemon/publish/publisher.h"
#include "tests/faults/fault-points.h"

#define INPUTS 3
#define ROUNDS 200000
#define AT_MOST_US 60000000 /* for what is sure to come */

int __real_sd_bus_message_new_method_return(sd_bus_message *call, sd_bus_message **m);
int __wrap_sd_bus_message_new_method_return(sd_bus_message *call, sd_bus_message **m);
int __wrap_sd_bus_message_new_method_return(sd_bus_message *call, sd_bus_message **m)
{
	return fault_meets() ? -ENOMEM : __real_sd_bus_message_new_method_return(call, m);
}

int __real_sd_bus_message_open_container(sd_bus_message *m, char type, const char *contents);
int __wrap_sd_bus_message_open_container(sd_bus_message *m, char type, const char *contents);
int __wrap_sd_bus_message_open_container(sd_bus_message *m, char type, const char *contents)
{
	return fault_meets() ? -ENOMEM : __real_sd_bus_message_open_container(m, type, contents);
}

int __real_sd_bus_message_close_container(sd_bus_message *m);
int __wrap_sd_bus_message_close_container(sd_bus_message *m);
int __wrap_sd_bus_message_close_container(sd_bus_message *m)
{
	return fault_meets() ? -ENOMEM : __real_sd_bus_message_close_container(m);
}

int __wrap_sd_bus_message_append(sd_bus_message *m, const char *types, ...);
int __wrap_sd_bus_message_append(sd_bus_message *m, const char *types, ...)
{
	va_list ap;
	int r;

	if (fault_meets())
		return -ENOMEM;
	va_start(ap, types);
	r = sd_bus_message_appendv(m, types, ap);
	va_end(ap);
	return r;
}

/* --- a client, and the daemon's side of its connection --- */

struct pair {
	char dir[64];
	struct context context;
	sd_bus *server, *client;
	/* what is asked for */
	uint64_t game;
	bool has_setup, salvage;
	/* and what came */
	unsigned answers;
	char text[1024], error[64];
};

static int on_call(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct pair *p = userdata;
	char *setup;
	int r;

	fault_pause();
	setup = p->has_setup ? strdup("{\"given\":1}") : NULL;
	fault_resume();
	r = journal_reply(&p->context, m, p->game, setup, p->salvage, error);
	return r;
}

static void add(struct pair *p, const char *text)
{
	strncat(p->text, text, sizeof(p->text) - strlen(p->text) - 1);
	strncat(p->text, ";", sizeof(p->text) - strlen(p->text) - 1);
}

static int on_answer(sd_bus_message *m, void *userdata, sd_bus_error *error)
{
	struct pair *p = userdata;
	const char *text;

	(void)error;
	p->answers++;
	if (sd_bus_message_is_method_error(m, NULL)) {
		snprintf(p->error, sizeof(p->error), "%s", sd_bus_message_get_error(m)->name);
		add(p, sd_bus_message_get_error(m)->message);
		return 0;
	}
	assert_return_code(sd_bus_message_read(m, "s", &text), 0);
	add(p, text);
	for (int list = 0; list < 2; list++) {
		assert_return_code(sd_bus_message_enter_container(m, 'a', "s"), 0);
		while (sd_bus_message_read_basic(m, 's', &text) > 0)
			add(p, text);
		assert_return_code(sd_bus_message_exit_container(m), 0);
		add(p, "");
	}
	if (p->salvage) {
		assert_return_code(sd_bus_message_read(m, "s", &text), 0);
		add(p, text);
	}
	return 0;
}

static void turn(struct pair *p)
{
	sd_event_run(p->context.loop, 0);
	assert_return_code(sd_bus_process(p->server, NULL), 0);
	assert_return_code(sd_bus_process(p->client, NULL), 0);
}

static void ask(struct pair *p)
{
	sd_bus_message *m = NULL;

	p->answers = 0;
	p->text[0] = p->error[0] = '\0';
	fault_pause();
	assert_return_code(sd_bus_message_new_method_call(p->client, &m, NULL, "/", "test.Test", "Journal"), 0);
	assert_return_code(sd_bus_message_append(m, "s", "the game"), 0);
	assert_return_code(sd_bus_call_async(p->client, NULL, m, on_answer, p, UINT64_MAX), 0);
	sd_bus_message_unref(m);
	fault_resume();
	for (unsigned i = 0; i < ROUNDS && p->answers == 0; i++)
		turn(p);
	for (unsigned i = 0; i < 5; i++) /* and no more than one */
		turn(p);
	assert_int_equal(p->answers, 1);
}

static void stage_rows(struct journal *j)
{
	char text[40];

	assert_int_equal(journal_next_game(j), 1);
	assert_return_code(journal_stage_game(j, 1, &(struct journal_start){ "B", "{\"kept\":1}", "{}", "{}", NULL }),
			   0);
	for (unsigned n = 0; n < INPUTS; n++) {
		snprintf(text, sizeof(text), "input %u", n);
		assert_return_code(journal_stage_input(j, 1, text), 0);
	}
	assert_return_code(journal_stage_ruling(j, 1, "ruling 0"), 0);
	assert_int_equal(journal_submit(j, false), 1);
	assert_return_code(journal_finish(j, true), 0);
	journal_settle(j);
}

static const struct publish_listener *const nobody[] = { NULL };

static int setup(void **state)
{
	struct pair *p = calloc(1, sizeof(*p));
	const struct shell_options options = { .state = p->dir, .grace_us = -1, .disk_patience_s = 3600 };
	int fd[2];

	snprintf(p->dir, sizeof(p->dir), "/tmp/flagfall.XXXXXX");
	assert_non_null(mkdtemp(p->dir));
	assert_return_code(context_open(&p->context, &options), 0);
	assert_return_code(publisher_start(&p->context, nobody, NULL), 0);
	stage_rows(p->context.journal);
	assert_return_code(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, fd), errno);
	assert_return_code(sd_bus_new(&p->server), 0);
	assert_return_code(sd_bus_set_fd(p->server, fd[0], fd[0]), 0);
	assert_return_code(sd_bus_set_server(p->server, 1, (sd_id128_t){ .bytes = { 1 } }), 0);
	assert_return_code(sd_bus_set_anonymous(p->server, 1), 0);
	assert_return_code(sd_bus_start(p->server), 0);
	assert_return_code(sd_bus_add_object(p->server, NULL, "/", on_call, p), 0);
	assert_return_code(sd_bus_new(&p->client), 0);
	assert_return_code(sd_bus_set_fd(p->client, fd[1], fd[1]), 0);
	assert_return_code(sd_bus_set_anonymous(p->client, 1), 0);
	assert_return_code(sd_bus_start(p->client), 0);
	*state = p;
	return 0;
}

static int teardown(void **state)
{
	struct pair *p = *state;
	char command[96];

	sd_bus_close_unref(p->client);
	sd_bus_close_unref(p->server);
	publisher_end(&p->context);
	publisher_free(p->context.publisher);
	context_close(&p->context);
	snprintf(command, sizeof(command), "rm -r %s", p->dir);
	assert_int_equal(system(command), 0);
	free(p);
	return 0;
}

/* --- */

static void rows_are_given(void **state)
{
	struct pair *p = *state;

	p->game = 1;
	ask(p);
	assert_string_equal(p->text, "{\"kept\":1};input 0;input 1;input 2;;ruling 0;;");
	p->salvage = p->has_setup = true;
	ask(p);
	assert_string_equal(p->text, "{\"given\":1};input 0;input 1;input 2;;ruling 0;;;");
}

static void there_is_no_such_game(void **state)
{
	struct pair *p = *state;

	for (p->game = 0; p->game <= 2; p->game += 2) {
		ask(p);
		assert_string_equal(p->error, ERROR_NO_SUCH_GAME);
		assert_non_null(strstr(p->text, "\"the game\""));
	}
}

/* A disk that does not keep what it was given. */
static void change_on_disk(struct pair *p, const char *from, const char *to)
{
	char pattern[100], *text, *at;
	glob_t found;
	size_t size;
	FILE *file;

	snprintf(pattern, sizeof(pattern), "%s/journal/*.log", p->dir);
	assert_int_equal(glob(pattern, 0, NULL, &found), 0);
	file = fopen(found.gl_pathv[0], "r+");
	assert_non_null(file);
	text = calloc(1, 1 << 16);
	size = fread(text, 1, (1 << 16) - 1, file);
	at = memmem(text, size, from, strlen(from));
	assert_non_null(at);
	fseek(file, at - text, SEEK_SET);
	fputs(to, file);
	assert_int_equal(fclose(file), 0);
	globfree(&found);
	free(text);
}

/* As far as they are sound, and why no further, to who wants that. */
static void unsound_rows_are_said(void **state)
{
	struct pair *p = *state;

	p->game = 1;
	change_on_disk(p, "input 2", "input X");
	ask(p);
	assert_string_not_equal(p->error, "");
	p->salvage = true;
	ask(p);
	assert_string_equal(p->error, "");
	assert_non_null(strstr(p->text, "input 0;input 1;;;the journal is damaged at byte"));
}

/* What is staged is on disk before it is told; where it cannot be written, that is told. */
static void what_is_staged_comes_first(void **state)
{
	struct pair *p = *state;

	p->game = 1;
	assert_return_code(journal_stage_input(p->context.journal, 1, "input 3"), 0);
	ask(p);
	assert_non_null(strstr(p->text, "input 3"));
	assert_int_equal(journal_unwritten(p->context.journal), 0);
	assert_return_code(journal_stage_input(p->context.journal, 1, "input 4"), 0);
	fault_begin(FAULT_CALL_ENOSPC, 0, true);
	ask(p);
	assert_string_equal(p->error, ERROR_JOURNAL);
	ask(p); /* now it is known before */
	fault_end();
	assert_string_equal(p->error, ERROR_JOURNAL);
	assert_non_null(strstr(p->text, "cannot be written"));
	while (journal_unwritten(p->context.journal) > 0) /* it is tried again when the time has come */
		assert_in_range(sd_event_run(p->context.loop, AT_MOST_US), 1, INT_MAX);
	ask(p);
	assert_non_null(strstr(p->text, "input 4"));
}

/* Also where there is no memory to write it with. */
static void what_is_staged_comes_first_or_it_is_told(void **state)
{
	struct pair *p = *state;
	unsigned failed = 0;
	p->game = 1;
	for (long n = 0; n < 20; n++) { /* the calls of who writes come first */
		assert_return_code(journal_stage_input(p->context.journal, 1, "x"), 0);
		fault_begin(FAULT_MEMORY, n, false);
		ask(p);
		fault_end();
		failed += *p->error != '\0';
		if (!*p->error && journal_unwritten(p->context.journal) > 0)
			fail_msg("%ld: answered before it was on disk", n);
		assert_return_code(publisher_sync(&p->context), 0);
		assert_int_equal(journal_unwritten(p->context.journal), 0);
	}
	assert_true(failed > 2);
}

static void each_call_that_makes_it(void **state)
{
	static const enum fault_kind kinds[] = { FAULT_MEMORY, FAULT_OTHER };
	struct pair *p = *state;
	char known[sizeof(p->text)];
	unsigned inputs = 0, failed = 0;

	p->game = 1;
	p->salvage = true;
	for (unsigned k = 0; k < 3 * sizeof(kinds) / sizeof(kinds[0]); k++) {
		const enum fault_kind kind = kinds[k / 3];
		bool is_met = true;

		p->has_setup = k % 3 == 1;
		for (long n = 0; is_met; n++) {
			if (k % 3 == 2)
				assert_return_code(journal_stage_input(p->context.journal, 1, "x"), 0);
			if (k % 3 == 2 && ++inputs > 100) /* what is told stays short */
				break;
			ask(p);
			assert_string_equal(p->error, "");
			snprintf(known, sizeof(known), "%s", p->text);
			fault_begin(kind, n, false);
			ask(p);
			is_met = fault_end() > n;
			failed += *p->error != '\0';
			if (!*p->error && strcmp(p->text, known) != 0)
				fail_msg("%s, %ld: %s and not %s", fault_kind_name[kind], n, p->text, known);
		}
	}
	assert_true(failed > 20);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(rows_are_given, setup, teardown),
		cmocka_unit_test_setup_teardown(there_is_no_such_game, setup, teardown),
		cmocka_unit_test_setup_teardown(unsound_rows_are_said, setup, teardown),
		cmocka_unit_test_setup_teardown(what_is_staged_comes_first, setup, teardown),
		cmocka_unit_test_setup_teardown(what_is_staged_comes_first_or_it_is_told, setup, teardown),
		cmocka_unit_test_setup_teardown(each_call_that_makes_it, setup, teardown),
	};

	fault_points_init();
	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
