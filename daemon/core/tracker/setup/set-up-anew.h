/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What hands that set up the pieces anew made of the game before. */
#ifndef TRACKER_SET_UP_ANEW_H
#define TRACKER_SET_UP_ANEW_H

struct tracker;

/*
 * Does the start stand again? That is reported, once; and the game ended when the hands began to set it up: what pieces
 * on their way home were read as is dropped, and the move that stood then is the last one. 0 or -ENOMEM.
 */
int report_new_game(struct tracker *t);

#endif
