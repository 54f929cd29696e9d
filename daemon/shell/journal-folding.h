/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A thread that folds the journal's log into its file, beside the one that writes: who presses meanwhile waits for
 * neither. It folds what is in the log when it begins; the rest, and that the log begins anew, is the writer's.
 */
#ifndef SHELL_JOURNAL_FOLDING_H
#define SHELL_JOURNAL_FOLDING_H

#include <stdbool.h>

struct journal_folding;

/* With a connection of its own to that file. NULL: there is no memory, thread or file; then the writer folds all. */
struct journal_folding *journal_folding_start(const char *path);
/* Waits for its end. NULL: nothing. */
void journal_folding_stop(struct journal_folding *folding);
/* It begins, unless it is busy. */
void journal_folding_ask(struct journal_folding *folding);
/* It has been asked, and is not done yet. */
bool journal_folding_is_busy(struct journal_folding *folding);
/* Until it is. NULL: at once. */
void journal_folding_wait(struct journal_folding *folding);

#endif
