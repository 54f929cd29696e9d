/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Recording a board that the daemon has, from what the daemon tells of its sensors: the board itself is left alone. */
#ifndef FLAGFALLCTL_RECORD_STREAM_H
#define FLAGFALLCTL_RECORD_STREAM_H

#include "flagfallctl/ctl.h"

struct record_limits {
	long events;		   /* 0 none */
	double duration_s, idle_s; /* 0 none */
};

/*
 * record_stream_find - does the daemon have that board?
 * @name: as people call it; NULL: the only one. Boards that several programs may read at a time are not meant.
 * @path: its object, to be freed; NULL: it has not, or there is no daemon. Nothing is said.
 */
void record_stream_find(const struct ctl *ctl, const char *name, char **path);
/* Records it to the file until a limit, SIGINT, SIGTERM, or the board is gone. 0, or an exit status after saying why.
 */
int record_stream(const struct ctl *ctl, const char *path, const char *file, bool force,
		  const struct record_limits *limits, long *events, long *lost);

#endif
