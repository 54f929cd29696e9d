/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The game that an event is played in. */
#ifndef FORMATS_EVENT_GAME_H
#define FORMATS_EVENT_GAME_H

#include "rules/game.h"

/* What is played by the rulebook of that id; chess where it is NULL or "", or is not known here. Never NULL. */
const struct game *event_game(const char *rulebook);

#endif
