/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the pieces on the board show beside the turns. */
#ifndef TRACKER_BOARD_CHECK_H
#define TRACKER_BOARD_CHECK_H

struct tracker;

/* After every change of squares. 0 or -ENOMEM. */
int check_change(struct tracker *t);
/* After a report of the whole board. 0 or -ENOMEM. */
int check_whole_board(struct tracker *t);
/* Do the pieces stand as they should, at last? */
void check_restored(struct tracker *t);

#endif
