/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A start position set up with king and queen swapped. */
#ifndef DAEMON_SWAPPED_H
#define DAEMON_SWAPPED_H

#include "rules/game.h"

/* Whose king and queen stand swapped, bits. */
#define SWAPPED_WHITE 1u
#define SWAPPED_BLACK 2u
#define SWAPPED_ALL 3u

/* The start with king and queen of those sides swapped; castling is mirrored in it. False: it cannot be (no such
 * pieces, no castling to mirror, a game in which they may stand so from the start); *ret is start then. */
bool swapped_start(const struct game *game, const struct game_position *start, unsigned sides,
		   struct game_position *ret);

/* Where castling is not mirrored: a colour whose king does not stand on its square may not castle at all. */
void unmirrored_start(const struct game *game, struct game_position *pos);

#endif
