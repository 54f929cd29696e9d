/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A game's timer: what happens by itself, after all that its board said before. Set by live_game_arm(). */
#ifndef DAEMON_GAME_TIMER_H
#define DAEMON_GAME_TIMER_H

#include "daemon/games/live-game.h"

int live_game_timer_add(struct live_game *game);
/* The beat has come (publisher.h): what the timer is not set for, as nobody may hear of it. context_now() was called.
 */
void live_game_on_beat(struct live_game *game);

#endif
