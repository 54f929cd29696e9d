/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The games in which something has happened: something went in, was sent, or is due. The publisher looks at these when
 * all was sent, in the order in which they were touched, and not at a whole hall of others.
 */
#ifndef DAEMON_DIRTY_GAMES_H
#define DAEMON_DIRTY_GAMES_H

#include "daemon/games/live-game.h"

void dirty_games_add(struct live_game *game);
/* It goes. */
void dirty_games_remove(struct live_game *game);
/* Takes the first of them out; NULL: there is none. */
struct live_game *dirty_games_take(struct context *ctx);

#endif
