/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What persons ask of a game, over the bus. */
#ifndef DAEMON_GAME_REQUESTS_H
#define DAEMON_GAME_REQUESTS_H

#include "daemon/bus/access.h"
#include "daemon/games/live-game.h"

/*
 * live_game_may_act - may the caller do this in this game?
 * As access_check_act(). While polkit is asked, the act keeps its place: its time is that of its arrival, and nothing
 * that came later overtakes it.
 */
int live_game_may_act(struct live_game *game, sd_bus_message *call, enum access_role role, sd_bus_error *error);
/* The same for a lever, whose presses count also while the journal cannot be written. */
int live_game_may_press(struct live_game *game, sd_bus_message *call, enum access_role role, sd_bus_error *error);
/* Sets *error to what the journal's fault is; negative. */
int live_game_journal_fault(const struct live_game *game, sd_bus_error *error);
/*
 * Can anything be ruled on what is claimed or reported here? 1; refused where the game is over, unless it is an appeal,
 * or has no rulebook.
 */
int live_game_hears(struct live_game *game, enum claim_kind claim, sd_bus_error *error);
/*
 * live_game_request - what a person does, at the present time: fed when no earlier event can come any more
 * call is replied to then. 1: the reply follows.
 */
int live_game_request(struct live_game *game, const struct input *input, sd_bus_message *call, sd_bus_error *error);
/* The same from the JSON form of an input without its time. */
int live_game_request_json(struct live_game *game, sd_bus_message *call, json_t *object, sd_bus_error *error);
/*
 * The same for a lever beside the board, which is not the board's to tell: also while the journal cannot be written,
 * and nobody is replied to.
 */
int live_game_request_press(struct live_game *game, enum side side, sd_bus_message *call, sd_bus_error *error);

#endif
