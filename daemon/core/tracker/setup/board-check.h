/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the men on the board say beside the turns. */
#ifndef TRACKER_BOARD_CHECK_H
#define TRACKER_BOARD_CHECK_H

struct tracker;

/* After every change of squares. 0 or -ENOMEM. */
int around_changed(struct tracker *t);
/* After a report of the whole board. 0 or -ENOMEM. */
int around_board(struct tracker *t);
/* Do the men stand as they are to be put, at last? */
void righted(struct tracker *t);

#endif
