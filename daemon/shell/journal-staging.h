/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What is to be written into the journal, in memory: a list of rows for each game that goes on, and one for all else.
 * The rows of one game keep their order.
 */
#ifndef SHELL_JOURNAL_STAGING_H
#define SHELL_JOURNAL_STAGING_H

#include "daemon/shell/journal-internal.h"

/* Takes the rows of both; more is empty then. */
void row_list_join(struct row_list *list, struct row_list *more);
void row_list_free(struct row_list *list);

/* A copy of the row with copies of the texts, at the end of what is staged of its game. 0 or -ENOMEM. */
int staging_add(struct journal *journal, const struct row *row, const char *const text[static ROW_TEXTS]);
/* Takes all that is staged. */
struct row_list staging_take(struct journal *journal);
/* What could not be written comes before all else again. */
void staging_give_back(struct journal *journal, struct row_list *rows);

/* What is staged for that game goes on from there; sound: its state is what was written. 0 or -ENOMEM. */
int staging_add_game(struct journal *journal, const struct chain *chain, const uint8_t seed[static CHAIN_HASH],
		     const struct chain_state *state, bool sound);
/* As staging_add(), of what becomes of a game. */
int staging_add_state(struct journal *journal, const struct row *row, const struct chain_state *state);
/* NULL: it is not known, or its rows have no hashes. */
struct staged_game *staging_game(const struct journal *journal, uint64_t game);
/* It is known no more; its rows stay staged. */
void staging_leave(struct journal *journal, uint64_t game);
/* Drops the rows of a game, which is known no more; or those of an event. */
void staging_forget(struct journal *journal, uint64_t game);
void staging_forget_event(struct journal *journal, const char *event);
void staging_free(struct journal *journal);

#endif
