/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The last move of the game, which nobody pressed. */
#ifndef TRACKER_UNPRESSED_MOVE_H
#define TRACKER_UNPRESSED_MOVE_H

struct tracker;

/* A square is about to change: a move that stood alone for long, or that ends the game, is remembered. */
void remember_standing_move(struct tracker *t);
/* Nothing is played any more: the move that is remembered was the last, though it was not pressed. 0 or negative errno.
 */
int close_standing_move(struct tracker *t);
/* … and so it is if the kings stand in the centre by now, unless it is one of theirs. 0 or negative errno. */
int close_move_before_kings(struct tracker *t);

#endif
