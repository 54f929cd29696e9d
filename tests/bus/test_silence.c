/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What another user can see of the disk: nothing of it changes when a flag falls that the rulebook lets nobody speak
 * of (wbca-1992 22). And the journal of an older version, which lay where its growth could be seen, is moved.
 */
#include <dirent.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/bus/rig-journal.h"

/* All that somebody else can stat below a folder: a line each. Others look into folders that they may enter. */
static void look(const char *path, FILE *out)
{
	struct dirent **entries = NULL;
	struct stat st;
	int n;

	assert_return_code(lstat(path, &st), errno);
	fprintf(out, "%s %o %ld %ld.%09ld %ld.%09ld\n", path, st.st_mode, (long)st.st_size, (long)st.st_mtim.tv_sec,
		st.st_mtim.tv_nsec, (long)st.st_ctim.tv_sec, st.st_ctim.tv_nsec);
	if (!S_ISDIR(st.st_mode) || !(st.st_mode & S_IXOTH))
		return;
	n = scandir(path, &entries, NULL, alphasort);
	for (int i = 0; i < n; i++) {
		char below[512];

		snprintf(below, sizeof(below), "%s/%s", path, entries[i]->d_name);
		if (strcmp(entries[i]->d_name, ".") != 0 && strcmp(entries[i]->d_name, "..") != 0)
			look(below, out);
		free(entries[i]);
	}
	free(entries);
}

static char *seen_by_others(struct rig *rig)
{
	char path[96], *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	snprintf(path, sizeof(path), "%s/state", rig->dir);
	look(path, out);
	fclose(out);
	return text;
}

/* The running record has the last move: nothing that is public is still to be written. */
static void wait_for_record(struct rig *rig, const char *move)
{
	for (int i = 0; i < 4000; i++) {
		char *path = rig_property(rig, GAME, "PgnPath"), *text = *path ? rig_read_file(path) : NULL;
		bool has = text && strstr(text, move);

		free(path);
		free(text);
		if (has)
			return;
		poll(NULL, 0, 5);
	}
	fail_msg("the record of the running game has no %s", move);
}

static int64_t count_ticks(struct rig *rig)
{
	return rig_rows(rig, "input", "\"tick\"");
}

static void a_flag_that_falls_unseen_leaves_no_trace(void **state)
{
	struct rig *rig = *state;
	char *before, *after;
	int64_t ticks;

	rig_start(rig, "rulebook", "wbca-1992", "time", "300", NULL);
	rig_moves(rig, "e2e4 e7e5");
	wait_for_record(rig, "e5");
	before = seen_by_others(rig);
	assert_non_null(strstr(before, "/state/games/running/"));
	ticks = count_ticks(rig);
	rig_time(rig, 400000000);
	rig_settle(rig);
	rig_drain(rig);
	for (int i = 0; i < 4000 && count_ticks(rig) == ticks; i++) /* that it fell is on disk */
		poll(NULL, 0, 5);
	assert_true(count_ticks(rig) > ticks);
	after = seen_by_others(rig);
	assert_string_equal(after, before);
	free(before);
	free(after);
}

static void command(struct rig *rig, const char *format)
{
	char line[400];

	snprintf(line, sizeof(line), format, rig->dir);
	assert_int_equal(system(line), 0);
}

/* Where versions before this one had it. */
static void put_back(struct rig *rig)
{
	command(rig, "cd %s/state && mv journal/journal.db* . && rmdir journal");
}

static void expect_plies(struct rig *rig, uint32_t expected)
{
	sd_bus_error error = SD_BUS_ERROR_NULL;
	uint32_t plies = 0;

	assert_return_code(sd_bus_get_property_trivial(rig->bus, "org.flagfall1", rig->path, GAME, "Plies", &error, 'u',
						       &plies),
			   0);
	assert_int_equal(plies, expected);
}

static void an_older_place_is_left(void **state)
{
	struct rig *rig = *state;
	int64_t boards;

	rig_start(rig, "rulebook", "fide2023-blitz", "time", "300", NULL);
	rig_moves(rig, "e2e4 e7e5");
	rig_drain(rig);
	rig_daemon_stop(rig, SIGKILL); /* the last of it is in the log */
	boards = rig_boards_read(rig);
	put_back(rig);
	rig_daemon_start(rig);
	expect_plies(rig, 2);
	/* for an older daemon only */
	command(rig, "cd %s/state && test \"$(ls -d journal.db*)\" = journal.db");
	command(rig,
		"test $(sqlite3 %s/state/journal.db 'PRAGMA integrity_check; PRAGMA user_version' | tr '\\n' -) = ok-1000000-");
	rig_wait_board_read(rig, boards);
	rig_moves(rig, "g1f3");
	rig_wait(rig, "Move", "3 white g1f3");
}

/* Killed while it was moved: some have two names, or the folder has not got its own yet. */
static void a_move_that_was_broken_off_is_finished(void **state)
{
	struct rig *rig = *state;

	rig_start(rig, "rulebook", "fide2023-blitz", "time", "300", NULL);
	rig_moves(rig, "e2e4 e7e5");
	rig_drain(rig);
	rig_daemon_stop(rig, SIGKILL);
	command(rig, "cd %s/state && ln -f journal/journal.db journal/journal.db-wal .");
	rig_daemon_start(rig);
	expect_plies(rig, 2);
	rig_daemon_stop(rig, SIGKILL);
	put_back(rig);
	command(rig, "cd %s/state && mkdir journal.new && ln journal.db journal.new/");
	rig_daemon_start(rig);
	expect_plies(rig, 2);
	command(rig, "test ! -e %s/state/journal.new");
}

static void two_journals_are_told(void **state)
{
	struct rig *rig = *state;

	rig_daemon_stop(rig, SIGTERM);
	command(rig, "cd %s/state && cp journal/journal.db .");
	command(rig, "cd %s && ! " RIG_DAEMON " --bus unix:path=$PWD/bus --no-udev --state $PWD/state 2>said");
	command(rig, "grep -q 'put one of them aside' %s/said");
	command(rig, "test -e %s/state/journal.db");
}

#define road(name) cmocka_unit_test_setup_teardown(name, rig_setup, rig_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		road(a_flag_that_falls_unseen_leaves_no_trace),
		road(an_older_place_is_left),
		road(a_move_that_was_broken_off_is_finished),
		road(two_journals_are_told),
	};

	return cmocka_run_group_tests_name("silence", tests, NULL, NULL);
}
