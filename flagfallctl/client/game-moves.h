/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The closed turns of a game, as the daemon has published them. */
#ifndef FLAGFALLCTL_GAME_MOVES_H
#define FLAGFALLCTL_GAME_MOVES_H

#include <systemd/sd-bus.h>
#include "flagfallctl/ctl.h"

/* An array of objects: ply, side, uci, placement, left_us, t_us, san where it may be said. New reference in *ret. 0, or
 * an exit status. */
int game_moves_get(const struct ctl *ctl, sd_bus *bus, const char *path, json_t **ret);

/* As players write it, where that may be said, else its coordinates. */
const char *game_move_word(const json_t *move);
/* The last of them as players write them: "23... Nxe5 24. O-O". */
void game_moves_text(const json_t *moves, size_t last, char *buf, size_t size);
/* "3..." and the move, as people write it. */
#define GAME_MOVE_TEXT 64
const char *game_move_text(const json_t *move, char buf[static GAME_MOVE_TEXT]);

#endif
