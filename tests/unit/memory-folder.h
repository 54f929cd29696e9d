/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A folder of its own for a test that writes much: in memory, where the machine has such a place. */
#ifndef TESTS_UNIT_MEMORY_FOLDER_H
#define TESTS_UNIT_MEMORY_FOLDER_H

#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdlib.h>
#include <cmocka.h>
#include <dirent.h>
#include <stdio.h>
#include <unistd.h>

#define MEMORY_FOLDER_PATH 64

static inline void memory_folder_make(char path[static MEMORY_FOLDER_PATH])
{
	snprintf(path, MEMORY_FOLDER_PATH, "%s/flagfall.XXXXXX", access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
	assert_non_null(mkdtemp(path));
}

/* Its files go, but for hidden ones. */
static inline void memory_folder_clear(const char *path)
{
	DIR *d = opendir(path);
	struct dirent *e;

	assert_non_null(d);
	while ((e = readdir(d)))
		if (e->d_name[0] != '.')
			unlinkat(dirfd(d), e->d_name, 0);
	closedir(d);
}

#endif
