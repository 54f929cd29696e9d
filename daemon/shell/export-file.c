/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/shell/export-file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

char *export_file_folder(const struct context *ctx)
{
	char *folder;

	return asprintf(&folder, "%s/export", ctx->options.state) < 0 ? NULL : folder;
}

char *export_file_path(const struct context *ctx, const char *event, const char *path)
{
	char *folder = export_file_folder(ctx), *whole = NULL;

	if (folder && asprintf(&whole, "%s/%s/%s", folder, event, path) < 0)
		whole = NULL;
	free(folder);
	return whole;
}

static char *read_text(const char *path)
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

char *export_file_read(const struct context *ctx, const char *event, const char *path)
{
	char *whole = export_file_path(ctx, event, path), *text = whole ? read_text(whole) : NULL;

	free(whole);
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

/* No sync: it is a copy of what the journal has, and many are written each second. */
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

int export_file_write(const struct context *ctx, const char *event, const char *path, const char *text)
{
	char *whole = export_file_path(ctx, event, path), *there;
	int r;

	if (!whole)
		return -ENOMEM;
	there = read_text(whole);
	if (there && strcmp(there, text) == 0) {
		r = 0;
	} else {
		r = make_folders(whole);
		if (r == 0)
			r = replace(whole, text);
		r = r < 0 ? r : 1;
	}
	free(there);
	free(whole);
	return r;
}
