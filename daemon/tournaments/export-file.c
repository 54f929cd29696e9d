/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/tournaments/export.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/text-file.h"

/* The folder of all events' exports; free() it, NULL without memory. */
static char *export_file_folder(const struct context *ctx)
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

char *export_file_read(const struct context *ctx, const char *event, const char *path)
{
	char *whole = export_file_path(ctx, event, path), *text = whole ? text_file_read(whole) : NULL;

	free(whole);
	return text;
}

int export_file_write(const struct context *ctx, const char *event, const char *path, const char *text)
{
	char *whole = export_file_path(ctx, event, path);
	int r = whole ? text_file_write(whole, text) : -ENOMEM;

	free(whole);
	return r;
}
