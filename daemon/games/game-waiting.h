/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A game's present time, and what it brings about: what persons did takes its turn, and the core gets its ticks. */
#ifndef DAEMON_GAME_WAITING_H
#define DAEMON_GAME_WAITING_H

#include "daemon/games/live-game.h"

void live_game_time_init(struct live_game *game);
void live_game_time_done(struct live_game *game);

/* Present time of the game. */
int64_t live_game_now(struct live_game *game);
/*
 * live_game_add_waiting - what a person does, at the present time
 * It is fed once the watermark has passed it: a press made before a claim may still be on its way. call is
 * answered then, if it is to be replied to. 0 or -ENOMEM.
 */
int live_game_add_waiting(struct live_game *game, const struct input *input, sd_bus_message *call, bool replies);
/*
 * Keeps the place of an act at the present time until live_game_let_go(): nothing later is fed before. What is added
 * for the same call then has that place. 0 or -ENOMEM.
 */
int live_game_hold(struct live_game *game, sd_bus_message *call);
bool live_game_has_place(const struct live_game *game, const sd_bus_message *call);
void live_game_let_go(struct live_game *game, const sd_bus_message *call);
void live_game_let_all_go(struct live_game *game);
/* Feeds what the board reports, behind what persons did before; as live_game_feed(). */
int live_game_take(struct live_game *game, const struct input *input, char err[static 160]);
/* Do so many acts wait in it, of all or of the call's user, that no more may? */
bool live_game_waiting_full(const struct live_game *game, sd_bus_message *call);
/* Feeds what persons did up to t_us. */
void live_game_release(struct live_game *game, int64_t t_us);
/* A tick if something happens by itself up to t_us. */
void live_game_tick(struct live_game *game, int64_t t_us);
/* By context_now(): does something happen by itself that no timer is set for, or that one has just come for? */
bool live_game_is_due(struct live_game *game);
/* This machine's time: what is held back is ruled on if that has been long enough. */
void live_game_process_claims(struct live_game *game, int64_t boottime_us);
/* After any change: sets the timer for what comes next. */
void live_game_arm(struct live_game *game);

#endif
