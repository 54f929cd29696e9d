/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * After a game has ended on the board nothing more is read into it: pieces are cleared away, set up anew, shown, and
 * moved for the next game.
 */
#ifndef TRACKER_AFTER_END_H
#define TRACKER_AFTER_END_H

#include "daemon/core/tracker/tracker.h"

/* Kings were put to the centre, the start was set up again, or the last turn ended the game and has stood. */
bool game_is_over(const struct tracker *t);
/* Before an event: has the last turn stood for so long that nothing makes it another? */
void notice_end(struct tracker *t);
/* After a change: where the kings have gone home, or the pieces were put back, play goes on. */
void play_goes_on(struct tracker *t);

#endif
