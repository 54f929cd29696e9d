/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The files of a round's export that are about several games. */
#ifndef DAEMON_EXPORT_ROUND_H
#define DAEMON_EXPORT_ROUND_H

#include "daemon/tournaments/tournament.h"

/* games.pgn from the files of its games, index.json and tournament.json. 0 or a negative errno value. */
int export_round_write(struct tournament *event, const struct live_round *round, const struct game *game);

#endif
