/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the files of the log share. */
#ifndef DAEMON_LOG_INSIDE_H
#define DAEMON_LOG_INSIDE_H

#include <unistd.h>

#include "daemon/journal/log.h"

#define SUFFIX ".log"
#define UNFINISHED ".new"

static inline void close_fd(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

/* Keep the sentence of a fault, with the folder in front; r. */
int log_fail(struct log *log, int r, const char *format, ...) __attribute__((format(printf, 3, 4)));
int log_fail_with(struct log *log, int r, const char *name);
/* errno's */
int log_fail_errno(struct log *log, const char *name);
void log_write_seen(const struct log *log);
/* The file of that segment, as yet unfinished, with its first line; and it takes its name. */
int log_make_segment(struct log *log, uint64_t number, const struct log_place *after);
int log_finish_segment(struct log *log);
/* A batch, durably, wherever the segment is. */
int log_append(struct log *log, const char *body, size_t bytes, uint64_t inputs, uint64_t next_game);

#endif
