/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which pieces stand where sensors do not name them. */
#ifndef TRACKER_UNNAMED_PIECES_H
#define TRACKER_UNNAMED_PIECES_H

#include "daemon/core/tracker/reading/readings.h"

/* What stands, where that is shown: pieces that no sensor names are those that h expects, and the ones that are away
 * stand where others came. False: more came than went. */
bool pieces_that_stand(const struct readings *r, const struct reading *h, const char *shown,
		       char stands[static GAME_MAX_SQUARES]);

#endif
