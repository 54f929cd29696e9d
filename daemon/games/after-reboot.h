/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A game by this machine's time that is found after the machine was started anew. What time has passed since only the
 * wall clock says, which may have been set meanwhile: the game's clocks are stopped as they last stood on disk, and the
 * arbiter is asked. With the game's option after_reboot "run" they go on by the wall clock.
 */
#ifndef DAEMON_AFTER_REBOOT_H
#define DAEMON_AFTER_REBOOT_H

#include "daemon/games/live-game.h"

/* At the end of its replay; does nothing in the same boot, or by a board's own time. */
void after_reboot(struct live_game *game);
/* What the arbiter is asked, JSON, while the clocks stand since then; NULL: nothing. New text. */
char *after_reboot_question(const struct live_game *game);

#endif
