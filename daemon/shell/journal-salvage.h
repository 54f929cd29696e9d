/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A journal that SQLite cannot read: what can be found in its files goes into a new one, which takes their place when
 * it has all; they are put aside. Whatever ends that early, the next start does it again. Rows are looked for by their
 * form in every page of file and log, whether or not the tree still leads there; their hashes tell those that belong.
 */
#ifndef SHELL_JOURNAL_SALVAGE_H
#define SHELL_JOURNAL_SALVAGE_H

#include <stdbool.h>

#include "daemon/shell/journal.h"

/*
 * 1: an empty or missing file beside a log that is not, which SQLite would throw away without a word. 0: no; or -errno.
 */
int journal_salvage_is_headless(const char *path);
/* 1: its log is one, or there is none; 0: SQLite would pass over it without a word; or -errno. */
int journal_salvage_is_log(const char *path);
/* Where the new journal is made, free(); what an earlier start left there is removed. NULL: no memory. */
char *journal_salvage_place(const char *path);
/* Reads the damaged files. 0 or a fault. */
int journal_salvage_read(struct journal *journal, const char *path);
/* Writes what was found into the new journal, all of it into its file, and says what is not whole. 0 or a fault. */
int journal_salvage_fill(struct journal *journal);
/* What was found is not needed any more. */
void journal_salvage_drop(struct journal *journal);
/*
 * The new journal takes its place, the damaged files are put aside; why: what is wrong, for journal_told(). 0 or a
 * fault.
 */
int journal_salvage_replace(struct journal *journal, const char *path, const char *why);
/* The same, if the start before this one was ended in the middle of it. */
int journal_salvage_resume(struct journal *journal, const char *path);

#endif
