/* SPDX-License-Identifier: GPL-2.0-or-later */
/* push.json: what became of the games at the broadcast, for "flagfallctl round check" and for people. */
#ifndef LICHESS_REPORT_H
#define LICHESS_REPORT_H

#include "lichess/games.h"

/*
 * report_write - replaces push.json as a whole
 * @state: "pushed" all that is there, "waiting" (and for how long), "refused", "forbidden"
 * {"round","state","error","retry_s","time","games":[{"game_id","board","white","black","pushed","error"}]}: pushed is
 * whether the broadcast has the game as it stands; error is "" where there is none. 0 or a negative errno value.
 */
int report_write(const char *path, const char *round, const char *state, const char *error, int64_t retry_s,
		 const struct lichess_games *games);

#endif
