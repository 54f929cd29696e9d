/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The record of a pairing: of its game, with names, tags and result as persons put them right, or of no game. Here
 * alone events and records meet.
 */
#ifndef DAEMON_PAIRING_RECORD_H
#define DAEMON_PAIRING_RECORD_H

#include "daemon/tournaments/tournament.h"
#include "formats/record.h"

/* A game that is remembered says its names, tags and result as the pairing has them now, and its record is written
 * anew. What the journal has of the game stays as it was when it began. */
void pairing_record_correct(struct tournament *event, const struct pairing *pairing);
/* The same of one that only the journal has. Where it cannot be written that is said in the log. */
void pairing_record_rewrite(struct tournament *event, const struct pairing *pairing);
/* Some game's pgn_due is set: its record is written in a moment. */
void pairing_record_arm(struct context *ctx);
/* The same of a game that was only read from the journal: its setup says what the pairing says. */
void pairing_record_apply(struct live_game *game);
extern const struct publish_listener pairing_record_listener;
/* After a restart: games come from the journal as they began. */
void pairing_records_correct(struct context *ctx);

/* Can the record be made now? Else it has to wait for the disk. */
bool pairing_record_is_ready(const struct live_game *game);
/* What of the game may be shown then. 0 or -ENOMEM. */
int pairing_record_shown(const struct live_game *game, int64_t boottime_us, struct delay_shown *ret);
/* The record of that much; free() it, NULL without memory. */
char *pairing_record(const struct pairing *pairing, const struct live_game *game, const struct delay_shown *shown);
/* The same of a game that only the journal has: as past_record(). */
int pairing_record_past(struct tournament *event, const struct pairing *pairing, struct delay_shown *shown,
			const char **suffix, char **text);

/* A record without moves, to be freed; NULL without memory. */
char *pairing_record_unplayed(struct tournament *event, const struct live_round *round, const struct pairing *pairing,
			      const struct game *game);

#endif
