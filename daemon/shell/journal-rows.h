/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the journal does with its rows at the start. */
#ifndef SHELL_JOURNAL_ROWS_H
#define SHELL_JOURNAL_ROWS_H

#include "daemon/shell/journal.h"

/* Are the rows of all games whole that are to go on, and what has become of each what was written? 0; -EUCLEAN with
 * journal_error(): some are not; a fault. */
int journal_verify(struct journal *journal);
/* Gives the games of an older schema the hashes that they do not have. In a transaction. 0 or a fault. */
int journal_seal_older(struct journal *journal);
/*
 * Games that the witness has seen, or of which there are rows, and that are not in the list of games: from now on they
 * are, and unrecovered. 0 or a fault.
 */
int journal_find_missing(struct journal *journal);
#endif
