/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A folder of its own, in memory where there is such a place, and the path of a journal in it. */
#ifndef TESTS_UNIT_SHELL_JOURNAL_PLACE_H
#define TESTS_UNIT_SHELL_JOURNAL_PLACE_H

#include "daemon/shell/journal.h"
#include "tests/unit/memory-folder.h"

struct journal_place {
	char dir[MEMORY_FOLDER_PATH], path[MEMORY_FOLDER_PATH + 16];
};

static inline void journal_place_make(struct journal_place *p)
{
	memory_folder_make(p->dir);
	snprintf(p->path, sizeof(p->path), "%s/journal.db", p->dir);
}

static inline void journal_place_remove(const struct journal_place *p)
{
	memory_folder_remove(p->dir);
}

/* Fails with the journal's sentence, and what was to be opened. */
static inline struct journal *journal_place_open(const struct journal_place *p, const char *what)
{
	struct journal *j = NULL;
	char err[256] = "";

	if (journal_open(p->path, &j, err) < 0)
		fail_msg("%s: %s", what, err);
	return j;
}

#endif
