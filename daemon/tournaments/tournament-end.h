/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A person says that an event is over: its centre is told, and what is kept for the relay ends. */
#ifndef DAEMON_TOURNAMENT_END_H
#define DAEMON_TOURNAMENT_END_H

#include "daemon/tournaments/tournament-commit.h"

/*
 * tournament_end - call is replied to, empty, when it is on disk
 * Refused while a round is not closed. Of an event that has ended nothing changes. 1; or *error.
 */
int tournament_end(struct tournament *event, uint32_t uid, sd_bus_message *call, sd_bus_error *error);

#endif
