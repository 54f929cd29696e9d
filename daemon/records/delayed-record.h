/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What of a game of an event may be shown now, and its record so far. */
#ifndef DAEMON_DELAYED_RECORD_H
#define DAEMON_DELAYED_RECORD_H

#include "formats/record.h"
#include "daemon/games/live-game.h"

/* Games of no event have no delay. 0 or -ENOMEM. */
int delayed_record_shown(const struct live_game *game, int64_t boottime_us, struct delay_shown *ret);
/*
 * The record of that much; free() it, NULL without memory. given: the result that a person gave to the pairing, ""
 * none; it counts instead of the game's, once that may be shown.
 */
char *delayed_record(const struct live_game *game, const struct delay_shown *shown, const char *given);

#endif
