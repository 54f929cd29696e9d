/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a game says (daemon/core/format/publication.h, as JSON), and what that changes of what is known of it. */
#ifndef WEB_LIVE_PUBLICATION_H
#define WEB_LIVE_PUBLICATION_H

#include "web/live.h"

/* made_us: when it was said, by live_now(). Moves, the time left of the last one, the position and the last ruling; it
 * is not told. */
void live_publication_take(struct live_game *game, const json_t *publication, int64_t made_us);
/* "white", "black"; any other word is NO_SIDE. */
enum side live_side(const char *word);

#endif
