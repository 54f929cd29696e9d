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

/* Of a version before the log. */
static void an_older_journal_is_told(void **state)
{
	struct rig *rig = *state;
	sd_bus_error error = SD_BUS_ERROR_NULL;
	char *damage;

	rig_daemon_stop(rig, SIGTERM);
	command(rig, "echo x >%s/state/journal.db");
	rig_daemon_start(rig);
	assert_return_code(sd_bus_get_property_string(rig->bus, "org.flagfall1", "/org/flagfall1",
						      "org.flagfall1.Manager", "JournalDamage", &error, &damage),
			   0);
	assert_non_null(strstr(damage, "journal.db is a journal of an older kind"));
	free(damage);
	command(rig, "test -s %s/state/journal.db");
}

#define road(name) cmocka_unit_test_setup_teardown(name, rig_setup, rig_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		road(a_flag_that_falls_unseen_leaves_no_trace),
		road(an_older_journal_is_told),
	};

	return cmocka_run_group_tests_name("silence", tests, NULL, NULL);
}
