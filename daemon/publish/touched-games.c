/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "daemon/publish/touched-games.h"

void touched_games_add(struct session *s)
{
	struct context *ctx = s->context;

	if (s->touched)
		return;
	s->touched = true;
	s->next_touched = NULL;
	if (!ctx->touched)
		ctx->touched_end = &ctx->touched;
	*ctx->touched_end = s;
	ctx->touched_end = &s->next_touched;
}

void touched_games_remove(struct session *s)
{
	struct session **link = &s->context->touched;

	if (!s->touched)
		return;
	while (*link != s)
		link = &(*link)->next_touched;
	*link = s->next_touched;
	if (!*link)
		s->context->touched_end = link;
	s->touched = false;
}

struct session *touched_games_take(struct context *ctx)
{
	struct session *s = ctx->touched;

	if (s)
		touched_games_remove(s);
	return s;
}
