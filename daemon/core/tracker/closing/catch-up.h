/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Several turns at once, where what stands fits no single one. */
#ifndef TRACKER_CATCH_UP_H
#define TRACKER_CATCH_UP_H

#include "daemon/core/tracker/squares.h"

struct tracker;

/* Turns are closed until what stands, but for the squares in wrong, is the position or one move from it, at most so
 * many. legal_only: no turn that is no move or against the rules. Returns what that assumes, -1 if none does. */
int32_t catch_up_turns(struct tracker *t, unsigned most, squares_t wrong, bool legal_only);
/* What stood for a while fits nothing: several turns together may make it. 0 or -ENOMEM. */
int catch_up_when_quiet(struct tracker *t);

#endif
