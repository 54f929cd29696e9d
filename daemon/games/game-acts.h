/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What persons do: they begin a game, take it to another board, and act in it. */
#ifndef DAEMON_GAME_ACTS_H
#define DAEMON_GAME_ACTS_H

#include "daemon/games/live-game.h"
#include "daemon/boards/live-board.h"
#include "daemon/bus/access.h"

/* --- pending-start.c --- */

/*
 * Called once, from the event loop: the game, and the squares that stand wrongly, one sentence each, NULL-terminated
 * (both the caller's, wrong may be NULL); or game is NULL, and *error names the fault; or error is NULL, too: it begins
 * when they stand.
 */
typedef void (*start_done)(void *userdata, struct live_game *game, char **wrong, const sd_bus_error *error);

/*
 * What a game on this board would be played by; options: as read by details_read() against game_setup_options,
 * completed here. 0 and *ret, which needs game_setup_done(); or *error says why it could not begin.
 */
int start_game_setup(const struct live_board *board, json_t *options, struct game_setup *ret, sd_bus_error *error);

/* --- awaited-start.c: Games that begin when their pieces stand. --- */

/* On this board they stand: options are as they were given. -EAGAIN: not now, it is asked again by
 * awaited_starts_look(). */
typedef int start_again(struct context *ctx, const char *board, const json_t *options);
/* 0 or -ENOMEM. The board need not be there; what was awaited on it is not any more. It is looked at once. is_kept: it
 * is not forgotten at a restart. */
int awaited_start_add(struct context *ctx, const char *board, const json_t *options, start_again *again, bool is_kept);
/* Those that were kept before a restart. 0 or -ENOMEM. */
int awaited_starts_load(struct context *ctx, start_again *again);
/* Something has changed on that board, NULL: anywhere. */
void awaited_starts_look(struct context *ctx, const struct live_board *board);

/* --- game-start.c: A new game on a board: StartGame of org.flagfall1.Manager, without the bus's part of it. --- */

/*
 * options: as read by details_read() against game_setup_options; completed here, and kept until the end. The board is
 * asked what stands on it, if it can be, and nobody waits for its answer, nor for the disk: done is called from the
 * event loop when the game is in the journal, durably, or cannot begin. again: where pieces stand wrongly no game
 * begins, and this is called when they stand; NULL: it begins anyway. 0; or *error names the fault, and done is not
 * called.
 */
int start_game(struct context *ctx, const char *board, json_t *options, start_again *again, start_done done,
	       void *userdata, sd_bus_error *error);
/* The game begins by itself: for a start that is nobody else's. */
start_again start_game_by_itself;

/* --- game-move.c: A running game goes on on another board: its own has failed. --- */

/*
 * Can it go on there? The clocks must stand, so that pieces can be put up, and the board must tell as much as the one
 * on which the game began, in the same way. 0; or *error.
 */
int live_game_move_check(const struct live_game *game, const struct live_board *to, sd_bus_error *error);
/*
 * The game belongs to the board of that name, from now on and after a restart: what stands there is asked for, and time
 * goes on by the machine's clock. Staged in the journal, not committed. The name is copied. 0 or -ENOMEM.
 */
int live_game_move(struct live_game *game, const char *board);

/* --- game-requests.c: What persons ask of a game, over the bus. --- */

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
/* Nothing can be done in a game that is over: what it ended with. */
int live_game_refuse_over(const struct live_game *game, sd_bus_error *error);
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
