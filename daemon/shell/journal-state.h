/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What has become of each game: its row says so under a seal. A row whose seal does not fit is not what was written,
 * and says no more than that.
 */
#ifndef SHELL_JOURNAL_STATE_H
#define SHELL_JOURNAL_STATE_H

#include <sqlite3.h>
#include <stdbool.h>

#include "daemon/shell/journal-internal.h"

#define STATE_RUNNING "running"
#define STATE_OVER "over"
#define STATE_RECORDED "recorded"
#define STATE_GIVEN_UP "given-up"
#define STATE_UNRECOVERED "unrecovered"

/* Of the table of games, as they are read. */
#define STATE_COLUMNS "state, result, record, fault, ended_us, seed, state_seal"
#define STATE_COLUMN_COUNT 7

/* What such a row says. */
extern const struct chain_state state_changed;

/*
 * state_read - what is in those columns, from that one on; its texts live as long as the statement's row
 * seed: the game's own hash, if it is not NULL, *has_seed: it has one. False: the seal does not fit, *ret is
 * state_changed.
 */
bool state_read(sqlite3_stmt *row, int first, struct chain_state *ret, uint8_t *seed, bool *has_seed);
/* The seal of what is in those columns, as it is. */
void state_seal(sqlite3_stmt *row, int first, uint8_t seal[static CHAIN_HASH]);

struct known_state {
	struct chain_state state;
	bool is_sound, has_seed;
	uint8_t seed[CHAIN_HASH];
	sqlite3_stmt *row; /* which has the texts, NULL: they are staged */
};

/*
 * What has become of a game, with what is staged of it. 0, and state_done() when its texts are used no more; -ENOENT
 * there is none; a fault.
 */
int state_find(struct journal *journal, uint64_t game, struct known_state *ret);
void state_done(struct known_state *state);

#endif
