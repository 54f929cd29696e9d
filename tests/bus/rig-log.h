/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A journal's files as they lie, for rig-journal.c and rig-forge.c. */
#ifndef TESTS_BUS_RIG_LOG_H
#define TESTS_BUS_RIG_LOG_H

#include "common/chain-log.h"
#include "tests/bus/rig-journal.h"

struct rig_line {
	enum chain_kind kind;
	char id[CHAIN_ID + 1];
	char *json;
};

/* All lines, those of the log's segment behind those of files; of a game or an event that is in both, the segment's. */
struct rig_log {
	struct rig_line *line;
	size_t count;
	struct chain_reader reader; /* of the segment */
	char segment[200];	    /* its path, "" there is none */
};

void rig_log_read(struct rig *rig, struct rig_log *log);
void rig_log_done(struct rig_log *log);
/* The whole of a file, with a NUL behind it; free(). */
char *rig_log_file(const char *path, size_t *size);

#endif
