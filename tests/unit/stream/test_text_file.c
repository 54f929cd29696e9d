/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Text files that others read: replaced as a whole, or left as they were. */
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>

#include "common/text-file.h"

static char folder[64], path[128], temporary[136];

static int setup(void **state)
{
	snprintf(folder, sizeof(folder), "/tmp/flagfall-text.XXXXXX");
	assert_non_null(mkdtemp(folder));
	snprintf(path, sizeof(path), "%s/club/round-1/game-1.pgn", folder);
	snprintf(temporary, sizeof(temporary), "%s.tmp", path);
	return 0;
}

static int teardown(void **state)
{
	char command[128];

	snprintf(command, sizeof(command), "rm -rf %s", folder);
	return system(command);
}

static void says(const char *text)
{
	char *there = text_file_read(path);

	assert_non_null(there);
	assert_string_equal(there, text);
	free(there);
	assert_int_equal(access(temporary, F_OK), -1);
}

static void folders_are_made(void **state)
{
	struct stat st;

	assert_null(text_file_read(path));
	assert_int_equal(text_file_replace(path, "1. e4 *\n", true), 0);
	says("1. e4 *\n");
	assert_int_equal(stat(path, &st), 0);
	assert_int_equal(st.st_mode & 0133, 0); /* nobody executes it, and only its owner writes it */
	assert_int_equal(text_file_replace(path, "1. e4 e5 *\n", false), 0);
	says("1. e4 e5 *\n");
}

/* Who looks at the file by its inode or its time sees that nothing has happened. */
static void what_it_says_already_is_not_written(void **state)
{
	struct stat before, now;

	assert_int_equal(text_file_write(path, "*\n"), 1);
	assert_int_equal(stat(path, &before), 0);
	assert_int_equal(text_file_write(path, "*\n"), 0);
	assert_int_equal(stat(path, &now), 0);
	assert_int_equal(now.st_ino, before.st_ino);
	assert_int_equal(text_file_write(path, ""), 1);
	says("");
}

/* A reader that has the old one open keeps all of it. */
static void a_reader_has_one_whole(void **state)
{
	char text[16] = "";
	int fd;

	assert_int_equal(text_file_replace(path, "old\n", false), 0);
	fd = open(path, O_RDONLY);
	assert_true(fd >= 0);
	assert_int_equal(text_file_replace(path, "new and longer\n", false), 0);
	assert_int_equal(read(fd, text, sizeof(text) - 1), 4);
	assert_string_equal(text, "old\n");
	close(fd);
}

static void expect_file(const char *name, const char *text)
{
	char *there = text_file_read(name);

	assert_non_null(there);
	assert_string_equal(there, text);
	free(there);
}

/* What is renewed again and again makes and deletes no files: two take turns, and are as long as what they say. */
static void a_text_that_is_renewed_has_two_files(void **state)
{
	struct stat first, second, third;

	assert_int_equal(text_file_renew(path, "a long first one\n"), 0);
	says("a long first one\n");
	assert_int_equal(stat(path, &first), 0);
	assert_int_equal(text_file_renew(path, "second\n"), 0);
	expect_file(path, "second\n");
	expect_file(temporary, "a long first one\n");
	assert_int_equal(stat(path, &second), 0);
	assert_int_equal(text_file_renew(path, "third\n"), 0);
	expect_file(path, "third\n");
	expect_file(temporary, "second\n");
	assert_int_equal(stat(path, &third), 0);
	assert_int_equal(third.st_ino, first.st_ino);
	assert_int_not_equal(second.st_ino, first.st_ino);
	/* the last one of all, and it goes */
	assert_int_equal(text_file_replace(path, "done\n", true), 0);
	says("done\n");
	text_file_remove(path);
	assert_null(text_file_read(path));
}

/* However long somebody reads, he has the one that he opened, and all of it. */
static void a_reader_has_one_whole_however_often_it_is_renewed(void **state)
{
	char text[16] = "";
	int fd;

	assert_int_equal(text_file_renew(path, "old\n"), 0);
	fd = open(path, O_RDONLY);
	assert_true(fd >= 0);
	for (int i = 0; i < 5; i++)
		assert_int_equal(text_file_renew(path, "new and longer\n"), 0);
	assert_int_equal(read(fd, text, sizeof(text) - 1), 4);
	assert_string_equal(text, "old\n");
	close(fd);
	/* and one that a program which was killed left half written is not what anybody sees */
	assert_int_equal(text_file_replace(temporary, "hal", false), 0);
	assert_int_equal(text_file_renew(path, "1. e4 *\n"), 0);
	expect_file(path, "1. e4 *\n");
}

static void a_failure_to_renew_leaves_it_as_it_was(void **state)
{
	char victim[136];

	assert_int_equal(text_file_renew(path, "kept\n"), 0);
	snprintf(victim, sizeof(victim), "%s/victim", folder);
	assert_int_equal(text_file_replace(victim, "another's\n", false), 0);
	/* a link that lies in the way is not followed */
	assert_int_equal(symlink(victim, temporary), 0);
	assert_int_equal(text_file_renew(path, "next\n"), 0);
	expect_file(path, "next\n");
	expect_file(victim, "another's\n");
	/* a folder is no file to write over */
	unlink(temporary);
	assert_int_equal(mkdir(temporary, 0755), 0);
	assert_true(text_file_renew(path, "lost\n") < 0);
	expect_file(path, "next\n");
	rmdir(temporary);
}

static void a_failure_leaves_it_as_it_was(void **state)
{
	char victim[128], below[160];

	assert_int_equal(text_file_replace(path, "kept\n", false), 0);
	/* another's file is not written through a link that lies in the way */
	snprintf(victim, sizeof(victim), "%s/victim", folder);
	assert_int_equal(text_file_replace(victim, "another's\n", false), 0);
	assert_int_equal(symlink(victim, temporary), 0);
	assert_int_equal(text_file_replace(path, "lost\n", false), -ELOOP);
	says("kept\n");
	snprintf(path, sizeof(path), "%s", victim);
	says("another's\n");
	/* a file where a folder has to be */
	snprintf(below, sizeof(below), "%s/round-1/index.json", victim);
	assert_int_equal(text_file_write(below, "{}"), -ENOTDIR);
	says("another's\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(folders_are_made, setup, teardown),
		cmocka_unit_test_setup_teardown(what_it_says_already_is_not_written, setup, teardown),
		cmocka_unit_test_setup_teardown(a_reader_has_one_whole, setup, teardown),
		cmocka_unit_test_setup_teardown(a_text_that_is_renewed_has_two_files, setup, teardown),
		cmocka_unit_test_setup_teardown(a_reader_has_one_whole_however_often_it_is_renewed, setup, teardown),
		cmocka_unit_test_setup_teardown(a_failure_to_renew_leaves_it_as_it_was, setup, teardown),
		cmocka_unit_test_setup_teardown(a_failure_leaves_it_as_it_was, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
