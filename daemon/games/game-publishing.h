/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How games are published: first among those who are told by the publisher, it tells the others what concerns them. */
#ifndef DAEMON_GAME_PUBLISHING_H
#define DAEMON_GAME_PUBLISHING_H

#include "daemon/games/live-game.h"
#include "daemon/publish/publisher.h"

extern const struct publish_listener game_listener;

/* The others are told, or asked: see struct publish_listener. */
void live_game_tell_looked_at(struct live_game *game);
bool live_game_is_kept(const struct live_game *game);
void live_game_tell_leaves(struct live_game *game);

#endif
