/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The games of a round: they begin, stop and go on together. */
#ifndef DAEMON_ROUND_START_H
#define DAEMON_ROUND_START_H

#include "daemon/tournaments/tournament-commit.h"

/* What is to be done, and who wants it. */
struct round_order {
	const uint32_t *boards; /* of these; none: of all where there is something to do */
	size_t count;
	bool wait;	   /* start: the clocks wait for Black's press */
	uint64_t revision; /* that the caller saw, 0 none */
	uint32_t uid;
};

/*
 * round_start - begins the games that have not begun, and starts the clocks that wait or were stopped
 * call is replied to when all boards have answered what stands on them, and all is on disk: a text a board, {"board",
 * "done": true|false, "game", "reason": why not, "wrong": [squares]}. One board that cannot begin keeps no other from
 * it. 1, the reply follows; or *error and nothing was begun: nothing is there to begin, or somebody else acted.
 */
int round_start(struct tournament *event, struct live_round *round, const struct round_order *order,
		sd_bus_message *call, sd_bus_error *error);
/* All clocks of them stop; call is replied to when that is on disk, as above without "wrong". 1, or *error. */
int round_pause(struct tournament *event, struct live_round *round, const struct round_order *order,
		sd_bus_message *call, sd_bus_error *error);
/* Every pairing has its result: nothing is changed any more but by round_change(). As above, with an empty reply. */
int round_close(struct tournament *event, struct live_round *round, const struct round_order *order,
		sd_bus_message *call, sd_bus_error *error);

#endif
