/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What all games have in common, but for their list: context.h. */
#ifndef DAEMON_GAMES_H
#define DAEMON_GAMES_H

#include "daemon/context.h"

struct cached_rulebook;
struct live_game;
struct searcher;

struct games {
	struct live_game *touched, **touched_end; /* in order: dirty-games.c */
	struct cached_rulebook *rulebooks;	  /* those that games are played by */
	struct searcher *searcher;
	sd_event_source *passed; /* calls of which polkit was asked have been handled: game-calls.c */
};

/* Makes ctx->games; before the bus is joined. 0, or a negative errno value. */
int games_open(struct context *ctx);
void games_close(struct context *ctx);

/*
 * Whatever is called on this bus finds everything that boards had said before; what a person asks of a game keeps its
 * place in it from when it came, however late it is handled. 0, or a negative errno value.
 */
int game_calls_join_bus(struct context *ctx, sd_bus *bus);

#endif
