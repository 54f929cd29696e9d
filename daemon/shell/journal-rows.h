/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the journal does with its rows at the start. */
#ifndef SHELL_JOURNAL_ROWS_H
#define SHELL_JOURNAL_ROWS_H

#include "daemon/shell/journal.h"

/* Are the rows of all games whole that are to go on? 0; -EUCLEAN with journal_error(): some are not; a fault. */
int journal_verify(struct journal *journal);
/*
 * In a journal of that older version, 0 an empty one: has the witness seen games that are not there, or more rows of
 * them? 0 no; -EUCLEAN with journal_error(); a fault.
 */
int journal_find_lost(struct journal *journal, int version);
/* Gives the games of an older schema their hashes. 0 or a fault. */
int journal_seal_older(struct journal *journal);
/*
 * Games that the witness has seen, or of which there are rows, and that are not in the list of games: from now on they
 * are, and unrecovered. 0 or a fault.
 */
int journal_find_missing(struct journal *journal);
#endif
