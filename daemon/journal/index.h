/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The index of games: what is asked of many games at once. Made from the log and from the files of finished games; it
 * may be thrown away, and is made anew then. SQLite in plain use: nothing is true because it is here.
 */
#ifndef DAEMON_INDEX_H
#define DAEMON_INDEX_H

#include <jansson.h>

#include "common/chain-log.h"
#include "daemon/journal/journal.h"

struct index;

/*
 * index_open - opens the file, or makes it anew where it is none
 * @is_new: it was made and has no game. 0, -ENOMEM or -EIO …
 */
int index_open(const char *path, struct index **ret, bool *is_new);
void index_close(struct index *index);
/* Between the two, what is put is put at once. */
void index_begin(struct index *index);
void index_end(struct index *index);
/* A game's line: its start, its time or its state; what is none of them is passed over. 0, or a fault: the file is
 * removed, so that the next start makes it anew. */
int index_put(struct index *index, uint64_t game, enum chain_kind kind, json_t *line);
/* Games that go on are in the log, or they are nowhere: before that is read. */
void index_drop_unfinished(struct index *index);
/* Finished games that are in neither. 0 or a fault. */
int index_drop_missing(struct index *index, bool (*is_there)(void *userdata, uint64_t game), void *userdata);
/* How many games are "recorded" or "given-up"; negative: it cannot be read. */
int64_t index_finished(struct index *index);
/* As the functions of journal.h. -EIO: it cannot be read. */
int index_game(struct index *index, uint64_t number, journal_game_fn fn, void *userdata);
int index_find(struct index *index, const struct journal_filter *filter, uint64_t *before, journal_game_fn fn,
	       void *userdata);

#endif
