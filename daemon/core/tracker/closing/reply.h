/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Turns that are closed by the reply. */
#ifndef TRACKER_REPLY_H
#define TRACKER_REPLY_H

#include "daemon/core/tracker/reading/readings.h"

struct tracker;

/* That side's turn is closed, its press may still be on its way. */
void reply_owes_press(struct readings *r, enum side side, int64_t stood_us);
/* Is this the press of a turn that a reply has closed already? What is older will not come any more. */
bool reply_was_pressed(struct readings *r, enum side side, int64_t t_us);
/* The turn is judged by what stood when its move became provisional: what came since belongs to the next one. False:
 * too long ago. */
bool reply_closes(struct tracker *t);

#endif
