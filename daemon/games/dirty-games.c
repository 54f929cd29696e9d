/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The games in which something has happened: something went in, was sent, or is due. The publisher looks at these when
 * all was sent, in the order in which they were touched, and not at a whole hall of others.
 */
#include "daemon/games/inside.h"

#include "daemon/games/games.h"

void dirty_games_add(struct live_game *s)
{
	struct context *ctx = s->context;

	if (s->touched)
		return;
	s->touched = true;
	s->next_touched = NULL;
	if (!ctx->games->touched)
		ctx->games->touched_end = &ctx->games->touched;
	*ctx->games->touched_end = s;
	ctx->games->touched_end = &s->next_touched;
}

void dirty_games_remove(struct live_game *s)
{
	struct live_game **link = &s->context->games->touched;

	if (!s->touched)
		return;
	while (*link != s)
		link = &(*link)->next_touched;
	*link = s->next_touched;
	if (!*link)
		s->context->games->touched_end = link;
	s->touched = false;
}

struct live_game *dirty_games_take(struct context *ctx)
{
	struct live_game *s = ctx->games->touched;

	if (s)
		dirty_games_remove(s);
	return s;
}
