/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Events, rounds and games as the LiveChess API has them, for GET. What is told is what view.h tells spectators: with
 * the event's delay, and no moves under a rulebook that silences the arbiter. */
#ifndef WEB_LIVECHESS_TOURNAMENTS_H
#define WEB_LIVECHESS_TOURNAMENTS_H

#include "web/live.h"

/*
 * tournaments_get - what GET PATH answers
 * @path: "tournaments", "tournament/EVENT", "round/EVENT/N" (N from 0), "game/ID"
 * New reference; NULL: there is no such path, event, round or game of chess.
 */
json_t *tournaments_get(const struct live *live, const char *path, int64_t realtime_us);

#endif
