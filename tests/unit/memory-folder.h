/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A folder of its own for a test that writes much: in memory, where the machine has such a place. */
#ifndef TESTS_UNIT_MEMORY_FOLDER_H
#define TESTS_UNIT_MEMORY_FOLDER_H

#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdlib.h>
#include <cmocka.h>
#include <ftw.h>
#include <stdio.h>
#include <unistd.h>

#define MEMORY_FOLDER_PATH 64

static inline void memory_folder_make(char path[static MEMORY_FOLDER_PATH])
{
	snprintf(path, MEMORY_FOLDER_PATH, "%s/flagfall.XXXXXX", access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
	assert_non_null(mkdtemp(path));
}

static inline int memory_folder_unlink(const char *path, const struct stat *st, int type, struct FTW *at)
{
	if (at->level)
		assert_int_equal(remove(path), 0);
	return 0;
}

/* What is in it goes, hidden files and folders, too; it is there still. */
static inline void memory_folder_clear(const char *path)
{
	assert_int_equal(nftw(path, memory_folder_unlink, 8, FTW_DEPTH | FTW_PHYS), 0);
}

static inline void memory_folder_remove(const char *path)
{
	memory_folder_clear(path);
	rmdir(path);
}

#endif
