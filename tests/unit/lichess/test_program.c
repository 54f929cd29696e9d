/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * flagfall-lichess as a whole, with a broadcast that answers as it is told to and a time that does not pass:
 * tests/data/lichess.txt has what is done, and after each run what the program sent, how long it wanted to wait, what
 * it said and what push.json says. FLAGFALL_SAID=FILE has it written there anew; read what differs.
 *
 * "> " a command:
 *   put TEXT             games.pgn says that (\n: a new line; NAME*COUNT: so many games, with a # where their number
 * is) do COMMAND           of the shell, in the folder (push: that of the round) token TEXT           … the token's
 * file; none: there is none answer STATUS RETRY TEXT  of the next request: RETRY 0 is not said; TEXT: ok, what the
 * broadcast makes of the games; long, five million bytes in portions of one at last; else as it is fails CODE … it
 * fails so (a CURLcode) ends                 … somebody wants the program to end meanwhile then COMMAND         when
 * the program waits: one of these; time, what it waits for is over; end; signal; broken run ARGUMENTS        the
 * program; %s: the folder
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lichess/lichess.h"
#include "tests/faults/fault-points.h"
#include "tests/unit/lichess/made-curl.h"
#include "tests/unit/memory-folder.h"

#define SAID "tests/data/lichess.txt"
#define MOST 32

int main(int argc, char **argv);
int __real_poll(struct pollfd *fds, nfds_t count, int timeout_ms);
int __wrap_poll(struct pollfd *fds, nfds_t count, int timeout_ms);

static char folder[MEMORY_FOLDER_PATH], *answers[MOST], *thens[MOST];
static unsigned answer_first, answer_count, then_first, then_count, requests;
static FILE *out; /* what is said now */

/* --- what is said --- */

void say_text(const char *text)
{
	bool begins = true;

	for (const char *c = text; *c; c++) {
		if (begins)
			fputs("\t", out);
		begins = *c == '\n';
		if (strncmp(c, folder, strlen(folder)) == 0) {
			fputs("DIR", out);
			c += strlen(folder) - 1;
			continue;
		}
		fputc(*c, out);
	}
	if (!begins)
		fputs(" (no end)\n", out);
}

void say(const char *format, ...)
{
	char text[1024];
	va_list ap;

	va_start(ap, format);
	vsnprintf(text, sizeof(text), format, ap);
	va_end(ap);
	say_text(text);
}

static char *read_file(const char *name)
{
	char path[128], *text = NULL;
	size_t size = 0;
	FILE *f;

	snprintf(path, sizeof(path), "%s%s%s", *name == '/' ? "" : folder, *name == '/' ? "" : "/", name);
	f = fopen(path, "re");
	if (f && getdelim(&text, &size, '\0', f) < 0)
		*text = '\0';
	if (f)
		fclose(f);
	return text;
}

/* What push.json says, if it is another than it was. */
static void say_report(void)
{
	static char last[65536];
	char *text = read_file("round-1/push.json"), now[65536] = "";
	json_t *report = text ? json_loads(text, 0, NULL) : NULL, *games = json_object_get(report, "games"), *game;
	const char *when = json_string_value(json_object_get(report, "time"));
	size_t n = 0, i;

	free(text);
	if (!report)
		return;
	/* 2026-01-31T12:00:00Z */
	if (strlen(when) != 20 || strspn(when, "0123456789-T:Z") != 20)
		n += (size_t)snprintf(now, sizeof(now), "push.json: time %s\n", when);
	n += (size_t)snprintf(now + n, sizeof(now) - n, "push.json: %s %s, again in %d s: %s\n",
			      json_string_value(json_object_get(report, "round")),
			      json_string_value(json_object_get(report, "state")),
			      (int)json_integer_value(json_object_get(report, "retry_s")),
			      json_string_value(json_object_get(report, "error")));
	json_array_foreach(games, i, game) {
		text = json_dumps(game, JSON_ENCODE_ANY | JSON_COMPACT);
		if (i < 3 || (i >= 99 && i < 102) || i + 1 == json_array_size(games))
			n += (size_t)snprintf(now + n, sizeof(now) - n, "  %s\n", text);
		free(text);
	}
	json_decref(report);
	if (strcmp(now, last) != 0)
		say_text(now);
	strcpy(last, now);
}

static void say_stderr(void)
{
	static char before[65536];
	char *text, line[65536];

	fflush(stderr);
	text = read_file("stderr");
	if (text && strlen(text) > strlen(before)) {
		snprintf(line, sizeof(line), "! %s", text + strlen(before));
		say_text(line);
	}
	snprintf(before, sizeof(before), "%s", text ? text : "");
	free(text);
}

const char *made_curl_asked(void)
{
	assert_true(++requests < 100);
	say_stderr();
	say_report();
	return answer_first < answer_count ? answers[answer_first++] : "answer 200 0 ok";
}

/* --- what is done --- */

static void put(const char *text)
{
	char path[128], temporary[128];
	const char *star = strrchr(text, '*');
	unsigned count = star ? (unsigned)atoi(star + 1) : 0;
	FILE *f;

	snprintf(path, sizeof(path), "%s/round-1/games.pgn", folder);
	snprintf(temporary, sizeof(temporary), "%s/games.part", folder);
	f = fopen(temporary, "we");
	assert_non_null(f);
	for (unsigned i = 1; i <= (count ? count : 1); i++)
		for (const char *c = text; *c && (!count || c < star); c++)
			if (*c == '\\' && c[1] == 'n') {
				fputc('\n', f);
				c++;
			} else if (*c == '#' && count) {
				fprintf(f, "%u", i);
			} else {
				fputc(*c, f);
			}
	fclose(f);
	assert_int_equal(rename(temporary, path), 0);
}

static void shell(const char *command)
{
	char line[512];

	snprintf(line, sizeof(line), "cd %s && %s", folder, command);
	assert_int_equal(system(line), 0);
}

static void set_token(const char *text)
{
	char path[128];
	FILE *f;

	snprintf(path, sizeof(path), "%s/token", folder);
	unlink(path);
	if (strcmp(text, "none") == 0)
		return;
	f = fopen(path, "we");
	for (const char *c = text; *c; c++)
		fputc(*c == '\\' && c[1] == 'n' ? (c++, '\n') : *c == '\\' && c[1] == 't' ? (c++, '\t') : *c, f);
	fclose(f);
}

static void do_what(const char *command)
{
	const char *blank = strchr(command, ' '), *rest = blank ? blank + 1 : "";

	if (strncmp(command, "put", 3) == 0)
		put(rest);
	else if (strncmp(command, "do ", 3) == 0)
		shell(rest);
	else if (strncmp(command, "token", 5) == 0)
		set_token(rest);
	else if (strncmp(command, "answer ", 7) == 0 || strncmp(command, "fails ", 6) == 0 ||
		 strcmp(command, "ends") == 0)
		answers[answer_count++] = strdup(command);
	else if (strncmp(command, "then ", 5) == 0)
		thens[then_count++] = strdup(rest);
	else if (strcmp(command, "none") == 0)
		made_curl_is_none = true;
	else
		fail_msg("\"%s\" is not known", command);
	assert_true(answer_count < MOST && then_count < MOST);
}

/* The program waits: what is next happens. */
int __wrap_poll(struct pollfd *fds, nfds_t count, int timeout_ms)
{
	const char *then;
	int n;

	if (timeout_ms == 0)
		return __real_poll(fds, count, 0);
	then = then_first < then_count ? thens[then_first++] : "end";
	say_stderr();
	say_report();
	if (timeout_ms < 0)
		say("waits for what comes%s\n", count == 2 ? "" : ", but not for changes");
	else
		say("waits %d ms%s\n", timeout_ms, count == 1 ? "" : " and for changes");
	say("then %s\n", then);
	if (strcmp(then, "end") == 0)
		raise(SIGTERM);
	else if (strcmp(then, "signal") == 0 || strcmp(then, "broken") == 0)
		return errno = *then == 's' ? EINTR : EBADF, -1;
	else if (strcmp(then, "time") != 0)
		do_what(then);
	n = __real_poll(fds, count, 0);
	if (n == 0 && timeout_ms < 0) { /* it would wait for ever */
		say("nothing comes\n");
		raise(SIGTERM);
		n = __real_poll(fds, count, 0);
	}
	return n;
}

static int open_files(void)
{
	DIR *dir = opendir("/proc/self/fd");
	int n = 0;

	assert_non_null(dir);
	while (readdir(dir))
		n++;
	closedir(dir);
	return n;
}

static void run(char *arguments)
{
	char *list[16] = { "flagfall-lichess" }, text[512], path[128], *save = NULL;
	const int err = dup(STDERR_FILENO);
	struct timespec none = { 0 };
	int count = 1, fd, status, files;
	sigset_t set;

	for (char *one = strtok_r(arguments, " ", &save); one && count < 14; one = strtok_r(NULL, " ", &save)) {
		if (count == 1)
			*text = '\0';
		list[count] = text + (count == 1 ? 0 : strlen(list[count - 1]) + (size_t)(list[count - 1] - text) + 1);
		if (strstr(one, "%s"))
			sprintf(list[count], "%.*s%s%s", (int)(strstr(one, "%s") - one), one, folder,
				strstr(one, "%s") + 2);
		else
			strcpy(list[count], one);
		count++;
	}
	snprintf(path, sizeof(path), "%s/stderr", folder);
	fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
	dup2(fd, STDERR_FILENO);
	requests = 0;
	files = open_files();
	status = main(count, list);
	files = open_files() - files;
	say_stderr();
	say_report();
	dup2(err, STDERR_FILENO);
	close(err);
	close(fd);
	say("= %d\n", status);
	if (made_curl_left || (files && files != 2)) /* signals and changes, until the process ends */
		say("left: %d, and %d files\n", made_curl_left, files);
	if (answer_first < answer_count)
		say("%u answers were not asked for\n", answer_count - answer_first);
	while (answer_count)
		free(answers[--answer_count]);
	while (then_count)
		free(thens[--then_count]);
	answer_first = then_first = 0;
	made_curl_left = 0;
	sigemptyset(&set);
	sigaddset(&set, SIGTERM);
	while (sigtimedwait(&set, NULL, &none) > 0)
		;
}

static void what_is_sent_and_said_is_as_it_was(void **state)
{
	const char *path = getenv("FLAGFALL_SAID");
	char *then = NULL, *now = NULL, *line, *save = NULL, *all;
	size_t size = 0;
	FILE *f = fopen(SAID, "re");

	assert_non_null(f);
	assert_true(getdelim(&then, &size, '\0', f) > 0);
	fclose(f);
	all = strdup(then);
	out = open_memstream(&now, &size);
	for (line = all; line; line = save) {
		save = strchr(line, '\n');
		if (save)
			*save++ = '\0';
		if (*line == '\t' || !save)
			continue;
		fprintf(out, "%s\n", line);
		if (strncmp(line, "> run ", 6) == 0)
			run(line + 6);
		else if (strncmp(line, "> ", 2) == 0)
			do_what(line + 2);
	}
	fclose(out);
	f = path ? fopen(path, "we") : NULL;
	if (f) {
		fputs(now, f);
		fclose(f);
	}
	if (strcmp(now, then) != 0) {
		size_t n = 0;

		while (now[n] && now[n] == then[n])
			n++;
		while (n > 0 && now[n - 1] != '\n')
			n--;
		fail_msg("now:\n%.600s\nthen:\n%.600s", now + n, then + n);
	}
	free(all);
	free(now);
	free(then);
}

/* --- without memory --- */

static void games_stay_where_memory_ends(void **state)
{
	char path[128];
	long calls = 1;

	put("[Event \"x\"]\\n[GameId \"a#\"]\\n\\n1. e4 *\\n\\n*40");
	snprintf(path, sizeof(path), "%s/round-1/games.pgn", folder);
	for (long n = -1; n < calls; n++) {
		struct lichess_games games = { 0 };
		const int files = open_files();
		int r;

		assert_int_equal(games_read(&games, path), 0);
		games.list[2].taken = games.list[2].version;
		fault_begin(FAULT_MEMORY, n, false);
		r = games_read(&games, path);
		if (n < 0)
			calls = fault_end();
		fault_end();
		assert_int_equal(r, n < 0 ? 0 : -ENOMEM);
		assert_int_equal(open_files(), files);
		assert_int_equal(games.count, 40);
		for (size_t i = 0; i < 40; i++)
			assert_int_equal(game_is_due(&games.list[i]), i != 2);
		games_done(&games);
		assert_null(games.list);
		assert_int_equal(games.count, 0);
	}
	assert_true(calls > 40);
}

static int setup(void **state)
{
	char round[128];

	memory_folder_make(folder);
	snprintf(round, sizeof(round), "%s/round-1", folder);
	shell("mkdir round-1");
	set_token("lip_secret");
	return 0;
}

static int teardown(void **state)
{
	memory_folder_remove(folder);
	return 0;
}

/* main() is the program's own: the tests begin before it would, and end the process. */
__attribute__((constructor)) static void tests(void)
{
	const struct CMUnitTest list[] = {
		cmocka_unit_test_setup_teardown(games_stay_where_memory_ends, setup, teardown),
		cmocka_unit_test_setup_teardown(what_is_sent_and_said_is_as_it_was, setup, teardown),
	};

	exit(cmocka_run_group_tests_name("lichess", list, NULL, NULL));
}
