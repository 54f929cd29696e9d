/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What records of games say, and how much of it may be shown. */
#ifndef DAEMON_LIVE_GAME_RECORD_H
#define DAEMON_LIVE_GAME_RECORD_H

#include "daemon/games/live-game.h"
#include "formats/record.h"

/*
 * Can a record be made that says what was published, and no more? While the core knows what is not on disk yet, only if
 * that comes behind it all, as in play that does not stop: else it has to wait for the disk.
 */
bool live_game_record_is_ready(const struct live_game *game);
/* The record's text, to be freed; NULL without memory. */
char *live_game_record(const struct live_game *game);
/*
 * The record of its first turns, and not all: without the result, as while the game runs, and with nothing of what was
 * said later.
 */
char *live_game_record_of(const struct live_game *game, unsigned count, bool all);

/* --- delayed-record.c: What of a game of an event may be shown now, and its record so far. --- */

/* Games of no event have no delay. 0 or -ENOMEM. */
int delayed_record_shown(const struct live_game *game, int64_t boottime_us, struct delay_shown *ret);
/* The record of that much; free() it, NULL without memory. */
char *delayed_record(const struct live_game *game, const struct delay_shown *shown);

/* --- past-record.c: The record of any game, also of one that only the journal has. --- */

/*
 * past_record - a record from the journal
 * The game is played again from its inputs, and forgotten. *shown: what of it may be shown now. *suffix: of a file of
 * it, static. 0 with *text, to be freed; -ENOENT there is no such game; -EAGAIN the journal is not written yet; -EBUSY
 * it does not give the game; -ENOMEM.
 */
int past_record(struct context *ctx, uint64_t number, struct delay_shown *shown, const char **suffix, char **text);

/* The same of any game: of one that is in memory as it is now. */
int past_record_of(struct context *ctx, const char *id, struct delay_shown *shown, const char **suffix, char **text);

/* Says why past_record_of() did not give it, which returned r. A negative errno value. */
int past_record_fault(struct context *ctx, const char *id, int r, sd_bus_error *error);

/*
 * The file of a game that only the journal has (journal_stage_corrected()) says what its pairing says now. Where
 * it cannot be written that is said in the log, and it is written at the next start.
 */
void past_record_rewrite(struct context *ctx, uint64_t number);

#endif
