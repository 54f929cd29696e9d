/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The record of a pairing's game after something was put right: names, tags, and a result that a person gave. */
#ifndef DAEMON_PAIRING_RECORD_H
#define DAEMON_PAIRING_RECORD_H

#include "daemon/tournaments/tournament.h"

/* A game that is remembered says its names, tags and result as the pairing has them now, and its record is written
 * anew. What the journal has of the game stays as it was when it began. */
void pairing_record_correct(struct tournament *event, const json_t *pairing);
/* The same of a game that was only read from the journal: its setup says what the pairing says. */
void pairing_record_apply(struct live_game *game);
/* After a restart: games come from the journal as they began. */
void pairing_records_correct(struct context *ctx);

#endif
