/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/games/games.h"

#include "daemon/bus/bus-link.h"

#define KEEP_OVER 64	    /* games that are over and can still be looked at */
#define KEEP_UNRECORDED 512 /* … and whose record cannot be written: the journal has the rest, for the next start */

void over_games_limit(struct context *ctx, unsigned more)
{
	struct live_game *oldest = NULL, *recorded = NULL;
	unsigned over = more;

	for (struct live_game *s = ctx->live_games; s; s = s->next)
		if (s->published.over) {
			oldest = oldest ? oldest : s;
			recorded = recorded || !s->recorded || s->pgn_due || live_game_is_kept(s) ? recorded : s;
			over++;
		}
	if (over <= (recorded ? KEEP_OVER : KEEP_UNRECORDED))
		return;
	oldest = recorded ? recorded : oldest;
	live_game_tell_leaves(oldest);
	manager_game_removed(ctx, oldest->id, oldest->path);
	live_game_free(oldest);
}
