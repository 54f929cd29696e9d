/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A journal that SQLite cannot read: its files are put aside, and what can be found in them goes into a new one. Rows
 * are looked for by their form in every page of file and log, whether or not the tree still leads there; their hashes
 * tell those that belong.
 */
#ifndef SHELL_JOURNAL_SALVAGE_H
#define SHELL_JOURNAL_SALVAGE_H

#include <stdbool.h>

#include "daemon/shell/journal.h"

/* An empty or missing file beside a log that is not: SQLite would throw the log away without a word. */
bool journal_salvage_is_headless(const char *path);
/* Puts the files aside and reads them; why: what is wrong, for journal_told(). 0 or a fault. */
int journal_salvage(struct journal *journal, const char *path, const char *why);
/* Writes what was found into the new journal, and says what is not whole. */
int journal_salvage_fill(struct journal *journal);
/* What was found is not needed any more. */
void journal_salvage_drop(struct journal *journal);

#endif
