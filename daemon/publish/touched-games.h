/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The games in which something has happened: something went in, was sent, or is due. The publisher looks at these when
 * all was sent, in the order in which they were touched, and not at a whole hall of others.
 */
#ifndef SHELL_TOUCHED_GAMES_H
#define SHELL_TOUCHED_GAMES_H

#include "daemon/games/session.h"

void touched_games_add(struct session *session);
/* It goes. */
void touched_games_remove(struct session *session);
/* Takes the first of them out; NULL: there is none. */
struct session *touched_games_take(struct context *ctx);

#endif
