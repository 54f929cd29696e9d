/* SPDX-License-Identifier: GPL-2.0-or-later */
/* All games: what they have in common, but for their list (context.h), and what becomes of them. */
#ifndef DAEMON_GAMES_H
#define DAEMON_GAMES_H

#include "daemon/games/live-game.h"
#include "daemon/boards/live-board.h"
#include "daemon/publish/publisher.h"

struct awaited_start;
struct cached_rulebook;
struct live_game;
struct pending_start;
struct searcher;

struct games {
	struct live_game *touched, **touched_end; /* in order: dirty-games.c */
	struct cached_rulebook *rulebooks;	  /* those that games are played by */
	struct searcher *searcher;
	struct awaited_start *awaited;	 /* games that begin when their pieces stand */
	struct pending_start *returning; /* … whose board has gone, and may be back at once */
	sd_event_source *passed;	 /* calls of which polkit was asked have been handled: game-calls.c */
	/* game-start.c, for first-moves.c: the next game on that board begins by itself */
	int (*begin_next)(struct context *ctx, const char *board, const json_t *options);
	/* game-undo.c, for game-waiting.c when an undo has its turn */
	int (*begin_undo)(struct live_game *game, const struct input *input, sd_bus_message *call,
			  const struct act *act);
};

/* Makes ctx->games; before the bus is joined. 0, or a negative errno value. */
int games_open(struct context *ctx);
void games_close(struct context *ctx);

/*
 * Whatever is called on this bus finds everything that boards had said before; what a person asks of a game keeps its
 * place in it from when it came, however late it is handled. 0, or a negative errno value.
 */
int game_calls_join_bus(struct context *ctx, sd_bus *bus);

/* --- game-publishing.c --- */

extern const struct publish_listener game_listener;

/* The others are told, or asked: see struct publish_listener. */
void live_game_tell_looked_at(struct live_game *game);
bool live_game_is_kept(const struct live_game *game);
void live_game_tell_leaves(struct live_game *game);

/* --- game-board.c --- */

/* Games, as boards know them. */
extern const struct board_user game_board_user;

/* --- pending-start.c --- */

/* What waits for its board to be there again is over. After the last board is removed. */
void pending_starts_end(struct context *ctx);

/* --- searcher.c --- */

int searcher_new(struct context *ctx, struct searcher **ret);
/* Stops a search that is under way and waits for its end; it is begun again by the next daemon. NULL is allowed. */
void searcher_free(struct searcher *searcher);

/* --- game-dbus.c: The objects of games: org.flagfall1.Game, .Clock and .Arbiter. --- */

int live_game_register(struct context *ctx);

/* --- lost-games.c: Games whose running record is there and that the journal does not have any more. --- */

/* Lists them as unrecovered, and says so in the log. Called before anything is published. 0 or -ENOMEM. */
int lost_games_find(struct context *ctx);

/* --- over-games.c: Games that are over and still in memory. --- */

/* Of too many, with so many that are to come, the oldest is not shown any more; the journal has it. */
void over_games_limit(struct context *ctx, unsigned more);

#endif
