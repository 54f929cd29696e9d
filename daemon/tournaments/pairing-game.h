/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a pairing's game is started with: the options of StartGame, from event, round and players. */
#ifndef DAEMON_PAIRING_GAME_H
#define DAEMON_PAIRING_GAME_H

#include "daemon/tournaments/tournament.h"

/*
 * New reference. Besides game_setup_options it has "pairing": {"event", "round", "board", "timezone", "delay"}, by
 * which the game finds its pairing again after a restart, and its record the event's.
 */
json_t *pairing_game_options(const struct tournament *event, const struct round *round, const struct pairing *pairing);
/* The tags of its record besides the seven. New reference. */
json_t *pairing_game_tags(const struct tournament *event, const struct pairing *pairing);

#endif
