/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A folder of its own, in memory where there is such a place, and a journal in it without an event loop. */
#ifndef TESTS_BUS_JOURNAL_PLACE_H
#define TESTS_BUS_JOURNAL_PLACE_H

#include "daemon/journal/journal.h"
#include "tests/unit/memory-folder.h"

struct journal_place {
	char dir[MEMORY_FOLDER_PATH], path[MEMORY_FOLDER_PATH + 16];
};

static inline void journal_place_make(struct journal_place *p)
{
	memory_folder_make(p->dir);
	snprintf(p->path, sizeof(p->path), "%s/journal", p->dir);
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

	if (journal_open(p->path, NULL, &j, err) < 0)
		fail_msg("%s: %s", what, err);
	return j;
}

/* A game of which the log says no more than that it began. */
static inline int journal_begin_game(struct journal *j, uint64_t game, const char *board, const char *setup,
				     const char *time)
{
	return journal_stage_game(j, game, &(struct journal_start){ board, setup, time, "{}", NULL });
}

/* All that is staged is on disk, or could not be written. */
static inline int journal_commit(struct journal *j)
{
	int r = journal_finish(j, true);

	if (r >= 0)
		r = journal_submit(j, false);
	if (r > 0)
		r = journal_finish(j, true);
	return r;
}

#endif
