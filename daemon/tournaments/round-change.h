/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a person puts right in a pairing: result, names, board, colours. What was, and why, is kept with who did it. */
#ifndef DAEMON_ROUND_CHANGE_H
#define DAEMON_ROUND_CHANGE_H

#include "daemon/tournaments/tournament-commit.h"

/*
 * round_change - one pairing, as changes say
 * @changes: an object of texts: "result" ("none" takes a given one away), "white", "black", "white_fide", "white_elo",
 *           "white_title", "white_team", "white_fed" and Black's, "seat" (a board's name; of a game that
 *           goes on, whose clocks must stand, it goes on there), "colours" ("swapped"), "absent" ("white", "black",
 *           "both", "none")
 * @reason:  "" none is said
 * A result of a game that goes on ends it. call is replied to, empty, when it is on disk. 1; or *error and nothing has
 * changed.
 */
int round_change(struct tournament *event, struct live_round *round, unsigned board, const json_t *changes,
		 const char *reason, uint64_t revision, uint32_t uid, sd_bus_message *call, sd_bus_error *error);

#endif
