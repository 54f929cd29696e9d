/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Files of an event's export folder. */
#ifndef DAEMON_EXPORT_FILE_H
#define DAEMON_EXPORT_FILE_H

#include "daemon/context.h"

/* Where it is; path "": the event's folder, with a slash at the end. free() it, NULL without memory. */
char *export_file_path(const struct context *ctx, const char *event, const char *path);
/* Replaces it as a whole. 1; 0: it says that already; a negative errno value. path: below the event's folder. */
int export_file_write(const struct context *ctx, const char *event, const char *path, const char *text);
/* Its text, to be freed; NULL if there is none. */
char *export_file_read(const struct context *ctx, const char *event, const char *path);

#endif
