/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Evenings that were written down, done again: each signal, each property that changed, each answer and each refusal is
 * what it was. TRANSCRIPTS=write writes them anew; what differs is to be read (tests/bus/transcripts/README.md).
 */
#include <errno.h>
#include <glob.h>
#include <stdio.h>
#include <unistd.h>

#include "tests/bus/transcripts/transcript.h"

#define MOST 32

static int setup(void **state)
{
	return rig_setup_bare(state);
}

static void write_file(const char *path, const char *text)
{
	FILE *f = fopen(path, "w");

	assert_non_null(f);
	assert_true(fputs(text, f) >= 0);
	assert_int_equal(fclose(f), 0);
}

static void show_difference(struct rig *rig, const char *kept, const char *made)
{
	char path[128], command[512], line[4096];
	FILE *f;

	snprintf(path, sizeof(path), "%s/made", rig->dir);
	write_file(path, made);
	snprintf(command, sizeof(command), "diff -U1 -F '^>' %s %s", kept, path);
	f = popen(command, "r");
	assert_non_null(f);
	while (fgets(line, sizeof(line), f))
		print_message("# %s", line);
	pclose(f);
}

static char *names[MOST]; /* of each test's file; cmocka gives a test its setup's state alone */
static unsigned next;

static void is_said_again(void **state)
{
	const char *name = names[next++], *how = getenv("TRANSCRIPTS");
	struct rig *rig = *state;
	char *kept = rig_read_file(name), *made;
	bool same;

	assert_non_null(kept);
	if (strstr(kept, "\n> as ") && geteuid() != 0) {
		print_message("# SKIP only root can become another user\n");
		free(kept);
		skip();
	}
	made = transcript_play(rig, kept);
	same = strcmp(kept, made) == 0;
	if (!same && how && strcmp(how, "write") == 0)
		write_file(name, made);
	else if (!same)
		show_difference(rig, name, made);
	free(kept);
	free(made);
	assert_true(same || (how && strcmp(how, "write") == 0));
}

int main(int argc, char **argv)
{
	struct CMUnitTest tests[MOST] = { 0 };
	size_t count = 0;
	glob_t found;
	int r;

	if (glob("tests/bus/transcripts/*.txt", 0, NULL, &found) != 0)
		return 1;
	for (size_t i = 0; i < found.gl_pathc && count < MOST; i++) {
		if (argc > 1 && !strstr(found.gl_pathv[i], argv[1]))
			continue;
		names[count] = found.gl_pathv[i];
		tests[count] = (struct CMUnitTest){ strrchr(names[count], '/') + 1, is_said_again, setup, rig_teardown,
						    NULL };
		count++;
	}
	r = _cmocka_run_group_tests("transcripts", tests, count, NULL, NULL);
	globfree(&found);
	return r;
}
