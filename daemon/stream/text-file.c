/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/stream/text-file.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

char *text_file_read(const char *path)
{
	FILE *file = fopen(path, "re");
	char *text = NULL;
	size_t size = 0;

	if (!file)
		return NULL;
	if (getdelim(&text, &size, '\0', file) < 0) {
		free(text);
		text = NULL;
	}
	fclose(file);
	return text;
}

static int make_folders(char *path)
{
	for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
		int r;

		*slash = '\0';
		r = mkdir(path, 0755) < 0 && errno != EEXIST ? -errno : 0;
		*slash = '/';
		if (r < 0)
			return r;
	}
	return 0;
}

static int replace(const char *path, const char *text)
{
	char *temporary = NULL;
	FILE *file;
	int r = 0;

	if (asprintf(&temporary, "%s.tmp", path) < 0)
		return -ENOMEM;
	file = fopen(temporary, "we");
	if (!file) {
		r = -errno;
	} else {
		if (fputs(text, file) < 0)
			r = -EIO;
		if (fclose(file) != 0)
			r = errno ? -errno : -EIO;
		if (r == 0 && rename(temporary, path) < 0)
			r = -errno;
		if (r < 0)
			unlink(temporary);
	}
	free(temporary);
	return r;
}

int text_file_write(char *path, const char *text)
{
	char *there = text_file_read(path);
	bool same = there && strcmp(there, text) == 0;
	int r;

	free(there);
	if (same)
		return 0;
	r = make_folders(path);
	if (r == 0)
		r = replace(path, text);
	return r < 0 ? r : 1;
}
