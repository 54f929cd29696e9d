/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The record of any game, also of one that only the journal has. */
#ifndef DAEMON_PAST_RECORD_H
#define DAEMON_PAST_RECORD_H

#include "formats/record.h"
#include "daemon/games/live-game.h"

/*
 * past_record - a record from the journal
 * The game is played again from its inputs, and forgotten. given: as for delayed_record(). *shown: what of it may be
 * shown now. *suffix: of a file of it, static. 0 with *text, to be freed; -ENOENT there is no such game; -EAGAIN the
 * journal is not written yet; -EBUSY it does not give the game; -ENOMEM.
 */
int past_record(struct context *ctx, uint64_t number, const char *given, struct delay_shown *shown, const char **suffix,
		char **text);

/* The same of any game: of one that is in memory as it is now. */
int past_record_of(struct context *ctx, const char *id, const char *given, struct delay_shown *shown,
		   const char **suffix, char **text);

/* Says why past_record_of() did not give it, which returned r. A negative errno value. */
int past_record_fault(struct context *ctx, const char *id, int r, sd_bus_error *error);

/*
 * The file of a game that only the journal has (journal_stage_corrected()) says what its pairing says now. Where
 * it cannot be written that is said in the log, and it is written at the next start.
 */
void past_record_rewrite(struct context *ctx, uint64_t number);

#endif
